"""The desert as a map of tiles to draw: words, signs and the four questions, from the desert's plain data.

It takes what `desert_view` gives, and knows neither the table nor how a map is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from tutor.engine.book.names import listed
from tutor.engine.core.table import Many
from tutor.games.doppelganger.cards import OBSTACLES, STACKS
from tutor.games.doppelganger.desert import Cell, cell_name, neighbours
from tutor.games.doppelganger.desert_questions import STEP_PLACES, STEP_RULES
from tutor.games.doppelganger.rules.placing import turned_words

Data: TypeAlias = Mapping[str, Any]

SIDE_NAMES = ("north", "east", "south", "west")
COMPASS = "NESW"
ICONS = {
    "high-heat": "heat",
    "flash-flood": "flood",
    "rocky-terrain": "rocky",
    "sandstorm": "storm",
    "animal-attack": "animal",
    "alien-probe": "probe",
}
GROUNDS = {"start": "START", "open": "Open Desert"}
"""The kinds of ground that have another name in the book."""
COLUMNS = ("Cell", "Ground", "Icon", "State", "Red dots", "Steps to START")
TEAM = "the Team"
ORDER = "The numbers show where to try first: 1 beside the Team, 2 diagonally to it, 3 anywhere else beside a tile."

LEGEND: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Tile in shade", "blocked until somebody beats the number", {"state": "shut", "icon": "heat", "text": "9"}),
    ("Lamplit, Map Token", "cleared, so you may enter", {"state": "open", "icon": "heat", "text": "9", "done": True}),
    ("Round plate, +3", "an unexplored Crash Site with 3 supplies", {"state": "open", "icon": "crash", "text": "+3"}),
    (
        "Mountain",
        "{cost:Action Point} to enter, and a discarded supply leaves the game",
        {"state": "open", "ground": "mountain"},
    ),
    ("Canyon", "the Team can never enter it", {"state": "never", "ground": "canyon"}),
    ("Civilization", "the way out", {"state": "open", "ground": "civilization"}),
    ("Red dots", "red dots meet red dots, and plain sides meet plain sides", {"state": "open", "dots": [3, 0, 0, 0]}),
)
"""The name, the meaning and an example tile of each mark."""
LEGEND_CELLS = (
    ("Corner ticks", "an empty space", ["tm-ticks"]),
    ("Solid amber", "the tile fits as it is turned now", ["tm-frame"]),
    ("Dashed amber", "the tile fits if you turn it", ["tm-ticks", "tm-frame-other", "tm-turn"]),
    ("Red cross and bar", "a side that does not match", ["tm-ticks", "tm-frame-refused", "tm-side-bad"]),
)


def tile_map(desert: Data, points: int) -> dict[str, Any]:
    """Return a map of tiles (`docs/pictures.md`) from the desert's plain data and the Action Points left."""
    tiles = {_cell(tile["cell"]): tile for tile in desert["tiles"]}
    return {
        "kind": "tiles",
        "id": "desert",
        "title": "The desert so far",
        "tiles": [_tile(tile) for tile in desert["tiles"]],
        "rim": [
            {"cell": list(cell["cell"]), "name": cell["name"], "options": [f"move {cell['name']}"]}
            for cell in desert["rim"]
        ],
        "pieces": [{"cell": list(desert["team"]), "label": TEAM}],
        "hand": _hand(desert["in_hand"]) if desert["in_hand"] else None,
        "questions": list(_questions(desert, tiles, points)),
        "shown": "",
        "summary": _summary(desert, tiles),
        "table": {"head": list(COLUMNS), "rows": [_row(tile, desert) for tile in desert["tiles"]]},
        "legend": list(_legend(Many(desert["mountain_cost"]), desert["helpers"])),
    }


def _cell(pair: Sequence[int]) -> Cell:
    return pair[0], pair[1]


# -- tiles -------------------------------------------------------------------------------------------------------------


def _tile(tile: Data) -> dict[str, Any]:
    return {
        "cell": list(tile["cell"]),
        "name": tile["name"],
        "ground": tile["kind"],
        "state": "never" if tile["kind"] == "canyon" else "open" if tile["enterable"] else "shut",
        "dots": list(tile["dots"]),
        "signs": _signs(tile),
        "label": _words(tile),
        "options": [f"clear {tile['name']}", f"move {tile['name']}"] if tile["blocked"] else [f"move {tile['name']}"],
    }


def _signs(tile: Data) -> list[dict[str, Any]]:
    found = []
    if tile["obstacle"]:
        done = tile.get("cleared", False)
        icon = ICONS[tile["obstacle"]]
        found.append({"kind": "obstacle", "icon": icon, "text": str(tile["value"]), "done": done})
    if tile["crash"]:
        done = tile.get("explored", False)
        found.append({"kind": "find", "icon": "crash", "text": f"+{tile['crash']}", "done": done})
    return found


def _ground(tile: Data) -> str:
    kind: str = tile["kind"]
    return GROUNDS.get(kind, kind.capitalize())


def _icon(tile: Data) -> str:
    parts = [f"{tile['obstacle_name']} {tile['value']}"] if tile["obstacle"] else []
    parts += [f"Crash Site {tile['crash']}"] if tile["crash"] else []
    return ", ".join(parts)


def _condition(tile: Data) -> str:
    if tile["kind"] == "canyon":
        return "no entry"
    parts = [("cleared" if tile["cleared"] else "blocked")] if tile["obstacle"] else []
    parts += [("explored" if tile["explored"] else "unexplored")] if tile["crash"] else []
    if not tile["enterable"] and not tile["blocked"]:
        parts.append("closed to the Team")
    return ", ".join(parts) or "open"


def _words(tile: Data) -> str:
    return ", ".join(part for part in (_ground(tile), _icon(tile), _condition(tile)) if part)


def _row(tile: Data, desert: Data) -> list[str]:
    here = " · Team" if list(tile["cell"]) == list(desert["team"]) else ""
    dotted = "".join(side for side, n in zip(COMPASS, tile["dots"], strict=True) if n > 0)
    steps = "–" if tile["steps"] is None else str(tile["steps"])
    ground = _ground(tile) + here
    return [tile["name"], ground, _icon(tile) or "–", _condition(tile), dotted or "none", steps]


def _summary(desert: Data, tiles: Mapping[Cell, Data]) -> str:
    """Return a text on where the Team is, what is on its four sides, and where Civilization tiles are."""
    team = _cell(desert["team"])
    count = "There is 1 tile" if len(tiles) == 1 else f"There are {len(tiles)} tiles"
    sides = [
        f"{side} {_words(tiles[there]) if there in tiles else 'an empty space'}"
        for side, there in zip(SIDE_NAMES, neighbours(team), strict=True)
    ]
    towns = [tile["name"] for tile in tiles.values() if tile["kind"] == "civilization"]
    found = f"{count}. The Team is at {desert['team_name']}. Beside it: {'; '.join(sides)}."
    return f"{found} Civilization: {', '.join(towns)}." if towns else f"{found} No Civilization is in sight yet."


def _legend(cost: Many, helpers: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    obstacles = [
        (OBSTACLES[id], f"{words} help", {"state": "shut", "icon": ICONS[id], "text": "9"})
        for id, words in helpers.items()
    ]
    for label, meaning, given in (*LEGEND, *obstacles):
        facts: dict[str, Any] = {"ground": "open", "dots": [0, 0, 0, 0], **given}
        kind = "find" if facts.get("icon") == "crash" else "obstacle"
        sign = {"kind": kind, "icon": facts.get("icon"), "text": facts.get("text"), "done": facts.get("done", False)}
        tile = {"ground": facts["ground"], "state": facts["state"], "dots": facts["dots"]}
        yield {
            "label": label,
            "text": meaning.format(cost=cost),
            "tile": {**tile, "signs": [sign] if "icon" in facts else []},
        }
    for label, meaning, drawings in LEGEND_CELLS:
        yield {"label": label, "text": meaning, "drawings": drawings}


# -- the tile in hand --------------------------------------------------------------------------------------------------


def _hand(hand: Data) -> dict[str, Any]:
    facts = {"cleared": False, "explored": False, "enterable": not hand["obstacle"], "blocked": bool(hand["obstacle"])}
    return {
        "id": hand["id"],
        "label": hand["title"],
        "notes": [_dotted(dots) for dots in hand["dots"]],
        "ground": hand["kind"],
        "state": "never" if hand["kind"] == "canyon" else "open" if facts["enterable"] else "shut",
        "dots": list(hand["dots"][0]),
        "signs": _signs({**hand, **facts}),
        "spots": [_spot(hand, spot) for spot in hand["cells"]],
        "turn": max(range(4), key=lambda turn: (sum(spot["turns"][turn]["open"] for spot in hand["cells"]), -turn)),
    }


def _dotted(dots: Sequence[int]) -> str:
    """Return on which sides a tile has red dots."""
    sides = listed(SIDE_NAMES[side] for side, n in enumerate(dots) if n > 0)
    return f"red dots in the {sides}" if sides else "no red dots"


def _spot(hand: Data, spot: Data) -> dict[str, Any]:
    turns = [
        {
            "option": f"place {spot['name']} turned {turn['turn']}",
            "reasons": [] if turn["open"] else list(_reasons(hand["step"], spot["step"], turn)),
        }
        for turn in spot["turns"]
    ]
    return {"cell": list(spot["cell"]), "name": spot["name"], "step": spot["step"], "turns": turns}


def _reasons(applies: int, step: int, turn: Data) -> Iterator[dict[str, Any]]:
    """Yield why a tile cannot be placed like this: the step of the cell, and every side that does not match."""
    if turn["wrong_step"] and step > applies > 0:
        ours = f"the tile fits {STEP_PLACES[applies]}, so it has to be placed there"
        yield {"text": ours, "group": ours, "rule": STEP_RULES[applies]}
    for clash in turn["clashes"]:
        side = COMPASS.index(clash["side"])
        rule = "placing/dots-match-dots" if clash["ours"] else "placing/plain-matches-plain"
        words = f"{_edge(clash['ours'])} would meet {_edge(clash['theirs'])} in the {SIDE_NAMES[side]}"
        yield {"text": words, "rule": rule, "sides": [side]}


def _edge(dots: int) -> str:
    return "a plain side" if dots == 0 else "red dots" if dots == 1 else f"{dots} red dots"


# -- the four questions ------------------------------------------------------------------------------------------------


def _questions(desert: Data, tiles: Mapping[Cell, Data], points: int) -> Iterator[dict[str, Any]]:
    answers = desert["questions"]
    yield {"id": "distance", "label": "How far is START?", **_distance(answers["distance"], tiles)}
    yield {"id": "movement", "label": "Where can we walk?", **_movement(desert, tiles, points)}
    yield {"id": "trapped", "label": "Are we trapped?", **_trapped(answers["trapped"], tiles)}
    yield {"id": "placing", "label": "Where does it fit?", **_placing(desert)}


def _pairs(cells: Iterable[Cell]) -> list[list[str]]:
    """Return all pairs of these cells that share a side."""
    known = set(cells)
    return [
        [cell_name(cell), cell_name(side)] for cell in sorted(known) for side in neighbours(cell)[:2] if side in known
    ]


def _distance(answer: Data, tiles: Mapping[Cell, Data]) -> dict[str, Any]:
    named = {tile["name"]: tile for tile in tiles.values()}
    way = answer["way"]
    steps = [name + (" · a Canyon counts, too" if named[name]["kind"] == "canyon" else "") for name in way[1:]]
    counted = answer["counted"]
    near, far = answer["bands"]
    note = [] if counted == answer["steps"] else [f"In the reading that’s in force, that counts as {counted}."]
    return {
        "answer": f"{Many(answer['steps']):step}, so draw from the {STACKS[answer['stack']]}",
        "scale": {
            "bands": [f"0–{near} · 3 stack", f"{near + 1}–{far} · 6 stack", f"{far + 1}+ · Compass"],
            "at": list(STACKS).index(answer["stack"]),
        },
        "steps": steps,
        "text": [
            *note,
            "All placed tiles count, even blocked ones and Canyons. If several ways are equally short, one is shown.",
        ],
        "rules": ["stacks/distance-is-shortest-path", "stacks/uncleared-count", "stacks/canyons-count"],
        "draw": {"links": _pairs(tiles), "way": way},
    }


def _movement(desert: Data, tiles: Mapping[Cell, Data], points: int) -> dict[str, Any]:
    team = _cell(desert["team"])
    turns = {cell: desert["questions"]["movement"].get(cell_name(cell)) for cell in tiles}
    walked = {cell for cell, turn in turns.items() if turn} | {team}
    rows = [_side_row(tiles.get(cell), cell, turns, points) for cell in neighbours(team)]
    now = [row["name"] for row in rows if row["state"] == "now"]
    later = sorted({turn for cell, turn in turns.items() if turn and cell != team})
    rows += [
        {"name": f"Turn {turn}" + (", this one" if turn == 1 else ""), "text": ", ".join(sorted(there)), "state": ""}
        for turn in later
        for there in [[cell_name(cell) for cell in tiles if turns[cell] == turn and cell != team]]
    ]
    bars = {side for cell in walked for side in neighbours(cell) if side in tiles and not tiles[side]["enterable"]}
    badges = [
        {"at": cell_name(cell), "text": str(turn), "look": "now" if cell_name(cell) in now else "later"}
        for cell, turn in turns.items()
        if turn and cell != team
    ]
    return {
        "answer": f"With {Many(points):Action Point} left, {f'to {_either(now)}' if now else 'nowhere'}",
        "rows": rows,
        "text": ["The numbers show in which turn a tile can be reached over cleared ground. Turn 1 is this turn."],
        "rules": ["move/neighboring-only", "move/obstacle-blocks", "move/cost-mountain", "move/unexplored-crash-open"],
        "draw": {
            "walks": desert["questions"]["walks"],
            "badges": badges,
            "bars": sorted(cell_name(cell) for cell in bars),
        },
    }


def _either(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _side_row(tile: Data | None, cell: Cell, turns: Mapping[Cell, int | None], points: int) -> dict[str, Any]:
    """Return the row that says whether the Team can move to one side now."""
    name = cell_name(cell)
    if tile is None:
        text, rule = "because nobody has scouted there yet", "move/needs-placed-tile"
    elif tile["kind"] == "canyon":
        text, rule = "because the Team can never enter a Canyon", "move/canyon-never"
    elif tile["blocked"]:
        text, rule = f"because {_icon(tile)} blocks the way and has to be cleared first", "move/obstacle-blocks"
    elif turns[cell] == 1 and tile["cost"] <= points:
        lost = " and a discarded supply" if tile["kind"] == "mountain" else ""
        text = f"for {Many(tile['cost']):Action Point}{lost}"
        return {"name": name, "verdict": "open now", "text": text, "state": "now"}
    elif tile["enterable"] and tile["cost"] > points:
        text = f"because entering costs {Many(tile['cost']):Action Point}, and the Team has {points}"
        rule = "move/cost-mountain" if tile["kind"] == "mountain" else "turn/whole-turn-actions"
    else:
        text, rule = "because of the reading that’s in force", "move/cost-start"
    return {"name": name, "verdict": "closed", "text": text, "state": "no", "rule": rule}


def _trapped(answer: Data, tiles: Mapping[Cell, Data]) -> dict[str, Any]:
    named = {tile["name"]: cell for cell, tile in tiles.items()}
    inside = [named[name] for name in answer["reach"]]
    frontier = set(answer["frontier"])
    gates, walls = [], []
    for cell in inside:
        for side, there in enumerate(neighbours(cell)):
            if cell_name(there) in frontier:
                gates.append([cell_name(cell), side])
            elif there not in inside:
                walls.append([cell_name(cell), side])
    count = f"{Many(len(frontier)):empty space} can be reached"
    if answer["trapped"]:
        verdict = "Yes, there is no way out"
    elif answer["civilization"]:
        verdict = f"No, Civilization can be reached, and {count}" if frontier else "No, Civilization can be reached"
    else:
        verdict = f"No, {count}"
    size = "1 tile" if len(inside) == 1 else f"{len(inside)} tiles"
    return {
        "answer": verdict,
        "text": [
            f"The Team could get to {size}. Canyons are walls, but obstacles and Mountains aren’t.",
            "Each arrow points to an empty space, and one is enough. Red sides are closed for good.",
        ],
        "rules": ["trapped/definition", "trapped/uncleared-not-wall", "trapped/diagonal-no-exit"],
        "draw": {"region": answer["reach"], "gates": gates, "walls": walls},
    }


def _placing(desert: Data) -> dict[str, Any]:
    hand = desert["in_hand"]
    steps = {name: int(step) for step, names in desert["questions"]["placing"].items() for name in names}
    if not hand:
        badges = [{"at": name, "text": str(step), "look": "wait"} for name, step in steps.items()]
        text = ["The leader isn’t holding a tile.", ORDER]
        return {
            "answer": f"{Many(len(steps)):empty space}",
            "text": text,
            "rules": list(STEP_RULES.values()),
            "draw": {"badges": badges},
        }
    fits = [(spot["name"], turn["turn"]) for spot in hand["cells"] for turn in spot["turns"] if turn["open"]]
    places = list(dict.fromkeys(name for name, _ in fits))
    badges = [
        {"at": spot["name"], "text": str(spot["step"]), "look": look, "turn": turn["turn"]}
        for spot in hand["cells"]
        for turn in spot["turns"]
        for look in [_badge_look(spot["name"] in places, turn)]
        if look
    ]
    return {
        "answer": f"At {_either(places)}, {STEP_PLACES[hand['step']]}"
        if places
        else "Nowhere, so the tile is thrown away",
        "rows": [_fit_row(spot) for spot in hand["cells"] if spot["name"] in places or spot["step"] == hand["step"]],
        "text": [ORDER, "A grey number means that nothing can be placed there now."],
        "rules": ["placing/all-touching-edges", "placing/leader-picks-within-step", *STEP_RULES.values()],
        "draw": {"badges": badges},
    }


def _badge_look(fits_somehow: bool, turn: Data) -> str:
    """Return the state of a cell: open in this turn of the tile, open in another turn, or refused."""
    if turn["open"]:
        return "now"
    return "later" if fits_somehow else "wait" if turn["wrong_step"] or not turn["clashes"] else ""


def _fit_row(spot: Data) -> dict[str, Any]:
    open_turns = [turned_words(turn["turn"]) for turn in spot["turns"] if turn["open"]]
    if not open_turns:
        return {"name": spot["name"], "verdict": "doesn’t fit", "text": "whichever way it is turned", "state": "no"}
    return {"name": spot["name"], "verdict": "fits", "text": " or ".join(open_turns), "state": "now"}
