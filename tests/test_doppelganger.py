"""What only Doppelganger promises: its desert, its secrets, the ways through a turn, and errors that name the place."""

import os
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import networkx as nx

from tutor.engine.asks import Choose
from tutor.engine.match import play_out, uniformly
from tutor.engine.playing import play_scene
from tutor.engine.scene import load_scenes
from tutor.games.doppelganger import GAME
from tutor.games.doppelganger.cards import ANY, Tile
from tutor.games.doppelganger.desert import (
    CORNERS,
    START,
    TURNS,
    Desert,
    cell_name,
    cost,
    fitting_turns,
    graph_of,
    movement,
    movement_graph,
    neighbours,
    placement,
    region,
    trapped,
    turned,
    turns_to_reach,
    way_to_start,
)
from tutor.games.doppelganger.rules.placing import Place
from tutor.games.doppelganger.rules.turn import GIVE_UP, TALK, Act
from tutor.lab.simulate import any_setup

EDGES = {
    (edge["from"], edge["to"])
    for edge in tomllib.loads((GAME.folder / "flow.toml").read_text(encoding="utf-8"))["edge"]
}
GAMES = int(os.environ.get("PLAYOUTS", "120"))
"""Games of each kind; `PLAYOUTS=10000` is the long run."""


PATIENCE = 300
"""Answers after which a stubborn player plays by pure chance."""


# -- games by chance ---------------------------------------------------------------------------------------------------


def stubborn(random: Random):
    """A chooser that answers by chance, but for long will not give up, talk or vote, and would rather walk on."""
    patience = iter(range(PATIENCE))

    def choose(ask: Choose):
        if next(patience, None) is None:
            return uniformly(random.random)(ask)
        values = [v for v in ask.open() if v not in (GIVE_UP, TALK, "yes")] or ask.open()
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
"""Readings that open ways through the turn which few games take."""

RING = Tile(id="ring", name="Ring", origin="stand-in", kind="open", back="3", edges=(1, 1, 1, 1), copies=40)
SLATE = Tile(id="start", name="START", origin="stand-in", kind="start", edges=(0, 0, 0, 0))
PLAIN_START = GAME.cards.with_cards({"start": ("tile", SLATE), "ring": ("tile", RING)})
"""A set in which most tiles fit nowhere."""


def late_table(random: Random, rare: bool):
    """A table late in a game: a grown desert, few tiles and supplies left, some players gone."""
    setup = any_setup(GAME, random.randrange(10**6))
    if rare:
        readings = {**setup.readings, **{id: reading for id, reading in RARE.items() if random.random() < 0.7}}
        setup = GAME.setup(len(setup.names), readings, cards=random.choice((GAME.cards, PLAIN_START)))
    table = GAME.table(setup)
    tiles = grow(table, random, random.randint(1, 25) if setup.cards is GAME.cards else 1, rare)
    places = [START, *(cell for cell, (id, _, _) in tiles.items() if table.tiles[id].kind in ("open", "mountain"))]
    team = random.choice(places)
    words = {
        cell_name(c): f"{id} turned {turn}{mark if c != team else MARKED}" for c, (id, turn, mark) in tiles.items()
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


MARKED = " cleared explored"


def grow(table, random: Random, tiles: int, wrecks_first: bool = False):
    """Cell → tile, turn and marks of a desert that fits together, as many tiles as asked for if there are places."""
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
            found[cell] = id, turn, random.choice((MARKED, MARKED, ""))
    return found


def walk(table, choose, random: Random) -> list[str]:
    steps: list[str] = []
    table.listen(lambda note: None, steps.append)
    play_out(GAME.rules, table, choose, random.random, limit=50_000)
    return steps


def tables() -> Iterator[tuple[int, object]]:
    """Tables of all kinds, by seed: whole games and late ones, any readings, 3 to 6 players."""
    for seed in range(GAMES):
        yield seed, GAME.new(any_setup(GAME, seed))
        yield seed, late_table(Random(seed), rare=False)
        yield seed, late_table(Random(seed), rare=True)


def naive_spots(desert: Desert, tile) -> tuple[int, list]:
    """Where a tile may go, straight from the definitions of the map's graph: every cell, every turn, side by side."""

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
    corners = {(x + dx, y + dy) for dx, dy in CORNERS}
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
    """The invariants of the map, with networkx as the judge of distance, reach and the trapped test."""
    desert = table.desert
    graph = graph_of(desert)
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
    """Movement, reach and the trapped test, compared with the same asked of networkx."""
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
        c for c in neighbours(desert.team) if moves.has_edge(desert.team, c) and cost(desert.placed[c].tile) == 1
    ]
    assert set(turns_to_reach(desert, 2)) == nx.descendants(moves, desert.team) | {desert.team}
    assert trapped(desert) == found.trapped
    if found.trapped:
        assert all(not desert.open_sides(cell) for cell in found.reach)


def test_the_desert_keeps_its_invariants_and_agrees_with_networkx():
    """In games by chance: whenever the map or the Team has changed, and for every tile that is placed."""
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
            if len(now) > len(last) or (isinstance(ask, Act) and desert.team != team[0]):
                team[0] = desert.team
                the_map_is_sound(table)
            last.update(now)
            before.update(desert.steps)
            if isinstance(ask, Place):
                step, spots = placement(desert, table.tiles[ask.tile])
                assert (step, sorted(spots)) == naive_spots(desert, table.tiles[ask.tile])
            return chooser(ask)

        play_out(GAME.rules, table, choose, random.random, limit=50_000)
        placed += len(table.desert.placed)
    assert placed > GAMES


def test_random_games_walk_every_way_of_the_flow_and_no_other():
    walked: Counter[tuple[str, str]] = Counter()
    for seed, table in tables():
        random = Random(seed)
        choose = uniformly(random.random) if seed % 4 == 0 else stubborn(random)
        walked.update(pairwise(walk(table, choose, random)))
    for path in sorted((GAME.folder / "scenarios").glob("*.toml")):
        for scene in load_scenes(path.read_text(encoding="utf-8"), path.name):
            walked.update(pairwise(play_scene(scene, GAME).match.steps))
    assert set(walked) == EDGES
