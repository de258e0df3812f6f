"""Marks: the few kinds of things that pictures consist of, as plain data, and their SVG.

A picture is a list of marks in drawing order. `static/marks.js` draws the same list in the browser, where each
mark with a `press` is a button; `svg` writes it as a picture for notebooks and files. Everything is in pixels.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from tutor.ui.pictures.lettering import text_width

Mark = dict[str, Any]

STYLES = Path(__file__).resolve().parent.parent / "static" / "marks.css"
INSET = 6
"""How near a text may come to the edge of its box."""
BOLD_CHIPS = {"plate", "code", "condition", "open"}


def box(
    key: str,
    x: float,
    y: float,
    w: float,
    h: float,
    shape: str,
    look: str,
    texts: Sequence[tuple[float, float, str, str]],
    **more: Any,
) -> Mark:
    """A box around its centre: round, hexagon or pill.

    `texts` are (x, y, text, look) from the centre; each is drawn as wide as the pages' own font makes it, and never
    wider than the box, whatever font a browser has. Further keys: label (the accessible name), press (the message
    sent), go (where each arrow key leads), now, expanded, icon (die), bar.
    """
    rows = [
        {"x": round(at, 1), "y": round(up, 1), "text": words, "look": row, "length": _length(words, look, row, w, at)}
        for at, up, words, row in texts
    ]
    mark = {"mark": "box", "key": key, "x": x, "y": y, "w": w, "h": h, "shape": shape, "look": look, "texts": rows}
    return mark | {name: value for name, value in more.items() if value not in (None, "", False, {})}


def lettering(look: str, row: str = "") -> tuple[float, str]:
    """Return the font size in pixels and the weight of a text in a box of this look, as `marks.css` has them."""
    looks = set(look.split())
    weight = "bold" if "now" in looks else "regular"
    if "chip" in looks:
        return 12, "bold" if looks & BOLD_CHIPS else "regular"
    if "title" in row:
        return 13.5, "bold"
    if "soft" in row or "who" in row:
        return 12, weight
    return (13 if "graph-node" in looks else 12.5), weight


def _length(words: str, look: str, row: str, w: float, x: float) -> float:
    """Return how long a text at `x` from the centre of a box is drawn, in pixels."""
    size, weight = lettering(look, row)
    return round(min(text_width(words, size, weight), _room(w, x, row)), 1)


def _room(w: float, x: float, row: str) -> float:
    """Return how wide a text at `x` from the centre of a box may be, in pixels."""
    beyond = {"start": x, "end": -x}
    anchor = next((side for side in beyond if side in row.split()), "")
    return w / 2 - beyond[anchor] - INSET if anchor else w - 2 * (INSET - 1) - 2 * abs(x)


def chip(key: str, x: float, y: float, w: float, h: float, words: str, look: str, **more: Any) -> Mark:
    """A small labelled pill around its centre; pressable like a box."""
    size = 11 if "code" in look else 12
    return box(key, x, y, w, h, "pill", f"chip {look}", [(0, size * 0.36, words, "")], **more)


def line(key: str, path: str, look: str, head: Sequence[float] = (), title: str = "") -> Mark:
    """A line; `head` has the tip of its arrow, the arrow's direction in degrees (0 points right) and its size."""
    mark: Mark = {"mark": "line", "key": key, "d": path, "look": look}
    return mark | ({"head": list(head)} if head else {}) | ({"title": title} if title else {})


def badge(key: str, x: float, y: float, label: str, look: str) -> Mark:
    """A numbered disc."""
    return {"mark": "badge", "key": key, "x": x, "y": y, "text": label, "look": look}


def text(key: str, x: float, y: float, label: str, look: str, turn: int = 0, length: float = 0) -> Mark:
    """A text by itself, turned by `turn` degrees, and drawn `length` pixels wide if that is given."""
    mark: Mark = {"mark": "text", "key": key, "x": x, "y": y, "text": label, "look": look, "turn": turn}
    return mark | ({"length": round(length, 1)} if length else {})


def area(key: str, x: float, y: float, w: float, h: float, look: str) -> Mark:
    """A rounded background under other marks, from its upper left corner."""
    return {"mark": "area", "key": key, "x": x, "y": y, "w": w, "h": h, "look": look}


def art(
    key: str, x: float, y: float, look: str, arts: Sequence[Mapping[str, Any]], texts: Sequence[Mark] = (), **more: Any
) -> Mark:
    """Drawings from a sheet around their centre, with texts over them; with `w` and `h`, pressable like a box.

    A drawing is {art: its id in the sheet, x, y, turn in degrees, flip, look}; a text {x, y, text, look}.
    """
    mark = {"mark": "art", "key": key, "x": x, "y": y, "look": look, "arts": list(arts), "texts": list(texts)}
    return mark | {name: value for name, value in more.items() if value not in (None, "", False, {})}


def outline(shape: str, w: float, h: float) -> str:
    """Return the path of a box of this shape around the origin."""
    a, b = w / 2, h / 2
    if shape == "hexagon":
        return f"M{10 - a} {-b}H{a - 10}L{a} 0L{a - 10} {b}H{10 - a}L{-a} 0Z"
    r = min(a, b) if shape == "pill" else min(8, a, b)
    corner = f"{r} {r} 0 0 1"
    return (
        f"M{r - a} {-b}H{a - r}A{corner} {a} {r - b}V{b - r}A{corner} {a - r} {b}"
        f"H{r - a}A{corner} {-a} {b - r}V{r - b}A{corner} {r - a} {-b}Z"
    )


def smooth(points: Sequence[tuple[float, float]]) -> str:
    """Return a line down through points, curved between layers and straight where it passes through a layer."""
    (x, y), *rest = points
    path = f"M{x} {y}"
    for index, (nx, ny) in enumerate(rest):
        middle = (y + ny) / 2
        path += f"V{ny}" if nx == x or index % 2 else f"C{x} {middle} {nx} {middle} {nx} {ny}"
        x, y = nx, ny
    return path


def svg(
    marks: Iterable[Mark],
    width: float,
    height: float,
    title: str,
    description: str = "",
    *,
    corner: tuple[float, float] = (0, 0),
    look: str = "",
    styles: str = "",
    sheet: str = "",
) -> str:
    """Return the marks as a separate SVG picture with its styles, which can be read in the light and the dark theme.

    `corner` is the upper left corner; `styles` and `sheet` are the style rules and drawings that art marks need.
    """
    drawn = "".join(_drawn(mark) for mark in marks)
    defs = f"<defs>{sheet}</defs>" if sheet else ""
    classes = f"picture picture-alone {look}".strip()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{escape(classes)}" role="img" '
        f'width="{width}" height="{height}" viewBox="{corner[0]} {corner[1]} {width} {height}" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title><desc>{escape(description)}</desc>'
        f"<style>{STYLES.read_text(encoding='utf-8')}{styles}</style>{defs}{drawn}</svg>"
    )


def _drawn(mark: Mark) -> str:
    look = f"{mark['mark']} {escape(mark['look'])}"
    if mark["mark"] == "line":
        return _line(mark, look)
    if mark["mark"] == "area":
        return (
            f'<rect class="{look}" x="{mark["x"]}" y="{mark["y"]}" width="{mark["w"]}" height="{mark["h"]}" rx="14"/>'
        )
    if mark["mark"] == "text":
        turn = f" rotate({mark['turn']})" if mark["turn"] else ""
        return (
            f'<text class="{look}" transform="translate({mark["x"]} {mark["y"]}){turn}"{_fitted(mark)}>'
            f"{escape(mark['text'])}</text>"
        )
    if mark["mark"] == "art":
        return f'<g class="{look}" transform="translate({mark["x"]} {mark["y"]})">{_art(mark)}</g>'
    disc = f'<circle r="10"/><text y="4.2">{escape(str(mark.get("text")))}</text>'
    inside = disc if mark["mark"] == "badge" else _box(mark)
    return f'<g class="{look}" transform="translate({mark["x"]} {mark["y"]})">{inside}</g>'


def _line(mark: Mark, look: str) -> str:
    title = f"<title>{escape(mark['title'])}</title>" if "title" in mark else ""
    head = ""
    if "head" in mark:
        x, y, turn, size = mark["head"]
        head = f'<path class="head" transform="translate({x} {y}) rotate({turn}) scale({size})" d="M0 0L-9 -4.5V4.5Z"/>'
    return f'<g class="{look}">{title}<path class="stroke" d="{mark["d"]}"/>{head}</g>'


def _art(mark: Mark) -> str:
    parts = [f"<title>{escape(mark['label'])}</title>" if "label" in mark else ""]
    for piece in mark["arts"]:
        place = f"translate({piece.get('x', 0)} {piece.get('y', 0)}) rotate({piece.get('turn', 0)})"
        look = f' class="{escape(piece["look"])}"' if "look" in piece else ""
        flip = " scale(-1 1)" if piece.get("flip") else ""
        parts.append(f'<use href="#{escape(piece["art"])}"{look} transform="{place}{flip}"/>')
    return "".join([*parts, *(_text(row) for row in mark["texts"])])


def _text(row: Mark) -> str:
    place = f'x="{row["x"]}" y="{row["y"]}"{_fitted(row)}'
    return f'<text class="{escape(row["look"])}" {place}>{escape(row["text"])}</text>'


def _fitted(row: Mark) -> str:
    return f' textLength="{row["length"]}" lengthAdjust="spacingAndGlyphs"' if row.get("length") else ""


def _box(mark: Mark) -> str:
    a, b = mark["w"] / 2, mark["h"] / 2
    parts = [f"<title>{escape(mark['label'])}</title>" if "label" in mark else ""]
    parts.append(f'<path class="ground" d="{outline(mark["shape"], mark["w"], mark["h"])}"/>')
    if mark.get("bar"):
        parts.append(f'<path class="bar" d="M{6 - a} {0.35 * b - b}V{b - 0.35 * b}"/>')
    if mark.get("icon") == "die":
        parts.append(f'<g class="die" transform="translate({a - 11} {10 - b})">{DIE}</g>')
    return "".join([*parts, *(_text(row) for row in mark["texts"])])


DIE = '<rect x="-6.5" y="-6.5" width="13" height="13" rx="3"/>' + "".join(
    f'<circle cx="{x}" cy="{x}" r="1.4"/>' for x in (-3, 0, 3)
)
