"""Creature attacks: declared, modified, compared, and cleaned up after."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.asks import Choose, Refusal, Rule, Value
from tutor.games.grave_robbers import powers
from tutor.games.grave_robbers.book import CLASSIC, rule, words_of
from tutor.games.grave_robbers.cards import AQUATIC, PROP, PSYCHO, WEAPON
from tutor.games.grave_robbers.rules.effects import apply, resolve
from tutor.games.grave_robbers.rules.fx import (
    cancelled,
    dismiss,
    effect_of,
    refuse_unforced,
    settle_cancels,
    unsettled,
)
from tutor.games.grave_robbers.rules.leaving import kill, send_away
from tutor.games.grave_robbers.rules.popcorn import pay, refuse_cost
from tutor.games.grave_robbers.rules.traits import guns_switched_off, own_defence, total_defence
from tutor.games.grave_robbers.table import Attack, Many, Names, Studio
from tutor.games.grave_robbers.values import has_trait

SPARE = "spare"


def tries(g: Studio, seat: int, card: str) -> list[Value]:
    """The movies that a creature could be aimed at: everybody's, the own one too."""
    return [("attack", card, g.names[who]) for who in [*g.others(seat), seat]]


def refuse(g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
    """Yield why a creature cannot attack this movie."""
    against = g.seat(target)
    if against == seat:
        yield Refusal("attack/never-own-movie", "this is your own movie", "Aim at another player’s.")
    if g.establishing:
        why = "it is the first round, and nobody attacks before everybody has had a turn"
        yield Refusal("turn/establishing-shot-no-attacks", why, "Attack from your second turn on.")
    location = g.movies[against].location
    if has_trait(g, card, AQUATIC) and location and not has_trait(g, location, AQUATIC):
        why = f"{g.called(card)} is Aquatic, and {g.called(location)} is dry"
        yield Refusal("traits/aquatic-blocked-by-dry-location", why, "Aim where there is water or no location.")
        yield Refusal("traits/aquatic-checked-on-targeting", "that is checked when the target is named")
    yield from refuse_cost(g, seat, card, g.cards[card].cost if CLASSIC not in g.variants else 0)


@rule("attack/declare")
def play(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
    """The active player plays a creature, pays for it and names another player's movie."""
    g.step("attack-check")
    cost = 0 if CLASSIC in g.variants else g.cards[card].cost
    yield from pay(g, seat, card, cost)
    against = g.seat(target)
    g.attack = Attack(card, against)
    g.step("attack-open")
    rules = "attack/declare creatures/cost-paid-on-playing creatures/resolved-one-by-one creatures/no-limit-per-turn"
    g.note(
        f"{rules} attack/one-at-a-time attack/unlimited-attacks",
        "{who} attacks {target}’s movie with {card}, paid now whatever comes of it; each attack is settled by itself",
        who=g.names[seat],
        target=target,
        card=g.called(card),
    )
    if g.cards[card].kind == "character":
        g.note("characters/creature-compatible-choice", "{card} is a creature this time", card=g.called(card))
    _tell_target(g, g.attack)
    tell_totals(g)
    g.agenda.append(("fx/who-may-act-next",))


def _tell_target(g: Studio, attack: Attack) -> None:
    movie = g.movies[attack.against]
    if has_trait(g, attack.creature, AQUATIC):
        rules = (
            "traits/aquatic-allowed-at-aquatic-location"
            if movie.location
            else "traits/aquatic-allowed-without-location"
        )
        rules += " traits/aquatic-checked-on-targeting" + ("" if movie.location else " locations/may-be-absent")
        where = f"{g.called(movie.location)} is Aquatic" if movie.location else "there is no location"
        g.note(rules, "an Aquatic creature may attack: {where}", where=where)
    if not movie.characters:
        g.note("attack/movie-without-characters", "the movie has no characters; it may be attacked all the same")
    if guns := guns_switched_off(g, movie, attack.creature):
        g.note(
            "traits/swarm-switches-off-guns traits/swarm-only-that-attack",
            "against this Swarm {guns} give no defence; everything else counts",
            guns=Names(map(g.called, guns)),
        )


# -- totals --------------------------------------------------------------------------------------------------------


def attack_parts(g: Studio, attack: Attack) -> list[tuple[int, str]]:
    """What the attack is made of, as number and name."""
    creature = g.cards[attack.creature]
    parts = [(creature.attack, creature.name)]
    power = powers.ATTACK.get(attack.creature)
    if power is not None:
        parts.append((power(g, attack), f"{creature.name}’s text"))
    if is_psycho(g):
        parts += [(boost_of(g, card), g.called(card)) for card in attack.weapons]
    return [*parts, (attack.strength, "FX")]


def boost_of(g: Studio, weapon: str) -> int:
    """What a weapon adds to a psycho's attack."""
    by_attack = g.reading("traits/psycho-boost-size") == "attack-bonus"
    boost: int = g.cards[weapon].attack if by_attack else g.cards[weapon].defence
    return boost


def defence_total(g: Studio, attack: Attack) -> int:
    """The defence of the movie under attack with all that has been added for this attack."""
    movie = g.movies[attack.against]
    guns = sum(own_defence(g, movie, card) for card in guns_switched_off(g, movie, attack.creature))
    boosts = sum(n for card, n in attack.boosts.items() if card in movie.characters)
    return total_defence(g, movie) - guns + boosts + attack.defence


def totals(g: Studio) -> tuple[int, int]:
    """Attack and defence as they stand."""
    assert g.attack is not None
    return sum(n for n, _ in attack_parts(g, g.attack)), defence_total(g, g.attack)


def foreseen(g: Studio) -> Studio:
    """A copy of the table on which all direct FX that stand have taken effect."""
    new = g.copy()
    gone = cancelled(new)
    for entry in new.queue:
        if entry.direct and entry.key not in gone:
            apply(new, entry)
    new.queue = []
    return new


def provisional_totals(g: Studio) -> tuple[int, int]:
    """Attack and defence as they would stand if nobody added anything."""
    return totals(foreseen(g)) if any(entry.direct for entry in g.queue) else totals(g)


def tell_totals(g: Studio) -> None:
    """Say how the attack stands."""
    if g.attack is None:
        return
    strength, defence = provisional_totals(g)
    g.note(
        "attack/total-defence attack/modifiers creatures/attack-not-defence",
        "attack {strength} against defence {defence}: as it stands the attack would {outcome}",
        strength=strength,
        defence=defence,
        outcome="succeed" if strength >= defence else "fail",
    )


# -- psycho --------------------------------------------------------------------------------------------------------


def is_psycho(g: Studio) -> bool:
    """Whether the attacking creature is a Psycho, with what is pending counted in."""
    if g.attack is None:
        return False
    creature = g.attack.creature
    if any(effect_of(g, entry.card, entry.ability).target == "creature" for entry in g.queue):
        return has_trait(foreseen(g), creature, PSYCHO)
    return has_trait(g, creature, PSYCHO)


def refuse_weapon(g: Studio, card: str) -> Iterator[Refusal]:
    """Yield why a prop cannot be added to the attack."""
    assert g.attack is not None
    if not is_psycho(g):
        why = f"{g.called(g.attack.creature)} is no Psycho"
        yield Refusal("traits/psycho-only-weapons", why, "Keep it for a Psycho’s attack.")
    if not has_trait(g, card, WEAPON):
        yield Refusal("traits/psycho-only-weapons", f"{g.called(card)} is no Weapon", "Only Weapons help a Psycho.")


@rule("traits/psycho-weapons-boost")
def add_weapon(g: Studio, seat: int, card: str) -> None:
    """Anybody adds a weapon from hand to a psycho's attack, free, for as long as the attack lasts."""
    assert g.attack is not None
    g.step("attack-weapon-check")
    g.movies[seat].hand.remove(card)
    g.attack.weapons.append(card)
    g.step("attack-weapon-added")
    rules = (
        "traits/psycho-weapons-boost traits/psycho-boost-size traits/psycho-weapons-free traits/psycho-no-weapon-limit"
        " traits/psycho-weapons-not-given-to-characters traits/psycho-weapons-are-not-fx traits/psycho-any-player"
    )
    g.note(
        f"{rules} turn/off-turn-exceptions" if seat != g.turn else rules,
        "{who} adds {card} to the Psycho’s attack: {n:+}, without popcorn ({count:weapon} so far)",
        who=g.names[seat],
        card=g.called(card),
        n=boost_of(g, card),
        count=Many(len(g.attack.weapons)),
    )
    tell_totals(g)


def weapon_tries(g: Studio, seat: int) -> list[Value]:
    """The props in hand that could be offered to the creature."""
    return [("weapon", card) for card in dict.fromkeys(g.movies[seat].hand) if g.cards[card].kind == PROP]


# -- outcome -------------------------------------------------------------------------------------------------------


@rule("attack/window-closes")
def settle(g: Studio) -> Rule[None]:
    """Nobody adds anything: cancels are settled, direct FX applied in order, and the totals compared."""
    attack = g.attack
    assert attack is not None
    g.note("attack/window-closes fx/who-may-act-next", "nobody adds anything more")
    g.step("attack-settle")
    entries = list(unsettled(g))
    for entry in settle_cancels(g, entries):
        lethal = effect_of(g, entry.card, entry.ability).verb == "kill" and g.is_in_play(entry.target)
        yield from resolve(g, entry)
        if lethal:
            g.step("attack-settle")
        dismiss(g, entry)
        g.resolved.append(entry.card)
    if entries and not attack.eliminated and g.reading("fx/when-the-queue-resolves") == "one-by-one":
        g.note("fx/when-the-queue-resolves", "now others may add something again")
        tell_totals(g)
        g.agenda.append(("fx/who-may-act-next",))
        return
    if succeeds(g, attack):
        yield from choose_victim(g, attack)
    clean_up(g, attack)


def always_succeeds(g: Studio, attack: Attack) -> str:
    """The card that makes this attack succeed whatever the numbers say; empty if none does."""
    creature = g.cards[attack.creature]
    for card in g.movies[attack.against].locations():
        if card in creature.always:
            return attack.creature
        if any(has_trait(g, attack.creature, one) or one == attack.creature for one in g.cards[card].always):
            return card
    return ""


@rule("attack/equal-or-higher-succeeds")
def succeeds(g: Studio, attack: Attack) -> bool:
    """The attack succeeds if its total is equal or higher, or if a card says that it always does."""
    g.step("attack-eliminated")
    why = always_succeeds(g, attack)
    if attack.eliminated:
        rules = "attack/cancelled-attack always/fx-can-still-eliminate" if why else "attack/cancelled-attack"
        g.note(rules, "the attack is eliminated: nobody dies, and the cards used are spent all the same")
        return False
    g.step("attack-always")
    strength, defence = totals(g)
    if why:
        g.note(
            "always/ignore-the-numbers always/condition-creature-and-location always/location-of-target-movie"
            " always/defence-boosts-useless always/victim-as-usual",
            "{card} says that this attack always succeeds here, so {strength} against {defence} does not matter",
            card=g.called(why),
            strength=strength,
            defence=defence,
        )
        g.step("attack-succeeds")
        return True
    g.step("attack-compare")
    won = strength >= defence
    _tell_outcome(g, attack, strength, defence, won)
    g.step("attack-succeeds" if won else "attack-fails")
    return won


def _tell_outcome(g: Studio, attack: Attack, strength: int, defence: int, won: bool) -> None:
    always = [card for card in g.movies[attack.against].locations() if g.cards[card].always]
    rules = "attack/equal-or-higher-succeeds" if won else "attack/lower-fails"
    if always or g.cards[attack.creature].always:
        rules += " always/condition-creature-and-location"
    template = "attack {strength} against defence {defence}: the attack {outcome}"
    outcome = ("succeeds, a tie is enough" if strength == defence else "succeeds") if won else "fails and kills nobody"
    g.note(f"{rules} attack/total-defence", template, strength=strength, defence=defence, outcome=outcome)


class Victim(Choose):
    """The attacker chooses who dies."""

    __slots__ = ("g", "legal")

    def __init__(self, g: Studio, against: int) -> None:
        self.g = g
        self.seat = g.turn
        self.rule = "attack/attacker-picks-victim"
        self.legal = list(g.movies[against].characters)
        self.values = [*(("kill", card) for card in self.legal), SPARE]

    def prompt(self) -> str:
        return "The attack succeeds. Who dies?"

    def label(self, value: Value) -> str:
        return "Spare everybody" if value == SPARE else f"Kill {self.g.called(words_of(value)[1])}"

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value == SPARE:
            if self.g.reading("attack/killing-optional") == "compulsory":
                yield Refusal("attack/killing-optional", "a successful attack kills somebody", "Choose a victim.")
            return
        yield from refuse_unforced(self.g, words_of(value)[1], self.legal)


@rule("attack/attacker-picks-victim")
def choose_victim(g: Studio, attack: Attack) -> Rule[None]:
    """The attacker chooses one character of the movie, who dies with all props, or spares everybody."""
    movie = g.movies[attack.against]
    if not movie.characters:
        g.note("attack/movie-without-characters", "there is nobody to kill")
        return
    g.step("attack-choose-victim")
    answer = yield Victim(g, attack.against)
    if answer == SPARE:
        g.note("attack/killing-optional", "{who} spares everybody", who=g.names[g.turn])
        return
    g.step("attack-kill")
    rules = "attack/attacker-picks-victim attack/one-victim creatures/purpose"
    if any(g.cards[card].kind == "fx" and g.cards[card].effect.verb == "kill" for card in attack.used):
        rules += " lethal/during-an-attack"
    g.note(rules, "{who} kills {victim}, one character", who=g.names[g.turn], victim=g.called(answer[1]))
    kill(g, answer[1])


@rule("attack/used-cards-to-graveyard")
def clean_up(g: Studio, attack: Attack) -> None:
    """Creature, weapons and FX go to the graveyard and their changes end; what joined a movie stays, as it is read."""
    g.step("attack-cleanup")
    g.traits.pop(attack.creature, None)
    gone = [attack.creature, *attack.weapons, *attack.used]
    g.graveyard += gone
    g.attack = None
    rules = "attack/used-cards-to-graveyard attack/creature-to-graveyard fx/go-to-graveyard"
    if attack.weapons:
        rules += " traits/psycho-weapons-to-graveyard"
    g.note(rules, "{cards} go to the graveyard", cards=Names(map(g.called, gone)))
    if attack.entered:
        _clear_what_entered(g, attack)
    g.step("attack-waiting-fx")
    if g.queue:
        g.note("attack/waiting-fx-order", "the waiting FX come now, {n} of them, first in, first out", n=len(g.queue))
        g.agenda.append(("fx/who-may-act-next",))
    else:
        g.agenda.append(("turn/play-any-number",))


def _clear_what_entered(g: Studio, attack: Attack) -> None:
    names = Names(map(g.called, attack.entered))
    if g.reading("attack/permanent-cards-played-during-attack") == "everything-goes":
        g.note("attack/permanent-cards-played-during-attack", "used too, and gone as well: {cards}", cards=names)
        for card in attack.entered:
            send_away(g, card)
    else:
        g.note("attack/permanent-cards-played-during-attack", "what joined a movie stays there: {cards}", cards=names)
