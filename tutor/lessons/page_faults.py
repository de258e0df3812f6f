"""The requirements for a page besides being playable, which concern its keys, the lengths of its texts, and its ids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from tutor.engine.book.files import BadInput
from tutor.engine.play.expectations import check_expected
from tutor.lessons.page import (
    ANNOUNCING,
    COMMON,
    CORE,
    KINDS,
    LIMITS,
    MOST_PRESSES,
    ONE_TABLE_COMMON,
    ONE_TABLE_KINDS,
    WHOLE_GAMES,
    Choice,
    Move,
    Page,
    Step,
)

_GOES_ON = re.compile(r"[.!?:…][”’)]*\s+[“‘(]?[A-Z0-9]")
"""Matches the place where another sentence begins."""


def faults(page: Page) -> Iterator[BadInput]:
    """Yield every fault of a page, with its place."""
    game = page.find(page.game)
    slugs = [section.slug for section in game.book.sections]
    if page.one_table != (page.section in WHOLE_GAMES) or (page.one_table and page.slug != page.section):
        names = " or ".join(f"“{name}”" for name in WHOLE_GAMES)
        yield BadInput(page.file, "section", f"{names}, `one_table` and the file’s name must agree")
    elif not page.one_table and page.section not in slugs:
        yield BadInput(page.file, "section", f"no section “{page.section}”; known: {', '.join(slugs)}")
    if not page.steps_of(CORE):
        yield BadInput(page.file, CORE, "a page needs at least one [[step]]")
    page.laid_scene()
    yield from _too_long(page, page, "")
    placed = [(page.place(n), step) for n, step in enumerate(page.step)]
    asked = [(f"test_out[{n}]", step) for n, step in enumerate(page.test_out)]
    for place, step in placed + asked:
        yield from _step_faults(page, step, place)
        for id in (*step.rules, *(id for move in step.play for id in move.rules), *step.closed.values()):
            if id not in game.book:
                yield BadInput(page.file, f"{place}.rules", f"there is no rule “{id}” in the rulebook’s index")
    if page.one_table:
        yield from _one_table_faults(page)
    elif page.endings or page.presses != MOST_PRESSES:
        yield BadInput(page.file, "", "only a first or second game can have endings and presses")


def _one_table_faults(page: Page) -> Iterator[BadInput]:
    """Check that a whole game says at its start how it can end, and that it ends."""
    told = {id for step in page.step[:ANNOUNCING] for id in step.rules}
    if not page.endings:
        yield BadInput(page.file, "endings", "expected the rules for all the ways in which a game can end")
    for id in page.endings:
        if id not in told:
            yield BadInput(page.file, "endings", f"neither of the first two steps names {id} in its rules")
    kinds = [step.kind for step in page.step]
    if kinds.count("end") != 1 or kinds[-1] != "end":
        yield BadInput(page.file, "step", "the last step, and no other, must be of the kind “end”")
    if any(step.part != CORE for step in page.step):
        yield BadInput(page.file, "", "a whole game cannot have corner cases or other ways to play")
    if page.test_out:
        yield BadInput(page.file, "test_out", "a whole game cannot be skipped by questions")


def _step_faults(page: Page, step: Step, place: str) -> Iterator[BadInput]:
    kinds, common = (ONE_TABLE_KINDS, ONE_TABLE_COMMON) if page.one_table else (KINDS, COMMON)
    if step.kind not in kinds:
        yield BadInput(page.file, f"{place}.kind", f"expected one of {', '.join(kinds)}, got “{step.kind}”")
        return
    needed, allowed = kinds[step.kind]
    given = [f.name for f in fields(Step) if getattr(step, f.name) != _BLANK[f.name]]
    for key in needed:
        if key not in given:
            yield BadInput(page.file, place, f"a step of the kind “{step.kind}” needs {key}")
    for key in given:
        if key not in (*common, *needed, *allowed):
            yield BadInput(page.file, f"{place}.{key}", f"a step of the kind “{step.kind}” cannot have {key}")
    yield from _too_long(page, step, place)
    if _GOES_ON.search(step.prompt):
        yield BadInput(
            page.file, f"{place}.prompt", "expected one question or one instruction; put the position into `text`"
        )
    for name in ("goal", "holds", "when"):
        yield from _amiss_expectations(page, getattr(step, name), f"{place}.{name}")
    if step.scene is not None:
        page.laid_scene(step)
    if step.new_table and step.scene is None:
        yield BadInput(page.file, f"{place}.new_table", "there is no new table, because the step has no scene")
    for key, branches in (("on", step.on), ("aside", step.aside)):
        for name, branch in branches.items():
            yield from _too_long(page, branch, f"{place}.{key}.{name}")
    for key, moves in _lines(step):
        for n, move in enumerate(moves):
            yield from _too_long(page, move, f"{place}.{key}[{n}]")
            if not page.one_table and key == "then" and (move.text or move.then or move.rules):
                yield BadInput(
                    page.file,
                    f"{place}.{key}[{n}]",
                    "an answer in `then` can have a text, rules or answers of its own only in a whole game",
                )
    for n, move in enumerate(step.play):
        if step.kind == "show" and not page.one_table and not move.text:
            yield BadInput(page.file, f"{place}.play[{n}]", "every answer in `play` of a worked turn needs a `text`")
    if page.one_table and step.play and not step.play[0].text:
        yield BadInput(page.file, f"{place}.play[0]", "the first answer in `play` needs a `text`")
    yield from _choice_faults(page, step.options, f"{place}.options")
    yield from _choice_faults(page, step.reasons, f"{place}.reasons")
    yield from _way_faults(page, step, place)
    yield from _event_faults(page, step, place)
    if step.goal is not None and not step.play:
        yield BadInput(page.file, place, "a goal needs a line of play that reaches it")


def _choice_faults(page: Page, choices: tuple[Choice, ...], place: str) -> Iterator[BadInput]:
    for n, choice in enumerate(choices):
        yield from _too_long(page, choice, f"{place}[{n}]")
        yield from _amiss_expectations(page, choice.holds, f"{place}[{n}].holds")
    if choices and (len(choices) < 2 or not any(choice.right for choice in choices)):
        yield BadInput(page.file, place, "expected at least two answers, and at least one with right = true")


def _way_faults(page: Page, step: Step, place: str) -> Iterator[BadInput]:
    if len(step.ways) == 1:
        yield BadInput(page.file, f"{place}.ways", "expected at least two ways to compare")
    for n, way in enumerate(step.ways):
        here = f"{place}.ways[{n}]"
        yield from _too_long(page, way, here)
        yield from _amiss_expectations(page, way.holds, f"{here}.holds")
        page.laid_scene(step, way)
        if bool(way.rules_changed) != bool(n):
            ours = "the first way is ours, so it cannot change readings, variants or parameters"
            other = "this way is the same as how we play, so give it readings, variants or parameters"
            yield BadInput(page.file, here, other if n else ours)
        if not (way.play or step.play):
            yield BadInput(page.file, here, "nothing is played for this way, so give the way or the step a `play`")


def _lines(step: Step) -> list[tuple[str, tuple[Move, ...]]]:
    """Return the answers that a step itself gives, each group with its key."""
    return [
        ("play", step.play),
        ("then", step.then),
        *((f"on.{name}.then", branch.then or ()) for name, branch in step.on.items()),
        *((f"aside.{name}.then", branch.then or ()) for name, branch in step.aside.items()),
        *((f"ways[{n}].play", way.play) for n, way in enumerate(step.ways)),
    ]


_BLANK = {f.name: () if f.default is f.default_factory else f.default for f in fields(Step)} | {
    f.name: f.default_factory() for f in fields(Step) if callable(f.default_factory)
}
"""The value of each key of a step that is left out."""


def _event_faults(page: Page, step: Step, place: str) -> Iterator[BadInput]:
    measures = [measure.id for measure in page.subject.measures]
    for n, event in enumerate(step.chances):
        if event.measure and event.measure not in measures:
            known = ", ".join(measures) or "none"
            yield BadInput(page.file, f"{place}.chances[{n}].measure", f"unknown; this game has {known}")
        if event.table is not None:
            yield from _amiss_expectations(page, {"table": event.table}, f"{place}.chances[{n}]")
        if bool(event.measure) != bool(event.player) or (event.measure and event.table is not None):
            yield BadInput(
                page.file, f"{place}.chances[{n}]", "expected both measure and player, or only table, or none of them"
            )


def _amiss_expectations(page: Page, expected: dict[str, Any] | None, place: str) -> Iterator[BadInput]:
    if expected is not None:
        try:
            check_expected(expected, page.subject.book, None, page.file, place)
        except BadInput as bad:
            yield bad


def _too_long(page: Page, written: Any, place: str) -> Iterator[BadInput]:
    texts: list[tuple[str, str, int]] = []
    for key, most in LIMITS.items():
        texts.append((key, getattr(written, key, ""), most))
    for key in ("replies", "instead"):
        said: dict[str, str] = getattr(written, key, {})
        texts += [(f"{key}.{move}", text, LIMITS["why"]) for move, text in said.items()]
    for key, text, most in texts:
        words = len(text.split())
        if words > most:
            yield BadInput(page.file, f"{place}.{key}".strip("."), f"expected at most {most} words, got {words}")
