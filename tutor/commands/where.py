"""`rules-tutor where`: where a rule is in the code, the scenarios and the pages."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tutor.commands.shared import Json, print_json, say

if TYPE_CHECKING:
    from tutor.engine.core.game import Game


def where(
    rule: Annotated[str, typer.Argument(help="The id of the rule, such as search/at-store.")], json: Json = False
) -> None:
    """Print where a rule is in the code and in the pages.

    The places are its function, other code that names it, the scenarios about it and the steps that teach it.
    """
    from tutor.engine.book.files import BadInput
    from tutor.engine.core.game import games

    found = [_places(game, rule) for game in games().values() if rule in game.book]
    if not found:
        raise BadInput("rule", rule, "no game has this rule")
    if json:
        print_json({"rule": rule, "games": found})
    else:
        say("\n\n".join(map(_told, found)))


def _places(game: "Game", rule: str) -> dict[str, object]:
    """Where a rule of one game is: for each kind of place, lines that begin with FILE:LINE."""
    from tutor.audit.sources import cases_about, code_of
    from tutor.lessons.pages import pages_of

    code = [(one.bound, f"{_shown(game.folder / one.module)}:{one.line} {one.name}") for one in code_of(game, rule)]
    return {
        "game": game.title,
        "text": game.book[rule].text,
        "function": [place for bound, place in code if bound],
        "named in": [place for bound, place in code if not bound],
        "scenario": [
            f"{_shown(game.folder / 'scenarios' / case.file)}:{case.line} {case.title}"
            for case in cases_about(game, rule)
        ],
        "page": [
            f"{_shown(Path(page.file))} step {n}"
            for page in pages_of(game.id)
            for n, step in enumerate(page.step, 1)
            if rule in step.rules
        ],
    }


def _shown(path: Path) -> str:
    """A path, relative to the working folder if it is inside it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _told(found: dict[str, object]) -> str:
    lines = [f"{found['game']}: {found['text']}"]
    for kind in ("function", "named in", "scenario", "page"):
        places = found[kind]
        assert isinstance(places, list)
        lines += [f"  {kind:<10}{place}" for place in places]
    return "\n".join(lines)
