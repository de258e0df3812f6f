"""Random events: one die names what happens."""

from __future__ import annotations

from tutor.engine.core.asks import Choose, Roll, Rule
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import Used
from tutor.games.shelter.people import listed
from tutor.games.shelter.rules.effects import do_lines, still_there
from tutor.games.shelter.table import Shelter


@rule("random-events/roll")
def random_events(g: Shelter, card: Used, group: tuple[int, ...]) -> Rule[None]:
    """On shared furniture the last to arrive rolls once for all, or each rolls; a lone user just rolls."""
    there = still_there(g, group)
    if len(group) == 1 or g.readings["random-events/each-user-rolls"] == "each-rolls":
        for seat in there:
            if not g.players[seat].fate:
                g.note("random-events/each-user-rolls", "{who} rolls alone", who=g.names[seat])
                yield from random_event(g, card, seat, (seat,))
    elif there:
        g.note("random-events/each-user-rolls", "{who} came last and rolls once for everybody", who=g.names[there[-1]])
        yield from random_event(g, card, there[-1], there)


@rule("random-events/match-number")
def random_event(g: Shelter, card: Used, seat: int, group: tuple[int, ...]) -> Rule[None]:
    """One die names the event, and the event is carried out, good or bad."""
    g.step("random-roll")
    (face,) = yield Roll(1, "random-events/roll", roller=seat)
    if g.skill(seat, "rolls-again"):
        again = yield Choose(
            seat, "random-events/no-reroll", ("keep", "again"), "Do you roll again?", (f"Keep the {face}", "Roll again")
        )
        if again == "again":
            g.note("characters/skill-overrides", "{who} rolls again because of a skill", who=g.names[seat])
            (face,) = yield Roll(1, "random-events/no-reroll", roller=seat)
    lines = card.events[face - 1] if face <= len(card.events) else ()
    g.note(
        "random-events/match-number",
        "{who} rolled {face}, and this takes effect at once: {event}",
        also=("random-events/mandatory", "random-events/no-reroll", "random-events/immediate"),
        who=g.names[seat],
        face=face,
        event=listed([line.replace("-", "−") for line in lines]) or "nothing",
    )
    if not lines:
        g.note("random-events/uncovered-number", "The card names nothing for a {face}, so nothing happens", face=face)
    g.step("next-line")
    yield from do_lines(g, lines, group)
