"""Movie end: after the final round, or when the deck has run out."""

from __future__ import annotations

from tutor.engine.core.state import NOBODY
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.table import Studio


@rule("end/last-card-drawn")
def deck_may_be_out(g: Studio, drawer: int) -> bool:
    """Who draws the last card ends the movie: the turn in progress is completed, then it is over."""
    if g.deck or g.last != NOBODY:
        return False
    meeting = _meeting(g)
    if meeting and g.reading(meeting) in ("finish-the-round", "final-round"):
        g.note(meeting, "the deck is empty, but the final round is finished without drawing")
        return False
    g.last = g.turn
    rules = "end/last-card-drawn end/no-reshuffle"
    if drawer != g.turn:
        rules = f"end/deck-out-on-someone-elses-turn {rules}"
        has_next = g.final is None or drawer in g.final
        if has_next and g.reading("end/deck-out-on-someone-elses-turn") == "own-next-turn":
            g.last = drawer
    if meeting:
        rules = f"{meeting} {rules}"
    template = "{who} has drawn the last card: the movie is over after {whose} turn, and the graveyard stays as it is"
    g.note(rules, template, who=g.names[drawer], whose=f"{g.names[g.last]}’s")
    return True


def _meeting(g: Studio) -> str:
    """The rule for both endings at once; on the turn that rolled the credits the final round has not begun."""
    if g.final is None:
        return ""
    turns = g.seats if g.reading("credits/roller-final-turn") == "everybody" else g.seats - 1
    return "end/deck-out-and-credits-same-turn" if len(g.final) == turns else "end/deck-out-in-final-round"


def movie_is_over(g: Studio) -> bool:
    """Whether the movie ends with the turn that has just ended, and why."""
    if g.last == g.turn:
        rules = f"end/last-card-drawn end/two-ways {_meeting(g)}".rstrip()
        g.note(rules, "the deck has run out: the movie is over at once")
        return True
    if g.final == []:
        g.note("end/after-final-round end/two-ways", "everybody has had a final turn: the movie is over")
        return True
    return False
