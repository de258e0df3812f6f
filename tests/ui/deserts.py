"""Hand-made deserts as plain data, with answers to their questions by networkx."""

import re
from itertools import product

import networkx as nx

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
COMPASS = "NESW"
OBSTACLES = {
    "high-heat": "High Heat",
    "flash-flood": "Flash Flood",
    "rocky-terrain": "Rocky Terrain",
    "sandstorm": "Sandstorm",
    "animal-attack": "Animal Attack",
    "alien-probe": "Alien Probe",
}
NIGHT = """
E1 N2 | civilization | NW   | sandstorm 15
E2 N2 | canyon       | ES   |
N1    | open         | NW   | flash-flood 12
E1 N1 | canyon       |      |
E2 N1 | open         | NE   | crash 1 done
E3 N1 | open         | NESW | rocky-terrain 11 done
W1    | mountain     |      | sandstorm 10
START | start        |      |
E1    | canyon       | E    |
E2    | open         | SW   | animal-attack 8 done
E3    | mountain     | N    | high-heat 10 done
E4    | open         | E    | alien-probe 14
E5    | canyon       | EW   |
W1 S1 | open         | E    | crash 3
S1    | open         | W    |
E1 S1 | open         |      | high-heat 9 done
E2 S1 | open         | NES  | crash 2 done
E3 S1 | open         | ESW  | rocky-terrain 12
E2 S2 | open         | NE   | animal-attack 9
"""
TRAP = """
START | start  | |
N1    | canyon | |
E1    | canyon | |
S1    | open   | | high-heat 9
W1    | canyon | |
E1 S1 | canyon | |
S2    | canyon | |
W1 S1 | canyon | |
"""
HAND = {"title": "Salt Flats", "kind": "open", "dots": [3, 0, 3, 0], "crash": 2}


def cell_of(name):
    found = re.fullmatch(r"(?:([EW])(\d+))? ?(?:([NS])(\d+))?", "" if name == "START" else name)
    x, y = int(found[2] or 0), int(found[4] or 0)
    return -x if found[1] == "W" else x, -y if found[3] == "S" else y


def name_of(cell):
    parts = [f"{names[n > 0]}{abs(n)}" for names, n in zip(("WE", "SN"), cell, strict=True) if n]
    return " ".join(parts) or "START"


def beside(cell):
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in SIDES]


def read(text):
    """Return the tiles of a text whose rows are: cell | ground | dotted sides | obstacle or crash, a number, done."""
    tiles = {}
    for row in text.strip().splitlines():
        name, kind, dotted, sign = (part.strip() for part in row.split("|"))
        icon, number, done = ([*sign.split(), "", "", ""])[:3]
        cell = cell_of(name)
        tiles[cell] = tile(cell, kind, [3 * (side in dotted) for side in COMPASS], icon, int(number or 0), bool(done))
    return tiles


def tile(cell, kind, dots, icon="", number=0, done=False):
    obstacle = icon if icon in OBSTACLES else ""
    blocked = bool(obstacle) and not done
    return {
        "cell": list(cell),
        "name": name_of(cell),
        "title": kind.title(),
        "kind": kind,
        "obstacle": obstacle,
        "obstacle_name": OBSTACLES.get(obstacle, ""),
        "value": number if obstacle else 0,
        "crash": number if icon == "crash" else 0,
        "dots": dots,
        "cleared": bool(obstacle) and done,
        "explored": icon == "crash" and done,
        "blocked": blocked,
        "enterable": kind != "canyon" and not blocked,
        "cost": 2 if kind == "mountain" else 1,
    }


def desert(tiles, team=(0, 0), points=2, hand=None):
    """Return the plain data of a desert: tiles, rim, the tile in hand in every cell, and the four answers."""
    every = nx.Graph([(cell, side) for cell in tiles for side in beside(cell) if side in tiles])
    every.add_nodes_from(tiles)
    steps = nx.single_source_shortest_path_length(every, (0, 0))
    rim = sorted({side for cell in tiles for side in beside(cell)} - set(tiles))
    return {
        "team": list(team),
        "team_name": name_of(team),
        "tiles": [{**tiles[cell], "steps": steps[cell]} for cell in sorted(tiles)],
        "rim": [{"cell": list(cell), "name": name_of(cell)} for cell in rim],
        "mountain_cost": 2,
        "helpers": {"high-heat": "canteens and Life Tokens", "flash-flood": "ropes, compasses and Life Tokens"},
        "in_hand": in_hand(tiles, rim, team, {"id": "flats", "obstacle": "", "value": 0, **hand}) if hand else None,
        "questions": questions(tiles, rim, team, points, every, steps[team]),
    }


def questions(tiles, rim, team, points, every, steps):
    walk = nx.DiGraph((a, b) for a, b in nx.DiGraph(every).edges if tiles[b]["enterable"])
    walk.add_node(team)
    ever = every.subgraph(cell for cell in tiles if tiles[cell]["kind"] != "canyon")
    reach = nx.node_connected_component(ever, team)
    frontier = [cell for cell in rim if set(beside(cell)) & reach]
    town = any(tiles[cell]["kind"] == "civilization" for cell in reach)
    ground = {team, *nx.descendants(walk, team)}
    return {
        "distance": {
            "steps": steps,
            "counted": steps,
            "bands": [4, 8],
            "stack": "3" if steps <= 4 else "6" if steps <= 8 else "compass",
            "way": [name_of(cell) for cell in nx.shortest_path(every, team, (0, 0))],
        },
        "movement": {name_of(cell): turn for cell, turn in turns(tiles, walk, team, points).items()},
        "walks": [[name_of(a), name_of(b)] for a, b in walk.edges if {a, b} <= ground and a < b],
        "trapped": {
            "trapped": not town and not frontier,
            "reach": [name_of(cell) for cell in sorted(reach)],
            "frontier": [name_of(cell) for cell in frontier],
            "civilization": town,
        },
        "placing": {str(n): [name_of(c) for c in cells] for n, cells in candidates(tiles, rim, team).items()},
    }


def turns(tiles, walk, team, points):
    graph = nx.DiGraph()
    for cell, left in product(walk, range(3)):
        graph.add_edge((cell, left), (cell, 2), turns=1)
        for side in walk[cell]:
            if tiles[side]["cost"] <= left:
                graph.add_edge((cell, left), (side, left - tiles[side]["cost"]), turns=0)
    found = nx.single_source_dijkstra_path_length(graph, (team, points), weight="turns")
    return {cell: min(n for (at, _), n in found.items() if at == cell) + 1 for cell in {cell for cell, _ in found}}


def candidates(tiles, rim, team):
    corners = [(team[0] + dx, team[1] + dy) for dx, dy in product((1, -1), repeat=2)]
    first = [cell for cell in beside(team) if cell not in tiles]
    second = [cell for cell in corners if cell in rim]
    return {1: first, 2: second, 3: [cell for cell in rim if cell not in (*first, *second)]}


def in_hand(tiles, rim, team, hand):
    turned = [[hand["dots"][(side - turn) % 4] for side in range(4)] for turn in range(4)]

    def clashes(cell, turn):
        asked = [tiles[side]["dots"][(n + 2) % 4] if side in tiles else None for n, side in enumerate(beside(cell))]
        found = zip(COMPASS, turned[turn], asked, strict=True)
        return [{"side": s, "ours": a, "theirs": b} for s, a, b in found if b is not None and a != b]

    steps = candidates(tiles, rim, team)
    fits = {n: [(c, t) for c in cells for t in range(4) if not clashes(c, t)] for n, cells in steps.items()}
    applies = next((n for n, spots in fits.items() if spots), 0)

    def spot(step, cell):
        found = [
            {
                "turn": t,
                "open": step == applies and not clashes(cell, t),
                "wrong_step": step != applies,
                "clashes": clashes(cell, t),
            }
            for t in range(4)
        ]
        return {"cell": list(cell), "name": name_of(cell), "step": step, "turns": found}

    cells = [spot(step, cell) for step, there in steps.items() for cell in there]
    return {**hand, "dots": turned, "step": applies, "cells": cells}


def night(points=1, hand=HAND):
    """The large example has nineteen tiles, with the Team far out and a town behind canyons."""
    return desert(read(NIGHT), (3, 1), points, hand)


def trap():
    """A Team that no move can free."""
    return desert(read(TRAP))


def wide(columns=10, rows=6, more=(), hand=None):
    """Return a full map of this many tiles and `more`, all of them open, with the Team in the middle."""
    cells = [*product(range(columns), range(rows)), *more]
    tiles = {cell: tile(cell, "open", [0, 0, 0, 0]) for cell in cells}
    tiles[0, 0]["kind"] = "start"
    return desert(tiles, (columns // 2, rows // 2), hand=hand)
