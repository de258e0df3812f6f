"""The practice table without a browser, for every game: whole games, undo, records, addresses, and secrets."""

import json
import re
from random import Random
from typing import Any

import pytest

from tests.visitor import Visitor
from tutor.engine.core.asks import Choose, Roll, spell
from tutor.engine.core.game import RANDOM, Game, Outcome, find_game, games
from tutor.engine.core.match import Match, chance_at, uniformly
from tutor.engine.play.chance import interval
from tutor.engine.play.record import load, save
from tutor.engine.play.scene import load_scenes
from tutor.lessons.course import course_of
from tutor.lessons.story import Story
from tutor.ui.desks.given import TableOn
from tutor.ui.desks.odds import SAMPLES_ON_SCREEN, _in_words, odds_in_words
from tutor.ui.desks.played import Played
from tutor.ui.desks.practice import Practice
from tutor.ui.outcome import winners

each_game = pytest.mark.parametrize("game", games().values(), ids=games())
AC = "alien_conspiracy"


def seated(game: str = AC, search: str = "", stored: dict[str, str] | None = None) -> tuple[Practice, Visitor]:
    """Return a practice table whose page has just been opened."""
    table = Practice()
    return table, Visitor(table.desk, search or f"?game={game}", stored)


def lying(visitor: Visitor) -> dict[str, Any]:
    """Return the table and the question, without the panel above them."""
    return {part: visitor.state.get(part) for part in ("zones", "tracks", "graph", "question", "notes", "flow")}


def advance(visitor: Visitor, seed: int, presses: int) -> None:
    """Press this many open options, unless the game ends earlier."""
    random = Random(seed)
    for _ in range(presses):
        if visitor.open:
            visitor.press_any(random)


# -- whole games


@each_game
def test_a_whole_game_is_played_by_what_the_page_sends(game: Game) -> None:
    table, visitor = seated(game.id, f"?game={game.id}&seed=5")
    for _ in visitor.plays_on(seed=5):
        assert visitor.question["mode"] == "answer"
        assert len(visitor.open) == len(set(visitor.open))
        assert "next" not in visitor.question
    assert table.match.ask is None
    assert visitor.question["title"] == "The game is over"
    outcome = game.outcome(table.match.table)
    assert outcome.over
    assert (visitor.state["words"]["kind"], visitor.state["words"]["prompt"]) == ("end", "The game is over")
    for seat in outcome.winners:
        assert table.match.table.names[seat] in visitor.state["words"]["text"]
        assert outcome.reason.casefold() in visitor.state["words"]["text"].casefold()


def test_the_end_names_the_visitor_first_and_leads_to_a_new_game() -> None:
    outcome = Outcome(True, (), winners=(0, 2))
    names = ("Ada", "Ben", "Cleo")
    assert winners(outcome, names, 2) == ["You (Cleo) and Ada won."]
    assert winners(outcome, names, 1) == winners(outcome, names) == ["Ada and Cleo won."]
    table, visitor = seated(search=f"?game={AC}&seed=5")
    for _ in visitor.plays_on(seed=5):
        pass
    won = table.match.game.outcome(table.match.table).winners
    assert visitor.state["words"]["text"].startswith("You (Ada) won." if won == (0,) else "Ben won.")
    assert visitor.question["next"] == "New game"
    visitor.says("next", ask=visitor.question["id"])
    assert visitor.dialog["id"] == "new"


@each_game
def test_a_game_begins_with_who_the_visitor_is_and_what_they_want(game: Game) -> None:
    table, visitor = seated(game.id, f"?game={game.id}&seed=1")
    wanted = game.wants(table.match.table, game.newcomer)
    assert wanted.startswith("You")
    assert visitor.state["words"]["prompt"] == f"You are {table.match.table.names[game.newcomer]}"
    assert visitor.state["words"]["text"].startswith(wanted)
    visitor.press(visitor.open[0])
    assert wanted not in visitor.state["words"]["text"]
    visitor.says("undo")
    assert visitor.state["words"]["text"].startswith(wanted)


def test_what_somebody_wants_depends_on_their_role() -> None:
    roswell = find_game("roswell51")
    movie = roswell.new(roswell.setup(3))
    assert "against Ada, who is the Director" in roswell.wants(movie, 1)
    assert roswell.wants(movie, 0).startswith("You’re the Director")
    desert = find_game("doppelganger")
    said = set()
    for seed in range(12):
        match = Match(desert, desert.new(desert.setup(3)), seed)
        assert desert.wants(match.table, 0) == ""
        match.play(uniformly(chance_at(seed, 0)), until=lambda match: all(match.table.characters))
        said |= {(match.table.alien(seat), desert.wants(match.table, seat)[:14]) for seat in range(3)}
    assert said == {(False, "You’re a Human"), (True, "You’re an Alie")}


@pytest.mark.slow
def test_whoever_has_nothing_to_add_passes_with_one_press_until_something_else_is_asked() -> None:
    table, visitor = seated("grave_robbers", "?game=grave_robbers&seed=5")
    random, passed, offered = Random(5), 0, set[str]()
    while visitor.open:
        if not visitor.question.get("leave", "").startswith("Pass"):
            assert "pass" not in visitor.open
            visitor.press_any(random)
            continue
        asked, here = (visitor.question["title"], visitor.question["leave"]), len(table.match.log)
        visitor.says("tool", id="leave")
        mine = [entry for entry in table.match.log[here:] if entry.seat == 0]
        assert {spell(entry.value) for entry in mine} == {"pass"}
        passed, later = max(passed, len(mine)), (visitor.question["title"], visitor.question.get("leave"))
        occasion = re.search("for the rest of ([^,]*)", asked[1])
        offered.add(re.sub("by .*", "by …", occasion[1]) if occasion else "")
        assert later[1] != asked[1] if occasion else later != asked
        visitor.says("undo")
        assert visitor.question["leave"] == asked[1]
        visitor.says("redo")
        assert visitor.question["title"] == later[0]
    assert passed > 2
    assert offered == {"Ben’s turn", "Cleo’s turn", "the attack by …", ""}


def test_several_popcorn_are_paid_with_one_press_if_full_buckets_are_enough() -> None:
    text = """
game = "grave_robbers"
players = ["Ada", "Ben", "Cleo"]
[table]
turn = "Ada"
players.Ada = { hand = ["zombie-film-crew", "cut"], characters = { %s } }
players.Ben.characters.mom = []
"""
    for characters, words in (("dad = [], big-sister = []", "Spill 2 buckets"), ("dad = []", None)):
        (scene,) = load_scenes(text % characters, "test")
        match = scene.match(find_game("grave_robbers"))
        match.answer(("attack", "zombie-film-crew", "Ben"))
        table = TableOn(match)
        visitor = Visitor(table.desk)
        assert visitor.question.get("leave") == words
        asked = visitor.question["title"]
        visitor.says("tool", id="leave")
        if words is None:
            assert visitor.question["title"] == asked
            continue
        assert {spell(entry.value) for entry in table.match.log[1:3]} == {"spill dad", "spill big-sister"}
        assert not visitor.question["title"].startswith("How do you pay for")
        visitor.says("undo")
        assert visitor.question["title"].endswith("You still need 1 popcorn.")


@each_game
def test_the_visitor_is_only_asked_for_their_own_seat(game: Game) -> None:
    _, visitor = seated(game.id)
    for n in visitor.plays_on(seed=1, most=40):
        assert visitor.question.get("seat", {"index": 0})["index"] == 0, n


@each_game
def test_a_closed_option_moves_nothing(game: Game) -> None:
    _, visitor = seated(game.id)
    for _ in visitor.plays_on(seed=2, most=60):
        for option in visitor.closed[:3]:
            before = lying(visitor)
            visitor.press(option)
            assert lying(visitor) == before
            visitor.says("try", ask=visitor.question["id"], option=option)
            assert lying(visitor) == before


@each_game
def test_every_rule_in_view_has_its_text(game: Game) -> None:
    _, visitor = seated(game.id)
    for _ in visitor.plays_on(seed=17, most=60):
        cited = {note["rule"] for note in visitor.state["notes"] if note.get("rule")}
        cited |= {r["rule"] for option in visitor.question["options"] for r in option.get("refusals", [])}
        assert cited <= set(visitor.state["rules"])
        assert all(text["text"] for text in visitor.state["rules"].values())


@pytest.mark.parametrize("option", ["", "no such option", "<b>", "move 99", "luck"])
def test_an_option_that_there_is_not_moves_nothing(option: str) -> None:
    _, visitor = seated()
    while visitor.open == ["luck"]:
        visitor.press("luck")
    before = lying(visitor)
    visitor.press(option)
    assert lying(visitor) == before


# -- undo and redo


@each_game
def test_undo_goes_back_to_each_own_decision_and_redo_on_again(game: Game) -> None:
    _, visitor = seated(game.id, f"?game={game.id}&seed=3")
    seen = []
    for _ in visitor.plays_on(seed=3, most=12):
        seen.append(lying(visitor))
    seen.append(lying(visitor))
    for before in reversed(seen[:-1]):
        assert visitor.state["head"]["can_undo"]
        visitor.says("undo")
        assert lying(visitor) == before
    for after in seen[1:]:
        assert visitor.state["head"]["can_redo"]
        visitor.says("redo")
        assert lying(visitor) == after
    assert not visitor.state["head"]["can_redo"]


@each_game
def test_before_the_first_own_decision_there_is_nothing_to_undo(game: Game) -> None:
    for seed in range(4):
        _, visitor = seated(game.id, f"?game={game.id}&seed={seed}")
        before = lying(visitor)
        assert not visitor.state["head"]["can_undo"]
        visitor.says("undo")
        assert lying(visitor) == before
        visitor.says("redo")
        assert lying(visitor) == before


def test_another_answer_after_an_undo_drops_what_was_taken_back() -> None:
    _, visitor = seated()
    advance(visitor, 4, 6)
    visitor.says("undo")
    assert visitor.state["head"]["can_redo"]
    visitor.press(visitor.open[-1])
    assert not visitor.state["head"]["can_redo"]


# -- chance chosen by hand


def test_dice_are_forced_and_faces_that_cannot_come_are_refused() -> None:
    table, visitor = seated()
    visitor.says("tool", id="force")
    advance_to_chance(visitor)
    asked = visitor.question["id"]
    for wrong in ("7", "0", "x", "", "1 1 1 1 1 1 1", "<script>"):
        visitor.says("input", ask=asked, text=wrong)
        assert visitor.question["id"] == asked
        assert visitor.dialog["problem"]
        visitor.says("dialog", id="close", text="")
        assert "dialog" not in visitor.state
    ask = table.match.ask
    assert isinstance(ask, Roll)
    faces = tuple(range(1, ask.dice + 1))
    visitor.says("input", ask=asked, text=" ".join(map(str, faces)))
    assert "dialog" not in visitor.state
    assert table.match.log[int(asked.split(".")[0])].value == faces
    assert visitor.question["id"] != asked


def advance_to_chance(visitor: Visitor) -> None:
    """Play on to the next roll, with any results on the way."""
    for _ in visitor.plays_on(seed=6, most=200):
        if "input" in visitor.question and visitor.state["roll"]["dice"] == []:
            return
    raise AssertionError("no roll came")


@each_game
def test_whoever_has_not_played_yet_sits_where_the_first_game_has_taught_them_to(game: Game) -> None:
    table, _ = seated(game.id)
    assert table.played.player == Story(course_of(game).whole_games[0]).attempt.seat


# -- records


@each_game
def test_a_saved_game_is_loaded_exactly(game: Game) -> None:
    table, visitor = seated(game.id, f"?game={game.id}&seed=8")
    advance(visitor, 8, 10)
    visitor.watches()
    visitor.says("tool", id="save")
    record = visitor.dialog["textarea"]
    visitor.says("dialog", id="close", text="")
    other, elsewhere = seated()
    elsewhere.says("tool", id="load")
    elsewhere.says("dialog", id="load.play", text=record)
    assert save(other.match) == record == save(table.match)
    assert "dialog" not in elsewhere.state
    assert lying(elsewhere) == lying(visitor)


def test_a_record_comes_as_a_file_too() -> None:
    table, visitor = seated()
    advance(visitor, 9, 5)
    record = save(table.match)
    other, elsewhere = seated()
    elsewhere.says("upload", name="game.toml", text=record)
    assert save(other.match) == record


BAD_RECORDS = {
    "empty": "",
    "no record": "hello",
    "broken": "format = [",
    "another program": "format = 1\n[tool]\n",
    "markup": "<img src=x onerror=alert(1)>",
    "later": 'format = 99\ngame = "alien_conspiracy"',
    "unknown game": 'format = 1\ngame = "chess"\nrules = ""\ncards = ""\nplayers = ["A"]\nanswers = []',
}


@pytest.mark.parametrize("text", BAD_RECORDS.values(), ids=BAD_RECORDS)
@pytest.mark.parametrize("way", ["pasted", "a file"])
def test_a_bad_record_keeps_the_table_and_says_what_is_wrong_once(text: str, way: str) -> None:
    table, visitor = seated()
    advance(visitor, 9, 5)
    before, record = lying(visitor), save(table.match)
    visitor.says("tool", id="load")
    if way == "pasted":
        visitor.says("dialog", id="load.play", text=text)
    else:
        visitor.says("upload", name="game.toml", text=text)
    assert lying(visitor) == before
    assert save(table.match) == record
    assert is_one_clear_message(visitor.dialog["problem"])
    assert visitor.dialog["textarea"] == text
    visitor.says("dialog", id="close", text="")
    assert "dialog" not in visitor.state
    visitor.press(visitor.open[0])
    assert save(table.match) != record


def test_a_record_that_no_longer_fits_names_the_step() -> None:
    table, visitor = seated()
    advance(visitor, 9, 5)
    record = save(table.match)
    bad = record.replace("answers = [", 'answers = [\n  "no/rule: x",', 1)
    visitor.says("tool", id="load")
    visitor.says("dialog", id="load.play", text=bad)
    assert "answers[0]" in visitor.dialog["problem"]
    assert save(table.match) == record


def is_one_clear_message(text: str) -> bool:
    return 0 < len(text) < 400 and "Traceback" not in text and "\n" not in text.strip()


# -- leaving and coming back


@each_game
def test_a_reload_goes_on_with_the_game_kept_in_the_browser(game: Game) -> None:
    table, visitor = seated(game.id)
    advance(visitor, 11, 5)
    other, again = seated(search=f"?game={game.id}", stored=visitor.kept)
    assert save(other.match) == save(table.match)
    assert lying(again) == lying(visitor)
    again.press(again.open[0])


def test_a_game_begun_by_an_address_is_played_on_after_a_reload_and_begun_anew_by_another() -> None:
    search = f"?game={AC}&players=3&seed=7"
    table, visitor = seated(search=search)
    advance(visitor, 11, 8)
    again = seated(search=search, stored=visitor.kept)[0]
    assert save(again.match) == save(table.match)
    other = seated(search=f"?game={AC}&players=2&seed=7", stored=visitor.kept)[0]
    assert (other.match.table.seats, len(other.match.log)) == (2, 0)


@pytest.mark.parametrize("seat", ["1", "all"])
def test_whoever_plays_another_seat_still_does_after_a_reload(seat: str) -> None:
    table, visitor = seated()
    values = {"game": AC, "players": "3", "seat": seat, "others": RANDOM, "seed": "5"}
    visitor.says("tool", id="new")
    visitor.says("form", id="new.begin", values=values)
    assert table.match.table.seats == 3
    advance(visitor, 13, 6)
    other, again = seated(stored=visitor.kept)
    assert (other.played.player, save(other.match)) == (None if seat == "all" else 1, save(table.match))
    assert lying(again) == lying(visitor)
    assert again.state["seats"] == visitor.state["seats"]


def test_without_a_query_the_table_last_played_is_there_again() -> None:
    table, visitor = seated()
    advance(visitor, 12, 4)
    other = Practice()
    Visitor(other.desk, "", visitor.kept)
    assert save(other.match) == save(table.match)


@pytest.mark.parametrize("key", ["practice", f"practice.{AC}"])
@pytest.mark.parametrize("text", ["", "x", "{", "null", "<b>", "[1]", '{"seat": 99}'])
def test_what_the_browser_kept_may_be_spoilt(key: str, text: str) -> None:
    _, visitor = seated(stored={key: text})
    assert is_one_clear_message(visitor.state.get("dialog", {}).get("problem", "all is well"))
    visitor.press(visitor.open[0])


# -- the address


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_address_says_how_many_play_and_with_which_seed(players: int) -> None:
    table, visitor = seated(search=f"?game={AC}&players={players}&seed=77")
    assert table.match.table.seats == players
    assert table.match.seed == 77
    assert "dialog" not in visitor.state


@each_game
def test_the_same_address_deals_the_same_game(game: Game) -> None:
    search = f"?game={game.id}&seed=1234"
    one, two = seated(search=search)[1], seated(search=search)[1]
    advance(one, 1, 5)
    advance(two, 1, 5)
    assert lying(one) == lying(two)


@pytest.mark.parametrize(
    ("search", "named"),
    [
        ("?game=chess", "chess"),
        (f"?game={AC}&players=9", "9"),
        (f"?game={AC}&players=two", "two"),
        (f"?game={AC}&players=-1", "-1"),
        (f"?game={AC}&seed=x", "x"),
        (f"?game={AC}&seed=99999999999999999999", "9999"),
        ("?game=<script>alert(1)</script>", "<script>"),
        ("?game=" + "x" * 5000, "xxx"),
        (f"?game={AC}&players=%C2%B2", "²"),
    ],
)
def test_a_bad_address_is_said_in_one_message_and_there_is_a_table_all_the_same(search: str, named: str) -> None:
    _, visitor = seated(search=search)
    assert named in visitor.dialog["problem"]
    assert is_one_clear_message(visitor.dialog["problem"])
    assert visitor.state["zones"]
    visitor.press(visitor.open[0])


@pytest.mark.parametrize("search", ["", "?", "?&&&", "?x=1", "?game=", "?game&players", "?" + "&".join(["a=1"] * 500)])
def test_an_address_that_says_nothing_is_no_mistake(search: str) -> None:
    table = Practice()
    visitor = Visitor(table.desk, search)
    assert "dialog" not in visitor.state
    assert visitor.open


# -- what is not for these eyes


@pytest.mark.slow
def test_nothing_of_another_seats_hand_is_in_what_the_page_gets() -> None:
    secrets = 0
    for seed in range(6):
        app, visitor = seated(search=f"?game={AC}&players=2&seed={seed}")
        for _ in visitor.plays_on(seed=seed, most=150):
            table = app.match.table
            me, other = table.investigators
            for item in {*other.items} - {*me.items, *table.item_discards, *told(visitor, table)}:
                secrets += 1
                assert table.cards[item].name not in json.dumps(visitor.state)
                assert f'"{item}"' not in json.dumps(visitor.state)
    assert secrets > 0


def test_points_do_not_tell_what_another_seat_holds() -> None:
    table, visitor = seated("grave_robbers")
    advance(visitor, 3, 25)
    me, other, *_ = table.match.table.movies
    before = visitor.state["words"]["text"]
    assert "Points in sight: " in before
    for hand in ([], [id for id in table.match.table.cards if id not in me.in_play()]):
        other.hand = hand
        table.draw()
        assert visitor.state["words"]["text"] == before


def told(visitor: Visitor, table: Any) -> list[str]:
    """Return the cards that the notes for this seat name, because they were shown openly."""
    notes = json.dumps(visitor.state["notes"])
    return [id for id in table.cards if table.cards[id].name in notes]


@each_game
def test_another_view_is_only_a_view(game: Game) -> None:
    table, visitor = seated(game.id)
    advance(visitor, 14, 4)
    before = lying(visitor)
    visitor.says("seat", index=None)
    assert visitor.state["seats"]["me"] is None
    other = 1 - game.newcomer
    visitor.says("seat", index=other)
    assert visitor.state["seats"]["me"] == other
    assert visitor.question == before["question"]
    visitor.says("seat", index=table.match.table.seats)
    visitor.says("seat", index=-1)
    assert visitor.state["seats"]["me"] == other
    visitor.says("seat", index=game.newcomer)
    assert lying(visitor) == before


# -- odds


@pytest.fixture
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the random tries behind the odds, because their precision is tested elsewhere."""
    monkeypatch.setattr("tutor.ui.desks.odds.SAMPLES_ON_SCREEN", 0)


@each_game
@pytest.mark.usefixtures("few_tries")
def test_odds_stand_beside_the_open_options_and_go_away_again(game: Game) -> None:
    table, visitor = seated(game.id)
    you = table.match.table.names[table.played.player or 0]
    assert visitor.tools["odds"]["disabled"] == (not game.measures)
    for _ in visitor.plays_on(seed=25, most=150):
        before = details(visitor)
        assert not any("%" in text or "tries" in text for text in before)
        visitor.says("tool", id="odds")
        found = details(visitor)
        visitor.says("tool", id="odds")
        assert details(visitor) == before
        assert all(f"Chance that {you} " in text or "Chance to clear" in text for text in found if "%" in text)
        assert not any("about 0.0%" in text for text in found), "what never came is told in one breath"
        if any("%" in text or "tries" in text for text in found):
            return
    assert not game.measures


@pytest.mark.usefixtures("few_tries")
def test_where_there_are_no_odds_the_question_says_why() -> None:
    _, visitor = seated("doppelganger", "?game=doppelganger&seed=1")
    told: dict[str, str] = {}
    for _ in visitor.plays_on(seed=1, most=40):
        title = visitor.question["title"]
        if title in told:
            continue
        visitor.says("tool", id="odds")
        told[title] = visitor.question.get("working", "")
        assert bool(told[title]) != any("%" in text for text in details(visitor))
        visitor.says("tool", id="odds")
        assert "working" not in visitor.question
    assert {*told.values()} == {
        "",
        "There are no odds to show here. They appear where luck is about to change how somebody stands in the game.",
        "There are no odds here, because others decide at the same time as you.",
    }


@pytest.mark.usefixtures("few_tries")
def test_odds_that_say_nothing_are_told_only_to_who_has_just_asked_for_them() -> None:
    _, visitor = seated("doppelganger", "?game=doppelganger&seed=1")
    visitor.says("tool", id="odds")
    assert "no odds to show" in visitor.question["working"]
    asked = visitor.question["id"]
    for _ in visitor.plays_on(seed=1, most=12):
        assert visitor.question["id"] == asked or "working" not in visitor.question
        assert not any("nothing" in text for text in details(visitor))


def test_many_options_share_the_time_there_is_for_their_odds() -> None:
    _, visitor = seated("shelter", "?game=shelter&players=4&seed=11")
    _ = next(n for n in visitor.plays_on(seed=1) if len(visitor.open) > 20)
    visitor.says("tool", id="odds")
    tries = [int(n) for text in details(visitor) for n in re.findall(r"(\d+) tries", text)]
    assert tries
    assert max(tries) < SAMPLES_ON_SCREEN / 4


def test_odds_do_not_mention_what_is_certain_whatever_is_answered() -> None:
    match = Match(find_game("shelter"), find_game("shelter").new(find_game("shelter").setup(2)), seed=3)
    match.play(uniformly(chance_at(3, 0)), until=lambda match: is_first(match) and len(match.ask.open()) > 1)
    assert is_first(match)
    said = odds_in_words(match, match.ask.seat)
    assert len(said) > 1
    assert not any("acts first" in words for words in said.values())


def test_an_estimate_is_a_plain_figure_with_the_tries_said_once_at_the_end() -> None:
    found = {"Ada wins a card": interval(22, 133), "Ada dies": interval(0, 133)}
    assert _in_words(found) == "Chance that Ada wins a card: about 17% (estimated from 133 tries, give or take 7%)"
    assert _in_words({"Ada dies": interval(0, 133)}) == ""


def is_first(match: Match) -> bool:
    return isinstance(match.ask, Choose) and match.table.order[:1] == [match.ask.seat]


def test_a_turn_with_nothing_left_to_do_ends_by_itself_for_who_plays_one_seat() -> None:
    table, visitor = seated("shelter", "?game=shelter&players=2&seed=3")
    for _ in visitor.plays_on(seed=3, most=60):
        assert visitor.open != ["done"]
    ended = [entry for entry in table.match.log if entry.seat == 0 and entry.value == "done"]
    assert len(ended) > 3


def details(visitor: Visitor) -> list[str]:
    return [option["detail"] for option in visitor.question["options"] if option.get("detail")]


def test_a_title_that_stands_in_any_case_is_agreed_to_by_itself_for_who_plays_one_seat() -> None:
    for player, expected in ((None, True), (0, False)):
        asked, agreed = [], "title/agree-on-one-title"
        for seed in range(4):
            match = seated(search=f"?game=grave_robbers&players=3&seed={seed}")[0].match
            match.undo(len(match.log))
            played = Played(match, player, RANDOM)
            for _ in range(12):
                assert played.asked is not None
                asked.append(played.asked.ask.rule)
                played.answer(spell(played.asked.ask.open()[0]))
            assert any(entry.rule == agreed for entry in match.log)
        assert (agreed in asked) == expected


@pytest.mark.parametrize("message", [("tool", {"id": "explode"}), ("dialog", {"id": "nothing", "text": ""})])
def test_what_no_button_means_changes_nothing(message: tuple[str, dict[str, str]]) -> None:
    _, visitor = seated()
    before = lying(visitor)
    visitor.says(message[0], **message[1])
    assert lying(visitor) == before


def test_the_record_kept_is_the_record_saved() -> None:
    table, visitor = seated()
    advance(visitor, 15, 7)
    kept = load(visitor.kept[f"practice.{AC}"])
    assert save(kept) == save(table.match)


def leading(seat: str) -> tuple[Practice, Visitor]:
    """Return a four-player game of Doppelganger in which the visitor leads from this seat, or plays all seats."""
    table, visitor = seated("doppelganger")
    values = {"game": "doppelganger", "players": "4", "seat": seat, "others": "steady", "seed": "3"}
    visitor.says("tool", id="new")
    visitor.says("form", id="new.begin", values=values)
    while "talk" not in visitor.open or "give up" not in visitor.open:
        visitor.press_any(Random(1))
    return table, visitor


def test_whoever_plays_one_seat_speaks_and_gives_up_for_that_seat_alone() -> None:
    table, visitor = leading("0")
    before = len(table.match.log)
    visitor.press("talk")
    assert visitor.question["title"] == "What do you say? It doesn’t have to be true."
    assert [entry.value for entry in table.match.log[before:]] == ["talk", "Ada"]
    assert "playing" not in visitor.state, "nobody else has done anything to be watched"
    visitor.press("say nothing")
    visitor.press("give up")
    assert "Ada proposes giving up" in [note.text for note in table.match.notes]
    visitor.says("undo")
    visitor.says("undo")
    assert visitor.question["title"].startswith("What do you say?")
    visitor.says("undo")
    assert len(table.match.log) == before
    visitor.says("redo")
    assert visitor.question["title"].startswith("What do you say?")


def test_whoever_plays_every_seat_chooses_who_speaks_and_who_proposes_to_give_up() -> None:
    _, visitor = leading("all")
    visitor.press("talk")
    assert (visitor.question["title"], len(visitor.open)) == ("Who wants to say something?", 4)
    visitor.press("Ben")
    visitor.press("say nothing")
    visitor.press("give up")
    assert (visitor.question["title"], len(visitor.open)) == ("Who wants to propose giving up?", 4)


def test_bots_too_speak_and_give_up_for_their_own_seats_alone() -> None:
    acts = []
    for seed in range(8):
        table = seated(search=f"?game=doppelganger&players=4&seed={seed}")[0]
        played = Played(table.match, 0, RANDOM)
        random = Random(seed)
        while played.asked is not None:
            played.answer(spell(random.choice(played.asked.ask.open())))
        names = table.match.table.names
        acts += [(names[entry.seat], entry.value) for entry in table.match.log if entry.value in names]
    assert {who for who, _ in acts} == {"Ada", "Ben", "Cleo", "Dev"}
    assert all(who == name for who, name in acts)


def test_giving_up_is_the_last_that_a_leader_is_shown() -> None:
    _, visitor = leading("0")
    shown = [(option.get("group", ""), option["id"]) for option in visitor.question["options"]]
    headings = list(dict.fromkeys(group for group, _ in shown))
    assert [id for group, id in shown if group == headings[-1]][-1] == "give up"
    assert "give up" not in [id for group, id in shown if group == ""]


def test_the_cue_card_is_one_press_away() -> None:
    _, visitor = seated()
    _, _, query = visitor.tools["cue"]["href"].partition("?")
    assert set(query.split("&")) == {f"game={AC}", "part=card"}
