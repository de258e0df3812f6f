"""Where the pages are: what differs between pages that a server runs and pages that are files."""

import sys
from urllib.parse import urlencode

SUFFIX = ".html" if sys.platform == "emscripten" else ".ipynb"
"""How a page's address ends; Python in a browser means that the pages are files."""


def address(page: str, query: str = "", **wanted: str) -> str:
    """Return the address of a page, seen from any other: `address("play", game="shelter")`; or with a ready query."""
    query = query or (f"?{urlencode(wanted)}" if wanted else "")
    return f"{page}{SUFFIX}{query}"
