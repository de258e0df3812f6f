"""The table drawn for a notebook, maps as pictures and graphs, and the turn flow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from tutor.designer.shown import Picture, Shown


class View(Shown):
    """A table as a player sees it, or as it is."""

    def __init__(self, title: str, data: Mapping[str, Any]) -> None:
        """Args: the title, and the data of a game's view of its table."""
        self.title = title
        self.data = data

    def __repr__(self) -> str:
        return f"<table: {self.title}>"

    def __str__(self) -> str:
        from tutor.ui.words import words_of

        return "\n".join([self.title, *(f"  {one['zone']}: {one['text']}" for one in words_of(self.data))])

    def html(self) -> str:
        parts = [f"<h4>{escape(self.title)}</h4>"]
        if tracks := "; ".join(map(_track, self.data.get("tracks", ()))):
            parts.append(f"<p>{tracks}</p>")
        if self.has_map:
            parts.append(Map(self.data).svg())
        parts.append(f'<div class="zones">{"".join(map(_zone, self.data.get("zones", ())))}</div>')
        return "".join(parts)

    @property
    def has_map(self) -> bool:
        """Whether there is a map or a ring of places to draw."""
        return "map" in self.data or "graph" in self.data


class Map(Picture):
    """The map of tiles or the ring of places, as a picture and as a graph."""

    def __init__(self, data: Mapping[str, Any], question: str = "") -> None:
        """Args: the data of a game's view, and one of the map's `questions` to answer on it.

        Raises:
            BadInput: if the game has no map, or its map answers no such question.
        """
        from tutor.engine.book.files import BadInput, known

        if not {"map", "graph"} & set(data):
            raise BadInput("map", "", "this game has no map")
        self.data: Mapping[str, Any] = data["map"] if "map" in data else data["graph"]
        self.questions: dict[str, str] = {one["id"]: one["label"] for one in self.data.get("questions", ())}
        if question and question not in self.questions:
            there = known(self.questions, question)
            raise BadInput("map", question, f"the map answers no such question; it answers: {there}")
        self.question = question

    def __repr__(self) -> str:
        return f"<map: {self.data['title']}>"

    def __str__(self) -> str:
        from tutor.ui.pictures.graph_picture import in_words

        if "tiles" not in self.data:
            return "\n".join(in_words(dict(self.data)))
        answers = [one["answer"] for one in self.data["questions"] if one["id"] == self.question]
        return "\n".join([self.data["title"], self.data["summary"], *answers])

    def svg(self) -> str:
        from tutor.ui.pictures.graph_picture import graph_svg
        from tutor.ui.pictures.tile_map import TilePicture

        if "tiles" in self.data:
            return TilePicture(self.data, self.question).svg()
        return graph_svg(dict(self.data))

    @property
    def graph(self) -> Any:
        """The map as a networkx graph: places or tiles by name, with an edge wherever two of them touch."""
        from tutor.ui.pictures.as_graph import graph_of

        return graph_of(self.data)


@dataclass(frozen=True)
class FlowChart(Picture):
    """The turn as a picture, with the way that a match has taken, and as a graph."""

    picture: Any = field(repr=False)

    def __repr__(self) -> str:
        flow = self.picture.flow
        return f"<turn flow of {flow.title}: {len(flow.nodes)} steps in {len(flow.groups)} groups>"

    def __str__(self) -> str:
        flow, now = self.picture.flow, self.picture.now
        lines = [f"{flow.title}: {flow.groups[self.picture.group].label}"]
        for node in flow.members(self.picture.group):
            ways = "; ".join(
                f"{f'{edge.label}: ' if edge.label else ''}{flow.nodes[edge.end].short}"
                for edge in flow.ways_on(node.id)
            )
            lines.append(f"{'→' if node == now else ' '} {node.label}: {ways or 'the end'}")
        return "\n".join(lines)

    def svg(self) -> str:
        return str(self.picture.svg())

    @property
    def groups(self) -> dict[str, str]:
        """The parts of the flow: id → title. `group` shows one of them."""
        return {id: group.label for id, group in self.picture.flow.groups.items()}

    def group(self, id: str) -> FlowChart:
        """The same flow with another part of it shown.

        Raises:
            BadInput: if there is no such part.
        """
        from dataclasses import replace

        from tutor.engine.book.files import BadInput, known

        if id not in self.groups:
            raise BadInput("flow", id, f"no such part; known: {known(self.groups, id)}")
        return FlowChart(replace(self.picture, opened=id))

    @property
    def graph(self) -> Any:
        """The whole flow as a networkx directed graph."""
        return self.picture.flow.graph


def _zone(zone: Mapping[str, Any]) -> str:
    from tutor.engine.core.game import cards_in

    lines = [f"<b>{escape(zone['label'])}</b>"]
    if zone.get("tracks"):
        lines.append(f"<span class='soft'>{' · '.join(map(_track, zone['tracks']))}</span> ")
    lines += [f"<span>{escape(badge.get('name', badge['label']))}</span> " for badge in zone.get("badges", ())]
    lines += [_card(card) for card in cards_in(dict(zone))]
    if zone.get("note"):
        lines.append(f"<span class='soft'>{escape(zone['note'])}</span>")
    elif len(lines) == 1:
        lines.append(f"<span class='soft'>{escape(zone.get('empty', 'nothing here'))}</span>")
    return f'<div class="zone">{"".join(lines)}</div>'


def _card(card: Mapping[str, Any]) -> str:
    from tutor.ui.words import on_card

    if card.get("face") == "down":
        return f'<span class="card">{escape(card["name"])}, face down</span>'
    said = [escape(card["name"])]
    if card.get("value") is not None:
        said.append(f"<b>{escape(str(card['value']))}</b>")
    if card.get("tag"):
        said.append(f"<i>{escape(card['tag'])}</i>")
    said += map(escape, on_card(card))
    return f'<span class="card" title="{escape(card.get("text", ""))}">{" · ".join(said)}</span>'


def _track(track: Mapping[str, Any]) -> str:
    most = f" of {track['max']}" if "max" in track else ""
    return f"{escape(track['label'])} {track['n']}{most}"
