"""A game's course: one page at a time, with contents, progress and links, all kept in the visitor's browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutor.engine.files import BadInput, parse_query
from tutor.engine.game import find_game
from tutor.lessons.course import Course, Place, known_course
from tutor.lessons.lesson import Lesson, described, is_within, resume
from tutor.lessons.missed import missed_in, missed_key, moment
from tutor.lessons.pages import Page
from tutor.lessons.progress import LAST_COURSE, Progress, lesson_key, load_progress, progress_key
from tutor.ui import dialogs, rule_search
from tutor.ui.addresses import address, is_here
from tutor.ui.desk import Desk, settled
from tutor.ui.desks.carrying import IMPORT, Carrying
from tutor.ui.flows import FlowTool, flow_for
from tutor.ui.hand import COPIES, FORGET, TAKE, Hand, wanted_copy
from tutor.ui.messages import sent_at
from tutor.ui.model import Head, Message, State, Tool
from tutor.ui.model_panel import Dialog
from tutor.ui.present import table_of, with_rules
from tutor.ui.rule_search import RuleSearch
from tutor.ui.terms import with_terms


class CourseDesk:
    """One visitor taking the course of one game. `desk` is what a notebook shows."""

    def __init__(self, game: str) -> None:
        self.game = find_game(game)
        self.course: Course = known_course(game)
        self.progress = Progress(game)
        self.at = moment(0)
        """The time on the visitor's clock."""
        self.dialog: Dialog | None = None
        self.search = RuleSearch(self.game)
        self.flow = FlowTool()
        self.lesson: Lesson
        self.desk = Desk(self.hear)
        self.hand = Hand(self.desk, "page", is_within)
        self.named_copy = False
        """Whether the address names a copy of the page, or did."""
        self.carrying = Carrying(self.desk)
        self._take(Place(self.course.pages[0]))

    @property
    def page(self) -> Page:
        """The page being taken."""
        return self.lesson.page

    # -- going about ------------------------------------------------------------------------------

    def _take(self, place: Place, step: bool = False, afresh: bool = False, copy: int = 1) -> None:
        """Open a page as it was left; with `step`, at the place's step; `afresh`, a done page at its first step."""
        kept = self.hand.take(lesson_key(place.page), copy)
        self.lesson, told = resume(place.page, kept) if kept else (Lesson(place.page), "")
        self.progress.take(place.page, self.at)
        if step or not kept:
            self.lesson.goto(place.step)
        elif afresh and self.lesson.finished:
            self.lesson.finished = False
            self.lesson.goto(0)
        said = place.said or told
        self.dialog = dialogs.said("A word before you go on", said, "Go on") if said else None
        self.draw()

    def go_to(self, slug: str, step: int = 0) -> None:
        """Open the page of this slug, at a step counted from 1, or as it was left."""
        try:
            page = self.course[slug]
        except KeyError:
            return
        self._take(Place(page, min(max(step - 1, 0), len(page.step) - 1)), step > 0, afresh=True)

    # -- drawing ----------------------------------------------------------------------------------

    def state(self) -> State:
        """Return what the desk shows now."""
        lesson = self.lesson
        data = lesson.data()
        question = data["question"]
        state = table_of(lesson.match, lesson.seat, question, flow_for(self.game))
        state["head"] = {**data["head"], **self._head()}
        if "map" in state:
            state["map"] = lesson.over_map(state["map"])
        state["words"] = data["words"]
        state["tools"] = self._tools(data)
        if question is not None:
            state["question"] = self._question(question, data)
            if state["words"].get("prompt") == state["question"]["title"]:
                del state["words"]["prompt"]
        if self.hand.torn:
            state["dialog"] = self.hand.question()
        elif self.dialog is not None:
            state["dialog"] = self.dialog
        if self.hand.copy > 1 or self.named_copy:
            state["address"] = f"?section={self.page.slug}" + (f"&copy={self.hand.copy}" if self.hand.copy > 1 else "")
        if flowmap := self.flow.state(lesson.match, self._teaches):
            state["flowmap"] = flowmap
        with_rules(state, self.game.book, lesson.match.table.readings, self._teaches)
        state["rules"] |= {id: {**text, **self._teaches(id)} for id, text in data["rules"].items()}
        return with_terms(state, self.game, self._teaches)

    def _head(self) -> Head:
        pages, course = self.course.pages, self.course
        head: Head = {
            "saves": True,
            "home": address("index"),
            "page": pages.index(self.page) + 1,
            "pages": len(pages),
            "contents": [
                {key: chapter[key] for key in ("page", "title", "state")}  # type: ignore[misc]
                for chapter in course.contents(self.progress, self.page)
            ],
        }
        if before := course.previous(self.page):
            head["before"] = before.slug
        if after := course.next(self.page):
            head["after"] = after.slug
        return head

    def _teaches(self, rule: str) -> dict[str, Any]:
        place = self.course.teaches(rule)
        return {"page": place.page.slug, "step": place.step + 1} if place else {}

    def _question(self, question: Any, data: dict[str, Any]) -> Any:
        """The lesson's question with the way on."""
        if data["finished"]:
            following = self.course.next(self.page)
            return {
                **question,
                "mode": "next",
                "title": f"“{self.page.title}” is done",
                "options": [],
                "feedback": {"verdict": "right", "text": self.page.teaches},
                "next": f"Next: {following.title}" if following else "Back to the first page",
            }
        if data["can_next"]:
            plays = self.lesson.attempt.plays
            question = {**question, "next": "Show what happens" if plays else "Go on"}
            if not question["options"] and not question["title"]:
                question["title"] = "Ready?" if not plays else "Watch"
        if not question["options"]:
            question = {key: value for key, value in question.items() if key != "seat"}
        if "rejoins" in data:
            question = {**question, "working": data["rejoins"]}
        if "odds" in data:
            question = {**question, "figures": data["odds"]}
        return question

    def _tools(self, data: dict[str, Any]) -> list[Tool]:
        panel = dialogs.shown(self.dialog)
        tools: list[Tool] = []
        if "hint" in data:
            hint = data["hint"]
            tools.append({"id": "hint", "label": f"Hint {hint['level'] + 1} of 3", "wait": hint["pause"]})
        tools.append({"id": "again", "label": "This step anew"})
        if not data["finished"]:
            tools.append({"id": "skip", "label": "Skip"})
        if self.page.test_out and self.lesson.part == "step" and not self.progress.page(self.page.id).done:
            tools.append({"id": "test_out", "label": "I know this: test me"})
        tools += self.hand.tool(panel)
        tools += self.flow.tool(self.game)
        tools.append({"id": "rules", "label": "Rules", "pressed": panel == rule_search.PANEL})
        tools.append({"id": "practice", "label": "Practice table", "href": address("play", game=self.game.id)})
        tools.append({"id": "review", "label": "Review", "href": address("review", game=self.game.id)})
        if is_here("lab"):
            step = self.lesson.at + 1 if self.lesson.part == "step" else 1
            here = address("lab", game=self.game.id, section=self.page.slug, step=str(step))
            tools.append({"id": "lab", "label": "Lab", "href": here})
        return tools

    def draw(self) -> None:
        """Show the page as it is now, and keep it in the visitor's browser."""
        if self.lesson.news:
            self.progress.note(self.page, self.lesson.news, self.at)
            self._note_missed()
            self.lesson.news.clear()
        self.desk.show(self.state())
        self.hand.keep(self.lesson.save())
        self.desk.keep(progress_key(self.game.id), self.progress.save())
        self.desk.keep(LAST_COURSE, self.game.id)

    def _note_missed(self) -> None:
        """Drop a note for the review of every rule that was missed."""
        lesson, step = self.lesson, self.lesson.attempt.step
        for note in missed_in(lesson.news, self.page.slug, lesson.part, lesson.at, step.kind, self.at):
            self.desk.keep(missed_key(self.game.id, note), note.at.isoformat())

    # -- what the visitor does --------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        """Do what the page says the visitor did."""
        self.at = moment(sent_at(message))
        if self.hand.bars(message):
            self.draw()
            return
        match message["type"]:
            case "hello":
                self._hello(message["search"])
                return
            case "elsewhere":
                self._take_in(message["changes"])
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
            case "form" if message["id"] in (TAKE, FORGET):
                self._take_copy(message["id"], message["values"])
            case "form":
                self.dialog = self.search.look_up(message["values"])
            case "dialog" if self.hand.torn:
                self._settle(message["id"])
            case "dialog":
                self._dialog(message["id"], message["text"])
            case "upload":
                self._dialog(IMPORT, message["text"])
            case "group" | "node":
                self.flow.hear(message)
            case _:
                return
        self.draw()

    def _hello(self, search: str) -> None:
        self.progress, told = load_progress(self.game.id, self.desk.kept)
        place = self.course.find(search, self.progress)
        linked = "section=" in search and not place.said
        copy = wanted_copy(parse_query(search) if linked else {})
        self.named_copy = copy > 1
        self._take(Place(place.page, place.step, place.said or told), linked and "step=" in search, copy=copy)

    # -- other tabs -------------------------------------------------------------------------------

    def _take_in(self, changes: Mapping[str, str | None]) -> None:
        """Another tab wrote something: progress comes together; if this very page went on there, it is asked."""
        if progress_key(self.game.id) in changes:
            self.progress.merge(load_progress(self.game.id, self.desk.kept)[0])
        self.hand.hear(changes)

    def _settle(self, button: str) -> None:
        if (theirs := self.hand.settle(button)) is not None:
            self.lesson, _ = resume(self.page, theirs)

    def _take_copy(self, button: str, values: Mapping[str, str]) -> None:
        """Go on with another copy of this page, or delete it."""
        self.dialog = None
        if (copy := self.hand.chosen(button, values)) is not None:
            self.named_copy = True
            self._take(Place(self.page), copy=copy)

    def _dialog(self, button: str, text: str) -> None:
        """Press a button of a panel: saving and loading what was learnt, or only putting it away."""
        self.dialog = self.carrying.press(button, text)
        self.progress.merge(load_progress(self.game.id, self.desk.kept)[0])

    # -- one press --------------------------------------------------------------------------------

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
        self._take(Place(following), afresh=True)
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
            case "flow":
                self.flow.toggle()
            case "save":
                self.dialog = self.carrying.given_out()
            case _ if tool == COPIES:
                self.dialog = None if dialogs.shown(self.dialog) == COPIES else self.hand.panel(described)
            case "rules":
                shown = dialogs.shown(self.dialog) == rule_search.PANEL
                self.dialog = None if shown else self.search.dialog()
            case _:
                return


def course(game: str) -> Desk:
    """Return the course of a game for a notebook: `course("alien_conspiracy")`."""
    return settled(CourseDesk(game).desk)
