"""`rules-tutor site`: the pages as a folder of static files."""

from pathlib import Path
from typing import Annotated

import typer

from tutor.paths import shipped


def site(
    out: Annotated[Path, typer.Argument(help="Folder for the site: a new or empty one, or that of an earlier build.")],
    work: Annotated[Path, typer.Option(help="Folder for downloads and intermediate files.")] = Path("build/site"),
) -> None:
    """Build the pages as static files.

    Any web server can serve them, because Python runs in the visitor’s browser.
    """
    from tutor.site.build import build_site

    size = build_site(out, work, shipped("notebooks"), say=print)
    print(f"The site is in {out} and takes up {size / 1e6:.0f} MB.")
    print(f"To try it, run python -m http.server --directory {out}")
