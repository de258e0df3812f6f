"""The panels of the lab's workbench as plain data: what each tab shows. `static/lab.js` draws the blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Literal, TypedDict

from tutor.engine.core.game import Game
from tutor.engine.core.table import Many, ManyOrNo, Table
from tutor.lab.branch import Branch
from tutor.lab.legality import Reason
from tutor.lab.numbers import Number, Part, numbers_of, said, totals_of
from tutor.lab.workbench import Workbench
from tutor.ui.desks.new_game import cards_in_words
from tutor.ui.fields import COPY, check, choice, download, send_form, text
from tutor.ui.model import Words
from tutor.ui.model_panel import DialogButton, Field
from tutor.ui.outcome import points, winners

Kind = Literal[
    "text",
    "problem",
    "reasons",
    "form",
    "editor",
    "board",
    "rows",
    "list",
    "sums",
    "history",
    "progress",
    "chart",
    "cards",
]
"""The kinds of parts that a panel may have."""


TABS = {
    "play": "Play",
    "scene": "Scene",
    "change": "Change",
    "rule": "Rule",
    "chance": "Chance",
    "branches": "Branches",
    "numbers": "Numbers",
    "test": "Test",
    "lesson": "Lesson",
    "cards": "Cards",
    "simulate": "Simulate",
}
"""The tabs of the workbench, by their ids."""

SEATS = {"seat", "by", "receiver", "victim", "leader", "drawer", "taker"}
"""The names of a rule's parameters that stand for a player, who is given by number."""
CARDS = {"card", "item", "prop", "camera"}
"""The names of a rule's parameters that stand for a card, which is given by its id."""

NO_DIFFERENCE = "A player could not see any difference."
ONLY_BRANCH = (
    "Branch off and do something else in the new branch. You will then see the two branches side by side here."
)


class Block(TypedDict, total=False):
    """A part of a panel. Its other keys depend on its kind; a `form` is like a dialog of the desk."""

    kind: Kind
    id: str
    title: str
    text: str
    items: list[Any]
    buttons: list[DialogButton]
    fields: list[Field]
    textarea: str
    textarea_label: str
    version: int
    sections: list[Any]
    head: list[str]
    rows: list[list[str]]
    share: float
    problem: str


# -- what is wrong -------------------------------------------------------------------------------------------


def reasons_block(reasons: Iterable[Reason]) -> Block:
    """All reasons against a position, and the two buttons that lead on."""
    return {
        "kind": "reasons",
        "title": "No game leads to this position",
        "items": [f"{reason.place}: {reason.text}".removeprefix(": ") for reason in reasons],
        "buttons": [
            send_form("lab.anyway", "Lay out this position all the same"),
            send_form("lab.leave", "Leave the table as it was"),
        ],
    }


# -- the scene as text ---------------------------------------------------------------------------------------


def scene_panel(text: str, version: int, problem: str) -> list[Block]:
    """The scene beside the table: typing changes the table, and doing something at the table changes the text."""
    block: Block = {
        "kind": "editor",
        "id": "lab.text",
        "title": "The scene as text",
        "textarea": text,
        "version": version,
        "buttons": [COPY, download("scene.toml")],
    }
    if problem:
        block["problem"] = problem
    return [block]


def given_out(id: str, about: str, text: str, label: str, file: str) -> Block:
    """A text that the lab has written, with buttons to keep it."""
    return {
        "kind": "form",
        "id": id,
        "text": about,
        "textarea": text,
        "textarea_label": f"{label} {file}",
        "buttons": [download(file), COPY],
    }


# -- starting a rule, forcing chance -------------------------------------------------------------------------


def rule_panel(game: Game, table: Table, chosen: str, values: dict[str, str]) -> list[Block]:
    """A form made from a rule's signature."""
    rules = startable_here(game, table)
    chosen = chosen if chosen in rules else rules[0]
    arguments = game.rules.parameters(chosen).items()
    block: Block = {
        "kind": "form",
        "id": "lab.rule",
        "title": "Start a rule",
        "text": game.book[chosen].text if chosen in game.book else "",
        "fields": [
            choice("rule", "Rule", [(id, id) for id in rules], chosen, live=True, wide=True),
            *(_argument(name, kind, table, values.get(f"arg {name}", "")) for name, kind in arguments),
        ],
        "buttons": [send_form("lab.rule.start", "Start this rule here")],
    }
    return [block]


def startable_here(game: Game, table: Table) -> list[str]:
    """The rules that can be started in a position because it has everything they need."""
    nouns = {kind for kind in table.NOUNS if not _named(kind, table)}
    return [
        id
        for id in game.rules.startable(table.NOUNS)
        if not table.missing(id) and nouns.isdisjoint(game.rules.parameters(id).values())
    ]


def _named(kind: str, table: Table) -> list[tuple[str, str]]:
    """What can be named for one of the game's nouns in a position: players, or cards of that kind."""
    found = []
    for name in (*table.names, *table.cards):
        with suppress(LookupError, ValueError):
            table.noun(kind, name)
            found.append((name, table.called(name)))
    return found


def _argument(name: str, kind: str, table: Table, value: str) -> Field:
    plain = kind.strip("*")
    label = f"{name.replace('_', ' ')}{' (optional)' if kind.startswith('*') else ''}"
    if plain == "bool":
        return choice(f"arg {name}", label, [("no", "no"), ("yes", "yes")], value or "no")
    picked: list[tuple[str, str]] = []
    if plain in table.NOUNS:
        picked = _named(plain, table)
    elif plain == "int" and name in SEATS:
        picked = [(one, one) for one in table.names]
    elif plain == "str" and name in CARDS:
        picked = sorted(((id, table.called(id)) for id in table.cards), key=lambda one: one[1])
    if picked:
        return choice(f"arg {name}", label, [*([("", "–")] if kind != plain else []), *picked], value or picked[0][0])
    says = {"int": "a number", "str": "a word"}.get(plain, "several, separated by commas")
    return text(f"arg {name}", f"{label}: {says}", value)


def chance_panel(forced: Sequence[str]) -> list[Block]:
    """What the next dice and draws show."""
    block: Block = {
        "kind": "form",
        "id": "lab.forced",
        "title": "The next dice and draws",
        "text": "Write one line for each of the next rolls and draws, with the faces (such as 3 5) or the ids of "
        "the cards. When the lines run out, you will again be asked for the result of each roll and draw.",
        "textarea": "\n".join(forced),
        "textarea_label": "The results",
        "buttons": [{"id": "lab.forced", "label": "Use these results", "kind": "send"}],
    }
    return [block]


# -- branches, numbers ---------------------------------------------------------------------------------------


def branches_panel(bench: Workbench, other: str) -> list[Block]:
    """The panel of the branches: all of them, a new one, and two side by side."""
    steps = _steps(bench.branch)
    named = [(name, _branch(branch)) for name, branch in bench.branches.items()]
    rows: Block = {
        "kind": "form",
        "id": "lab.branch",
        "title": "Branches",
        "fields": [
            choice("name", "Current branch", named, bench.current, live=True, wide=True),
            text("new", "Name of a new branch from here", f"branch {len(named) + 1}"),
        ],
        "buttons": [send_form("lab.branch.new", "Branch off here")],
    }
    against = beside(bench, other)
    if not against:
        return [rows, steps, {"kind": "text", "text": ONLY_BRANCH}]
    rows["buttons"].append(send_form("lab.branch.drop", "Delete this branch"))
    others = [(name, name) for name in bench.branches if name != bench.current]
    pick: Block = {
        "kind": "form",
        "id": "lab.beside",
        "fields": [
            choice("other", "Compare with", others, against, live=True),
            check("together", "Do each step on all branches", bench.together, live=True),
        ],
    }
    names = (bench.current, against)
    sentences = [line.sentence(names) for line in bench.compare(against)]
    told: Block = {
        "kind": "list",
        "title": f"“{bench.current}” and “{against}”",
        "text": f"{Many(len(sentences)):thing differs|things differ}." if sentences else NO_DIFFERENCE,
        "items": sentences,
    }
    return [rows, steps, pick, told]


def beside(bench: Workbench, other: str) -> str:
    """The branch that is shown beside the current one: `other` if it exists; empty if there is only one branch."""
    others = [name for name in bench.branches if name != bench.current]
    return other if other in others else next(iter(others), "")


def _steps(branch: Branch) -> Block:
    """The steps of a branch, including those taken back; a press goes to any of them."""
    taken = len(branch.steps)
    steps = [*branch.steps, *reversed(branch.undone)]
    items = [{"n": n, "label": said(step), "done": n <= taken, "now": n == taken} for n, step in enumerate(steps, 1)]
    return {
        "kind": "history",
        "title": "Steps",
        "items": [{"n": 0, "label": "the beginning", "done": True, "now": not taken}, *items],
    }


def _branch(branch: Branch) -> str:
    last = f", last {said(branch.steps[-1])}" if branch.steps else ""
    return f"{branch.name}: {ManyOrNo(len(branch.steps)):step}{last}"


def numbers_panel(branch: Branch) -> list[Block]:
    """The totals of the position, and every number that changed, taken apart."""
    totals, changed = totals_of(branch.here).values(), numbers_of(branch)
    none = "No number has changed since the beginning of this branch."
    steps = (
        "These are the numbers that changed. For each of them, you see what every step added, and by which rules."
        if changed
        else none
    )
    found: list[Block] = [
        {"kind": "text", "text": "These are the totals in this position, each with its parts."},
        _sums(branch, totals),
    ]
    return [*(found if totals else []), {"kind": "text", "text": steps}, *([_sums(branch, changed)] if changed else [])]


def _sums(branch: Branch, numbers: Iterable[Number]) -> Block:
    """Numbers with their parts; if a card adds a part, the card is named."""
    table = branch.here.table

    def words(part: Part) -> str:
        card = table.called(part.card) if part.card else ""
        return part.label if card in part.label else f"{part.label} ({card})"

    items = [
        {
            "label": number.label,
            "n": number.n,
            "parts": [{"n": part.n, "label": words(part), "rules": list(part.rules)} for part in number.parts],
        }
        for number in numbers
    ]
    return {"kind": "sums", "items": items}


NOTHING_YET = "You play every seat, and everything you do here is written into the scene."
"""What is said if the game says nothing about how it stands."""


def words(branch: Branch) -> Words:
    """Which branch this is, how far it has come, and how the game stands there."""
    outcome, names = branch.game.outcome(branch.here.table), branch.here.table.names
    parts = winners(outcome, names) + points(outcome, names)
    after = f"after {Many(len(branch.steps)):step}" if branch.steps else "at the beginning"
    return {
        "kind": "free",
        "prompt": f"“{branch.name}”, {after}",
        "text": " ".join([*(parts or [NOTHING_YET]), cards_in_words(branch.here)]).strip(),
        "brief": True,
    }


def rules_spoken(blocks: Iterable[Block]) -> list[str]:
    """The ids of the rules that sums cite."""
    items = [item for block in blocks if block["kind"] == "sums" for item in block["items"]]
    return [rule for item in items for part in item["parts"] for rule in part["rules"]]
