"""The learner's review: what was missed comes back, drills, a refresh before a game, the cue card and the words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast
from urllib.parse import urlencode

from tutor.engine.files import BadInput, parse_query
from tutor.engine.game import find_game, games
from tutor.lessons.course import Course, known_course
from tutor.lessons.missed import moment
from tutor.lessons.refresh import Read, refresh
from tutor.lessons.sitting import Sitting
from tutor.lessons.tasks import Order
from tutor.ui import dialogs, rule_search
from tutor.ui.addresses import address
from tutor.ui.desk import Desk, settled
from tutor.ui.desks.carrying import Carrying, importing
from tutor.ui.desks.review_kept import Kept
from tutor.ui.desks.review_sheets import ASK, card, mastery, words
from tutor.ui.desks.review_sitting import asking, drill, finish, order, reading
from tutor.ui.flows import flow_for
from tutor.ui.hand import BARRED, BOTH, FORK, THEIRS
from tutor.ui.messages import sent_at
from tutor.ui.model import Message, ShelfGame, State, Tool
from tutor.ui.model_panel import Dialog, RuleText
from tutor.ui.present import NEWEST_NOTES, rule_note, with_rules
from tutor.ui.rule_search import RuleSearch
from tutor.ui.taught import taught
from tutor.ui.terms import with_terms

PARTS = {
    "queue": "Review",
    "drill": "Drills",
    "refresh": "Three-minute refresh",
    "card": "Cue card",
    "words": "Words",
    "rules": "My rules",
}
"""The parts of the page, each with its name; the first is the one to begin with."""

MOST_AT_ONCE = 12
"""Rules that one review asks about; the rest waits for the next."""

GREETING = "What you missed comes back here until it sits: *every* refusal and every wrong answer."


class ReviewDesk:
    """One visitor's review. `desk` is what a notebook shows."""

    def __init__(self) -> None:
        self.at: datetime = moment(0)
        """The time on the visitor's clock."""
        self.course: Course | None = None
        """The course of the game that is gone over; None while a game is to be chosen."""
        self.part = ""
        self.sitting: Sitting | None = None
        self.seed = 0
        self.rule = ""
        """The rule that drills are asked for; empty for any."""
        self.serial = 0
        self.all_notes = False
        self.dialog: Dialog | None = None
        self.search: RuleSearch
        self.desk = Desk(self.hear)
        self.kept = Kept(self.desk)
        self.carrying = Carrying(self.desk)
        self.overtaken = False
        """Whether questions of this sitting were answered in another tab, and the visitor has yet to choose."""

    # -- opening ----------------------------------------------------------------------------------

    def _hello(self, query: str) -> None:
        """Open what the address asks for; what it gets wrong is said in one sentence."""
        told, wanted = "", dict[str, str]()
        self.course, self.sitting, self.overtaken = None, None, False
        try:
            wanted = parse_query(query)
            self.course = known_course(wanted["game"]) if "game" in wanted else None
        except BadInput as error:
            told = f"{error}."
        if self.course is not None:
            self.search = RuleSearch(self.course.game)
            told = self.kept.take_up(self.course.game) or told
            told = self._go_to(wanted) or told
        self.dialog = dialogs.said("A word before you go on", told, "Go on") if told else None

    def _go_to(self, wanted: Mapping[str, str]) -> str:
        """Open a part; returns what was wrong with the address."""
        assert self.course is not None
        part, rule, seed = wanted.get("part", ""), wanted.get("rule", ""), wanted.get("seed", "")
        told = ""
        if part not in PARTS:
            told = f"There is no part “{part[:40]}”; there are {', '.join(PARTS)}." if part else ""
            part = next(iter(PARTS))
        if rule and rule not in self.course.game.book:
            told, rule = f"{self.course.game.title} has no rule “{rule[:60]}”.", ""
        self.rule = rule
        self.seed = int(self.at.timestamp()) % 1_000_000
        if seed.isascii() and seed.isdecimal() and len(seed) < 10:
            self.seed = int(seed)
        elif seed:
            told = f"A drill's seed is a whole number, not “{seed[:40]}”."
        self._open(part)
        return told

    def _open(self, part: str) -> None:
        """Show a part from its beginning."""
        course = self.course
        assert course is not None
        self.part, self.sitting = part, None
        self.serial += 1
        match part:
            case "queue":
                self.sitting = Sitting(course, [order(self.kept, rule) for rule in self.due[:MOST_AT_ONCE]])
            case "refresh":
                path = refresh(course, flow_for(course.game), self.kept.review, self.kept.progress, self.at)
                self.sitting = Sitting(course, path)
            case "drill":
                self.sitting = Sitting(course, [drill(course.game, self.kept, self.seed, self.rule)])

    @property
    def due(self) -> list[str]:
        """The rules that wait for the visitor now."""
        assert self.course is not None
        return self.kept.review.due(self.at, self.course.game.book.entries)

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show the page as it is now."""
        self.desk.show(self.state())

    def state(self) -> State:
        """Return what the desk shows now."""
        if self.course is None:
            return self._games()
        game = self.course.game
        state = self._sheet() if self.part in ("card", "words", "rules") else self._sitting()
        state["head"] = {
            **state.get("head", {}),
            "game": game.title,
            "home": address("index"),
            "section": PARTS[self.part],
        }
        state["tools"] = self._tools()
        state["address"] = self._address()
        if game.accent:
            state["accent"] = cast("Any", dict(game.accent))
        if self.overtaken:
            state["dialog"] = asked_elsewhere()
        elif self.dialog is not None:
            state["dialog"] = self.dialog
        shown = state.get("rules", {})
        with_rules(state, game.book, game.book.defaults, self._teaches)
        state["rules"] |= shown
        return with_terms(state, game, self._teaches)

    def _teaches(self, rule: str) -> Mapping[str, Any]:
        assert self.course is not None
        return taught(self.course.game.id, rule)

    def _address(self) -> str:
        assert self.course is not None
        query: dict[str, Any] = {"game": self.course.game.id, "part": self.part}
        if self.part == "drill":
            query |= {"seed": self.seed}
            query |= {"rule": self.rule} if self.rule else {}
        return "?" + urlencode(query)

    def _games(self) -> State:
        """All games, each with what waits in it."""
        shelf = [self._shelf_game(id) for id in games()]
        state: State = {"head": {"game": "Rules tutor", "home": address("index"), "section": "Review"}}
        state["shelf"] = {"text": GREETING, "games": shelf}
        state["tools"] = self._carrying()
        if self.dialog is not None:
            state["dialog"] = self.dialog
        return state

    def _shelf_game(self, id: str) -> ShelfGame:
        game = find_game(id)
        review = self.kept.of(game)
        due = review.due(self.at, game.book.entries)
        waiting = f"{len(due)} to review now" if due else "Nothing to review now"
        links = [
            {"label": label, "href": "?" + urlencode({"game": id, "part": part})}
            for part, label in PARTS.items()
            if part != "words"
        ]
        return {
            "id": id,
            "title": game.title,
            "text": waiting,
            "facts": f"{len(review.rules)} rules asked about",
            "pages": 0,
            "done": 0,
            "accent": cast("Any", dict(game.accent)) or None,
            "links": cast("Any", links),
        }

    def _tools(self) -> list[Tool]:
        assert self.course is not None
        panel = dialogs.shown(self.dialog)
        tools: list[Tool] = [*self._teaching()]
        tools += [
            {"id": part, "label": self._label(part, label), "pressed": part == self.part}
            for part, label in PARTS.items()
        ]
        tools.append({"id": "search", "label": "Look a rule up", "pressed": panel == rule_search.PANEL})
        return [*tools, *self._carrying()]

    def _teaching(self) -> list[Tool]:
        """To leave a question; once it is answered, the page that teaches its rule: before, that would tell."""
        task = self.sitting.task if self.sitting else None
        if task is None:
            return []
        if not task.done:
            return [{"id": "skip", "label": "Skip"}]
        if not self._teaches(task.rule):
            return []
        return [{"id": "teaches", "label": "The page that teaches it", "href": self._teaches(task.rule)["href"]}]

    def _label(self, part: str, label: str) -> str:
        return f"{label}: {len(self.due)}" if part == "queue" and self.due else label

    def _carrying(self) -> list[Tool]:
        panel = dialogs.shown(self.dialog)
        return [
            {"id": "save", "label": "Export", "pressed": panel == "save"},
            {"id": "import", "label": "Import", "pressed": panel == "import"},
        ]

    def _sheet(self) -> State:
        """The cue card, the words, or how well the rules are known."""
        assert self.course is not None
        game = self.course.game
        match self.part:
            case "card":
                sheet, rules = card(game)
            case "words":
                sheet, rules = words(game)
            case _:
                sheet, rules = mastery(game, self.kept, self.at)
        return {"sheet": sheet, "rules": self._texts(rules)}

    def _texts(self, rules: list[str]) -> dict[str, RuleText]:
        """The texts of rules, as the desk takes them."""
        assert self.course is not None
        book = self.course.game.book
        return {id: rule_note(book, id, book.defaults, self._teaches) for id in rules if id in book}

    def _sitting(self) -> State:
        """What is read or asked now, with the table that belongs to it."""
        assert self.course is not None
        assert self.sitting is not None
        sitting, task, book = self.sitting, self.sitting.task, self.course.game.book
        id = f"{self.part}.{self.serial}.{sitting.at}"
        state: State = {}
        if sitting.over:
            state = finish(sitting, id, self.kept, book, self.at)
        elif isinstance(sitting.item, Read):
            state = reading(sitting.item, id, book)
        elif task is not None:
            most = None if self.all_notes else NEWEST_NOTES
            state = asking(task, f"{id}.{self.serial}", self._go_on(), most)
            state["rules"] = self._texts([task.rule, *([task.feedback.rule] if task.feedback else [])])
        if len(sitting.items) > 1 and not sitting.over:
            state["head"] = {"step": sitting.at + 1, "steps": len(sitting.items)}
        return state

    def _go_on(self) -> str:
        """What the button says that leads on from an answer."""
        if self.part == "drill":
            return "Another one"
        assert self.sitting is not None
        return "To the end" if self.sitting.at + 1 == len(self.sitting.items) else "Go on"

    # -- what the visitor does --------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        """Do what the page says the visitor did."""
        if self.overtaken and message["type"] in BARRED:
            self.draw()
            return
        self.at = moment(sent_at(message))
        match message["type"]:
            case "hello":
                self._hello(message["search"])
            case "elsewhere":
                self._take_in(message["changes"])
            case "answer":
                self._answer(message["option"])
            case "next":
                self._next()
            case "tool":
                self._tool(message["id"])
            case "form" if self.course is not None:
                self.dialog = self.search.look_up(message["values"])
            case "dialog":
                self._dialog(message["id"], message["text"])
            case "upload":
                self._import(message["text"], message["name"])
            case "notes":
                self.all_notes = message["all"]
            case _:
                return
        self.draw()

    def _answer(self, option: str) -> None:
        if self.sitting is None or not (option.isascii() and option.isdecimal() and len(option) < 4):
            return
        try:
            judged = self.sitting.choose(int(option))
        except ValueError:
            return  # an answer to a question that is gone
        self.serial += 1
        if judged is not None:
            rule, known = judged
            self.kept.answer(rule, known, self.at)

    def _next(self) -> None:
        if self.sitting is None:
            return
        if not self.sitting.over:
            self.sitting.next()
            self._follow()
        elif self.sitting.missed and self.course is not None:
            self.sitting = Sitting(self.course, [order(self.kept, rule) for rule in self.sitting.missed])
            self.serial += 1
        else:
            self.rule = ""
            self._open("drill")

    def _follow(self) -> None:
        """After the last drill comes the next one."""
        if self.part == "drill" and self.sitting is not None and self.sitting.over:
            self.seed += 1
            self._open("drill")

    def _tool(self, tool: str) -> None:
        """Press a tool; pressing the tool of an open panel puts it away."""
        panel = dialogs.shown(self.dialog)
        self.dialog = None
        if tool == "save" and panel != "save":
            self.dialog = self.carrying.given_out()
        elif tool == "import" and panel != "import":
            self.dialog = importing()
        elif self.course is not None:
            if tool == "skip" and self.sitting is not None and self.sitting.task is not None:
                self.sitting.skip()
                self._follow()
            elif tool == "search" and panel != rule_search.PANEL:
                self.dialog = self.search.dialog()
            elif tool in PARTS:
                self.rule = ""
                self._open(tool)
            elif tool.removeprefix(ASK) in self.course.game.book and tool.startswith(ASK):
                self.rule = tool.removeprefix(ASK)
                self._open("drill")

    def _dialog(self, button: str, text: str) -> None:
        if self.overtaken:
            self._settle(button)
        else:
            self.dialog = self.carrying.press(button, text)
            self._look_again()

    def _import(self, text: str, name: str) -> None:
        self.dialog = self.carrying.take_in(text, name)
        self._look_again()

    def _look_again(self) -> None:
        """What was taken in may be of the game that is gone over."""
        if self.course is not None:
            self.kept.hear({})

    # -- other tabs -------------------------------------------------------------------------------

    def _take_in(self, changes: Mapping[str, str | None]) -> None:
        """Another tab wrote something: memories come together; what is still to be asked may have been asked there."""
        if self.course is None:
            return
        changed = self.kept.hear(changes)
        sitting = self.sitting
        if sitting is not None and self.part != "drill":
            ahead = {item.rule for item in sitting.items[sitting.at :] if isinstance(item, Order)}
            self.overtaken = self.overtaken or bool(changed & ahead - set(sitting.told))

    def _settle(self, button: str) -> None:
        if button in (THEIRS, BOTH):
            self.overtaken = False
        if button == THEIRS:
            self._open(self.part)


def asked_elsewhere() -> Dialog:
    """Ask what to do once questions of this sitting were answered in another tab."""
    return {
        "id": FORK,
        "title": "This review went on in another tab",
        "text": "Some of these questions were answered there. Go on from there with what is left, or keep both: then "
        "you go on here as you are, and answers in both tabs count. Nothing is lost either way.",
        "buttons": [
            {"id": THEIRS, "label": "Go on from there", "kind": "send"},
            {"id": BOTH, "label": "Keep both", "kind": "send"},
        ],
    }


def review() -> Desk:
    """Return the learner's review for a notebook."""
    return settled(ReviewDesk().desk)
