"""The addresses of pages, which differ between pages that a server runs and pages that are files."""

import sys
from urllib.parse import urlencode

ARE_FILES = sys.platform == "emscripten"
"""Python in a browser means that the pages are files."""

SUFFIX = ".html" if ARE_FILES else ".ipynb"
"""The end of a page's address."""

NEEDS_A_SERVER = frozenset({"rulebook"})
"""Pages that are not made into files, because they show code that the static site does not have."""

TAKES_AN_INSTALLED_TUTOR = " For that, the tutor has to be installed on your computer." if ARE_FILES else ""
"""What is said after a command where the visitor may have no program that runs it; otherwise empty."""


def address(page: str, query: str = "", /, **wanted: str) -> str:
    """Return a page's address, relative to any page, with a query or its fields: `address("play", game="shelter")`."""
    query = query or (f"?{urlencode(wanted)}" if wanted else "")
    return f"{page}{SUFFIX}{query}"


def is_here(page: str) -> bool:
    """Whether there is such a page here, because some pages need a server."""
    return not (ARE_FILES and page in NEEDS_A_SERVER)
