"""How a result is shown: drawn in a notebook, in words in a terminal, and in one line inside another value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, TypeVar

T = TypeVar("T")

STYLE = """<style>
.tutor{font:14px/1.45 system-ui,sans-serif;max-width:68em}
.tutor h4{margin:.2em 0 .4em;font-size:1.05em}.tutor p{margin:.3em 0}
.tutor.tutor table{border-collapse:collapse;margin:.3em 0}
.tutor.tutor th,.tutor.tutor td{text-align:left;vertical-align:top;
padding:.2em .6em;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);white-space:normal}
.tutor.tutor td.n{text-align:right;font-variant-numeric:tabular-nums}.tutor .soft{opacity:.7}
.tutor tr.marked td{background:color-mix(in srgb,#e0a030 22%,transparent)}
.tutor .bar{position:relative;height:.9em;width:12em;background:color-mix(in srgb,currentColor 10%,transparent)}
.tutor .bar i{position:absolute;top:0;bottom:0;background:#4a7ab5}
.tutor .bar b{position:absolute;top:.35em;height:.2em;background:#d0862a}
.tutor .zones{display:flex;flex-wrap:wrap;gap:.5em}.tutor .zone{flex:1 1 14em;padding:.4em .6em;border-radius:6px;
border:1px solid color-mix(in srgb,currentColor 25%,transparent)}.tutor .zone>b{display:block}
.tutor .card{display:inline-block;margin:.15em .3em .15em 0;padding:.15em .5em;border-radius:4px;
border:1px solid color-mix(in srgb,currentColor 40%,transparent)}.tutor .closed{opacity:.75}
.tutor code{font-size:.92em}.tutor pre{white-space:pre-wrap;margin:.3em 0}
</style>"""


class Shown:
    """Base of everything that a cell's last line can be.

    `repr` is one line, `str` says everything in words, and a notebook draws `html`. All text from cards and scenes is
    escaped in it.
    """

    def html(self) -> str:
        """The picture as HTML, without its styles."""
        return f"<pre>{escape(str(self))}</pre>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": f'<div class="tutor">{STYLE}{self.html()}</div>'}


class Rows(Shown):
    """Base of what can be read row by row, or as a data frame."""

    def rows(self) -> list[dict[str, Any]]:
        """The rows, each with the same columns."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """`rows` as a pandas data frame.

        Raises:
            Missing: if pandas is not installed.
        """
        return as_pandas(self.rows())


class Named(Mapping[str, T], Rows):
    """Base of what is found by its name."""

    def __init__(self, found: Mapping[str, T]) -> None:
        self._found = dict(found)

    def __getitem__(self, name: str) -> T:
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


class Picture(Shown):
    """A drawing on its own: `svg` is its text."""

    def svg(self) -> str:
        """The picture as SVG text."""
        raise NotImplementedError

    def html(self) -> str:
        return self.svg()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"image/svg+xml": self.svg(), "text/plain": str(self)}


class Raw(str):
    """HTML that is put into a table as it is."""

    __slots__ = ()


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], marked: Iterable[bool] = ()) -> str:
    """An HTML table: every cell is escaped unless it is `Raw`, and numbers are aligned to the right."""
    marks = list(marked)
    lines = []
    for n, row in enumerate(rows):
        look = ' class="marked"' if n < len(marks) and marks[n] else ""
        lines.append(f"<tr{look}>{''.join(map(_cell, row))}</tr>")
    titles = "".join(f"<th>{escape(one)}</th>" for one in head)
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _cell(value: Any) -> str:
    if isinstance(value, Raw):
        return f"<td>{value}</td>"
    if isinstance(value, int | float):
        return f'<td class="n">{escape(str(value))}</td>'
    return f"<td>{escape(str(value))}</td>"


def bar(value: float, low: float, high: float, whole: float = 1.0, least: float = 0.0) -> Raw:
    """A bar of a value with its interval, between `least` and `whole`."""
    span = (whole - least) or 1.0
    at = [min(100.0, max(0.0, 100 * (one - least) / span)) for one in (value, low, high)]
    whisker = f'<b style="left:{at[1]:.2f}%;width:{max(0.4, at[2] - at[1]):.2f}%"></b>' if high > low else ""
    return Raw(f'<div class="bar"><i style="left:0;width:{at[0]:.2f}%"></i>{whisker}</div>')


def text_bar(share: float, width: int = 20) -> str:
    """A bar of this many characters, for a terminal."""
    full = round(min(1.0, max(0.0, share)) * width)
    return "█" * full + "·" * (width - full)


WIDEST = 48
"""Characters of a cell in a terminal."""


def columns(rows: Iterable[Sequence[str]]) -> str:
    """Rows as text in columns that line up; long cells are cut."""
    there = [[str(cell) if len(str(cell)) <= WIDEST else f"{str(cell)[: WIDEST - 1]}…" for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*there, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in there]
    return "\n".join(line.rstrip() for line in lines)


def as_pandas(rows: Sequence[dict[str, Any]]) -> Any:
    """Rows as a pandas data frame.

    Raises:
        Missing: if pandas is not installed.
    """
    from tutor.lab.extra import need

    return need("pandas", "a data frame").DataFrame(list(rows))
