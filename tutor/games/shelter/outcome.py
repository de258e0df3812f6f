"""What the players want, who wins and how, who died, and what simulations count."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core import Fate, Measure, Note, Outcome
from tutor.games.shelter.people import ARK_WIN, DEAD, LAST_WIN, SHIP_WIN
from tutor.games.shelter.table import Shelter

WINS = (ARK_WIN, SHIP_WIN, LAST_WIN)


ENDINGS = {
    "spaceship": "the spaceship has left",
    "last survivor": "only one survivor is left",
    "nobody left": "nobody is left in the shelter",
}
"""How the game ended, in a sentence."""


def wants(g: Shelter, seat: int) -> str:
    """What everybody wants."""
    return "You want to finish the spaceship, to escape in the ark, or to be the last one alive in the shelter."


def outcome(g: Shelter) -> Outcome:
    """Return who has won so far and how; there are no points."""
    winners = tuple(seat for seat, player in enumerate(g.players) if player.fate in WINS)
    return Outcome(bool(g.over), (), winners, ENDINGS.get(g.over, g.over))


def fate(notes: Sequence[Note], name: str) -> Fate | None:
    """Return when a player died, and that this player has lost, unless all who died together share the win."""
    n = Fate.told(notes, "death/health-zero", name)
    if n is None:
        return None
    days = [note.values["n"] for note in notes[:n] if note.rule == "turn/repeat-rounds"]
    when = f" on day {days[-1]}" if days else ""
    shared = any(note.rule == "victory/all-dead" and "n" in note.values for note in notes)
    return Fate(n, f"{name} died{when}{'' if shared else ' and has lost'}.")


def _newly_first(before: Shelter, after: Shelter, seat: int) -> bool:
    """Whether a new order begins with the seat; the order of a day that has already begun is not news."""
    return after.order[:1] == [seat] and (after.day, after.order) != (before.day, before.order)


MEASURES = (
    Measure.begins("dies", "dies", lambda g, seat: g.players[seat].fate == DEAD),
    Measure.begins("ark", "escapes in the ark", lambda g, seat: g.players[seat].fate == ARK_WIN),
    Measure.begins("ship", "leaves in the spaceship", lambda g, seat: g.players[seat].fate == SHIP_WIN),
    Measure.begins("last", "is the last survivor", lambda g, seat: g.players[seat].fate == LAST_WIN),
    Measure("first", "acts first", _newly_first),
    Measure.rises("gains-item", "gains an item", lambda g, seat: len(g.players[seat].items)),
    Measure.falls("loses-health", "loses health", lambda g, seat: g.players[seat].health),
    Measure.rises("progress", "sees the ship grow", lambda g, _: g.progress),
)
