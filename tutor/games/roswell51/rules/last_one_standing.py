"""Last One Standing: one final action, and a full round of the aliens' side."""

from __future__ import annotations

from tutor.engine.core import Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules import horror_star, player_turn
from tutor.games.roswell51.table import Movie


@rule("last-one-standing/trigger")
def last_stand(g: Movie) -> Rule[None]:
    """The last survivor's turn begins at once: Horror Stars, one final action, and then the other side's turns."""
    who = next(iter(g.survivors()))
    g.waiting = [seat for seat in g.clockwise(who.seat)[1:] if seat == DIRECTOR or g.people[seat].out]
    g.turn, g.mode = who.seat, player_turn.ACTIONS
    yield from horror_star.last_rolls(g, who)
    g.step("los-action")
    tokens = "last-one-standing/tokens-then-action" if who.stars else ""
    template = "{who} takes one final action"
    g.note("last-one-standing/one-final-action", template, also=(tokens,), who=g.named(who.card))
    for one in g.people[who.seat].pool:
        one.new = False
    staying = yield from player_turn.take_action(g, who)
    yield from player_turn.action_done(g, who, staying)
    g.agenda.append(("last-one-standing/full-round",))


@rule("last-one-standing/full-round")
def next_in_round(g: Movie) -> None:
    """The Director and all who are out take one turn each, clockwise from the survivor's left; then it is over."""
    if not g.waiting:
        g.step("end-last-one")
        g.ended = "the last one is still standing"
        who = next(iter(g.survivors()))
        g.note(
            "last-one-standing/survive-round", "{who} alone has survived, and the movie is over", who=g.named(who.card)
        )
        return
    g.step("los-round")
    g.turn, g.mode = g.waiting.pop(0), ""
    g.note(
        "last-one-standing/full-round",
        "it is {who}’s turn in the final round",
        also=("last-one-standing/order", "last-one-standing/new-pod-players-act"),
        who=g.names[g.turn],
    )
    director = g.turn == DIRECTOR
    g.agenda.append(("director-turn/exactly-one-attack-action",) if director else ("pod-players/same-actions",))
