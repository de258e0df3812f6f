"""Pages: a section of a game taught step by step, written as TOML and checked as it is read (`docs/formats.md`)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from tutor.engine.book.ahead import ahead
from tutor.engine.book.files import BadInput, parse_toml, read_text, structure
from tutor.engine.core.game import Game, find_game
from tutor.engine.play.expectations import check_expected
from tutor.engine.play.scene import Scene, laid_over
from tutor.paths import shipped

LIMITS = {"title": 6, "theme": 25, "teaches": 25, "prompt": 8, "text": 25, "why": 35, "hint": 25, "fold": 90}
"""The most words that each text of a page may have."""

ONE_TABLE_LIMITS = {**LIMITS, "theme": 60, "teaches": 40, "prompt": 16, "text": 60, "why": 60, "hint": 40}
"""The same for a page on one table, which tells more in each of its fewer steps."""

FIRST_GAME = "first-game"
"""The section and the slug of the page that is a whole first game."""

MOST_PRESSES = 60
"""How often a learner has to press in a first game, at most, unless its page says otherwise."""


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


NAME = re.compile(r"(\d+)-([a-z0-9-]+)")

_T = TypeVar("_T")


def load_page(path: Path, find: Callable[[str], Game] = find_game) -> Page:
    """Read a page.

    Args:
        path: A file called `NN-slug.toml`.
        find: Finds a game by its id.

    Raises:
        BadInput: naming file, place and what was expected.
    """
    named = NAME.fullmatch(path.stem)
    if named is None:
        raise BadInput(str(path), "", "a page is called NN-slug.toml, as 03-health.toml")
    return read_page(read_text(path), str(path), int(named[1]), named[2], find)


def read_page(text: str, file: str, number: int, slug: str, find: Callable[[str], Game] = find_game) -> Page:
    """Read a page from its text; see `load_page`."""
    document = parse_toml(text, file)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    own = {"number": number, "slug": slug, "file": file, "digest": digest, "find": find}
    for key in own:
        if key in document:
            raise BadInput(file, key, "unknown key")
    for part, given in (("step", {}), ("test_out", {"kind": "quiz"})):
        rows = document.get(part, [])
        if isinstance(rows, list):
            document[part] = [{**given, **_with_moves(row)} if isinstance(row, dict) else row for row in rows]
    page = structure({**document, **own}, Page, file)
    for complaint in _complaints(page):
        raise complaint
    return page


def _with_moves(row: dict[str, Any]) -> dict[str, Any]:
    """A step in which every answer of `play` and `then` that is a mere text is a table."""
    found = dict(row)
    for key in ("play", "then"):
        if isinstance(line := row.get(key), list):
            found[key] = [{"answer": move} if isinstance(move, str) else move for move in line]
    if isinstance(on := row.get("on"), dict):
        found["on"] = {move: _with_moves(branch) if isinstance(branch, dict) else branch for move, branch in on.items()}
    return found


# -- what a page must keep to --------------------------------------------------------------------------------------


def _complaints(page: Page) -> Iterator[BadInput]:
    game = page.find(page.game)
    slugs = [section.slug for section in game.book.sections]
    if page.one_table != (page.section == FIRST_GAME) or (page.one_table and page.slug != FIRST_GAME):
        yield BadInput(page.file, "section", f"“{FIRST_GAME}”, `one_table` and the file’s name belong together")
    elif not page.one_table and page.section not in slugs:
        yield BadInput(page.file, "section", f"no section “{page.section}”; there are {', '.join(slugs)}")
    if not page.step:
        yield BadInput(page.file, "step", "a page has at least one [[step]]")
    page.laid_scene()
    yield from _too_long(page, page, "")
    for part, steps in (("step", page.step), ("test_out", page.test_out)):
        for n, step in enumerate(steps):
            place = f"{part}[{n}]"
            yield from _step_complaints(page, step, place)
            for id in (*step.rules, *(id for move in step.play for id in move.rules), *step.closed.values()):
                if id not in game.book:
                    yield BadInput(page.file, f"{place}.rules", f"no rule “{id}” in the rulebook's index")
    if page.one_table:
        yield from _one_table_complaints(page)
    elif page.endings or page.presses != MOST_PRESSES:
        yield BadInput(page.file, "", "only a page on one table has endings and presses")


def _one_table_complaints(page: Page) -> Iterator[BadInput]:
    """A first game tells at its start how it can end, and comes to that end."""
    told = {id for step in page.step[:2] for id in step.rules}
    if not page.endings:
        yield BadInput(page.file, "endings", "expected the rules of all the ways in which a game can end")
    for id in page.endings:
        if id not in told:
            yield BadInput(page.file, "endings", f"neither of the first two steps tells of {id}")
    kinds = [step.kind for step in page.step]
    if kinds.count("end") != 1 or kinds[-1] != "end":
        yield BadInput(page.file, "step", "the last step, and no other, is of the kind end")
    if page.test_out:
        yield BadInput(page.file, "test_out", "a first game cannot be skipped by questions")


def _step_complaints(page: Page, step: Step, place: str) -> Iterator[BadInput]:
    kinds, common = (ONE_TABLE_KINDS, ONE_TABLE_COMMON) if page.one_table else (KINDS, COMMON)
    if step.kind not in kinds:
        yield BadInput(page.file, f"{place}.kind", f"expected one of {', '.join(kinds)}, got “{step.kind}”")
        return
    needed, allowed = kinds[step.kind]
    given = [f.name for f in fields(Step) if getattr(step, f.name) != _BLANK[f.name]]
    for key in needed:
        if key not in given:
            yield BadInput(page.file, place, f"a step of the kind {step.kind} needs {key}")
    for key in given:
        if key not in (*common, *needed, *allowed):
            yield BadInput(page.file, f"{place}.{key}", f"a step of the kind {step.kind} has no {key}")
    yield from _too_long(page, step, place)
    for name in ("goal", "holds", "when"):
        yield from _amiss_expectations(page, getattr(step, name), f"{place}.{name}")
    if step.scene is not None:
        page.laid_scene(step)
    for name, branch in step.on.items():
        yield from _too_long(page, branch, f"{place}.on.{name}")
    for key, moves in _lines(step):
        for n, move in enumerate(moves):
            yield from _too_long(page, move, f"{place}.{key}[{n}]")
            if not page.one_table and key == "then" and (move.text or move.then or move.rules):
                yield BadInput(page.file, f"{place}.{key}[{n}]", "only on one table has what follows texts of its own")
    for n, move in enumerate(step.play):
        if step.kind == "show" and not page.one_table and not move.text:
            yield BadInput(page.file, f"{place}.play[{n}]", "every answer of a worked turn has a text of its own")
    if page.one_table and step.play and not step.play[0].text:
        yield BadInput(page.file, f"{place}.play[0]", "the first answer has a text, to which those without one belong")
    for n, choice in enumerate(step.options):
        yield from _too_long(page, choice, f"{place}.options[{n}]")
        yield from _amiss_expectations(page, choice.holds, f"{place}.options[{n}].holds")
    if step.options and (len(step.options) < 2 or not any(choice.right for choice in step.options)):
        yield BadInput(page.file, f"{place}.options", "expected two answers or more, at least one marked right = true")
    yield from _event_complaints(page, step, place)
    if step.goal is not None and not step.play:
        yield BadInput(page.file, place, "a goal needs a line of play that reaches it")


def _lines(step: Step) -> list[tuple[str, tuple[Move, ...]]]:
    """The answers that a step gives itself, each lot with its key."""
    return [
        ("play", step.play),
        ("then", step.then),
        *((f"on.{name}.then", branch.then or ()) for name, branch in step.on.items()),
    ]


_BLANK = {f.name: () if f.default is f.default_factory else f.default for f in fields(Step)} | {
    f.name: f.default_factory() for f in fields(Step) if callable(f.default_factory)
}
"""What each key of a step is when it is left out."""


def _event_complaints(page: Page, step: Step, place: str) -> Iterator[BadInput]:
    measures = [measure.id for measure in page.subject.measures]
    for n, event in enumerate(step.chances):
        if event.measure and event.measure not in measures:
            known = ", ".join(measures) or "none"
            yield BadInput(page.file, f"{place}.chances[{n}].measure", f"unknown; this game has {known}")
        if event.table is not None:
            yield from _amiss_expectations(page, {"table": event.table}, f"{place}.chances[{n}]")
        if bool(event.measure) != bool(event.player) or (event.measure and event.table is not None):
            yield BadInput(page.file, f"{place}.chances[{n}]", "expected measure and player, or table, or neither")


def _amiss_expectations(page: Page, expected: dict[str, Any] | None, place: str) -> Iterator[BadInput]:
    if expected is not None:
        try:
            check_expected(expected, page.subject.book, None, page.file, place)
        except BadInput as bad:
            yield bad


def _too_long(page: Page, written: Any, place: str) -> Iterator[BadInput]:
    texts: list[tuple[str, str, int]] = []
    for key, most in page.limits.items():
        texts.append((key, getattr(written, key, ""), most))
    for key in ("replies", "instead"):
        said: dict[str, str] = getattr(written, key, {})
        texts += [(f"{key}.{move}", text, page.limits["why"]) for move, text in said.items()]
    for key, text, most in texts:
        words = len(text.split())
        if words > most:
            yield BadInput(page.file, f"{place}.{key}".strip("."), f"expected at most {most} words, got {words}")


# -- finding pages -------------------------------------------------------------------------------------------------


def load_pages(folder: Path, find: Callable[[str], Game] = find_game) -> list[Page]:
    """Read all pages of a folder, in their order.

    Raises:
        BadInput: if one does not fit, or two have the same slug or number.
    """
    pages = sorted((load_page(path, find) for path in sorted(folder.glob("*.toml"))), key=lambda page: page.number)
    for what in ("slug", "number"):
        for twice in _twice(getattr(page, what) for page in pages):
            raise BadInput(str(folder), "", f"two pages have the {what} {twice}")
    return pages


def _twice(values: Iterable[_T]) -> list[_T]:
    seen: list[_T] = []
    again: list[_T] = []
    for value in values:
        (again if value in seen else seen).append(value)
    return again


@cache
def _all_pages(game: str) -> tuple[Page, ...]:
    return ahead(f"{game}.pages", lambda: tuple(load_pages(shipped("walkthroughs") / game)))


@cache
def pages_of(game: str) -> tuple[Page, ...]:
    """The pages of a game that each teach a section, from `walkthroughs/GAME`; read once.

    Raises:
        BadInput: if one does not fit.
    """
    return tuple(page for page in _all_pages(game) if not page.one_table)


@cache
def first_game_of(game: str) -> Page | None:
    """The page that is a whole first game, if there is one; read once.

    Raises:
        BadInput: if a page does not fit.
    """
    return next((page for page in _all_pages(game) if page.one_table), None)
