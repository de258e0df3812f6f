"""What each kind of field reads from a position, writes down, hides, and refuses."""

from collections.abc import Callable
from dataclasses import dataclass, make_dataclass
from typing import Any

import pytest

from tutor.engine.cards import Card, CardSet
from tutor.engine.fields import (
    agenda,
    by_card,
    by_seat,
    cards,
    deck,
    held,
    listed,
    maybe,
    number,
    owner_only,
    seat,
    seats,
    slot,
)
from tutor.engine.files import BadInput
from tutor.engine.piles import Pile
from tutor.engine.placing import Placing
from tutor.engine.state import Part, conserved, place, position
from tutor.engine.table import Table

IDS = {"hero-1": "hero", "hero-2": "hero", "tool-1": "tool", "tool-2": "tool"}
SET = CardSet("test", {id: (kind, Card(id=id, name=id, origin="stand-in")) for id, kind in IDS.items()})


@dataclass(slots=True)
class Player(Part):
    seat: int
    hand: list[str] = cards("tool", sort=True, seen_by=owner_only)


@dataclass(slots=True)
class Fight(Part):
    """A part that is there only at times."""

    hero: str = slot("hero", needed=True)
    against: int = seat(needed=True)
    strength: int = number(1)


def laid(doc: dict[str, Any], comes_next: str = "", **kinds: Any) -> Any:
    """A table of two players with these fields and a deck, laid out as `doc` says; doubts are refused."""
    fields = [(name, Any, kind) for name, kind in kinds.items()]
    made = make_dataclass("Tried", [*fields, ("deck", Pile, deck())], bases=(Table,), slots=True)
    made.comes_next = lambda self: comes_next
    table: Any = made(("Ada", "Ben"), {}, frozenset(), SET, deck=Pile(SET.deck("hero", "tool")))
    if "players" in kinds:
        table.players = [Player(0), Player(1)]
    place(table, doc, "s.toml")
    return table


def no_capitals(p: Placing, text: str, place: str) -> None:
    if text != text.lower():
        raise p.bad(place, f"expected lower-case words, got “{text}”")


MADE: dict[str, Callable[[], Any]] = {
    "agenda": lambda: agenda({"turn": "turn/begins", "over": ""}, after="deck"),
    "by_card-number": lambda: by_card(int),
    "by_card-texts": lambda: by_card(str, no_capitals),
    "held": lambda: held("hero", "tool"),
    "listed": lambda: listed(Placing.kind),
    "listed-any": listed,
    "listed-tuple": lambda: listed(keep=tuple),
    "maybe": lambda: maybe(Fight),
    "number": lambda: number(3),
    "seats": seats,
    "seats-at-times": lambda: seats(laid=None, start=lambda: None),
}

READ = [
    ("by_card-number", None, {}),
    ("by_card-number", {"hero-1": -2}, {"hero-1": -2}),
    ("by_card-texts", {"hero-1": ["old", "-dumb"]}, {"hero-1": ["old", "-dumb"]}),
    ("held", None, {}),
    ("held", {"hero-2": [], "hero-1": ["tool-2", "tool-1"]}, {"hero-2": [], "hero-1": ["tool-2", "tool-1"]}),
    ("listed", None, []),
    ("listed", ["tool-1", "tool-1"], ["tool-1", "tool-1"]),
    ("listed-any", ["The", "Thing"], ["The", "Thing"]),
    ("listed-tuple", None, ()),
    ("listed-tuple", ["The", "Thing"], ("The", "Thing")),
    ("number", None, 3),
    ("number", -5, -5),
    ("seats", None, []),
    ("seats", ["Ben", "Ada"], [1, 0]),
    ("seats-at-times", None, None),
    ("seats-at-times", [], []),
]


@pytest.mark.parametrize(("kind", "said", "held"), READ)
def test_a_kind_reads_what_a_position_says_and_writes_it_down_again(kind: str, said: Any, held: Any) -> None:
    table = laid({} if said is None else {"field": said}, field=MADE[kind]())
    assert table.field == held
    written = position(table, None)
    assert laid({"field": written["field"]} if "field" in written else {}, field=MADE[kind]()).field == held
    if said is not None:
        assert written["field"] == said


REFUSED = [
    ("agenda", "soon", "table.next: expected one of empty, turn, over, got “soon”"),
    ("by_card-number", {"moon": 1}, "table.field: unknown card “moon”"),
    ("by_card-texts", {"moon": []}, "table.field: unknown card “moon”"),
    ("by_card-texts", {"hero-1": ["old", "Dumb"]}, "table.field.hero-1: expected lower-case words, got “Dumb”"),
    ("held", {"tool-1": []}, "table.field: expected hero cards, but “tool-1” is another kind"),
    ("held", {"hero-1": ["hero-2"]}, "table.field.hero-1: expected tool cards, but “hero-2” is another kind"),
    ("held", {"hero-1": ["tool-1", "tool-1"]}, "table.field.hero-1: “tool-1” lies somewhere else already"),
    ("listed", ["moon"], "table.field: unknown card “moon”"),
    ("maybe", {"against": "Ben"}, "table.field.hero: expected “hero”, which is missing"),
    ("maybe", {"hero": "hero-1"}, "table.field.against: expected “against”, which is missing"),
    ("maybe", {"hero": "", "against": "Ben"}, "table.field.hero: unknown card “”"),
    ("maybe", {"hero": "tool-1", "against": "Ben"}, "table.field.hero: expected hero cards"),
    ("maybe", {"hero": "hero-1", "against": ""}, "table.field.against: no player “”; there are Ada, Ben"),
    ("number", "3", 'field: expected a whole number, got "3"'),
    ("seats", ["Zoe"], "table.field: no player “Zoe”"),
    ("seats", ["Ada", "Ada"], "table.field: “Ada” is named 2 times"),
]


@pytest.mark.parametrize(("kind", "said", "complaint"), REFUSED)
def test_a_kind_refuses_what_it_cannot_hold(kind: str, said: Any, complaint: str) -> None:
    with pytest.raises(BadInput) as caught:
        laid({"next" if kind == "agenda" else "field": said}, field=MADE[kind]())
    assert complaint in str(caught.value)


def test_what_is_written_down_is_not_the_list_on_the_table() -> None:
    table = laid({"field": {"hero-1": ["old"]}}, field=MADE["by_card-texts"]())
    position(table, None)["field"]["hero-1"].append("new")
    assert table.field == {"hero-1": ["old"]}


def test_held_cards_and_those_of_a_part_are_counted_and_named_ones_are_not() -> None:
    whole = sorted(SET)
    doc = {"held": {"hero-1": ["tool-1"]}, "fight": {"hero": "hero-2", "against": "Ben"}, "listed": ["hero-1"]}
    table = laid(doc, held=MADE["held"](), fight=MADE["maybe"](), listed=MADE["listed"]())
    assert table.deck.cards() == ["tool-2"]
    assert conserved(table) == whole


def test_a_part_that_comes_and_goes_is_said_only_while_it_is_there() -> None:
    none = laid({}, field=MADE["maybe"]())
    assert none.field is None
    assert "field" not in position(none, None)
    there = laid({"field": {"hero": "hero-1", "against": "Ben"}}, field=MADE["maybe"]())
    assert there.field == Fight("hero-1", 1, 1)
    assert position(there, None)["field"] == {"hero": "hero-1", "against": "Ben", "strength": 1}


def test_only_its_owner_sees_a_hand() -> None:
    table = laid({"players": {"Ben": {"hand": ["tool-2", "tool-1"]}}}, players=by_seat(Player))
    hands = {seat: position(table, seat)["players"]["Ben"]["hand"] for seat in (None, 0, 1)}
    assert hands == {None: ["tool-1", "tool-2"], 0: ["?", "?"], 1: ["tool-1", "tool-2"]}


@pytest.mark.parametrize(
    ("said", "comes_next", "goes_on", "written"),
    [
        ("turn", "", [("turn/begins",)], "turn"),
        ("", "turn/begins", [("turn/begins",)], "turn"),
        ("over", "turn/begins", [], ""),
        ("over", "", [], "over"),
        ("", "", [], "over"),
        ("", "turn/unnamed", [("turn/unnamed",)], ""),
    ],
)
def test_what_comes_next_is_said_in_a_word(said: str, comes_next: str, goes_on: list[Any], written: str) -> None:
    table = laid({"next": said}, comes_next, agenda=MADE["agenda"]())
    assert table.agenda == goes_on
    assert position(table, None)["next"] == written
