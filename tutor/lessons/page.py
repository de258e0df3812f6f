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
"""The largest number of words in each text of a page."""

PARTS = ("step", "corner", "other")
"""The parts of a page, as its file names them: the core that everybody takes, corner cases, and other ways to play."""

CORE, CORNER, OTHER = PARTS

WHOLE_GAMES = ("first-game", "second-game")
"""The sections, which are also the slugs, of the pages that are each a whole game, in the order of playing them."""

ANNOUNCING = 2
"""The number of steps at the beginning of a whole game that together announce how it can end."""

MOST_PRESSES = 60
"""The largest number of presses that a whole game may need, unless its page says otherwise."""


@dataclass(frozen=True, slots=True)
class Move:
    """One answer of a line that plays itself, and the sentence that goes with it."""

    answer: str
    """The answer as in a scene: `roll 2`, `Ben: pass`, `5 2` for dice, card ids for a draw."""
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
    """The reply to the move."""
    then: tuple[Move, ...] | None = None
    """The answers of others and of chance, instead of the step's own `then`; for an aside, all that follow it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question, with its explanation."""

    text: str
    why: str
    right: bool = False
    holds: dict[str, Any] | None = None
    """For a prediction: what is true afterwards if, and only if, this answer is right; the check tests it."""

    @property
    def verdict(self) -> str:
        """The verdict on this answer: right or wrong."""
        return "right" if self.right else "wrong"


@dataclass(frozen=True, slots=True)
class Way:
    """One of the ways to play that a step compares: ours, which is the first, or another reading, variant or number."""

    text: str
    why: str
    """What the learner sees at the end of this way, and why."""
    holds: dict[str, Any]
    """What is true afterwards in this way but not in those that are compared with it."""
    readings: dict[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    parameters: dict[str, int] = field(default_factory=dict)
    play: tuple[Move, ...] = ()
    """What happens in this way, if it differs from the step's own play."""

    @property
    def rules_changed(self) -> dict[str, Any]:
        """The rules that this way changes, as in a scene."""
        changed = {"readings": self.readings, "variants": list(self.variants), "parameters": self.parameters}
        return {key: what for key, what in changed.items() if what}


@dataclass(frozen=True, slots=True)
class Event:
    """An event whose odds are shown: the answers that come first, and what is then checked."""

    text: str
    play: tuple[str, ...] = ()
    measure: str = ""
    """The id of one of the game's measures, for `player`."""
    player: str = ""
    table: dict[str, Any] | None = None
    """Part of a position, as in a scene's [table]. With neither this nor a measure, the aim of the roll counts."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a page. Which keys a step may have depends on its kind: see `KINDS`."""

    kind: str
    part: str = CORE
    """The part of the page to which the step belongs, one of `PARTS`; in the file, it is the name of the table."""
    prompt: str = ""
    """The question or the instruction, in a few words."""
    text: str = ""
    fold: str = ""
    """More text, folded away until the learner opens it."""
    rules: tuple[str, ...] = ()
    """The ids of the rules that the step teaches."""
    scene: dict[str, Any] | None = None
    """A new position: what differs from the page's scene. Without it, the step goes on where the last one ended."""
    new_table: str = ""
    """Why the step needs a new position."""
    you: str = ""
    """The learner's player from here on."""
    overlay: str = ""
    """The id of the question that the game's map answers; `none` for a map that answers nothing."""
    hint: str = ""
    play: tuple[Move, ...] = ()
    """The moves of a show or a prediction, or the line that reaches the goal of a free step."""
    accept: tuple[str, ...] = ()
    """The moves that the page wants; it goes on from the first."""
    any_move: bool = False
    """Whether every open move is accepted."""
    holds: dict[str, Any] | None = None
    """An expectation that accepts every open move after which it holds."""
    replies: dict[str, str] = field(default_factory=dict)
    """The replies to accepted moves."""
    instead: dict[str, str] = field(default_factory=dict)
    """The replies to other open moves."""
    closed: dict[str, str] = field(default_factory=dict)
    """Moves that must be refused here, each with the rule that refuses it."""
    then: tuple[Move, ...] = ()
    """The answers of others and of chance that follow the learner's move."""
    on: dict[str, Branch] = field(default_factory=dict)
    """On one table: the reply to an accepted move, and what follows it."""
    aside: dict[str, Branch] = field(default_factory=dict)
    """On one table: moves that the learner may make first; when they are done, the step is asked again."""
    when: dict[str, Any] | None = None
    """On one table: the step comes up only if this holds (an `expect` of a scene)."""
    reasons: tuple[Choice, ...] = ()
    """The answers to “Why?”, which the page asks after the move."""
    ways: tuple[Way, ...] = ()
    """The ways to play that the step compares, ours first."""
    options: tuple[Choice, ...] = ()
    chances: tuple[Event, ...] = ()
    moves: tuple[str, ...] = ()
    """The moves to choose from when one of them is illegal; by default, all that are offered."""
    bot: str = "random"
    """The bot that plays the other seats."""
    goal: dict[str, Any] | None = None

    @property
    def rule(self) -> str:
        """The first rule that the step teaches; empty if it names none."""
        return self.rules[0] if self.rules else ""

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
"""Kind of step → the keys that it needs, and those that it may have in addition to `COMMON`."""

ONE_TABLE_COMMON = ("kind", "part", "prompt", "text", "fold", "rules", "when")
ONE_TABLE_KINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "say": (("text",), ()),
    "show": (("text", "play"), ()),
    "do": (("prompt", "rules", "accept"), ("on", "aside", "replies", "instead", "closed", "then", "hint")),
    "quiz": (("prompt", "rules", "options"), ("hint",)),
    "end": (("text",), ()),
}
"""The same for the steps of a page on one table."""


@dataclass(frozen=True)
class Page:
    """A page of a course: a position, and steps that begin in it."""

    game: str
    section: str
    """The section of the rulebook's index that the page teaches."""
    title: str
    theme: str
    """The line of the story with which the page begins."""
    teaches: str
    """What the learner knows afterwards."""
    step: tuple[Step, ...]
    """All steps: those of the core, the corner cases and the other ways to play, in this order."""
    scene: dict[str, Any] = field(default_factory=dict)
    """The position that the page starts from, in the format of scenes."""
    you: str = ""
    """The learner's player; by default, the first one of the scene."""
    test_out: tuple[Step, ...] = ()
    """Questions; a learner who answers all of them correctly may skip the page."""
    one_table: bool = False
    """Whether the page is one game from its start to its end, and always goes on from what the learner did."""
    endings: tuple[str, ...] = ()
    """On one table: the rules of all the ways in which a game can be won or end."""
    presses: int = MOST_PRESSES
    """On one table: the largest number of presses that the page may need."""
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
        """Return the place of step `n` in the file, such as `corner[2]`."""
        part = self.step[n].part
        return f"{part}[{n - self.steps_of(part)[0]}]"

    def laid_scene(self, step: Step | None = None, way: Way | None = None) -> Scene:
        """The page's scene, with what a step's own scene and one of the ways that it compares change in it.

        Raises:
            BadInput: if it is not a scene.
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

    def played(self) -> set[str]:
        """The rule ids that steps of this page name, without the endings of a whole game that are only announced."""
        return {id for id, steps in self.taught().items() if id not in self.endings or steps[-1] >= ANNOUNCING}
