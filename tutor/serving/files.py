"""The files of a page that is a desk and nothing else, named by what is in them, so that a browser asks only once."""

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from tutor.ui.bundle import DESK, DESK_SHEETS, script, style

FOLDER = "voila/desk"
NAME_LENGTH = 16


@dataclass(frozen=True)
class File:
    """A file and its packed form."""

    kind: str
    content: bytes
    packed: bytes


@cache
def desk_files() -> dict[str, File]:
    """Return the desk's script and sheet by their names, in this order."""
    texts = {
        "js": ("text/javascript; charset=utf-8", script(*DESK, "line", "page")),
        "css": ("text/css; charset=utf-8", style(*DESK_SHEETS)),
    }
    found = {}
    for ending, (kind, text) in texts.items():
        content = text.encode()
        found[f"{sha256(content).hexdigest()[:NAME_LENGTH]}.{ending}"] = File(kind, content, gzip.compress(content))
    return found


def desk_addresses() -> dict[str, str]:
    """Return where the desk's script and sheet are, below the server's base address."""
    made, sheet = desk_files()
    return {"script": f"{FOLDER}/{made}", "style": f"{FOLDER}/{sheet}"}
