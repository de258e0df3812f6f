"""The places that players go to: furniture, special furniture and the construction room, with the tokens there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from tutor.engine.core.fields import count, flag, quiet, seats
from tutor.engine.core.part import Part
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import KEPT, Kept, Kind, Look, declared, made_from, said_by, take_over, written
from tutor.engine.core.zones import slot
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ARK, FURNITURE, LOTTERY_BOX, ROOM, RUBBLE

ENDLESS = -1
"""The durability of a place that never wears out."""


@dataclass(slots=True)
class Place(Part):
    """A face-up card that players go to: furniture, special furniture or the construction room."""

    card: str
    answer: tuple[str, ...]
    """The answer that sends a player here."""
    limit: int
    """The number of users or the required number; for the room, the number of builders on its bar."""
    shared: bool
    """Whether the limit is a required number, so that all players on the place use it together."""
    durability: int = count(ENDLESS, ENDLESS, laid=None)
    tokens: list[int] = field(default_factory=list)
    """The seats whose tokens are here, in the order of arrival."""
    taken: int = quiet(count(key="spent"))
    """How many of its places are taken this round, by tokens here and by users whose token has been removed."""
    worked: bool = quiet(flag())
    """Whether a required number was reached this round."""
    cover: str = quiet(slot("special_furniture"))
    """The special furniture that covers the place and blocks it."""
    used_by: list[int] = quiet(seats())
    """The seats that have used it, under the reading that lets each player use it once."""
    plain: bool = True
    """Whether it is ordinary furniture, which is neither the ark nor the room nor limited to one use."""
    untouched: bool = field(default=False, compare=False)
    """Whether `look_over` has found that anybody can come; reset by anything that may close the place."""

    def look_over(self) -> None:
        """Work out `untouched`: nobody is there, and it is ordinary furniture that each player uses alone."""
        self.untouched = self.plain and not (self.shared or self.taken or self.cover or not self.durability)

    @property
    def spent(self) -> int:
        """Return the number of places used this round by players whose token has been removed since."""
        return self.taken - len(self.tokens)

    def arrive(self, seat: int) -> None:
        """Put a player's token here."""
        self.tokens.append(seat)
        self.taken += 1
        self.untouched = False


@dataclass(slots=True)
class Room(Part):
    """The construction room as it is written in a position."""

    required: int = count(laid=None)
    spent: int = count()
    worked: bool = flag()


@dataclass(slots=True, kw_only=True)
class FaceUp(Kind[dict[str, Place]]):
    """All places but the room. A position gives the durability of each, or all of its state, but not its tokens."""

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        laid: Any = said_by(Place)
        return {self.key: (dict[str, int | laid], {})}

    def read(self, laid: Any, p: Placing, place: str) -> Kept:
        for key, said in getattr(laid, self.key).items():
            where = f"{self.key}.{key}"
            name = key.rpartition("-")[0]  # a copy is called “stove-2”
            card = name if key not in p.g.cards and name in p.g.cards else key
            p.take([card], where, *FURNITURE)
            if card == RUBBLE:
                raise p.bad(where, f"“{card}” is not furniture that can be chosen")
            one = p.g.places[p.g.lay(card, key)]
            take_over(one, said_by(Place)(durability=said) if isinstance(said, int) else said, p, where)
            one.look_over()
        if "setup/place-room" not in (laid.next or ()):
            p.g.lay(ROOM)
            for card in (ARK, LOTTERY_BOX):
                if card not in p.g.places and card not in (laid.specials or ()):
                    p.g.lay(*p.take([card], self.key))
        return KEPT

    def written(self, value: dict[str, Place], look: Look) -> Any:
        return {key: self._state(place, look) for key, place in value.items() if key != ROOM}

    def _state(self, place: Place, look: Look) -> Any:
        if place.spent or place.worked or place.cover or place.used_by:
            return written(replace(place, taken=place.spent), look)
        return place.durability

    def cards(self, value: dict[str, Place]) -> Iterable[str]:
        return chain.from_iterable(
            filter(None, (place.card, place.cover)) for key, place in value.items() if key != ROOM
        )


@dataclass(slots=True, kw_only=True)
class RoomBars(Kind[dict[str, Place]]):
    """The parts of the construction room that change during a game."""

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        laid: Any = said_by(Room)
        return {self.key: (laid, laid())}

    def read(self, laid: Any, p: Placing, place: str) -> Kept:
        said = getattr(laid, self.key)
        if ROOM in p.g.places:
            room, found = p.g.places[ROOM], made_from(Room, said, p, self.key)
            room.limit = rule["spaceship/required-half"](p.g) if said.required is None else found.required
            room.taken, room.worked = found.spent, found.worked
        return KEPT

    def write(self, value: dict[str, Place], look: Look) -> Mapping[str, Any]:
        room = value.get(ROOM)
        return {} if room is None else {self.key: written(Room(room.limit, room.spent, room.worked), look)}


def places(*, key: str, room_after: str) -> Any:
    """Declare all places by their key; positions write them at `key`, and the construction room at `room`."""
    room = RoomBars(key="room", after=room_after)
    return declared(FaceUp(key=key), room, default_factory=dict)
