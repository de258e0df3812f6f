"""What only Doppelganger has: its desert, its secrets, its ways through a turn, and errors that name the place."""

import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import networkx as nx
import pytest

from tests import laws
from tests.laws import copy_cards, misfit
from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Chance, Choose, Roll, spell
from tutor.engine.core.game import bots_of
from tutor.engine.core.match import Match, rollout, uniformly
from tutor.engine.core.moves import Moves
from tutor.engine.play.chance import line_of
from tutor.engine.play.playing import play_scene
from tutor.engine.play.scene import load_scenes
from tutor.games.doppelganger import GAME
from tutor.games.doppelganger.cards import ANY, OBSTACLES, Tile
from tutor.games.doppelganger.desert import START, TURNS, Desert, cell_name, neighbours, turned
from tutor.games.doppelganger.desert_questions import (
    fitting_turns,
    movement,
    movement_graph,
    placement,
    region,
    trapped,
    turns_to_reach,
    way_to_start,
)
from tutor.games.doppelganger.outcome import proof_points, score, trait_points
from tutor.games.doppelganger.view import card as drawn_card
from tutor.lab.setups import any_setup
from tutor.lessons.stage import run_on
from tutor.ui.pictures.drawn import marks_of
from tutor.ui.present import present

EDGES = {
    (edge["from"], edge["to"])
    for edge in tomllib.loads((GAME.folder / "flow.toml").read_text(encoding="utf-8"))["edge"]
}
GAMES = int(os.environ.get("PLAYOUTS", "20"))
"""The number of games of each kind; `PLAYOUTS=10000` makes a long run."""

RARELY = 120
"""The number of games that it takes to reach the rarest edges of the flow."""


PATIENCE = 300
"""The number of answers after which a stubborn player plays at random."""


# -- games by chance ---------------------------------------------------------------------------------------------------


def stubborn(random: Random):
    """Return a chooser that answers at random, but prefers to move on rather than give up, talk or vote for long."""
    patience = iter(range(PATIENCE))

    def choose(ask: Choose):
        if next(patience, None) is None:
            return uniformly(random.random)(ask)
        values = [v for v in ask.open() if v not in ("give up", "talk", "yes")] or ask.open()
        active = [
            v for v in values if v in ("scout", "explore") or (isinstance(v, tuple) and v[0] in ("move", "clear"))
        ]
        if active and random.random() < 0.8:
            values = active
        return values[int(random.random() * len(values))]

    return choose


RARE = {
    "move/mountain-before-crash": "supplies-first",
    "crash/mandatory": "may-decline",
    "crash/no-cards-left": "stays-unexplored",
    "components/map-tokens-unlimited": "limited",
}
"""Readings that open edges of the flow which few games take."""

RING = Tile(id="ring", name="Ring", origin="stand-in", kind="open", back="3", edges=(1, 1, 1, 1), copies=40)
SLATE = Tile(id="start", name="START", origin="stand-in", kind="start", edges=(0, 0, 0, 0))
PLAIN_START = GAME.cards.with_cards({"start": ("tile", SLATE), "ring": ("tile", RING)})
"""Return a set in which most tiles fit nowhere."""


def endable(setup, rare: bool = False) -> dict[str, str]:
    """Return the readings, except that the Team gives up automatically if a game could otherwise go on for ever."""
    readings = dict(setup.readings)
    if readings["end/give-up-who"] == "automatic" and (rare or readings["turn/may-pass"] == "must-spend"):
        readings["end/give-up-who"] = "unanimous"
    return readings


def late_table(random: Random, rare: bool):
    """Return a table late in a game: a large desert, few tiles and supplies left, and some players gone."""
    setup = any_setup(GAME, random.randrange(10**6))
    readings = endable(setup, rare)
    if rare:
        readings = {**readings, **{id: reading for id, reading in RARE.items() if random.random() < 0.7}}
    setup = GAME.setup(len(setup.names), readings, cards=random.choice((GAME.cards, PLAIN_START)) if rare else None)
    table = GAME.table(setup)
    tiles = grow(table, random, random.randint(1, 25) if setup.cards is GAME.cards else 1, rare)
    places = [START, *(cell for cell, (id, _, _) in tiles.items() if table.tiles[id].kind in ("open", "mountain"))]
    team = random.choice(places)
    words = {
        cell_name(c): f"{id} turned {turn}{mark if c != team else marked(table.tiles[id])}"
        for c, (id, turn, mark) in tiles.items()
    }
    left = {back: Counter(stack.cards()) for back, stack in table.stacks.items()}
    for id, _, _ in tiles.values():
        left[table.tiles[id].back][id] -= 1
    few = {
        back: random.sample([*ids.elements()], min(random.choice((0, 0, 1, 2, 3)), ids.total()))
        for back, ids in left.items()
    }
    spare = [tile for back, ids in left.items() for tile in (ids - Counter(few[back])).elements()]
    cards = random.sample(table.deck.cards(), 20)
    hands = {name: {"hand": [cards.pop() for _ in range(random.choice((0, 1, 2)))]} for name in table.names}
    for name, own in hands.items():
        own |= {"life": random.choice((0, 1, 2, 6)), "out": random.choice(("", "", "vote")) if name != "Ada" else ""}
    if random.random() < 0.3:
        hands["Ada"]["character"] = "the-alien"
    GAME.place(table, {
        "players": hands,
        "points": random.choice((1, 2)),
        "desert": {"team": cell_name(team), "tiles": words},
        "stacks": few,
        "thrown": [f"{tile} seen by Ada" for tile in random.sample(spare, random.choice((0, 1, 2, 3)))],
        "deck": [cards.pop() for _ in range(random.choice((0, 1, 1, 2, 4)))],
        "map_tokens": random.choice((0, 24)),
        "discards": [cards.pop() for _ in range(random.choice((0, 0, 1, 3)))],
        **({"single": []} if random.random() < 0.3 else {}),
    }, "late")  # fmt: skip
    return table


def marked(tile) -> str:
    """Return the marks of a tile that the Team has visited."""
    return " cleared explored" if tile.obstacle else " explored"


def grow(table, random: Random, tiles: int, wrecks_first: bool = False):
    """Return a desert that fits together, as cell → tile, turn and marks, with this many tiles if there is room."""
    desert = Desert(law=table.desert.law)
    desert.place(START, table.kit.start)
    ids = [id for stack in table.stacks.values() for id in stack.cards()]
    random.shuffle(ids)
    if wrecks_first:
        ids.sort(key=lambda id: not (table.tiles[id].kind == "mountain" and table.tiles[id].crash))
    found = {}
    for id in ids:
        spots = [(c, turn) for c in sorted(desert.rim) for turn in fitting_turns(desert, table.tiles[id], c)]
        if len(found) < tiles and spots:
            cell, turn = random.choice(spots)
            desert.place(cell, table.tiles[id], turn)
            found[cell] = id, turn, random.choice((*[marked(table.tiles[id])] * 2, ""))
    return found


def walk(table, choose, random: Random) -> list[str]:
    steps: list[str] = []
    table.listen(lambda note: None, steps.append)
    rollout(GAME.rules, table, choose, random.random, limit=50_000)
    return steps


def tables(games: int = GAMES) -> Iterator[tuple[int, object]]:
    """Yield tables of all kinds by seed: whole games and late ones, with any readings and 3 to 6 players."""
    for seed in range(games):
        setup = any_setup(GAME, seed)
        yield seed, GAME.new(GAME.setup(setup.names, endable(setup), sorted(setup.variants)))
        yield seed, late_table(Random(seed), rare=False)
        yield seed, late_table(Random(seed), rare=True)


def naive_spots(desert: Desert, tile) -> tuple[int, list]:
    """Return where a tile may go by the definitions of the map's graph, for every cell, every turn and every side."""

    def fits(cell, turn) -> bool:
        edges = turned(tile.edges, turn)
        return all(
            ANY in (edges[d], desert.placed[side].edges[(d + 2) % 4])
            or edges[d] == desert.placed[side].edges[(d + 2) % 4]
            for d, side in enumerate(neighbours(cell))
            if side in desert.placed
        )

    x, y = desert.team
    rim = {side for cell in desert.placed for side in neighbours(cell)} - set(desert.placed)
    corners = {(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)}
    steps = [rim & set(neighbours(desert.team)), corners & rim, rim]
    if desert.law.detached:
        steps[1] = corners - set(desert.placed)
    if desert.law.corners_optional:
        steps = [steps[0], steps[1], steps[1] | rim]
    found = [sorted((cell, turn) for cell in cells for turn in TURNS if fits(cell, turn)) for cells in steps]
    step = next((n for n, spots in enumerate(found, start=1) if spots), 0)
    if step == 2 and desert.law.corners_optional:
        return step, found[2]
    return step, found[step - 1] if step else []


def the_map_is_sound(table) -> None:
    """Check the map's invariants, with networkx for distance, reach and the trapped test."""
    desert = table.desert
    graph = nx.Graph()
    graph.add_nodes_from(desert.placed)
    graph.add_edges_from((cell, side) for cell in desert.placed for side in neighbours(cell) if side in desert.placed)
    assert desert.placed[START].tile.kind == "start"
    here = desert.placed[desert.team].tile
    assert here.kind not in ("canyon", "civilization")
    assert not desert.blocked(desert.team)
    assert desert.rim == {side for cell in graph for side in neighbours(cell)} - set(graph)
    assert desert.steps == nx.single_source_shortest_path_length(graph, START)
    assert all(steps >= abs(x) + abs(y) for (x, y), steps in desert.steps.items())
    way = way_to_start(desert)
    assert len(way) - 1 == nx.shortest_path_length(graph, desert.team, START)
    assert nx.is_path(graph, way) if len(way) > 1 else way == [START]
    if not desert.law.detached:
        assert nx.is_connected(graph)
    for cell, side in graph.edges:
        d = neighbours(cell).index(side)
        marks = desert.placed[cell].edges[d], desert.placed[side].edges[(d + 2) % 4]
        assert ANY in marks or marks[0] == marks[1]
    the_team_can_go_on(table, graph)


def the_team_can_go_on(table, graph) -> None:
    """Compare movement, reach and the trapped test with the answers of networkx."""
    desert = table.desert
    walls = [cell for cell in graph if desert.placed[cell].tile.kind == "canyon"]
    plain = nx.restricted_view(graph, walls, [])
    found = region(desert)
    moves = movement_graph(desert)
    if desert.law.crossing == "placement-only" and not desert.law.start_closed:
        reach = nx.node_connected_component(plain, desert.team)
        assert found.reach == reach
        assert found.frontier == {side for cell in reach for side in neighbours(cell) if side not in graph}
    assert nx.descendants(moves, desert.team) <= found.reach
    assert movement(desert, 1) == [
        c for c in neighbours(desert.team) if moves.has_edge(desert.team, c) and desert.cost(c) == 1
    ]
    assert set(turns_to_reach(desert, 2)) == nx.descendants(moves, desert.team) | {desert.team}
    assert trapped(desert) == found.trapped
    if found.trapped:
        assert all(not desert.open_sides(cell) for cell in found.reach)


@pytest.mark.slow
def test_the_desert_keeps_its_invariants_and_agrees_with_networkx():
    """In random games, check this whenever the map or the Team has changed, and for every tile that is placed."""
    placed = 0
    for seed, table in tables():
        random = Random(seed)
        chooser = stubborn(random)
        last: dict = {}
        before: dict = {}
        team = [START]

        def choose(ask, table=table, chooser=chooser, last=last, before=before, team=team):
            desert = table.desert
            now = {cell: (here.tile.id, here.turn) for cell, here in desert.placed.items()}
            assert last.items() <= now.items(), "a tile was moved, turned or taken away"
            assert all(desert.steps[cell] <= steps for cell, steps in before.items()), "a way to START has grown"
            if len(now) > len(last) or (ask.rule == "turn/sequential" and desert.team != team[0]):
                team[0] = desert.team
                the_map_is_sound(table)
            last.update(now)
            before.update(desert.steps)
            if ask.rule == "placing/leader-picks-within-step":
                tile = table.tiles[ask.who.tile]
                step, spots = placement(desert, tile)
                assert (step, sorted(spots)) == naive_spots(desert, tile)
            return chooser(ask)

        rollout(GAME.rules, table, choose, random.random, limit=50_000)
        placed += len(table.desert.placed)
    assert placed > GAMES


@pytest.mark.slow
def test_random_games_walk_every_way_of_the_flow_and_no_other():
    walked: Counter[tuple[str, str]] = Counter()
    for seed, table in tables(max(GAMES, RARELY)):
        random = Random(seed)
        choose = uniformly(random.random) if seed % 4 == 0 else stubborn(random)
        walked.update(pairwise(walk(table, choose, random)))
    for path in sorted((GAME.folder / "scenarios").glob("*.toml")):
        for scene in load_scenes(path.read_text(encoding="utf-8"), path.name):
            walked.update(pairwise(play_scene(scene, GAME).match.steps))
    assert set(walked) == EDGES


# -- who may know what -------------------------------------------------------------------------------------------------


CRASH = """
game = "doppelganger"
players = ["Ada", "Ben", "Cleo", "Dev"]
readings = { "end/no-alien-in-game" = "no-winner" }
[table]
points = 2
[table.players.Ada]
hand = ["rope"]
[table.players.Ben]
hand = ["canteen"]
[table.players.Cleo]
hand = ["shovel"]
[table.players.Dev]
hand = ["rope"]
[table.desert.tiles]
E1 = "wreck-2"
"""


def seen_by(match: Match, seat: int):
    """Return everything that a seat learns: its view, position, notes and questions, and the steps of the turn."""
    notes = [(note.rules, note.text) for note in match.notes if note.to is None or seat in note.to]
    asked = match.asked(seat)
    table = match.table
    return GAME.view(table, seat), GAME.position(table, seat), notes, match.steps, asked and asked.options()


def outcome(drawn: str, given: str, answers: list[str]) -> Match:
    """Ada hands Ben one of two cards at the Crash Site, and then the game goes on in the same way."""
    match = load_scenes(CRASH, "crash")[0].match(GAME)
    for answer in ["move E1", drawn, "rope", f"give {given} Ben", *answers]:
        assert match.ask is not None
        match.answer(match.ask.parse(answer))
    return match


REST = ["canteen", "rope", "give rope Ada", "end turn"]


@pytest.mark.parametrize("then", [[], REST, [*REST, "vote Cleo"]])
def test_nobody_else_can_tell_that_the_infection_has_been_given(then):
    """Two games that differ only in what Ben was given look alike to Cleo and Dev, and differ for Ada and Ben."""
    sick, sound = outcome("the-infection", "the-infection", then), outcome("collector", "collector", then)
    assert sick.table.alien(1)
    assert not sound.table.alien(1)
    for seat in (2, 3):
        assert seen_by(sick, seat) == seen_by(sound, seat)
    for seat in (0, 1):
        assert seen_by(sick, seat) != seen_by(sound, seat)


def test_who_hands_out_the_infection_does_not_learn_that_its_receiver_was_the_alien():
    """Two games that differ only in Ben's character look alike to all others, and differ for Ben."""
    matches = []
    for character in ("radio-host", "the-alien"):
        people = {"Ada": "student", "Ben": character, "Cleo": "geologist", "Dev": "night-nurse"}
        scene = CRASH
        for name, card in people.items():
            scene = scene.replace(f"[table.players.{name}]", f'[table.players.{name}]\ncharacter = "{card}"')
        scene = scene.replace("[table.desert", '[table.leftover]\ncharacter = "ex-ranger"\n[table.desert')
        match = load_scenes(scene, "crash")[0].match(GAME)
        for answer in ("move E1", "the-infection", "rope", "give the-infection Ben"):
            assert match.ask is not None
            match.answer(match.ask.parse(answer))
        matches.append(match)
    human, alien = matches
    for seat in (0, 2, 3):
        assert seen_by(human, seat) == seen_by(alien, seat)
    assert seen_by(human, 1) != seen_by(alien, 1)


def determinized(match: Match, seat: int, random: Random):
    """Return a world that the seat cannot distinguish from the real one."""
    line = line_of(match, seat)
    while line.determinizing:
        assert line.ask is not None
        line.advance(line.ask.resolve(uniformly(random.random), random.random))
    return line.run.table


def infected(table) -> list[int]:
    return [seat for seat in range(table.seats) if table.infected(seat)]


def test_equal_knowledge_gives_equal_views_with_the_infection_in_play():
    """To seats that have not seen The Infection, it could be elsewhere, and nothing looks different."""
    elsewhere = 0
    for seed in range(GAMES):
        random = Random(seed)
        match = Match(GAME, GAME.new(any_setup(GAME, seed)), seed)
        length = random.randint(20, 90)
        match.play(stubborn(random), until=lambda match, length=length: len(match.log) >= length)
        if match.ask is None or not infected(match.table):
            continue
        for seat in range(match.table.seats):
            world = determinized(match, seat, random)
            elsewhere += infected(world) != infected(match.table)
            assert GAME.view(world, seat) == GAME.view(match.table, seat)
            assert GAME.position(world, seat) == GAME.position(match.table, seat)
    assert elsewhere > GAMES // 10


def test_worlds_without_a_human_can_be_imagined_in_the_set_up():
    """One of two players is the Alien, and the other may have been dealt The Infection but can still trim it."""
    without = 0
    for seed in range(30):
        setup = GAME.setup(2, {"overview/player-count": "any-number"}, ["guaranteed-alien"])
        for moment in laws.moments(Match(GAME, GAME.new(setup), seed), seed):
            if moment.ask.rule == "turn/sequential":
                break
            laws.a_seat_cannot_tell_imagined_worlds_apart(moment, seed)
            without += all(moment.table.characters) and not moment.table.any_human()
    assert without


@pytest.mark.parametrize("answer", ["take", "refuse"])
def test_who_may_refuse_a_card_imagines_no_other_in_its_place(answer):
    text = CRASH.replace("readings = {", 'readings = { "crash/no-refusal" = "may-refuse",')
    for seed in range(8):
        match = load_scenes(text, "crash")[0].match(GAME)
        for given in ["move E1", "shovel", "rope", "give shovel Ben"]:
            match.answer(match.ask.parse(given))
        line = line_of(match, 1)
        while line.determinizing:
            line.advance(line.ask.resolve(uniformly(Random(seed).random), Random(seed).random))
        line.advance(answer)
        match.answer(answer)
        assert GAME.conserved(line.run.table) == GAME.conserved(match.table)
        assert GAME.position(line.run.table, 1) == GAME.position(match.table, 1)


def test_players_may_know_a_face_down_card_together_whatever_they_are_called():
    players = '["Ada", "Ben", "Ada and Ben"]'
    text = f'game = "doppelganger"\nplayers = {players}\n[table]\nremoved = ["rope seen by Ada and Ben; Ada"]\n'
    match = load_scenes(text, "s.toml")[0].match(GAME)
    assert GAME.position(match.table, None)["removed"] == ["rope seen by Ada; Ada and Ben"]
    assert [GAME.position(match.table, seat)["removed"] for seat in range(3)] == [["rope"], ["?"], ["rope"]]
    misfit = 'removed = ["rope seen by Ada; Zoe"]'
    with pytest.raises(BadInput, match="no player “Zoe”"):
        load_scenes(f'game = "doppelganger"\nplayers = 3\n[table]\n{misfit}\n', "s.toml")[0].match(GAME)


def test_scores_and_roles_stay_secret_until_the_end():
    match = load_scenes(CRASH, "crash")[0].match(GAME)
    assert GAME.outcome(match.table).scores == ()
    assert [player["character"] for player in GAME.position(match.table, 1)["players"].values()].count("?") == 3


# -- sets of cards, and tables that do not fit -------------------------------------------------------------------------


def test_the_stand_in_set_obeys_what_the_book_leaves_open():
    cards = GAME.cards
    tiles = cards.of_type("tile")
    drawn = [tile for tile in tiles if tile.kind != "start"]
    assert {tile.kind for tile in drawn} == {"open", "mountain", "canyon", "civilization"}
    assert all(not (tile.obstacle and tile.crash) for tile in drawn)
    assert all(not tile.obstacle and not tile.crash for tile in drawn if tile.kind == "canyon")
    assert {tile.obstacle for tile in drawn if tile.obstacle} == set(OBSTACLES)
    assert sum(card.copies for card in cards.of_type("supply") if card.infects) == 1
    assert sum(person.copies for person in cards.of_type("character") if person.alien) == 1
    stated = {"the-alien", *(f"life-{n}-players" for n in (3, 4, 5, 6))}
    assert {id for id in cards if cards[id].origin == "printed"} == stated


def test_every_step_of_placing_occurs_with_the_stand_in_set():
    steps: Counter[int] = Counter()
    for seed in range(GAMES):
        table, random = GAME.new(GAME.setup(4)), Random(seed)
        chooser = stubborn(random)

        def choose(ask, chooser=chooser, steps=steps):
            if ask.rule == "placing/leader-picks-within-step":
                steps[ask.who.applies] += 1
            return chooser(ask)

        rollout(GAME.rules, table, choose, random.random)
    assert set(steps) == {1, 2, 3}


def test_where_the_corners_are_optional_a_cell_further_off_is_refused_for_its_dots_alone():
    tiles = """
readings = { "placing/step-2-required" = "optional" }
[[cards.tile]]
id = "start"
name = "START"
kind = "start"
edges = [0, 0, 0, 0]
[[cards.tile]]
id = "half"
name = "Half"
kind = "open"
back = "3"
edges = [1, 1, 0, 0]
copies = 9
[[cards.tile]]
id = "ring"
name = "Ring"
kind = "open"
back = "3"
edges = [1, 1, 1, 1]
copies = 9
[table]
points = 2
desert.tiles = { N1 = "half", N2 = "half turned 1" }
"""
    match = load_scenes('game = "doppelganger"\nplayers = 3' + tiles, "optional")[0].match(GAME)
    for answer in ("scout", "ring", "ring", "keep ring"):
        assert match.ask is not None
        match.answer(match.ask.parse(answer))
    assert isinstance(match.ask, Moves)
    refused = match.ask.why_not(("place", "N3", "turned", 0))
    assert [(refusal.rule, refusal.why) for refusal in refused] == [
        (
            "placing/dots-match-dots",
            "on the south side, a dotted edge would meet a plain edge, but touching edges have to match",
        )
    ]


def test_human_characters_have_a_text_only_where_they_are_read_so():
    table = load_scenes(CRASH, "crash")[0].match(GAME).table
    own = (
        load_scenes(CRASH.replace("{ ", '{ "components/humans-identical" = "own-texts", '), "crash")[0]
        .match(GAME)
        .table
    )
    faces = [GAME.view(t, 0)["zones"][0]["cards"][0] for t in (table, own)]
    assert faces[0]["text"] == ""
    assert faces[1]["text"] == GAME.cards[own.characters[0]].text
    assert faces[1]["text"]


@pytest.mark.parametrize(
    ("table", "place", "expected"),
    [
        ("leader = 'Zoe'", "leader", "no player “Zoe”"),
        ("desert.team = 'E1'", "desert.team", "a cell with a tile"),
        ("desert.team = 'X1'", "desert.team", "E2 or W1 N3"),
        ("desert.tiles.E1 = 'moon'", "desert.tiles.E1", "unknown tile"),
        ("desert.tiles.E1 = 'wreck-2 turned 5'", "desert.tiles.E1", "0 to 3 quarter turns"),
        ("desert.tiles.E1 = 'wreck-2 burnt'", "desert.tiles.E1", "cleared, explored"),
        ("desert.tiles.START = 'wreck-2'", "desert.tiles.START", "there is a tile here already"),
        ("desert.tiles = { E1 = 'beasts-8', E2 = 'beasts-8', E3 = 'beasts-8' }", "desert.tiles", "the game has only 1"),
        ("players.Ada.life = -1", "players.Ada.life", "at least 0"),
        ("players.Ada.hand = ['ray-gun']", "players.Ada.hand", "unknown card"),
        ("players.Ada.hand = ['collector', 'collector']", "players.Ada.hand", "the game has only 1"),
        ("players.Ada.out = 'bored'", "players.Ada.out", "vote, unpaid, infection"),
        ("players.Ada.character = 'robot'", "players.Ada.character", "expected one of"),
        ("ending = 'draw'", "ending", "escape"),
        ("attempt.target = 'START'", "attempt.target", "a tile with an obstacle"),
        ("claims = [['Ada', 'holds']]", "claims", "expected a player"),
    ],
)  # fmt: skip
def test_a_table_that_does_not_fit_is_named_by_its_place(table, place, expected):
    caught = misfit(GAME, '["Ada", "Ben", "Cleo"]', table)
    assert place in caught.place
    assert expected in caught.expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (('kind = "canyon"', 'kind = "swamp"'), "expected kind to be one of"),
        (("value = 12", "value = 60"), "expected a value from 1 to 59"),
        (("edges = [3, 3, 0, 0]", "edges = [3, 3, 0]"), "expected four edges"),
        (('id = "the-infection"', 'id = "cold"\npoints = -1'), "points of at least 0"),
        (("infects = true", "infects = false"), "The Infection"),
        (("alien = true", "alien = false"), "exactly one Alien"),
        (('tool = "shovel"', 'tool = "rope"'), "expected the Tool shovel"),
    ],
)
def test_a_card_set_that_does_not_fit_is_named(tmp_path, change, expected):
    copy_cards(GAME, tmp_path, *change)
    with pytest.raises(BadInput, match=expected):
        GAME.load_cards(tmp_path)


@pytest.mark.parametrize(
    ("tile", "reading"),
    [
        ('kind = "open", obstacle = "high-heat", value = 6, crash = 1', "tiles/one-icon-each"),
        ('kind = "canyon", obstacle = "high-heat", value = 6', "tiles/canyon-no-icon"),
    ],
)
def test_a_tile_with_too_many_icons_is_refused_unless_read_so(tile, reading):
    odd = f'cards.tile = [{{ id = "odd", name = "Odd", back = "3", edges = [0, 0, 0, 0], {tile} }}]\n'
    with pytest.raises(BadInput, match=reading):
        load_scenes(CRASH.replace("[table]", f"{odd}[table]", 1), "scene")[0].match(GAME)


@pytest.mark.parametrize(("seats", "fits"), [(2, False), (3, True), (6, True), (7, False)])
def test_player_counts(seats, fits):
    if fits:
        assert len(GAME.setup(seats).names) == seats
    else:
        with pytest.raises(BadInput, match="3 to 6 players"):
            GAME.setup(seats)


@pytest.mark.parametrize(
    ("position", "answers", "rule", "told"),
    [
        ("points = 2", ["move E1", "the-infection", "rope"], "crash/drawing-is-not-acquiring", [(0,)]),
        ("points = 2", ["move E1", "collector", "rope", "give rope Ben"], "secrecy/crash-giver-knows", [(0, 1)]),
        ("points = 2", ["move E1", "collector", "rope", "give rope Ada"], "secrecy/crash-giver-knows", [(0,)]),
        (
            "points = 2",
            ["move E1", "the-infection", "rope", "give the-infection Dev"],
            "infection/turns-alien",
            [(0, 3)],
        ),
    ],
)
def test_what_one_player_learns_is_told_to_nobody_else(position, answers, rule, told):
    match = load_scenes(CRASH.replace("points = 2", position), "crash")[0].match(GAME)
    for answer in answers:
        assert match.ask is not None
        match.answer(match.ask.parse(answer))
    assert [note.to for note in match.notes if rule in note.rules.split()] == told


def test_nobody_is_told_who_another_player_is():
    match = Match(GAME, GAME.new(GAME.setup(4)), seed=3)
    match.play(lambda ask: ask.open()[0], until=lambda match: bool(match.table.points))
    names = {GAME.cards[id].name for id in match.table.characters}
    told = [(note.to, name) for note in match.notes for name in names if name in note.text]
    assert sorted(told) == sorted(((seat,), GAME.cards[id].name) for seat, id in enumerate(match.table.characters))


# -- questions as a screen shows them ----------------------------------------------------------------------------------


AROUND_THE_TEAM = """
[table.players]
Ada = { hand = ["canteen", "rope"], life = 2 }
Ben = { hand = ["the-infection"], life = 3 }
[table.desert.tiles]
N1 = "heat-12"
E1 = "wreck-2"
E2 = "rocks-12"
"""


def after(
    *answers: str, readings: str = "", table: str = "points = 2", text: str = AROUND_THE_TEAM, players: int = 3
) -> Match:
    """Return a game, by default with three players, after these answers."""
    head = f'game = "doppelganger"\nplayers = {players}\nreadings = {{ {readings} }}\n[table]\n{table}\n'
    match = load_scenes(head + text, "scene")[0].match(GAME)
    for answer in answers:
        assert match.ask is not None
        match.answer(match.ask.parse(answer))
    return match


CLEAR = ["clear N1", "done", "done", "done", "done"]
INFECTED = [*CLEAR, "roll", "1 6 2", "pay life", "the-infection"]
GIVEN = ["rope", "shovel", "give rope Ada"]


@pytest.mark.parametrize(
    ("answers", "table", "prompt"),
    [
        ([], "points = 2", "You have 2 Action Points. What do you do?"),
        (["move E1", *GIVEN, *GIVEN], "points = 2", "You have 1 Action Point. What do you do?"),
        (
            ["move E1", "rope", "shovel"],
            "points = 2",
            "The Team is searching E1. Which of these supplies do you hand out, and to whom? The other is discarded.",
        ),
        (
            ["move E1", "shovel"],
            'deck = ["shovel"]',
            "The Team is searching E1. Who gets the only supply that is left?",
        ),
        (
            ["clear N1"],
            "points = 2",
            "Do you add anything to the pile against High Heat 12 now? You’ll be asked again after the others.",
        ),
        (["clear N1", "done"], "points = 2", "Do you add anything to the pile against High Heat 12?"),
        (
            ["clear N1", "done", "done", "add life"],
            "points = 2",
            "Do you add anything more to the pile against High Heat 12?",
        ),
        (
            CLEAR[:-1],
            "points = 2",
            "The others have finished. Do you add anything to the pile against High Heat 12 before you reveal it?",
        ),
        (CLEAR, "points = 2", "You have no dice, and the total has to be more than 12. Do you add anything?"),
        (
            [*CLEAR, "add canteen"],
            "points = 2",
            "You have 1 die, and the total has to be more than 12. Do you add anything?",
        ),
        (INFECTED, "points = 2", "You are exposed and have to take 2 Life Tokens. Who do you take the first one from?"),
        (
            [*INFECTED, "take from Ada"],
            "points = 2",
            "You are exposed and still have to take 1 Life Token. Who do you take it from?",
        ),
    ],
)
def test_a_prompt_says_what_is_asked(answers, table, prompt):
    asked = after(*answers, table=table).ask
    assert isinstance(asked, Choose)
    assert asked.prompt() == prompt


TRIMMING = """
game = "doppelganger"
players = 3
readings = { "setup-supplies/trim-exactly-three" = "may-discard-more" }
start = { rule = "setup-supplies/trim-to-three", args = ["Ada"] }
[table.players]
Ada = { hand = ["rope", "canteen", "shovel", "recovery", "the-infection"] }
"""


def test_whoever_discards_supplies_before_the_game_is_told_why_they_have_to():
    match = load_scenes(TRIMMING, "scene")[0].match(GAME)
    prompts = []
    for answer in ("discard rope", "discard canteen", "discard shovel", "discard recovery"):
        assert isinstance(match.ask, Choose)
        prompts.append(match.ask.prompt())
        match.answer(match.ask.parse(answer))
    assert match.ask is not None
    assert prompts == [
        "You hold 5 supply cards, but you can keep only 3. What do you do?",
        "You hold 4 supply cards, but you can keep only 3. What do you do?",
        "You hold 3 supply cards, and you don’t have to discard any. Do you discard one anyway?",
        "You hold 2 supply cards, and you don’t have to discard any. Do you discard one anyway?",
    ]
    assert match.ask.prompt() == "You hold 1 supply card, and you don’t have to discard it. Do you discard it anyway?"
    labels = [option.label for option in match.ask.options()]
    assert labels == ["Discard The Infection", "Keep these cards"]


def test_whatever_lies_around_the_team_may_be_tried_once_and_is_gathered_by_the_action():
    near = {
        "N2": "flats",
        "S1": "flats",
        "S2": "basin",
        "W1": "gorge",
        "W2": "gorge",
        "W1 S2": "chasm",
        "W2 S2": "chasm",
    }
    far = {"N3": "abyss", "E3": "abyss", "S3": "dunes", "W3": "pod-4"}
    tiles = "".join(f'"{cell}" = "{tile}"\n' for cell, tile in (near | far).items())
    asked = after(text=AROUND_THE_TEAM + tiles).ask
    assert isinstance(asked, Choose)
    around = ["N1", "E1", "S1", "W1", "W2 S2", "W2", "W1 S2", "S2", "N2", "E2"]
    assert [(option.value, option.group) for option in asked.options()] == [
        ("scout", ""),
        *((("move", cell), "move") for cell in around),
        *((("clear", cell), "clear") for cell in around),
        *((("vote", name), "vote") for name in ("Ada", "Ben", "Cleo")),
        ("give up", "vote"),
        ("talk", ""),
        ("end turn", ""),
    ]


def test_places_are_gathered_by_cell_and_each_is_offered_once():
    asked = after("scout", "flats", "flats", "keep flats").ask
    assert isinstance(asked, Moves)
    offered = [option.value for option in asked.options()]
    assert len(offered) == len(set(offered))
    cells = ["START", "S1", "W1", "E1 N1", "E1 S1", "W1 S1", "W1 N1", "N2", "E2 N1", "E2 S1", "E3"]
    groups = {option.value if option.value == "talk" else option.value[1]: option.group for option in asked.options()}
    assert groups == {cell: cell for cell in cells} | {"talk": ""}


def test_supplies_to_hand_out_are_shown_to_the_leader_and_as_backs_to_the_others():
    table = after("move E1", "rope", "sceptic", text='[table.desert.tiles]\nE1 = "wreck-2"\n').table
    pair = [next(zone for zone in GAME.view(table, seat)["zones"] if zone["id"] == "pair") for seat in (0, 1)]
    assert [zone["near"] for zone in pair] == [True, False]
    assert [card["type_label"] for card in pair[0]["cards"]] == ["Tool", "Human Scoring Trait"]
    assert [card["face"] for card in pair[1]["cards"]] == ["down", "down"]


def test_who_has_drawn_tiles_sees_them_before_the_map_and_the_others_see_backs_below_it():
    table = after("scout", "gorge", "heat-8").table
    drawn = [next(zone for zone in GAME.view(table, seat)["zones"] if zone["id"] == "drawn") for seat in (0, 1)]
    assert [zone["near"] for zone in drawn] == [True, False]
    assert [card["type_label"] for card in drawn[0]["cards"]] == ["Canyon", "Open Desert"]
    assert [card.get("value") for card in drawn[0]["cards"]] == [None, 8]
    assert [card["text"] for card in drawn[0]["cards"]] == [
        "The Team can never enter it.",
        "High Heat 8: canteens, Recovery cards and Life Tokens help.",
    ]
    assert [card["face"] for card in drawn[1]["cards"]] == ["down", "down"]


BLOCKED = '[table.desert.tiles]\nE1 = "heat-8"\n'
ATTEMPT = ("clear E1", "add life", *["done"] * 4, "roll")


def test_the_dice_of_an_attempt_and_of_its_blame_stay_in_sight_with_names_until_other_dice_or_the_next_lead():
    match = after(*ATTEMPT, "3", "1 6 2", text=BLOCKED)
    attempt = {"title": "Ada against High Heat 8 at E1", "dice": [3], "text": "3 is not more than 8"}
    blame = {"title": "For the blame", "dice": [1, 6, 2], "names": ["Ada", "Ben", "Cleo"]}
    assert present(match, 0)["rolled"] == [attempt, blame]
    assert "roll" not in present(match, 0)
    for answer in ("pay life", *["end turn"] * 3):
        if match.table.attempt is None:
            attempt["title"] = "The last roll: Ada against High Heat 8 at E1"
            blame["title"] = "The last roll for the blame"
        assert present(match, 0)["rolled"] == [attempt, blame]
        match.answer(match.ask.parse(answer))
        while isinstance(match.ask, Chance):
            match.answer_by_chance()
    assert attempt["title"].startswith("The last roll")
    assert (match.ask.seat, match.ask.rule) == (0, "turn/sequential")
    assert "rolled" not in present(match, 0)


def test_the_dice_that_are_rolled_next_replace_those_of_the_attempt_before():
    match = after(*ATTEMPT, "3", "1 6 2", "pay life", text=BLOCKED)
    while isinstance(match.ask, Chance):
        match.answer_by_chance()
    *answers, roll = ATTEMPT
    for answer in answers:
        (blame,) = (dice["title"] for dice in present(match, 0)["rolled"][1:])
        assert blame == "The last roll for the blame"
        match.answer(match.ask.parse(answer))
    assert "rolled" not in present(match, 0), "the next pile is turned over"
    match.answer(match.ask.parse(roll))
    assert "rolled" not in present(match, 0)
    match.answer((6,))
    assert [dice["dice"] for dice in present(match, 0)["rolled"]] == [[6]]


def test_a_card_in_hand_stands_for_its_answer_even_if_another_copy_is_in_the_pile() -> None:
    def options(match: Match, zone: str) -> list[str]:
        found = next(one for one in present(match, 0, player=0)["zones"] if one["id"] == zone)
        return [card.get("option", "") for card in found["cards"] if card.get("id") == "rope"]

    text = '[table.desert.tiles]\nE1 = "rocks-12"\n[table.players.Ada]\nhand = ["rope", "rope", "rope", "canteen"]\n'
    match = after("clear E1", "add rope", text=text)
    assert options(match, "hand-Ada") == ["add rope"] * 2
    assert options(match, "given-Ada") == [""]
    for answer in ("add canteen", *["done"] * 4, "rope canteen"):
        match.answer(match.ask.parse(answer))
    assert (match.ask.rule, options(match, "hand-Ada")) == ("dice/top-up", ["add rope"] * 2)
    match.answer("roll")
    match.answer((6, 6))
    assert match.ask.rule == "failure/everybody-rolls"
    match.answer((1, 6, 2))
    match.answer(match.ask.parse("pay life"))
    while isinstance(match.ask, Chance):
        match.answer_by_chance()
    assert match.ask.rule == "cleanup/order-in-pile"
    assert options(match, "hand-Ada") == ["", ""]


def test_a_tile_in_hand_says_what_the_map_says_and_wears_the_map_s_icon() -> None:
    for tile in GAME.cards.of_type("tile"):
        face = drawn_card(after().table, tile.id, "key")
        assert ("help" in face["text"]) == bool(tile.obstacle)
        assert face.get("value") == (tile.value or (f"+{tile.crash}" if tile.crash else None))
    assert drawn_card(after().table, "ridge-wreck-3", "key")["text"] == (
        "It costs 2 Action Points to enter, and the leader removes the top or bottom card of the Supply discard pile. "
        "A Crash Site with 3 supplies."
    )
    of = marks_of(GAME)["of"]
    icons = {
        (tile.obstacle or "crash", of[tile.id]) for tile in GAME.cards.of_type("tile") if tile.obstacle or tile.crash
    }
    assert icons == {
        ("high-heat", "sun"),
        ("flash-flood", "waves"),
        ("rocky-terrain", "rubble"),
        ("sandstorm", "sand"),
        ("animal-attack", "paw"),
        ("alien-probe", "saucer"),
        ("crash", "wreck"),
    }


def test_an_attempt_is_offered_with_its_obstacle_and_what_helps() -> None:
    details = {option.value: option.detail for option in after(text=BLOCKED).ask.options() if option.detail}
    assert details == {("clear", "E1"): "High Heat 8: canteens help"}


def test_buttons_say_what_an_action_costs_unless_it_costs_one_point() -> None:
    text = AROUND_THE_TEAM + 'W1 = "peak-bare turned 2"\n'
    asked = after(text=text).ask
    labels = {option.value: option.label for option in asked.options() if not option.refusals}
    assert labels["scout"] == "Scout the desert"
    assert labels["vote", "Ben"] == "Call for a vote on Ben (2 AP)"
    assert [label for label in labels.values() if label.startswith("Move")] == [
        "Move the Team to E1",
        "Move the Team to W1 (2 AP)",
    ]


def test_who_adds_nothing_says_whether_they_have_added_something() -> None:
    match = after("clear E1", text=BLOCKED)
    assert match.ask.label("done") == "Add nothing"
    match.answer(("add", "life"))
    assert match.ask.label("done") == "Add nothing more"


@pytest.mark.parametrize(
    ("tools", "labels"),
    [
        (["rope", "canteen"], ["Keep this order: the Rope, then the Canteen", "Discard the Canteen, then the Rope"]),
        (["rope", "canteen", "canteen"], ["Keep this order: the Rope, then 2 Canteens", "Discard a Canteen first"]),
        (
            ["rope", "canteen", "rope"],
            [
                "Keep this order: a Rope, then the Canteen, then another Rope",
                "Discard a Rope first",
                "Discard the Canteen, then 2 Ropes",
            ],
        ),
    ],
)
def test_the_orders_of_discarded_tools_are_told_in_full(tools: list[str], labels: list[str]) -> None:
    text = BLOCKED + f"[table.players.Ada]\nhand = {tools}\n"
    adds = [f"add {tool}" for tool in tools]
    adds += ["add life"] * 2
    match = after("clear E1", *adds, *["done"] * 4, " ".join(tools), "roll", text=text)
    match.answer(tuple([6] * match.ask.dice))
    assert [option.label for option in match.ask.options()] == labels


ONCE = '"stacks/single-stack-empty" = "once"'
NO_TILES = 'stacks = { "3" = [], "6" = [], compass = [] }\nsingle = []'


@pytest.mark.parametrize(
    ("readings", "table", "answers", "tried", "reasons"),
    [
        ("", "points = 2", [], "move N1", [("move/obstacle-blocks", ("clear", "N1"))]),
        ("", "points = 2", [], "move E2", [("move/neighboring-only", None), ("move/obstacle-blocks", None)]),
        ("", "points = 2", [], "clear E2", [("clear/needs-neighboring-team", None)]),
        ("", "points = 2\nmap_tokens = 0", [], "clear E2", [("clear/needs-neighboring-team", None)]),
        (
            '"components/map-tokens-unlimited" = "limited"',
            "points = 2\nmap_tokens = 1",
            [],
            "clear E2",
            [("clear/needs-neighboring-team", None)],
        ),
        (
            '"components/map-tokens-unlimited" = "limited"',
            "points = 2\nmap_tokens = 0",
            [],
            "move N1",
            [("move/obstacle-blocks", None)],
        ),
        (ONCE, NO_TILES, [], "scout", [("scout/no-tile-left", None)]),
        ('"turn/may-pass" = "must-spend"', "points = 2", [], "end turn", [("turn/may-pass", "scout")]),
        (
            ONCE,
            NO_TILES + '\nthrown = ["flats seen by Ada"]',
            [],
            "scout",
            [("scout/no-tile-left", None), ("stacks/single-stack-empty", None)],
        ),
        (
            "",
            "points = 2",
            ["scout", "flats-ringed", "flats", "keep flats"],
            "place E3 turned 2",
            [("placing/step-1-beside-team", ("place", "S1", "turned", 1))],
        ),
        (
            "",
            "points = 2",
            ["scout", "flats-ringed", "flats", "keep flats"],
            "place S1 turned 0",
            [("placing/dots-match-dots", ("place", "S1", "turned", 1))],
        ),
    ],
)
def test_a_closed_answer_has_these_reasons_and_no_others(readings, table, answers, tried, reasons):
    asked = after(*answers, readings=readings, table=table).ask
    assert isinstance(asked, Choose)
    refused = asked.why_not(asked.parse(tried))
    assert [(refusal.rule, refusal.option) for refusal in refused] == reasons


def test_a_roll_aims_at_more_than_the_value():
    asked = after("clear N1", "add life", "add life", "done", "done", "done", "done", "roll").ask
    assert isinstance(asked, Roll)
    aim = asked.aim()
    assert aim.text == "the dice clear it with more than 12"
    assert [aim.hit(faces) for faces in ((6, 6), (6, 7), (1, 1))] == [False, True, False]


def test_odds_tell_the_chance_to_clear_a_tile_as_far_as_a_player_can_know() -> None:
    def told(*answers: str, readings: str = "") -> dict[str, str]:
        ask = after("clear N1", *answers, readings=readings, text=text).ask
        assert isinstance(ask, Moves)
        return {spell(value): ask.prospects(value) for value in ask.open()}

    text = AROUND_THE_TEAM.replace('hand = ["the-infection"]', 'hand = ["canteen", "rope"]')
    to_clear = "chance to clear the tile with"
    assert told("add life", "done", "add canteen") == {
        "add rope": f"{to_clear} 2 dice: 0%",
        "add life": f"{to_clear} 3 dice: 26%",
        "done": f"{to_clear} 2 dice: 0%",
        "talk": "",
    }
    assert told("done", "add canteen", "add rope", "done", "done")["done"] == (
        f"{to_clear} no dice: 0%, not counting 2 cards of the others"
    )
    revealed = ("add life", "done", "add canteen", "add life", "done", "done", "done", "canteen")
    assert told(*revealed) == {
        "add canteen": f"{to_clear} 4 dice: 66%",
        "add life": f"{to_clear} 4 dice: 66%",
        "roll": f"{to_clear} 3 dice: 26%",
        "talk": "",
    }
    assert told(readings='"secrecy/contribution-counts-public" = "total-only"')["done"] == ""


@pytest.mark.parametrize(
    ("readings", "chosen", "dice", "parts"),
    [
        ("", "roll", 9, [(10, "Life Tokens"), (1, "matching cards"), (-2, "wrong Tools")]),
        (
            '"dice/cap-and-mismatch-order" = "cap-first"',
            "roll",
            8,
            [(10, "Life Tokens"), (1, "matching cards"), (-1, "beyond the limit"), (-2, "wrong Tools")],
        ),
        (
            '"dice/count-not-optional" = "may-roll-fewer"',
            "roll 4",
            4,
            [(10, "Life Tokens"), (1, "matching cards"), (-2, "wrong Tools"), (-5, "left out")],
        ),
    ],
)
def test_the_number_of_dice_is_the_sum_of_its_parts(readings, chosen, dice, parts):
    text = """
[table.desert.tiles]
N1 = "heat-12"
[table.players.Ada]
hand = ["canteen", "rope", "compass"]
life = 11
"""
    adding = ["add canteen", "add rope", "add compass", *["add life"] * 10, *["done"] * 6]
    answers = ["clear N1", *adding, "canteen rope compass", "roll", *([chosen] if chosen != "roll" else [])]
    asked = after(*answers, readings=readings, text=text, players=5).ask
    assert isinstance(asked, Roll)
    total = asked.aim().total
    assert asked.dice == total == dice
    assert [(part.n, part.text) for part in total.parts] == parts


def test_the_points_of_a_hand_are_the_sum_of_its_cards():
    hand = 'hand = ["collector", "tissue-sample", "glowing-device", "rope"]'
    table = after(text=f"[table.players]\nAda = {{ {hand} }}").table
    points = score(table, 0)
    assert points == sum(part.n for part in points.parts) == trait_points(table, 0) + proof_points(table, 0)
    assert {part.card for part in points.parts} == {"collector", "tissue-sample", "glowing-device"}


@pytest.mark.parametrize(
    ("rule", "outcomes", "readings", "answers"),
    [
        ("failure/everybody-rolls", 216, "", [*CLEAR, "roll"]),
        (
            "cleanup/order-in-pile",
            2,
            '"cleanup/order-in-pile" = "random"',
            [
                "clear N1",
                "add canteen",
                "add rope",
                *["done"] * 4,
                "canteen rope",
                "add life",
                "add life",
                "roll",
                "6 6 6",
            ],
        ),
    ],
)
def test_chance_keeps_apart_who_rolls_and_what_comes_first(rule, outcomes, readings, answers):
    asked = after(*answers, readings=readings).ask
    assert isinstance(asked, Chance)
    assert (asked.rule, asked.count(), len(list(asked.outcomes()))) == (rule, outcomes, outcomes)


@pytest.mark.parametrize(
    ("rule", "outcomes"), [("setup-characters/deal-stacks", 24), ("setup-supplies/trim-order", 5040)]
)
def test_chance_keeps_apart_who_is_dealt_what(rule, outcomes):
    setup = GAME.setup(3, readings={"setup-supplies/trim-order": "shuffled"})
    match = Match(GAME, GAME.new(setup), seed=3)
    match.play(lambda ask: ask.open()[0], until=lambda match: match.ask.rule == rule)
    assert match.ask.count() == outcomes


def test_tiles_may_lie_apart_only_where_the_book_is_read_so():
    scene = """
game = "doppelganger"
players = 3
readings = { "placing/step-2-needs-contact" = "%s" }
table.desert.tiles = { E3 = "flats" }
"""
    match = load_scenes(scene % "detached", "s.toml")[0].match(GAME)
    assert (3, 0) in match.table.desert.placed
    default = GAME.book["placing/step-2-needs-contact"].default
    with pytest.raises(BadInput, match="not connected to START"):
        load_scenes(scene % default, "s.toml")[0].match(GAME)


@pytest.mark.parametrize(("answer", "rule"), [("talk", "secrecy/may-talk"), ("give up", "turn/sequential")])
def test_who_plays_on_in_a_lesson_speaks_and_gives_up_for_their_own_seat(answer: str, rule: str) -> None:
    match = load_scenes(CRASH, "crash")[0].match(GAME)
    leader = match.ask.seat
    before = len(match.log)
    match.answer(answer)
    run_on(match, leader, "steady")
    assert match.log[before + 1].value == match.table.names[leader]
    assert match.asked(leader).rule == rule


# -- what was said, and what the bots make of what everybody can see ---------------------------------------------------

TALK = """
game = "doppelganger"
players = 3
table.claims = [
    ["Ben", "holds", "rope"],
    ["Ben", "lacks", "rope"],
    ["Ben", "holds", "canteen"],
    ["Ben", "played", "rope"],
    ["Ada", "lacks", "compass"],
]
table.known.Ada.Ben = ["rope"]
table.players.Ada = { character = "night-nurse", hand = ["compass"] }
table.players.Ben = { character = "student", hand = ["rope"] }
"""


def test_a_claim_is_judged_only_where_its_reader_can_tell() -> None:
    match = load_scenes(TALK, "talk")[0].match(GAME)
    [claims] = [zone for zone in GAME.view(match.table, 0)["zones"] if zone["id"] == "claims"]
    assert claims["facts"] == [
        "Ben claims to hold a Rope, which is true",
        "Ben claims not to hold a Rope, which is not true",
        "Ben claims to hold a Canteen",
        "Ben claims to have played a Rope",
        "you claim not to hold a Compass, which is not true",
    ]


STINGY = """
game = "doppelganger"
players = 3
table.leader = "Ada"
table.points = 2
table.players.Ada = { character = "%s", life = %d, hand = ["rope"] }
table.players.Ben = { character = "student", life = 2, hand = ["rope"] }
table.players.Cleo = { character = "radio-host", life = %d, hand = ["rope"] }
table.desert.tiles.E1 = "heat-8 turned 1"
play = %s
"""


def answers_of(scene: str, seat: int | None = None, times: int = 200) -> Counter[str]:
    """Return how often a player (None: the first one who is asked) gives each answer, as the steady bot plays."""
    match = play_scene(load_scenes(scene, "stingy")[0]).match
    if seat is None:
        seat = next(seat for seat in range(match.table.seats) if match.asked(seat) is not None)
    ask, bot = match.asked(seat), bots_of(GAME)["steady"]
    return Counter(spell(bot(ask, lambda: GAME.position(match.table, seat), Random(n).random)) for n in range(times))


FIVE = """
game = "doppelganger"
players = 5
table.leader = "Ada"
table.points = 2
table.players.Ada = { character = "%s", life = 3, hand = ["rope"] }
table.players.Ben = { character = "student", life = 3, hand = ["rope"] }
table.players.Cleo = { character = "radio-host", life = 3, hand = ["rope"] }
table.players.Dev = { character = "retired-pilot", life = 3, hand = ["rope"] }
table.players.Eva = { character = "geologist", life = 3, hand = ["rope"] }
"""
TRIED = """
table.desert.tiles.E1 = "heat-8 turned 1"
table.rolled = { leader = "Ben", target = "E1", tokens = [%s], cards = [%s], wrong = %d, team = [%s], blame = [%s] }
"""
FAILED = ('"Ben", "Cleo", "Dev", "Eva", "Ada"', "1, 2, 3, 4, 5")


def test_a_human_votes_only_on_somebody_whom_there_is_a_reason_to_suspect() -> None:
    human = FIVE % "night-nurse"
    none = answers_of(human + TRIED % ("1, 1, 1, 1, 1", "0, 0, 0, 0, 0", 0, *FAILED))
    assert not [answer for answer in none if answer.startswith("vote")]
    gave_nothing = human + TRIED % ("1, 1, 0, 1, 1", "0, 0, 0, 0, 0", 0, *FAILED)
    assert {answer for answer in answers_of(gave_nothing) if answer.startswith("vote")} == {"vote Cleo"}
    assert answers_of(gave_nothing + 'play = ["vote Cleo"]', 1)["yes"] > 130
    assert answers_of(gave_nothing + 'play = ["vote Eva"]', 1) == {"no": 200}
    assert answers_of(gave_nothing + 'play = ["vote Eva"]', 0) == {"yes": 200}, "who calls a vote votes yes"
    cleared = human + TRIED % ("1, 1, 0, 1, 1", "0, 0, 0, 0, 0", 0, "", "")
    assert not [answer for answer in answers_of(cleared) if answer.startswith("vote")], "the attempt succeeded"


def test_a_wrong_tool_in_the_pile_makes_the_few_who_gave_cards_suspected() -> None:
    human = FIVE % "night-nurse"
    two = answers_of(human + TRIED % ("0, 1, 0, 0, 1", "1, 0, 1, 1, 0", 1, *FAILED))
    assert {answer for answer in two if answer.startswith("vote")} == {"vote Cleo", "vote Dev"}
    three = answers_of(human + TRIED % ("0, 1, 0, 0, 0", "1, 0, 1, 1, 1", 1, *FAILED))
    assert not [answer for answer in three if answer.startswith("vote")]


def test_whoever_is_known_to_hold_the_infection_is_suspected() -> None:
    known = FIVE.replace('geologist", life = 3, hand = ["rope"]', 'geologist", life = 3, hand = ["the-infection"]')
    done = answers_of(known % "night-nurse" + 'table.known.Ada.Eva = ["the-infection"]\n')
    assert {answer for answer in done if answer.startswith("vote")} == {"vote Eva"}


def test_an_alien_leads_on_as_a_human_does_until_the_team_would_be_home() -> None:
    wreck = 'table.desert.tiles.E1 = "wreck-2"\n'
    assert answers_of(FIVE % "the-alien" + wreck) == answers_of(FIVE % "night-nurse" + wreck) == {"move E1": 200}
    town = 'table.desert.tiles.E1 = "town-flood-15 cleared"\n'
    assert answers_of(FIVE % "night-nurse" + town) == {"move E1": 200}
    assert "move E1" not in answers_of(FIVE % "the-alien" + town)


def test_an_alien_who_is_alone_with_somebody_leaves_them_behind() -> None:
    alone = re.sub(r"(?<=players\.)(Cleo|Dev|Eva)(.*?) life = 3", r'\1\2 out = "vote"', FIVE)
    assert answers_of(alone % "the-alien") == {"vote Ben": 200}
    assert answers_of(alone % "night-nurse")["vote Ben"] == 0


def test_an_alien_gives_a_card_that_does_not_help_and_sometimes_a_life_token_if_there_is_none() -> None:
    attempt = 'table.desert.tiles.E1 = "heat-8 turned 1"\nplay = ["clear E1"]'
    useless = answers_of(FIVE % "the-alien" + attempt)
    assert set(useless) == {"add rope", "add life", "done"}
    assert useless["add rope"] > 120
    helps = FIVE.replace('["rope"] }\ntable.players.Ben', '["canteen"] }\ntable.players.Ben')
    seeming = answers_of(helps % "the-alien" + attempt)
    assert set(seeming) == {"add life", "done"}
    assert 40 < seeming["add life"] < 120


def test_an_alien_votes_with_the_leader_only_where_its_vote_may_decide() -> None:
    scene = (FIVE % "night-nurse").replace("student", "the-alien") + 'play = ["vote Cleo"]'
    assert answers_of(scene, 1) == {"no": 200}
    assert answers_of(scene.replace('geologist", life = 3', 'geologist", out = "vote"'), 1) == {"yes": 200}


def test_an_alien_does_not_walk_back_while_there_is_something_else_to_do() -> None:
    free = STINGY.replace('"heat-8 turned 1"', '"wreck-2"\ntable.desert.team = "E1"')
    done = answers_of(free % ("the-alien", 2, 2, "[]"))
    assert done["scout"] == 200, done


def test_a_steady_human_suspects_only_who_keeps_many_more_life_tokens_than_the_others() -> None:
    accused = answers_of(STINGY % ("night-nurse", 2, 6, "[]"))
    assert accused["vote Cleo"] > 30
    assert accused["vote Ben"] == 0
    assert answers_of(STINGY % ("night-nurse", 2, 3, "[]"))["vote Cleo"] == 0
    assert answers_of(STINGY % ("night-nurse", 2, 6, '["vote Cleo"]'), 1)["yes"] > 130
    assert answers_of(STINGY % ("night-nurse", 2, 3, '["vote Cleo"]'), 1)["yes"] == 0
    assert answers_of(STINGY % ("night-nurse", 2, 3, '["vote Cleo"]'), 0)["yes"] == 200, "who calls a vote votes yes"
    hidden = '\nreadings = { "secrecy/life-tokens-public" = "hidden-stock" }'
    unseen = STINGY.replace("players = 3", f"players = 3{hidden}")
    assert answers_of(unseen % ("night-nurse", 2, 6, "[]"))["vote Cleo"] == 0


def test_a_steady_alien_gives_a_life_token_rather_than_stand_out() -> None:
    assert answers_of(STINGY % ("the-alien", 6, 2, '["clear E1"]'))["add life"] == 200
    assert answers_of(STINGY % ("the-alien", 2, 2, '["clear E1"]'))["add life"] == 0
