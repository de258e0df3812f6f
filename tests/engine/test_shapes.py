"""What the declarations of a table say about positions to code that does not know the game."""

from dataclasses import dataclass, field

from tests.toy import GAME, Saucers
from tutor.engine.core.fields import by_seat, count, dice, flag, listed, maybe, number, own, rows, seat, text, word
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
    odd: int = own(dict[str, LaidThing], lambda *_: 0, lambda *_: {}, blank={}, default=0)
    either: int = own(int | tuple[str, ...] | None, lambda *_: 0, lambda *_: 0, blank=None, default=0)


SHAPES = shapes_of(Everything)


def test_places_of_cards_tell_which_come_there():
    assert (SHAPES["hand"].kind, SHAPES["hand"].of, SHAPES["hand"].named) == ("cards", ("tool",), False)
    assert (SHAPES["spoken"].named, SHAPES["own_card"].named, SHAPES["bonus"].named) == (True, True, True)
    assert {SHAPES[key].kind for key in ("draw", "draw_top", "hand")} == {"cards"}
    assert (SHAPES["draw"].follows, SHAPES["draw_top"].blank) == (True, ())
    assert SHAPES["owned"].of == ("hero",)
    assert SHAPES["owned"].each == Shape(kind="cards", known=True, of=("tool",))


def test_values_tell_their_bounds_and_words():
    assert (SHAPES["age"].least, SHAPES["age"].most, SHAPES["age"].blank) == (1, 9, 3)
    assert (SHAPES["left"].follows, SHAPES["left"].must) == (True, False)
    assert SHAPES["phase"].among == ("early", "late")
    kinds = {key: SHAPES[key].kind for key in ("any_number", "rolled", "asleep", "name", "names")}
    assert kinds == {"any_number": "count", "rolled": "list", "asleep": "flag", "name": "word", "names": "list"}
    assert all(SHAPES[key].known for key in (*kinds, "age", "left", "bonus"))
    assert not SHAPES["age"].named
    assert (SHAPES["rolled"].least, SHAPES["rolled"].most) == (1, 6)


def test_parts_tell_what_each_of_their_fields_holds():
    for key, kind in (("things", "rows"), ("thing", "row"), ("players", "map")):
        shape = SHAPES[key]
        parts = (shape.each or shape).parts
        assert parts is not None
        assert (shape.kind, [*parts]) == (kind, ["card", "against"])
        assert parts["card"].must
        assert parts["against"].seats
    assert (SHAPES["things"].most, SHAPES["players"].seats, SHAPES["thing"].follows) == (3, True, True)


def test_a_field_of_a_games_own_tells_its_type_and_no_more():
    odd = SHAPES["odd"]
    assert (odd.kind, odd.known) == ("map", False)
    assert odd.each is not None
    assert odd.each.parts == {
        "card": Shape(kind="word"),
        "up": Shape(kind="flag", blank=False),
        "seen": Shape(kind="list", blank=(), each=Shape(kind="word")),
    }
    assert SHAPES["either"].kind == "list", "of several types the one that says most"
    assert by_type(tuple[tuple[str, ...], ...]).kind == "rows"


def test_what_is_written_below_a_field_is_told_of_it():
    assert (SHAPES["hand"].text, SHAPES["age"].text) == ("What is held.", "")
    assert shapes_on(GAME.empty(GAME.setup(2))) is shapes_of(Saucers)
    made = dataclass(type("Made", (Part,), {"__annotations__": {"n": int}, "n": count()}))
    assert shapes_of(made)["n"].text == "", "whose source cannot be read"
