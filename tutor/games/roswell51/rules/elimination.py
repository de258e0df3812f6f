"""The loss of a survivor, and what it means for its cards and tokens, for its player and for the movie."""

from __future__ import annotations

from tutor.engine.core import Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.rules import pod_players, turning_point
from tutor.games.roswell51.rules.spoints import give_back
from tutor.games.roswell51.table import Movie


@rule("holding-cards/discarded-on-elimination")
def lose(g: Movie, who: Survivor) -> None:
    """A survivor leaves play: held cards are discarded, rest spoints go to the pool, and Horror Stars are lost."""
    g.people[who.seat].pool.remove(who)
    name = g.named(who.card)
    if who.held:
        g.note(
            "holding-cards/discarded-on-elimination",
            "everything that {who} holds is discarded",
            also=("flail/held-cards-to-discard", "doubles/head-shot-belongings"),
            who=name,
        )
        g.discard(*who.held)
        who.held = ()
    why = ("spoints/eliminated-rest-to-pool", "flail/rest-spoints-to-pool")
    give_back(g, who.rest, "large-cast/grim-toll-rest", why, name)
    who.rest = 0
    if who.stars:
        stars = "Horror Star is" if len(who.stars) == 1 else "Horror Stars are"
        g.note("horror-star/belongs-to-survivor", f"{{who}}’s {stars} lost", who=name)
    if who.probed:
        g.discard(who.probed)
        who.probed = ""


def aftermath(g: Movie, seat: int, by: int) -> Rule[None]:
    """After a loss, see whether the player is out and whether an endgame begins; `by` is the attacker's seat."""
    yield from pod_players.check_out(g, seat, by)
    yield from turning_point.endgames(g)
