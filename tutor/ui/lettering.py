"""How wide a text will be and where it breaks, without a browser: the widths of a common sans-serif face."""

NARROW, SLIM, WIDE, WIDEST = set("iljI.,:;'’|!"), set("frt()[]/-↺ "), set("mwABCDEGHKNOPQRSUVXYZ&+?"), set("MW%…")


def text_width(text: str, size: float) -> float:
    """The width of a text in pixels at a font size, rounded up a little so that no label is clipped."""
    return size * sum(
        0.26
        if letter in NARROW
        else 0.36
        if letter in SLIM
        else 0.9
        if letter in WIDEST
        else 0.72
        if letter in WIDE
        else 0.56
        for letter in text
    )


def wrapped(text: str, size: float, width: float, lines: int = 2) -> list[str]:
    """Break a text into at most `lines` lines no wider than `width` pixels; what does not fit ends in an ellipsis."""
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
