"""The whole build: fetch, compile, make the pages, and put them where they are wanted."""

import shutil
from collections.abc import Callable
from pathlib import Path

from tutor.site.bundles import make_bundles
from tutor.site.inputs import Inputs
from tutor.site.pages import make_pages

MARK = ".rules-tutor-site"
"""The file that says that a folder is a site of ours, which the next build may replace."""


def build_site(out: Path, work: Path, notebooks: Path, say: Callable[[str], None] = lambda _: None) -> int:
    """Build the static site of a folder of notebooks; return its size in bytes.

    Args:
        out: where it goes: a new or empty folder, or a site built before, which is replaced.
        work: where what is fetched and made on the way is kept, so that the next build is quick.
        notebooks: the pages.
        say: told what is being done.

    Raises:
        StepFailed: if a step fails; `out` is then as it was.
        ValueError: if `out` holds something else.
    """
    check_place(out)
    work = work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    inputs = Inputs(work / "inputs")
    say("Fetching what the build needs…")
    inputs.fetch()
    say("Compiling for the browser…")
    bundles = make_bundles(inputs, work / "bundles")
    say("Making the pages…")
    site = make_pages(inputs, notebooks, bundles, work / "pages")
    (site / MARK).write_text("A static site of the rules tutor. The next build replaces this folder.\n", "utf-8")
    if out.exists():
        shutil.rmtree(out)
    shutil.copytree(site, out)
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def check_place(out: Path) -> None:
    """Raise ValueError unless a site may be put there."""
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise ValueError(f"{out} is not empty and was not built by this command; choose a new folder")
    if out.exists() and not out.is_dir():
        raise ValueError(f"{out} is a file; a site needs a folder")
