"""What the players want, how a movie ends, and what simulations count."""

from __future__ import annotations

from tutor.engine.core import Measure, Outcome, listed
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules.foes import all_targets
from tutor.games.roswell51.table import Movie


def wants(g: Movie, seat: int) -> str:
    """What the Director wants, or the others."""
    director, others = g.names[DIRECTOR], [g.names[who] for who in range(g.seats) if who not in (DIRECTOR, seat)]
    if seat == DIRECTOR:
        return (
            "You’re the Director, so you play the aliens, and you want no survivor to be left at the end of the movie."
        )
    return (
        f"You and {listed(others)} play the survivors against {director}, who is the Director and plays the aliens, "
        "and you want a survivor to be left at the end of the movie."
    )


def outcome(g: Movie) -> Outcome:
    """Nobody scores; those whose survivors are in play at the end have come through.

    In one reading, the Director wins a movie that nobody survives.
    """
    winners = tuple(person.seat for person in g.players if person.pool) if g.ended else ()
    if g.ended and not winners and g.reading("overview/no-formal-winner") == "director":
        winners = (DIRECTOR,)
    return Outcome(bool(g.ended), (), winners, g.ended)


MEASURES = (
    Measure.falls("loses-survivor", "loses a survivor", lambda g, seat: len(g.people[seat].pool)),
    Measure.begins("out", "goes over to the aliens", lambda g, seat: g.people[seat].out),
    Measure.falls("alien-beaten", "an alien leaves the screen or a throng", lambda g, _: len(all_targets(g))),
)
