"""The current position as a board: every place with what is there, to be picked up, put down and set."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import fields, replace
from typing import Any, NotRequired, TypedDict

from tutor.engine.book.cards import CardSet
from tutor.engine.book.files import toml_value
from tutor.engine.core.game import Game, cards_in
from tutor.lab.moves import Destination, Drawn
from tutor.lab.places import BOX, Path, Piece, Place
from tutor.ui.desks.lab_panels import Block
from tutor.ui.fields import choice, send_form
from tutor.ui.model import State

NOBODY = "Table"
"""The heading of the places that belong to nobody."""


class PieceShown(TypedDict):
    """Cards of one kind in a place; `id` names one of them."""

    id: str
    name: str
    type: str
    n: int
    picked: NotRequired[bool]


class PlaceShown(TypedDict):
    """A place of the position; `goal` says that the picked card could go there, and `against` why no game would do so.

    `hint` is what the game's table says about it, `choices` are the values that it can have, each with its words,
    `least` and `most` are the bounds of a number, and `adds` says that another row can be added. What is put into a
    `named` place is given a name there: one of `names`, or any.
    """

    id: str
    label: str
    kind: str
    value: str
    pieces: list[PieceShown]
    hint: NotRequired[str]
    choices: NotRequired[list[tuple[str, str]]]
    goal: NotRequired[bool]
    named: NotRequired[bool]
    names: NotRequired[list[str]]
    least: NotRequired[int | None]
    most: NotRequired[int | None]
    adds: NotRequired[bool]
    against: NotRequired[list[str]]


def path_id(path: Path) -> str:
    """A path as an id."""
    return json.dumps(path, ensure_ascii=False)


def change_panel(
    game: Game,
    cards: CardSet[Any],
    places: Sequence[Place],
    picked: Piece | None,
    goals: Sequence[Destination],
    unfolded: Collection[str] = (),
    brought: str = "",
) -> list[Block]:
    """Every place of the position: cards to pick up and put down, numbers and words to set.

    Args:
        game: The game.
        cards: Its cards.
        places: All places.
        picked: The card that is being moved.
        goals: Where it could go.
        unfolded: The parts of the board that stay unfolded.
        brought: The card that was last taken from the box or a pile.
    """
    names = list(cards)
    help_text = "To move a card, press it and then its new place. You can change numbers and words directly."
    if picked is not None:
        help_text = (
            f"“{_name(cards, picked.card)}” is picked up. Press a place that says “put here”, or press the card "
            "again to leave it where it is."
        )
    named = [(id, f"{_name(cards, id)} ({id})") for id in names]
    bring: Block = {
        "kind": "form",
        "id": "lab.bring",
        "fields": [choice("card", "Take a card from a pile, or one that isn’t on the table", named, brought)],
        "buttons": [send_form("lab.bring", "Pick up this card")],
    }
    board: Block = {"kind": "board", "sections": _sections(cards, places, picked, goals, unfolded)}
    return [{"kind": "text", "text": help_text}, bring, board, card_block(game, cards)]


def _name(cards: CardSet[Any], id: str) -> str:
    return str(cards[id].name) if id in cards else id


def _sections(
    cards: CardSet[Any],
    places: Sequence[Place],
    picked: Piece | None,
    goals: Sequence[Destination],
    unfolded: Collection[str],
) -> list[dict[str, Any]]:
    """The places under the player to whom they belong; what belongs to nobody is under `NOBODY`."""
    to = {goal.place.path: goal for goal in goals}
    sections: dict[str, list[PlaceShown]] = {}
    names = [str(place.path[1]) for place in places if place.path[0] == "players" and len(place.path) > 1]
    for place in [*places, *([BOX] if picked is not None else [])]:
        owner, own = _owned(place)
        shown = _shown(cards, place, own, picked, list(dict.fromkeys(names)))
        if picked is not None and place.path in to and (place is not BOX or picked.entry):
            shown["goal"] = True
            shown["named"] = place.kind == "map"
            shown["against"] = list(to[place.path].against)
            if names_there := to[place.path].names:
                shown["names"] = list(names_there)
        if shown["goal"] if "goal" in shown else _worth_showing(place):
            sections.setdefault(owner or NOBODY, []).append(shown)
    order = sorted(sections, key=lambda owner: owner == NOBODY)

    def goal_in(owner: str) -> bool:
        return any(place.get("goal") for place in sections[owner])

    return [
        {"label": owner, "places": sections[owner], "open": n < 3 or owner in unfolded or goal_in(owner)}
        for n, owner in enumerate(order)
    ]


def _worth_showing(place: Place) -> bool:
    """Whether to show a place itself; lists of rows and maps are shown only through what is in them."""
    return place is not BOX and (place.kind not in ("entries", "map", "part") or place.blank_row)


def _owned(place: Place) -> tuple[str, Place]:
    """The player to whom a place belongs, if it belongs to one, and the place as it is called among that player's."""
    if place.path[:1] == ("players",) and len(place.path) > 2:
        return str(place.path[1]), replace(place, path=place.path[2:])
    return "", place


def _shown(cards: CardSet[Any], place: Place, own: Place, picked: Piece | None, names: list[str]) -> PlaceShown:
    label = own.words if own.path else "Off the table"
    shown: PlaceShown = {
        "id": path_id(place.path),
        "label": label,
        "kind": place.kind,
        "value": _value(place),
        "pieces": _pieces(cards, place, picked),
    }
    if place.kind == "count":
        shown |= {"least": place.shape.least, "most": place.shape.most}
    if place.blank_row:
        shown["adds"] = True
    if place.shape.text and label == own.label:
        shown["hint"] = place.shape.text.partition(". ")[0].rstrip(".")
    if place.kind == "word" and place.shape.seats:
        shown["choices"] = [("", "nobody"), *((name, name) for name in names)]
    elif place.kind == "word" and place.shape.among:
        shown["choices"] = [(word, word or "–") for word in place.shape.among]
    return shown


def _value(place: Place) -> str:
    if place.kind == "flag":
        return "yes" if place.value else "no"
    if place.kind in ("count", "word") or (place.kind == "slot" and place.shape.kind == "word"):
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
    """Let the cards of the drawn table be picked up, or let its zones take the picked card."""
    to = {goal.zone: goal for goal in reversed(goals) if goal.zone}
    for zone in state.get("zones", []):
        zone.pop("option", None)
        for card in cards_in(zone):
            card.pop("option", None)
            if piece := drawn.get((zone["id"], card["name"])):
                label = f"Pick up {card['name']}, {zone['label']}"
                card["hand"] = {"id": "lab.pick", "values": {"path": path_id(piece.path)}, "label": label}
        if picked is not None and zone["id"] in to:
            goal = to[zone["id"]]
            owner, own = _owned(goal.place)
            label = f"Put the card here: {owner + ', ' if owner else ''}{own.words[:1].lower()}{own.words[1:]}"
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
        "text": f"Write the card as you would in a card file. The card types in this game are "
        f"{', '.join(game.card_types)}. If your card has the same id as an existing card, it replaces that card.",
        "textarea": "\n".join(lines) + "\n",
        "textarea_label": "The card",
        "buttons": [{"id": "lab.card", "label": "Add the card", "kind": "send"}],
    }


def _writable(value: Any) -> bool:
    return isinstance(value, str | int | bool | tuple | list) and value not in ("", (), [])
