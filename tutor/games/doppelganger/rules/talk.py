"""What may be said, shown and known: table talk, in which lies are allowed and nothing is ever shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tutor.engine.core.asks import Choose, Refusal, Rule, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.table import CLAIMS_KEPT, Expedition

TALK = "talk"
SAY_SOMETHING = "Say something"
SILENT = "say nothing"
TILE_KINDS = ("open", "mountain", "canyon", "civilization")


class Say(Choose):
    """What a seat says: about cards held or played, or tiles thrown; true or not."""

    __slots__ = ("g",)

    def __init__(self, g: Expedition, seat: int) -> None:
        self.g = g
        self.seat = seat
        self.rule = "secrecy/may-talk"

    def prompt(self) -> str:
        return "What do you say? It need not be true"

    def label(self, value: Value) -> str:
        if isinstance(value, tuple):
            verb, about = map(str, value)
            return f"“{_SAID[verb]} {self.g.name(about) if about in self.g.cards else about}”"
        return str(value).capitalize()

    def candidates(self) -> Sequence[Value]:
        return [*self.open(), ("show", "hand"), ("show", "tile"), ("look", "discards"), ("trade", "card")]

    def open(self) -> Sequence[Value]:
        g = self.g
        said: list[Value] = [SILENT]
        if g.attempt is not None:
            said += g.kit.played
        said += g.kit.held
        if any(knower == self.seat for _, knower in g.thrown):
            said += [("threw", kind) for kind in TILE_KINDS]
        return said

    def refuse(self, value: Value) -> Iterator[Refusal]:
        fix = "Say what it is, truthfully or not."
        match value:
            case ("show", "hand"):
                yield Refusal("secrecy/no-showing-cards", "supply cards are never shown", fix)
            case ("show", "tile"):
                yield Refusal("secrecy/tile-discard-hidden", "a discarded tile is never shown", fix)
            case ("look", _):
                yield Refusal("secrecy/piles-closed", "nobody looks through a pile that lies face down")
            case ("trade", _):
                yield Refusal("secrecy/no-trading", "supply cards never pass from hand to hand")


_SAID = {
    "holds": "I hold",
    "lacks": "I do not hold",
    "played": "I have played",
    "threw": "I have thrown away:",
    "show": "Show",
    "look": "Look at the",
    "trade": "Trade a",
}
_CITED = {
    "holds": "secrecy/may-talk secrecy/may-lie",
    "lacks": "secrecy/may-talk secrecy/may-lie",
    "played": "clear/may-lie-about-cards secrecy/may-lie",
    "threw": "secrecy/tile-talk secrecy/may-lie",
}


@rule("secrecy/may-talk")
def say(g: Expedition, seat: int) -> Rule[None]:
    """A player says something about own cards or thrown tiles; nobody checks it, and anybody may lie."""
    value = yield Say(g, seat)
    if value == SILENT:
        return
    verb, about = str(value[0]), str(value[1])
    g.claims = [*g.claims, (seat, verb, about)][-CLAIMS_KEPT:]
    words = g.name(about) if about in g.cards else about
    g.note(_CITED[verb], "{who} says: “{said} {words}”", who=g.names[seat], said=_SAID[verb], words=words)


def unless_talk(g: Expedition, ask: Callable[[], Choose]) -> Rule[Any]:
    """Ask the leader until the answer is something else than that somebody wants to speak."""
    while (value := (yield ask())) == TALK:
        yield from table_talk(g)
    return value


def table_talk(g: Expedition) -> Rule[None]:
    """Anybody on the Team may speak while the leader decides; the leader's screen takes it down."""
    names = [g.names[seat] for seat in g.living()]
    name = yield Choose(g.leader, "secrecy/may-talk", names, "Who speaks?")
    yield from say(g, g.seat(name))
