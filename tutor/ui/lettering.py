"""How wide a text will be and where it breaks, without a browser: the widths of a common sans-serif face."""

WIDTHS = {
    "iljI.,:;'’|!": 0.25,
    "frt()[]/- ": 0.33,
    "ckJsvxyz": 0.5,
    "FTLZ": 0.61,
    "ABEKPSVXY&": 0.67,
    "CDHNRUw": 0.72,
    "GOQmM▸": 0.82,
    "W…%↺": 1.0,
}
WIDTH = {letter: width for letters, width in WIDTHS.items() for letter in letters}
OTHERS = 0.556


def text_width(text: str, size: float) -> float:
    """The width of a text in pixels at a font size."""
    return size * sum(WIDTH.get(letter, OTHERS) for letter in text)


def wrapped(text: str, size: float, width: float, lines: int = 2) -> list[str]:
    """Break a text into at most `lines` lines of `width` pixels; what does not fit ends in an ellipsis."""
    found: list[str] = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if text_width(longer, size) <= width or not found[-1]:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) > lines:
        found = [*found[: lines - 1], " ".join(found[lines - 1 :])]
    return [clipped(line, size, width) for line in found]


def clipped(text: str, size: float, width: float) -> str:
    """Cut a text to a width in pixels, with an ellipsis where something is missing."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"
