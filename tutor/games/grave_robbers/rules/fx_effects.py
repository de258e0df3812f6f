"""What effects do when they resolve. Everything is classified by verb and target."""

from __future__ import annotations

from tutor.engine.core import Many, Names, Pile, Rule, draw
from tutor.games.grave_robbers.book import CLASSIC, rule
from tutor.games.grave_robbers.cards import Effect, being
from tutor.games.grave_robbers.rules.end import deck_may_be_out
from tutor.games.grave_robbers.rules.fx_aims import qualifies
from tutor.games.grave_robbers.rules.fx_queue import effect_name, effect_of
from tutor.games.grave_robbers.rules.lethal import kill_outright
from tutor.games.grave_robbers.rules.popcorn import full_buckets
from tutor.games.grave_robbers.rules.props_leaving import send_away
from tutor.games.grave_robbers.rules.traits import change_trait
from tutor.games.grave_robbers.table import Attack, Pending, Studio


def apply(g: Studio, entry: Pending) -> None:
    """Carry out an effect that asks nothing; it does nothing if its target has left play."""
    effect = effect_of(g, entry.card, entry.ability)
    if effect.target in ("character", "prop", "location") and not g.is_in_play(entry.target):
        g.note(
            "fx/targets-named-when-played",
            "{card} does nothing, because its target is no longer in play",
            card=effect_name(g, entry),
        )
        return
    if effect.target == "character" and not _still_qualifies(g, entry, effect):
        return
    if effect.verb == "kill":
        kill_outright(g, entry)
    elif effect.verb == "wreck":
        g.note("fx/first-in-first-out", "{target:goes|go} to the graveyard", target=g.called(entry.target))
        send_away(g, entry.target)
    elif effect.verb in ("grant", "remove"):
        card = entry.target or (g.attack.creature if g.attack else "")
        if card:
            if g.attack is not None:
                g.attack.before.setdefault(card, list(g.traits.get(card, [])))
            change_trait(g, card, effect.trait, gained=effect.verb == "grant")
    elif g.attack is not None:
        _change_attack(g, g.attack, effect, entry.target)
    elif effect.verb == "defend" and entry.target:
        g.bonus[entry.target] = g.bonus.get(entry.target, 0) + effect.amount
        lasts = g.reading("fx/bonus-outside-an-attack") == "permanent"
        g.note(
            "fx/bonus-outside-an-attack",
            "{card:’s} defence is {n} {more} {until}",
            also=("scoring/lasting-modifiers" if lasts else "",),
            card=g.called(entry.target),
            n=abs(effect.amount),
            more="lower" if effect.amount < 0 else "higher",
            until="for as long as that card stays in play" if lasts else "until the end of the turn",
        )


def _still_qualifies(g: Studio, entry: Pending, effect: Effect) -> bool:
    """Whether a target still has what the effect asks for, where that is checked again when it takes effect."""
    if qualifies(g, effect, entry.target) or g.reading("fx/condition-on-resolving") == "when-played":
        return True
    template = "{card} does nothing, because {target:is|are} no longer {trait}"
    names = {"card": effect_name(g, entry), "target": g.called(entry.target), "trait": being(effect.only)}
    g.note("fx/condition-on-resolving", template, **names)
    return False


def _change_attack(g: Studio, attack: Attack, effect: Effect, target: str) -> None:
    if effect.verb == "end-attack":
        attack.eliminated = True
    elif effect.verb == "strengthen":
        attack.strength += effect.amount
    elif effect.verb == "defend" and target:
        attack.boosts[target] = attack.boosts.get(target, 0) + effect.amount
    elif effect.verb == "defend":
        attack.defence += effect.amount


@rule("fx/what-they-do")
def resolve(g: Studio, entry: Pending) -> Rule[None]:
    """One FX takes effect."""
    effect = effect_of(g, entry.card, entry.ability)
    which = f"no older FX {'' if g.attack is None else 'that affects the attack '}is waiting"
    g.note(
        "fx/first-in-first-out",
        "{card} takes effect, because {which}",
        also=("fx/what-they-do",),
        card=effect_name(g, entry),
        which=which,
    )
    if effect.verb == "draw":
        cards = yield from draw(g.deck, effect.amount, "fx/what-they-do", seen_by=(entry.by,))
        g.movies[entry.by].hand = sorted([*g.movies[entry.by].hand, *cards])
        says = "{who} draws {n:card}" if cards else "{who} draws nothing, because the deck is empty"
        g.note("fx/what-they-do", says, who=g.names[entry.by], n=Many(len(cards)))
        if cards:
            deck_may_be_out(g, entry.by)
    elif effect.verb == "lose-cards":
        yield from _lose_cards(g, entry, effect.amount)
    elif effect.verb in ("spill", "fill") and CLASSIC in g.variants:
        template = "{card} changes nothing, because buckets are not used in the Cult Classic"
        g.note("classic/buckets-do-nothing", template, card=effect_name(g, entry))
    elif effect.verb == "spill":
        movie = g.movies[g.seat(entry.target)]
        full = full_buckets(g, movie)
        movie.spilled += full
        says = "all of {who}’s buckets are spilled"
        if len(movie.spilled) == 1:
            says = "{who}’s only bucket is spilled"
        if not full:
            says = "{who} has no full buckets, so nothing changes"
        g.note("fx/what-they-do", says, who=entry.target)
    elif effect.verb == "fill":
        spilled, g.movies[entry.by].spilled = g.movies[entry.by].spilled, []
        says = "all of {who}’s buckets are full again" if spilled[1:] else "{who}’s spilled bucket is full again"
        if not spilled:
            says = "{who} has no spilled buckets, so nothing changes"
        g.note("fx/what-they-do", says, who=g.names[entry.by])
    elif effect.verb == "counter":
        g.countered = bool(g.rolled)
    else:
        apply(g, entry)


def _lose_cards(g: Studio, entry: Pending, amount: int) -> Rule[None]:
    movie = g.movies[g.seat(entry.target)]
    cards = yield from draw(Pile(movie.hand), amount, "fx/what-they-do")
    for card in cards:
        movie.hand.remove(card)
    g.graveyard += cards
    template = "{who} discards {cards}, chosen at random" if cards else "{who} has no cards to discard"
    g.note("fx/what-they-do", template, who=entry.target, cards=Names(map(g.called, cards)))


@rule("fx/bonus-outside-an-attack")
def end_bonuses(g: Studio) -> None:
    """What effects have added to the defence of single cards ends with the turn, unless the reading lets it last."""
    if g.bonus and g.reading("fx/bonus-outside-an-attack") == "until-end-of-turn":
        cards = Names(map(g.called, g.bonus))
        g.note(
            "fx/bonus-outside-an-attack", "the turn is over, so the defence of {cards} is back to normal", cards=cards
        )
        g.bonus.clear()
