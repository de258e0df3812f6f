"""What people write (card sets, rulebooks, any TOML), and how games are found."""

from dataclasses import dataclass, field, make_dataclass, replace

import pytest

from tests.toy import GAME, ToyCard
from tutor.engine.book import ahead
from tutor.engine.book.bounds import LONGEST_QUERY, LONGEST_TEXT
from tutor.engine.book.cards import load_cards
from tutor.engine.book.files import (
    BadInput,
    check_numbers,
    known,
    naming,
    parse_json,
    parse_query,
    parse_toml,
    printable,
    quoted,
    read_text,
    shortened,
    structure,
)
from tutor.engine.book.rulebook import Reading, load_rulebook
from tutor.engine.core.asks import Choose
from tutor.engine.core.game import Outcome, at_random, cards_in, find_game, games
from tutor.engine.core.piles import Pile
from tutor.engine.core.table import plain
from tutor.paths import PACKAGE


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


@dataclass
class Choice:
    either: int | tuple[str, ...] | dict[str, int] | None = None


@pytest.mark.parametrize("value", [3, ("a", "b"), {"a": 1}])
def test_what_may_be_one_of_several_things_is_read_by_its_shape(value):
    assert structure({"either": list(value) if isinstance(value, tuple) else value}, Choice, "f") == Choice(value)
    assert structure({"either": None}, Choice, "f") == structure({}, Choice, "f") == Choice()


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("all", 'f: either: expected a whole number or a list or a table, got "all"'),
        (True, "f: either: expected a whole number or a list or a table, got true"),
        (["a", 1], "f: either[1]: expected a text, got 1"),
        ({"a": "b"}, 'f: either.a: expected a whole number, got "b"'),
    ],
)
def test_what_is_none_of_several_things_is_named_with_all_of_them(value, complaint):
    with pytest.raises(BadInput) as caught:
        structure({"either": value}, Choice, "f")
    assert str(caught.value) == complaint


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
    assert GAME.load_cards(folder, "ours").version == before == "ours@b32afb53"
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
        ("[[toy]]", "[[tyo]]", "b.toml: tyo: unknown card type; known: toy"),
        ("points = 2", "pionts = 2", "b.toml: toy[beam]: unknown key pionts; known keys are id, name, origin"),
        ("points = 2", "points = 'two'", 'b.toml: toy[beam].points: expected a whole number, got "two"'),
        ("copies = 3", "copies = 0", "b.toml: toy[beam].copies: expected at least 1, got 0"),
        ("printed", "guessed", "b.toml: toy[beam].origin: expected one of printed, derived, stand-in, got “guessed”"),
        ('id = "beam"', 'id = "Big beam"', "b.toml: toy[Big beam].id: expected lower-case words with hyphens, got"),
        ('id = "beam"', "", "b.toml: toy[0].id: expected “id”, which is missing"),
        ('id = "beam"', 'id = "jam"', "b.toml: toy[jam]: this id occurs twice"),
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
    with pytest.raises(BadInput, match=r"c.toml: beam: this id also occurs in another file of the set"):
        GAME.load_cards(folder)
    with pytest.raises(BadInput, match=r"none: expected a folder of card files.*; there is no such folder"):
        GAME.load_cards(folder / "none")
    (folder / "empty").mkdir()
    with pytest.raises(BadInput, match=r"empty: expected a folder of card files named \*.toml; found none"):
        load_cards(folder / "empty", GAME.card_types, GAME.faults_in)


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
    assert book.changed(book.readings({"turn/vote": "tie-passes"})) == {"turn/vote": "tie-passes"}
    assert book.changed(book.readings({})) == {}
    assert book["turn/roll"].enforceable
    assert not replace(book["turn/roll"], kind="advice").enforceable


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('section = "setup"', 'section = "none"', "setup/deal: unknown section “none”"),
        ('id = "turn/turn"', 'id = "setup/deal"', "setup/deal: this id occurs twice"),
        (", default = true", "", "turn/vote: expected exactly one reading as the default"),
        ('kind = "setup"', "kind = 1", "rule[0].kind: expected a text, got 1"),
        ('source = "L1"', "", "rule[0].source: expected “source”, which is missing"),
        (
            'kind = "setup"',
            'kind = "setup"\nintroduced_by = "turn/none"',
            (
                "setup/deal, introduced_by: there is no rule “turn/none” in the index of Saucers; "
                "did you mean turn/vote or turn/turn or turn/roll?"
            ),
        ),
        (
            'kind = "setup"',
            'kind = "setup"\nintroduced_by = "turn/turn"',
            "setup/deal: “turn/turn” has no intro of its own that could mention it",
        ),
    ],
)
def test_an_index_that_does_not_hold_together_is_named(tmp_path, old, new, complaint):
    path = tmp_path / "rulebook.toml"
    path.write_text((GAME.folder / "rulebook.toml").read_text().replace(old, new, 1))
    with pytest.raises(BadInput) as caught:
        load_rulebook(path)
    assert str(caught.value) == f"{path}: {complaint}"


INTRODUCED = 'kind = "setup"\nintroduced_by = "turn/turn"'


def test_the_intro_of_another_rule_can_mention_a_rule_if_that_rule_has_an_intro_of_its_own(tmp_path):
    text = (GAME.folder / "rulebook.toml").read_text().replace('kind = "setup"', INTRODUCED, 1)
    head, told, rest = text.partition('id = "turn/turn"\n')
    path = tmp_path / "rulebook.toml"
    path.write_text(f'{head}{told}intro = "You take turns."\n{rest}')
    assert load_rulebook(path)["setup/deal"].introduced_by == "turn/turn"
    path.write_text(f'{head}{told}intro = "You take turns."\nintroduced_by = "turn/roll"\n{rest}')
    with pytest.raises(BadInput, match="“turn/turn” has no intro of its own that could mention it"):
        load_rulebook(path)


# -- games ---------------------------------------------------------------------------------------------------------


def test_games_are_found_by_their_folders():
    found = games()
    assert set(found) == {path.parent.name for path in (PACKAGE / "games").glob("*/rulebook.toml")} != set()
    assert [game.title for game in found.values()] == sorted(game.title for game in found.values())
    assert all(game.id == id == game.folder.name for id, game in found.items())
    assert all(find_game(id) is game for id, game in found.items())
    with pytest.raises(BadInput, match="game: chess: no such game; known:"):
        find_game("chess")


def test_a_set_up_names_what_does_not_fit():
    assert GAME.setup(3).names == ("Ada", "Ben", "Cleo")
    for wrong, complaint in (
        ({"seats": 1}, "players: Saucers is for 2 to 4 players, not 1"),
        ({"seats": 99}, "players: Saucers is for 2 to 4 players, not 99"),
        ({"seats": ["Ada"]}, "players: Saucers is for 2 to 4 players, not 1"),
        ({"seats": 2, "readings": {"x": "y"}}, "readings.x: no such unclear rule; known: turn/vote"),
        ({"seats": 2, "variants": ["x"]}, "variants: unknown variant “x”; known: none"),
    ):
        with pytest.raises(BadInput) as caught:
            GAME.setup(**wrong)
        assert caught.value.args[0] == f"setup: {complaint}"


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
    with pytest.raises(ValueError, match="no player “Zoe”; the players are Ada, Ben"):
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
        ("\n\n" + "[" * 40, "line 3: expected at most 32 nested brackets, got more"),
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


def test_the_parts_of_an_error_are_as_long_as_a_page_can_show():
    for longest, part in ((200, "file"), (100, "place"), (300, "expected")):
        just = BadInput(**{"file": "", "place": "", "expected": "", part: "x" * longest})
        assert getattr(just, part) == "x" * longest
        longer = BadInput(**{"file": "", "place": "", "expected": "", part: "x" * (longest + 1)})
        assert len(getattr(longer, part)) == longest
        assert "…" in getattr(longer, part)
    long = BadInput("a" * 200 + "b", "a" * 200 + "b", "a" * 400 + "b")
    assert [part.find("…") for part in (long.file, long.place, long.expected)] == [0, 99, 299]
    assert quoted("x" * 118) == f'"{"x" * 118}"'
    assert quoted("x" * 119) == f'"{"x" * 118}…'


def test_what_was_found_is_written_as_toml_writes_it():
    assert quoted({"a-b_1": [1, "é", True], "a b": {}, "é": "\x7f"}) == (
        '{ a-b_1 = [1, "é", true], "a b" = {  }, "é" = "\\u007f" }'
    )


def test_the_likest_four_names_are_told():
    many = [f"name-{n:02}" for n in range(30)]
    assert known(many, "name-17") == "name-17, name-27, name-21, name-19 and 26 more"
    assert known(many, "zzz") == "name-00, name-01, name-02, name-03 and 26 more"
    assert known(["x" * 74, "y" * 74]) == f"{'x' * 74}, {'y' * 74}"
    assert known(["x" * 74, "y" * 75]).endswith(" and 0 more")


@pytest.mark.parametrize(
    ("place", "error", "said"),
    [
        ("", BadInput("table", "turn", "wrong"), "f: table: turn: wrong"),
        ("start", BadInput("table", "turn", "wrong"), "f: start: turn: wrong"),
        ("start", BadInput("table", "", "wrong"), "f: start: wrong"),
        ("start", BadInput("f", "turn", "wrong"), "f: turn: wrong"),
        ("start", BadInput("f: case 2", "turn", "wrong"), "f: case 2: turn: wrong"),
        ("start", KeyError("jam"), "f: start: the rules cannot go on from such a position"),
    ],
)
def test_an_error_inside_names_the_file_and_its_place(place, error, said):
    with pytest.raises(BadInput) as caught, naming("f", place):
        raise error
    assert str(caught.value) == said


def test_the_first_of_a_field_that_stands_twice_in_an_address_counts():
    assert parse_query("?game=toy&seed=3&seed=4") == {"game": "toy", "seed": "3"}
    assert parse_query("game=toy") == {"game": "toy"}


def test_an_address_of_the_greatest_length_is_read_and_a_longer_one_is_not():
    assert parse_query("?a=" + "x" * (LONGEST_QUERY - 2)) == {"a": "x" * (LONGEST_QUERY - 2)}
    with pytest.raises(BadInput, match="the page’s address: expected at most 8,000 characters, got 8,001"):
        parse_query("?a=" + "x" * (LONGEST_QUERY - 1))


def test_json_is_read_and_what_is_none_is_named_with_its_place():
    assert parse_json('{"a": [1, 2.5, null, true, "x"]}', "f") == {"a": [1, 2.5, None, True, "x"]}
    for text, complaint in (
        ('{"a": [1,\n 2', "f: line 2, column 3: not valid JSON: "),
        ('{"a": [1, NaN]}', "f: a[1]: expected a text or a plain number, got nan"),
        ("1" * 30, "f: line 1: expected a number of at most 18 digits, got 30"),
    ):
        with pytest.raises(BadInput) as caught:
            parse_json(text, "f")
        assert str(caught.value).startswith(complaint)


def test_tables_may_be_so_deep_inside_one_another_and_no_deeper():
    parse_toml("\n".join(["[a.a.a.a.a.a.a.a.a.a.a]", "b.b.b.b.b.b.b.b.b.b.b.b = " + "[" * 10 + "]" * 10]), "f")
    with pytest.raises(BadInput, match="expected tables that are nested less deeply"):
        parse_toml("\n".join(["[a.a.a.a.a.a.a.a.a.a.a.a]", "b.b.b.b.b.b.b.b.b.b.b.b = " + "[" * 10 + "]" * 10]), "f")


def test_a_long_place_is_told_from_its_last_two_hundred_characters():
    with pytest.raises(BadInput) as caught:
        parse_toml(f"{'k' * 150} = nan", "f")
    assert caught.value.place == "k" * 99 + "…"
    with pytest.raises(BadInput) as caught:
        parse_toml(f"{'a' * 50 + 'b' * 200} = nan", "f")
    assert caught.value.place == "b" * 99 + "…"


def test_the_largest_number_passes_and_a_larger_one_is_named():
    check_numbers({"a": 9_999}, "f", "table")
    with pytest.raises(BadInput, match=r"f: table\.a: expected a number of at most 9,999, got one of 5 digits"):
        check_numbers({"a": 10_000}, "f", "table")


def test_there_is_one_of_a_card_and_a_reading_is_none_by_default_unless_said():
    assert ToyCard(id="a", name="A", origin="printed").copies == 1
    assert Reading("a", "A").default is False
    assert (GAME.book["turn/act"].variant, GAME.book["turn/act"].by_construction) == (False, False)
    assert Outcome(False, ()) == Outcome(False, (), (), "", ())


def test_a_set_holds_so_many_cards_and_no_more(folder, monkeypatch):
    monkeypatch.setattr("tutor.engine.book.cards.MOST_CARDS", 4)
    assert len(GAME.load_cards(folder).deck("toy")) == 4
    monkeypatch.setattr("tutor.engine.book.cards.MOST_CARDS", 3)
    with pytest.raises(BadInput, match="expected at most 3 cards, every copy counted, got 4"):
        GAME.load_cards(folder)


def test_the_same_index_from_another_folder_is_equal(tmp_path):
    text = (GAME.folder / "rulebook.toml").read_text()
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(text)
    assert load_rulebook(tmp_path / "a.toml") == load_rulebook(tmp_path / "b.toml")


def test_three_rules_like_an_unknown_one_are_told():
    with pytest.raises(BadInput, match="did you mean turn/turn or turn/roll or turn/draw\\?"):
        GAME.book.check(["turn/r"], "f", "p")


@pytest.mark.parametrize("names", [["Ada", ""], ["Ada", "ada"], ["Ada", " Ben"], ["Ada", "B  B"], ["Ada", "B:"],
                                   ["Ada", "B;"], ["Ada", "[B"], ["Ada", "B]"], ["Ada", "B\x07"]])  # fmt: skip
def test_every_player_needs_a_name_that_a_scene_can_write(names):
    with pytest.raises(BadInput, match="every player needs a name of their own"):
        GAME.setup(names)


def test_forty_characters_of_an_unknown_game_are_told():
    for length in (39, 40, 41):
        with pytest.raises(BadInput) as caught:
            find_game("x" * length)
        assert caught.value.place == "x" * min(40, length)


def test_the_random_bot_answers_with_every_open_option():
    ask = Choose(0, "r", ("a", "b", "c"))
    assert [at_random(ask, dict, lambda share=share: share) for share in (0.0, 0.4, 0.99)] == ["a", "b", "c"]


def test_the_cards_of_a_zone_are_also_those_in_its_slots():
    assert cards_in({"cards": [{"id": 1}], "slots": [{"cards": [{"id": 2}]}, {"cards": []}]}) == [{"id": 1}, {"id": 2}]
    assert cards_in({}) == []


def test_what_was_worked_out_ahead_is_not_worked_out_again(tmp_path, monkeypatch):
    monkeypatch.setattr(ahead, "FOLDER", tmp_path / "ahead")
    assert [ahead.ahead("a", lambda n=n: n) for n in (1, 2)] == [1, 2], "there is no folder to keep it in"
    (tmp_path / "ahead").mkdir()
    assert [ahead.ahead("a", lambda n=n: n) for n in (3, 4)] == [3, 3]


def test_the_first_of_several_misfits_is_told():
    with pytest.raises(BadInput, match="f: text: expected a text, got 3"):
        structure({"text": 3, "whole": "x", "flag": 1}, Whole, "f")


def test_the_first_reading_is_the_default_where_none_is_marked():
    entry = replace(GAME.book["turn/vote"], options=(Reading("a", "A"), Reading("b", "B")))
    assert entry.default == "a"


def test_a_list_of_one_part_is_taken():
    assert structure([3], tuple[int], "f") == (3,)
    assert structure([3, 4], tuple[int, ...], "f") == (3, 4)


def test_a_key_with_an_apostrophe_is_named_whole():
    with pytest.raises(BadInput, match=r"f: parts\.it's\.n: expected “n”, which is missing"):
        structure({"parts": {"it's": {}}}, Whole, "f")


def test_lists_of_a_kind_that_was_never_read_before():
    kind = make_dataclass("Fresh", [("n", int)])
    assert structure([{"n": 1}, {"n": 2}], tuple[kind, ...], "f") == (kind(1), kind(2))
    assert structure([{"n": 1}, 2], tuple[kind, int], "f") == (kind(1), 2)
    assert structure([{"n": 1}], tuple[kind], "f") == (kind(1),)
    assert structure([{"n": 1}], list[kind], "f") == [kind(1)]
    assert structure({"a": {"n": 1}}, dict[str, kind], "f") == {"a": kind(1)}
    for wrong, wanted in (
        ("ab", list[kind]),
        ({}, tuple[kind, ...]),
        ([], dict[str, kind]),
        ([{"n": 1}], tuple[kind, int]),
    ):
        with pytest.raises(BadInput, match="f: expected "):
            structure(wrong, wanted, "f")


def test_the_known_keys_that_are_told_are_those_like_the_first_unknown_one():
    kind = make_dataclass("Wide", [(f"name_{n:02}", int, 0) for n in range(30)])
    with pytest.raises(BadInput, match="unknown key name_17x, zzz; known keys are name_17, "):
        structure({"zzz": 1, "name_17x": 1}, kind, "f")


def test_a_value_of_several_types_is_read_as_the_type_that_its_shape_shows():
    made = make_dataclass("Made", [("either", int | list[str] | Part | None, None)])
    for value, read in ((3, 3), (["a"], ["a"]), ({"n": 1}, Part(1)), (None, None)):
        assert structure({"either": value}, made, "f") == made(read)
