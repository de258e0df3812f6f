"""Who plays, and why nobody can attack another player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Choose, Closed, Refusal, Rule, Value
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import Line
from tutor.games.shelter.rules.health import change
from tutor.games.shelter.table import Shelter


@rule("overview/player-count")
def sit_down(g: Shelter) -> None:
    """Two to six people play."""
    g.step("start")
    g.note("overview/player-count", "{n} players sit down to a game for 2 to 6", n=g.seats)


class Attack(Closed[Shelter, int]):
    """Attack another player, which no action of the game allows."""

    verb, words, heading = "attack", "Attack {}", "Other"

    def tries(self, g: Shelter, seat: int) -> Sequence[Value]:
        return self.each(g.names[other] for other in g.inside() if other != seat)

    def refuse(self, g: Shelter, seat: int, other: str) -> Iterator[Refusal]:
        yield Refusal(
            "overview/no-direct-attack",
            f"you can’t attack {other}, because the game has no action for that",
            f"To get in {other}’s way, take a place that {other} needs, or use up the furniture.",
        )


def harm(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """A card hurts another survivor, whom the player chooses."""
    others = [("harm", g.names[other]) for other in g.inside() if other != seat]
    if not others:
        return
    _, name = yield Choose(
        seat,
        "overview/no-direct-attack",
        others,
        f"Which survivor loses {line.n} {line.what} because of your card?",
        lambda value: str(value[1]),
    )
    says = "The card hurts {who}, although no player could do that without a card"
    g.note("overview/no-direct-attack", says, who=name)
    yield from change(g, g.seat(name), Line("change", line.what, -line.n))
