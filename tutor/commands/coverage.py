"""`rules-tutor coverage`: what of each rulebook is enforced, tested and taught."""

from typing import Annotated

import typer

from tutor.commands.shared import Json, print_json, say


def coverage(
    game: Annotated[list[str] | None, typer.Argument(help="The games to look at; by default, all games.")] = None,
    games: Annotated[
        int, typer.Option(help="How many random games to play in order to count how often each rule comes up.", min=0)
    ] = 0,
    json: Json = False,
) -> None:
    """Show which rules are enforced, tested and taught. The exit code is 1 if a rule lacks one of these."""
    from tutor.audit.coverage import cover
    from tutor.engine.core.game import find_game
    from tutor.engine.core.game import games as all_games
    from tutor.lessons.pages import pages_of

    found = [find_game(id) for id in game] if game else list(all_games().values())
    reports = [cover(one, pages_of(one.id), games) for one in found]
    if json:
        print_json({"games": [report.data() for report in reports]})
    else:
        say("\n\n".join(report.text() for report in reports))
    raise typer.Exit(0 if all(report.complete for report in reports) else 1)
