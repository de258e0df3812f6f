"""A game's course: one page at a time, with contents, progress and links, all stored in the visitor's browser."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

from tutor.engine.book.files import parse_query
from tutor.engine.book.flow import Flow
from tutor.engine.core.game import Game
from tutor.engine.core.match import Match
from tutor.lessons.attempts import HINT_PAUSE, HINTS
from tutor.lessons.course import Course, Place, known_course
from tutor.lessons.going import TEST
from tutor.lessons.lesson import Lesson, described, is_within
from tutor.lessons.missed import missed_in, missed_key
from tutor.lessons.page import CORE, CORNER, OTHER, Page
from tutor.lessons.progress import LAST_COURSE, Progress, lesson_key, load_progress, progress_key
from tutor.lessons.questions import Asking, Comparing
from tutor.lessons.recap import recap
from tutor.lessons.story import Story, lesson_of, resumed
from tutor.ui import dialogs
from tutor.ui.addresses import address, is_here
from tutor.ui.changes import differences
from tutor.ui.desk import Desk, settled
from tutor.ui.desks.carrying import IMPORT, Carrying
from tutor.ui.flows import flow_for
from tutor.ui.hand import MARK
from tutor.ui.model import Head, Message, State, Tool
from tutor.ui.model_panel import Dialog, DialogButton
from tutor.ui.playback import Playback, mark_since
from tutor.ui.present import table_of, without_odds
from tutor.ui.screen import Screen

ONWARD = ("hint", "skip")
"""Tools that can change the table."""

AGAIN = "begin_again.really"
"""The button by which a learner who was asked really begins a first game again."""

BACK = "Back to your game"  # at the practice table, for a learner who came from there

LEAVE = "leave"
"""The tool that leads out of a part of a page."""

WAYS_ON = {CORE: "Go on", CORNER: "Next case", OTHER: "Next way to play", TEST: "Next question"}
WAYS_OUT = {CORNER: "Leave the corner cases", OTHER: "Leave the other ways to play", TEST: "Leave the questions"}
"""The labels of the buttons that lead on from a step of each part, and out of the part."""


class CourseDesk(Screen):
    """One visitor taking the course of one game."""

    panel_stays = True

    def __init__(self, game: str, course: Course | None = None) -> None:
        """Open a course.

        Args:
            game: The game, by its id.
            course: Its course, if it is not the project's own.
        """
        super().__init__("page", is_within)
        self.course: Course = course or known_course(game)
        self.progress = Progress(game)
        self.carrying = Carrying(self.desk)
        self.playback: Playback | None = None
        """The playback of what happened just before the step."""
        self._stretches = 0
        self._left = ""
        """The game at the practice table that the learner has left to read this page, if they have."""
        self._take(Place(self.course.pages[0]))
        self.draw()

    @property
    def game(self) -> Game:
        return self.course.game

    @property
    def page(self) -> Page:
        """The page that the learner is taking."""
        return self.lesson.page

    @property
    def match(self) -> Match:
        return self.lesson.match

    @property
    def timeline(self) -> Lesson:
        return self.lesson

    # -- going about ------------------------------------------------------------------------------

    def do(self, message: Message) -> None:
        onward = message["type"] in ("answer", "try", "next") or (message["type"] == "tool" and message["id"] in ONWARD)
        super().do(message)
        self._follow(fresh=onward)

    def hello(self, search: str) -> None:
        self.progress, told = load_progress(self.game.id, self.desk.kept)
        place = self.course.find(search, self.progress)
        linked = "section=" in search and not place.said
        wanted = parse_query(search) if linked else {}
        copy = self.wants_copy(wanted)
        self._left = wanted.get("from", "")
        self._take(Place(place.page, place.step, place.said or told), linked and "step=" in search, copy=copy)
        if "again" in wanted and isinstance(self.lesson, Story) and self.lesson.finished:
            self.lesson.begin_again()

    def _take(self, place: Place, step: bool = False, afresh: bool = False, copy: int = 1) -> None:
        """Open a page as it was left, or with `step` at the place's step; `afresh` opens a done page at its start."""
        kept = self.hand.take(lesson_key(place.page), copy)
        self.lesson, told = resumed(place.page, kept) if kept else (lesson_of(place.page), "")
        self.progress.take(place.page, self.at)
        self.lesson.core_done |= self.progress.page(place.page.id).done
        if step or not kept:
            self.lesson.goto(place.step)
        elif afresh and self.lesson.finished and not place.page.one_table:
            self.lesson.finished = False
            self.lesson.goto(0)
        self._say(place.said or told)

    def restore(self, text: str, name: str) -> None:
        self.lesson, told = resumed(self.page, text)
        self._say(told)

    def _say(self, text: str) -> None:
        self.dialog = dialogs.notice("A word before you go on", text, "Go on") if text else None

    def go_to(self, page: str, step: int = 0) -> None:
        try:
            found = self.course[page]
        except KeyError:
            return
        n = min(max(step - 1, 0), len(found.step) - 1)
        if found == self.page and step > 0 and not found.one_table:
            self.lesson.goto(n)
        else:
            self._take(Place(found, n), step > 0, afresh=True)

    def next(self) -> None:
        if playing := self._playing:
            playing.go_on()
        elif self.lesson.finished:
            self._take(Place(self.course.next(self.page) or self.course.pages[0]), afresh=True)
        else:
            self.lesson.next()

    def back(self) -> None:
        self.lesson.undo()

    def place(self) -> dict[str, str]:
        return {"section": self.page.slug, **({"from": self._left} if self._left else {})}

    def describe(self, text: str) -> str:
        return described(text)

    # -- drawing ----------------------------------------------------------------------------------

    def content(self) -> State:
        lesson, playback = self.lesson, self.playback
        data = lesson.data()
        if playing := self._playing:
            return self._watched(playing, data)
        question = data["question"]
        state = table_of(lesson.match, lesson.seat, question, self._flow())
        state["head"] = {**data["head"], **self._contents()}
        if "map" in state:
            state["map"] = lesson.over_map(state["map"])
        state["words"] = data["words"]
        if question is not None:
            state["question"] = self._question(question, data)
            if state["words"].get("prompt") == state["question"]["title"]:
                del state["words"]["prompt"]
        state["rules"] = self.texts(data["rules"])
        if isinstance(lesson.attempt, Asking) and not lesson.attempt.done and "roll" in state:
            state["roll"] = without_odds(state["roll"])  # they may be what the question is about
        if isinstance(lesson.attempt, Comparing):
            self._compare(lesson.attempt, state)
        if playback is not None:
            if playback.long or self.page.one_table:
                state["playing"] = playback.state()
                state["words"]["before"] = playback.text
            if playback.stretch is lesson.attempt.stretch or not lesson.attempt.feedback:
                playback.mark(state, lesson.seat)
        if isinstance(lesson, Story) and lesson.attempt.step.kind == "end":
            state["recap"] = recap(self.course, lesson)
        if lesson.finished and not self.page.one_table:
            state["words"] = {"kind": "end", "prompt": "You’ve finished this page", "text": self.page.teaches}
            if folded := self.course.folded(self.page, self.progress):
                state["folded"] = cast("Any", folded)
        return state

    def _compare(self, attempt: Comparing, state: State) -> None:
        """Mark how the table differs from the one under our rules, and say it in words."""
        mark_since(state, attempt.ours, attempt.seat)
        if told := differences(cast("Any", state.get("zones", []))):
            state["question"]["differs"] = told

    def _flow(self) -> Flow | None:
        """The turn as a line above the table; a first game has none."""
        return None if self.page.one_table else flow_for(self.game)

    def _watched(self, playback: Playback, data: dict[str, Any]) -> State:
        """The table at a piece of what just happened."""
        state = playback.watched(self.lesson.seat, self._flow())
        state["head"] = {**data["head"], **self._contents()}
        return state

    def _follow(self, fresh: bool) -> None:
        """Take what happened just before the step; if it is `fresh`, playback begins with its first piece."""
        stretch = self.lesson.stretch
        if self.playback is None or self.playback.stretch is not stretch:
            self._stretches += 1
            self.playback = Playback(str(self._stretches), stretch, not fresh) if stretch else None

    def _contents(self) -> Head:
        pages, course = self.course.pages, self.course
        head: Head = {"saves": True, "home": address("index")}
        if self.lesson.here == CORE:
            head["minutes"] = course.minutes[self.page.id]
        if not self.page.one_table:
            head |= {
                "page": pages.index(self.page) + 1,
                "pages": len(pages),
                "contents": [
                    {key: chapter[key] for key in ("page", "title", "state", "minutes")}  # type: ignore[misc]
                    for chapter in course.contents(self.progress, self.page)
                ],
            }
            if folded := course.folded(self.page, self.progress):
                head["folded"] = cast("Any", folded)
        if before := course.previous(self.page):
            head["before"] = before.slug
        if after := course.next(self.page):
            head["after"] = after.slug
        return head

    def teaches(self, rule: str) -> dict[str, Any]:
        place = self.course.teaches(rule)
        return {"page": place.page.slug, "step": place.step + 1} if place else {}

    def _question(self, question: Any, data: dict[str, Any]) -> Any:
        """The lesson's question, with the button that leads on."""
        if data["finished"]:
            following = self.course.next(self.page)
            done = {
                "id": question["id"],
                "mode": "next",
                "title": f"“{self.page.title}” is done",
                "options": [],
                "next": f"Next: {following.title}" if following else "Back to the first page",
            }
            link = {"label": BACK if self._left else "Play on your own", "href": self._practice}
            return {**done, "link": link} if self.page.one_table or self._left else done
        if data["can_next"]:
            plays = self.lesson.attempt.plays
            question = {**question, "next": "Show what happens" if plays else self._way_on()}
            if not question["options"] and not question["title"]:
                question["title"] = "Go on when you’ve read this" if not plays else "Watch"
        if "rejoins" in data:
            question = {**question, "working": f"The next step goes on as if you had chosen “{data['rejoins']}”."}
        if self.lesson.can_leave:
            question = {**question, "leave": WAYS_OUT[self.lesson.here]}
        if self._left:
            question = {**question, "link": {"label": BACK, "href": self._practice}}
        return question

    @property
    def _playing(self) -> Playback | None:
        """The playback while pieces of it are still to come, so that the step's question is out of sight."""
        return None if self.playback is None or self.playback.ended else self.playback

    @property
    def _can_hint(self) -> bool:
        """Whether the learner can see the question about which there is a hint."""
        return self.lesson.attempt.can_hint and self._playing is None

    @property
    def _practice(self) -> str:
        """The address of the practice table, with the game that the learner has left there."""
        copy = self._left.partition(MARK)[2]
        return address("play", game=self.game.id, **({"copy": copy} if copy else {}))

    def _way_on(self) -> str:
        """The label of the button that leads on from a step."""
        lesson = self.lesson
        last = lesson.path[-1] == lesson.at
        return WAYS_OUT[lesson.here] if last and lesson.can_leave and lesson.here != TEST else WAYS_ON[lesson.here]

    def tools(self) -> list[Tool]:
        lesson = self.lesson
        tools: list[Tool] = []
        if self._can_hint:
            hints = lesson.attempt.hints
            wait = HINT_PAUSE if hints else 0
            tools.append({"id": "hint", "label": f"Hint {hints + 1} of {HINTS}", "wait": wait, "place": "hand"})
        if isinstance(lesson, Story):
            tools.append({**self.panel_tool("begin_again", "Begin again"), "disabled": not lesson.can_undo})
        elif lesson.here != TEST and not lesson.finished:
            tools.append({"id": "again", "label": "Do this step again"})
        if not lesson.finished and not lesson.attempt.done and self._playing is None:
            tools.append({"id": "skip", "label": "Skip"})
        if self.page.test_out and lesson.here == CORE and not self.progress.page(self.page.id).done:
            tools.append({"id": "test_out", "label": "I know this: test me"})
        tools += [*self.copies(), *self.common_tools()]
        tools.append({"id": "practice", "label": "Practice table", "href": self._practice})
        if self._left:
            tools[-1] |= {"label": BACK, "place": "hand"}
        tools += self.review_tools()
        if is_here("lab"):
            step = lesson.at + 1 if lesson.here != TEST else 1
            here = address("lab", game=self.game.id, section=self.page.slug, step=str(step))
            tools.append({"id": "lab", "label": "Lab", "href": here})
        return tools

    def draw(self) -> None:
        if self.lesson.news:
            self.progress.note(self.page, self.lesson.news, self.at)
            self._note_missed()
            self.lesson.news.clear()
        super().draw()

    def keep(self) -> None:
        self.keep_progress()
        self.desk.keep(LAST_COURSE, self.game.id)

    def keep_progress(self) -> None:
        """Store where the learner is on the page, and what they have done in this course."""
        self.hand.keep(self.lesson.save())
        self.desk.keep(progress_key(self.progress.game), self.progress.save())

    def _note_missed(self) -> None:
        """Leave a note for the review about every rule that was missed."""
        lesson, step = self.lesson, self.lesson.attempt.step
        for note in missed_in(lesson.news, self.page.slug, lesson.part, lesson.at, step.kind, self.at):
            self.desk.keep(missed_key(self.game.id, note), note.at.isoformat())

    # -- what the visitor does --------------------------------------------------------------------

    def answer(self, option: str) -> None:
        with suppress(ValueError):  # an answer to a question that is no longer asked
            self.lesson.answer(option)

    predict = try_closed = answer

    def use(self, tool: str) -> None:
        match tool:
            case "hint" if self._can_hint:
                self.lesson.hint()
            case "again":
                self.lesson.again()
            case "skip" if self._playing is None:
                self.lesson.skip()
            case "test_out":
                self.lesson.test_out()
            case "leave" if self.lesson.can_leave:
                self.lesson.leave()
            case "begin_again" if isinstance(self.lesson, Story):
                self.dialog = _really_again(self.page)
            case _ if self.playback is not None and self.playback.hear(tool):
                pass
            case "save":
                self.dialog = self.carrying.given_out()

    def elsewhere(self, changes: Mapping[str, str | None]) -> None:
        """Merge progress that another tab wrote; if this very page went on there, ask the visitor."""
        if progress_key(self.progress.game) in changes:
            self._merge()
        super().elsewhere(changes)

    def button(self, button: str, text: str) -> None:
        if button == AGAIN and isinstance(self.lesson, Story):
            self.lesson.begin_again()
        self.dialog = self.carrying.press(button, text)
        self._merge()

    def upload(self, text: str, name: str) -> None:
        self.button(IMPORT, text)

    def _merge(self) -> None:
        self.progress.merge(load_progress(self.progress.game, self.desk.kept)[0])


def _really_again(page: Page) -> Dialog:
    """Ask whether the learner wants to lose what they have played."""
    text = f"“{page.title}” will go back to its first step, and you’ll lose what you’ve played so far."
    begin: DialogButton = {"id": AGAIN, "label": "Begin again", "kind": "send"}
    return dialogs.really("begin_again", "Begin again?", text, begin, "Go on with this game")


def course(game: str) -> Desk:
    """Return the course of a game for a notebook: `course("alien_conspiracy")`."""
    from tutor.ui.desks.preview import desk_for  # which are course desks, too

    return settled(desk_for(game).desk)
