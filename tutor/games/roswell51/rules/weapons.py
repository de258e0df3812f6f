"""What a survivor attacks with, and what it may aim at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tutor.engine.core import Pick, Refusal, Value
from tutor.games.roswell51.people import DIRECTOR, Survivor
from tutor.games.roswell51.rules.blows import blow_of
from tutor.games.roswell51.rules.foes import (
    all_targets,
    all_throngs,
    any_target,
    den,
    foe_name,
    lurkers,
    one_of,
    spelled,
)
from tutor.games.roswell51.rules.reel_end import turn_left
from tutor.games.roswell51.rules.throngs import cards_of, there
from tutor.games.roswell51.table import Foe, Movie

MUSCLE = "muscle"
DECLINE = "pass"
WALL = "alternate-rules/back-seat-monster-inside"


class Weapon(NamedTuple):
    """What a survivor attacks with: an item (none for bare hands) and the stat that is tested."""

    item: str
    stat: str


BARE = Weapon("", MUSCLE)


def which_weapon(g: Movie, who: Survivor, fixed: str, free: bool) -> Pick:
    """Ask what to attack with: `fixed` is the item to use, `free` lets the attack be declined by default."""
    rule = "doubles/counterstrike-by-survivor" if free else "survivor-attack/with-or-without"
    walled = None if free or who.at else next(iter(lurkers(g)), None)  # see alternate-rules/back-seat-once
    if walled and any_target(g):
        walled = None
    without: list[Value] = [DECLINE] if free and g.reading("doubles/counterstrike-optional") == "optional" else []
    values = [MUSCLE, *((item, stat) for item in held_items(g, who) for stat in g.cards[item].stats), *without]

    def reasons(value: Value) -> Iterator[Refusal]:
        if value == DECLINE:
            return
        item, stat = weapon_of(value)
        card = g.cards[who.card]
        if fixed and item != fixed:
            why = f"you have to attack with the {g.named(fixed)}, which you have just taken"
            yield Refusal("take-attack/item-must-be-used", why, f"Use the {g.named(fixed)}.")
        if item and not getattr(card, stat):
            why = f"{card.name} has no {stat.capitalize()} and can’t make an attack that tests {stat.capitalize()}"
            yield Refusal("named-cards/robot-two-stats", why, f"{'Strike back' if free else 'Attack'} in another way.")
        if walled and not (item and g.cards[item].ranged):
            why = f"the only alien is inside {den(g, walled)}, and you can reach it only with a ranged weapon"
            yield Refusal(WALL, why, "Use a ranged weapon.")

    def label(value: Value) -> str:
        if value == DECLINE:
            return "Don’t strike back"
        item, stat = weapon_of(value)
        return f"{g.named(item) if item else 'Bare hands'}: {stat.capitalize()}, {blow_of(g, who, item, 0, 0).told()}"

    def prompt() -> str:
        return f"What does {g.named(who.card)} {'strike back' if free else 'attack'} with?"

    opened = None if who.held or walled else values
    return Pick(who.seat, rule, values, prompt, reasons, label, opened, about=(g, who))


def weapon_of(value: Value) -> Weapon:
    """The weapon that an answer means."""
    return Weapon(str(value[0]), str(value[1])) if isinstance(value, tuple) else BARE


def held_items(g: Movie, who: Survivor) -> list[str]:
    """The items that a survivor holds."""
    return [card for card in who.held if g.cards.type_of(card) == "item"]


class Aim(Pick):
    """What an attack is aimed at; `about` has the table and all foes."""

    __slots__ = ()

    def group(self, value: Value) -> str:
        g, foes = self.about
        foe = meant(g, foes, value)
        if foe.place == "throng":
            return str(foe_name(g, one_of(foe, "")))
        return "On the screen" if foe.place == "screen" else "Inside a sanctuary"


def which_target(
    g: Movie, who: Survivor, foes: Sequence[Foe], walled: Sequence[Foe] = (), no: bool = False, shot: bool = False
) -> Aim:
    """Ask for the one target of a survivor's attack, or a throng for the dynamite; `about` has all foes.

    `walled` are monsters inside sanctuaries that cannot be aimed at; `no`: because the Director says so. `shot`: what
    is asked is which card in a throng a head shot with the dynamite hits.
    """
    opened = list(dict.fromkeys([spelled(g, foe) for foe in foes]))
    everybody = [*foes, *walled] if walled else foes

    def reasons(value: Value) -> Iterator[Refusal]:
        foe = meant(g, everybody, value)
        if foe not in walled:
            return
        place = den(g, foe)
        why = f"{foe_name(g, foe):is|are} inside {place}, out of reach without a ranged weapon"
        if no:
            why = f"{g.names[DIRECTOR]} doesn’t allow a shot into {place}"
        later = " You can move in on a later turn." if turn_left(g, who.seat) else ""
        yield Refusal(WALL, why, f"Attack another alien{' now' if later else ''}.{later}")

    def label(value: Value) -> str:
        foe = meant(g, everybody, value)
        place = ""
        if foe.place == "inside":
            place = f" inside {den(g, foe)}"
        elif foe.place == "throng" and foe.card:
            place = f" in {foe_name(g, one_of(foe, ''))}"
        words = f"{foe_name(g, foe)}{place}"
        return words[:1].upper() + words[1:]

    def prompt() -> str:
        name = g.named(who.card)
        return f"Which alien does {name}’s head shot remove?" if shot else f"Which alien does {name} attack?"

    rule = "survivor-attack/declare-single-target"
    values = [*opened, *[spelled(g, foe) for foe in walled]] if walled else opened
    return Aim(who.seat, rule, values, prompt, reasons, label, opened, about=(g, everybody))


def meant(g: Movie, foes: Sequence[Foe], value: Value) -> Foe:
    """The one of these foes that an answer names."""
    return next(foe for foe in foes if spelled(g, foe) == value)


def in_range(g: Movie, who: Survivor) -> bool:
    """Whether a survivor outside could shoot at a monster inside a sanctuary."""
    return bool(lurkers(g)) and any(usable(g, who, card) and g.cards[card].ranged for card in who.held)


def usable(g: Movie, who: Survivor, card: str) -> bool:
    """Whether a card is an item that tests a stat which a survivor has."""
    return g.cards.type_of(card) == "item" and any(getattr(g.cards[who.card], stat) for stat in g.cards[card].stats)


def top_card_only(g: Movie) -> bool:
    """Whether, by the reading in force, only the top card of a throng can be struck back at."""
    return g.reading("doubles/counterstrike-survivor-target") == "top-card"


def struck_at(g: Movie, foe: Foe) -> list[str]:
    """Which cards of a foe a survivor may strike back at: each, or in one reading only the top card of a throng."""
    cards = [card for card in cards_of(g, foe) if g.is_alien(card)]
    return cards[-1:] if top_card_only(g) else cards


def targets_for(g: Movie, item: str, among: Sequence[Foe] | None) -> list[Foe]:
    """What may be aimed at with a weapon: any single alien in play, whole throngs with the dynamite.

    A ranged weapon also reaches monsters inside sanctuaries, if the Director allows it.
    """
    whole = bool(item) and g.cards[item].throng
    if among is None:
        found = all_targets(g)
        if item and g.cards[item].ranged:
            found += lurkers(g)
        if whole:
            found += all_throngs(g)
        return found
    singles = [one_of(foe, card) for foe in among if there(g, foe) for card in struck_at(g, foe)]
    throngs = [foe for foe in among if foe.place == "throng" and not foe.card and there(g, foe)]
    return [*singles, *(throngs if whole else ())]
