"""A game's course: one page at a time, with contents, progress and links, all kept in the visitor's browser."""

from __future__ import annotations

from typing import Any, cast

import ipywidgets as widgets

from tutor.engine.files import BadInput
from tutor.engine.game import find_game
from tutor.lessons.course import Course, Place, course_of
from tutor.lessons.lesson import Lesson, resume
from tutor.lessons.pages import Page
from tutor.lessons.progress import Progress, lesson_key, load_progress, progress_key
from tutor.ui.desk import Desk
from tutor.ui.flows import flow_for
from tutor.ui.model import Message, State, Tool
from tutor.ui.present import table_of


class CourseDesk:
    """One visitor taking the course of one game. `widget` is what a notebook shows."""

    def __init__(self, game: str) -> None:
        self.game = find_game(game)
        self.course: Course = course_of(self.game)
        self.progress = Progress(game)
        self.stored: dict[str, str] = {}
        self.said = ""
        self.lesson: Lesson
        self.desk = Desk(self.hear)
        self.controls = CourseControls(self)
        self.widget = widgets.VBox([self.controls.widget, self.desk])
        self._take(Place(self.course.pages[0]))

    @property
    def page(self) -> Page:
        """The page being taken."""
        return self.lesson.page

    # -- going about ------------------------------------------------------------------------------

    def _take(self, place: Place, step: bool = False) -> None:
        """Open a page as it was left; with `step`, at the step of the place."""
        kept = self.stored.get(lesson_key(place.page))
        self.lesson, told = resume(place.page, kept) if kept else (Lesson(place.page), "")
        if step or not kept:
            self.lesson.goto(place.step)
        self.said = place.said or told
        self.draw()
        self.controls.follow()

    def go_to(self, slug: str, step: int | None = None) -> None:
        """Open the page of this slug, at a step counted from 1 or as it was left."""
        try:
            page = self.course[slug]
        except KeyError:
            return
        self._take(Place(page, min(max((step or 1) - 1, 0), len(page.step) - 1)), step is not None)

    def turn_page(self, forward: bool) -> None:
        """Open the page after this one, or before it."""
        page = self.course.next(self.page) if forward else self.course.previous(self.page)
        if page is not None:
            self._take(Place(page))

    # -- drawing ----------------------------------------------------------------------------------

    def state(self) -> State:
        """Return what the desk shows now."""
        lesson = self.lesson
        data = lesson.data()
        question = data["question"]
        state = table_of(lesson.match, lesson.seat, question, flow_for(self.game))
        state["head"] = {**data["head"], **self._head()}
        state["words"] = data["words"]
        state["rules"] = {id: self._with_page(id, text) for id, text in data["rules"].items()}
        state["tools"] = self._tools(data)
        if question is not None:
            state["question"] = self._question(question, data)
        if "odds" in data:
            state["odds"] = data["odds"]
        if self.said:
            state["dialog"] = cast(
                "Any",
                {
                    "id": "said",
                    "title": "A word before you go on",
                    "text": self.said,
                    "buttons": [{"id": "close", "label": "Go on", "kind": "close"}],
                },
            )
        return state

    def _head(self) -> Any:
        pages = self.course.pages
        return {
            "home": "index.ipynb",
            "page": pages.index(self.page) + 1,
            "pages": len(pages),
            "contents": [
                {key: chapter[key] for key in ("page", "title", "state")}
                for chapter in self.course.contents(self.progress, self.page)
            ],
        }

    def _with_page(self, id: str, text: Any) -> Any:
        place = self.course.teaches(id)
        return {**text, "page": place.page.slug, "step": place.step + 1} if place else text

    def _question(self, question: Any, data: dict[str, Any]) -> Any:
        """The lesson's question with the way on."""
        if data["finished"]:
            following = self.course.next(self.page)
            after = f"Next: {following.title}" if following else "Back to the first page"
            return {
                **question,
                "mode": "next",
                "title": f"“{self.page.title}” is done",
                "options": [],
                "feedback": {"verdict": "right", "text": self.page.teaches},
                "next": after,
            }
        if data["can_next"]:
            plays = self.lesson.attempt.plays
            question = {**question, "next": "Show what happens" if plays else "Go on"}
            if not question["options"] and not question["title"]:
                question["title"] = "Ready?" if not plays else "Watch"
        if data.get("rejoins"):
            question = {**question, "working": data["rejoins"]}
        return question

    def _tools(self, data: dict[str, Any]) -> list[Tool]:
        tools: list[Tool] = []
        if "hint" in data:
            tools.append({"id": "hint", "label": f"Hint {data['hint']['level'] + 1} of 3"})
        tools.append({"id": "again", "label": "This step anew"})
        if self.page.test_out and self.lesson.part == "step" and not self.progress.page(self.page.id).done:
            tools.append({"id": "test_out", "label": "I know this: test me"})
        if not data["finished"]:
            tools.append({"id": "skip", "label": "Skip"})
        return tools

    def draw(self) -> None:
        """Show the page as it is now, and keep it in the visitor's browser."""
        if self.lesson.news:
            self.progress.note(self.page, self.lesson.news)
            self.lesson.news.clear()
        self.progress.last = self.page.id
        self.desk.show(self.state())
        self._keep(lesson_key(self.page), self.lesson.save())
        self._keep(progress_key(self.game.id), self.progress.save())

    def _keep(self, key: str, text: str) -> None:
        self.stored[key] = text
        self.desk.keep(key, text)

    # -- what the visitor does --------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        """Do what the page says the visitor did."""
        match message["type"]:
            case "hello":
                self._hello(message["search"], message["stored"])
                return
            case "answer" | "try" | "predict":
                self._act(message["option"])
            case "next":
                if self._next():
                    return
            case "back":
                self.lesson.back()
            case "undo":
                self.lesson.undo()
            case "redo":
                self.lesson.redo()
            case "goto":
                self.go_to(str(message["page"]), message["step"])
                return
            case "tool":
                self._tool(message["id"])
            case "dialog":
                self.said = ""
            case _:
                return
        self.draw()

    def _hello(self, search: str, stored: dict[str, str]) -> None:
        self.stored = dict(stored)
        self.progress, told = load_progress(self.game.id, stored)
        place = self.course.find(search, self.progress)
        linked = "section=" in search and not place.said
        self._take(Place(place.page, place.step, place.said or told), linked and "step=" in search)

    def _act(self, option: str) -> None:
        try:
            self.lesson.answer(option)
        except (ValueError, BadInput):
            return  # an answer to a question that is gone

    def _next(self) -> bool:
        """Go on; returns whether another page was opened."""
        if not self.lesson.finished:
            self.lesson.next()
            return False
        following = self.course.next(self.page) or self.course.pages[0]
        self._take(Place(following))
        return True

    def _tool(self, tool: str) -> None:
        match tool:
            case "hint":
                if self.lesson.attempt.can_hint:
                    self.lesson.hint()
            case "again":
                self.lesson.again()
            case "skip":
                self.lesson.skip()
            case "test_out":
                self.lesson.test_out()
            case _:
                return


class CourseControls:
    """The row above the desk: which section, one back, one on."""

    def __init__(self, desk: CourseDesk) -> None:
        self.desk = desk
        self._following = False
        titles = [(f"{n}. {page.title}", page.slug) for n, page in enumerate(desk.course.pages, 1)]
        self.section = widgets.Dropdown(options=titles, description="Section")
        self.before = widgets.Button(description="Section before")
        self.after = widgets.Button(description="Next section")
        self.widget = widgets.HBox([self.section, self.before, self.after])
        self.widget.add_class("tutor-controls")
        self.section.observe(self._chosen, "value")
        self.before.on_click(lambda _: desk.turn_page(forward=False))
        self.after.on_click(lambda _: desk.turn_page(forward=True))

    def follow(self) -> None:
        """Show where the course has come to."""
        self._following = True
        self.section.value = self.desk.page.slug
        self.before.disabled = self.desk.course.previous(self.desk.page) is None
        self.after.disabled = self.desk.course.next(self.desk.page) is None
        self._following = False

    def _chosen(self, change: Any) -> None:
        if not self._following:
            self.desk.go_to(change["new"])


def course(game: str) -> widgets.Widget:
    """Return the course of a game for a notebook: `course("alien_conspiracy")`."""
    return CourseDesk(game).widget
