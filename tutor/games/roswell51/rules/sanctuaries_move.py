"""Moving into a sanctuary, and what may be met inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Move, Refusal, Rule, Value, spelled_out
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.rules import alternate_rules_back_seat as back_seat
from tutor.games.roswell51.rules.sanctuaries import capacity, move_in
from tutor.games.roswell51.table import Movie


class MoveIn(Move[Movie, Survivor]):
    """Move into a sanctuary."""

    verb, words, node = "move", "Move into {}", "act-move"

    def tries(self, g: Movie, who: Survivor) -> Sequence[Value]:
        return self.each(shelter.card for shelter in g.sanctuaries)

    def open(self, g: Movie, who: Survivor) -> Sequence[Value]:
        if not g.sanctuaries:
            return ()
        return self.each(place.card for place in g.sanctuaries if len(g.inside(place.card)) < capacity(g, place.card))

    def refuse(self, g: Movie, who: Survivor, place: str) -> Iterator[Refusal]:
        inside, room = len(g.inside(place)), capacity(g, place)
        if inside >= room:
            why = f"{g.named(place)} has room for only {spelled_out(room, 'survivor')} and is already full"
            yield Refusal("sanctuaries/capacity", why, "Rest outside instead.", "rest")

    @staticmethod
    def do(g: Movie, who: Survivor, place: str) -> Rule[None]:
        move_in(g, who, place)
        return back_seat.enter(g, who)
