"""With what a survivor attacks, and at what it may aim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tutor.engine.core.asks import Choose, Refusal, Value
from tutor.games.roswell51.people import DIRECTOR, Survivor
from tutor.games.roswell51.rules.foes import all_targets, all_throngs, any_target, den, lurkers, spelled, told
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


class ChooseWeapon(Choose):
    """With what to attack; a counterstrike may be declined."""

    __slots__ = ("fixed", "free", "g", "walled", "who")

    def __init__(self, g: Movie, who: Survivor, fixed: str, free: bool) -> None:
        """Args: `fixed`: the item that must be used; `free`: whether the attack may be declined."""
        self.g = g
        self.who = who
        self.seat = who.seat
        self.fixed = fixed
        self.free = free
        self.walled = [] if free or who.at or any_target(g) else lurkers(g)
        self.rule = "doubles/counterstrike-by-survivor" if free else "survivor-attack/with-or-without"

    def prompt(self) -> str:
        return f"{self.g.named(self.who.card)}: attack with what?"

    def candidates(self) -> Sequence[Value]:
        g = self.g
        items = [card for card in self.who.held if g.cards.type_of(card) == "item"]
        return [
            MUSCLE,
            *((item, stat) for item in items for stat in g.cards[item].stats),
            *((DECLINE,) if self.free else ()),
        ]

    def open(self) -> Sequence[Value]:
        if self.who.held or self.walled:
            return Choose.open(self)
        return [MUSCLE, DECLINE] if self.free else [MUSCLE]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value == DECLINE:
            return
        item, stat = (str(part) for part in value) if isinstance(value, tuple) else ("", MUSCLE)
        card = self.g.cards[self.who.card]
        if self.fixed and item != self.fixed:
            why = f"the attack is made with the {self.g.named(self.fixed)}, which was just taken"
            yield Refusal("take-attack/item-must-be-used", why, "Use it.")
        if item and not getattr(card, stat):
            yield Refusal("named-cards/robot-two-stats", f"{card.name} has no {stat}", "Choose another way.")
        if self.walled and not (item and self.g.cards[item].ranged):
            why = f"the only alien within reach is inside {den(self.g, self.walled[0])}"
            yield Refusal(WALL, why, "Use a ranged weapon.")

    def label(self, value: Value) -> str:
        if not isinstance(value, tuple):
            return "Decline" if value == DECLINE else "Bare hands: Muscle"
        item, stat = value
        return f"{self.g.named(str(item))}: {str(stat).capitalize()}"


class Declare(Choose):
    """The one target of an attack, or a throng for the dynamite."""

    __slots__ = ("foes", "g", "no", "values", "walled")

    def __init__(self, g: Movie, seat: int, foes: Sequence[Foe], walled: Sequence[Foe] = (), no: bool = False) -> None:
        """Args: `walled`: monsters inside sanctuaries that cannot be aimed at; `no`: because the Director says so."""
        self.g = g
        self.seat = seat
        self.foes = foes
        self.walled = walled
        self.no = no
        self.values = [spelled(g, foe) for foe in foes]
        self.rule = "survivor-attack/declare-single-target"

    def prompt(self) -> str:
        return "Which alien is the target?"

    def candidates(self) -> Sequence[Value]:
        return [*self.values, *(spelled(self.g, foe) for foe in self.walled)]

    def open(self) -> Sequence[Value]:
        return self.values

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value in self.values:
            return
        foe = self.find(value)
        place = den(self.g, foe)
        why = f"{told(self.g, foe):is|are} inside {place}"
        if self.no:
            why = f"{self.g.names[DIRECTOR]} does not allow a shot into {place}"
        yield Refusal(WALL, why, "Move in, or attack another alien.")

    def label(self, value: Value) -> str:
        foe = self.find(value)
        inside = f" inside {den(self.g, foe)}" if foe.place == "inside" else ""
        return f"{told(self.g, foe)}{inside}"

    def find(self, value: Value) -> Foe:
        """The foe that an answer means."""
        return [*self.foes, *self.walled][[*self.candidates()].index(value)]


def in_range(g: Movie, who: Survivor) -> bool:
    """Whether a survivor outside could shoot at a monster inside a sanctuary."""
    return bool(lurkers(g)) and any(usable(g, who, card) and g.cards[card].ranged for card in who.held)


def usable(g: Movie, who: Survivor, card: str) -> bool:
    """Whether a card is an item that tests a stat which a survivor has."""
    return g.cards.type_of(card) == "item" and any(getattr(g.cards[who.card], stat) for stat in g.cards[card].stats)


def targets_for(g: Movie, item: str, among: Sequence[Foe] | None) -> list[Foe]:
    """What may be aimed at with a weapon: any single alien in play, whole throngs with the dynamite.

    A ranged weapon also reaches monsters inside sanctuaries, if the Director allows it.
    """
    whole = bool(item) and g.cards[item].throng
    if among is None:
        far = lurkers(g) if item and g.cards[item].ranged else ()
        return [*all_targets(g), *far, *(all_throngs(g) if whole else ())]
    singles = [
        foe._replace(card=card) for foe in among for card in cards_of(g, foe) if there(g, foe) and g.is_alien(card)
    ]
    throngs = [foe for foe in among if foe.place == "throng" and not foe.card and there(g, foe)]
    return [*singles, *(throngs if whole else ())]
