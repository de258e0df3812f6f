"""The marks of a map of tiles: tiles, open cells, the tile in hand in its four turns, sky and axes.

A cell is 100 units wide, and its tile 96. Cell (0, 0) is at the origin and never moves, so a growing map keeps
its marks; y grows upwards on the map and downwards in the picture.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tutor.ui.pictures.lettering import text_width
from tutor.ui.pictures.marks import Mark, area, art, line, text

Data = Mapping[str, Any]
Cell = tuple[int, int]

PITCH = 100
SIZE = 96
TURNS = (0, 1, 2, 3)
SIDES: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""North, east, south, west."""
GO = ("up", "right", "down", "left")
OPEN_DRAWINGS = 3
TALL = ("civilization", "mountain")
"""The kinds of ground whose picture is above the middle of the tile."""
MOST_DOTS = 3
FEWEST_CELLS = (7, 5)
MARGIN = 42
STARS = (("one", 170), ("two", 60), ("three", 16))
RIDGES = (("far", 150, 56, 560), ("mid", 96, 44, 430), ("near", 44, 34, 690))
"""The look of each ridge, its height above the lower edge, and the height and length of its waves."""


def place(cell: Sequence[int]) -> tuple[int, int]:
    """The centre of a cell in the picture."""
    return cell[0] * PITCH, -cell[1] * PITCH


def beyond(cell: Sequence[int], side: int) -> Cell:
    """The cell on the other side of an edge: 0 to 3 for north, east, south, west."""
    return cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]


def ways(cells: Iterable[Sequence[int]], names: Mapping[Cell, str]) -> dict[Cell, dict[str, str]]:
    """Where each arrow key leads from each cell: to the nearest cell in the same row or column."""
    known = {(cell[0], cell[1]) for cell in cells}
    xs, ys = [x for x, _ in known], [y for _, y in known]
    reach = max(max(xs) - min(xs), max(ys) - min(ys)) if known else 0
    found: dict[Cell, dict[str, str]] = {}
    for x, y in known:
        found[x, y] = {}
        for key, (dx, dy) in zip(GO, SIDES, strict=True):
            line_of_sight = ((x + dx * n, y + dy * n) for n in range(1, reach + 1))
            if nearest := next((cell for cell in line_of_sight if cell in known), None):
                found[x, y][key] = f"cell:{names[nearest]}"
    return found


# -- tiles -------------------------------------------------------------------------------------------------------------


def tile_drawing(tile: Data) -> tuple[list[Mark], list[Mark]]:
    """The drawings of a tile with its signs, the lowest first, and the texts on them."""
    signs, texts = sign_drawing(tile)
    return ground_drawing(tile) + signs, texts


def ground_drawing(tile: Data) -> list[Mark]:
    """The drawings of a tile without its signs, the lowest first."""
    return [{"art": f"tm-base-{tile['state']}"}, _ground(tile), {"art": "tm-rim"}, *dots(tile["dots"], "dots")]


def sign_drawing(tile: Data) -> tuple[list[Mark], list[Mark]]:
    """The signs of a tile, and the texts on them; what is done is small, and beside it is a token."""
    found: list[Mark] = []
    texts = [{"x": 0, "y": 30, "text": tile["name"], "look": "tm-start"}] if tile["ground"] == "start" else []
    low = _is_low(tile)
    small = iter(((-19, 24), (-19, -23)) if low else ((-19, -23), (-19, 27)))
    for sign in sorted(tile.get("signs", ()), key=lambda sign: (sign["done"], sign["kind"] == "find")):
        large = not sign["done"] and not texts
        drawings, label = _large_sign(sign) if large else _small_sign(sign, *next(small))
        found += drawings
        texts.append(label)
    if any(sign["done"] for sign in tile.get("signs", ())):
        found.append({"art": "tm-token", "x": 25, "y": 24 if low else -22.5})
    return found, texts


def _is_low(tile: Data) -> bool:
    """Whether the small signs are below the middle of a tile, because a picture fills the part above it."""
    return tile["ground"] in TALL and all(sign["done"] for sign in tile.get("signs", ()))


def dots(edges: Sequence[int], look: str) -> list[Mark]:
    """The dots on the edges north, east, south, west; nothing on a plain edge."""
    return [{"art": f"tm-{look}-{min(n, MOST_DOTS)}", "turn": 90 * side} for side, n in enumerate(edges) if n > 0]


def _ground(tile: Data) -> Mark:
    if tile["ground"] != "open":
        flip = {"flip": True} if tile["ground"] in ("canyon", "mountain") and sum(tile["cell"]) % 2 else {}
        return {"art": f"tm-{tile['ground']}", **flip}
    x, y = tile["cell"]
    mixed = (x * 7 + y * 13 + x * y) % (2 * OPEN_DRAWINGS)
    return {"art": f"tm-open-{mixed % OPEN_DRAWINGS}", **({"flip": True} if mixed >= OPEN_DRAWINGS else {})}


def _large_sign(sign: Data) -> tuple[list[Mark], Mark]:
    look = "find" if sign["kind"] == "find" else ""
    icon = {"art": f"tm-{sign['icon']}", "x": -18, "y": 19, "look": look}
    label = {"x": 13, "y": 26.5, "text": sign["text"], "look": f"tm-number {look}".strip()}
    return [{"art": f"tm-{sign['kind']}", "y": 19}, icon], label


def _small_sign(sign: Data, x: float, y: float) -> tuple[list[Mark], Mark]:
    new = sign["kind"] == "find" and not sign["done"]
    plate = {"art": "tm-find-second" if new else f"tm-{sign['kind']}-small", "x": x, "y": y}
    icon = {"art": f"tm-{sign['icon']}", "x": x - 12, "y": y, "look": "find" if new else ""}
    look = "tm-number small find" if new else "tm-number small"
    return [plate, icon], {"x": x + 1.5, "y": y + 6, "text": sign["text"], "look": look}


def tile_mark(map_id: str, tile: Data, go: Mapping[str, str], here: Sequence[str]) -> Mark:
    """A tile that can be pressed; `here` names the pieces on it."""
    words = ", ".join([tile["label"], *(f"{piece} is here" for piece in here)])
    arts = ground_drawing(tile)
    if _answers(tile):
        arts.append({"art": "tm-frame-step", "look": "step-here"})
        words += f"; press: {tile['does']}"
    more: dict[str, Any] = {"label": f"{tile['name']}: {words}", "go": go, "now": bool(here), "say": _say(tile, words)}
    return _cell(map_id, tile, f"tile {tile['state']}", arts, **more)


def sign_mark(tile: Data) -> Iterator[Mark]:
    """The signs of a tile, if there are any, which are drawn over every way that crosses the tile."""
    arts, texts = sign_drawing(tile)
    if texts:
        yield art(f"sign:{tile['name']}", *place(tile["cell"]), "quiet", arts, texts)


def beside_signs(tile: Data | None) -> int:
    """How far below the middle of a tile (or, below zero, above it) a disc covers none of its numbers."""
    if tile is None:
        return 0
    signs = tile.get("signs", ())
    if tile["ground"] == "start" or _is_low(tile) or not all(sign["done"] for sign in signs):
        return -20 if signs or tile["ground"] == "start" else 0
    return 15 if signs else 0


def standing(tile: Data | None) -> dict[str, int]:
    """Where a piece stands on a tile without covering a number or a name, as an offset from the centre."""
    if tile is None:
        return {}
    if tile["ground"] == "start":
        return {"y": -14}
    signs = tile.get("signs", ())
    above = _is_low(tile) or not all(sign["done"] for sign in signs)
    return {"x": 20, "y": -16 if above else 14} if signs else {}


def _answers(cell: Data) -> bool:
    """Whether pressing the cell answers the open question."""
    return "option" in cell and not cell.get("reasons")


def _say(cell: Data, words: str) -> Mark:
    """What a press on a cell that answers nothing says: why not, or else what the cell is."""
    if reasons := cell.get("reasons"):
        return {"title": cell["name"], "does": cell.get("does", ""), "no": True, "reasons": reasons}
    return {"title": cell["name"], "reasons": [{"text": words}]}


def _cell(map_id: str, cell: Data, look: str, arts: list[Mark], texts: Sequence[Mark] = (), **more: Any) -> Mark:
    x, y = place(cell["cell"])
    press = {"type": "node", "graph": map_id, "id": cell["name"]}
    press |= {"option": more.pop("option", None) or cell.get("option")}
    press = {key: value for key, value in press.items() if value is not None}
    return art(f"cell:{cell['name']}", x, y, look, arts, texts, w=SIZE, h=SIZE, shape="round", press=press, **more)


# -- open cells and the tile in hand -----------------------------------------------------------------------------------


def open_mark(map_id: str, cell: Data, go: Mapping[str, str], **more: Any) -> Mark:
    """An open cell beside a tile."""
    words = cell.get("label", "empty space")
    more |= {"label": f"{cell['name']}: {words}", "go": go, "say": _say(cell, words)}
    return _cell(map_id, cell, "open-cell", [{"art": "tm-ticks"}], **more)


def hand_marks(data: Data, go: Mapping[Cell, Mapping[str, str]], held: Mapping[str, Any]) -> Iterator[Mark]:
    """Every cell in which the tile in hand might be tried, in each of its turns."""
    taken = {tuple(tile["cell"]) for tile in data["tiles"]}
    for spot in data["hand"]["spots"]:
        cell = (spot["cell"][0], spot["cell"][1])
        touching = [side for side in TURNS if beyond(cell, side) in taken]
        for turn in TURNS:
            yield _spot(data, spot, turn, touching, go.get(cell, {}), {**held, "turn": turn})


def _facing(turn: int) -> str:
    return f"turned {90 * turn}°" if turn else "as printed"


def _spot(
    data: Data, spot: Data, turn: int, touching: Sequence[int], go: Mapping[str, str], when: Mapping[str, Any]
) -> Mark:
    hand = data["hand"]
    now = spot["turns"][turn]
    edges = turned(hand["dots"], turn)
    others = [_facing(other) for other in TURNS if not spot["turns"][other]["reasons"]]
    texts: list[Mark] = []
    if not now["reasons"]:
        arts, texts = tile_drawing({**hand, "cell": spot["cell"], "name": "", "dots": edges})
        arts = [*arts, {"art": "tm-frame"}, *({"art": "tm-side-good", "turn": 90 * side} for side in touching)]
        words = f"the tile fits {_facing(turn)}"
    elif waits(now):
        arts, words = [{"art": "tm-ticks"}], in_words(now["reasons"])
    else:
        failing = sorted({side for reason in now["reasons"] for side in reason.get("sides", ())})
        look = ["tm-frame-other", "tm-turn"] if others else ["tm-frame-refused"]
        bad = "tm-side-off" if others else "tm-side-bad"
        bars = ({"art": bad, "turn": 90 * side} for side in failing)
        arts = [{"art": "tm-ticks"}, *({"art": name} for name in look), *dots(edges, "hollow"), *bars]
        words = in_words(now["reasons"])
        words += f"; it would fit {' or '.join(others)}" if others else "; it doesn’t fit in any direction"
    fix = f"The tile would fit {' or '.join(others)}." if others else ""
    refused = f"You can’t place the tile at {spot['name']} {_facing(turn)}"
    return _cell(
        data["id"],
        spot,
        "spot",
        arts,
        texts,
        label=f"{spot['name']}: {words}",
        go=dict(go),
        option=now.get("option"),
        when=dict(when),
        say={"title": refused, "no": True, "reasons": now["reasons"], "fix": fix} if now["reasons"] else {},
    )


def in_words(reasons: Iterable[Data]) -> str:
    """All reasons in one line."""
    return "; ".join(reason["text"] for reason in reasons)


def waits(turn: Data) -> bool:
    """Whether a cell is closed for a reason other than a side that does not match."""
    return any(not reason.get("sides") for reason in turn["reasons"])


def turned(edges: Sequence[int], turn: int) -> list[int]:
    """The edges north, east, south, west after `turn` quarter turns clockwise."""
    return [edges[(side - turn) % 4] for side in TURNS]


def held_mark(hand: Data, turn: int) -> Mark:
    """The tile in hand by itself, in one of its turns."""
    arts, texts = tile_drawing({**hand, "cell": (0, 0), "name": "", "dots": turned(hand["dots"], turn)})
    return art("held", 0, 0, f"quiet tile {hand['state']}", arts, texts, when={"turn": turn})


# -- around the tiles --------------------------------------------------------------------------------------------------


def box_of(cells: Iterable[Sequence[int]]) -> dict[str, int]:
    """The part of the plane that a map needs: {x, y, width, height}, including room for the axes."""
    known = [(cell[0], cell[1]) for cell in cells]
    spans = []
    for axis, fewest in enumerate(FEWEST_CELLS):
        low, high = min(cell[axis] for cell in known), max(cell[axis] for cell in known)
        missing = max(0, fewest - (high - low + 1))
        spans.append((low - missing // 2, high + missing - missing // 2))
    (left, right), (bottom, top) = spans
    return {
        "x": left * PITCH - PITCH // 2 - MARGIN,
        "y": -top * PITCH - PITCH // 2 - MARGIN,
        "width": (right - left + 1) * PITCH + 2 * MARGIN,
        "height": (top - bottom + 1) * PITCH + 2 * MARGIN,
    }


@lru_cache(maxsize=64)
def sky(x: int, y: int, width: int, height: int) -> Sequence[Mark]:
    """Sky, moon, stars and far ridges around a box, so much wider than the box that no window shows where they end."""
    pad = max(width, height)
    left, top, wide, high = x - pad, y - pad // 2, width + 2 * pad, height + pad
    found = [
        area("sky", left, top, wide, high, "sky"),
        area("moon", x + round(0.5 * width), y - round(0.75 * height), width, round(1.4 * height), "moon"),
    ]
    at = 0
    for look, count in STARS:
        dots_of_light = []
        for _ in range(count):
            at += 1
            share_x, share_y = (at * 0.754877666) % 1, (at * 0.569840291) % 1
            dots_of_light.append(f"M{round(left + share_x * wide)} {round(top + share_y * high)}h0")
        found.append(line(f"stars:{look}", "".join(dots_of_light), f"star {look}"))
    for look, above, wave, length in RIDGES:
        ridge = _ridge((left, left + wide), y + height - above, y + height + pad, wave, length)
        found.append(line(f"ridge:{look}", ridge, f"ridge {look}"))
    return found


def _ridge(ends: tuple[int, int], base: int, floor: int, wave: int, length: int) -> str:
    """A row of dunes, with long windward slopes and short lee slopes."""
    x, right = ends
    path = f"M{x} {floor}V{base}"
    while x < right:
        path += f"q{round(0.42 * length)} {-wave // 4} {round(0.68 * length)} {-wave}"
        path += f"q{round(0.1 * length)} {wave // 2} {length - round(0.68 * length)} {wave}"
        x += length
    return f"{path}V{floor}Z"


def axes(data: Data, box: Mapping[str, int]) -> Iterator[Mark]:
    """The names of columns and rows; the page keeps them at the edge of what it shows."""
    for axis, names in enumerate((("W", "E"), ("S", "N"))):
        values = [cell["cell"][axis] for cell in (*data["tiles"], *data["rim"])]
        for value in range(min(values), max(values) + 1):
            label = f"{names[value > 0]}{abs(value)}" if value else "0"
            x = value * PITCH if axis == 0 else box["x"] + 6 + round(text_width("W10", 14) / 2)
            y = -value * PITCH + 5 if axis else box["y"] + 22
            yield text(f"axis:{'xy'[axis]}:{value}", x, y, label, f"axis {'xy'[axis]}")
