"""What a page may send to its kernel; nothing else is even read."""

import json
import struct
import time
from random import Random

import pytest

from tests.line import message, pack, said, unpack
from tutor.serving.frames import MOST_BYTES, MOST_DEPTH, MOST_HEADER, MOST_VALUES, Refused, check, parse, take_apart

GOOD = said("desk", "1", type="next")
QUICK_SECONDS = 5
"""Far more time than it takes to read any frame, and far less than a lying frame would cost."""


def custom(text: bytes) -> bytes:
    """Return a message to a desk with this content, unchanged."""
    channel, header, parent, metadata, _ = unpack(GOOD)
    return pack(channel, header, parent, metadata, text)


def test_a_pages_message_goes_to_the_kernel_with_a_header_of_the_servers_own() -> None:
    given = message("comm_msg", json.loads(unpack(GOOD)[4]), username="\x1b[2J", more="x", msg_id="7")
    passed = check(given, desk=True)
    assert passed.id == "7"
    header, parent, metadata, content = passed.parts
    assert (parent, metadata, content) == (b"{}", b"{}", unpack(given)[4])
    fields = json.loads(header)
    assert (fields["msg_id"], fields["msg_type"], fields["session"]) == ("7", "comm_msg", "s")
    assert (fields["username"], fields["version"]) == ("", "5.3")
    assert fields.keys() == {"msg_id", "msg_type", "session", "username", "version", "date"}


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\0" * 7,
        struct.pack("<Q", 2**62),
        struct.pack("<Q", 2**64 - 1),
        struct.pack("!i", 300_000_000),
        struct.pack("!i", 300_000_000) * 2,
        struct.pack("<2Q", 6, 2**63),
        struct.pack("<Q", 0) * 20,
        GOOD[:-1],
        GOOD + b" ",
        GOOD[:40],
        struct.pack("<7Q", 6, 56, 56, 56, 56, 56, 2**63),
        struct.pack("<7Q", 6, 56, 50, 56, 56, 56, 56),
        struct.pack("<7Q", 6, 0, 8, 16, 24, 32, 56),
        struct.pack("<6Q", 5, 48, 48, 48, 48, 48),
        pack(*[b"{}"] * 70),
        GOOD.decode("latin-1"),
        "{}",
    ],
)
def test_a_frame_that_lies_about_itself_is_refused_at_once(frame: bytes | str) -> None:
    began = time.process_time()
    with pytest.raises(Refused):
        take_apart(frame)
    assert time.process_time() - began < QUICK_SECONDS


def test_a_frame_is_bounded_and_all_that_a_browser_keeps_fits_into_one() -> None:
    kept = {"course": json.dumps({"page": ["a"] * 100, "words": "x" * 5_000_000})}
    assert check(said("desk", "1", type="hello", stored=kept), desk=True)
    with pytest.raises(Refused, match="too long"):
        check(said("desk", "1", type="hello", stored={"course": "x" * MOST_BYTES}), desk=True)


@pytest.mark.parametrize("desk", [True, False])
@pytest.mark.parametrize(
    "kind",
    [
        "execute_request",
        "shutdown_request",
        "interrupt_request",
        "inspect_request",
        "complete_request",
        "history_request",
        "is_complete_request",
        "debug_request",
        "connect_request",
        "create_subshell_request",
        "input_reply",
        "comm_msg ",
        "",
    ],
)
def test_what_no_page_asks_for_is_refused(kind: str, desk: bool) -> None:
    with pytest.raises(Refused):
        check(message(kind, {"comm_id": "desk", "code": "1"}), desk)


@pytest.mark.parametrize("channel", ["control", "stdin", "iopub", "", "Shell", "shell\0"])
@pytest.mark.parametrize("desk", [True, False])
def test_pages_speak_on_one_channel_only(channel: str, desk: bool) -> None:
    with pytest.raises(Refused, match="channel"):
        check(message("comm_msg", {"comm_id": "a", "data": {"method": "custom", "content": {}}}, channel), desk)


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("comm_open", {"comm_id": "a", "target_name": "jupyter.widget", "data": {}}),
        ("comm_close", {"comm_id": "a", "data": {}}),
        ("comm_info_request", {"target_name": "jupyter.widget"}),
        ("comm_msg", {"comm_id": "a", "data": {"method": "update", "state": {}}}),
        ("comm_msg", {"comm_id": "a", "data": {"method": "request_state"}}),
        ("comm_msg", {"comm_id": "a", "data": []}),
        ("comm_msg", {"comm_id": "a"}),
    ],
)
def test_a_desk_says_less_than_a_notebook(kind: str, content: dict[str, object]) -> None:
    assert check(message(kind, content), desk=False).parts[3] == json.dumps(content).encode()
    with pytest.raises(Refused):
        check(message(kind, content), desk=True)


def test_a_notebook_may_send_buffers_and_a_desk_may_not() -> None:
    with_buffers = pack(*unpack(GOOD), b"one", b"two")
    assert check(with_buffers, desk=False).parts[4:] == [b"one", b"two"]
    with pytest.raises(Refused):
        check(with_buffers, desk=True)


@pytest.mark.parametrize("comm", ["", "a b", "\x1b[2J", "a" * 101, 7, None, ["a"], "ä"])
@pytest.mark.parametrize("desk", [True, False])
def test_a_comms_name_has_nothing_in_it_that_a_console_would_obey(comm: object, desk: bool) -> None:
    with pytest.raises(Refused, match="comm_id"):
        check(message("comm_msg", {"comm_id": comm, "data": {"method": "custom", "content": {}}}), desk)


@pytest.mark.parametrize(
    "header",
    [b"", b"[]", b"7", b"{}", b"\xff", b'{"msg_id": 7}', b'{"msg_type": "comm_msg"}', b" " * MOST_HEADER + b"{}"],
)
def test_a_header_that_is_none_is_refused(header: bytes) -> None:
    channel, _, *rest = unpack(GOOD)
    with pytest.raises(Refused):
        check(pack(channel, header, *rest), desk=True)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff\xfe{\0}\0",
        b'{"a": 1' + b"1" * 5000 + b"}",
        b'{"a": ' + b"[" * 100_000,
        b'{"a": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
        b'{"a": [' + b"0," * MOST_VALUES + b"0]}",
        b'{"a": "' + b'\\"' * 2_000_000,
        b'"' * 4_000_000,
        b'\\"\\\\"' * 1_000_000,
        b"\\" * 4_000_000,
        b'{"a": "' + b"\\" * 3_999_999 + b'"}',
    ],
    ids=range(14),
)
def test_a_text_that_is_no_message_is_refused_quickly_and_never_overflows(text: bytes) -> None:
    began = time.process_time()
    with pytest.raises(Refused):
        check(custom(text), desk=True)
    assert time.process_time() - began < QUICK_SECONDS


def test_brackets_and_escapes_inside_a_string_count_for_nothing() -> None:
    inside = {"a": json.dumps({"b": "[[[" * MOST_DEPTH * MOST_VALUES + '\\"}'})}
    assert parse(json.dumps(inside).encode()) == inside


def test_no_spoilt_frame_does_more_than_be_refused() -> None:
    random = Random(13)
    frames = [GOOD, said("desk", "1", type="hello", stored={"a": "b" * 200}), message("kernel_info_request", {})]
    passed = 0
    for _ in range(5000):
        frame = bytearray(random.choice(frames))
        for _ in range(random.choice((1, 1, 2, 5, 30))):
            at = random.randrange(len(frame))
            match random.randrange(4):
                case 0:
                    frame[at] = random.randrange(256)
                case 1:
                    del frame[at : at + random.randrange(20)]
                case 2:
                    frame[at:at] = frame[: random.randrange(40)]
                case _:
                    frame[at : at + 8] = struct.pack("<Q", random.getrandbits(random.choice((3, 8, 32, 63))))
            if not frame:
                break
        try:
            parts = check(bytes(frame), desk=True).parts
        except Refused:
            continue
        passed += 1
        assert len(parts) == 4
        assert all(isinstance(json.loads(part), dict) for part in parts)
    assert 0 < passed < 2500
