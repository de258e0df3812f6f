"""Random events: one die names what happens."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core import Choose, Many, Roll, Rule, listed, told
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import Line, Used, read_line
from tutor.games.shelter.rules.effects import do_lines, still_there
from tutor.games.shelter.table import Shelter


@rule("random-events/roll")
def random_events(g: Shelter, card: Used, group: tuple[int, ...]) -> Rule[None]:
    """A lone user rolls. On furniture used together, the last to arrive rolls for all, or else everyone does."""
    there = still_there(g, group)
    if len(group) == 1 or g.reading("random-events/each-user-rolls") == "each-rolls":
        for seat in there:
            if not g.players[seat].fate:
                g.note(
                    "random-events/each-user-rolls",
                    "Whoever uses the card rolls for themselves, so {who} rolls a die",
                    who=g.names[seat],
                )
                yield from random_event(g, card, seat, (seat,))
    elif there:
        g.note(
            "random-events/each-user-rolls",
            "{who} arrived last and rolls once for everybody there",
            who=g.names[there[-1]],
        )
        yield from random_event(g, card, there[-1], there)


_WORDS = {
    "change": "{what} {n:+}",
    "progress": "progress {n:+}",
    "items": "draw {items}",
    "skip": "skip the next round",
    "spare": "{what} does not fall today",
    "special": "take {card}",
    "cover": "cover furniture with rubble",
    "harm": "another survivor’s {what} −{n}",
}
"""The words for a line of a random event; any other line is shown as its verb."""
_CODES = {
    "special-item": "take the ark code",
    "code-parts": "take a part of the ark code",
    "deck-item": "draw 1 item in place of the ark code",
}
"""The words for a line that leads to the ark code, under each reading."""


def _said(g: Shelter, line: Line) -> str:
    """Return the words for what a line of a random event does."""
    if line.verb == "code":
        return _CODES[g.reading("ark/how-to-get-code")]
    card = g.the(line.what) if line.verb == "special" else ""
    words = _WORDS.get(line.verb, line.verb)
    items = f"{Many(line.n):item}"
    return words.format(what=line.what, n=line.n, card=card, items=items).replace("-", "−")


def _event(g: Shelter, lines: Sequence[str]) -> str:
    """Return the words for what a random event does."""
    return listed([_said(g, read_line(line)) for line in lines])


@rule("random-events/match-number")
def random_event(g: Shelter, card: Used, seat: int, group: tuple[int, ...]) -> Rule[None]:
    """One die names the event, and the event is carried out, good or bad."""
    g.step("random-roll")
    (face,) = yield Roll(1, "random-events/roll", roller=seat)
    if g.skill(seat, "rolls-again"):
        prompt = f"You rolled a {face} for the random event. Do you use your skill to roll again?"
        what = _event(g, card.events[face - 1]) if face <= len(card.events) else "nothing happens"
        again = yield Choose(
            seat,
            "random-events/no-reroll",
            ("keep", "again"),
            prompt,
            (f"Keep the {face}", "Roll again"),
            lambda value: f"{what[:1].upper()}{what[1:]}." if value == "keep" else "The new number counts.",
        )
        if again == "again":
            g.note("characters/skill-overrides", "{who} rolls again because of a skill", who=g.names[seat])
            (face,) = yield Roll(1, "random-events/no-reroll", roller=seat)
    lines = card.events[face - 1] if face <= len(card.events) else ()
    _tell_event(g, seat, face, lines)
    g.step("next-line")
    yield from do_lines(g, lines, group)


@told
def _tell_event(g: Shelter, seat: int, face: int, lines: Sequence[str]) -> None:
    g.note(
        "random-events/match-number",
        "{who} rolled a {face}, and this takes effect at once: {event}" if lines else "{who} rolled a {face}",
        also=("random-events/mandatory", "random-events/no-reroll", "random-events/immediate"),
        who=g.names[seat],
        face=face,
        event=_event(g, lines),
    )
    if not lines:
        says = "The card does not name an event for a {face}, so nothing happens"
        g.note("random-events/uncovered-number", says, face=face)
