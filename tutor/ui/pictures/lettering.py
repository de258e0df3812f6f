"""How wide a text will be and where it breaks, without a browser: the widths of the letters in the pages' own font."""

import json
from pathlib import Path

WIDTHS: dict[str, dict[str, float]] = json.loads(
    (Path(__file__).resolve().parent.parent / "static" / "fonts" / "widths.json").read_text(encoding="utf-8")
)
"""The width of each letter as a part of the font size, by weight (regular or bold), made by the package's build."""
SIGNS = {"▸": 0.5, "↺": 0.84}
"""The same for signs that the font lacks, which come from whatever font a browser has."""
OTHERS = 1.0


def text_width(text: str, size: float, weight: str = "regular") -> float:
    """The width of a text in pixels at a font size."""
    return size * sum(WIDTHS[weight].get(letter) or SIGNS.get(letter, OTHERS) for letter in text)


def wrapped(text: str, size: float, width: float, weight: str = "regular") -> list[str]:
    """Break a text into at most two lines of `width` pixels; what does not fit ends in an ellipsis."""
    found: list[str] = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if text_width(longer, size, weight) <= width or not found[-1]:
            found[-1] = longer
        else:
            found.append(word)
    lines = [found[0], " ".join(found[1:])] if len(found) > 1 else found
    return [clipped(line, size, width, weight) for line in lines]


def clipped(text: str, size: float, width: float, weight: str = "regular") -> str:
    """Cut a text to a width in pixels, with an ellipsis where something is missing."""
    if text_width(text, size, weight) <= width:
        return text
    while text and text_width(text + "…", size, weight) > width:
        text = text[:-1]
    return text.rstrip() + "…"
