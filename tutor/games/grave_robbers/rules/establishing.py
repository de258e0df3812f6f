"""The Establishing Shot: for one round nobody may harm another player's movie."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.asks import Refusal
from tutor.games.grave_robbers.table import Studio

CARDS, EFFECTS = "turn/establishing-shot-no-harmful-cards", "turn/establishing-shot-no-harmful-effects"
"""The rules against what may harm: cards that are played, and the effects of abilities."""

PROTECTED = "Wait until everybody has had a turn, or use it on your own movie."


def protection(g: Studio) -> str:
    """Why nobody may be harmed yet."""
    rounds = g.parameters.protected
    return f"nobody can be harmed in the first {'round' if rounds == 1 else f'{rounds} rounds'}"


def spares(g: Studio, seat: int, owner: int, harmful: bool) -> bool:
    """Whether something aimed at `owner` is open in the first round too."""
    any_target = g.reading("turn/what-is-detrimental") == "any-target"
    return owner == seat or not (g.establishing and (harmful or any_target))


def refuse_harm(
    g: Studio, seat: int, owner: int, harmful: bool, cancel: bool = False, kind: str = CARDS
) -> Iterator[Refusal]:
    """Yield why something aimed at `owner` is closed in the first round; `harmful` is said by the effect."""
    if not g.establishing or owner == seat:
        return
    reading = g.reading("turn/what-is-detrimental")
    if reading == "any-target" and not harmful:
        why = f"this move is aimed at {g.names[owner]}, and {protection(g)}"
        yield Refusal("turn/what-is-detrimental", why, PROTECTED)
    if not harmful and reading != "any-target":
        return
    if cancel and reading == "cancels-allowed":
        return
    why = f"this move would harm {g.names[owner]}, and {protection(g)}"
    yield Refusal(kind, why, PROTECTED)
    counted = "it counts as harm to lower, kill, remove, replace, take or cancel what another player has"
    yield Refusal("turn/what-is-detrimental", counted, "Choose a move that harms nobody.")
    if seat != g.turn:
        why = f"the Establishing Shot binds everybody, not only {g.names[g.turn]}, whose turn it is"
        yield Refusal("turn/establishing-shot-binds-everyone", why, "Wait until it is over.")
