"""What people write: card sets, rulebooks, any TOML; and how games are found."""

from dataclasses import dataclass, field, replace

import pytest

from tests.toy import GAME, ToyCard
from tutor.engine.bounds import LONGEST_TEXT
from tutor.engine.cards import load_cards
from tutor.engine.files import BadInput, known, parse_toml, printable, read_text, shortened, structure
from tutor.engine.game import find_game, games
from tutor.engine.piles import Pile
from tutor.engine.rulebook import load_rulebook
from tutor.engine.table import plain


@dataclass(frozen=True, slots=True)
class Part:
    n: int


@dataclass(frozen=True, slots=True)
class Whole:
    text: str = ""
    whole: int = 0
    flag: bool = False
    share: float = 0.0
    maybe: int | None = None
    names: tuple[str, ...] = ()
    pair: tuple[int, str] = (0, "")
    rows: list[list[int]] = field(default_factory=list)
    parts: dict[str, Part] = field(default_factory=dict)


def test_what_fits_is_taken_as_it_is():
    made = structure(
        {"share": 1, "maybe": 3, "names": ["a"], "pair": [1, "x"], "rows": [[1], []], "parts": {"a": {"n": 1}}},
        Whole,
        "f",
    )
    assert made == Whole("", 0, False, 1.0, 3, ("a",), (1, "x"), [[1], []], {"a": Part(1)})
    assert type(made.share) is float


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"text": 3}, "f: text: expected a text, got 3"),
        ({"whole": True}, "f: whole: expected a whole number, got true"),
        ({"whole": 1.0}, "f: whole: expected a whole number, got 1.0"),
        ({"flag": 1}, "f: flag: expected true or false, got 1"),
        ({"share": "1"}, 'f: share: expected a number, got "1"'),
        ({"maybe": "x"}, 'f: maybe: expected a whole number, got "x"'),
        ({"names": "ab"}, 'f: names: expected a list, got "ab"'),
        ({"names": ["a", 2]}, "f: names[1]: expected a text, got 2"),
        ({"pair": [1]}, "f: pair: expected 2 parts, got [1]"),
        ({"pair": [1, 2]}, "f: pair: expected a text, got 2"),
        ({"rows": [[1], ["x"]]}, 'f: rows[1][0]: expected a whole number, got "x"'),
        ({"parts": []}, "f: parts: expected a table, got []"),
        ({"parts": {"a": {}}}, "f: parts.a.n: expected “n”, which is missing"),
        ({"parts": {"a": {"n": 1, "m": 2}}}, "f: parts.a: unknown key m; known keys are n"),
        ({"txet": ""}, "f: unknown key txet; known keys are text, whole, flag, share, maybe, names, pair, rows, parts"),
        (["x" * 99], 'f: expected a table, got ["xxxx'),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(data, complaint):
    with pytest.raises(BadInput) as caught:
        structure(data, Whole, "f")
    assert str(caught.value).startswith(complaint), str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(BadInput, match="No such file or directory"):
        read_text(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"a = '\xe9'")
    with pytest.raises(BadInput, match=r"latin.toml: expected text in UTF-8"):
        read_text(tmp_path / "latin.toml")
    with pytest.raises(BadInput, match="f: end of document: not valid TOML: "):
        parse_toml("a = ", "f")


# -- card sets -----------------------------------------------------------------------------------------------------

CARDS = """
[[toy]]
id = "beam"
name = "Beam"
origin = "printed"
copies = 3
points = 2
[[toy]]
id = "jam"
name = "Jam"
origin = "stand-in"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "b.toml").write_text(CARDS)
    return tmp_path


def test_a_card_set_is_read_from_a_folder(folder):
    cards = GAME.load_cards(folder)
    assert list(cards) == ["beam", "jam"]
    assert cards["beam"] == ToyCard(id="beam", name="Beam", origin="printed", copies=3, points=2)
    assert cards.deck("toy") == ["beam", "beam", "beam", "jam"]
    assert cards.of_type("other") == []
    assert cards.type_of("jam") == "toy"
    assert "bomb" not in cards
    assert cards.version.startswith(f"{folder.name}@")


def test_the_version_changes_with_the_contents_only(folder):
    before = GAME.load_cards(folder, "ours").version
    (folder / "b.toml").rename(folder / "c.toml")
    assert GAME.load_cards(folder, "ours").version == before
    (folder / "c.toml").write_text(CARDS.replace("points = 2", "points = 3"))
    assert GAME.load_cards(folder, "ours").version != before


def test_a_changed_set_leaves_the_first_as_it_was(folder):
    cards = GAME.load_cards(folder)
    more = cards.with_cards({"jam": ("toy", ToyCard(id="jam", name="Big jam", origin="stand-in"))})
    assert (cards["jam"].name, more["jam"].name) == ("Jam", "Big jam")
    assert more.name == f"{cards.name}+"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[[toy]]", "[[tyo]]", "b.toml: tyo: unknown card type; known are toy"),
        ("points = 2", "pionts = 2", "b.toml: toy[beam]: unknown key pionts; known keys are id, name, origin"),
        ("points = 2", "points = 'two'", 'b.toml: toy[beam].points: expected a whole number, got "two"'),
        ("copies = 3", "copies = 0", "b.toml: toy[beam].copies: expected at least 1, got 0"),
        ("printed", "guessed", "b.toml: toy[beam].origin: expected one of printed, derived, stand-in, got “guessed”"),
        ('id = "beam"', 'id = "Big beam"', "b.toml: toy[Big beam].id: expected lower-case words with hyphens, got"),
        ('id = "beam"', "", "b.toml: toy[0].id: expected “id”, which is missing"),
        ('id = "beam"', 'id = "jam"', "b.toml: toy[jam]: this id stands twice"),
        ('id = "beam"', 'id = "ray"', ": the set needs a card beam"),
        (CARDS, "toy = 3", "b.toml: toy[0]: expected a table, got 3"),
        (CARDS, "toy = [", "b.toml: end of document: not valid TOML"),
    ],
)
def test_a_card_that_does_not_fit_is_named(folder, old, new, complaint):
    (folder / "b.toml").write_text(CARDS.replace(old, new, 1))
    with pytest.raises(BadInput) as caught:
        GAME.load_cards(folder)
    assert complaint in str(caught.value)


def test_a_folder_must_be_there_hold_cards_and_each_id_once(folder):
    (folder / "c.toml").write_text(CARDS)
    with pytest.raises(BadInput, match=r"c.toml: beam: this id stands in another file of the set too"):
        GAME.load_cards(folder)
    with pytest.raises(BadInput, match="none: expected a folder of card files"):
        GAME.load_cards(folder / "none")
    (folder / "empty").mkdir()
    with pytest.raises(BadInput, match=r"empty: expected card files named \*.toml, found none"):
        load_cards(folder / "empty", GAME.card_types, GAME.check_cards)


# -- rulebooks -----------------------------------------------------------------------------------------------------


def test_the_index_knows_entries_sections_and_readings():
    book = GAME.book
    assert "turn/vote" in book
    assert [entry.id for entry in book] == list(book.entries)
    assert book["turn/vote"].default == "tie-fails"
    assert book.section("turn").title == "Turn"
    with pytest.raises(KeyError):
        book.section("none")
    assert book.defaults == {"turn/vote": "tie-fails"}
    assert book["turn/roll"].enforceable
    assert not replace(book["turn/roll"], kind="advice").enforceable


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('section = "setup"', 'section = "none"', "setup/deal: unknown section “none”"),
        ('id = "turn/turn"', 'id = "setup/deal"', "setup/deal: this id stands twice"),
        (", default = true", "", "turn/vote: exactly one reading is the default"),
        ('kind = "setup"', "kind = 1", "rule[0].kind: expected a text, got 1"),
        ('source = "L1"', "", "rule[0].source: expected “source”, which is missing"),
    ],
)
def test_an_index_that_does_not_hold_together_is_named(tmp_path, old, new, complaint):
    path = tmp_path / "rulebook.toml"
    path.write_text((GAME.folder / "rulebook.toml").read_text().replace(old, new, 1))
    with pytest.raises(BadInput) as caught:
        load_rulebook(path)
    assert str(caught.value) == f"{path}: {complaint}"


# -- games ---------------------------------------------------------------------------------------------------------


def test_games_are_found_by_their_folders():
    found = games()
    assert [game.title for game in found.values()] == sorted(game.title for game in found.values())
    assert all(game.id == id == game.folder.name for id, game in found.items())
    assert all(find_game(id) is game for id, game in found.items())
    with pytest.raises(BadInput, match="game: chess: no such game; there are"):
        find_game("chess")


def test_a_set_up_names_what_does_not_fit():
    assert GAME.setup(3).names == ("Ada", "Ben", "Cleo")
    for wrong, complaint in (
        ({"seats": 1}, "players: Saucers is for 2 to 4 players, not 1"),
        ({"seats": 99}, "players: Saucers is for 2 to 4 players, not 99"),
        ({"seats": ["Ada"]}, "players: Saucers is for 2 to 4 players, not 1"),
        ({"seats": 2, "readings": {"x": "y"}}, "readings.x: no such unclear rule; known are turn/vote"),
        ({"seats": 2, "variants": ["x"]}, "variants: unknown variant “x”; known are none"),
    ):
        with pytest.raises(BadInput) as caught:
            GAME.setup(**wrong)
        assert caught.value.args[0] == f"set-up: {complaint}"


def test_player_counts_may_depend_on_readings_and_variants():
    alone = replace(
        GAME,
        variants={"solo": "Alone."},
        seats_with=lambda readings, variants: range(1, 2) if "solo" in variants else range(2, 5),
    )
    assert alone.setup(1, variants=["solo"]).names == ("Ada",)
    with pytest.raises(BadInput, match="Saucers is for 1 players, not 2"):
        alone.setup(2, variants=["solo"])


def test_a_table_holds_plain_data_only():
    table = GAME.table(GAME.setup(2))
    assert plain(table)["deck"] == {"bag": sorted(table.deck.bag), "tops": [], "bottoms": []}
    assert "cards" not in plain(table)
    assert plain({1: (Pile("ba"), frozenset("ba"), None)}) == {
        "1": [{"bag": ["a", "b"], "tops": [], "bottoms": []}, ["a", "b"], None]
    }
    with pytest.raises(TypeError, match="a table holds plain data only, not object"):
        plain([object()])


def test_a_table_knows_its_seats_by_name():
    table = GAME.table(GAME.setup(2))
    assert table.seat("Ben") == 1
    with pytest.raises(ValueError, match="no player “Zoe”; there are Ada, Ben"):
        table.seat("Zoe")


def test_names_for_an_error_are_all_if_they_are_few_else_the_likest_and_how_many_more():
    assert known([]) == "none"
    assert known(["a", "b"]) == "a, b"
    many = [f"name-{n:02}" for n in range(30)]
    assert known(many) == "name-00, name-01, name-02, name-03 and 26 more"
    assert known(many, "name-17").startswith("name-17, ")
    assert known(["x" * 149]) == "x" * 149
    assert known(["x" * 151]) == f"{'x' * 151} and 0 more"


def test_a_long_text_is_shortened_at_its_end_or_its_beginning():
    assert shortened("abcd", 4) == "abcd"
    assert shortened("abcde", 4) == "abc…"
    assert shortened("abcde", 4, keep_end=True) == "…cde"


def test_what_a_terminal_would_obey_is_spelled_out():
    assert printable("a\x1b[2Jb\n") == "a\\u001b[2Jb\\n"
    assert printable("a\tb\x07", but="\t") == "a\tb\\u0007"


def test_a_key_that_stands_twice_is_named_with_its_table():
    for text, complaint in (
        ("[a.b]\n[a.b]", "not valid TOML: Cannot declare a.b twice"),
        ("a = 1\nb =", "f: end of document: not valid TOML: Invalid value"),
        ("a = 1\nb = @", "f: line 2, column 5: not valid TOML: Invalid value"),
        ("\n\na = " + "1" * 30, "line 3: expected a number of at most 18 digits, got 30"),
        ("\n\n" + "[" * 40, "line 3: expected at most 32 brackets inside one another, got more"),
        ("a.b = nan", "f: a.b: expected a text or a plain number, got nan"),
    ):
        with pytest.raises(BadInput) as caught:
            parse_toml(text, "f")
        assert complaint in str(caught.value)


def test_the_first_of_several_unknown_keys_says_which_known_ones_it_is_like():
    with pytest.raises(BadInput, match="unknown key aaa, zzz; known keys are text, whole, flag"):
        structure({"zzz": 1, "aaa": 1}, Whole, "f")


def test_a_file_of_the_greatest_length_is_read_and_a_longer_one_is_not(tmp_path):
    path = tmp_path / "long.toml"
    path.write_text("x" * LONGEST_TEXT, encoding="utf-8")
    assert len(read_text(path)) == LONGEST_TEXT
    path.write_text("x" * (LONGEST_TEXT + 1), encoding="utf-8")
    with pytest.raises(BadInput, match="expected at most 1,000,000 characters, got more"):
        read_text(path)
