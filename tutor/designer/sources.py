"""What a designer passes in: the texts of scenes, and how many processes may play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor.engine.book.files import BadInput, read_text

if TYPE_CHECKING:
    from tutor.lab.pools import Pool


def text_of(source: str | Path) -> tuple[str, str]:
    """The text of a scene, which is given directly or as a file, and what errors call it.

    Raises:
        BadInput: if it is neither, or the file cannot be read.
    """
    if isinstance(source, Path):
        return read_text(source), str(source)
    if isinstance(source, str):
        return (source, "the scene") if "\n" in source or "=" in source else (read_text(Path(source)), source)
    raise BadInput("the scene", "", "expected the text of a scene, or the path of its file")


def with_rules(
    doc: Mapping[str, Any],
    readings: Mapping[str, str] | None,
    variants: Sequence[str] | None,
    parameters: Mapping[str, int] | None,
) -> dict[str, Any]:
    """A scene with these readings and parameters besides its own, and these variants instead of its own."""
    found = dict(doc)
    for key, more in (("readings", readings), ("parameters", parameters)):
        if more:
            found[key] = {**doc.get(key, {}), **more}
    return found if variants is None else {**found, "variants": list(variants)}


def pool_of(workers: int) -> Callable[[], Pool] | None:
    """A function that makes a pool of this many processes; None if this process plays by itself."""
    from tutor.lab.pools import LocalPool

    return None if workers < 2 else partial(LocalPool, workers)
