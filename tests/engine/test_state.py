"""A table that declares itself: how it is laid out, written for a viewer and copied, and how cards are counted.

`test_fields` tests the kinds of field one by one, and `test_laying_out` how they lay out a position together.
"""

from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from tests.toy import GAME, ToyCard
from tutor.engine.book.cards import CardSet
from tutor.engine.book.files import BadInput
from tutor.engine.core.copying import FRESH, SHARED, Copied, copier
from tutor.engine.core.fields import (
    agenda,
    by_seat,
    count,
    dice,
    fixed,
    flag,
    listed,
    maybe,
    numbers,
    own,
    owner,
    owner_only,
    rows,
    seat,
    seats,
    text,
    word,
)
from tutor.engine.core.part import Part
from tutor.engine.core.piles import Pile
from tutor.engine.core.state import NOBODY, conserved, made_from, place, position
from tutor.engine.core.table import Table, Task
from tutor.engine.core.zones import cards, deck, held, slot

ALL = {"beam": 3, "jam": 2, "ufo": 1}
"""The number of copies of each card; the ufo has a different type."""


def known(p, name, where):
    if name == "nowhere":
        raise p.bad(where, f"unknown place {name}")


def declare() -> Any:
    """Return a table with all kinds of field, whose classes are always new because results for a class are cached."""

    @dataclass(slots=True)
    class Camper(Part):
        seat: int = owner()
        hand: list[str] = cards("toy", sort=True, seen_by=owner_only)
        tool: str = slot("toy", seen_by=owner_only)
        age: int = count(3, 1, 9)
        asleep: bool = flag()

        def settle(self, p, laid, where):
            if self.asleep and self.hand:
                p.implausible(where, "nobody holds cards while asleep")

    @dataclass(slots=True)
    class Tent(Part):
        colour: str = word("", "red", "blue")
        inside: tuple[str, ...] = cards("toy", keep=tuple)

    @dataclass(slots=True)
    class Camp(Table):
        campers: list[Camper] = by_seat(Camper)
        seen: list[str] = listed()
        visited: list[str] = listed(known, key="visits")
        sky: str = slot("sky", dealt=True)
        tents: list[Tent] = rows(Tent, 2)
        fires: list[Tent] = rows(Tent)
        guest: Tent | None = maybe(Tent)
        chests: dict[str, list[str]] = held("toy", "toy")
        draw: Pile = deck("toy")
        pool: list[str] = cards("toy")
        day: int = count(1, 1, 9)
        left: int = count(laid=None)
        night: int = count(2, laid=5)
        dusk: int = count(4, laid=0)
        rolled: tuple[int, ...] = dice()
        marks: tuple[int, ...] = numbers(2)
        open: bool = flag(True)
        shut: bool = flag(laid=True)
        phase: str = word("early", "late", start="early")
        title: str = text(key="called")
        turn: int = seat()
        first: int = seat(0)
        waiting: list[int] = seats()
        order: list[int] | None = seats(key="ranks", start=lambda: None, laid=None)
        lit: list[str] = own(
            int, lambda p, n, where: ["jam"] * n, lambda look, lit: len(lit), blank=0, default_factory=list
        )
        secret: int = 7
        book: list[str] = fixed(default_factory=list)
        agenda: list[Task] = agenda({"rest": "turn/rest", "walk": "turn/walk"}, after="night")

        def settle(self, p, laid, where):
            if laid.left is None:
                self.left = 4 - self.day

        def comes_next(self):
            return "" if self.day == 9 else "turn/walk"

    return Camp


def empty(table: Any = None, implausible: Any = None) -> Any:
    table = table or ONCE()
    made = {
        id: ("sky" if id == "ufo" else "toy", ToyCard(id=id, name=id, origin="printed", copies=n))
        for id, n in ALL.items()
    }
    g = table(("Ada", "Ben"), {}, frozenset(), CardSet("ours", made))
    camper = table.__dataclass_fields__["campers"].metadata["kinds"][0].part
    g.campers = [camper(), camper()]
    g.draw = Pile(g.cards.deck("toy"))
    g.sky = "ufo"
    if implausible is not None:
        g.implausible = implausible
    return g


ONCE = cache(declare)


def laid(doc: Any, implausible: Any = None, table: Any = None) -> Any:
    g = empty(table or ONCE(), implausible)
    place(g, doc, "s.toml")
    return g


WHOLE: dict[str, Any] = {
    "players": {
        "Ada": {"hand": ["beam", "jam"], "tool": "", "age": 4, "asleep": False},
        "Ben": {"hand": [], "tool": "beam", "age": 3, "asleep": True},
    },
    "seen": ["jam", "beam"],
    "visits": ["a cave"],
    "sky": "ufo",
    "tents": [{"colour": "red", "inside": ["jam"]}, {"colour": "", "inside": []}],
    "fires": [],
    "chests": {},
    "draw": ["beam"],
    "draw_top": [],
    "pool": [],
    "day": 2,
    "left": 3,
    "night": 6,
    "next": "rest",
    "dusk": 4,
    "rolled": [6, 1],
    "marks": [2, 20],
    "open": False,
    "shut": False,
    "phase": "late",
    "called": "x y",
    "turn": "Ben",
    "first": "Ada",
    "waiting": ["Ben", "Ada"],
    "lit": 2,
}


def test_a_position_is_written_as_it_was_laid_out_in_the_order_of_the_fields():
    g = laid(WHOLE, table=declare())
    assert position(g, None) == WHOLE
    assert [*position(g, None)] == [*WHOLE]
    assert g.agenda == [("turn/rest",)]
    assert (g.turn, g.waiting, g.order, g.rolled, g.secret, g.lit) == (1, [1, 0], None, (6, 1), 7, ["jam", "jam"])
    assert [camper.seat for camper in g.campers] == [0, 1]
    assert (g.campers[0].hand, g.tents[0].inside, g.seen) == (["beam", "jam"], ("jam",), ["jam", "beam"])


def test_what_a_position_does_not_say_is_as_declared():
    g = laid({}, table=declare())
    assert g.agenda == [("turn/walk",)]
    assert (g.day, g.left, g.night, g.open, g.shut, g.phase, g.turn, g.first) == (1, 3, 5, True, True, "early", -1, 0)
    assert (g.rolled, g.marks, g.seen, g.visited, g.waiting, g.order, g.guest) == ((), (), [], [], [], None, None)
    assert (len(g.tents), g.fires, g.sky, g.chests, g.title) == (2, [], "ufo", {}, "")
    assert [(camper.seat, camper.hand, camper.age, camper.asleep) for camper in g.campers] == [
        (0, [], 3, False),
        (1, [], 3, False),
    ]
    assert sorted(g.draw.bag) == ["beam"] * 3 + ["jam"] * 2
    said = position(g, None)
    assert (said["next"], said["turn"], said["first"]) == ("walk", "", "Ada")
    assert not {"order", "ranks", "guest", "secret", "book"} & set(said)
    assert g.dusk == 0
    assert (empty().night, empty().dusk, empty().left) == (2, 4, 0)


def test_an_empty_table_has_nothing_yet():
    g = empty(declare())
    assert (g.seen, g.visited, g.pool, g.tents[0].inside, g.rolled, g.marks) == ([], [], [], (), (), ())
    assert (g.campers[0].hand, g.campers[0].tool, g.chests, g.waiting, g.order, g.guest) == ([], "", {}, [], None, None)
    assert (g.campers[0].seat, g.turn, g.first, g.phase, g.title, g.lit) == (NOBODY, NOBODY, 0, "early", "", [])


def test_nothing_comes_next_where_the_game_is_over():
    assert laid({"day": 9}).agenda == []
    assert position(laid({"day": 9}), None)["next"] == ""
    assert laid({"day": 9, "next": "rest"}).agenda == [("turn/rest",)]


def test_who_looks_sees_their_own_cards_and_how_many_the_others_have():
    g = laid({**WHOLE, "draw_top": ["jam"], "tents": []})
    for seat_, hands, tools in ((0, (["beam", "jam"], []), ("", "?")), (1, (["?", "?"], []), ("", "beam"))):
        said = position(g, seat_)
        assert tuple(said["players"][name]["hand"] for name in ("Ada", "Ben")) == hands
        assert tuple(said["players"][name]["tool"] for name in ("Ada", "Ben")) == tools
        assert (said["draw"], said["draw_top"]) == (1, ["jam"])


def test_cards_lie_in_one_place_and_the_deck_has_those_that_are_left():
    everything = ["beam"] * 3 + ["jam"] * 2
    g = laid(
        {
            "players": {"Ada": {"hand": ["jam", "beam"]}},
            "fires": [{"inside": ["beam"]}],
            "chests": {"jam": []},
            "pool": ["beam"],
        },
        table=declare(),
    )
    assert g.campers[0].hand == ["beam", "jam"]
    assert g.draw == Pile([])
    assert conserved(g) == everything
    g = laid({"chests": {"beam": ["jam", "jam"]}, "draw_top": ["beam"], "guest": {"inside": ["beam"]}})
    assert g.chests == {"beam": ["jam", "jam"]}
    assert (g.draw.bag, g.draw.tops) == ([], ["beam"])
    assert conserved(g) == conserved(empty()) == everything
    g = laid({"draw": ["jam"], "draw_top": ["beam", "jam"]})
    assert (g.draw.bag, g.draw.tops) == (["jam"], ["jam", "beam"])


@pytest.mark.parametrize(
    ("doc", "misfits"),
    [
        ({"day": 0}, ["table.day: expected 1 to 9, got 0"]),
        ({"players": {"Ben": {"age": 10}}}, ["table.players.Ben.age: expected 1 to 9, got 10"]),
        ({"left": -1}, ["table.left: expected at least 0, got -1"]),
        ({"marks": [2, 1]}, ["table.marks: expected at least 2, got 1"]),
        ({"draw": ["jam"] * 3}, ["table.draw: “jam” is already somewhere else, and the game has only 2"]),
        ({"draw_top": ["jam"] * 3}, ["table.draw_top: “jam” is already somewhere else, and the game has only 2"]),
        (
            {"players": {"Ben": {"hand": ["jam"], "asleep": True}}},
            ["table.players.Ben: nobody holds cards while asleep"],
        ),
        ({"day": 9}, []),
    ],
)
def test_what_no_game_leads_to_is_doubted(doc, misfits):
    found: list[str] = []
    laid(doc, lambda misfit: found.append(f"{misfit.place}: {misfit.expected}"))
    assert found == misfits


@pytest.mark.parametrize(
    ("doc", "complaint"),
    [
        ({"phase": "noon"}, "table.phase: expected one of early, late, got “noon”"),
        ({"turn": "Zoe"}, "table.turn: no player “Zoe”; the players are Ada, Ben"),
        ({"players": {"Zoe": {}}}, "table.players: no player “Zoe”; the players are Ada, Ben"),
        ({"sky": "jam"}, "table.sky: expected sky cards, but “jam” is another kind"),
        ({"draw": ["ufo"]}, "table.draw: expected toy cards, but “ufo” is another kind"),
        ({"draw_top": ["ufo"]}, "table.draw_top: expected toy cards, but “ufo” is another kind"),
        ({"players": {"Ada": {"tool": "ufo"}}}, "table.players.Ada.tool: expected toy cards, but “ufo” is another"),
        ({"players": {"Ada": {"hand": ["gem"]}}}, "table.players.Ada.hand: unknown card “gem”"),
        ({"tents": [{}, {}, {}]}, "table.tents: expected at most 2, got 3"),
        ({"tents": [{}, {"colour": "green"}]}, "table.tents[1].colour: expected one of empty, red, blue, got “green”"),
        ({"guest": {"colour": "green"}}, "table.guest.colour: expected one of empty, red, blue, got “green”"),
        ({"dya": 1}, "unknown key dya"),
        ({"day": "x"}, 'table.day: expected a whole number, got "x"'),
    ],
)
def test_what_cannot_be_laid_out_is_refused_with_its_place(doc, complaint):
    with pytest.raises(BadInput) as caught:
        laid(doc)
    assert complaint in str(caught.value)


def test_a_die_shows_one_of_its_faces_whatever_is_meant():
    for face in (0, 7):
        with pytest.raises(BadInput, match=rf"table\.rolled: expected 1 to 6, got {face}"):
            laid({"rolled": [face]}, lambda misfit: None, declare())


def test_cards_keep_their_order_unless_it_means_nothing():
    g = laid({"pool": ["jam", "beam"], "players": {"Ada": {"hand": ["jam", "beam"]}}}, table=declare())
    assert (g.pool, g.campers[0].hand) == (["jam", "beam"], ["beam", "jam"])


def test_so_many_places_may_be_laid_out_and_the_others_are_new():
    assert [tent.colour for tent in laid({"tents": [{"colour": "red"}]}).tents] == ["red", ""]
    assert [tent.colour for tent in laid({"tents": [{"colour": "red"}] * 2}).tents] == ["red", "red"]
    assert [tent.colour for tent in laid({"fires": [{"colour": "red"}] * 3}).fires] == ["red"] * 3
    assert [tent.colour for tent in empty().tents] == ["", ""]


def test_a_card_that_belongs_to_its_place_is_not_counted():
    assert laid({"sky": ""}).sky == "ufo"
    assert "ufo" not in conserved(empty())
    g = empty()
    g.campers[1].tool = "gem"
    assert "gem" in conserved(g)


def test_what_the_rule_that_comes_next_needs_has_to_be_laid_out():
    table = declare()
    table.NEEDS = {"turn/rest": "turn"}
    with pytest.raises(BadInput, match=r"s\.toml: table\.turn: turn/rest comes next, but it cannot begin without this"):
        place(empty(table), {"next": "rest"}, "s.toml")


def test_a_copy_is_in_the_same_position_and_independent():
    g = laid({**WHOLE, "guest": {}, "ranks": ["Ada"], "fires": [{}], "tents": []})
    g.listen(lambda note: None, lambda node: None)
    g.implausible = lambda misfit: None
    before = position(g, None)
    other = g.copy()
    assert (other == g, type(other) is type(g), other.heard, other.secret) == (True, True, False, 7)
    assert other.note is empty().note
    assert other.book is g.book
    assert other.names is g.names
    assert other.cards is g.cards
    other.campers[0].hand.append("jam")
    other.campers[1].age = 9
    other.tents[0].colour = other.guest.colour = "blue"
    other.fires.clear()
    other.waiting.clear()
    other.order.append(1)
    other.draw.mix_in(["jam"])
    other.chests["jam"] = []
    other.visited.append("a lake")
    other.lit.clear()
    other.agenda.clear()
    assert position(g, None) == before
    assert g.order == [0]
    assert g.agenda == [("turn/rest",)]
    with pytest.raises(BadInput):
        other.implausible(BadInput("f", "p", "x"))


class Point(NamedTuple):
    x: int


@dataclass(frozen=True)
class Frozen:
    n: int = 0


@dataclass
class Loose:
    n: int = 0


def test_how_a_field_is_copied_follows_from_its_type():
    @dataclass
    class Inner(Copied):
        n: list[int] = field(default_factory=list)

    @dataclass
    class ByHand(Copied):
        n: int = 0

        def copy(self):
            return ByHand(self.n + 1)

    @dataclass
    class Outer(Copied):
        a: int | None
        b: list[Point]
        c: list[list[int]]
        d: dict[str, int]
        e: dict[str, list[int]]
        f: Inner
        g: Inner | None
        h: Inner | None
        i: tuple[int, ...]
        j: frozenset[str]
        k: Frozen
        l: ByHand  # noqa: E741
        m: Any = field(metadata=SHARED)
        n: int = field(default=3, metadata=FRESH)
        o: set[int] = field(default_factory=set)
        p: tuple[Any, ...] = ()
        q: list[tuple[str, *tuple[int, ...]]] = field(default_factory=list)

    old = Outer(1, [Point(1)], [[1]], {"a": 1}, {"a": [1]}, Inner([1]), Inner([2]), None, (1,), frozenset("a"),
                Frozen(), ByHand(), object(), 5, {1}, q=[("a", 1, 2)])  # fmt: skip
    new = old.copy()
    assert (new.a, new.b, new.c, new.d, new.e, new.f, new.g, new.h) == (
        1, [Point(1)], [[1]], {"a": 1}, {"a": [1]}, Inner([1]), Inner([2]), None,
    )  # fmt: skip
    assert (new.i, new.j, new.l, new.n, new.o, new.p, new.q) == ((1,), {"a"}, ByHand(1), 3, {1}, (), [("a", 1, 2)])
    for name, same in dict.fromkeys("ijkm", True).items() | dict.fromkeys("bcdefgoq", False).items():
        assert (getattr(new, name) is getattr(old, name)) is same, name
    assert new.c[0] is not old.c[0]
    assert new.e["a"] is not old.e["a"]
    assert new.f.n is not old.f.n


@pytest.mark.parametrize(
    "hint", [Loose, Loose | None, list[Loose], dict[str, Loose], tuple[Loose, ...], Any, int | Loose]
)
def test_a_field_that_does_not_tell_how_it_is_copied_is_refused(hint):
    made = dataclass(type("Holder", (Copied,), {"__annotations__": {"a": hint}}))
    with pytest.raises(TypeError, match="cannot tell how to copy a "):
        copier(made)


def test_a_part_made_from_what_is_laid_settles_itself():
    told = []

    @dataclass(slots=True)
    class Lamp(Part):
        lit: bool = flag(key="on")

        def settle(self, p, said, where):
            told.append((p, said.on, where))

    p = SimpleNamespace()
    assert made_from(Lamp, SimpleNamespace(on=True), p, "lamps[0]").lit is True
    assert told == [(p, True, "lamps[0]")]
    assert NOBODY == -1
    assert GAME.empty(GAME.setup(2)).parameters == GAME.setup(2).parameters
