"""What each kind of field reads from a position, writes down, hides, and refuses."""

from collections.abc import Callable
from dataclasses import dataclass, make_dataclass
from typing import Any

import pytest

from tutor.engine.book.cards import Card, CardSet
from tutor.engine.book.files import BadInput
from tutor.engine.core.fields import (
    agenda,
    by_seat,
    dice,
    everybody,
    fixed,
    listed,
    maybe,
    nobody,
    number,
    own,
    owner_only,
    quiet,
    seat,
    seats,
)
from tutor.engine.core.part import Part
from tutor.engine.core.piles import Pile
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import Kind, Look, conserved, declared, place, position
from tutor.engine.core.table import Table
from tutor.engine.core.zones import by_card, cards, deck, held, slot, stock

IDS = {"hero-1": "hero", "hero-2": "hero", "tool-1": "tool", "tool-2": "tool"}
SET = CardSet("test", {id: (kind, Card(id=id, name=id, origin="stand-in")) for id, kind in IDS.items()})


def is_hero(g: Any, card: str) -> bool:
    return g.cards.type_of(card) == "hero"


@dataclass(slots=True)
class Player(Part):
    seat: int
    hand: list[str] = cards("tool", sort=True, seen_by=owner_only)
    wishes: list[str] = quiet(cards(heap=True, seen_by=owner_only, known=is_hero, elsewhere=True))


@dataclass(slots=True)
class Fight(Part):
    """A part that is not always there."""

    hero: str = slot("hero", needed=True)
    against: int = seat(needed=True)
    strength: int = number(1)


def laid(doc: dict[str, Any], comes_next: str = "", **kinds: Any) -> Any:
    """Return a table of two players with these fields and a deck, laid out as `doc` says; doubts are errors."""
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
    "dice": dice,
    "held": lambda: held("hero", "tool"),
    "listed": lambda: listed(Placing.kind),
    "listed-any": listed,
    "maybe": lambda: maybe(Fight),
    "number": lambda: number(3),
    "seats": seats,
    "seats-at-times": lambda: seats(laid=None, start=lambda: None),
}

READ = [
    ("by_card-number", None, {}),
    ("by_card-number", {"hero-1": -2}, {"hero-1": -2}),
    ("by_card-texts", {"hero-1": ["old", "-dumb"]}, {"hero-1": ["old", "-dumb"]}),
    ("dice", None, ()),
    ("dice", [6, 1], (6, 1)),
    ("held", None, {}),
    ("held", {"hero-2": [], "hero-1": ["tool-2", "tool-1"]}, {"hero-2": [], "hero-1": ["tool-2", "tool-1"]}),
    ("listed", None, []),
    ("listed", ["tool-1", "tool-1"], ["tool-1", "tool-1"]),
    ("listed-any", ["The", "Thing"], ["The", "Thing"]),
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
    ("held", {"hero-1": ["tool-1", "tool-1"]}, "table.field.hero-1: “tool-1” is already somewhere else"),
    ("listed", ["moon"], "table.field: unknown card “moon”"),
    ("maybe", {"against": "Ben"}, "table.field.hero: expected “hero”, which is missing"),
    ("maybe", {"hero": "hero-1"}, "table.field.against: expected “against”, which is missing"),
    ("maybe", {"hero": "", "against": "Ben"}, "table.field.hero: unknown card “”"),
    ("maybe", {"hero": "tool-1", "against": "Ben"}, "table.field.hero: expected hero cards"),
    ("maybe", {"hero": "hero-1", "against": ""}, "table.field.against: no player “”; the players are Ada, Ben"),
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


def test_players_that_are_named_only_at_times_are_left_out_while_none_are() -> None:
    assert "field" not in position(laid({}, field=MADE["seats-at-times"]()), None)


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


def test_a_heap_is_kept_as_it_came_and_written_sorted() -> None:
    table = laid({"field": ["tool-2", "tool-1"]}, field=cards("tool", heap=True))
    assert table.field == ["tool-2", "tool-1"]
    assert position(table, None)["field"] == ["tool-1", "tool-2"]


def test_cards_that_lie_elsewhere_are_only_named_and_those_that_all_know_are_seen() -> None:
    table = laid({"players": {"Ben": {"wishes": ["tool-2", "hero-1"]}}}, players=by_seat(Player))
    assert table.players[1].wishes == ["tool-2", "hero-1"]
    assert sorted(table.deck.cards()) == conserved(table) == sorted(SET)
    wishes = {seat: position(table, seat)["players"]["Ben"]["wishes"] for seat in (None, 0, 1)}
    assert wishes == {None: ["hero-1", "tool-2"], 0: ["?", "hero-1"], 1: ["hero-1", "tool-2"]}
    with pytest.raises(BadInput, match=r"Ben\.wishes: unknown card “moon”"):
        laid({"players": {"Ben": {"wishes": ["moon"]}}}, players=by_seat(Player))


def test_what_is_quiet_is_written_only_while_there_is_something() -> None:
    players = position(laid({"players": {"Ben": {"wishes": ["hero-1"]}}}, players=by_seat(Player)), None)["players"]
    assert [*players["Ada"]] == ["hand"]
    assert [*players["Ben"]] == ["hand", "wishes"]
    table = laid({"field": 2}, field=quiet(number(3)))
    assert position(table, None)["field"] == 2
    table.field = 0
    assert "field" not in position(table, None)


@dataclass(slots=True)
class Boxed(Table):
    """A table that begins with all cards in their places."""

    aside: list[str] = cards("tool", rest=True)
    chest: Pile = stock("hero")
    hand: list[str] = cards()


def boxed(doc: dict[str, Any]) -> Any:
    table = Boxed(("Ada", "Ben"), {}, frozenset(), SET, aside=["tool-1", "tool-2"], chest=Pile(["hero-1", "hero-2"]))
    place(table, doc, "s.toml")
    return table


@pytest.mark.parametrize(
    ("doc", "aside", "chest"),
    [
        ({}, ["tool-1", "tool-2"], ["hero-1", "hero-2"]),
        ({"hand": ["tool-1", "hero-2"]}, ["tool-2"], ["hero-1"]),
        ({"hand": ["tool-1"], "aside": []}, [], ["hero-1", "hero-2"]),
        ({"aside": ["tool-2"]}, ["tool-2"], ["hero-1", "hero-2"]),
    ],
)
def test_what_a_position_does_not_say_holds_what_lies_nowhere_else(
    doc: dict[str, Any], aside: list[str], chest: list[str]
) -> None:
    table = boxed(doc)
    assert (table.aside, table.chest.cards()) == (aside, chest)
    assert position(table, None) == {"aside": aside, "hand": doc.get("hand", [])}
    assert conserved(table) == sorted([*aside, *chest, *table.hand])


@pytest.mark.parametrize(
    ("doc", "complaint"),
    [
        ({"chest": ["hero-1"]}, "unknown key chest; known keys are aside, hand"),
        ({"aside": ["hero-1"]}, "table.aside: expected tool cards, but “hero-1” is another kind"),
        ({"hand": ["tool-1"], "aside": ["tool-1"]}, "“tool-1” is already somewhere else"),
    ],
)
def test_the_rest_of_the_cards_cannot_be_said_wrongly(doc: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput) as caught:
        boxed(doc)
    assert complaint in str(caught.value)


@dataclass(slots=True, kw_only=True)
class Length(Kind[list[int]]):
    """The number of tokens."""

    def taken(self, value: Any, p: Placing, place: str) -> Any:
        return [-1] * value

    def written(self, value: list[int], look: Look) -> Any:
        return len(value)


def test_a_field_may_be_said_in_two_places_and_after_another_key() -> None:
    def tokens_and_shout() -> dict[str, Any]:
        again = Length(key="again", type=int, blank=None, after="deck")
        return {
            "shout": own(
                str,
                lambda p, said, place: said.upper(),
                lambda look, value: value.lower(),
                blank="a",
                after="deck",
                default="",
            ),
            "tokens": declared(Length(type=int, blank=2), again, default_factory=list),
        }

    table = laid({}, **tokens_and_shout())
    assert (table.shout, table.tokens) == ("A", [-1, -1])
    said = position(table, None)
    assert said == {"tokens": 2, "deck": sorted(SET), "deck_top": [], "again": 2, "shout": "a"}
    assert [*said] == ["tokens", "deck", "deck_top", "again", "shout"]
    assert laid({"again": 3}, **tokens_and_shout()).tokens == [-1, -1, -1]


def test_what_never_changes_in_a_game_is_neither_compared_nor_shown():
    made = make_dataclass("Made", [("limit", int, fixed(default=8)), ("points", int, number(0))])
    assert made(limit=9, points=1) == made(points=1)
    assert "limit" not in repr(made())


def test_whoever_may_see_a_field_is_everybody_its_owner_or_nobody() -> None:
    seen = {rule.__name__: [rule(None, 1, seat) for seat in range(3)] for rule in (everybody, owner_only, nobody)}
    assert seen == {"everybody": [True] * 3, "owner_only": [False, True, False], "nobody": [False] * 3}
