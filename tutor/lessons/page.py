"""A page: a section of a game, or a whole game, taught step by step (`docs/formats.md`)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from tutor.engine.book.files import structure
from tutor.engine.core.game import Game, find_game
from tutor.engine.play.scene import Scene, laid_over

LIMITS = {
    "title": 6,
    "theme": 60,
    "teaches": 40,
    "prompt": 16,
    "text": 60,
    "why": 60,
    "hint": 40,
    "fold": 90,
    "new_table": 30,
}
"""The most words that each text of a page may have."""

PARTS = ("step", "corner", "other")
"""The parts of a page, as its file names them: the core that everybody takes, corner cases, and other ways to play."""

CORE, CORNER, OTHER = PARTS

WHOLE_GAMES = ("first-game", "second-game")
"""The sections, which are also the slugs, of the pages that are each a whole game, in the order of playing them."""

MOST_PRESSES = 60
"""How often a learner has to press in a whole game, at most, unless its page says otherwise."""


@dataclass(frozen=True, slots=True)
class Move:
    """One answer of a line that plays itself, and the sentence that goes with it."""

    answer: str
    """As in a scene: `roll 2`, `Ben: pass`, `5 2` for dice, card ids for a draw."""
    text: str = ""
    then: tuple[str, ...] = ()
    """Answers that follow at once, under the same sentence."""
    rules: tuple[str, ...] = ()

    @property
    def answers(self) -> tuple[str, ...]:
        """All its answers, in their order."""
        return (self.answer, *self.then)


@dataclass(frozen=True, slots=True)
class Branch:
    """What follows one of the moves that a step on one table accepts."""

    text: str = ""
    """What is said to the move."""
    then: tuple[Move, ...] | None = None
    """What others and chance answer, in place of the step's own `then`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question, with its explanation."""

    text: str
    why: str
    right: bool = False
    holds: dict[str, Any] | None = None
    """For a prediction: what holds afterwards exactly if this answer is right; checked when the page is tested."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to play what a step compares: ours, which is the first, or another reading, variant or number."""

    text: str
    why: str
    """What is seen at the end, and why."""
    holds: dict[str, Any]
    """What holds afterwards in this way, and not where the other ways are compared with it."""
    readings: dict[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    parameters: dict[str, int] = field(default_factory=dict)
    play: tuple[Move, ...] = ()
    """What happens, if not what happens in every way."""

    @property
    def rules_changed(self) -> dict[str, Any]:
        """What this way changes in the rules, as a scene says it."""
        changed = {"readings": self.readings, "variants": list(self.variants), "parameters": self.parameters}
        return {key: what for key, what in changed.items() if what}


@dataclass(frozen=True, slots=True)
class Event:
    """Something whose odds are shown: what is done first, and what is then looked for."""

    text: str
    play: tuple[str, ...] = ()
    measure: str = ""
    """The id of one of the game's measures, for `player`."""
    player: str = ""
    table: dict[str, Any] | None = None
    """Part of a position, in the words of a scene's [table]. Neither this nor a measure: what the roll aims at."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a page. Which keys a step may have depends on its kind: see `KINDS`."""

    kind: str
    part: str = CORE
    """The part of the page that the step belongs to, one of `PARTS`; the file says it by the name of its table."""
    prompt: str = ""
    """What to do or the question, in a few words."""
    text: str = ""
    fold: str = ""
    """More words, folded away until they are asked for."""
    rules: tuple[str, ...] = ()
    """The ids of the rules that the step teaches."""
    scene: dict[str, Any] | None = None
    """A new position: what differs from the page's scene. Without it the step goes on where the last one ended."""
    new_table: str = ""
    """Why the step needs a new position."""
    you: str = ""
    """The learner's player from here on."""
    overlay: str = ""
    """The question laid over the game's map, by its id; `none` for a map that answers no question."""
    hint: str = ""
    play: tuple[Move, ...] = ()
    """What a show or a prediction plays, or the line that reaches a free step's goal."""
    accept: tuple[str, ...] = ()
    """The moves wanted; the page goes on from the first."""
    any_move: bool = False
    """Accept every open move."""
    holds: dict[str, Any] | None = None
    """Accept every open move after which this holds."""
    replies: dict[str, str] = field(default_factory=dict)
    """What is said to an accepted move."""
    instead: dict[str, str] = field(default_factory=dict)
    """What is said to an open move that is not the one wanted."""
    closed: dict[str, str] = field(default_factory=dict)
    """Moves that must be refused here, each with the rule that refuses it."""
    then: tuple[Move, ...] = ()
    """Answers of others and of chance that follow the learner's move."""
    on: dict[str, Branch] = field(default_factory=dict)
    """On one table: what is said to an accepted move, and what follows it."""
    when: dict[str, Any] | None = None
    """On one table: the step comes up only where this holds (an `expect` of a scene)."""
    reasons: tuple[Choice, ...] = ()
    """Answers to “Why?”, which is asked after the move."""
    ways: tuple[Way, ...] = ()
    """The ways to play that are compared, ours first."""
    options: tuple[Choice, ...] = ()
    chances: tuple[Event, ...] = ()
    moves: tuple[str, ...] = ()
    """The moves to choose among when one of them is illegal; all that are offered if left out."""
    bot: str = "random"
    """Who plays the other seats."""
    goal: dict[str, Any] | None = None

    @property
    def about(self) -> str:
        """What the step is about: its prompt, or the first sentence of its text."""
        return self.prompt or _SENTENCE.split(self.text.replace("*", ""), maxsplit=1)[0]


_SENTENCE = re.compile(r"(?<=[.!?])\s")

NO_OVERLAY = "none"
COMMON = ("kind", "part", "prompt", "text", "fold", "rules", "scene", "new_table", "you", "overlay")
KINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "say": (("text",), ()),
    "show": (("rules", "play"), ()),
    "do": (
        ("prompt", "rules", "accept"),
        ("any_move", "holds", "replies", "instead", "closed", "then", "reasons", "hint"),
    ),
    "predict": (("prompt", "rules", "options", "play"), ("hint",)),
    "odds": (("prompt", "rules", "chances"), ("options", "hint")),
    "quiz": (("prompt", "rules", "options"), ("hint",)),
    "spot": (("rules",), ("moves", "hint")),
    "free": (("prompt",), ("bot", "goal", "play", "hint")),
    "compare": (("prompt", "text", "rules", "ways"), ("play",)),
}
"""Kind of step → the keys it needs, and those it may have beside `COMMON`."""

ONE_TABLE_COMMON = ("kind", "part", "prompt", "text", "fold", "rules", "when")
ONE_TABLE_KINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "say": (("text",), ()),
    "show": (("text", "play"), ()),
    "do": (("prompt", "rules", "accept"), ("on", "replies", "instead", "closed", "then", "hint")),
    "quiz": (("prompt", "rules", "options"), ("hint",)),
    "end": (("text",), ()),
}
"""The same for a page on one table."""


@dataclass(frozen=True)
class Page:
    """A page of a course: a position, and steps that begin in it."""

    game: str
    section: str
    """The section of the rulebook's index that the page teaches."""
    title: str
    theme: str
    """A line of the story, to begin with."""
    teaches: str
    """What one knows afterwards."""
    step: tuple[Step, ...]
    """All steps: those of the core, the corner cases and the other ways to play, in this order."""
    scene: dict[str, Any] = field(default_factory=dict)
    """The position that the page starts from, in the format of scenes."""
    you: str = ""
    """The learner's player; the first one of the scene if left out."""
    test_out: tuple[Step, ...] = ()
    """Questions; who answers them all may skip the page."""
    one_table: bool = False
    """Whether the page is one game from its start to its end, and always goes on from what the learner did."""
    endings: tuple[str, ...] = ()
    """On one table: the rules of all the ways in which a game can be won or end."""
    presses: int = MOST_PRESSES
    """On one table: how often a learner has to press, at most."""
    number: int = 0
    slug: str = ""
    file: str = ""
    digest: str = ""
    find: Any = field(default=find_game, compare=False, repr=False)
    """Finds a game by its id."""

    @property
    def id(self) -> str:
        """`GAME/SLUG`, for links and progress."""
        return f"{self.game}/{self.slug}"

    @property
    def subject(self) -> Game:
        """The game that the page is about."""
        game: Game = self.find(self.game)
        return game

    def steps_of(self, part: str) -> list[int]:
        """The numbers of the steps that belong to a part, one of `PARTS`."""
        return [n for n, step in enumerate(self.step) if step.part == part]

    def place(self, n: int) -> str:
        """Where step `n` stands in the file, as `corner[2]`."""
        part = self.step[n].part
        return f"{part}[{n - self.steps_of(part)[0]}]"

    def laid_scene(self, step: Step | None = None, way: Way | None = None) -> Scene:
        """The page's scene, with what a step's own scene and one of the ways that it compares change in it.

        Raises:
            BadInput: if it is no scene.
        """
        document = laid_over(self.scene, (step.scene if step else None) or {})
        document = laid_over(document, way.rules_changed if way else {})
        return structure({"game": self.game, **document, "file": self.file}, Scene, self.file, "scene")

    def taught(self) -> dict[str, list[int]]:
        """The rule ids that steps of this page name, each with the numbers of those steps."""
        found: dict[str, list[int]] = {}
        for n, step in enumerate(self.step):
            named = [*step.rules, *(id for move in step.play for id in move.rules)]
            for id in dict.fromkeys(named):
                found.setdefault(id, []).append(n)
        return found
