"""Many games for a designer: their plan, and playing them with a progress bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.designer.match import Match
from tutor.designer.sources import pool_of
from tutor.engine.book.files import BadInput

if TYPE_CHECKING:
    from tutor.designer.game import Game
    from tutor.designer.results import Simulation
    from tutor.lab.simulate import Plan

Source = str | Path | Match | None
"""Where games begin: the text or the file of a scene, the position of a match, or (None) the setup."""

MANY = 300
"""The number of games from which progress is shown; it is always shown while games are watched."""


def plan_of(
    game: Game,
    scene: Source,
    games: int,
    players: int | Sequence[str] | None,
    bots: str | Sequence[str],
    readings: Mapping[str, str] | None,
    variants: Sequence[str],
    parameters: Mapping[str, int] | None,
    seed: int,
    looks: int = 0,
) -> Plan:
    """Return the plan of many games; the arguments are those of `Game.simulate`, and `Plan.looks`.

    Raises:
        BadInput: if the scene cannot be read or is of another game.
    """
    from tutor.lab.simulate import Plan
    from tutor.lab.writing import scene_text

    text = ""
    if isinstance(scene, Match):
        if scene.game.id != game.id:
            raise BadInput("the scene", "", f"this is a match of {scene.game.title}, not of {game.title}")
        text = scene.scene()
    elif scene is not None:
        text = scene_text(game._doc(scene)[0])
    return Plan(
        game.id,
        games,
        seed,
        players if isinstance(players, int) or players is None else tuple(players),
        (bots,) if isinstance(bots, str) else tuple(bots),
        readings or (),
        tuple(variants),
        parameters or (),
        scene=text,
        looks=looks,
    )


def played(plans: Sequence[Plan], workers: int) -> list[Simulation]:
    """Play plans, in this process or in several; games of two plans are played pair by pair.

    Raises:
        BadInput: if a plan does not fit.
        Missing: if several workers are asked for and joblib is not installed.
    """
    from tutor.designer.progress import progress
    from tutor.designer.results import Simulation
    from tutor.lab.pools import play_all
    from tutor.lab.simulate import beginning

    names = [beginning(plan).names for plan in plans]
    pool = pool_of(workers)
    with progress(0 if plans[0].looks else MANY) as told:
        rows = play_all(plans, pool and pool(), told).rows
    return [Simulation(*one) for one in zip(plans, names, rows, strict=True)]
