"""The learner's review: questions on what was missed, drills, a refresher before a game, a cue card and the words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import urlencode

from tutor.engine.book.files import BadInput, parse_query
from tutor.engine.core.game import Game, find_game, games
from tutor.engine.core.table import Many, ManyOrNo
from tutor.lessons.course import Course, known_course
from tutor.lessons.refresh import Read, refresh
from tutor.lessons.sitting import Sitting
from tutor.lessons.tasks import Order
from tutor.ui import dialogs, rule_search
from tutor.ui.addresses import address
from tutor.ui.desk import Desk, settled
from tutor.ui.desks.carrying import PANEL, Carrying, importing
from tutor.ui.desks.review_kept import Kept
from tutor.ui.desks.review_sheets import ASK, card, mastery, words
from tutor.ui.desks.review_sitting import asking, drill, finish, order, reading
from tutor.ui.flows import flow_for
from tutor.ui.hand import BOTH, THEIRS, Hand
from tutor.ui.model import ShelfGame, State, Tool
from tutor.ui.model_panel import Dialog
from tutor.ui.screen import Screen

PARTS = {
    "queue": "Review",
    "drill": "Drills",
    "refresh": "Three-minute refresher",
    "card": "Cue card",
    "words": "Words",
    "rules": "My rules",
}
"""The parts of the page, each with its name; the page begins with the first."""

SHEETS = ("card", "words", "rules")
"""The parts that ask nothing."""

MOST_AT_ONCE = 12
"""The largest number of rules that one review asks about; the others wait for the next one."""

GREETING = "*Every* refusal and every wrong answer comes back here until you know the rule."


class ReviewDesk(Screen):
    """One visitor's review."""

    looks_up = "search"

    def __init__(self) -> None:
        super().__init__()
        self.course: Course | None = None
        """The course of the game that is reviewed; None while the visitor chooses a game."""
        self.part = ""
        self.sitting: Sitting | None = None
        self.seed = 0
        self.rule = ""
        """The rule that drills are about; empty for any rule."""
        self.serial = 0
        self.hand = Elsewhere(self.desk)
        self.kept = Kept(self.desk)
        self.carrying = Carrying(self.desk)

    @property
    def game(self) -> Game:
        return self._course.game

    @property
    def _course(self) -> Course:
        assert self.course is not None
        return self.course

    # -- opening ----------------------------------------------------------------------------------

    def hello(self, search: str) -> None:
        """Open what the address names; if something in it is wrong, say so in one sentence."""
        told, wanted = "", dict[str, str]()
        self.course, self.sitting, self.hand.torn, self.query = None, None, False, ""
        try:
            wanted = parse_query(search)
            self.course = known_course(wanted["game"]) if "game" in wanted else None
        except BadInput as error:
            told = f"{error}."
        if self.course is not None:
            told = self.kept.take_up(self.game) or told
            told = self._enter(wanted) or told
        self.dialog = dialogs.notice("A word before you go on", told, "Go on") if told else None

    def _enter(self, wanted: Mapping[str, str]) -> str:
        """Open a part, and return what was wrong with the address."""
        part, rule, seed = wanted.get("part", ""), wanted.get("rule", ""), wanted.get("seed", "")
        told = ""
        if part not in PARTS:
            told = f"There is no part “{part[:40]}”. The parts are {', '.join(PARTS)}." if part else ""
            part = next(iter(PARTS))
        if rule and rule not in self.game.book:
            told, rule = f"{self.game.title} has no rule “{rule[:60]}”.", ""
        self.rule = rule
        self.seed = int(self.at.timestamp()) % 1_000_000
        if seed.isascii() and seed.isdecimal() and len(seed) < 10:
            self.seed = int(seed)
        elif seed:
            told = f"The seed of a drill has to be a whole number, not “{seed[:40]}”."
        self._open(part)
        return told

    def _open(self, part: str) -> None:
        """Show a part from its beginning."""
        course = self._course
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
        """The rules that are due now."""
        return self.kept.review.due(self.at, self.game.book.entries)

    # -- drawing ----------------------------------------------------------------------------------

    def content(self) -> State:
        if self.course is None:
            return self._games()
        state = self._sheet() if self.part in SHEETS else self._sitting()
        state["head"] = {**state.get("head", {}), **self.head(), "section": PARTS[self.part]}
        if self.game.accent:
            state["accent"] = cast("Any", dict(self.game.accent))
        return state

    def cited(self, state: State) -> State:
        return state if self.course is None else super().cited(state)

    def where(self) -> str | None:
        return None if self.course is None else "?" + urlencode(self.place())

    def place(self) -> dict[str, str]:
        place = {"game": self.game.id, "part": self.part}
        if self.part == "drill":
            place |= {"seed": str(self.seed)}
            place |= {"rule": self.rule} if self.rule else {}
        return place

    def _games(self) -> State:
        """All games, each with what is due in it."""
        shelf = [self._shelf_game(id) for id in games()]
        state: State = {"head": {"game": "Rules tutor", "home": address("index"), "section": "Review"}}
        state["shelf"] = {"text": GREETING, "games": shelf}
        return state

    def _shelf_game(self, id: str) -> ShelfGame:
        game = find_game(id)
        review = self.kept.of(game)
        due = review.due(self.at, game.book.entries)
        waiting = f"{Many(len(due)):rule} to review now" if due else "Nothing to review now"
        links = [
            {"label": label, "href": "?" + urlencode({"game": id, "part": part})}
            for part, label in PARTS.items()
            if part != "words"
        ]
        return {
            "id": id,
            "title": game.title,
            "text": waiting,
            "facts": [f"asked about {ManyOrNo(len(review.rules)):rule} so far"],
            "pages": 0,
            "done": 0,
            "accent": cast("Any", dict(game.accent)) or None,
            "links": cast("Any", links),
        }

    def tools(self) -> list[Tool]:
        carrying = [self.panel_tool(dialogs.SAVE, "Export"), self.panel_tool(PANEL, "Import")]
        if self.course is None:
            return carrying
        parts: list[Tool] = [
            {"id": part, "label": self._label(part, label), "pressed": part == self.part, "place": "row"}
            for part, label in PARTS.items()
        ]
        search: Tool = {**self.panel_tool(self.looks_up, "Look up a rule", rule_search.PANEL), "place": "hand"}
        return [*self._teaching(), *parts, search, *carrying]

    def _teaching(self) -> list[Tool]:
        """The tool that skips a question or, once it is answered, leads to the page that teaches its rule."""
        task = self.sitting.task if self.sitting else None
        if task is None:
            return []
        if not task.attempt.done:
            return [{"id": "skip", "label": "Skip", "place": "hand"}]
        if not self.teaches(task.rule):
            return []
        href = self.teaches(task.rule)["href"]
        return [{"id": "teaches", "label": "The page that teaches this rule", "href": href, "place": "hand"}]

    def _label(self, part: str, label: str) -> str:
        return f"{label}: {len(self.due)}" if part == "queue" and self.due else label

    def _sheet(self) -> State:
        """The cue card, the words, or how well the rules are known."""
        game = self.game
        match self.part:
            case "card":
                sheet, rules = card(game)
            case "words":
                sheet, rules = words(game)
            case _:
                sheet, rules = mastery(game, self.kept, self.at)
        return {"sheet": sheet, "rules": self.texts(rules)}

    def _sitting(self) -> State:
        """What is read or asked now, with the table that belongs to it."""
        assert self.sitting is not None
        sitting, task, book = self.sitting, self.sitting.task, self.game.book
        id = f"{self.part}.{self.serial}.{sitting.at}"
        state: State = {}
        if sitting.over:
            state = finish(sitting, id, self.kept, book, self.at)
        elif isinstance(sitting.item, Read):
            state = reading(sitting.item, id, book)
        elif task is not None:
            state = asking(task.attempt, f"{id}.{self.serial}", self._go_on(), self.most_notes)
            state["rules"] = self.texts([task.rule, *([task.attempt.feedback.rule] if task.attempt.feedback else [])])
        if len(sitting.items) > 1 and not sitting.over:
            state["head"] = {"step": sitting.at + 1, "steps": len(sitting.items)}
        return state

    def _go_on(self) -> str:
        """The label of the button that leads on from an answer."""
        if self.part == "drill":
            return "Another drill"
        assert self.sitting is not None
        return "See the result" if self.sitting.at + 1 == len(self.sitting.items) else "Go on"

    # -- what the visitor does --------------------------------------------------------------------

    def answer(self, option: str) -> None:
        if self.sitting is None or not (option.isascii() and option.isdecimal() and len(option) < 4):
            return
        try:
            judged = self.sitting.choose(int(option))
        except ValueError:
            return  # an answer to a question that is no longer asked
        self.serial += 1
        if judged is not None:
            rule, known = judged
            self.kept.answer(rule, known, self.at)

    def next(self) -> None:
        if self.sitting is None:
            return
        if not self.sitting.over:
            self.sitting.next()
            self._follow()
        elif self.sitting.missed:
            self.sitting = Sitting(self._course, [order(self.kept, rule) for rule in self.sitting.missed])
            self.serial += 1
        else:
            self._ask("")

    def _follow(self) -> None:
        """Begin the next drill after the last one."""
        if self.part == "drill" and self.sitting is not None and self.sitting.over:
            self.seed += 1
            self._open("drill")

    def _ask(self, rule: str) -> None:
        """Ask about this rule, or about any rule if it is empty."""
        self.rule = rule
        self._open("drill")

    def panels(self) -> dict[str, Callable[[], Dialog]]:
        return {dialogs.SAVE: self.carrying.given_out, PANEL: importing}

    def press_tool(self, tool: str) -> None:
        if self.course is not None or tool in self.panels():
            super().press_tool(tool)
        else:
            self.dialog = None

    def use(self, tool: str) -> None:
        if tool == "skip" and self.sitting is not None and self.sitting.task is not None:
            self.sitting.skip()
            self._follow()
        elif tool in PARTS:
            self.rule = ""
            self._open(tool)
        elif tool.startswith(ASK) and tool.removeprefix(ASK) in self.game.book:
            self._ask(tool.removeprefix(ASK))

    def button(self, button: str, text: str) -> None:
        self.dialog = self.carrying.press(button, text)
        self._look_again()

    def upload(self, text: str, name: str) -> None:
        self.dialog = self.carrying.take_in(text, name)
        self._look_again()

    def _look_again(self) -> None:
        """Look again at what is due, because what was imported may be about the game under review."""
        if self.course is not None:
            self.kept.hear({})

    # -- other tabs -------------------------------------------------------------------------------

    def elsewhere(self, changes: Mapping[str, str | None]) -> None:
        """Merge the memories that another tab wrote, and skip what was already asked there."""
        if self.course is None:
            return
        changed = self.kept.hear(changes)
        sitting = self.sitting
        if sitting is not None and self.part != "drill":
            ahead = {item.rule for item in sitting.items[sitting.at :] if isinstance(item, Order)}
            self.hand.torn = self.hand.torn or bool(changed & ahead - set(sitting.judged))

    def restore(self, text: str, name: str) -> None:
        """Go on with what still has to be asked."""
        self._open(self.part)


class Elsewhere(Hand):
    """A sitting, some of whose questions may be answered in another tab; only the answers are stored."""

    def __init__(self, desk: Desk) -> None:
        """Args: the desk of the sitting."""
        super().__init__(desk, "review", str.__eq__)

    def choice(self) -> str:
        return (
            "You answered some of these questions in the other tab. If you press “Go on from there”, you begin again "
            "here, and your answers in the other tab are taken into account. If you press “Keep both”, you go on here "
            "as before, and the answers in both tabs count. You lose nothing either way."
        )

    def settle(self, button: str) -> str | None:
        if button not in (THEIRS, BOTH):
            return None
        self.take("")
        return "" if button == THEIRS else None


def review() -> Desk:
    """Return the learner's review for a notebook."""
    return settled(ReviewDesk().desk)
