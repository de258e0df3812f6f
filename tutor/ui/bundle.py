"""Joining the desk's modules into the one file that a widget may load, without a build step."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

DESK = (
    *("dom", "icons", "terms", "rules", "head", "question", "cards", "marks", "panning", "graph", "tileart", "tilemap"),
    *("table", "roll", "notes", "dialog", "shelf", "sheet", "flow", "lab", "register", "rulemap"),
    *("keeping", "trouble", "desk"),
)
"""The modules that draw a desk."""

DESK_SHEETS = ("desk", "marks", "graph", "tilemap", "flow", "sheet", "lab", "rulemap")
STATIC = Path(__file__).resolve().parent / "static"

DRAWING = """
export default {
  render({ model, el }) {
    const draw = () => DRAW(el, model.get("state"), (message) => model.send(message));
    model.on("change:state", draw);
    draw();
    return () => model.off("change:state", draw);
  },
};
"""

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./\w+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)


@cache
def script(*names: str) -> str:
    """Return the modules `names` as one ES module: each keeps its own scope, and the last one is its face.

    A module may import, by name, only from modules listed before it.
    """
    return "\n".join([modules(*names[:-1]), _read(names[-1])])


@cache
def drawing(draw: str, *names: str) -> str:
    """Return the modules `names` as one ES module for a widget whose `state` the function `draw` of the last draws."""
    return modules(*names) + DRAWING.replace("DRAW", draw)


def modules(*names: str) -> str:
    """Return the modules `names` as one script: each keeps its own scope, and what they export is known by name."""
    return "\n".join(_scoped(names))


def style(*names: str) -> str:
    """Return the sheets `names`, joined."""
    return "\n".join((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in names)


def _scoped(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        exports = ", ".join(_EXPORT.findall((STATIC / f"{name}.js").read_text(encoding="utf-8")))
        body = _EXPORT.sub("", _read(name))
        yield f"const {{ {exports} }} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();"


def _read(name: str) -> str:
    return _IMPORT.sub("", (STATIC / f"{name}.js").read_text(encoding="utf-8"))
