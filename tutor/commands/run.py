"""`rules-tutor run`: play a scene with its answers, and say what held."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.commands.shared import (
    Cards,
    Json,
    cards_of,
    note_data,
    note_line,
    print_json,
    say,
    standing_data,
    standing_lines,
)
from tutor.engine.book.files import naming, quoted, read_text

if TYPE_CHECKING:
    from tutor.engine.play.playing import Player, Step
    from tutor.engine.play.scene import Scene


def run(
    scene: Annotated[Path, typer.Argument(help="The scene file; all its cases are played.")],
    cards: Cards = None,
    json: Json = False,
) -> None:
    """Play a scene and print its notes, refusals and expectations.

    The exit code is 1 if an expectation does not hold or an answer is not possible.
    """
    from tutor.engine.core.table import Many
    from tutor.engine.play.scene import load_scenes

    with naming(str(scene)):
        played = [_play(case, cards, json) for case in load_scenes(read_text(scene), str(scene))]
    if json:
        print_json({"file": str(scene), "cases": played})
    unmet = sum(not case["held"] for case in played)
    if not json:
        say(f"Everything held in {len(played) - unmet} of {Many(len(played)):case}.")
    raise typer.Exit(1 if unmet else 0)


def _play(scene: "Scene", cards: Path | None, quiet: bool) -> dict[str, Any]:
    """Play one case; print it step by step unless `quiet`, and return it as plain data."""
    from tutor.engine.core.game import find_game
    from tutor.engine.play.playing import Player, Unmet

    game = find_game(scene.game)
    player = Player(scene, scene.match(game, cards=cards_of(game, cards)))
    told = _Told(player, quiet)
    told.line(f"== {scene.title or scene.file}")
    told.notes()
    unmet = ""
    try:
        for n, raw in enumerate(scene.play):
            step = player.parse(raw, n)
            player.step(step, n)
            told.step(step)
    except Unmet as error:
        unmet = str(error)
        told.notes()
        told.line(f"FAILED: {unmet}")
    for line in standing_lines(player.match):
        told.line(line)
    data = {"title": scene.title, "rules": list(scene.rules), "held": not unmet, "unmet": unmet, "steps": told.data}
    return {**data, **standing_data(player.match)}


class _Told:
    """Prints a scene while it is played, and keeps what it printed."""

    def __init__(self, player: "Player", quiet: bool) -> None:
        self.player = player
        self.quiet = quiet
        self.data: list[dict[str, Any]] = []
        self._noted = 0

    def line(self, text: str) -> None:
        if not self.quiet:
            say(text)

    def notes(self) -> None:
        """Print the notes since the last call."""
        match = self.player.match
        fresh = match.notes[self._noted :]
        self._noted = len(match.notes)
        for note in fresh:
            self.line(f"    {note_line(note, match.table.names)}")
        self.data += [{"note": note_data(note, match.table.names)} for note in fresh]

    def step(self, step: "Step") -> None:
        """Print a step that was just played."""
        if step.undo:
            self._noted = min(self._noted, len(self.player.match.notes))
            self._say({"undo": step.undo}, f"  undo {step.undo}")
        if step.answer is not None or step.luck:
            answer = "by chance" if step.luck else step.answer
            self._say({"answer": answer, "seat": step.seat}, f"  > {step.seat + ': ' if step.seat else ''}{answer}")
        self.notes()
        if step.refused is not None:
            text, reasons = self.player.refusals[-1]
            said = "; ".join(r.why + (f". {r.fix}" if r.fix else "") + f" [{r.rule}]" for r in reasons)
            refusals = [{"rule": r.rule, "why": r.why, "fix": r.fix} for r in reasons]
            self._say({"refused": text, "refusals": refusals}, f"  x {text}: {said}")
        if step.expect is not None:
            held = ", ".join(f"{key} = {quoted(value)}" for key, value in step.expect.items())
            self._say({"held": step.expect}, f"  held: {held}")

    def _say(self, data: dict[str, Any], text: str) -> None:
        self.data.append(data)
        self.line(text)
