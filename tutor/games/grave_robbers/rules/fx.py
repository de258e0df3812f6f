"""FX cards, which can be played on any turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tutor.engine.core import Refusal, Rule, Value
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.cards import FX, Fx
from tutor.games.grave_robbers.rules.establishing import CARDS
from tutor.games.grave_robbers.rules.fx_aims import open_aims, refuse_aim, rules_about, targets
from tutor.games.grave_robbers.rules.fx_queue import aim_for, aim_of, effect_of, enqueue
from tutor.games.grave_robbers.rules.popcorn import cost_of, pay, refuse_cost
from tutor.games.grave_robbers.rules.timing import Play, Speaker, played
from tutor.games.grave_robbers.table import Studio


class PlayFx(Play):
    """Play an FX card, on anybody’s turn, at what it may be aimed at."""

    kind, node, in_attack = FX, "fx-check", "attack-fx-check"

    def label(self, g: Studio, who: Speaker, card: str, target: str = "") -> str:
        return f"Play {g.called(card)}{aim_for(g, who.seat, effect_of(g, card), target)}"

    def about(self, g: Studio, who: Speaker, card: str, target: str = "") -> Sequence[str]:
        return rules_about(effect_of(g, card))

    def ways(self, g: Studio, seat: int, card: str) -> Sequence[Value]:
        return self._at(card, targets(g, seat, effect_of(g, card)))

    def open_ways(self, g: Studio, seat: int, card: str, popcorn: int) -> Sequence[Value]:
        if cost_of(g, card) > popcorn:
            return []
        fx: Fx = g.printed[card]
        return self._at(card, open_aims(g, seat, fx.effect))

    @staticmethod
    def _at(card: str, aims: Iterable[str]) -> list[Value]:
        return [("play", card, target) if target else ("play", card) for target in aims]

    def reasons(self, g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
        cost = list(refuse_cost(g, seat, card, cost_of(g, card)))
        yield from cost
        yield from refuse_aim(g, seat, effect_of(g, card), target, CARDS, usable=not cost)

    @staticmethod
    @rule("fx/pay-for-each")
    def do(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
        """An FX card is paid for and joins the queue; who plays it names its target."""
        yield from pay(g, seat, card, cost_of(g, card))
        g.note(
            "fx/pay-for-each",
            "{who} plays {card}{aim}{when}",
            also=(
                *played(g, seat, FX),
                "fx/targets-named-when-played",
                "fx/playable-on-any-turn",
                "turn/only-fx-off-turn" if seat != g.turn else "",
                "attack/everyone-may-play-fx" if g.attack is not None else "",
            ),
            who=g.names[seat],
            card=g.called(card),
            aim=aim_of(g, effect_of(g, card), target),
            when="" if seat == g.turn else f" during {g.names[g.turn]}’s turn",
        )
        enqueue(g, seat, card, target, ability=False)
