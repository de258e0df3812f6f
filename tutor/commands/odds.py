"""`rules-tutor odds`: what can happen from a scene's position."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.commands.shared import Cards, Json, cards_of, fast, played_with, print_json, say

if TYPE_CHECKING:
    from tutor.engine.core.match import Match
    from tutor.engine.play.scene import Scene
    from tutor.lab.chances import Rows


def odds(
    scene: Annotated[Path, typer.Argument(help="The scene file; its answers are played first.")],
    seat: Annotated[
        str | None, typer.Option(help="Player from whose point of view to look; by default, everything is known.")
    ] = None,
    cards: Cards = None,
    samples: Annotated[
        int, typer.Option(help="How many random playthroughs to make if there are too many outcomes.", min=1)
    ] = 4000,
    json: Json = False,
) -> None:
    """Print the odds in the position of a scene.

    For each open answer, or for the pending roll or draw, this gives the chance of every event that the game measures.
    """
    fast()
    from tutor.engine.book.files import naming, read_text
    from tutor.engine.play.scene import load_scenes

    told = []
    for case in load_scenes(read_text(scene), str(scene)):
        with naming(case.file):
            match = _position(case, cards)
            rows = _rows(match, _seat(match, seat, case.file), samples, case.file)
        told.append({"title": case.title, "asked": match.ask.rule if match.ask else "", "odds": _data(rows)})
        if not json:
            _print(case.title or case.file, rows)
    if not json:
        say(f"The odds were worked out {played_with()}.", err=True)
    else:
        print_json({"file": str(scene), "cases": told})


def _position(scene: "Scene", cards: Path | None) -> "Match":
    from tutor.engine.core.game import find_game
    from tutor.engine.play.playing import Unmet, play_scene

    game = find_game(scene.game)
    try:
        return play_scene(scene, game, cards=cards_of(game, cards)).match
    except Unmet as unmet:
        raise unmet.as_input(scene.file) from None


def _seat(match: "Match", name: str | None, file: str) -> int | None:
    from tutor.engine.book.files import BadInput

    if name is None or name in match.table.names:
        return None if name is None else match.table.seat(name)
    raise BadInput(file, "--seat", f"no player “{name}”; the players are {', '.join(match.table.names)}")


def _rows(match: "Match", seat: int | None, samples: int, file: str) -> "Rows":
    """The odds of everything that can be answered now."""
    from tutor.engine.book.files import BadInput
    from tutor.engine.core.asks import Choose, Together
    from tutor.lab.chances import chances

    ask = match.ask
    if isinstance(ask, Together):
        raise BadInput(file, "play", f"several players are asked {ask.rule} at once; answer for them first")
    if isinstance(ask, Choose) and seat not in (None, ask.seat):
        asked = match.table.names[ask.seat]
        raise BadInput(file, "--seat", f"it is {asked}’s decision, and only {asked} knows which answers are open")
    return chances(match, seat, samples=samples)


def _data(rows: "Rows") -> list[dict[str, Any]]:
    return [
        {
            "answer": answer,
            "what": what,
            "chance": float(odds.estimate),
            "low": str(odds.low),
            "high": str(odds.high),
            "exact": odds.exact,
            "samples": odds.samples,
        }
        for answer, found in rows.items()
        for what, odds in found.items()
    ]


def _print(title: str, rows: "Rows") -> None:
    say(f"== {title}")
    for answer, found in rows.items():
        say(answer)
        for what, odds in found.items():
            say(f"  {what}: {odds}")
    if not rows:
        say("there is no question, because the game is over")
