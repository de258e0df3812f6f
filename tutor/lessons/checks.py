"""Every page is a test: take all its steps, try every answer, and list what does not fit."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from tutor.engine.book.files import BadInput, quoted
from tutor.engine.book.names import listed
from tutor.engine.core.asks import Choose, spell
from tutor.engine.play.playing import Unmet
from tutor.lessons.attempts import HINTS, Act, Attempt
from tutor.lessons.coach import refusal_text
from tutor.lessons.doing import Doing, Playing
from tutor.lessons.lesson import Lesson
from tutor.lessons.page import CORE, NO_OVERLAY, PARTS, Page
from tutor.lessons.questions import Asking, Comparing, Predicting, Reckoning, Spotting
from tutor.lessons.stage import Stage, holds, tell
from tutor.lessons.story import Moving, Story, lesson_of, means, resumed
from tutor.lessons.walks import walks


def play_page(page: Page) -> list[BadInput]:
    """Play a page in every way that its author has foreseen and return what does not fit; empty if all does."""
    if page.one_table:
        return check_story(page)
    found: list[BadInput] = []
    for part in ("step", "test_out"):
        stage = Stage(page, part)
        for n in range(len(stage.steps)):
            try:
                found += _step(stage, n)
                stage.end(n)
            except BadInput as error:
                return [*found, error]
    return found or list(_whole(page))


def _step(stage: Stage, n: int) -> list[BadInput]:
    attempt = _fresh(stage, n)
    found = list(_overlay(attempt))
    for kind, check in _CHECKS:
        if isinstance(attempt, kind):
            found += check(attempt)
    if attempt.can_hint and not found and not isinstance(attempt, Playing):
        found += _hinted(_fresh(stage, n))
    return found


def _overlay(attempt: Attempt) -> Iterator[BadInput]:
    """Check that the overlay of a step is one of the questions that the map answers."""
    overlay, match = attempt.step.overlay, attempt.match
    if overlay:
        questions = match.game.view(match.table, attempt.seat).get("map", {}).get("questions", [])
        known = [question["id"] for question in questions]
        if not known:
            yield attempt.misfit("overlay", f"{match.game.title} has no map")
        elif overlay not in (*known, NO_OVERLAY):
            yield attempt.misfit("overlay", f"expected one of {', '.join([*known, NO_OVERLAY])}")


def _fresh(stage: Stage, n: int) -> Attempt:
    return Lesson.kinds[stage.steps[n].kind](stage, n)


def _again(attempt: Attempt) -> Attempt:
    """The same step in the same position, with nothing done yet."""
    return type(attempt)(attempt.stage, attempt.n, position=attempt.position)


def _reply(attempt: Attempt) -> str:
    """What the learner reads after the last act: the reply to it or, if the story went on at once, what happened."""
    if attempt.feedback is not None:
        return attempt.feedback.text
    return " ".join(piece.text for piece in attempt.stretch.pieces) if attempt.stretch else ""


def _hinted(attempt: Attempt) -> Iterator[BadInput]:
    """Check that every hint says something, and that the last one shows the answer.

    After it, at most the reason is still missing or, in a first game, the move that it has named.
    """
    for level in range(HINTS):
        attempt.hint()
        if not _reply(attempt).strip():
            yield attempt.misfit("hint", f"hint {level + 1} is empty")
        if attempt.done:
            return
    if not (attempt.done or isinstance(attempt, Moving) or (isinstance(attempt, Doing) and attempt.wondering)):
        yield attempt.misfit("hint", "the last hint does not show the answer")


# -- steps that ask --------------------------------------------------------------------------------------------------


def _asked(attempt: Asking) -> Iterator[BadInput]:
    for k, choice in enumerate(attempt.step.options):
        tried = _again(attempt)
        assert isinstance(tried, Asking)
        tried.choose(k)
        if isinstance(tried, Predicting):
            while tried.plays:
                tried.next()
            if choice.holds is not None and holds(tried.match, choice.holds, tried.before) != choice.right:
                untrue, true = "is marked as right, but does not come true", "comes true, but is not marked as right"
                amiss = untrue if choice.right else true
                yield tried.misfit(f"options[{k}].holds", f"“{choice.text}” {amiss}: {quoted(choice.holds)}")
        if tried.feedback is None or choice.why not in tried.feedback.text:
            yield tried.misfit(f"options[{k}]", "the answer is not explained")


def _odds(attempt: Reckoning) -> Iterator[BadInput]:
    for k, figure in enumerate(attempt.figures()):
        if "ways" not in figure:
            yield attempt.misfit(f"chances[{k}]", f"there are too many outcomes for exact odds: {figure['working']}")


def _spot(attempt: Spotting) -> Iterator[BadInput]:
    rules = {refusal.rule for option in attempt.options for refusal in option.refusals}
    if not rules & set(attempt.step.rules):
        yield attempt.misfit(
            "rules", f"the step names none of the rules that refuse the moves: {', '.join(sorted(rules))}"
        )
    for k in range(len(attempt.options)):
        tried = _again(attempt)
        assert isinstance(tried, Spotting)
        tried.choose(k)
        if tried.feedback is None or not tried.feedback.text.strip():
            yield tried.misfit(f"moves[{k}]", "the answer is not explained")


# -- steps with moves --------------------------------------------------------------------------------------------------


def _do(attempt: Doing) -> Iterator[BadInput]:
    if isinstance(attempt, Playing):
        return
    step, ask = attempt.step, attempt.asked.ask
    for place, moves in (("accept", step.accept), ("replies", step.replies), ("instead", step.instead)):
        amiss = list(_foreseen(attempt, ask, place, list(moves)))
        yield from amiss
        if amiss:
            return
    for option in ask.options():
        tried = _again(attempt)
        tried.answer(spell(option.value))
        if tried.feedback is None or (option.refusals and not tried.feedback.text.strip()):
            yield tried.misfit("", f"the answer “{spell(option.value)}” is not explained")
    for move, rule in step.closed.items():
        yield from _closed(attempt, ask, move, rule)
    yield from _reasoned(attempt)


def _foreseen(attempt: Doing, ask: Choose, place: str, moves: list[str]) -> Iterator[BadInput]:
    """Check that the moves the page mentions are open, and that exactly the wanted ones are accepted."""
    for move in moves:
        try:
            value = ask.parse(move)
        except ValueError as error:
            yield attempt.misfit(place, error)
            return
        if ask.why_not(value):
            said = refusal_text(ask.why_not(value))
            yield attempt.misfit(place, f"“{move}” is not open here: {said}")
            return
    for move in moves:
        tried = _again(attempt)
        assert isinstance(tried, Doing)
        tried.answer(move)
        accepted = tried.feedback is not None and tried.feedback.verdict == "right"
        if accepted == (place == "instead"):
            what = "accepted" if place == "instead" else "not accepted"
            yield attempt.misfit(place, f"“{move}” is {what} here")


def _closed(attempt: Doing, ask: Choose, move: str, rule: str) -> Iterator[BadInput]:
    try:
        reasons = ask.why_not(ask.parse(move))
    except ValueError as error:
        yield attempt.misfit("closed", error)
        return
    if rule not in [reason.rule for reason in reasons]:
        by = f"it is refused by {listed(r.rule for r in reasons)}" if reasons else "the move is open"
        yield attempt.misfit(f"closed.{move}", f"expected {rule} to refuse this move, but {by}")


def _reasoned(attempt: Doing) -> Iterator[BadInput]:
    """Check that, if the reason is asked for, every answer is explained and a right one completes the step."""
    for k, choice in enumerate(attempt.step.reasons):
        tried = _again(attempt)
        assert isinstance(tried, Doing)
        tried.answer(attempt.step.accept[0])
        tried.choose(k)
        if tried.feedback is None or tried.done != choice.right:
            yield attempt.misfit(f"reasons[{k}]", "the answer is not explained")


def _compared(attempt: Comparing) -> Iterator[BadInput]:
    """Check that what each way says holds at its end, and distinguishes it from ours."""
    ways, stage, n = attempt.step.ways, attempt.stage, attempt.n
    ends = [stage.way(n, k) for k in range(len(ways))]
    for k, way in enumerate(ways):
        if not holds(ends[k], way.holds):
            yield stage.misfit(n, f"ways[{k}].holds", f"the expectation does not hold: {quoted(way.holds)}")
        for m in [m for m in range(len(ways)) if m != k and 0 in (k, m)]:
            if holds(ends[m], way.holds):
                also = f"the expectation also holds for “{ways[m].text}”: {quoted(way.holds)}"
                yield stage.misfit(n, f"ways[{k}].holds", also)


def _free(attempt: Playing) -> Iterator[BadInput]:
    known = ["random", *attempt.match.game.bots]
    if attempt.step.bot not in known:
        yield attempt.misfit("bot", f"no bot “{attempt.step.bot}”; known: {', '.join(known)}")
    if attempt.step.goal is None:
        return
    if attempt.done:
        yield attempt.misfit("goal", "the goal has already been reached when the step begins")
    match = attempt.stage.start(attempt.n)
    for k, move in enumerate(attempt.step.play):
        for answer in move.answers:
            try:
                tell(match, answer)
            except Unmet as unmet:
                raise attempt.misfit(f"play[{k}]", unmet) from None
    if not holds(match, attempt.step.goal, attempt.before):
        yield attempt.misfit("goal", "the line of play does not reach the goal")


_CHECKS: list[tuple[type[Attempt], Callable[[Any], Iterator[BadInput]]]] = [
    (Asking, _asked),
    (Reckoning, _odds),
    (Spotting, _spot),
    (Doing, _do),
    (Playing, _free),
    (Comparing, _compared),
]


# -- the page from end to end ------------------------------------------------------------------------------------------


def right_acts(attempt: Attempt) -> list[Act]:
    """What a learner who knows everything does at a step, except for `next`."""
    if isinstance(attempt, Playing):
        return []
    if isinstance(attempt, Doing):
        right = [n for n, choice in enumerate(attempt.step.reasons) if choice.right]
        return [Act("answer", attempt.step.accept[0]), *map(_option, right[:1])]
    if isinstance(attempt, Asking):
        return [_option(attempt.right)] if attempt.step.options else []
    if isinstance(attempt, Spotting):
        return [_option(next(n for n, option in enumerate(attempt.options) if option.refusals))]
    return []


def _option(n: int) -> Act:
    return Act("option", str(n))


def _whole(page: Page) -> Iterator[BadInput]:
    """Check that the core, and then each other part from its beginning, leads to the end of the page."""
    lesson = lesson_of(page)
    for part in PARTS:
        if steps := page.steps_of(part):
            if part != CORE:
                lesson.goto(steps[0])
            yield from _part(lesson, steps)
            if not lesson.finished:
                yield BadInput(page.file, part, "learners cannot reach the end of this part of the page")


def _part(lesson: Lesson, steps: list[int]) -> Iterator[BadInput]:
    page = lesson.page
    for n in steps:
        if lesson.at != n:
            yield BadInput(
                page.file, page.place(n), f"the page does not get to this step, but stays at {page.place(lesson.at)}"
            )
            return
        yield from _same_after_reload(lesson)
        for act in right_acts(lesson.attempt):
            lesson.act(act)
            yield from _same_after_reload(lesson)
        while lesson.attempt.plays:
            lesson.next()
        if page.step[n].kind == "free":
            lesson.skip()
        else:
            lesson.next()


def _same_after_reload(lesson: Lesson) -> Iterator[BadInput]:
    again, said = resumed(lesson.page, lesson.save())
    if said or json.dumps(again.data()) != json.dumps(lesson.data()):
        yield BadInput(lesson.page.file, f"step[{lesson.at}]", f"a reload does not bring back the step: {said}")


# -- a first game ------------------------------------------------------------------------------------------------------


def check_story(page: Page) -> list[BadInput]:
    """Walk through a first game in every way and return what does not fit; empty if all does."""
    seen: dict[int, set[tuple[str, str]]] = {}

    def look(story: Story) -> Iterator[BadInput]:
        n, attempt = story.at, story.attempt
        if n not in seen:
            seen[n] = {(place, pattern) for place in _PATTERNS for pattern in getattr(attempt.step, place)}
            yield from _story_step(story)
        if seen[n] and isinstance(attempt, Moving):
            seen[n] -= set(_heard(attempt))

    try:
        found = list(walks(page, look))
    except BadInput as error:
        return [error]
    for n, unheard in seen.items():
        for place, pattern in sorted(unheard):
            what = f"“{pattern}” is never {_PATTERNS[place]}"
            found.append(BadInput(page.file, f"{page.place(n)}.{place}", what))
    return found


_PATTERNS = {
    "accept": "an open move here",
    "on": "a move that the page wants here",
    "replies": "a move that the page wants here",
    "aside": "one of the other open moves here",
    "instead": "one of the other open moves here",
}
"""Key of a step → what the moves are that it speaks of."""


def _heard(attempt: Moving) -> Iterator[tuple[str, str]]:
    """Yield the patterns of a step that mean a move here, each with its key."""
    wanted, firsts = attempt.wanted(), attempt.asides()
    others = [option for option in attempt.asked.options if option not in [*wanted, *firsts] and not option.refusals]
    means_here = {"accept": wanted, "on": wanted, "replies": wanted, "aside": firsts, "instead": others}
    for place, options in means_here.items():
        for pattern in getattr(attempt.step, place):
            if any(means(option, pattern) for option in options):
                yield place, pattern


def _story_step(story: Story) -> Iterator[BadInput]:
    """Check at a step that every answer is explained, every hint says something, and a reload changes nothing."""
    attempt = story.attempt
    yield from _same_after_reload(story)
    if isinstance(attempt, Asking):
        yield from _asked(attempt)
    if isinstance(attempt, Moving):
        yield from _moves(attempt)
    if attempt.can_hint:
        yield from _hinted(_again(attempt))


def _moves(attempt: Moving) -> Iterator[BadInput]:
    """Check that every move has a reply."""
    step = attempt.step
    for option in attempt.asked.options:
        tried = _again(attempt)
        tried.answer(spell(option.value))
        if not (tried.done or _reply(tried).strip()):
            yield tried.misfit("", f"the answer “{spell(option.value)}” is not explained")
    for move, rule in step.closed.items():
        yield from _closed(attempt, attempt.asked.ask, move, rule)
