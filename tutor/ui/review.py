"""The learner's review: what was missed comes back, drills, a refresh before a game, the cue card and the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, cast
from urllib.parse import parse_qs, urlencode

from tutor.engine.files import BadInput
from tutor.engine.game import find_game, games
from tutor.engine.rulebook import Entry
from tutor.lessons import drills
from tutor.lessons.coach import rule_name
from tutor.lessons.course import Course, known_course
from tutor.lessons.cue_card import cue_card
from tutor.lessons.glossary import glossary_of
from tutor.lessons.missed import moment, notes_in
from tutor.lessons.progress import Progress, RuleProgress, load_progress
from tutor.lessons.refresh import Read, refresh
from tutor.lessons.review import (
    STRENGTHS,
    Review,
    export,
    load_review,
    memory_key,
    read_export,
    save_memory,
)
from tutor.lessons.sitting import Sitting
from tutor.lessons.tasks import Order
from tutor.ui import dialogs, rule_search
from tutor.ui.addresses import address
from tutor.ui.desk import Desk
from tutor.ui.flows import flow_for
from tutor.ui.messages import sent_at
from tutor.ui.model import Dialog, DialogButton, Message, Question, Sheet, ShelfGame, State, Tool
from tutor.ui.present import NEWEST_NOTES, table_of, with_rules
from tutor.ui.rule_search import RuleSearch
from tutor.ui.taught import taught
from tutor.ui.terms import term_text, with_terms

PARTS = {
    "queue": "Review",
    "drill": "Drills",
    "refresh": "Three-minute refresh",
    "card": "Cue card",
    "words": "Words",
    "rules": "My rules",
}
"""The parts of the page, each with its name; the first is the one to begin with."""

MOST_FIELDS = 50
MOST_AT_ONCE = 12
"""Rules that one review asks about; the rest waits for the next."""

IMPORT = "import.take"
ASK = "ask:"
"""Before a rule's id: the tool that asks about it."""

GREETING = "What you missed comes back here until it sits: *every* refusal and every wrong answer."


class ReviewDesk:
    """One visitor's review. `desk` is what a notebook shows."""

    def __init__(self) -> None:
        self.at: datetime = moment(0)
        """The time on the visitor's clock."""
        self.stored: dict[str, str] = {}
        self.course: Course | None = None
        """The course of the game that is gone over; None while a game is to be chosen."""
        self.part = ""
        self.sitting: Sitting | None = None
        self.review = Review("")
        self.progress = Progress("")
        self.seed = 0
        self.rule = ""
        """The rule that drills are asked for; empty for any."""
        self.serial = 0
        self.all_notes = False
        self.dialog: Dialog | None = None
        self.search: RuleSearch
        self.desk = Desk(self.hear)

    # -- opening ----------------------------------------------------------------------------------

    def _hello(self, query: str, stored: dict[str, str]) -> None:
        """Open what the address asks for; what it gets wrong is said in one sentence."""
        self.stored = dict(stored)
        fields = parse_qs(query.lstrip("?")) if query.count("&") < MOST_FIELDS else {}
        wanted = {key: values[0] for key, values in fields.items()}
        told = ""
        self.course = None
        if "game" in wanted:
            try:
                self.course = known_course(wanted["game"])
            except BadInput as error:
                told = f"{error}."
        if self.course is not None:
            told = self._take_up() or told
            told = self._go_to(wanted) or told
        self.dialog = dialogs.said("A word before you go on", told, "Go on") if told else None

    def _take_up(self) -> str:
        """Read this game's memories and progress, and take up the notes of what was missed since."""
        assert self.course is not None
        game = self.course.game
        self.search = RuleSearch(game)
        self.review, told = load_review(game.id, self.stored)
        self.progress, _ = load_progress(game.id, self.stored)
        for key, note in notes_in(game.id, self.stored).items():
            if note.rule in game.book:
                self.review.miss(note)
                self._keep_rule(note.rule)
            self._keep(key, None)
        return told

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
                self.sitting = Sitting(course, [self._order(rule) for rule in self.due[:MOST_AT_ONCE]])
            case "refresh":
                path = refresh(course, flow_for(course.game), self.review, self.progress, self.at)
                self.sitting = Sitting(course, path)
            case "drill":
                self.sitting = Sitting(course, [self._drill()])

    @property
    def due(self) -> list[str]:
        """The rules that wait for the visitor now."""
        assert self.course is not None
        return self.review.due(self.at, self.course.game.book.entries)

    def _order(self, rule: str) -> Order:
        """What to ask about a rule: another drill each time."""
        assert self.course is not None
        memory = self.review.rules.get(rule)
        place, seed = (memory.place, memory.right + memory.missed) if memory else ("", 0)
        return Order("rule", rule, place, seed)

    def _drill(self) -> Order:
        """The next drill: on the rule asked for, else on one that the learner met, else on any."""
        assert self.course is not None
        game = self.course.game
        if self.rule and drills.drill(game, self.seed, self.rule) is None:
            return self._order(self.rule)
        rule = self.rule
        if not rule:
            often = drills.most_refused(game)
            met = [id for id in often if self.review.strength(id, self.progress.rules.get(id)) != "new"]
            rule = met[self.seed % len(met)] if met and self.seed % 4 else ""
        if rule and drills.drill(game, self.seed, rule) is None:
            rule = ""
        return Order("reason" if self.seed % 3 == 2 else "drill", rule, seed=self.seed)

    # -- keeping ----------------------------------------------------------------------------------

    def _keep(self, key: str, text: str | None) -> None:
        if text is None:
            self.stored.pop(key, None)
        else:
            self.stored[key] = text
        self.desk.keep(key, text)

    def _keep_rule(self, rule: str) -> None:
        self._keep(memory_key(self.review.game, rule), save_memory(self.review.rules[rule]))

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
        if self.dialog is not None:
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

    def _remembered(self, id: str) -> Review:
        """The memories of a game, the notes that wait to be taken up among them."""
        book = find_game(id).book
        review, _ = load_review(id, self.stored)
        for note in notes_in(id, self.stored).values():
            if note.rule in book:
                review.miss(note)
        return review

    def _shelf_game(self, id: str) -> ShelfGame:
        game = find_game(id)
        review = self._remembered(id)
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
        panel = self.dialog["id"] if self.dialog else ""
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
        panel = self.dialog["id"] if self.dialog else ""
        return [
            {"id": "export", "label": "Export", "pressed": panel == "export"},
            {"id": "import", "label": "Import", "pressed": panel == "import"},
        ]

    # -- the sheets -------------------------------------------------------------------------------

    def _sheet(self) -> State:
        """The cue card, the words, or how well the rules are known."""
        made: dict[str, Callable[[], tuple[Sheet, list[str]]]] = {
            "card": self._card,
            "words": self._words,
            "rules": self._mastery,
        }
        sheet, rules = made[self.part]()
        return {"sheet": sheet, "rules": self._texts(rules)}

    def _texts(self, rules: list[str]) -> dict[str, Any]:
        """The texts of rules, as the desk takes them."""
        assert self.course is not None
        book = self.course.game.book
        entries: Any = [{"rule": id, "text": ""} for id in rules]
        dialog: Any = {"id": "", "title": "", "buttons": [], "entries": entries}
        return with_rules({"dialog": dialog}, book, book.defaults, self._teaches)["rules"]

    def _card(self) -> tuple[Sheet, list[str]]:
        assert self.course is not None
        card = cue_card(self.course.game, flow_for(self.course.game))
        parts: Any = [
            {
                "id": part.id,
                "title": part.title,
                "line": list(part.line),
                "rules": [{"rule": e.id, "name": rule_name(e.id).capitalize(), "text": e.text} for e in part.rules],
            }
            for part in card.parts
        ]
        ids = [entry.id for part in card.parts for entry in part.rules]
        return {"cue": {"title": card.title, "players": card.players, "text": card.says, "parts": parts}}, ids

    def _words(self) -> tuple[Sheet, list[str]]:
        assert self.course is not None
        glossary = glossary_of(self.course.game)
        return {"words": [term_text(glossary, term) for term in glossary.term]}, [term.rule for term in glossary.term]

    def _mastery(self) -> tuple[Sheet, list[str]]:
        assert self.course is not None
        book = self.course.game.book
        strengths = {entry.id: self._strength(entry.id) for entry in book}
        counts = Counter(strengths.values())
        chapters: Any = [
            {"title": s.title, "counts": dict(Counter(strengths[e.id] for e in book if e.section == s.slug))}
            for s in book.sections
        ]
        asked = [entry for entry in book if strengths[entry.id] in ("weak", "answered", "strong")]
        asked.sort(key=lambda entry: STRENGTHS.index(strengths[entry.id]))
        known: Any = [self._known(entry, strengths[entry.id]) for entry in asked]
        title = f"{len(asked)} of {len(book.rule)} rules answered"
        sheet: Sheet = {"mastery": {"title": title, "counts": dict(counts), "chapters": chapters, "rules": known}}
        return sheet, [entry.id for entry in asked]

    def _strength(self, rule: str) -> str:
        return self.review.strength(rule, self.progress.rules.get(rule))

    def _known(self, entry: Entry, strength: str) -> dict[str, str]:
        memory, course = self.review.rules.get(entry.id), self.progress.rules.get(entry.id, RuleProgress())
        right = course.right + (memory.right if memory else 0)
        missed = max(course.missed, memory.missed if memory else 0)
        told = f"{strength}: {right} right, {missed} missed"
        if memory and memory.due:
            told += f", due {said_when(memory.due, self.at)}"
        return {
            "rule": entry.id,
            "name": rule_name(entry.id).capitalize(),
            "strength": strength,
            "text": told,
            "ask": f"{ASK}{entry.id}",
        }

    # -- the sittings -----------------------------------------------------------------------------

    def _sitting(self) -> State:
        """What is read or asked now, with the table that belongs to it."""
        assert self.sitting is not None
        sitting, task = self.sitting, self.sitting.task
        state: State = {}
        if sitting.over:
            state = self._finish()
        elif isinstance(sitting.item, Read):
            state = self._reading(sitting.item)
        elif task is not None:
            state = self._asking()
        if len(sitting.items) > 1 and not sitting.over:
            state["head"] = {"step": sitting.at + 1, "steps": len(sitting.items)}
        return state

    def _ask_id(self) -> str:
        assert self.sitting is not None
        return f"{self.part}.{self.serial}.{self.sitting.at}"

    def _reading(self, item: Read) -> State:
        entries = [{"rule": rule, "text": ""} for rule in item.rules]
        question: Question = {
            "id": self._ask_id(),
            "title": item.title,
            "mode": "next",
            "options": [],
            "next": "Go on",
        }
        state: State = {"words": {"kind": "say", "text": item.text}, "question": question}
        if entries:
            book = self.search.game.book
            fold = " ".join(book[rule].text for rule in item.rules)
            state["words"] |= {"fold": fold, "fold_label": "The rules of it"}
        return state

    def _asking(self) -> State:
        assert self.sitting is not None
        assert self.sitting.task is not None
        task = self.sitting.task
        asked = task.question()
        question = cast("Question", {"id": f"{self._ask_id()}.{self.serial}", **asked})
        if task.feedback is not None:
            question["feedback"] = cast("Any", task.feedback.data())
        if task.plays:
            question["next"] = "Show what happens"
        elif task.done:
            last = self.sitting.at + 1 == len(self.sitting.items)
            question["next"] = "Another one" if self.part == "drill" else "To the end" if last else "Go on"
        state: State = {}
        if task.match is not None:
            most = None if self.all_notes else NEWEST_NOTES
            state = table_of(task.match, task.seat, None, flow_for(task.game), most)
            if "map" in state and not task.done:
                state["map"] = {**state["map"], "questions": []}
        state["words"] = cast("Any", task.words())
        if state["words"].get("prompt") == question["title"]:
            del state["words"]["prompt"]
        state["question"] = question
        state["rules"] = self._texts([task.rule, *([task.feedback.rule] if task.feedback else [])])
        return state

    def _finish(self) -> State:
        """The end of a sitting: what was known and what was not, and when it comes back."""
        assert self.sitting is not None
        told, missed = self.sitting.told, self.sitting.missed
        known = len(told) - len(missed)
        text = f"{known} of {len(told)} known at the first try." if told else self._nothing()
        state: State = {"words": {"kind": "say", "text": text}}
        if missed:
            names = ", ".join(rule_name(rule) for rule in missed)
            state["words"] |= {"fold": f"To come back: {names}.", "fold_label": "What was missed"}
        question: Question = {
            "id": self._ask_id(),
            "title": "That is all for now" if told else "Nothing is due",
            "mode": "next",
            "options": [],
            "next": "Ask the missed again" if missed else "Practise with a drill",
        }
        if following := self.review.next_due(self.search.game.book.entries):
            question["working"] = f"The next rule is due {said_when(following, self.at)}."
        state["question"] = question
        return state

    def _nothing(self) -> str:
        if self.review.rules:
            return "All that you missed sits for now. It will be asked again when you are about to forget it."
        return "Nothing was missed yet. Refusals at the practice table and wrong answers in the course come back here."

    # -- what the visitor does --------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        """Do what the page says the visitor did."""
        self.at = moment(sent_at(message))
        match message["type"]:
            case "hello":
                self._hello(message["search"], message["stored"])
            case "answer":
                self._answer(message["option"])
            case "next":
                self._next()
            case "tool":
                self._tool(message["id"])
            case "form":
                self.search.query = message["values"].get("query", "")[:100]
                self.dialog = self.search.dialog()
            case "dialog":
                self._dialog(message["id"], message["text"])
            case "upload":
                self._import(message["text"])
            case "notes":
                self.all_notes = message["all"]
            case _:
                return
        self.draw()

    def _answer(self, option: str) -> None:
        if self.sitting is None or not (option.isascii() and option.isdecimal() and len(option) < 4):
            return
        try:
            settled = self.sitting.choose(int(option))
        except ValueError:
            return  # an answer to a question that is gone
        self.serial += 1
        if settled is not None:
            rule, known = settled
            self.review.answer(rule, known, self.at)
            self._keep_rule(rule)

    def _next(self) -> None:
        if self.sitting is None:
            return
        if not self.sitting.over:
            self.sitting.next()
            self._follow()
        elif self.sitting.missed and self.course is not None:
            self.sitting = Sitting(self.course, [self._order(rule) for rule in self.sitting.missed])
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
        panel = self.dialog["id"] if self.dialog else ""
        self.dialog = None
        if tool == "export" and panel != "export":
            self.dialog = self._exporting()
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
        self.dialog = None
        if button == IMPORT:
            self._import(text)

    # -- carrying it to another browser -----------------------------------------------------------

    def _exporting(self) -> Dialog:
        text = "Bring it to another browser, or keep it: “Import” takes it in there."
        given = export(self._remembered(id) for id in games())
        return dialogs.given_out("export", "Your review as a text", text, given, "The review", "review.json")

    def _import(self, text: str) -> None:
        """Take in an exported review: all of it, or, with one sentence why, nothing."""
        try:
            brought = read_export(text, games())
        except ValueError as error:
            self.dialog = importing(text, str(error))
            return
        for other in brought:
            review, _ = load_review(other.game, self.stored)
            review.merge(other)
            for rule in other.rules:
                self._keep(memory_key(other.game, rule), save_memory(review.rules[rule]))
            if other.game == self.review.game:
                self.review = review
        count = sum(len(other.rules) for other in brought)
        self.dialog = dialogs.said("Taken in", f"{count} rules. What you already had is still there.")


def importing(text: str = "", wrong: str = "") -> Dialog:
    """Ask for an exported review; `wrong` says why the one given could not be read, and keeps it for mending."""
    words = "Paste the text of an exported review, or choose its file. Nothing that you have is lost."
    send: DialogButton = {"id": IMPORT, "label": "Take it in", "kind": "send"}
    return dialogs.asked_for("import", "Take a review in", words, "The review", send, text, wrong)


def said_when(due: datetime, now: datetime) -> str:
    """When something is due, in a few words."""
    wait = due - now
    if wait <= timedelta(0):
        return "now"
    if wait < timedelta(hours=1):
        minutes = -(-wait.seconds // 60)
        return f"in {minutes} minute{'s' if minutes > 1 else ''}"
    if wait < timedelta(days=1):
        hours = -(-wait.seconds // 3600)
        return f"in {hours} hour{'s' if hours > 1 else ''}"
    return "in one day" if wait.days == 1 else f"in {wait.days} days"


def review() -> Desk:
    """Return the learner's review for a notebook."""
    return ReviewDesk().desk
