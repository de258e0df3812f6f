"""Reading messages from the page; anything but a well-formed message is dropped."""

from collections.abc import Callable
from typing import TypeGuard, cast

from tutor.ui.model import Message

LATEST = 250_000_000_000_000  # ms since 1970; no clock shows a later time
LONGEST_TEXT = 4_000_000  # characters; longer texts are refused in words, not dropped

LONGEST_NAME = 40  # characters of a page's own name

Check = Callable[[object], bool]


def _text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _texts(value: object) -> bool:
    return isinstance(value, dict) and all(_text(key) and _text(text) for key, text in value.items())


def _changes(value: object) -> bool:
    return isinstance(value, dict) and all(_text(key) and (text is None or _text(text)) for key, text in value.items())


FIELDS: dict[str, dict[str, Check]] = {
    "hello": {"search": _text, "stored": _texts},
    "elsewhere": {"changes": _changes},
    "again": {"by": _text},
    "answer": {"ask": _text, "option": _text},
    "predict": {"ask": _text, "option": _text},
    "try": {"ask": _text, "option": _text},
    "input": {"ask": _text, "text": _text},
    "undo": {},
    "redo": {},
    "next": {},
    "back": {},
    "ping": {},
    "goto": {"page": lambda value: _whole(value) or _text(value), "step": _whole},
    "tool": {"id": _text},
    "seat": {"index": lambda value: value is None or _whole(value)},
    "node": {"graph": _text, "id": _text},
    "group": {"id": lambda value: value is None or _text(value)},
    "notes": {"all": lambda value: isinstance(value, bool)},
    "dialog": {"id": _text, "text": _text},
    "form": {"id": _text, "values": _texts},
    "upload": {"name": _text, "text": _text},
}


MAY_HAVE: dict[str, dict[str, Check]] = {"next": {"ask": _text}}
"""Fields that a message may leave out."""


def sent_at(message: Message) -> int | None:
    """When the visitor's clock says that a message was sent, in milliseconds since 1970; None if it does not say."""
    return cast("int | None", message.get("at"))


def serial(content: object) -> tuple[str, int] | None:
    """Which page sent a message, and the number that it gave the message; None if it does not say."""
    if not isinstance(content, dict):
        return None
    by, n = content.get("by"), content.get("n")
    if not isinstance(by, str) or not 0 < len(by) <= LONGEST_NAME or not _whole(n) or not 0 < n < LATEST:
        return None
    return by, n


def _time(value: object) -> bool:
    return _whole(value) and 0 <= value < LATEST


def read_message(content: object) -> Message | None:
    """Return the message in `content` with its known fields only, or None if it is not one."""
    if not isinstance(content, dict):
        return None
    kind = content.get("type")
    if not isinstance(kind, str) or kind not in FIELDS:
        return None
    checks = FIELDS[kind] | {name: check for name, check in MAY_HAVE.get(kind, {}).items() if name in content}
    if not all(name in content and check(content[name]) for name, check in checks.items()):
        return None
    at = {"at": content["at"]} if _time(content.get("at")) else {}
    return cast("Message", {"type": kind, **{name: content[name] for name in checks}, **at})
