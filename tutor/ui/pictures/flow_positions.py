"""Where everything is on a turn-flow picture, as `tools/flow_layout.py` wrote it to `flow_positions.toml`."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tutor.engine.book.files import parse_toml, read_text
from tutor.ui.pictures.flow_parts import BOX_HEIGHT

GAMES = Path(__file__).resolve().parent.parent.parent / "games"

MARGIN = 14
RAIL_HEAD, RAIL_ROW = 150, 26

Point = tuple[int, int]


@dataclass(slots=True)
class Positions:
    """All of a flow's positions, in pixels: centres of nodes, points of lines, sizes of the pictures."""

    sizes: dict[str, Point] = field(default_factory=dict)
    nodes: dict[str, Point] = field(default_factory=dict)
    lines: dict[tuple[str, str], tuple[Point, ...]] = field(default_factory=dict)
    crossings: dict[str, int] = field(default_factory=dict)


def rail_room(width: int) -> int:
    """How much of the rail the chips may fill in a group of this width."""
    return width - RAIL_HEAD - 2 * MARGIN


def rail_depth(rows: int) -> int:
    """How deep a rail with this many rows of chips is."""
    return max(BOX_HEIGHT, RAIL_ROW * rows + 12)


def load_positions(path: Path) -> Positions:
    """Read a `flow_positions.toml`."""
    data: dict[str, Any] = parse_toml(read_text(path), str(path))
    return Positions(
        sizes={group: tuple(table["size"]) for group, table in data["group"].items()},
        nodes={node: tuple(at) for node, at in data["node"].items()},
        lines={(line["from"], line["to"]): tuple(map(tuple, line["points"])) for line in data.get("line", [])},
        crossings={group: table["crossings"] for group, table in data["group"].items()},
    )
