"""The people at the table: the Director and the players, with their survivors and throngs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any

from tutor.engine.core.fields import count, flag, numbers, own, owner, rows, text
from tutor.engine.core.part import Part
from tutor.engine.core.placing import Placing
from tutor.engine.core.table import Many
from tutor.engine.core.zones import cards, slot
from tutor.games.roswell51.cards import ALIENS, TAKEN
from tutor.games.roswell51.numbers import REELS, SLOTS, SPOINTS

DIRECTOR = 0
"""The Director's seat; the player on the Director's left sits at 1."""


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """What is left of some cards, such as those that a survivor holds, when one of them goes."""
    return tuple([one for one in cards if one != card])


@dataclass(slots=True)
class Survivor(Part):
    """One character in play."""

    card: str = slot("survivor", needed=True)
    seat: int = owner()
    """Whose it is."""
    rest: int = count(0, 0, SPOINTS)
    held: tuple[str, ...] = cards(*TAKEN, keep=tuple)
    """Items and power plays."""
    stars: tuple[int, ...] = numbers(1, REELS)
    """Horror Star tokens."""
    at: str = text()
    """The sanctuary that it is in; empty in the pool."""
    new: bool = flag()
    """Whether it moved in this turn."""
    acted: bool = flag()
    """Whether it has had its action this turn."""
    probed: str = slot("shuffling-horror")
    """The card that traps it."""

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        most = p.g.parameters.held
        if len(self.held) > most:
            p.implausible(f"{place}.held", f"{self.card} holds {len(self.held)} cards, but can hold only {most}")
        if self.probed and p.g.cards[self.probed].effect != "trap":
            raise p.bad(f"{place}.probed", f"expected a card that traps, got “{self.probed}”")


def read_throngs(p: Placing, said: tuple[tuple[str, ...], ...], place: str) -> list[list[str]]:
    """The throngs that a position lists, slot by slot; the other slots are empty."""
    if len(said) > SLOTS:
        raise p.bad(place, f"at most {SLOTS} throngs")
    throngs = [p.take(throng, place, *ALIENS, "item") for throng in said]
    most = p.g.parameters.throng
    if any(len(throng) > most for throng in throngs):
        p.implausible(place, f"a throng has at most {Many(most):card}")
    for card in chain.from_iterable(throngs):
        if not p.g.is_alien(card) and not p.g.cards[card].alien:
            p.implausible(place, f"“{card}” is not an item that aliens can use")
    return throngs + [[] for _ in range(SLOTS - len(throngs))]


@dataclass(slots=True)
class Person(Part):
    """Somebody at the table: the Director, a player, or a player who has gone over to the aliens."""

    seat: int = owner()
    power: int = count(0, 0, SPOINTS)
    """Power spoints on the reel can."""
    pool: list[Survivor] = rows(Survivor)
    throngs: list[list[str]] = own(
        tuple[tuple[str, ...], ...],
        read_throngs,
        lambda _, throngs: [list(throng) for throng in throngs],
        cards=chain.from_iterable,
        blank=(),
        default_factory=lambda: [[] for _ in range(SLOTS)],
    )
    out: bool = flag()
    """Whether this player has no survivor and can draw none."""
    pod: bool = flag()
    """Whether this player has received a monster card."""

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        most = p.g.parameters.survivors
        if len(self.pool) > most or (self.pool and (self.seat == DIRECTOR or self.out)):
            p.implausible(f"{place}.pool", f"a player has at most {Many(most):survivor}, and the aliens’ side has none")
