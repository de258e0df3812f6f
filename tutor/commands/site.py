"""`rules-tutor site`: the pages as a folder of static files."""

from pathlib import Path
from typing import Annotated

import typer

from tutor.paths import shipped


def site(
    out: Annotated[Path, typer.Argument(help="Folder to put it in: new, empty, or a site built before.")],
    work: Annotated[Path, typer.Option(help="Folder for what is fetched and made on the way.")] = Path("build/site"),
) -> None:
    """Build the pages as static files that any web server can serve, with Python running in the browser."""
    from tutor.site.build import build_site

    size = build_site(out, work, shipped("notebooks"), say=print)
    print(f"{out} holds the site, {size / 1e6:.0f} MB. To try it, run python -m http.server --directory {out}")
