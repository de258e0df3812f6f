"""The players: who they are, how they fare, what they hold, and what they have done this round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import compress
from typing import Any, NamedTuple

from tutor.engine.core import Sum, Table
from tutor.engine.core.fields import count, flag, own, owner_only, quiet, text, word
from tutor.engine.core.part import Part
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import Kind, Look, declared
from tutor.engine.core.zones import cards, slot
from tutor.games.shelter.cards import CODE, ITEMS, NEEDS, START

DEAD, ARK_WIN, SHIP_WIN, LAST_WIN = "dead", "escaped in the ark", "left in the spaceship", "last survivor"
"""What can become of a player; an empty fate means alive and in the shelter."""


@dataclass(slots=True, kw_only=True)
class Levels(Kind[list[int]]):
    """A number for each of the three attributes, which positions write by name."""

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        return dict.fromkeys(NEEDS, (int | None, None))

    def read(self, laid: Any, p: Placing, place: str) -> list[int]:
        said = {need: getattr(laid, need) for need in NEEDS}
        for need, n in said.items():
            p.bounded(n or 0, 0, None, f"{place}.{need}")
        return [p.g.parameters.start if n is None else n for n in said.values()]

    def write(self, value: list[int], look: Look) -> Mapping[str, Any]:
        return dict(zip(NEEDS, value, strict=True))


def levels() -> Any:
    """Declare a number for each of the three attributes."""
    return declared(Levels(), default_factory=lambda: [START] * len(NEEDS))


def marks(blank: tuple[str, ...] | None = ()) -> Any:
    """Declare a flag for each of the three attributes; positions write the names of those that have it."""
    return own(
        tuple[str, ...],
        lambda p, said, place: [need in {p.among(one, NEEDS, place) for one in said} for need in NEEDS],
        lambda look, held: [*compress(NEEDS, held)],
        blank=blank,
        default_factory=lambda: [False] * len(NEEDS),
    )


def seats_by_place() -> Any:
    """Declare lists of seats by place."""
    return own(
        dict[str, tuple[str, ...]],
        lambda p, said, place: {key: [p.seat(name, place) for name in names] for key, names in said.items()},
        lambda look, held: {key: [look.g.names[seat] for seat in seats] for key, seats in held.items()},
        blank={},
        default_factory=dict,
    )


def special(g: Table, item: str) -> bool:
    """Whether an item is a special one, which lies face up until taken, so that everybody knows who has it."""
    in_deck = item == CODE and g.reading("ark/how-to-get-code") == "deck-item"
    return g.cards.type_of(item) == "special_item" and not in_deck


class Loss(NamedTuple):
    """What the end of a round takes from one player."""

    needs: tuple[int, ...]
    health: Sum
    counted: tuple[int, ...]
    """Which of the three cost health."""


@dataclass(slots=True)
class Player(Part):
    """One player: a character with a personality, four attributes, items, and what they did this round."""

    character: str = slot("character")
    personality: str = slot("personality")
    health: int = count(START, laid=None)
    needs: list[int] = levels()
    """Satiety, cleanness and mood."""
    items: list[str] = cards(*ITEMS, heap=True, seen_by=owner_only, known=special)
    place: str = text()
    """Where the character token is; the key of a place, empty if it is nowhere."""
    overdue: list[bool] = marks(blank=None)
    """Which of the three have been 0 since before this round; by default in a position, those that are 0."""
    started: list[bool] = marks()
    """Which of the three have cost health before, or were raised only after the delay before that was over."""
    raised: list[bool] = marks()
    """Which of the three were raised this round."""
    spared: list[bool] = marks()
    """Which of the three an effect keeps from falling at the end of this round."""
    skips: int = quiet(count())
    """Rounds that the player still has to miss."""
    items_used: int = quiet(count())
    """Items used this round."""
    skipping: bool = quiet(flag())
    done: bool = quiet(flag())
    """Whether this round's turn is over."""
    code_shown: bool = quiet(flag())
    """Whether the player has used the ark code as their item this round."""
    fate: str = quiet(word("", DEAD, ARK_WIN, SHIP_WIN, LAST_WIN))
    gained: list[str] = quiet(cards(*ITEMS, heap=True, seen_by=owner_only, known=special, elsewhere=True))
    """Items received this round."""
    turned_down: dict[str, list[int]] = quiet(seats_by_place())
    """The seats that have declined to come along this turn, by place."""

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        if laid.health is None:
            self.health = 0 if self.fate == DEAD else p.g.parameters.start
        if self.fate == DEAD and self.health:
            p.implausible(f"{place}.health", "a dead player has no health left")
        if not (self.fate or self.health):
            p.implausible(f"{place}.health", "a player who is alive has at least 1 health")
        if laid.overdue is None:
            self.overdue = [not level for level in self.needs]
        if missing := Counter(self.gained) - Counter(self.items):
            p.implausible(f"{place}.gained", f"“{next(iter(missing))}” is not among the items held")
        if len(self.items) > (most := p.g.hand_limit(p.owner)):
            p.implausible(f"{place}.items", f"at most {most} items can be held")

    def take(self, loss: Loss) -> None:
        """Apply a loss to this player."""
        self.needs = [level - n for level, n in zip(self.needs, loss.needs, strict=True)]
        lost: int = loss.health
        if lost:
            self.health = max(0, self.health - lost)
            for i in loss.counted:
                self.started[i] = True

    def dawn(self) -> None:
        """Begin a round: attributes that are empty now are overdue, and last round's marks are reset."""
        self.overdue = [not level for level in self.needs]
        self.raised = [False, False, False]
        self.spared = [False, False, False]
        self.items_used = 0
        self.gained = []
        self.done = self.code_shown = False
        self.turned_down = {}

    def lose_item(self, item: str) -> None:
        """Take an item out of the hand."""
        self.items.remove(item)
        if item in self.gained:
            self.gained.remove(item)
