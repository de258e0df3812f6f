"""`rules-tutor preview`: a page in the browser while it is being written."""

from pathlib import Path
from typing import Annotated

import typer

AUTHORS = 4
"""The number of tabs in which an author may look at the page at the same time."""
DAY_MINUTES = 24 * 60.0


def preview(
    page: Annotated[Path, typer.Argument(help="The page, a file called NN-slug.toml.")],
    port: Annotated[int, typer.Option(help="Port to listen on; 0 chooses a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
) -> None:
    """Show a page in the browser while you write it.

    The page is drawn again whenever you save the file, with the checker’s findings beside it.
    """
    import os

    from tutor.engine.book.files import BadInput, parse_toml, read_text
    from tutor.engine.core.game import find_game
    from tutor.lab.extra import need
    from tutor.lessons.own_pages import offer_pages
    from tutor.lessons.pages import named
    from tutor.serving.server import serve
    from tutor.serving.settings import Settings
    from tutor.ui.desks.preview import PREVIEW

    need("watchfiles", "a preview")
    named(page, str(page))
    game = parse_toml(read_text(page), str(page)).get("game", "")
    if not isinstance(game, str):
        raise BadInput(str(page), "game", "expected the id of a game")
    opens = f"{find_game(game).id}.ipynb?own={page.stem}"
    offer_pages(page)
    os.environ[PREVIEW] = "yes"
    serve(Settings(port=port, kernels=AUTHORS, idle_minutes=DAY_MINUTES, opens=opens, browser=browser))
