"""What is chosen among: a long list in groups, and the cards on the table that mean an option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from tutor.ui.model_question import Option, Question

MANY = 16
"""Open options that are read through without headings."""


SEVERAL = 2
"""Others at the table whose sides are shown whole no longer."""


def grouped(options: list[Option]) -> list[Option]:
    """Put a long list of options into groups, where the rules have made none, by how their ids and labels begin.

    The heading is what the labels of a group have in common: “I hold a Rope” and “I hold Water” are under “I hold …”.
    """
    opened = [option for option in options if not option.get("refusals")]
    if len(opened) <= MANY or any(option.get("group") for option in opened):
        return options
    labels: dict[str, list[str]] = {}
    for option in opened:
        labels.setdefault(_verb(option), []).append(option["label"])
    headings = {verb: _beginning(all_of_it) for verb, all_of_it in labels.items() if len(all_of_it) > 1}
    return [_under(option, headings.get(_verb(option), "")) for option in options]


def _under(option: Option, heading: str) -> Option:
    return {**option, "group": heading} if heading and not option.get("refusals") else option


def _verb(option: Option) -> str:
    return option["id"].partition(" ")[0]


def _beginning(labels: Sequence[str]) -> str:
    """The words that all labels begin with, as a heading; empty if there are none."""
    same = takewhile(lambda words: len(set(words)) == 1, zip(*(label.split() for label in labels), strict=False))
    words = " ".join(words[0] for words in same)
    return f"{words} …".strip("“") if words else ""


def meant(zones: list[Mapping[str, Any]], question: Question | None) -> list[Mapping[str, Any]]:
    """Let a card that options name by its id mean them, where it is in one zone.

    It means its only open option, or its only one if that is closed. In a long list, one with several open options
    means all of these: pressing it looks for its name there.
    """
    naming: dict[str, list[Option]] = {}
    options = question["options"] if question else []
    for option in options:
        for word in option["id"].split():
            naming.setdefault(word, []).append(option)
    if not naming:
        return zones
    long = sum(not option.get("refusals") for option in options) > MANY
    places = Counter(id for zone in zones for id in {card.get("id") for card in zone.get("cards", [])} if id in naming)
    found = {id: means for id, n in places.items() if n == 1 and (means := _means(naming[id], long))}
    return [_with_meaning(zone, found) for zone in zones]


def set_aside(zones: list[Mapping[str, Any]], seat: int | None) -> list[Mapping[str, Any]]:
    """Set the sides of the others aside, where a seat looks at a table with several of them."""
    others = {zone["whose"] for zone in zones if zone.get("whose", seat) != seat}
    if seat is None or len(others) < SEVERAL:
        return zones
    return [{**zone, "aside": True} if zone.get("whose") in others else zone for zone in zones]


def _means(options: Sequence[Option], long: bool) -> dict[str, Any]:
    opened = [option for option in options if not option.get("refusals")]
    among = opened or options
    if len(among) == 1:
        return {"option": among[0]["id"]}
    return {"choices": len(opened)} if long and opened else {}


def _with_meaning(zone: Mapping[str, Any], found: Mapping[str, dict[str, Any]]) -> Mapping[str, Any]:
    if not any(card.get("id") in found for card in zone.get("cards", [])):
        return zone
    return {**zone, "cards": [{**found.get(card.get("id"), {}), **card} for card in zone["cards"]]}
