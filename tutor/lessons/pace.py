"""How long a page takes: from its words and the presses that it needs."""

from __future__ import annotations

from tutor.lessons.page import Page, Step

WORDS_A_MINUTE = 200
SECONDS_A_PRESS = 4
PRESSES = {"say": 1, "show": 1, "do": 1, "quiz": 2, "end": 0}
"""How often a learner presses at a step of a first game who makes no mistake."""


def minutes(page: Page) -> int:
    """About how many minutes a first game takes, if the learner makes the moves that the page would choose.

    Of steps that come up only under some condition, every other one is taken to come up.
    """
    words = float(_words(page.theme, page.teaches))
    presses = 0.0
    for step in page.step:
        share = 0.5 if step.when is not None else 1
        words += share * _words(*_texts(step))
        presses += share * PRESSES[step.kind]
    return max(1, round(words / WORDS_A_MINUTE + presses * SECONDS_A_PRESS / 60))


def _texts(step: Step) -> list[str]:
    """What is read at a step on the page's own line of play."""
    found = [step.prompt, step.text, *(move.text for move in step.play)]
    found += [word for choice in step.options for word in (choice.text, choice.why if choice.right else "")]
    if step.accept:
        branch = step.on.get(step.accept[0])
        found.append(branch.text if branch else step.replies.get(step.accept[0], ""))
        found += [move.text for move in (branch.then if branch and branch.then is not None else step.then)]
    return found


def _words(*texts: str) -> int:
    return sum(len(text.split()) for text in texts)
