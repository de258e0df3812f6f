"""Simple bots: each keeps itself alive and works towards one of the three ways to win.

`rules-tutor simulate shelter --seats 4 --games 2000` plays many games with them and counts how they end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tutor.engine.core import Bot, Choose, Moves, Position, Random, Value
from tutor.games.shelter.cards import ARK, CODE, CODE_PART, NEEDS, ROOM, Line, Used, read_line

BUILDER, SEEKER, HERMIT = "builder", "seeker", "hermit"
AIMS = {
    "builds-for": BUILDER,
    "heals": BUILDER,
    "rolls-again": BUILDER,
    "wins-ties": BUILDER,
    "hand-limit": BUILDER,
    "pays-less": SEEKER,
    "starting-items": SEEKER,
    "items-a-round": SEEKER,
    "keeps": HERMIT,
}
"""The aim that suits each skill."""

LOW = 2
"""At this level or below, an attribute counts as low."""
WORTH = {
    BUILDER: {"progress": 6.0, "items": 1.0, "code": 1.0},
    SEEKER: {"progress": 1.0, "items": 2.5, "code": 20.0},
    HERMIT: {"progress": -2.0, "items": 1.0, "code": 4.0},
}
"""What a point of each thing is worth to each aim, on a scale where raising an attribute from 2 to 3 is worth 1.5."""

COMES = 0.2
"""How likely each player who can still choose a place is to come where others are needed."""

FIRST = 50.0
"""What is added for an item that is worth using, because items come before furniture."""


class Eyes:
    """What a bot bases its decisions on: the position as its seat sees it, and its aim."""

    def __init__(self, ask: Moves[Any, Any], position: Position, aim: str) -> None:
        self.cards = ask.g.cards
        self.position = position
        self.me: Mapping[str, Any] = list(position["players"].values())[ask.seat]
        self.aim = aim or self.natural_aim()

    def natural_aim(self) -> str:
        """Return the way to win that suits this player's character."""
        character = self.me["character"]
        return AIMS[read_line(self.cards[character].skill).verb] if character else BUILDER

    def of_line(self, line: Line) -> float:
        """Return what a line is worth to this player."""
        if line.verb == "change" and line.what == "health":
            return line.n * (3.0 if self.me["health"] <= LOW else 1.0)
        if line.verb == "change":
            return line.n * self.hunger(line.what)
        if line.verb == "spare":
            return self.hunger(line.what)
        if line.verb == "skip":
            return -2.0
        if line.verb in ("special", "harm", "restore", "replace", "clear"):
            return 1.0
        return line.n * WORTH[self.aim].get(line.verb, 0.0)

    def hunger(self, need: str) -> float:
        """Return what a point of satiety, cleanness or mood is worth, which is more if the player has less of it."""
        level = int(self.me[need])
        if not level and self.me["health"] <= LOW:
            return 8.0
        return (4.0, 3.0, 1.5, 0.8)[level] if level <= LOW + 1 else 0.4

    def of_card(self, id: str) -> float:
        """Return what using a card is worth, including its exchange and an average random event."""
        card = self.cards[id]
        if not isinstance(card, Used):
            return 0.0
        total = sum(map(self.of_line, map(read_line, card.effect)))
        if card.price and len(self.me["items"]) >= card.price:
            total += max(0.0, sum(map(self.of_line, map(read_line, card.reward))) - card.price)
        if card.events:
            total += sum(self.of_line(read_line(text)) for event in card.events for text in event) / len(card.events)
        return total

    def of_place(self, key: str) -> float:
        """Return what going to a place is worth."""
        card = key if key in self.cards else key.rpartition("-")[0]
        if card == ARK:
            return 100.0
        if key == ROOM:
            return 3.0 * WORTH[self.aim]["progress"] / 6.0 * self.company(key)
        required = self.cards[card].required
        return self.of_card(card) * (self.company(key) if required else 1.0)

    def of_item(self, id: str) -> float:
        """Return what using an item is worth now; it is negative if the player had better keep the item."""
        if id in (CODE, CODE_PART):
            return 2 * FIRST
        value = self.of_card(id) - WORTH[self.aim]["items"]
        return FIRST + value if value > 1.0 else -1.0

    def company(self, key: str) -> float:
        """Return how likely it is, from 0 to 1, that enough other players come; with an empty bar, nobody waits."""
        card = key if key in self.cards else key.rpartition("-")[0]
        need = self.position["room"]["required"] if key == ROOM else self.cards[card].required
        players = self.position["players"].values()
        missing = need - sum(player["place"] == key for player in players) - 1
        if missing <= 0:
            return 1.0
        can_come = sum(not (player["place"] or player.get("done") or player.get("fate")) for player in players) - 1
        starving = any(not self.me[need] for need in NEEDS)
        return 0.0 if starving or can_come < missing else min(1.0, COMES * can_come) ** missing


def choose(ask: Choose, look: Callable[[], Position], random: Random, aim: str = "") -> Value:
    """Answer with the open option that is worth most, and break ties at random."""
    options = list(ask.open())
    if len(options) == 1:
        return options[0]
    eyes = Eyes(ask, look(), aim) if isinstance(ask, Moves) else None
    scored = [(worth(eyes, value), random(), n) for n, value in enumerate(options)]
    return options[max(scored)[2]]


def worth(eyes: Eyes | None, value: Value) -> float:
    """Return what an answer is worth; `eyes` is None unless the question is about moves."""
    if not isinstance(value, tuple):
        return {"exchange": 1.0, "agree": 1.0, "stay": 0.05, "wait": 0.5}.get(str(value), 0.1)
    if eyes is None:
        return 0.0
    verb, what = str(value[0]), str(value[1])
    if verb == "go":
        return eyes.of_place(what)
    if verb == "use":
        return eyes.of_item(what)
    if verb in ("discard", "give"):
        return -eyes.of_card(what) - (100.0 if what in (CODE, CODE_PART) else 0.0)
    return 0.0


def _with_aim(aim: str) -> Bot:
    return lambda ask, look, random: choose(ask, look, random, aim)


BOTS: Mapping[str, Bot] = {
    "by-character": choose,
    BUILDER: _with_aim(BUILDER),
    SEEKER: _with_aim(SEEKER),
    HERMIT: _with_aim(HERMIT),
}
"""`by-character` aims at what suits its character's skill; each of the others always aims at one way to win."""
