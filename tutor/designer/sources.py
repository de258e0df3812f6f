"""What a designer passes in: the texts of scenes, and how many processes may play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

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


def pool_of(workers: int) -> Callable[[], Pool] | None:
    """A function that makes a pool of this many processes; None if this process plays by itself."""
    if workers < 2:
        return None

    def made() -> Pool:
        from tutor.lab.pools import LocalPool

        return LocalPool(workers)

    return made
