"""A lesson: a learner on one page, as a browser stores it and a screen shows it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from tutor.engine.book.files import parse_json
from tutor.lessons.attempts import Act
from tutor.lessons.doing import Doing
from tutor.lessons.going import TEST, Going
from tutor.lessons.page import CORE, CORNER, NO_OVERLAY, OTHER, Page
from tutor.lessons.questions import Asking, Spotting

CALLED = {CORE: "step", CORNER: "corner case", OTHER: "way to play", TEST: "question"}
"""The word for a step, by the part of the page."""


class Lesson(Going):
    """A page that a learner is taking."""

    # -- keeping it --------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """Return the whole lesson as a short text, which `resume` reads."""
        acts = {place: [act.text for act in done] for place, done in self.acts.items() if done}
        kept = {
            "page": self.page.id,
            "digest": self.page.digest,
            "part": self.part,
            "step": self.at,
            "acts": acts,
            "undone": [act.text for act in self._history.undone],
            "finished": self.finished,
            "core_done": self.core_done,
            "tested_out": self.tested_out,
            "look": self.look,
            "left": self._left,
        }
        return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))

    # -- what a screen shows -----------------------------------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """Return the page's part of a screen: head, words, question, and the ids of the rules that they cite."""
        attempt = self.attempt
        question = attempt.asked_and_told()
        question["id"] = f"{self.part}:{self.at}:{len(self._here(self.at)) - attempt.refused}"
        if attempt.asks_move:
            question["seat"] = {"index": self.seat, "name": self.match.table.names[self.seat], "you": True}
        words = attempt.words()
        if self._unanswered:  # keep back the texts that would give the answer away
            if "fold" in words:
                words["fold"] = ""
            if self.part == TEST:
                words.pop("rulebook", None)
        if (why := self.new_table) is not None:
            words["new_table"] = why
        found: dict[str, Any] = {
            "head": self._head(),
            "words": words,
            "question": question,
            "done": attempt.done,
            "can_next": self.can_next,
            "finished": self.finished,
            "rules": self._cited(question),
        }
        if isinstance(attempt, Doing) and attempt.rejoins and attempt.done:
            found["rejoins"] = attempt.rejoins
        return found

    def over_map(self, plan: Mapping[str, Any]) -> dict[str, Any]:
        """Return the game's map with the question that the step lets it answer.

        While the step asks the learner something, the map does not answer that question. If the step says `none`, the
        map answers no question.
        """
        overlay = self.attempt.step.overlay
        if overlay == NO_OVERLAY:
            return {**plan, "questions": [], "shown": ""}
        if not self._unanswered:
            return {**plan, "shown": overlay}
        return {**plan, "questions": [_closed(q) if q["id"] == overlay else q for q in plan["questions"]], "shown": ""}

    @property
    def _unanswered(self) -> bool:
        """Whether the step asks the learner a question that is still open."""
        return isinstance(self.attempt, (Asking, Spotting)) and not self.attempt.done

    def _head(self) -> dict[str, Any]:
        game = self.match.game
        step, steps = self.counted()
        return {
            "game": game.sign,
            "section": self.page.title,
            "part": "catch-up step" if self.path is self.look else CALLED[self.here],
            "step": step,
            "steps": steps,
            "can_undo": self.can_undo,
            "can_redo": self.can_redo,
        }

    def _cited(self, question: Mapping[str, Any]) -> list[str]:
        """Return the ids of all rules that words, options, feedback and notes cite."""
        attempt, book = self.attempt, self.match.game.book
        ids = list(attempt.step.rules)
        for option in question["options"]:
            ids += [refusal["rule"] for refusal in option.get("refusals", [])]
        if attempt.feedback is not None:
            ids += [attempt.feedback.rule, *(refusal.rule for refusal in attempt.feedback.refusals)]
        ids += [id for note in self.match.notes for id in note.rules.split()]
        return [id for id in dict.fromkeys(ids) if id in book]


def _closed(question: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": question["id"], "label": question["label"], "answer": "", "closed": True}


def resume(page: Page, text: str, kind: Callable[[Page], Lesson] = Lesson) -> tuple[Lesson, str]:
    """Restore a saved lesson as far as it fits the page; the second value is what to tell the learner, if anything.

    It raises no error if the text is not a saved lesson of this page or no longer fits the page. In that case, the
    lesson begins at the step that was reached, or at the first. `kind` makes a lesson of the page.
    """
    lesson = kind(page)
    try:
        kept = parse_json(text, "the stored lesson")
        if kept["page"] != page.id:
            return lesson, "The progress that was stored belongs to another page, so this one starts at its first step."
        if kept["digest"] != page.digest:
            return lesson, _reached(lesson, kept)
        _restore(lesson, kept)
    except (ValueError, LookupError, TypeError, AttributeError):
        return kind(page), "Your progress on this page couldn’t be read, so the page starts at its first step."
    return lesson, ""


def _reached(lesson: Lesson, kept: dict[str, Any]) -> str:
    """Go to where the learner was on a page that has changed since: its end, if they had come to it, or a step."""
    lesson.core_done = kept["finished"] is True or kept.get("core_done") is True
    core = lesson.page.steps_of(CORE)
    lesson.goto(core[min(max(int(kept["step"]), 0), len(core) - 1)])
    if lesson.core_done:
        lesson.leave()
        return "This page has changed since you were here. You had finished it, so it still counts as done."
    return "This page has changed since you were here. It goes on at the step with the same number."


def _restore(lesson: Lesson, kept: dict[str, Any]) -> None:
    if kept["part"] not in (CORE, TEST):
        raise ValueError(kept["part"])
    lesson.part = kept["part"]
    lesson.acts = {str(place): [Act.read(str(act)) for act in done] for place, done in kept["acts"].items()}
    lesson._history.undone[:] = [Act.read(str(act)) for act in kept["undone"]]
    lesson.finished = kept["finished"] is True
    lesson.core_done = lesson.finished or kept.get("core_done") is True
    lesson.tested_out = kept["tested_out"] if kept["tested_out"] in (True, False) else None
    core = lesson.page.steps_of(CORE)
    lesson.look = [n for n in range(len(lesson.page.step)) if n in kept.get("look", [])]
    lesson._left = kept["left"] if kept.get("left") in core else core[0]
    if not 0 <= int(kept["step"]) < len(lesson._stages[lesson.part].steps):
        raise ValueError(kept["step"])
    lesson._stand(int(kept["step"]))
    place = f"{lesson.part}:{lesson.at}"
    if [act.text for act in lesson.acts.get(place, [])] != kept["acts"].get(place, []):
        raise ValueError(f"the answers that were kept for {place} do not fit the page")


def is_within(mine: str, theirs: str) -> bool:
    """Tell whether `theirs` contains everything that is in the saved lesson `mine`, and goes on from there."""
    try:
        here, there = parse_json(mine, "mine"), parse_json(theirs, "theirs")
        acts = there["acts"]
        return here["digest"] == there["digest"] and all(
            acts.get(place, [])[: len(done)] == done for place, done in here["acts"].items()
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def described(text: str) -> str:
    """Describe a saved lesson in a few words."""
    try:
        return f"at step {int(parse_json(text, 'what was kept')['step']) + 1}"
    except (ValueError, KeyError, TypeError, AttributeError):
        return "cannot be read"
