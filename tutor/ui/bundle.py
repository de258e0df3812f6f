"""Joining the desk's modules into the one file that a widget may load, without a build step."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from errno import ENOENT
from functools import cache
from pathlib import Path

from tutor.ui.addresses import ARE_FILES

DESK = (
    *(
        "dom",
        "icons",
        "folds",
        "terms",
        "rules",
        "recap",
        "menu",
        "head",
        "playback",
        "question",
        "cards",
        "motion",
        "marks",
        "panning",
    ),
    *("graph", "tileart", "tilemap", "shelf", "table", "roll", "notes", "dialog", "sheet", "flow", "lab"),
    *("register", "rulemap", "keeping", "trouble", "magnify", "desk"),
)
"""The modules that draw a desk."""

DESK_SHEETS = ("desk", "marks", "graph", "tilemap", "flow", "sheet", "lab", "rulemap")
STATIC = Path(__file__).resolve().parent / "static"

FONTS = ("roboto", "source-serif-4", "roboto-mono")
"""The font faces that `fonts.css` names; the build of the package makes their files."""

_FONT = re.compile(r'url\("fonts/([\w-]+)\.woff2"\)')
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)


@cache
def script(*names: str) -> str:
    """Return the modules `names` as one ES module: each keeps its own scope, and the last one provides the exports.

    A module may import, by name, only from modules listed before it.

    Raises:
        ValueError: if a module imports from one that is not listed before it.
    """
    _check_order(names)
    return "\n".join([modules(*names[:-1]), _read(names[-1])])


def modules(*names: str) -> str:
    """Return the modules `names` as one script: each keeps its own scope, and their exports can be used by name."""
    return "\n".join(_scoped(names))


def style(*names: str) -> str:
    """Return the style sheets `names`, joined."""
    return "\n".join((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in names)


def font(name: str) -> bytes:
    """Return the file of a font face.

    Raises:
        FileNotFoundError: if the file has not been made, which happens when the project is installed.
    """
    path = STATIC / "fonts" / f"{name}.woff2"
    if not path.is_file():
        raise FileNotFoundError(ENOENT, "the font has not been made; run make, or install the project again", str(path))
    return path.read_bytes()


@cache
def font_sheet(address: Callable[[str], str]) -> str:
    """Return the style sheet that names the font faces; `address` gives the address of a face's file."""
    return _FONT.sub(lambda found: f'url("{address(found[1])}")', style("fonts"))


def inline(name: str) -> str:
    """Return the file of a font face as a `data:` address, for places without a server of ours."""
    return f"data:font/woff2;base64,{b64encode(font(name)).decode()}"


@cache
def widget_style(*names: str) -> str:
    """Return the style sheets `names` for a widget, including the fonts unless the page around it provides them."""
    return style(*names) if ARE_FILES else font_sheet(inline) + style(*names)


def _check_order(names: tuple[str, ...]) -> None:
    for place, name in enumerate(names):
        for wanted in _IMPORT.findall((STATIC / f"{name}.js").read_text(encoding="utf-8")):
            if wanted not in names[:place]:
                raise ValueError(f"{name}.js imports {wanted}.js, so list “{wanted}” before “{name}”")


def _scoped(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        exports = ", ".join(_EXPORT.findall((STATIC / f"{name}.js").read_text(encoding="utf-8")))
        body = _EXPORT.sub("", _read(name))
        yield f"const {{ {exports} }} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();"


def _read(name: str) -> str:
    return _IMPORT.sub("", (STATIC / f"{name}.js").read_text(encoding="utf-8"))
