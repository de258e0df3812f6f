"""The panels of the lab's workbench as plain data: what each tab shows. `static/lab.js` draws the blocks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, Literal, NotRequired, TypedDict

from tutor.engine.cards import CardSet
from tutor.engine.game import Game
from tutor.engine.rules import PLAIN
from tutor.lab.branch import Branch
from tutor.lab.legality import Reason
from tutor.lab.moves import Destination, Drawn
from tutor.lab.numbers import numbers_of, said
from tutor.lab.places import BOX, Path, Piece, Place
from tutor.lab.workbench import Workbench
from tutor.lab.writing import toml_value
from tutor.ui.model import DialogButton, Field, State
from tutor.ui.new_game import choice

Kind = Literal["text", "problem", "reasons", "form", "editor", "board", "rows", "sums", "history", "progress", "chart"]
"""What a part of a panel is."""


class Block(TypedDict, total=False):
    """A part of a panel. What else it holds depends on its kind; a `form` is like a dialog of the desk."""

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


class PieceShown(TypedDict):
    """Cards of one kind that lie in a place; `id` names one of them."""

    id: str
    name: str
    type: str
    n: int
    picked: NotRequired[bool]


class PlaceShown(TypedDict):
    """A place of the position; `goal` says that the picked card could go there, `against` why no game would."""

    id: str
    label: str
    kind: str
    value: str
    pieces: list[PieceShown]
    choices: NotRequired[list[str]]
    goal: NotRequired[bool]
    named: NotRequired[bool]
    against: NotRequired[list[str]]


def path_id(path: Path) -> str:
    """A path as an id."""
    return json.dumps(path, ensure_ascii=False)


# -- what is wrong -------------------------------------------------------------------------------------------


def reasons_block(reasons: Iterable[Reason]) -> Block:
    """All that speaks against a position, and the two ways on."""
    return {
        "kind": "reasons",
        "title": "No game leads to this position",
        "items": [f"{reason.place}: {reason.text}".removeprefix(": ") for reason in reasons],
        "buttons": [
            {"id": "lab.anyway", "label": "Lay it out all the same", "kind": "form"},
            {"id": "lab.leave", "label": "Leave it as it was", "kind": "form"},
        ],
    }


# -- the scene as text ---------------------------------------------------------------------------------------


def scene_panel(text: str, version: int, problem: str) -> list[Block]:
    """The scene beside the table: typed text changes the table, and what is done there changes the text."""
    block: Block = {
        "kind": "editor",
        "id": "lab.text",
        "title": "The scene as text",
        "textarea": text,
        "version": version,
        "buttons": [
            {"id": "copy", "label": "Copy", "kind": "copy"},
            {"id": "download", "label": "Download", "kind": "download", "name": "scene.toml"},
        ],
    }
    if problem:
        block["problem"] = problem
    return [block]


# -- changing the position -----------------------------------------------------------------------------------


def change_panel(
    game: Game, cards: CardSet[Any], places: Sequence[Place], picked: Piece | None, goals: Sequence[Destination]
) -> list[Block]:
    """Every place of the position: cards to pick up and put down, numbers and words to set."""
    names = list(cards)
    help_text = "Press a card, then the place where it is to lie. Numbers and words change where they stand."
    if picked is not None:
        help_text = f"“{_name(cards, picked.card)}” is picked: press a place that says “put here”, or the card again."
    bring: Block = {
        "kind": "form",
        "id": "lab.bring",
        "fields": [
            choice("card", "Bring a card from off the table", [(id, f"{_name(cards, id)} ({id})") for id in names], "")
        ],
        "buttons": [{"id": "lab.bring", "label": "Pick it up", "kind": "form"}],
    }
    board: Block = {"kind": "board", "sections": _sections(cards, places, picked, goals)}
    return [{"kind": "text", "text": help_text}, board, bring, card_block(game, cards)]


def _name(cards: CardSet[Any], id: str) -> str:
    return str(cards[id].name) if id in cards else id


def _sections(
    cards: CardSet[Any], places: Sequence[Place], picked: Piece | None, goals: Sequence[Destination]
) -> list[dict[str, Any]]:
    """The places under the player whose they are; what nobody owns stands under “Table”."""
    against = {goal.place.path: goal.against for goal in goals}
    sections: dict[str, list[PlaceShown]] = {}
    names = [str(place.path[1]) for place in places if place.path[0] == "players" and len(place.path) > 1]
    for place in [*places, *([BOX] if picked is not None else [])]:
        owner = str(place.path[1]) if place.path[:1] == ("players",) and len(place.path) > 2 else "Table"
        shown = _shown(cards, place, picked, list(dict.fromkeys(names)))
        if picked is not None and place.path in against and (place is not BOX or picked.entry):
            shown["goal"] = True
            shown["named"] = place.kind == "map"
            shown["against"] = list(against[place.path])
        if shown["goal"] if "goal" in shown else _worth_showing(place):
            sections.setdefault(owner, []).append(shown)
    order = sorted(sections, key=lambda owner: owner == "Table")

    def goal_in(owner: str) -> bool:
        return any(place.get("goal") for place in sections[owner])

    return [
        {"label": owner, "places": sections[owner], "open": n < 3 or goal_in(owner)} for n, owner in enumerate(order)
    ]


def _worth_showing(place: Place) -> bool:
    """Lists of rows and maps are shown by what is in them."""
    return place is not BOX and place.kind not in ("entries", "map")


def _shown(cards: CardSet[Any], place: Place, picked: Piece | None, names: list[str]) -> PlaceShown:
    words = place.path[2:] if place.path[:1] == ("players",) and len(place.path) > 2 else place.path
    label = Place(words, place.kind, place.value).label if words else "Off the table"
    shown: PlaceShown = {
        "id": path_id(place.path),
        "label": label,
        "kind": place.kind,
        "value": _value(place),
        "pieces": _pieces(cards, place, picked),
    }
    if place.kind == "word" and place.value in names:
        shown["choices"] = ["", *names]
    return shown


def _value(place: Place) -> str:
    if place.kind == "flag":
        return "yes" if place.value else "no"
    if place.kind in ("count", "word"):
        return str(place.value)
    return ", ".join(map(str, place.value)) if place.kind == "list" else ""


def _pieces(cards: CardSet[Any], place: Place, picked: Piece | None) -> list[PieceShown]:
    first = {piece.text: piece for piece in reversed(place.pieces)}
    found: list[PieceShown] = []
    for text, n in Counter(piece.text for piece in place.pieces).items():
        piece = first[text]
        rest = text.removeprefix(piece.card).strip()
        shown: PieceShown = {
            "id": path_id(piece.path),
            "name": f"{_name(cards, piece.card)} {rest}".strip(),
            "type": cards.type_of(piece.card),
            "n": n,
        }
        if picked is not None and picked.path in [one.path for one in place.pieces if one.text == text]:
            shown["picked"] = True
        found.append(shown)
    return found


def take_in_hand(state: State, drawn: dict[Drawn, Piece], picked: Piece | None, goals: Sequence[Destination]) -> None:
    """Let the cards of the drawn table be picked up, or its zones take the card that is picked."""
    to = {goal.zone: goal for goal in reversed(goals) if goal.zone}
    for zone in state.get("zones", []):
        zone.pop("option", None)
        for card in (*zone.get("cards", []), *(card for slot in zone.get("slots", []) for card in slot["cards"])):
            card.pop("option", None)
            if piece := drawn.get((zone["id"], card["name"])):
                label = f"Pick up {card['name']}, {zone['label']}"
                card["hand"] = {"id": "lab.pick", "values": {"path": path_id(piece.path)}, "label": label}
        if picked is not None and zone["id"] in to:
            goal = to[zone["id"]]
            label = f"Put it here: {zone['label']}, {goal.place.label}"
            zone["hand"] = {"id": "lab.put", "values": {"path": path_id(goal.place.path)}, "label": label}
    for node in state["graph"]["nodes"] if "graph" in state else []:
        node.pop("option", None)


def card_block(game: Game, cards: CardSet[Any]) -> Block:
    """A form to define a test card, written as in a card file."""
    kind = max(game.card_types, key=lambda kind: len(cards.of_type(kind)))
    like = next(iter(cards.of_type(kind)), None)
    lines = [f"[[{kind}]]", 'id = "test-card"', 'name = "A test card"']
    if like is not None:
        own = {f.name: getattr(like, f.name) for f in fields(like) if f.name not in ("id", "name", "origin", "copies")}
        lines += [f"{name} = {toml_value(value)}" for name, value in own.items() if _writable(value)]
    return {
        "kind": "form",
        "id": "lab.card",
        "title": "A test card",
        "text": f"As in a card file; the types of this game are {', '.join(game.card_types)}. "
        "A card with the id of another takes its place.",
        "textarea": "\n".join(lines) + "\n",
        "textarea_label": "The card",
        "buttons": [{"id": "lab.card", "label": "Add the card", "kind": "send"}],
    }


def _writable(value: Any) -> bool:
    return isinstance(value, str | int | bool | tuple | list) and value not in ("", (), [])


# -- starting a rule, forcing chance -------------------------------------------------------------------------


def rule_panel(game: Game, names: Sequence[str], chosen: str, values: dict[str, str]) -> list[Block]:
    """A form made from a rule's signature."""
    rules = sorted(game.rules)
    chosen = chosen if chosen in game.rules else rules[0]
    asked: list[Field] = [
        {**choice("rule", "Rule", [(id, id) for id in rules], chosen, live=True), "wide": True},
        *(
            _argument(name, kind, names, values.get(f"arg {name}", ""))
            for name, kind in game.rules.parameters(chosen).items()
        ),
    ]
    about = game.book[chosen].text if chosen in game.book else ""
    block: Block = {
        "kind": "form",
        "id": "lab.rule",
        "title": "Start a rule",
        "text": about,
        "fields": asked,
        "buttons": [{"id": "lab.rule.start", "label": "Start it here", "kind": "form"}],
    }
    return [block]


def _argument(name: str, kind: str, names: Sequence[str], value: str) -> Field:
    plain = kind.strip("*")
    label = f"{name.replace('_', ' ')}{' (may be left out)' if kind.startswith('*') else ''}"
    if plain not in PLAIN and "[" not in plain:
        return choice(f"arg {name}", label, [*([("", "–")] if kind != plain else []), *((n, n) for n in names)], value)
    if plain == "bool":
        return choice(f"arg {name}", label, [("no", "no"), ("yes", "yes")], value or "no")
    says = {"int": "a number or a player", "str": "a word"}.get(plain, "several, with commas")
    return {"id": f"arg {name}", "kind": "text", "label": f"{label}: {says}", "value": value}


def chance_panel(forced: Sequence[str], problem: str) -> list[Block]:
    """What the next dice and draws show."""
    block: Block = {
        "kind": "form",
        "id": "lab.forced",
        "title": "The next dice and draws",
        "text": "A line for each roll or draw to come: the faces, as 3 5, or the ids of the cards. "
        "Each is used when its turn comes; after the last, chance is asked again.",
        "textarea": "\n".join(forced),
        "textarea_label": "What comes",
        "buttons": [{"id": "lab.forced", "label": "Let them come", "kind": "send"}],
    }
    if problem:
        block["problem"] = problem
    return [block]


# -- branches, numbers, tests --------------------------------------------------------------------------------


def branches_panel(bench: Workbench, other: str) -> list[Block]:
    """The branches, a new one, and two side by side."""
    rows: Block = {
        "kind": "form",
        "id": "lab.branch",
        "title": "Branches",
        "fields": [
            {
                **choice(
                    "name", "At hand", [(n, _branch(b)) for n, b in bench.branches.items()], bench.current, live=True
                ),
                "wide": True,
            },
            {
                "id": "new",
                "kind": "text",
                "label": "A new one from here, called",
                "value": f"branch {len(bench.branches) + 1}",
            },
        ],
        "buttons": [
            {"id": "lab.branch.new", "label": "Branch off here", "kind": "form"},
            *([{"id": "lab.branch.drop", "label": "Drop this one", "kind": "form"}] if len(bench.branches) > 1 else []),  # type: ignore[list-item]
        ],
    }
    steps = _steps(bench.branch)
    others = [name for name in bench.branches if name != bench.current]
    if not others:
        return [
            rows,
            steps,
            {"kind": "text", "text": "Branch off, do something else there, and the two stand here side by side."},
        ]
    against = other if other in others else others[0]
    found = bench.compare(against)
    table: Block = {
        "kind": "rows",
        "title": f"“{bench.current}” beside “{against}”",
        "head": ["", bench.current, against],
        "rows": [[one.place, one.left, one.right] for one in found],
        "text": "" if found else "Both stand in the same position.",
    }
    pick: Block = {
        "kind": "form",
        "id": "lab.beside",
        "fields": [choice("other", "Compare with", [(name, name) for name in others], against, live=True)],
    }
    return [rows, steps, pick, table]


def _steps(branch: Branch) -> Block:
    """The steps of a branch, those taken back among them: each can be gone to."""
    taken = len(branch.steps)
    steps = [*branch.steps, *reversed(branch.undone)]
    items = [{"n": n, "label": said(step), "done": n <= taken, "now": n == taken} for n, step in enumerate(steps, 1)]
    return {
        "kind": "history",
        "title": "Steps",
        "items": [{"n": 0, "label": "the beginning", "done": True, "now": not taken}, *items],
    }


def _branch(branch: Branch) -> str:
    n = len(branch.steps)
    last = f", last {said(branch.steps[-1])}" if n else ""
    return f"{branch.name}: {n} {'step' if n == 1 else 'steps'}{last}"


def numbers_panel(branch: Branch) -> list[Block]:
    """Every number that changed, taken apart."""
    found = numbers_of(branch)
    if not found:
        return [{"kind": "text", "text": "No number has changed since the beginning of this branch."}]
    items = [
        {
            "label": number.label,
            "n": number.n,
            "parts": [{"n": part.n, "label": part.label, "rules": list(part.rules)} for part in number.parts],
        }
        for number in found
    ]
    words = "Each number as the sum of what every step added to it, with the rules that spoke."
    return [{"kind": "text", "text": words}, {"kind": "sums", "items": items}]


def test_panel(title: str, about: str, text: str, name: str) -> list[Block]:
    """What was done as a scenario file, and how to keep it."""
    asked: Block = {
        "kind": "form",
        "id": "lab.test",
        "title": "Make this a test",
        "text": "Position, answers, forced chance, and what every player sees: it holds now, and fails when the game "
        "behaves otherwise.",
        "fields": [
            {"id": "title", "kind": "text", "label": "What it is called", "value": title, "wide": True},
            {
                "id": "about",
                "kind": "text",
                "label": "What it is about (may be left out)",
                "value": about,
                "wide": True,
            },
        ],
        "buttons": [{"id": "lab.test.make", "label": "Write it again" if text else "Write it", "kind": "form"}],
    }
    if not text:
        return [asked]
    written: Block = {
        "kind": "form",
        "id": "lab.written",
        "text": f"It holds. To put it where the tests find it: *rules-tutor place {name}*. To play it: "
        f"*rules-tutor run {name}*.",
        "textarea": text,
        "textarea_label": f"The scenario {name}",
        "buttons": [
            {"id": "download", "label": "Download", "kind": "download", "name": name},
            {"id": "copy", "label": "Copy", "kind": "copy"},
        ],
    }
    return [asked, written]


def rules_spoken(blocks: Iterable[Block]) -> list[str]:
    """The ids of the rules that sums cite."""
    items = [item for block in blocks if block["kind"] == "sums" for item in block["items"]]
    return [rule for item in items for part in item["parts"] for rule in part["rules"]]
