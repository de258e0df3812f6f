"""The card editor in the lab, without a browser: forms from declarations, checks, pictures, sets, and cards in play."""

from pathlib import Path
from typing import Any

import pytest

from tests.visitor import Visitor
from tutor.engine.core.game import Game, games
from tutor.lab.card_rows import blanks, checked_card, row_of, set_text, typed_row
from tutor.ui.desks.lab import Lab

each_game = pytest.mark.parametrize("game", games().values(), ids=games())
AC = "alien_conspiracy"
BASE = "blurred-photo"


def opened(game: str = AC, base: str = BASE) -> tuple[Lab, Visitor]:
    lab = Lab(game)
    visitor = Visitor(lab.desk, f"?game={game}")
    visitor.says("tool", id="tab cards")
    visitor.says("form", id="lab.cards.from", values={"from": base})
    return lab, visitor


def block(visitor: Visitor, id: str) -> dict[str, Any]:
    (found,) = [one for one in visitor.state["lab"]["blocks"] if one.get("id") == id]
    return found


def kinds(visitor: Visitor) -> list[str]:
    return [one["kind"] for one in visitor.state["lab"]["blocks"]]


def filled(visitor: Visitor) -> dict[str, str]:
    """Return the content of the form."""
    return {field["id"]: field["value"] for field in block(visitor, "lab.cards.made")["fields"]}


def press(visitor: Visitor, button: str, **changed: str) -> None:
    visitor.says("form", id=f"lab.cards.made.{button}", values={**filled(visitor), **changed})


def said(visitor: Visitor) -> str:
    return " ".join(one.get("text", "") for one in visitor.state["lab"]["blocks"] if one["kind"] in ("text", "problem"))


@each_game
def test_every_card_of_every_game_goes_through_its_form_unchanged(game: Game) -> None:
    for id, card in game.cards.items():
        kind = game.cards.type_of(id)
        form = {blank.name: blank.value for blank in blanks(game.card_types[kind], row_of(card))}
        row = typed_row(game.card_types[kind], form)
        assert checked_card(game, game.cards, kind, row) == card


@each_game
def test_a_set_that_is_written_is_read_as_the_same_set(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "stand-in.toml"
    file.write_text(set_text(game, game.cards, {}), encoding="utf-8")
    assert game.load_cards(file).version == game.cards.version


def test_the_form_is_made_from_the_declaration_of_the_cards_type() -> None:
    _, visitor = opened()
    fields = {field["id"]: field for field in block(visitor, "lab.cards.made")["fields"]}
    assert list(fields) == ["id", "name", "origin", "copies", "value", "effect", "amount"]
    assert {id: field["kind"] for id, field in fields.items()} == {
        **dict.fromkeys(("id", "name", "effect"), "text"),
        **dict.fromkeys(("copies", "value", "amount"), "number"),
        "origin": "choice",
    }
    assert (fields["copies"]["min"], fields["copies"]["max"]) == (1, 9999)
    assert fields["id"]["value"] == BASE


def test_a_card_that_fits_is_shown_as_it_will_look() -> None:
    _, visitor = opened()
    press(visitor, "check", id="great-circle", name="Great Circle", value="4", effect="roll", amount="2")
    (picture,) = [one for one in visitor.state["lab"]["blocks"] if one["kind"] == "cards"]
    (card,) = picture["items"]
    assert (card["name"], card["type"], card["origin"]) == ("Great Circle", "event", "stand-in")
    assert {"label": "Value", "value": 4} in card["stats"]
    assert card["text"] == "Roll 2 dice; this roll can hurt you."
    assert "“Great Circle” has no faults." in said(visitor)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"value": "many"}, 'the card: value: expected a whole number, got "many"'),
        ({"id": "Great Circle"}, "expected lower-case words with hyphens"),
        ({"copies": "0"}, "copies: expected at least 1"),
        ({"effect": "explode"}, "effect: expected one of nothing, roll,"),
        ({"value": "99999"}, "9,999"),
        ({"origin": "mine"}, "origin: expected one of printed, derived, stand-in"),
    ],
)
def test_what_does_not_fit_is_said_in_one_message_and_what_was_typed_stays(
    changed: dict[str, str], expected: str
) -> None:
    lab, visitor = opened()
    before = lab.bench.branch.text()
    for button in ("check", "begin", "change", "write"):
        press(visitor, button, **changed)
        assert expected in said(visitor)
        assert filled(visitor).items() >= changed.items()
        assert "cards" not in kinds(visitor)
    assert lab.bench.branch.text() == before


def test_a_list_is_typed_as_in_a_card_file_and_nothing_else_gets_in_with_it() -> None:
    _, visitor = opened("shelter", "stove")
    assert filled(visitor)["effect"].startswith("[")
    for typed in ("[", '["rest"]\nhostile = true', "["):
        press(visitor, "check", effect=typed)
        assert "problem" in kinds(visitor)
    press(visitor, "check", effect='["explode"]')
    assert "isn’t a line" in said(visitor)


def test_a_game_is_begun_with_the_card_and_undo_leads_back() -> None:
    lab, visitor = opened()
    press(visitor, "begin", id="great-circle", name="Great Circle", copies="3")
    assert lab.match.table.cards["great-circle"].copies == 3
    assert "[[cards.event]]" in lab.bench.branch.text()
    assert "A new game has begun with “Great Circle”" in said(visitor)
    visitor.says("undo")
    assert "great-circle" not in lab.match.table.cards


def test_a_card_of_the_position_at_hand_is_changed_in_it() -> None:
    lab, visitor = opened()
    visitor.says("tool", id="tab scene")
    table = '[table]\nturn = "Ada"\n[table.locations]\n1 = { card = "blurred-photo", up = true }\n'
    scene = f'game = "{AC}"\n{table}'
    visitor.says("dialog", id="lab.text", text=scene)
    visitor.says("tool", id="tab cards")
    press(visitor, "change", name="Sharp Photo", value="7")
    assert lab.match.table.cards[BASE].value == 7
    assert "Sharp Photo" in str(visitor.state["zones"]) + str(visitor.state.get("graph"))
    press(visitor, "change", value="8")
    assert lab.match.table.cards[BASE].value == 8
    assert lab.bench.branch.text().count("[[cards.event]]") == 1, "it is changed again, not added"


def test_the_whole_set_is_written_with_the_cards_made_so_far(tmp_path: Path) -> None:
    lab, visitor = opened()
    press(visitor, "begin", id="great-circle", name="Great Circle")
    visitor.says("form", id="lab.cards.from", values={"from": "strange-lights"})
    press(visitor, "write", id="stranger-lights", name="Stranger Lights")
    written = block(visitor, "lab.cards.set")
    assert {button.get("name") for button in written["buttons"]} == {"alien_conspiracy-cards.toml", None}
    text = written["textarea"]
    assert '# Made from Blurred Photo.\n[[event]]\nid = "great-circle"' in text
    assert '# Made from Strange Lights.\n[[event]]\nid = "stranger-lights"' in text
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    mine = games()[AC].load_cards(file)
    assert set(mine) == {*games()[AC].cards, "great-circle", "stranger-lights"}
    assert lab.problem == ""


def test_a_set_that_cannot_be_played_with_is_not_written() -> None:
    _, visitor = opened(AC, "ada" if "ada" in games()[AC].cards else next(iter(games()[AC].cards)))
    place = next(id for id in games()[AC].cards if games()[AC].cards.type_of(id) == "location")
    visitor.says("form", id="lab.cards.from", values={"from": place})
    press(visitor, "write", id="another-place", name="Another Place")
    assert "the set: the set needs one location card for each of the marks" in said(visitor)
    assert not [one for one in visitor.state["lab"]["blocks"] if one.get("id") == "lab.cards.set"]


def test_another_game_begins_with_its_own_cards() -> None:
    _, visitor = opened()
    press(visitor, "check", name="Typed here")
    visitor.says("tool", id="new")
    visitor.says("form", id="new.game", values={"game": "shelter"})
    values = {field["id"]: field["value"] for field in visitor.dialog["fields"]}
    visitor.says("form", id="new.begin", values=values)
    assert filled(visitor)["id"] in games()["shelter"].cards
    assert "Typed here" not in str(visitor.state["lab"])
