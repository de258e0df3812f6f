"""The lines of the cards: what carries each of them out, and for whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tutor.engine.core import Rule
from tutor.games.shelter.cards import Line, read_line
from tutor.games.shelter.rules.ark import take_code
from tutor.games.shelter.rules.decay import spare
from tutor.games.shelter.rules.durability import restore
from tutor.games.shelter.rules.health import change
from tutor.games.shelter.rules.items_furniture import replace
from tutor.games.shelter.rules.items_hand import gain_items
from tutor.games.shelter.rules.overview import harm
from tutor.games.shelter.rules.skip import skip
from tutor.games.shelter.rules.spaceship import progress
from tutor.games.shelter.rules.special import clear, cover, take_special
from tutor.games.shelter.table import Shelter

Verb = Callable[[Shelter, int, Line], Rule[None]]

PERSONAL: Mapping[str, Verb] = {
    "change": change,
    "items": gain_items,
    "skip": skip,
    "spare": spare,
    "special": take_special,
    "code": take_code,
}
"""The lines that apply to everyone who uses the card together."""

SHARED: Mapping[str, Verb] = {
    "progress": progress,
    "restore": restore,
    "replace": replace,
    "cover": cover,
    "clear": clear,
    "harm": harm,
}
"""The lines that happen only once and are decided by the player who came last."""


def do_lines(g: Shelter, lines: Sequence[str], group: tuple[int, ...]) -> Rule[None]:
    """Carry out lines in printed order, each for everyone of `group` who is still there."""
    for text in lines:
        line = read_line(text)
        shared = SHARED.get(line.verb)
        for seat in still_there(g, group)[-1:] if shared else group:
            if not g.players[seat].fate:
                g.step("effect-line")
                yield from (shared or PERSONAL[line.verb])(g, seat, line)
                g.step("next-line")


def still_there(g: Shelter, group: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of the group who are still in the game."""
    return tuple([seat for seat in group if not g.players[seat].fate])
