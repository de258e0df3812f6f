"""What a page sends to its kernel: each frame is one message, and nothing in it is trusted before it has been checked.

A frame of the protocol `v1.kernel.websocket.jupyter.org` begins with 64-bit numbers, little-endian: how many offsets
follow, then the offsets. Each says where a part begins, and the last one says where the frame ends. The parts are the
channel, the header, the parent's header, the metadata, the content, and any number of buffers.
"""

import json
import re
import struct
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

PROTOCOL = "v1.kernel.websocket.jupyter.org"
MOST_BYTES = 6 * 2**20
"""How long a frame may be. A page's longest frame is its first, with up to 5 MB that the browser has stored."""
NUMBER = 8
PARTS = 5
MOST_PARTS = 64
MOST_HEADER = 4096
MOST_DEPTH = 24
MOST_VALUES = 50_000

NOT_NESTING = re.compile(rb"[^][{}]+")
NAME = re.compile(r"[\w-]{1,100}", re.ASCII)

SAID_BY_A_DESK = frozenset({"comm_msg", "kernel_info_request"})
SAID_BY_A_NOTEBOOK = SAID_BY_A_DESK | {"comm_open", "comm_close", "comm_info_request"}


class Refused(ValueError):
    """No page of ours sends such a frame. The text says why, for the console of the browser that sent it."""


@dataclass(frozen=True)
class Message:
    """A message that was checked.

    Args:
        id: what its sender calls it.
        parts: the header, the parent's header, the metadata, the content and the buffers, as they go to the kernel.
    """

    id: str
    parts: list[bytes]


def check(frame: bytes | str, desk: bool) -> Message:
    """Return the message that is in a frame.

    Args:
        frame: what came over the websocket.
        desk: whether the page is only a desk; a notebook that Voila shows may send more kinds of messages.

    Raises:
        Refused: if no page of ours would have sent it.
    """
    channel, header, _, metadata, content, *buffers = take_apart(frame)
    if channel != b"shell":
        raise Refused("pages cannot use this channel")
    if len(header) > MOST_HEADER:
        raise Refused("the header is too long")
    sender, said = parse(header), parse(content)
    kind, id, session = (name(sender, field) for field in ("msg_type", "msg_id", "session"))
    if kind not in (SAID_BY_A_DESK if desk else SAID_BY_A_NOTEBOOK):
        raise Refused("this page cannot send this kind of message")
    if kind.startswith("comm_") and kind != "comm_info_request":
        name(said, "comm_id")
    if desk and (buffers or parse(metadata) or (kind == "comm_msg" and not is_for_a_desk(said))):
        raise Refused("this message is not for a desk")
    parse(metadata)
    fields = {"msg_id": id, "msg_type": kind, "session": session, "username": "", "version": "5.3", "date": now()}
    return Message(id, [json.dumps(fields).encode(), b"{}", metadata, content, *buffers])


def take_apart(frame: bytes | str) -> list[bytes]:
    """Return the parts of a frame, at least five, after comparing what it claims about itself with its length.

    Raises:
        Refused: if the frame is too long, does not follow the protocol, or makes false claims.
    """
    if isinstance(frame, str) or len(frame) < NUMBER:
        raise Refused("this is not a frame of the protocol")
    if len(frame) > MOST_BYTES:
        raise Refused("the frame is too long")
    count = int.from_bytes(frame[:NUMBER], "little")
    begin = NUMBER * (count + 1)
    if not PARTS < count <= MOST_PARTS or len(frame) < begin:
        raise Refused("the frame has the wrong number of parts")
    places = struct.unpack_from(f"<{count}Q", frame, NUMBER)
    if places[0] != begin or places[-1] != len(frame) or list(places) != sorted(places):
        raise Refused("the frame gives the wrong places for its parts")
    return [frame[begin:end] for begin, end in pairwise(places)]


def parse(text: bytes) -> dict[str, Any]:
    """Return the object in a part. Its size is checked first, so that reading it is quick and cannot fail.

    Raises:
        Refused: if it is not a JSON object, is nested too deeply or has too many values.
    """
    no_escapes = text.replace(b"\\\\", b"").replace(b'\\"', b"")
    outside_strings, strings = (no_escapes.split(b'"', 4 * MOST_VALUES)[side::2] for side in (0, 1))
    structure = b"".join(outside_strings)
    if len(strings) > MOST_VALUES or sum(map(structure.count, (b",", b"[", b"{"))) > MOST_VALUES:
        raise Refused("a part of the message has too many values")
    nesting = NOT_NESTING.sub(b"", structure)
    for _ in range(MOST_DEPTH):
        nesting = nesting.replace(b"[]", b"").replace(b"{}", b"")
    if nesting:
        raise Refused("a part of the message is nested too deeply")
    try:
        found = json.loads(text.decode())
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Refused("a part of the message is not an object")
    return found


def name(fields: dict[str, Any], field: str) -> str:
    """Return a field that names something.

    Raises:
        Refused: if the field is missing, or has characters that names do not have.
    """
    found = fields.get(field)
    if not isinstance(found, str) or not NAME.fullmatch(found):
        raise Refused(f"the message has no valid {field}")
    return found


def is_for_a_desk(content: dict[str, Any]) -> bool:
    """Return whether a message is meant for a desk and does not set the values behind it."""
    data = content.get("data")
    return isinstance(data, dict) and data.get("method") == "custom"


def now() -> str:
    """Return the current time in the form that headers use."""
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")
