"""The host's console: one plain line per event, whatever caused it and whatever text a visitor put into it."""

import logging

MOST_CHARACTERS = 300
QUIET = {"tornado.general": logging.ERROR}
"""Loggers that would repeat something: a refused request already has a line of its own."""


class OneLine(logging.Formatter):
    """Writes a record as one line; for an error, the line gives the error and the place where it was raised."""

    def __init__(self, *_: object, **__: object) -> None:
        super().__init__("%(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        text = record.getMessage().partition("\n")[0]
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            text = f"{text}: {type(error).__name__}: {error}{place(error)}"
        return plain(text)


def place(error: BaseException) -> str:
    """Return where an error was raised, in words that can follow the error's own."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})"


def plain(text: str) -> str:
    """Return a text of limited length, without anything that a console would take for a command."""
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text[: MOST_CHARACTERS + 1])
    return shown if len(shown) <= MOST_CHARACTERS else f"{shown[: MOST_CHARACTERS - 1]}…"


def speak_plainly() -> None:
    """Make everything that is logged in this process appear on the console as plain lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for name, level in QUIET.items():
        logging.getLogger(name).setLevel(level)
