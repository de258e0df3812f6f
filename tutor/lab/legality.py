"""Says whether a game could lead to a position, with every reason why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from tutor.engine.book.cards import CardSet
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import Game
from tutor.engine.core.table import plain
from tutor.engine.play.scene import Scene


class Reason(NamedTuple):
    """Why no game leads to a position."""

    place: str
    """The place in the scene, such as `table.players.Ada.hand`; empty for the whole table."""
    text: str
    strict: bool = True
    """Whether a scene needs `anyway = true` for it; otherwise it is only a remark, such as pieces left in the box."""


class Impossible(ValueError):
    """A position that no game leads to, with every reason."""

    def __init__(self, reasons: list[Reason]) -> None:
        self.reasons = reasons
        super().__init__("; ".join(f"{r.place}: {r.text}".removeprefix(": ") for r in reasons))


def reasons_against(scene: Scene, game: Game) -> list[Reason]:
    """Return every reason why no game leads to the position of a scene; empty if there is none.

    Raises:
        BadInput: if the scene cannot be laid out at all.
    """
    if not scene.table and scene.start is None:
        return []
    misfits: list[BadInput] = []
    table = scene.lay_out(game, implausible=misfits.append)
    setup = scene.setup(game)
    whole = game.conserved(game.empty(setup))
    found = [Reason(misfit.place, misfit.expected) for misfit in misfits]
    found += [Reason("", text, False) for text in pieces_amiss(whole, game.conserved(table), setup.cards)]
    return list(dict.fromkeys(found))


def pieces_amiss(whole: Any, there: Any, cards: CardSet[Any]) -> Iterator[str]:
    """Say which pieces are missing and which are too many, compared with all that a game has."""
    wanted, found = _pieces(plain(whole)), _pieces(plain(there))
    for piece in sorted({*wanted, *found}):
        more = found[piece] - wanted[piece]
        name = f"“{cards[piece].name}” ({piece})" if piece in cards else piece
        if more and piece.startswith("#"):
            yield f"the counters add up to {found[piece]}, but the game has {wanted[piece]}"
        elif more:
            on_table, in_game = (counts[piece] or "none" for counts in (found, wanted))
            yield f"the table has {on_table} of {name}, but the game has {in_game}"


def _pieces(value: Any, place: str = "#") -> Counter[str]:
    """Count the pieces in what a game conserves; a bare number counts under its place."""
    found: Counter[str] = Counter()
    if isinstance(value, str):
        found[value] += 1
    elif isinstance(value, int):
        found[place] += value
    else:
        parts = value.items() if isinstance(value, dict) else enumerate(value or ())
        for key, part in parts:
            found += _pieces(part, f"{place}.{key}")
    return found
