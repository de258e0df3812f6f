"""The files of a page that is only a desk, named by a hash of their content, so that browsers request it only once."""

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from tutor.ui.bundle import DESK, DESK_SHEETS, FONTS, font, font_sheet, script, style

FOLDER = "voila/desk"
NAME_LENGTH = 16


@dataclass(frozen=True)
class File:
    """A file and its compressed form, which is None if the file's format is compressed already."""

    kind: str
    content: bytes
    packed: bytes | None


@cache
def desk_files() -> dict[str, File]:
    """Return the desk's script, its style sheet and the fonts by their names, in this order."""
    texts = {
        "js": ("text/javascript; charset=utf-8", script(*DESK, "counterpart", "line", "page")),
        "css": ("text/css; charset=utf-8", font_sheet(font_name) + style(*DESK_SHEETS)),
    }
    found = {}
    for ending, (kind, text) in texts.items():
        content = text.encode()
        found[hashed(content, ending)] = File(kind, content, gzip.compress(content))
    return found | {font_name(face): File("font/woff2", font(face), None) for face in FONTS}


def hashed(content: bytes, ending: str) -> str:
    """Return the name of a file with this content."""
    return f"{sha256(content).hexdigest()[:NAME_LENGTH]}.{ending}"


def font_name(face: str) -> str:
    """Return the name of the file of a font face, which is beside the style sheet."""
    return hashed(font(face), "woff2")


def desk_addresses() -> dict[str, Any]:
    """Return where the desk's script, style sheet and fonts are, below the server's base address."""
    made, sheet, *fonts = (f"{FOLDER}/{name}" for name in desk_files())
    return {"script": made, "style": sheet, "fonts": fonts}
