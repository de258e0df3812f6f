"""The whole build: fetch and compile everything, make the pages, and put them where the user wants them."""

import shutil
from collections.abc import Callable
from pathlib import Path

from tutor.site.bundles import make_bundles
from tutor.site.inputs import Inputs
from tutor.site.pages import make_pages, page_code

MARK = ".rules-tutor-site"
"""The file that marks a folder as a site of ours, which the next build may replace."""


def build_site(out: Path, work: Path, notebooks: Path, *, say: Callable[[str], None] = lambda _: None) -> int:
    """Build the static site of a folder of notebooks; return its size in bytes.

    Args:
        out: where the site goes: a new or empty folder, or a site built earlier, which is replaced.
        work: where downloads and intermediate files are kept, so that the next build is quick.
        notebooks: the pages, each of which shows one desk.
        say: called with a sentence about each step.

    Raises:
        StepFailed: if a step fails; `out` then stays as it was.
        ValueError: if `out` contains something else.
    """
    work = work.resolve()
    check_place(out, work)
    work.mkdir(parents=True, exist_ok=True)
    inputs = Inputs(work / "inputs")
    say("Fetching what the build needs…")
    inputs.fetch()
    say("Compiling for the browser…")
    bundles = make_bundles(inputs, page_code(notebooks), work / "bundles")
    say("Making the pages…")
    site = make_pages(inputs, notebooks, bundles, work / "pages")
    replace(out, site)
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def check_place(out: Path, work: Path) -> None:
    """Raise ValueError unless a site may be put there."""
    if out.resolve().is_relative_to(work) or work.is_relative_to(out.resolve()):
        raise ValueError(f"{out} and the working folder, {work}, must not be inside one another; choose another folder")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise ValueError(f"{out} is not empty and was not built by this command; choose a new folder")
    if out.exists() and not out.is_dir():
        raise ValueError(f"{out} is a file; a site needs a folder")


def replace(out: Path, site: Path) -> None:
    """Replace what is there with a site; the mark is copied first, so an unfinished copy can be replaced, too."""
    out.mkdir(parents=True, exist_ok=True)
    (out / MARK).write_text(
        "A static site of the rules tutor. The next build replaces this folder.\n", encoding="utf-8"
    )
    for path in out.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.name != MARK:
            path.unlink()
    shutil.copytree(site, out, dirs_exist_ok=True)
