"""What a designer types: matches, questions, odds, numbers, pictures and games of bots, each drawn and in words."""

import ast
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest

import tutor
from tutor.engine.book.cards import read_cards
from tutor.engine.core.game import games
from tutor.lab.sweeps import card_row

THREES = """
players = ["Ada", "Ben"]
play = ["attempt", "2"]
[table]
turn = "Ada"
locations = { 1 = { card = "blurred-photo", up = true } }
players = { Ada = { at = "1", health = [3, 3, 5] }, Ben = { health = [3, 3, 4] } }
"""

ATTACK = """
players = ["Ada", "Ben", "Cleo"]
[table]
title = ["Blob"]
turn = "Ada"
attack = { creature = "masked-slasher", against = "Ben" }
players = { Ada = { hand = ["flame-thrower"] }, Ben = { characters = { army-colonel = [] } } }
"""
BOOST = "traits/psycho-boost-size"


def threes(**more):
    return tutor.game("alien_conspiracy").scene(THREES, **more)


def attack(**more):
    return tutor.game("grave_robbers").scene(ATTACK, **more)


def shows(value, *words):
    """Check that a value is one line as `repr`, complete in words, and drawn with the same words."""
    bundle = value._repr_mimebundle_()
    assert "\n" not in repr(value)
    assert bundle["text/plain"] == str(value)
    for word in words:
        assert word in str(value)
    return bundle.get("text/html") or bundle["image/svg+xml"]


# -- the package -----------------------------------------------------------------------------------------------


def test_importing_the_package_imports_nothing_of_it():
    code = "import sys, tutor; dir(tutor); print([name for name in sys.modules if name.startswith('tutor.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_matches_and_odds_need_no_widgets_and_no_server():
    code = (
        "import sys, tutor; m = tutor.game('shelter').new(); str(m), m.html(), m.odds();"
        "print({'ipywidgets', 'anywidget', 'tornado', 'scipy', 'matplotlib', 'pandas'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_every_public_name_is_there_and_says_what_it_does():
    assert set(tutor.__all__) <= set(dir(tutor))
    for name in tutor.__all__:
        found = getattr(tutor, name)
        assert found.__doc__
        for part, member in vars(found).items() if isinstance(found, type) else ():
            if not part.startswith("_") and part not in ("html", "svg") and callable(getattr(found, part)):
                assert member.__doc__, f"{name}.{part}"


def test_what_editors_read_is_what_is_there():
    tree = ast.parse(Path(tutor.__file__).read_text(encoding="utf-8"))
    read = {
        alias.name: node.module
        for block in tree.body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in block.body
        for alias in node.names
    }
    assert read == tutor._HOMES
    assert sorted(read) == sorted(tutor.__all__)


def test_a_misspelt_name_lists_those_there_are():
    with pytest.raises(AttributeError, match=r"gaem.*game, load"):
        _ = tutor.gaem


@pytest.mark.parametrize("id", games())
def test_every_game_begins_and_draws_itself(id):
    game = tutor.game(id)
    shows(game, game.title)
    match = game.new(seed=7)
    drawn = shows(match, game.title, match.question.prompt)
    assert match.question.who in match.names
    assert match.names[0] in drawn
    shows(game.flow(at=match), game.flow(at=match).picture.flow.title)
    assert game.flow().graph.is_directed()


def test_what_there_is_not_is_one_clear_line():
    match = attack()
    game = match.game
    for wrong, words in (
        (lambda: tutor.game("sheltre"), "shelter"),
        (lambda: game.rule("traits/psycho-bost-size"), BOOST),
        (lambda: game.new(variants=["student"]), "student-films"),
        (lambda: game.new(players=9), "3 to 6"),
        (lambda: game.scene(ATTACK, readings={BOOST: "defense"}), "defence"),
        (lambda: game.scene("no/such/file.toml"), "no/such/file.toml"),
        (lambda: game.scene('game = "shelter"'), "expected grave_robbers, got shelter"),
        (lambda: game.scene(3), "the text of a scene"),
        (lambda: match.play("wepon flame-thrower"), "did you mean weapon flame-thrower"),
        (lambda: match.why_not("wepon flame-thrower"), "did you mean weapon flame-thrower"),
        (lambda: match.why_not("pass", player="Dora"), "Ada, Ben, Cleo"),
        (lambda: match.map(), "no map"),
        (lambda: game.simulate(games=0), "at least 1"),
        (lambda: game.compare(), "readings, variants or parameters"),
        (lambda: game.compare(variants=["student-films"], measures=["wno"]), "did you mean won"),
        (lambda: game.sweep(None, {"players": [3]}, "loses-charcter"), "did you mean loses-character"),
        (lambda: game.sweep(None, {"hands": [3]}, "won"), "parameters.RULE"),
        (lambda: game.sweep(None, {"players": []}, "won"), "combinations"),
        (lambda: game.sweep(None, {"cards.creature.masked-slasher.atack": [3]}, "won"), "attack"),
        (lambda: game.sweep(None, {"cards.creature.masked-slashr.attack": [3]}, "won"), "masked-slasher"),
        (lambda: tutor.side_by_side({"one": match}), "two or more"),
        (lambda: tutor.game("shelter").flow(at=match), "Grave Robbers"),
        (lambda: tutor.Table("shelter"), "expected a match"),
        (lambda: tutor.load("nowhere.record"), "nowhere.record"),
    ):
        with pytest.raises(tutor.BadInput) as error:
            wrong()
        assert words in str(error.value)
        assert "\n" not in str(error.value)


# -- a match ---------------------------------------------------------------------------------------------------


def test_a_question_has_its_open_and_its_closed_options_with_reasons():
    question = attack().question
    assert question.who == "Ada"
    assert "weapon flame-thrower" in [one.answer for one in question.options.open]
    match = tutor.game("roswell51").new(seed=7)
    closed = match.options.closed
    assert closed
    assert all(one.refusals and not one.open for one in closed)
    first = closed[0]
    drawn = shows(match.options, first.answer, first.refusals[0].rule)
    assert first.refusals[0].rule in drawn
    assert match.why_not(first.answer) == first.refusals
    assert not match.why_not(match.options.open[0].answer)


def test_answers_are_given_taken_back_and_given_again():
    match = attack()
    before = match.position()
    assert match.play("weapon flame-thrower") is match
    after = match.position()
    assert after != before
    assert match.undo().position() == before
    assert match.redo().position() == after
    assert match.steps == ("weapon flame-thrower",)


def test_of_several_answers_none_is_given_if_one_does_not_fit():
    match = threes()
    match.play("roll 3 3").undo()
    before = match.position()
    with pytest.raises(tutor.BadInput, match="roll 9 9"):
        match.play("roll 1 2", "roll 9 9")
    assert match.position() == before
    assert match.redo().steps == ("attempt", "2", "roll 3 3")


def test_a_fork_is_independent_and_may_be_played_under_another_reading():
    match = attack()
    same, other = match.fork(), match.fork(readings={BOOST: "attack-bonus"})
    other.play("weapon flame-thrower")
    same.play("weapon flame-thrower")
    assert match.steps == ()
    assert other.readings == {BOOST: "attack-bonus"}
    assert "the attack of 15 against a defence of 6 succeeds" in same.notes
    assert "the attack of 14 against a defence of 6 succeeds" in other.notes


def test_what_differs_between_two_positions_is_seen():
    both = {reading: attack(readings={BOOST: reading}) for reading in tutor.game("grave_robbers").rule(BOOST).readings}
    before = tutor.side_by_side(both)
    assert [line.place for line in before.differences] == [f"reading of {BOOST}"]
    for match in both.values():
        match.play("weapon flame-thrower")
    other = attack()
    columns = tutor.side_by_side({"waits": other, "played": both["defence"]})
    assert {"asked", "Ada: weapon flame-thrower"} <= {line.place for line in columns.differences}
    drawn = shows(columns, "asked")
    assert drawn.count('class="marked"') == len(columns.differences)
    seen, folded = drawn.split("<details>")
    assert "asked" in seen
    assert folded.count("<tr>") == 1 + sum(not line.differs and line.values[0] != "–" for line in columns.lines)
    assert "Ada · location" not in folded
    assert "there is no visible difference" in str(tutor.side_by_side({"a": other, "b": other.fork()}))


@pytest.mark.slow
def test_odds_of_a_roll_are_exact_and_so_are_those_of_ones_own_events():
    match = threes()
    left = len(match.table.investigators[0].health)
    lost = {str(n): lambda table, n=n: left - len(table.investigators[0].health) == n for n in range(3)}
    odds = match.odds(lost)
    (found,) = odds.values()
    assert [str(one.low) for one in found.values()] == ["4/9", "17/36", "1/12"]
    assert "17/36" in shows(odds, "17/36 = 47.22%")
    assert sum(odds.to_pandas()["chance"]) == pytest.approx(1)
    assert "<svg" in odds.plot().svg()


def test_chance_lists_all_that_can_come():
    options = threes().options
    assert sum(one.chance for one in options) == 1
    assert "3 3" in [one.answer for one in options]


def test_every_total_is_taken_apart():
    numbers = attack().numbers()
    total = numbers["attack"]
    assert total.n == sum(part.n for part in total.parts)
    drawn = shows(numbers, "attack", "masked-slasher")
    assert "masked-slasher" in drawn
    assert set(numbers.to_pandas()["number"]) <= set(numbers)
    changed = attack().play("weapon flame-thrower").numbers(changed=True)
    assert any("hand" in name for name in changed)


def test_maps_are_pictures_and_graphs():
    ring = threes().map()
    assert "</svg>" in shows(ring, "1, you are here")
    assert ring.graph.has_edge("1", "2")
    desert = tutor.game("doppelganger").new().map()
    assert "</svg>" in shows(desert, "The desert so far")
    assert list(desert.graph) == ["START"]
    question = next(iter(desert.questions))
    assert str(tutor.game("doppelganger").new().map(question)) != str(desert)
    with pytest.raises(tutor.BadInput, match=question):
        tutor.game("doppelganger").new().map(f"{question}x")


def test_a_rule_says_where_it_stands():
    rule = tutor.game("grave_robbers").rule(BOOST)
    drawn = shows(rule, rule.text, rule.lines, "defence")
    assert rule.id in drawn
    assert escape(rule.scenarios[0].title) in drawn
    assert f"step {rule.pages[0][1]}" in drawn
    assert next(iter(rule.readings)) == "defence"
    assert rule.unclear
    assert rule.code


def test_a_player_sees_only_what_they_may():
    match = attack()
    assert "Flame Thrower" in str(match.seen_by("Ada"))
    assert "Flame Thrower" not in str(match.seen_by("Ben"))
    assert match.position("Ben") != match.position()


def test_a_match_is_saved_and_loaded_and_becomes_a_test(tmp_path):
    match = attack().play("weapon flame-thrower")
    again = tutor.load(match.save(tmp_path / "a.record"))
    assert again.position() == match.position()
    assert again.undo().position() == attack().position()
    (tmp_path / "a.toml").write_text(match.scene(), encoding="utf-8")
    assert tutor.load(tmp_path / "a.toml").position() == match.position()
    assert match.game.scene(str(tmp_path / "a.toml")).position() == match.position()
    assert "expect" in match.test("A slasher with a flame thrower")
    with pytest.raises(tutor.BadInput):
        match.save(tmp_path / "no" / "folder.record")


def test_nothing_of_a_card_is_put_into_a_page_unescaped():
    scene = ATTACK.replace("masked-slasher", "evil") + (
        '[[cards.creature]]\nid = "evil"\nname = "<script>alert(1)</script>"\nattack = 5\nwords = ["The"]\n'
    )
    match = tutor.game("grave_robbers").scene(scene)
    for value in (match, match.question, match.numbers(), match.odds(), tutor.side_by_side({"<b>": match, "c": match})):
        drawn = shows(value)
        assert "<script" not in drawn
        assert "<b>" not in drawn.replace("<b>Ada", "").partition("<thead>")[2].partition("</thead>")[0]


# -- many games ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played():
    return tutor.game("grave_robbers").simulate(attack(), games=12, bots="random")


def test_games_are_played_from_where_a_match_stands(played):
    assert len(played.rows) == 12
    assert played.names == ("Ada", "Ben", "Cleo")
    drawn = shows(played, "12 games of Ada, Ben and Cleo", "Ada wins")
    assert "Ada wins" in drawn
    assert len(played.to_pandas()) == played.to_arrow().num_rows == 12
    spread = played.distribution("answers")
    assert sum(spread.counts.values()) == 12
    shows(spread, "answers")
    assert "<svg" in played.plot("won:Ada").svg()
    with pytest.raises(tutor.BadInput, match="did you mean won:Ben"):
        played.figure("won:Bne")


def test_the_text_of_a_scene_is_the_same_beginning_as_its_match(played):
    again = tutor.game("grave_robbers").simulate(ATTACK, games=12, bots="random")
    assert again.rows == played.rows


def test_two_sides_are_compared_in_pairs():
    found = tutor.game("grave_robbers").compare(attack(), readings={BOOST: "attack-bonus"}, games=6, bots="random")
    assert [row.seed for row in found.first.rows] == [row.seed for row in found.second.rows]
    assert found.verdict in ("differs", "same", "undecided", "unchanged")
    shows(found, found.words)
    assert len(found.to_pandas()) == len(found)
    assert "<svg" in found.plot().svg()
    with pytest.raises(tutor.BadInput, match="not compared"):
        found["won:Bne"]


def test_a_number_of_the_book_and_a_field_of_a_card_are_swept():
    game = tutor.game("grave_robbers")
    rule = next(iter(game.parameters))
    declared = next(game.engine.parameters.declared())
    low, high = declared.least, declared.most
    swept = game.sweep(None, {f"parameters.{rule}": [low, high]}, "answers", games=4, bots="random")
    assert [point.values[f"parameters.{rule}"] for point in swept] == [low, high]
    key = "cards.creature.masked-slasher.attack"
    cards = game.sweep(attack().play("pass"), {key: [1, 20]}, "loses-character:Ben", games=4, bots="random")
    weak, strong = cards
    assert weak.figure.value < strong.figure.value == 1
    shows(cards, key, "loses-character:Ben")
    assert list(cards.to_pandas()[key]) == [1, 20]
    assert "<svg" in cards.plot().svg()


# -- widgets ---------------------------------------------------------------------------------------------------


def test_the_widgets_stand_where_the_match_stands_and_keep_nothing():
    match = attack().play("weapon flame-thrower").undo()
    for widget in (tutor.Lab(match), tutor.Table(match)):
        assert [zone["id"] for zone in widget.state["zones"]] == [
            zone["id"] for zone in match.game.engine.view(match.table, None)["zones"]
        ]
        widget.hear({"type": "hello", "search": "?game=shelter", "stored": {}})
        assert "Grave Robbers" in widget.state["head"]["game"]
        assert widget.kept == {}
    assert tutor.Course("shelter").state["head"]["game"] == "Shelter"


@pytest.mark.parametrize("id", games())
def test_every_card_can_be_written_down_as_its_file_has_it(id):
    engine = games()[id]
    for card in engine.cards.values():
        kind = engine.cards.type_of(card.id)
        row = card_row(engine, kind, card.id)
        assert read_cards({kind: [row]}, engine.card_types, "cards")[card.id] == (kind, card)


def test_the_metrics_of_a_game_are_drawn_told_and_read_by_rows():
    found = tutor.game("alien_conspiracy").metrics(games=2, players=2, bots="random")
    shows(found, "options", "forced", "2 games of Ada and Ben")
    assert 'class="bar"' in found.html()
    table = found.to_pandas().set_index("metric")
    assert list(table.columns) == ["games", "value", "low", "high"]
    assert table.loc["options", "value"] == found["options"].figure.value > 1
    assert ("options" in found, "nothing" in found) == (True, False)
    with pytest.raises(tutor.BadInput, match=r"known: .*forced"):
        found["nothing"]
