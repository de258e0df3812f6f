"""How options are shown for choosing: long lists in groups, and cards on the table that stand for an option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any, cast

from tutor.ui.model_question import Option, Question

MANY = 16
"""The largest number of open options that are shown without headings."""


SEVERAL = 2
"""If there are at least this many other players, their sides are drawn small."""


def grouped(options: list[Option]) -> list[Option]:
    """Group a long list of options, if the rules have not done so, by the beginnings of their ids and labels.

    The heading is what the labels of a group have in common; for example, “I have a Rope” and “I have Water” are under
    “I have …”.
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


def meant(zones: list[Mapping[str, Any]], question: Question | None, rule: str = "") -> list[Mapping[str, Any]]:
    """Let a card or a slot stand for the options that name it, if it is in only one zone.

    An option names a card if the card's id is one of the words of the option's id, and a card or a slot if the option's
    id ends with one of its `names`. A name may begin with the rule that asks, if the id alone could mean something
    else. A card stands for its only open option, or for its only option if that is closed. In a long list, a card with
    several open options stands for all of them, and a press on it searches the list for its name. No card stands for an
    option that is `apart`.

    Args:
        zones: The zones as the game's view gives them; the returned zones no longer have `names`.
        question: The question, if there is one.
        rule: The rule that asks.
    """
    options = question["options"] if question else []
    known = {option["id"] for option in options}
    long = sum(not option.get("refusals") for option in options) > MANY
    naming: dict[str, list[Option]] = {}
    for option in options:
        if option.get("apart"):
            continue
        for name in _called(f"{rule} {option['id']}".split()):
            naming.setdefault(name, []).append(option)
    places = Counter(name for zone in zones for name in {name for thing in _things(zone) for name in _names(thing)})

    def with_meaning(thing: Mapping[str, Any]) -> Mapping[str, Any]:
        rest = {key: value for key, value in thing.items() if key != "names"}
        if rest.get("option") in known:
            return rest
        named = {option["id"]: option for name in _names(thing) if places[name] == 1 for option in naming.get(name, ())}
        return rest | _means([*named.values()], long)

    return [_each(zone, with_meaning) for zone in zones]


def _called(words: Sequence[str]) -> set[str]:
    """Return what an option's words can name: each word alone, and every ending of the whole."""
    return {*words} | {" ".join(words[at:]) for at in range(len(words))}


def _names(thing: Mapping[str, Any]) -> Sequence[str]:
    """Return how options name a card or a slot."""
    return cast("Sequence[str]", thing.get("names") or ([thing["id"]] if "key" in thing and thing.get("id") else []))


def _things(zone: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The cards and slots of a zone, and the cards in its slots."""
    slots = zone.get("slots", [])
    return [*zone.get("cards", []), *slots, *(card for slot in slots for card in slot["cards"])]


def _each(zone: Mapping[str, Any], change: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return a zone with each of its cards and slots changed."""
    found = dict(zone)
    if "cards" in zone:
        found["cards"] = [change(card) for card in zone["cards"]]
    if "slots" in zone:
        found["slots"] = [{**change(slot), "cards": [change(card) for card in slot["cards"]]} for slot in zone["slots"]]
    return found


def set_aside(zones: list[Mapping[str, Any]], seat: int | None) -> list[Mapping[str, Any]]:
    """Set the other players' sides aside if a seat looks at a table with several of them.

    Somebody who has no such side, such as a Director, plays against those of the others and needs to see all of them.
    """
    sides = {zone["whose"] for zone in zones if "whose" in zone}
    others = sides - {seat}
    if seat not in sides or len(others) < SEVERAL:
        return zones
    return [{**zone, "aside": True} if zone.get("whose") in others else zone for zone in zones]


def _means(options: Sequence[Option], long: bool) -> dict[str, Any]:
    opened = [option for option in options if not option.get("refusals")]
    among = opened or options
    if len(among) == 1:
        return {"option": among[0]["id"]}
    return {"choices": len(opened)} if long and opened else {}
