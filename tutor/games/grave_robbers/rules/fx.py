"""FX: what they may be aimed at, the queue, cancels and cancels of cancels."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.asks import Refusal, Rule, Value
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.cards import RULED, Effect
from tutor.games.grave_robbers.rules.establishing import refuse_harm
from tutor.games.grave_robbers.rules.popcorn import cost_of, pay, refuse_cost
from tutor.games.grave_robbers.table import Attack, Many, Pending, Studio
from tutor.games.grave_robbers.values import has_trait

OF_THE_ATTACK = ("attack", "own-movie", "attacked-movie", "creature")
"""Targets that are there only while an attack goes on."""

HARMFUL = ("kill", "wreck", "remove", "lose-cards", "spill")
"""Verbs of effects that are detrimental to the player at whose things they are aimed."""


def effect_of(g: Studio, card: str, ability: bool = False) -> Effect:
    """What an FX card or the ability of a card in play does."""
    effect: Effect = g.cards[card].ability.effect if ability else g.cards[card].effect
    return effect


def targets(g: Studio, seat: int, effect: Effect) -> list[str]:
    """Everything that an effect could be aimed at; one empty target where nothing is named or nothing is there."""
    kind = effect.target
    if kind == "fx":
        found = [entry.key for entry in g.queue] + g.resolved
        return list(dict.fromkeys(found)) or [""]
    if kind == "player":
        return [g.names[who] for who in g.others(seat)]
    if kind not in ("character", "prop", "location"):
        return [""]
    movies = g.movies
    if effect.where == "own":
        movies = [g.movies[seat]]
    elif effect.where == "attacked":
        movies = [g.movies[g.attack.against]] if g.attack else []
    if kind == "character":
        found = [card for movie in movies for card in movie.characters]
    elif kind == "prop":
        found = [card for movie in movies for props in movie.characters.values() for card in props]
    else:
        found = [card for movie in movies for card in movie.locations()]
    return found or [""]


def refuse_aim(g: Studio, seat: int, card: str, effect: Effect, target: str, ability: bool) -> Iterator[Refusal]:
    """Yield why an effect cannot be aimed at this target."""
    kind = effect.target
    if kind in OF_THE_ATTACK or effect.where == "attacked":
        if g.attack is None:
            yield Refusal("fx/targets-named-when-played", "there is no attack to aim it at", "Wait for an attack.")
            return
        if kind == "own-movie" and g.attack.against != seat:
            why = f"{g.names[g.attack.against]}’s movie is under attack, not yours"
            yield Refusal("fx/targets-named-when-played", why)
    if kind == "credits" and not g.rolled:
        yield Refusal("fx/targets-named-when-played", "nobody is rolling the credits", "Wait until somebody does.")
    if kind == "fx":
        yield from _refuse_cancel(g, seat, effect, target, ability)
    elif not target and kind in ("character", "prop", "location"):
        id = "lethal/no-target-no-play" if effect.verb == "kill" else "fx/targets-named-when-played"
        yield Refusal(id, f"there is no {kind} to aim it at")
    elif kind == "character":
        yield from _refuse_character(g, effect, target)
    if g.establishing and target and kind != "fx":
        owner = g.seat(target) if kind == "player" else g.home(target).seat
        yield from refuse_harm(g, seat, owner, _harms(effect), ability=ability)
    yield from _refuse_turn_in_queue(g, effect)


def _refuse_cancel(g: Studio, seat: int, effect: Effect, target: str, ability: bool) -> Iterator[Refusal]:
    if not target:
        yield Refusal("fx/what-can-be-cancelled", "no FX is pending", "Wait until an FX is played.")
        return
    entry = g.entry(target)
    if entry is None:
        why = f"{g.called(target)} has already taken effect"
        yield Refusal("fx/what-can-be-cancelled", why, "Cancel an FX while it is pending.")
    elif entry.ability:
        why = f"{g.called(entry.card)}’s ability is not an FX card"
        yield Refusal("fx/what-can-be-cancelled", why, "Aim it at an FX card.")
    else:
        yield from refuse_harm(g, seat, entry.by, harmful=True, cancel=True, ability=ability)


def _refuse_character(g: Studio, effect: Effect, target: str) -> Iterator[Refusal]:
    if not qualifies(g, effect, target):
        id = "lethal/must-meet-the-condition" if effect.verb == "kill" else "fx/targets-named-when-played"
        yield Refusal(id, f"{g.called(target)} is not {effect.only.capitalize()}", "Choose one that is.")
    elif effect.verb == "kill":
        yield from refuse_unforced(g, target, [c for c in g.home(target).characters if qualifies(g, effect, c)])


def qualifies(g: Studio, effect: Effect, card: str) -> bool:
    """Whether a card has the trait that an effect asks for."""
    return not effect.only or has_trait(g, card, effect.only)


def refuse_unforced(g: Studio, victim: str, legal: list[str]) -> Iterator[Refusal]:
    """Yield that another legal victim of the same movie must be chosen instead."""
    if g.cards[victim].forced:
        return
    for card in legal:
        if g.cards[card].forced:
            why = f"{g.called(card)} qualifies, so it must be him"
            yield Refusal("attack/forced-victim", why, f"Choose {g.called(card)}.")
            yield Refusal("lethal/card-may-say-otherwise", "his card says who is chosen")
            yield Refusal("overview/card-text-takes-precedence", "a card’s text goes before the rules")


def _harms(effect: Effect) -> bool:
    """Whether an effect is detrimental to the player at whose things it is aimed."""
    return effect.verb in HARMFUL or (effect.verb == "defend" and effect.amount < 0)


def _refuse_turn_in_queue(g: Studio, effect: Effect) -> Iterator[Refusal]:
    """Where FX resolve one by one, no other FX is played while one waits to be cancelled."""
    if not g.queue or effect.verb == "cancel" or g.reading("fx/when-the-queue-resolves") != "one-by-one":
        return
    waiting = [entry for entry in unsettled(g) if effect_of(g, entry.card, entry.ability).verb != "cancel"]
    if waiting:
        why = f"{g.called(waiting[0].card)} must take effect first"
        yield Refusal("fx/when-the-queue-resolves", why, "Cancel it, or pass and play afterwards.")


def unsettled(g: Studio) -> list[Pending]:
    """The pending FX that the window now open is about: in an attack, those that bear on it."""
    return [entry for entry in g.queue if entry.direct] if g.attack else g.queue


def tries(g: Studio, seat: int, card: str) -> list[Value]:
    """All that an FX card in hand could be aimed at."""
    return [("play", card, target) if target else ("play", card) for target in targets(g, seat, effect_of(g, card))]


def refuse(g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
    """Yield why an FX card cannot be played at this target."""
    yield from refuse_cost(g, seat, card, cost_of(g, seat, card))
    yield from refuse_aim(g, seat, card, effect_of(g, card), target, ability=False)


def uses(g: Studio, seat: int) -> list[Value]:
    """All uses of paid abilities in a player's movie."""
    found: list[Value] = []
    for card in g.movies[seat].in_play():
        if g.cards[card].ability is not None:
            aims = targets(g, seat, effect_of(g, card, ability=True))
            found += [("use", card, target) if target else ("use", card) for target in aims]
    return found


def refuse_use(g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
    """Yield why a paid ability cannot be used at this target."""
    ability = g.cards[card].ability
    if ability.own_turn and seat != g.turn:
        why = f"{g.called(card)} says: on your own turn only"
        yield Refusal("overview/card-text-takes-precedence", why, "Wait for your turn.")
    yield from refuse_cost(g, seat, card, ability.cost)
    yield from refuse_aim(g, seat, card, ability.effect, target, ability=True)


@rule("fx/pay-for-each")
def play(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
    """An FX card is paid for and joins the queue; who plays it names its target."""
    yield from pay(g, seat, card, cost_of(g, seat, card))
    rules = "fx/pay-for-each fx/targets-named-when-played fx/playable-on-any-turn"
    if seat != g.turn:
        rules += " turn/only-fx-off-turn"
    if g.attack is not None:
        rules += " attack/everyone-may-play-fx"
    g.note(
        rules,
        "{who} plays {card}{aim} on {whose} turn",
        who=g.names[seat],
        card=g.called(card),
        aim=_aim(g, target),
        whose="the own" if seat == g.turn else f"{g.names[g.turn]}’s",
    )
    enqueue(g, seat, card, target, ability=False)


@rule("characters/ability-any-time")
def use(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
    """A paid ability is used: it costs popcorn, may be used at any time, and joins the queue."""
    g.step("attack-fx-check" if g.attack else "ability-check")
    yield from pay(g, seat, card, g.cards[card].ability.cost, ability=True)
    rules = "characters/ability-any-time characters/ability-without-cost"
    if g.cards[card].kind != "character":
        rules += " anatomy/abilities-on-other-cards"
    if seat != g.turn:
        rules += " turn/off-turn-exceptions"
    if not g.opened:
        rules += " characters/ability-before-first-card"
    template = "{who} uses {card}{aim}; it may be used again as often as it is paid for"
    g.note(rules, template, who=g.names[seat], card=g.called(card), aim=_aim(g, target))
    enqueue(g, seat, card, target, ability=True)


def _aim(g: Studio, target: str) -> str:
    if not target:
        return ""
    entry = g.entry(target)
    return f" on {g.called(entry.card) if entry else g.called(target) if target in g.cards else target}"


def enqueue(g: Studio, seat: int, card: str, target: str, ability: bool) -> None:
    """An FX or ability goes to the end of the queue; in an attack it is told apart whether it bears on it."""
    direct = is_direct(g, effect_of(g, card, ability), target)
    entry = Pending(_key(g, card), card, seat, target, ability, direct)
    g.queue.append(entry)
    if g.attack is None:
        g.step("fx-pending")
    else:
        g.step("attack-fx-queued")
        _tell_direct(g, entry)


def _key(g: Studio, card: str) -> str:
    """What the next pending FX or ability of this card is called: the card's id, numbered if that is taken."""
    keys = [card, *(f"{card}/{n}" for n in range(2, len(g.queue) + 2))]
    return next(key for key in keys if g.entry(key) is None)


def _tell_direct(g: Studio, entry: Pending) -> None:
    verb = effect_of(g, entry.card, entry.ability).verb
    if entry.direct:
        rules = "attack/direct-effects-apply-now attack/what-is-direct"
        template = "{card} bears on the attack, so it counts as part of it"
    else:
        rules = "attack/other-effects-wait attack/what-is-direct attack/waiting-fx-can-be-cancelled"
        template = "{card} has no bearing on the attack, so it waits until the attack is over"
    if verb in ("kill", "defend", "wreck", "grant"):
        rules += " attack/same-card-direct-or-not"
    g.note(rules, template, card=g.called(entry.card))


def is_direct(g: Studio, effect: Effect, target: str) -> bool:
    """Whether an effect bears on the attack: judged by what it does and what it is aimed at, never by its name."""
    attack = g.attack
    if attack is None:
        return False
    if effect.target in OF_THE_ATTACK:
        return True
    if effect.target == "fx":
        entry = g.entry(target)
        return entry is not None and entry.direct
    if effect.target not in ("character", "prop", "location") or g.home(target).seat != attack.against:
        return False
    return effect.verb not in ("grant", "remove") or _is_looked_at(g, attack, effect.trait)


def _is_looked_at(g: Studio, attack: Attack, trait: str) -> bool:
    location = g.movies[attack.against].location
    return trait in RULED or (bool(location) and trait in g.cards[location].always)


def cancelled(g: Studio) -> list[str]:
    """The keys of pending FX that are cancelled, worked out from the last cancel back."""
    gone: list[str] = []
    for entry in reversed(g.queue):
        if entry.key not in gone and effect_of(g, entry.card, entry.ability).verb == "cancel":
            gone.append(entry.target)
    return gone


def chain(g: Studio, key: str) -> list[str]:
    """The cancels aimed at a pending FX, at those cancels, and so on."""
    found: list[str] = []
    for entry in g.queue:
        if entry.target in (key, *found) and effect_of(g, entry.card, entry.ability).verb == "cancel":
            found.append(entry.key)
    return found


@rule("fx/cancel-exception")
def settle_cancels(g: Studio, entries: list[Pending]) -> list[Pending]:
    """Cancels are settled before anything else, the last one first; return what is left, in its old order."""
    gone = cancelled(g)
    left = []
    for entry in reversed(entries):
        _tell_cancels(g, entry, entry.key in gone)
        if entry.key not in gone and effect_of(g, entry.card, entry.ability).verb != "cancel":
            left.insert(0, entry)
    for entry in entries.copy():
        if entry not in left:
            dismiss(g, entry)
    return left


def _tell_cancels(g: Studio, entry: Pending, gone: bool) -> None:
    """Say what has become of a pending FX through cancels, if anything."""
    name, cancels = g.called(entry.card), Many(len(chain(g, entry.key)))
    if gone:
        rules = "fx/cancelled-card-has-no-effect fx/cancel-chain-parity popcorn/no-refund"
        template = "{card} is cancelled and does nothing; its popcorn is gone ({n:cancel} in its chain)"
        g.note(rules, template, card=name, n=cancels)
    elif cancels:
        rules = "fx/restored-as-if-never-cancelled fx/cancel-of-a-cancel fx/cancel-chain-parity"
        template = "the cancel of {card} is cancelled: {card} stands, in its old place ({n:cancel} in its chain)"
        g.note(rules, template, card=name, n=cancels)
    elif effect_of(g, entry.card, entry.ability).verb == "cancel":
        what = _aim(g, entry.target).removeprefix(" on ")
        g.note("fx/cancel-exception", "{card} cancels {what} ahead of its turn", card=name, what=what)


def dismiss(g: Studio, entry: Pending) -> None:
    """An entry leaves the queue; a card goes to the graveyard, after the attack if it was used in one."""
    g.queue.remove(entry)
    if entry.ability:
        return
    if g.attack is not None:
        g.attack.used.append(entry.card)
    else:
        g.graveyard.append(entry.card)
        g.note("fx/go-to-graveyard", "{card} goes to the graveyard", card=g.called(entry.card))
