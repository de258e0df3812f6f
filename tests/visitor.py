"""A visitor without a browser, who sends, sees and stores what a page would send, draw and store."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tutor.lessons.checks import right_acts
from tutor.lessons.lesson import Lesson
from tutor.lessons.page import Page
from tutor.ui.desk import Desk


class Visitor:
    """Somebody at the desk of an app: `App().desk`."""

    def __init__(self, desk: Desk, search: str = "", stored: dict[str, str] | None = None) -> None:
        self.desk = desk
        self.kept = {"pace": "once", **(stored or {})}
        """What this browser stores. By default, it stores the pace at which others' actions are shown all at once."""
        self.says("hello", search=search, stored=dict(self.kept))

    def says(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.desk.hear({"type": kind, **fields})
        texts = self.desk.store.get("texts", {})
        self.kept = {key: text for key, text in {**self.kept, **texts}.items() if text is not None}

    def sends(self, message: dict[str, Any]) -> None:
        """Send a complete message, and skip the playback that follows."""
        self.says(**{"kind": message["type"], **{name: value for name, value in message.items() if name != "type"}})
        self.watches()

    def watches(self) -> None:
        """Go to the end of the playback."""
        playing = self.state.get("playing")
        if playing and playing["at"] < playing["of"] - 1:
            self.says("tool", id=f"piece {playing['name']} {playing['of'] - 1}")

    @property
    def state(self) -> dict[str, Any]:
        """What the page draws."""
        return self.desk.state

    @property
    def question(self) -> dict[str, Any]:
        return self.state["question"]

    @property
    def open(self) -> list[str]:
        """The ids of the options that can be pressed."""
        return [option["id"] for option in self.question["options"] if not option.get("refusals")]

    @property
    def closed(self) -> list[str]:
        return [option["id"] for option in self.question["options"] if option.get("refusals")]

    @property
    def tools(self) -> dict[str, dict[str, Any]]:
        return {tool["id"]: tool for tool in self.state.get("tools", [])}

    @property
    def dialog(self) -> dict[str, Any]:
        return self.state["dialog"]

    def press(self, option: str) -> None:
        """Press an option of the question."""
        self.says("answer", ask=self.question["id"], option=option)

    def press_any(self, random: Random) -> None:
        self.press(random.choice(self.open))

    def plays_on(self, seed: int, most: int = 100_000) -> Iterator[int]:
        """Press anything until nothing more is asked, and yield at every question."""
        random = Random(seed)
        for n in range(most):
            if not self.open:
                self.watches()  # playback stops where the visitor's own character dies, whatever the pace
            if not self.open:
                return
            yield n
            self.press_any(random)


def right_message(lesson: Lesson) -> dict[str, Any]:
    """Return what somebody who knows everything does next on a page."""
    attempt, done = lesson.attempt, lesson.acts.get(f"{lesson.part}:{lesson.at}", [])
    if lesson.can_next:
        return {"type": "next"}
    for act in right_acts(attempt):
        if act not in done:
            return {"type": "answer", "ask": lesson.data()["question"]["id"], "option": act.value}
    return {"type": "tool", "id": "skip"}


def richest(pages: tuple[Page, ...]) -> Page:
    """Return the page with the most kinds of steps and with a refused move."""
    return max(pages, key=lambda page: (any(s.closed for s in page.step), len({s.kind for s in page.step})))
