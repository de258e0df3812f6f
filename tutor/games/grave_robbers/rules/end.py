"""Movie end: after the final round, or when the deck has run out."""

from __future__ import annotations

from tutor.engine.core import NOBODY, told
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.table import Studio


def has_turn_left(g: Studio, seat: int) -> bool:
    """Whether a player has another turn in this movie after the one in progress, as far as is known now."""
    if g.last == g.turn or (g.final is not None and seat not in g.final):
        return False
    order = g.from_left_of(g.turn)
    return g.last == NOBODY or order.index(seat) <= order.index(g.last)


@rule("end/last-card-drawn")
def deck_may_be_out(g: Studio, drawer: int) -> bool:
    """Whoever draws the last card ends the movie: the turn in progress is completed, and then the movie is over."""
    if g.deck or g.last != NOBODY:
        return False
    meeting = _meeting(g)
    if meeting and g.reading(meeting) in ("finish-the-round", "final-round"):
        g.note(meeting, "the deck is empty, but the final round is played to its end, and nobody draws any more")
        return False
    g.last = g.turn
    has_next = drawer != g.turn and (g.final is None or drawer in g.final)
    if has_next and g.reading("end/deck-out-on-someone-elses-turn") == "own-next-turn":
        g.last = drawer
    _tell_deck_out(g, drawer, meeting)
    return True


@told
def _tell_deck_out(g: Studio, drawer: int, meeting: str) -> None:
    drawn = ("end/last-card-drawn", "end/no-reshuffle")
    first, *more = filter(None, (meeting, "end/deck-out-on-someone-elses-turn" if drawer != g.turn else "", *drawn))
    template = (
        "{who} has drawn the last card, so the movie ends after {whose} turn, "
        "and the graveyard is not shuffled into a new deck"
    )
    g.note(first, template, also=more, who=g.names[drawer], whose="this" if g.last == g.turn else "that player’s next")


def _meeting(g: Studio) -> str:
    """The rule for both endings at once; on the turn that rolled the credits the final round has not begun."""
    if g.final is None:
        return ""
    turns = g.seats if g.reading("credits/roller-final-turn") == "everybody" else g.seats - 1
    return "end/deck-out-and-credits-same-turn" if len(g.final) == turns else "end/deck-out-in-final-round"


def movie_is_over(g: Studio) -> bool:
    """Whether the movie ends with the turn that has just ended, and why."""
    if g.last == g.turn:
        also = ("end/two-ways", _meeting(g))
        g.note("end/last-card-drawn", "the deck has run out, so the movie is over", also=also)
        return True
    if g.final == []:
        g.note("end/after-final-round", "the final round is over, and so is the movie", also=("end/two-ways",))
        return True
    return False


@rule("end/two-ways")
def end_check(g: Studio) -> None:
    """The movie is over, or the next player to the left has a turn."""
    g.step("end-check")
    if movie_is_over(g):
        g.agenda.append(("scoring/everyone-scores",))
        return
    _end_establishing(g)
    g.step("next-player")
    if g.final is not None:
        g.agenda.append(("credits/final-turn-optional",))
    else:
        _pass_on(g)


def _end_establishing(g: Studio) -> None:
    g.step("establishing-check")
    rounds = g.parameters.protected
    if g.establishing and all(movie.turns >= rounds for movie in g.movies):
        g.step("establishing-ends")
        g.establishing = False
        turns = "a first turn" if rounds == 1 else f"{rounds} turns"
        template = "everybody has had {turns}, so from now on players can harm each other"
        g.note("turn/establishing-shot-ends", template, turns=turns)


def _pass_on(g: Studio) -> None:
    g.turn = (g.turn + 1) % g.seats
    g.note("turn/direction", "the turn passes to the left, to {who}", who=g.names[g.turn])
    g.agenda.append(("turn/three-steps",))
