"""Changing a position piece by piece, in every game as its table declares it."""

from random import Random

import pytest

from tests.lab.test_workbench import DUEL, begun_doc, find
from tests.laws import GAMES, begun, some
from tests.saucers import all_hands
from tests.toy import GAME as TOY
from tutor.engine.book.files import BadInput
from tutor.lab.branch import Branch
from tutor.lab.legality import reasons_against
from tutor.lab.moves import destinations, drawn_pieces, move
from tutor.lab.places import BOX, at, from_box, places_of, set_to
from tutor.lab.scenes import scene_of, taken_from
from tutor.lab.sparing import spared

TOY_TABLE = TOY.empty(TOY.setup(2))

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def written(game, seed=6):
    """Return the middle of a random game as a scene with its whole table."""
    first = begun(game, seed)
    moments = [match.fork() for match in some(first, seed, 0.05)]
    for match in moments[len(moments) // 2 :]:
        doc, _ = taken_from(match, begun_doc(first, seed))
        if "table" in doc:
            return doc, match
    raise AssertionError("no moment can be written")


def named(places, label):
    return next(place for place in places if place.label == label)


@each_game
def test_a_card_that_is_moved_lies_there_and_no_piece_is_lost(game):
    doc, match = written(game)
    places = places_of(doc["table"], match.table)
    pieces = [piece for place in places for piece in place.pieces]
    assert pieces
    moved = 0
    for piece in Random(1).sample(pieces, min(5, len(pieces))):
        for goal in destinations(game, doc, piece, places)[:4]:
            changed = move(game, doc, piece, goal.place, next(iter(goal.names), ""))
            reasons = reasons_against(scene_of({**changed, "anyway": True}), game)
            if goal.place is not BOX:
                assert [reason.text for reason in reasons if not reason.strict] == []
                assert {reason.text for reason in reasons} <= {*goal.against}
                moved += 1
    assert moved


@each_game
def test_a_scene_without_what_follows_anyway_is_the_same_table(game):
    doc, _ = written(game)
    short = spared(game, doc)
    whole = scene_of(doc).match(game)
    again = scene_of(short).match(game)
    assert game.position(again.table, None) == game.position(whole.table, None)
    assert (again.trail, again.ask and again.ask.rule) == (whole.trail, whole.ask and whole.ask.rule)
    assert len(str(short)) <= len(str(doc))


@each_game
def test_drawn_cards_are_pieces_of_the_position(game):
    doc, match = written(game)
    places = places_of(doc["table"], match.table)
    zones = {zone["id"] for zone in game.view(match.table, None)["zones"]}
    for (zone, _), piece in drawn_pieces(game, doc, places).items():
        assert zone in zones
        assert piece in [one for place in places for one in place.pieces]


def test_a_card_changes_hands():
    doc = {**DUEL, "table": TOY.position(scene_of(DUEL).match(TOY).table, None)}
    places = places_of(doc["table"], TOY_TABLE)
    (beam,) = named(places, "players · Ada · hand").pieces
    goals = [goal.place.label for goal in destinations(TOY, doc, beam, places)]
    assert "players · Ben · hand" in goals
    assert "turn" not in goals
    changed = move(TOY, doc, beam, named(places, "players · Ben · hand"))
    assert changed["table"]["players"]["Ada"]["hand"] == []
    assert sorted(changed["table"]["players"]["Ben"]["hand"]) == ["beam", "jam"]
    assert all_hands(Branch("x", changed, (), find).here.table) == [[], ["jam", "beam"]]


def test_a_card_comes_from_off_the_table():
    doc = {**DUEL, "table": TOY.position(scene_of(DUEL).match(TOY).table, None)}
    places = places_of(doc["table"], TOY_TABLE)
    changed = move(TOY, doc, from_box("jam"), named(places, "discards"))
    assert changed["table"]["discards"] == ["jam"]
    with pytest.raises(BadInput, match=r"expected one of|cannot lie there"):
        move(TOY, doc, from_box("jam"), named(places, "turn"))


@pytest.mark.parametrize(
    ("label", "text", "value"),
    [
        ("players · Ada · points", "7", 7),
        ("turn", "Ben", "Ben"),
        ("over", "yes", True),
        ("discards", "jam, beam", ["jam", "beam"]),
    ],
)
def test_numbers_words_flags_and_lists_are_set(label, text, value):
    doc = {**DUEL, "table": TOY.position(scene_of(DUEL).match(TOY).table, None)}
    place = named(places_of(doc["table"], TOY_TABLE), label)
    changed = set_to(doc["table"], place, text)
    assert named(places_of(changed, TOY_TABLE), label).value == value
    assert doc["table"] != changed


@pytest.mark.parametrize(
    ("label", "text"), [("players · Ada · points", "many"), ("over", "perhaps"), ("players · Ada · points", "9" * 9)]
)
def test_a_value_of_another_kind_is_refused(label, text):
    doc = {**DUEL, "table": TOY.position(scene_of(DUEL).match(TOY).table, None)}
    with pytest.raises(BadInput, match=r"table.*: expected"):
        set_to(doc["table"], named(places_of(doc["table"], TOY_TABLE), label), text)


def bare(game, players=2):
    """Return the empty table of a game as a scene, with its places."""
    table = game.empty(game.setup(players))
    game.place(table, {}, "")
    doc = {"game": game.id, "players": list(table.names), "anyway": True, "table": game.position(table, None)}
    return doc, places_of(doc["table"], table), table


@each_game
def test_on_an_empty_table_a_card_of_every_type_that_a_place_takes_can_be_laid(game):
    doc, places, table = bare(game, game.seats[0])
    for kind in {kind for place in places for kind in place.shape.of if not place.shape.named}:
        card = next(id for id in table.cards if table.cards.type_of(id) == kind)
        goals = [goal.place for goal in destinations(game, doc, from_box(card), places) if goal.place is not BOX]
        assert goals, f"no place takes {card}"
        for place in goals:
            laid = scene_of(move(game, doc, from_box(card), place)).lay_out(game, implausible=lambda misfit: None)
            assert card in str(game.position(laid, None))


@pytest.mark.parametrize(
    ("id", "kind", "label", "wanted"),
    [
        ("grave_robbers", "character", "players · Ada · characters", lambda card: {card: []}),
        ("grave_robbers", "location", "players · Ada · location", lambda card: card),
        ("grave_robbers", "creature", "attack", lambda card: {"creature": card, "against": "Ada"}),
        ("roswell51", "survivor", "players · Ben · pool", lambda card: [{"card": card}]),
        ("roswell51", "sanctuary", "sanctuaries", lambda card: [{"card": card}]),
        ("alien_conspiracy", "event", "locations", lambda card: {"1": {"card": card}}),
        ("alien_conspiracy", "alien", "countdown", lambda card: [card]),
        ("shelter", "furniture", "furniture", lambda card: {"ark": 1, "lottery-box": 6, card: {}}),
    ],
)
def test_what_is_not_there_yet_is_laid_as_the_table_declares_it(id, kind, label, wanted):
    game = GAMES[id]
    doc, places, table = bare(game, game.seats[0])
    card = next(one for one in table.cards if table.cards.type_of(one) == kind)
    place = named(places, label)
    assert place in [goal.place for goal in destinations(game, doc, from_box(card), places)]
    assert at(move(game, doc, from_box(card), place)["table"], place.path) == wanted(card)


def test_a_place_knows_what_it_holds_and_what_the_table_says_of_it():
    _, places, _ = bare(GAMES["alien_conspiracy"])
    hand, at = named(places, "players · Ada · items"), named(places, "players · Ada · at")
    assert (hand.kind, hand.shape.of, hand.shape.text) == ("cards", ("item",), "The item cards in hand.")
    assert at.shape.among[:3] == ("1", "2", "3")
    assert named(places, "turn").shape.seats
    _, places, _ = bare(GAMES["roswell51"], 3)
    assert (named(places, "reel").shape.least, named(places, "reel").shape.most) == (0, 4)


def test_a_row_goes_where_its_own_card_goes():
    game = GAMES["grave_robbers"]
    doc, places, table = bare(game, 3)
    creature = next(id for id in game.cards if game.cards.type_of(id) == "creature")
    fighting = move(game, doc, from_box(creature), named(places, "attack"))
    places = places_of(fighting["table"], table)
    (piece,) = named(places, "attack · creature").pieces
    buried = move(game, fighting, piece, named(places, "graveyard"))["table"]
    assert "attack" not in buried
    assert buried["graveyard"] == [creature]
