"""How long a page takes, estimated from its words and the presses that it needs."""

from __future__ import annotations

from tutor.lessons.page import CORE, Choice, Page, Step

WORDS_A_MINUTE = 200
SECONDS_A_PRESS = 4
PRESSES = {
    "say": 1,
    "show": 1,
    "do": 2,
    "predict": 2,
    "odds": 2,
    "quiz": 2,
    "spot": 2,
    "compare": 3,
    "free": 10,
    "end": 0,
}
"""How often a learner without mistakes presses at a step, not counting answers that play themselves one by one."""


def minutes(page: Page) -> int:
    """About how many minutes the core of a page or a whole game takes, if the learner does what the page would choose.

    Half of the steps with a condition are assumed to come up.
    """
    words = float(_words(page.theme, page.teaches))
    presses = 0.0
    for step in page.step:
        if step.part == CORE:
            share = 0.5 if step.when is not None else 1
            words += share * _words(*_texts(step))
            presses += share * _presses(step, page.one_table)
    return max(1, round(words / WORDS_A_MINUTE + presses * SECONDS_A_PRESS / 60))


def _presses(step: Step, one_table: bool) -> int:
    """Return how often a learner presses. On one table, a move leads on, and what happens is played back by itself."""
    if one_table:
        return 1 if step.kind == "do" else PRESSES[step.kind]
    played = len(step.play) if step.kind in ("show", "predict") else 0
    return PRESSES[step.kind] + played + bool(step.reasons)


def _texts(step: Step) -> list[str]:
    """Return the texts that are read at a step on the page's own line of play."""
    found = [step.new_table, step.prompt, step.text, *(move.text for move in step.play)]
    found += [word for choice in (*step.options, *step.reasons) for word in _read(choice)]
    found += [event.text for event in step.chances]
    if step.accept:
        branch = step.on.get(step.accept[0])
        found.append(branch.text if branch else step.replies.get(step.accept[0], ""))
        found += [move.text for move in (branch.then if branch and branch.then is not None else step.then)]
    return found


def _read(choice: Choice) -> tuple[str, str]:
    """Return the texts of an answer that somebody who chooses the right answer reads."""
    return choice.text, choice.why if choice.right else ""


def _words(*texts: str) -> int:
    return sum(len(text.split()) for text in texts)
