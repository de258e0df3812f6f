"""An unclear rule tried out: one scene under each of its readings, side by side."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tutor.engine.book.rulebook import Entry
from tutor.engine.core.asks import Roll
from tutor.engine.core.match import Match
from tutor.engine.play.playing import play_scene
from tutor.engine.play.scene import Scene


def doubtful(entry: Entry) -> str:
    """What is unclear about a rule, and its readings, ours marked with a star."""
    readings = "\n".join(f"{'*' if option.default else ' '} {option.id}: {option.text}" for option in entry.options)
    return f"{entry.id} ({entry.source})\n{entry.unclear}\n{readings}"


def under_each(scene: Scene, rule: str) -> dict[str, Match]:
    """Play a scene under every reading of a rule; what it expects is left out, since readings differ.

    Raises:
        Unmet: if a step cannot be taken under one of the readings.
        BadInput: if the scene does not fit.
    """
    steps = tuple(step for step in scene.play if isinstance(step, str))
    options = scene.match().game.book[rule].options
    return {
        option.id: play_scene(replace(scene, readings={**scene.readings, rule: option.id}, play=steps)).match
        for option in options
    }


def told(match: Match, last: int) -> str:
    """The last notes of a match, one a line."""
    return "\n".join(note.text for note in match.notes[-last:])


def hits(match: Match) -> Fraction:
    """The exact chance that the pending roll hits what it aims at.

    Raises:
        ValueError: if no roll with an aim is pending.
    """
    ask = match.ask
    if not isinstance(ask, Roll) or ask.aim is None:
        raise ValueError("no roll with an aim is pending")
    aim = ask.aim()
    return sum((p for faces, p in ask.outcomes() if aim.hit(faces)), Fraction(0))
