"""How the fields of a table lay out a position together: which take their cards first, and what is counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import pytest

from tests.engine.test_fields import SET
from tutor.engine.book.files import BadInput
from tutor.engine.core.fields import by_seat, count, nobody, numbers, own, owner, rows
from tutor.engine.core.part import Part
from tutor.engine.core.piles import Pile
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import conserved, place, position
from tutor.engine.core.table import Table
from tutor.engine.core.zones import cards, deck, slot


def halves(p: Placing, said: tuple[tuple[str, ...], ...], place: str) -> list[list[str]]:
    """Two piles, the second of which contains the remaining tools."""
    first = p.take(said[0], place) if said else []
    return [first, p.take(p.left_of(["tool-1", "tool-2"]), place)]


@dataclass(slots=True)
class Hero(Part):
    card: str = slot("hero", needed=True)
    seat: int = owner()
    hurt: int = count(0, 0, 2)


@dataclass(slots=True)
class Player(Part):
    seat: int = owner()
    team: list[Hero] = rows(Hero)
    bench: list[Hero] = field(default_factory=list)


@dataclass(slots=True, repr=False)
class Arena(Table):
    spare: Pile = deck()
    players: list[Player] = by_seat(Player)
    under: str = slot(seen_by=nobody)
    thrown: list[str] = cards()
    clock: tuple[int, ...] = numbers(1, 6, laid=None)
    main: Pile = deck()


@dataclass(slots=True, repr=False)
class Halved(Table):
    piles: list[list[str]] = own(
        tuple[tuple[str, ...], ...],
        halves,
        lambda _, piles: [list(pile) for pile in piles],
        cards=chain.from_iterable,
        blank=(),
        late=True,
        default_factory=lambda: [[], ["tool-1", "tool-2"]],
    )
    thrown: list[str] = cards()


def arena(doc: dict[str, Any]) -> Arena:
    """Return a table of two players on which every card may be in either of two decks; doubts are errors."""
    g = Arena(("Ada", "Ben"), {}, frozenset(), SET, players=[Player(0), Player(1)])
    g.clock = (1, 2)
    g.spare, g.main = Pile(["hero-1", "tool-1"]), Pile(["hero-2", "tool-2"])
    place(g, doc, "s.toml")
    return g


def test_decks_that_a_position_does_not_say_share_what_is_left() -> None:
    g = arena({"under": "tool-1", "thrown": ["hero-2"]})
    assert (g.spare.cards(), g.main.cards()) == (["hero-1"], ["tool-2"])
    assert conserved(g) == sorted(SET)


def test_a_deck_that_is_said_takes_its_cards_before_another_takes_the_rest() -> None:
    g = arena({"main": ["tool-1", "tool-2"]})
    assert (g.spare.cards(), g.main.cards()) == (["hero-1"], ["tool-1", "tool-2"])


def test_the_known_top_of_a_deck_is_taken_before_another_takes_the_rest() -> None:
    g = arena({"main_top": ["tool-1", "hero-1"]})
    assert (g.spare.cards(), g.main.bag, g.main.tops) == ([], ["hero-2", "tool-2"], ["hero-1", "tool-1"])


def test_a_card_cannot_be_on_top_of_a_deck_and_in_it() -> None:
    with pytest.raises(BadInput, match=r"table.main: “tool-1” is already somewhere else"):
        arena({"main_top": ["tool-1"], "main": ["tool-1"]})


def test_what_nobody_sees_is_there_for_all_and_known_to_none() -> None:
    g = arena({"under": "tool-1"})
    assert [position(g, seat)["under"] for seat in (None, 0, 1)] == ["tool-1", "?", "?"]
    assert [position(arena({}), seat)["under"] for seat in (None, 0)] == ["", ""]


def test_numbers_stay_as_they_start_unless_they_are_said() -> None:
    assert arena({}).clock == (1, 2)
    assert arena({"clock": []}).clock == ()
    assert position(arena({"clock": [6, 1]}), None)["clock"] == [6, 1]


def test_a_part_in_a_row_belongs_to_the_player_among_whose_things_it_is() -> None:
    g = arena({"players": {"Ben": {"team": [{"card": "hero-2", "hurt": 1}]}}})
    assert g.players == [Player(0), Player(1, [Hero("hero-2", 1, 1)])]
    written = {"team": [{"card": "hero-2", "hurt": 1}]}
    assert position(g, 0)["players"] == {"Ada": {"team": []}, "Ben": written}
    with pytest.raises(BadInput, match=r"table.players.Ben.team\[0\].hurt: expected 0 to 2, got 3"):
        arena({"players": {"Ben": {"team": [{"card": "hero-2", "hurt": 3}]}}})


def test_a_field_that_is_not_declared_is_copied_and_in_no_position() -> None:
    g = arena({})
    g.players[0].bench.append(Hero("hero-1", 0))
    other = g.copy()
    other.players[0].bench[0].hurt = 2
    assert g.players[0].bench == [Hero("hero-1", 0)]
    assert "bench" not in position(g, None)["players"]["Ada"]
    assert conserved(g) == sorted(SET)


@pytest.mark.parametrize(
    ("doc", "piles"),
    [
        ({"thrown": ["tool-1"]}, [[], ["tool-2"]]),
        ({"piles": [["tool-2"]]}, [["tool-2"], ["tool-1"]]),
        ({"piles": [["tool-2"]], "thrown": ["tool-1"]}, [["tool-2"], []]),
    ],
)
def test_a_field_with_functions_of_its_own_can_wait_for_the_others_even_if_it_is_said(
    doc: dict[str, Any], piles: list[list[str]]
) -> None:
    g = Halved(("Ada", "Ben"), {}, frozenset(), SET)
    place(g, doc, "s.toml")
    assert g.piles == piles
    assert conserved(g) == ["tool-1", "tool-2"]
    assert position(g, None)["piles"] == piles
