"""A page: a section of a game, or a whole game, taught step by step (`docs/formats.md`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tutor.engine.book.files import structure
from tutor.engine.core.game import Game, find_game
from tutor.engine.play.scene import Scene, laid_over

LIMITS = {"title": 6, "theme": 25, "teaches": 25, "prompt": 8, "text": 25, "why": 35, "hint": 25, "fold": 90}
"""The most words that each text of a page may have."""

ONE_TABLE_LIMITS = {**LIMITS, "theme": 60, "teaches": 40, "prompt": 16, "text": 60, "why": 60, "hint": 40}
"""The same for a page on one table, which tells more in each of its fewer steps."""

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
    prompt: str = ""
    """What to do or the question, in a few words."""
    text: str = ""
    fold: str = ""
    """More words, folded away until they are asked for."""
    rules: tuple[str, ...] = ()
    """The ids of the rules that the step teaches."""
    scene: dict[str, Any] | None = None
    """A new position: what differs from the page's scene. Without it the step goes on where the last one ended."""
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
    which_rule: bool = False
    """Ask afterwards which rule it was."""
    options: tuple[Choice, ...] = ()
    chances: tuple[Event, ...] = ()
    moves: tuple[str, ...] = ()
    """The moves to choose among when one of them is illegal; all that are offered if left out."""
    bot: str = "random"
    """Who plays the other seats."""
    goal: dict[str, Any] | None = None


NO_OVERLAY = "none"
COMMON = ("kind", "prompt", "text", "fold", "rules", "scene", "you", "overlay")
KINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "say": (("text",), ()),
    "show": (("rules", "play"), ()),
    "do": (
        ("prompt", "rules", "accept"),
        ("any_move", "holds", "replies", "instead", "closed", "then", "which_rule", "hint"),
    ),
    "predict": (("prompt", "rules", "options", "play"), ("hint",)),
    "odds": (("prompt", "rules", "chances"), ("options", "hint")),
    "quiz": (("prompt", "rules", "options"), ("hint",)),
    "spot": (("rules",), ("moves", "hint")),
    "free": (("prompt",), ("bot", "goal", "play", "hint")),
}
"""Kind of step → the keys it needs, and those it may have beside `COMMON`."""

ONE_TABLE_COMMON = ("kind", "prompt", "text", "fold", "rules", "when")
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
    def limits(self) -> dict[str, int]:
        """The most words that each text may have."""
        return ONE_TABLE_LIMITS if self.one_table else LIMITS

    @property
    def subject(self) -> Game:
        """The game that the page is about."""
        game: Game = self.find(self.game)
        return game

    def laid_scene(self, step: Step | None = None) -> Scene:
        """The page's scene, with what a step's own scene changes in it.

        Raises:
            BadInput: if it is no scene.
        """
        document = laid_over(self.scene, (step.scene if step else None) or {})
        return structure({"game": self.game, **document, "file": self.file}, Scene, self.file, "scene")

    def taught(self) -> dict[str, list[int]]:
        """The rule ids that steps of this page name, each with the numbers of those steps."""
        found: dict[str, list[int]] = {}
        for n, step in enumerate(self.step):
            named = [*step.rules, *(id for move in step.play for id in move.rules)]
            for id in dict.fromkeys(named):
                found.setdefault(id, []).append(n)
        return found
