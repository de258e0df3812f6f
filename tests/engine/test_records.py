"""Records replay exactly, can be edited, and name the step that no longer fits."""

import pytest

from tests.engine.test_match import at_vote, find, new, played, state
from tests.saucers import all_points
from tests.toy import GAME
from tutor.engine.book.cards import CardSet
from tutor.engine.book.files import BadInput, parse_toml
from tutor.engine.core.match import Match
from tutor.engine.play.record import FORMAT, described, digest, is_within, load, parse, save
from tutor.engine.play.scene import Scene, load_scenes

SCENE = """
game = "toy"
seed = 9
title = "A “quoted” \\"title\\" \\\\ with \\u0007"
play = ["roll 1"]
[table]
turn = "Ada"
[table.players]
Ada = { points = 4 }
"Zoë" = {}
"""


def loaded(text, **options):
    return load(text, "r.toml", find=find, **options)


@pytest.mark.parametrize("answers", [0, 1, 5, 17, 60, 10**6])
def test_a_record_replays_to_the_byte(answers):
    match = played(answers)
    text = save(match)
    again = loaded(text)
    assert state(again) == state(match)
    assert save(again) == text


def test_a_record_can_be_read():
    match = new(2, seed=-3)
    match.play(lambda ask: ask.open()[0], until=lambda m: len(m.log) == 6)
    text = save(match)
    data = parse_toml(text, "r")
    assert data["players"] == ["Ada", "Ben"]
    assert (data["seed"], data["game"], data["cards"]) == (-3, "toy", GAME.cards.version)
    heads = [line.split(":")[0] for line in data["answers"]]
    assert heads == ["setup/deal", "setup/deal", "turn/act Ada", "turn/roll", "turn/act Ben", "turn/roll"]
    assert data["answers"][2] == "turn/act Ada: roll 1"


def test_answers_in_hand_are_recorded_and_answers_together_take_one_line():
    match = at_vote()
    match.answer("yes", seat=2)
    again = loaded(save_from_scene(match))
    assert again.pending == {2: "yes"}
    again.answer("no", seat=0)
    again.answer("no", seat=1)
    assert '  "turn/vote: no; no; yes",\n' in save_from_scene(again)


def save_from_scene(match):
    match.origin = 'game = "toy"\nplayers = 3\ntable.turn = "vote"'
    return save(match)


def test_a_match_from_a_scene_is_recorded_with_its_scene():
    match = load_scenes(SCENE, "s")[0].match(GAME, SCENE)
    match.play(lambda ask: ask.open()[0], until=lambda m: len(m.log) == 8)
    text = save(match)
    again = loaded(text)
    assert again.table.names == ("Ada", "Zoë")
    assert save(again) == text


def test_readings_other_than_the_defaults_are_recorded():
    table = GAME.new(GAME.setup(["Åsa", "O'Neil Jr"], {"turn/vote": "tie-passes"}))
    match = Match(GAME, table)
    assert 'readings = { "turn/vote" = "tie-passes" }' in save(match)
    assert loaded(save(match)).table.readings == {"turn/vote": "tie-passes"}


def test_replay_may_stop_on_the_way():
    match = played(30)
    part = loaded(save(match), steps=12)
    match.undo(18)
    assert state(part) == state(match)


def edited(text, *pairs, keep_end=False):
    for old, new_text in pairs:
        assert old in text
        text = text.replace(old, new_text, 1)
    return text if keep_end else "\n".join(line for line in text.splitlines() if not line.startswith("end ="))


@pytest.fixture
def text():
    match = load_scenes(SCENE, "s")[0].match(GAME, SCENE)
    for value in (("roll", 2), (2, 5), "draw", ("jam",), ("yes", "no")):
        match.answer(value)
    return save(match)


def test_an_edited_record_plays_on_from_the_change(text):
    again = loaded(edited(text, ("turn/roll: 2 5", "turn/roll: 6 5")))
    assert all_points(again.table) == [6, 0]


def test_an_edited_record_that_keeps_its_end_is_found_out(text):
    wrong = edited(text, ("turn/roll: 2 5", "turn/roll: 6 5"), keep_end=True)
    with pytest.raises(BadInput, match=r"r\.toml: end: the answers fit, but lead to a different position"):
        loaded(wrong)
    with pytest.raises(BadInput, match="the answers fit, but lead to a different position"):
        loaded(wrong, steps=5)
    for steps in (2, 4):
        assert all_points(loaded(wrong, steps=steps).table) == [6, 0]


BAD = [
    ("turn/act Ada: roll 2", "turn/act Ada: roll 9", "answers[0]: turn/act: “ roll 9” is not among the options"),
    ("turn/act Ada: roll 2", "turn/act Ada: play jam", "answers[0]: turn/act: “play jam” is refused: a jam answers"),
    ("turn/roll: 2 5", "turn/roll: 2 7", "answers[1]: turn/roll: expected 2 faces from 1 to 6"),
    ("turn/roll: 2 5", "turn/draw: jam", "answers[1]: expected an answer to turn/roll, got “turn/draw: jam”"),
    ("turn/act Zoë: draw", "turn/act Ada: draw", "answers[2]: expected an answer to turn/act Zoë, got"),
    ("turn/act Zoë: draw", "draw", "answers[2]: expected “RULE-ID: answer”, got “draw”"),
    ("turn/draw: jam", "turn/draw: bomb", "answers[3]: turn/draw: expected 1 card that the pile can give"),
    ("turn/vote: yes; no", "turn/vote: yes", "answers[4]: turn/vote: expected 2 answers separated"),
    ("turn/vote: yes; no", "turn/vote Bob: yes", "answers[4]: expected an answer to turn/vote, got"),
    ("format = 1", "format = 2", "format: expected 1, got 2, so another version of the tutor wrote this record"),
    ("seed = 9", 'seed = "9"', 'seed: expected a whole number, got "9"'),
    ("seed = 9", "sed = 9", "unknown key sed; known keys are format, game"),
    ('cards = "stand-in@', 'cards = "ours@', "cards: recorded with the card set ours@"),
    ('game = "toy"\nrules', "rules", "game: expected “game”, which is missing"),
]


@pytest.mark.parametrize(("old", "wrong", "complaint"), BAD)
def test_what_does_not_fit_is_named_with_its_step(text, old, wrong, complaint):
    with pytest.raises(BadInput) as caught:
        loaded(edited(text, (old, wrong)))
    assert str(caught.value).startswith(f"r.toml: {complaint}")


def test_an_answer_after_the_end_is_named():
    match = Scene("toy", table={"over": True, "players": {"Ada": {}, "Ben": {}}}).match(
        GAME, 'game = "toy"\ntable.over = true\nplayers = 2'
    )
    text = edited(save(match), ("answers = [", 'answers = [\n"turn/act Ada: draw",'))
    with pytest.raises(BadInput, match=r"answers\[0\]: the game is over, but “turn/act Ada: draw” follows"):
        loaded(text)


def test_another_card_set_is_refused_unless_it_is_the_one_recorded():
    cards = CardSet("ours", {id: (GAME.cards.type_of(id), GAME.cards[id]) for id in GAME.cards})
    match = Match(GAME, GAME.new(GAME.setup(2, cards=cards)))
    text = save(match)
    with pytest.raises(BadInput, match=r"cards: recorded with the card set ours@.*, but this is stand-in@"):
        loaded(text)
    assert save(loaded(text, cards=cards)) == text


def test_the_digest_tells_positions_apart():
    match = played(25)
    assert digest(match.table) == digest(match.table.copy())
    other = match.table.copy()
    other.crews[0].points += 1
    assert digest(other) != digest(match.table)


def test_a_record_in_a_few_words(text):
    assert described(text) == "5 answers given"
    assert described("no record") == "cannot be read"
    match = Match(GAME, GAME.new(GAME.setup(2)))
    match.answer_by_chance()
    assert described(save(match)) == "1 answer given"


def test_a_record_holds_so_many_answers_and_no_more(text, monkeypatch):
    monkeypatch.setattr("tutor.engine.play.record.MOST_ANSWERS", 5)
    assert len(loaded(text).log) == 5
    monkeypatch.setattr("tutor.engine.play.record.MOST_ANSWERS", 4)
    with pytest.raises(BadInput, match="answers: expected at most 4, got 5"):
        loaded(text)


def test_the_digest_does_not_tell_the_order_in_which_tables_were_filled():
    one, other = GAME.table(GAME.setup(2)), GAME.table(GAME.setup(2))
    one.readings, other.readings = {"a": "1", "b": "2"}, {"b": "2", "a": "1"}
    assert digest(one) == digest(other)


def test_a_record_is_within_another_that_goes_on_from_it():
    match, other = played(30), played(30, seed=5)
    later, earlier = save(match), save(other)
    match.undo(12)
    assert is_within(save(match), later)
    assert is_within(later, later)
    assert not is_within(later, save(match))
    assert not is_within(earlier, later)
    assert not is_within("no record", later)
    assert not is_within(later, "no record")


def test_a_record_that_went_another_way_is_not_within_it(text):
    assert not is_within(edited(text, ("turn/roll: 2 5", "turn/roll: 6 5")), text)


def test_a_record_of_another_seed_or_scene_is_not_within_it(text):
    assert not is_within(text.replace("seed = 9", "seed = 8", 1), text)


def test_a_record_that_says_no_seed_has_none(text):
    assert parse("\n".join(line for line in text.splitlines() if not line.startswith("seed"))).seed == 0
    assert FORMAT == 1


def test_the_digest_of_a_position_stays_what_it_was():
    """A record keeps the digest of its end, so this one may never change."""
    assert digest(GAME.new(GAME.setup(["Åsa", "Zoë"]))) == "fe4267f66cd036ba"


def test_a_record_of_several_cases_begins_with_the_first():
    text = 'game = "toy"\ntable.turn = "Ada"\n[[case]]\n[[case]]\nplayers = 3\n'
    first, _ = load_scenes(text, "s")
    assert loaded(save(first.match(GAME, text))).table.names == ("Ada", "Ben")
