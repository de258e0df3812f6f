"""What may be said, shown and known: table talk, in which lies are allowed and nothing is ever shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tutor.engine.core import Move, Moves, Pick, Refusal, Rule, Value, WhoActs
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.table import CLAIMS_KEPT, Expedition

SILENT = "say nothing"
TILE_KINDS = ("open", "mountain", "canyon", "civilization")
NEVER = (("show", "hand"), ("show", "tile"), ("look", "discards"), ("trade", "card"))
"""What players might try to do instead of talking, although no rule allows it."""


class Aside(Move[Expedition, Any]):
    """Something that a player may do before a decision without changing it, so that they are asked again."""


class Talk(Aside):
    """Let somebody on the Team speak while the leader decides."""

    verb = "talk"

    def __init__(self, words: str = "Say something") -> None:
        self.words = words

    @staticmethod
    def do(g: Expedition, _: Any) -> Rule[None]:
        return table_talk(g)


class Speak(Aside):
    """Say something before adding to the pile or voting."""

    verb, words = "talk", "Say something"

    @staticmethod
    def do(g: Expedition, seat: int) -> Rule[None]:
        return say(g, seat)


TALK, SPEAK = Talk(), Speak()


def decide(ask: Moves[Expedition, Any]) -> Rule[Any]:
    """Ask until the answer is more than an aside; carry every answer out, and return the last."""
    while True:
        answer = yield ask
        move, what = ask.meant(answer)
        yield from move.make(ask.g, ask.who, what)
        if not isinstance(move, Aside):
            return answer
        ask = ask.again()


def table_talk(g: Expedition) -> Rule[None]:
    """Anybody on the Team may speak while the leader decides; the leader's screen records it."""
    names = [g.names[seat] for seat in g.living()]
    name = yield WhoActs(g.leader, "secrecy/may-talk", names, "Who wants to say something?", g.names[g.leader])
    yield from say(g, g.seat(name))


@rule("secrecy/may-talk")
def say(g: Expedition, seat: int) -> Rule[None]:
    """A player says something about their cards or discarded tiles; nobody checks it, and anybody may lie."""
    said = sayable(g, seat)
    value = yield Pick(
        seat,
        "secrecy/may-talk",
        lambda: [*said, *NEVER],
        "What do you say? It doesn’t have to be true.",
        lambda value: never_done(g, seat, value),
        lambda value: _in_words(g, value),
        said,
    )
    if value == SILENT:
        return
    verb, about = value
    g.claims.append((seat, verb, about))
    if len(g.claims) > CLAIMS_KEPT:
        g.claims.pop(0)
    words = TILES.get(about) or g.one(about)
    g.note(
        _CITED[verb],
        "{who} says: “{said} {words}”",
        also=("secrecy/may-lie",),
        who=g.names[seat],
        said=_SAID[verb],
        words=words,
    )


def sayable(g: Expedition, seat: int) -> list[Value]:
    """Return all that a seat can say, true or not, about cards held or played, or tiles thrown away."""
    said: list[Value] = [SILENT]
    if g.attempt is not None:
        said += g.kit.played
    said += g.kit.held
    if threw_a_tile(g, seat):
        said += [("threw", kind) for kind in TILE_KINDS]
    return said


def threw_a_tile(g: Expedition, seat: int) -> bool:
    """Whether a seat knows a tile among those thrown away."""
    return any(seat in knowers for _, *knowers in g.thrown)


def never_done(g: Expedition, seat: int, value: Value) -> Iterator[Refusal]:
    """Yield why cards and tiles cannot be shown, looked at or traded."""
    free, cards = ", truthfully or not", "Talk about your cards instead."
    match value:
        case ("show", "hand"):
            yield Refusal(
                "secrecy/no-showing-cards", "you can’t show your Supply cards", f"You can say what they are{free}."
            )
        case ("show", "tile"):
            fix = f"You can say what you discarded{free}." if threw_a_tile(g, seat) else cards
            yield Refusal(
                "secrecy/tile-discard-hidden", "a tile discarded while scouting stays hidden from the others", fix
            )
        case ("look", _):
            why = "you can’t look through the discards, because they’re face down"
            yield Refusal("secrecy/piles-closed", why, "Ask the others what they’ve discarded.")
        case ("trade", _):
            why = "you can’t give away or swap Supply cards"
            yield Refusal("secrecy/no-trading", why, cards)


_SAID = {"holds": "I have", "lacks": "I don’t have", "played": "I have played", "threw": "I have thrown away"}
TILES = {
    "open": "an Open Desert tile",
    "mountain": "a Mountain tile",
    "canyon": "a Canyon tile",
    "civilization": "a Civilization tile",
}
_DONE = {
    ("show", "hand"): "Show your hand",
    ("show", "tile"): "Show a discarded tile",
    ("look", "discards"): "Look through the discards",
    ("trade", "card"): "Trade a card",
    SILENT: "Say nothing",
}
_CITED = {
    "holds": "secrecy/may-talk",
    "lacks": "secrecy/may-talk",
    "played": "clear/may-lie-about-cards",
    "threw": "secrecy/tile-talk",
}


def _in_words(g: Expedition, value: Any) -> str:
    if value in _DONE:
        return _DONE[value]
    verb, about = value
    return f"“{_SAID[verb]} {TILES.get(about) or g.one(about)}”"
