"""What only Roswell 51 has: its tables of numbers, its odds, and stops in the middle of nested rules."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests import laws
from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Roll
from tutor.engine.core.match import Match, chance_at, uniformly
from tutor.engine.play.record import load, save
from tutor.engine.play.scene import load_scenes
from tutor.games.roswell51 import GAME
from tutor.games.roswell51.rules.action_rolls import hits
from tutor.lab.setups import any_setup
from tutor.lab.simulate import Plan, play

WAYS = {2: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21, 8: 26, 9: 30, 10: 33, 11: 35}
POOL = {2: 40, 3: 33, 4: 30, 5: 24, 6: 24, 7: 19, 8: 22, 9: 18, 10: 14, 11: 10, 12: 6}
DUEL = """
game = "roswell51"
players = ["Ada", "Ben", "Cleo"]
[table]
turn = "Ben"
mode = "actions"
screen = [{ cards = ["three-strange-neighbors"] }]
[table.players.Ada]
[table.players.Ben]
pool = [{ card = "the-colonel" }]
[table.players.Cleo]
pool = [{ card = "the-scout" }]
"""


def duel() -> Match:
    match = load_scenes(DUEL, "here")[0].match(GAME, origin=DUEL)
    match.answer("attack")
    return match


def test_seven_or_less_comes_in_21_of_36():
    ask = duel().ask
    assert isinstance(ask, Roll)
    aim = ask.aim()
    assert aim.total.parts[0][:2] == (7, "muscle")
    chance = sum(probability for faces, probability in ask.outcomes() if aim.hit(faces))
    assert chance == Fraction(21, 36)
    assert f"{float(chance):.2%}" == "58.33%"


@pytest.mark.parametrize("target", WAYS)
def test_ways_to_meet_a_target(target):
    assert sum(hits(faces, target) for faces in product(range(1, 7), repeat=2)) == WAYS[target]


def test_no_target_is_met_by_a_twelve_and_every_target_by_a_two():
    assert not hits((6, 6), 20)
    assert hits((1, 1), 0)


@pytest.mark.parametrize("players", POOL)
def test_the_pool_at_the_start(players):
    match = Match(GAME, GAME.new(GAME.setup(players + 1)))
    assert match.table.pool == POOL[players]
    assert match.table.pool + sum(person.power for person in match.table.people) == 54


@pytest.mark.parametrize("players", [2, 14])
def test_three_to_thirteen_take_part(players):
    with pytest.raises(BadInput, match="3 to 13 players"):
        GAME.setup(players)


def test_a_sanctuary_of_which_nothing_is_said_has_all_its_points():
    sanctuaries = 'table.sanctuaries = [{ card = "the-lab" }, { card = "the-bunker", points = 3 }]'
    table = load_scenes(f'game = "roswell51"\nplayers = 3\n{sanctuaries}', "here")[0].lay_out(GAME)
    assert [(place.card, place.points) for place in table.sanctuaries] == [("the-lab", 8), ("the-bunker", 3)]


TWO_HELD = 'table.players.Ben.pool = [{ card = "the-cook", held = ["pitchfork", "theremin"] }]'
TWO_SURVIVORS = 'table.players.Ben.pool = [{ card = "the-cook" }, { card = "the-pilot" }]'
TWO_MONSTERS = 'table.players.Ada.throngs = [["two-hungry-pods", "two-staring-twins"]]'


def test_only_markers_that_stand_in_for_spoints_bring_the_pool_below_none():
    text = 'game = "roswell51"\nplayers = ["Ada", "Ben", "Cleo"]\n'
    spoints = "table.pool = -3\ntable.players = { Ben = { power = 50 }, Cleo = { power = 7 } }\n"
    markers = '[readings]\n"spoints/short-pool-partial-gain" = "substitute"\n'
    book, substitute = (load_scenes(text + spoints + more, "here")[0] for more in ("", markers))
    assert substitute.lay_out(GAME).pool == -3
    with pytest.raises(BadInput, match="the game has 54 spoints, but 57 are in use"):
        book.lay_out(GAME)


@pytest.mark.parametrize(
    ("rule", "most", "table", "told"),
    [
        ("overview/movie-is-four-reels", 2, "table.reel = 3", "the movie has 2 reels, not 3"),
        (
            "overview/movie-is-four-reels",
            2,
            "table.reel = 2\ntable.tokens = [2, 3]",
            "are those from this reel on, not",
        ),
        ("holding-cards/two-held-cards-max", 1, TWO_HELD, "can hold only 1"),
        ("holding-cards/three-survivors-max", 1, TWO_SURVIVORS, "at most 1 survivor, "),
        ("throngs/three-cards-max", 1, TWO_MONSTERS, "a throng has at most 1 card"),
    ],
)
def test_a_position_keeps_to_the_numbers_in_force(rule, most, table, told):
    text = f'game = "roswell51"\nplayers = ["Ada", "Ben", "Cleo"]\n{table}\n'
    book, turned = (
        load_scenes(numbers + text, "here")[0] for numbers in ("", f'parameters = {{ "{rule}" = {most} }}\n')
    )
    with pytest.raises(BadInput, match=told):
        turned.lay_out(GAME)
    if "tokens" not in table:
        assert book.lay_out(GAME)


def steps(*answers: str, scene: str = DUEL) -> list[str]:
    """Return the nodes of the turn flow that a scene passes with these answers."""
    match = load_scenes(scene, "here")[0].match(GAME, origin=scene)
    for answer in answers:
        match.answer(match.ask.parse(answer))
    return match.steps


BLOB = DUEL.replace('[{ cards = ["three-strange-neighbors"] }]', '[{ cards = ["blobbed"], points = 4 }]').replace(
    "[table]", 'readings = { "named-cards/blob-immune-to-head-shot" = "no-effect" }\n[table]', 1
)
THRONG = DUEL.replace("[table.players.Ada]", '[table.players.Ada]\nthrongs = [["two-hungry-pods"]]')


@pytest.mark.parametrize(
    ("scene", "target", "emptied"),
    [(DUEL, (), True), (THRONG, ("throng 1 two-hungry-pods",), False), (BLOB, (), False)],
)
def test_the_map_passes_a_refill_only_if_a_head_shot_has_emptied_a_frame(scene, target, emptied):
    walk = steps("attack", *target, "1 1", scene=scene)
    assert ("sa-screen-gap" in walk) == emptied
    assert walk[walk.index("sa-head-shot") + 1 + emptied] == "sa-done"


FOUR = """
game = "roswell51"
players = ["Ada", "Ben", "Cleo", "Dev"]
[table]
turn = "Ada"
survivor_pile = []
[table.players.Ada]
throngs = [["six-swarming-riders"]]
[table.players.Ben]
pool = [{ card = "the-colonel" }]
[table.players.Cleo]
pool = [{ card = "the-scout" }]
[table.players.Dev]
"""


@pytest.mark.parametrize(
    ("dev", "follows"), [('pool = [{ card = "the-pilot" }]', "los-check"), ("out = true", "tp-activate")]
)
def test_the_map_passes_the_turning_point_card_only_if_turning_point_begins(dev, follows):
    """When Ben is out, the Director is alone against Cleo, and against Dev as well if Dev is still in."""
    walk = steps("all-out", "the-colonel", "2 1", "skip", "6 5", scene=FOUR + dev)
    assert walk[walk.index("tp-check") + 1] == follows


SHOWING = ("shuffler", "popcorn", "directors-cut", "back-seat-surprise", "monsters-among-us", "clip-reel")
"""Variants that reveal hidden cards or put them elsewhere."""


def depth(match: Match) -> int:
    """Return how many attacks and Creature Features are nested at this moment."""
    nested = Counter(match.trail)
    return (
        nested["monster-attack/targets"]
        + nested["survivor-attack/any-alien-in-play"]
        + nested["creature-feature/trigger"]
    )


def test_undo_and_resume_work_three_deep_in_counterstrikes():
    match = duel()
    match.answer((6, 6))
    match.answer("strike")
    match.answer((6, 6))
    match.answer("muscle")
    match.answer((6, 6))
    assert depth(match) == 3
    again = load(save(match), find=laws.find)
    assert laws.state(again)[0] == laws.state(match)[0]
    assert again.trail == match.trail
    before = laws.state(match)
    match.answer("pass")
    match.undo()
    assert laws.state(match) == before
    for _ in range(6):
        match.undo()
    assert match.ask.rule == "player-turn/one-action-each"


@pytest.mark.slow
def test_undo_and_resume_work_wherever_attacks_are_nested():
    deepest = 0
    for seed in range(30):
        match = Match(GAME, GAME.new(any_setup(GAME, seed)), seed)
        choose = uniformly(chance_at(seed, -1))
        while match.ask is not None:
            if depth(match) > 2 and len(match.log) % 3 == 0:
                deepest = max(deepest, depth(match))
                before = laws.state(match)
                assert laws.state(load(save(match), find=laws.find)) == before
                match.undo(2)
                match.redo(2)
                assert laws.state(match) == before
            match.answer(match.ask.resolve(choose, chance_at(seed, len(match.log))))
    assert deepest > 2


@pytest.mark.slow
def test_whoever_is_still_lost_unseen_is_in_a_hidden_pile():
    unseen = 0
    for seed in range(max(40, laws.PLAYOUTS)):
        match = Match(GAME, GAME.new(GAME.setup(3 + seed % 11, variants=("survivor-loss", *SHOWING))), seed)
        for moment in laws.moments(match, seed):
            g = moment.table
            assert not set(g.lost) - set(g.hidden()), f"seed {seed}, answer {len(moment.log)}: {moment.trail}"
            unseen += bool(g.lost)
    assert unseen


def test_both_sides_have_a_chance_with_simple_bots():
    games = 120
    rows = play(Plan(GAME.id, games, seed=1, players=4, bots=("steady",)))
    assert 0.1 * games < sum(not row.winners for row in rows) < 0.9 * games


def test_the_deck_is_that_of_the_book():
    kinds = Counter(GAME.cards.type_of(id) for id in GAME.cards)
    assert kinds == {
        "monster": 24,
        "survivor": 12,
        "item": 8,
        "plot-device": 4,
        "shuffling-horror": 4,
        "power-play": 3,
        "sanctuary": 2,
        "bonus": 2,
    }
    printed = {card.name: card.value for card in GAME.cards.of_type("monster") if card.origin == "printed"}
    assert printed == {
        "Three Strange Neighbors": 3,
        "Four Mutant Horrors": 4,
        "Six Swarming Riders": 6,
        "The Alien Warlord": 8,
    }
