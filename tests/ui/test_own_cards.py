"""A host's own card sets in the pages: in “New game”, in records, scenes and links, and checked at the start."""

from pathlib import Path

import pytest

from tests.own import CARD, GAME, card_set
from tests.visitor import Visitor
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import find_game
from tutor.engine.core.own_cards import offer, own_set
from tutor.engine.play.record import load, save
from tutor.lab.scenes import begun_with
from tutor.ui.desks.lab import Lab
from tutor.ui.desks.practice import Practice

CHOICE = "card set"


def fields(visitor: Visitor) -> dict[str, dict[str, object]]:
    return {field["id"]: field for field in visitor.state["dialog"]["fields"]}


def begins(visitor: Visitor, name: str, button: str = "new.begin") -> None:
    """Open the panel for a new game, choose a set, and begin."""
    visitor.says("tool", id="new")
    values = {id: field["value"] for id, field in fields(visitor).items()}
    visitor.says("form", id=button, values={**values, CHOICE: name})


def names(desk: Practice | Lab) -> set[str]:
    return {card.name for card in desk.match.table.cards.values()}


@pytest.mark.usefixtures("no_sets")
def test_without_a_set_of_ones_own_nobody_is_asked_for_one() -> None:
    visitor = Visitor(Practice(GAME).desk, f"?game={GAME}")
    visitor.says("tool", id="new")
    assert CHOICE not in fields(visitor)


@pytest.mark.usefixtures("mine")
def test_a_set_is_offered_at_new_game_and_the_table_says_so_once() -> None:
    table = Practice(GAME)
    visitor = Visitor(table.desk, f"?game={GAME}")
    assert "mine" not in str(visitor.state)
    begins(visitor, "mine")
    assert CARD in names(table)
    assert str(visitor.state).count("the card set “mine”") == 1
    visitor.says("tool", id="new")
    assert fields(visitor)[CHOICE]["value"] == "mine", "the next game is proposed with the same cards"


@pytest.mark.usefixtures("mine")
def test_a_set_belongs_to_its_game() -> None:
    visitor = Visitor(Practice("shelter").desk, "?game=shelter")
    visitor.says("tool", id="new")
    assert CHOICE not in fields(visitor)


@pytest.mark.usefixtures("mine")
def test_a_name_that_is_not_offered_stays_in_the_panel_with_the_reason() -> None:
    table = Practice(GAME)
    visitor = Visitor(table.desk, f"?game={GAME}")
    begins(visitor, "../mine")
    assert "there is no card set “../mine”" in visitor.state["dialog"]["problem"]
    assert CARD not in names(table)


@pytest.mark.usefixtures("mine")
def test_a_link_names_the_set_on_the_practice_table_and_in_the_lab() -> None:
    for desk in (Practice(), Lab()):
        Visitor(desk.desk, f"?game={GAME}&cards=mine")
        assert CARD in names(desk)


@pytest.mark.usefixtures("mine")
def test_a_record_names_the_set_and_is_played_on_with_it() -> None:
    table = Practice(GAME)
    visitor = Visitor(table.desk, f"?game={GAME}&cards=mine")
    list(visitor.plays_on(seed=1, most=8))
    text = save(table.match)
    assert 'cards = "mine@' in text
    assert save(load(text)) == text
    assert begun_with(text, "record")["card_set"] == "mine"


@pytest.mark.usefixtures("mine")
def test_a_record_of_a_set_that_is_not_here_says_which_it_needs() -> None:
    text = save(Practice(GAME).match).replace('cards = "stand-in@', 'cards = "theirs@')
    with pytest.raises(BadInput, match=r"recorded with the card set theirs@.*--cards"):
        load(text)


@pytest.mark.usefixtures("mine")
def test_the_lab_writes_the_set_into_its_scene_and_keeps_it_while_the_table_is_changed() -> None:
    lab = Lab(GAME)
    visitor = Visitor(lab.desk, f"?game={GAME}")
    begins(visitor, "mine", "new.empty")
    assert 'card_set = "mine"' in lab.bench.branch.text()
    visitor.says("tool", id="here")
    assert 'card_set = "mine"' in lab.bench.branch.text()
    assert "the card set “mine”" in visitor.state["words"]["text"]
    assert CARD in names(lab)


@pytest.mark.usefixtures("mine")
def test_a_position_in_the_middle_of_a_game_keeps_the_set() -> None:
    lab = Lab(GAME)
    visitor = Visitor(lab.desk, f"?game={GAME}&cards=mine")
    for _ in visitor.plays_on(seed=1, most=14):
        pass
    visitor.says("tool", id="here")
    text = lab.bench.branch.text()
    assert "[table]" in text
    assert 'card_set = "mine"' in text
    assert CARD in names(lab)


@pytest.mark.usefixtures("no_sets")
def test_every_fault_of_a_set_is_one_message_with_file_place_and_what_was_expected(tmp_path: Path) -> None:
    folder = card_set(tmp_path / "mine")
    events, items = folder / "events.toml", folder / "items.toml"
    events.write_text(events.read_text(encoding="utf-8").replace("value = 1", 'value = "one"'), encoding="utf-8")
    items.write_text('[[itme]]\nid = "x"\n', encoding="utf-8")
    told = [str(fault) for fault in offer([(find_game(GAME), folder)])]
    assert len(told) > 2
    assert f"{events}: event[blurred-photo].value: expected a whole number" in told[0]
    assert any(f"{items}: itme: unknown card type; known:" in fault for fault in told)
    with pytest.raises(BadInput, match="there is no card set"):
        own_set(find_game(GAME), "mine")


@pytest.mark.usefixtures("no_sets")
def test_a_set_may_be_one_file(tmp_path: Path) -> None:
    game = find_game(GAME)
    folder = card_set(tmp_path / "parts")
    whole = tmp_path / "mine.toml"
    whole.write_text("".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.toml"))), "utf-8")
    assert offer([(game, whole)]) == []
    assert own_set(game, "mine").name == "mine"
    assert set(own_set(game, "mine")) == set(game.cards)


@pytest.mark.usefixtures("no_sets")
def test_two_sets_of_one_name_and_the_name_of_ours_are_refused(tmp_path: Path) -> None:
    game = find_game(GAME)
    twice = [(game, card_set(tmp_path / one / "mine")) for one in ("a", "b")]
    for sets in (twice, [(game, card_set(tmp_path / "stand-in"))]):
        (fault,) = offer(sets)
        assert "expected a name that no other set of Alien Conspiracy has" in str(fault)


@pytest.mark.usefixtures("no_sets")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("alien_conspiracy", "--cards: alien_conspiracy: expected GAME=DIR"),
        ("chess=here", "no such game"),
        ("alien_conspiracy=/nowhere", "/nowhere: expected a folder of card files"),
    ],
)
def test_the_server_does_not_start_with_a_set_that_does_not_fit(cli, typed: str, said: str) -> None:
    code, _, complaint = cli("serve", "--cards", typed)
    assert code == 2
    assert said in complaint
    assert complaint.count("\n") == 1
