"""What the declarations of a table say about positions to code that does not know the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.toy import GAME, Saucers
from tutor.engine.core.fields import (
    by_seat,
    count,
    dice,
    flag,
    listed,
    maybe,
    number,
    own,
    rows,
    seat,
    seats,
    text,
    word,
)
from tutor.engine.core.part import Part
from tutor.engine.core.shapes import Shape, by_type
from tutor.engine.core.state import shapes_of, shapes_on
from tutor.engine.core.zones import by_card, cards, deck, held, slot


@dataclass(frozen=True)
class LaidThing:
    """The value of a field of the game's own kind."""

    card: str
    up: bool = False
    seen: tuple[str, ...] = field(default_factory=tuple)


@dataclass
class Thing(Part):
    card: str = slot("hero", needed=True)
    against: int = seat(needed=True)


@dataclass
class Everything(Part):
    """A part with every kind of field."""

    hand: list[str] = cards("tool")
    """What is held."""
    spoken: list[str] = cards("tool", elsewhere=True)
    left_over: list[str] = cards("tool", rest=True)
    own_card: str = slot("hero", dealt=True)
    draw: list[str] = deck("tool")
    owned: dict[str, list[str]] = held("hero", "tool")
    bonus: dict[str, int] = by_card(int)
    age: int = count(3, 1, 9)
    left: int = count(laid=None)
    any_number: int = number(4)
    rolled: tuple[int, ...] = dice()
    phase: str = word("early", "late", start="early")
    asleep: bool = flag()
    name: str = text()
    names: list[str] = listed()
    things: list[Thing] = rows(Thing, 3)
    thing: Thing | None = maybe(Thing)
    players: list[Thing] = by_seat(Thing)
    waiting: list[int] = seats()
    odd: int = own(dict[str, LaidThing], lambda *_: 0, lambda *_: {}, blank={}, default=0)
    either: int = own(int | tuple[str, ...] | None, lambda *_: 0, lambda *_: 0, blank=None, default=0)


def everything() -> Mapping[str, Shape]:
    """The shapes of all fields, worked out again, since the engine keeps those that it has worked out before."""
    shapes_of.cache_clear()
    return shapes_of(Everything)


def test_places_of_cards_tell_which_come_there():
    shapes = everything()
    assert (shapes["hand"].kind, shapes["hand"].of, shapes["hand"].named) == ("cards", ("tool",), False)
    assert (shapes["spoken"].named, shapes["own_card"].named, shapes["bonus"].named) == (True, True, True)
    assert {shapes[key].kind for key in ("draw", "draw_top", "hand")} == {"cards"}
    assert (shapes["own_card"].kind, shapes["own_card"].known) == ("slot", True)
    assert (shapes["left_over"].follows, shapes["hand"].blank) == (True, ())
    assert (shapes["draw"].follows, shapes["draw_top"].blank) == (True, ())
    assert shapes["owned"].of == ("hero",)
    assert shapes["owned"].each == Shape(kind="cards", known=True, of=("tool",))


def test_values_tell_their_bounds_and_words():
    shapes = everything()
    assert (shapes["age"].least, shapes["age"].most, shapes["age"].blank) == (1, 9, 3)
    assert (shapes["left"].follows, shapes["left"].must) == (True, False)
    assert shapes["phase"].among == ("early", "late")
    kinds = {key: shapes[key].kind for key in ("any_number", "rolled", "asleep", "name", "names")}
    assert kinds == {"any_number": "count", "rolled": "list", "asleep": "flag", "name": "word", "names": "list"}
    assert all(shapes[key].known for key in (*kinds, "age", "left", "bonus"))
    assert not shapes["age"].named
    assert (shapes["waiting"].known, shapes["waiting"].seats) == (True, True)
    assert (shapes["rolled"].least, shapes["rolled"].most) == (1, 6)


def test_parts_tell_what_each_of_their_fields_holds():
    shapes = everything()
    for key, kind in (("things", "rows"), ("thing", "row"), ("players", "map")):
        shape = shapes[key]
        parts = (shape.each or shape).parts
        assert parts is not None
        assert (shape.kind, [*parts]) == (kind, ["card", "against"])
        assert parts["card"].must
        assert parts["against"].seats
    assert (shapes["things"].most, shapes["players"].seats, shapes["thing"].follows) == (3, True, True)
    assert shapes["players"].known


def test_a_field_of_a_games_own_tells_its_type_and_no_more():
    shapes = everything()
    odd = shapes["odd"]
    assert (odd.kind, odd.known) == ("map", False)
    assert odd.each is not None
    assert odd.each.parts == {
        "card": Shape(kind="word"),
        "up": Shape(kind="flag", blank=False),
        "seen": Shape(kind="list", blank=(), each=Shape(kind="word")),
    }
    assert shapes["either"].kind == "list", "of several types the one that says most"
    assert by_type(tuple[tuple[str, ...], ...]).kind == "rows"


def test_what_is_written_below_a_field_is_told_of_it():
    shapes = everything()
    assert (shapes["hand"].text, shapes["age"].text) == ("What is held.", "")
    assert shapes_on(GAME.empty(GAME.setup(2))) is shapes_of(Saucers)
    made = dataclass(type("Made", (Part,), {"__annotations__": {"n": int}, "n": count()}))
    assert shapes_of(made)["n"].text == "", "whose source cannot be read"
