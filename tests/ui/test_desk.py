"""The desk without a browser: which messages it accepts, and the tokens with which it is drawn."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from tutor.engine.core.game import find_game
from tutor.serving.closing import Closing
from tutor.ui.bundle import STATIC, script
from tutor.ui.desk import MOST_PAGES, Desk
from tutor.ui.messages import read_message
from tutor.ui.model import Message
from tutor.ui.pictures.drawn import marks_of

SHEET = (STATIC / "desk.css").read_text(encoding="utf-8")
CARD_TYPES = re.findall(r'\[data-type="(\w+)"\]', SHEET)
LEAST_CONTRAST = 4.5
TEMPLATES = STATIC.parents[1] / "serving" / "voila_template", STATIC.parents[1] / "site" / "templates"


def hear(desk: Desk, content: object) -> None:
    desk.hear(content)


@pytest.fixture
def heard() -> list[Message]:
    return []


@pytest.fixture
def desk(heard: list[Message]) -> Desk:
    desk = Desk(heard.append)
    desk.show({"question": {"id": "one", "title": "?", "mode": "answer", "options": []}})
    return desk


@pytest.mark.parametrize(
    "content",
    [
        {"type": "answer", "ask": "one", "option": "a"},
        {"type": "undo"},
        {"type": "goto", "page": 3, "step": 1},
        {"type": "goto", "page": "setup", "step": 1},
        {"type": "seat", "index": None},
        {"type": "hello", "search": "?page=2", "stored": {"progress": "{}"}},
        {"type": "upload", "name": "game.txt", "text": "seed: 7"},
        {"type": "elsewhere", "changes": {"progress": "{}", "record": None}},
    ],
)
def test_a_message_reaches_the_listener(desk: Desk, heard: list[Message], content: dict[str, Any]) -> None:
    hear(desk, content)
    assert heard == [content]


@pytest.mark.parametrize(
    "content",
    [
        None,
        "undo",
        [],
        {},
        {"type": ["undo"]},
        {"type": "eval", "code": "1"},
        {"type": "answer", "ask": "one"},
        {"type": "answer", "ask": "one", "option": 3},
        {"type": "goto", "page": True, "step": 1},
        {"type": "goto", "page": 1, "step": "1"},
        {"type": "seat"},
        {"type": "hello", "search": "", "stored": {"key": None}},
        {"type": "elsewhere", "changes": {"key": 1}},
        {"type": "dialog", "id": "load", "text": "x" * 4_000_001},
    ],
)
def test_what_is_no_message_is_dropped(desk: Desk, heard: list[Message], content: object) -> None:
    hear(desk, content)
    assert heard == []


def test_fields_nobody_asked_for_are_dropped() -> None:
    assert read_message({"type": "undo", "extra": 1}) == {"type": "undo"}


@pytest.mark.parametrize("kind", ["answer", "try", "predict"])
def test_an_answer_to_a_question_no_longer_asked_is_dropped(desk: Desk, heard: list[Message], kind: str) -> None:
    desk.show({"question": {"id": "two", "title": "?", "mode": "answer", "options": []}})
    hear(desk, {"type": kind, "ask": "one", "option": "a"})
    assert heard == []


def test_a_press_that_leads_on_may_name_its_question() -> None:
    assert read_message({"type": "next"}) == {"type": "next"}
    assert read_message({"type": "next", "ask": "one"}) == {"type": "next", "ask": "one"}
    assert read_message({"type": "next", "ask": 1}) is None


def test_a_ping_is_answered_and_goes_no_further(desk: Desk, heard: list[Message], monkeypatch: Any) -> None:
    said: list[object] = []
    monkeypatch.setattr(desk, "send", said.append)
    hear(desk, {"type": "ping"})
    assert (said, heard) == ([{"type": "pong"}], [])


def test_change_replaces_some_parts_and_drops_those_given_as_none(desk: Desk) -> None:
    desk.change(notes=[], question=None)
    assert desk.state == {"notes": []}


@pytest.fixture
def log(monkeypatch: Any) -> list[str]:
    """Return what the host reads."""
    lines: list[str] = []
    monkeypatch.setattr("tutor.ui.mishaps.get_logger", lambda: SimpleNamespace(error=lines.append))
    return lines


def breaks_off(message: Message) -> None:
    raise KeyError(f"no \x1b[31m{message['type']}")


def test_a_press_that_goes_wrong_is_told_on_the_desk_and_in_one_line_of_the_log(desk: Desk, log: list[str]) -> None:
    desk.listen(breaks_off)
    hear(desk, {"type": "undo"})
    assert desk.state["dialog"]["title"] == "That didn’t work"
    assert "Nothing has been lost" in desk.state["dialog"]["problem"]
    assert desk.state["question"]["id"] == "one"
    (line,) = log
    assert line.startswith("a press of the kind undo went wrong: KeyError: 'no \\x1b[31mundo' at test_desk.py:")
    assert "\x1b" not in line


def test_the_table_goes_on_after_a_press_that_went_wrong(desk: Desk, heard: list[Message], log: list[str]) -> None:
    desk.listen(breaks_off)
    hear(desk, {"type": "undo"})
    hear(desk, {"type": "dialog", "id": "close", "text": ""})
    assert "dialog" not in desk.state
    assert len(log) == 1
    desk.listen(heard.append)
    hear(desk, {"type": "redo"})
    assert heard == [{"type": "redo"}]


def test_the_browser_is_told_what_to_keep_and_what_to_forget_and_nothing_twice(desk: Desk) -> None:
    def listener(message: Message) -> None:
        desk.keep("progress", "{}")
        desk.keep("record", None)

    desk.listen(listener)
    hear(desk, {"type": "hello", "search": "", "stored": {"record": "x"}})
    assert desk.store == {"texts": {"progress": "{}", "record": None}}
    assert desk.kept == {"progress": "{}"}
    hear(desk, {"type": "undo"})
    assert desk.store == {"texts": {}}


def test_what_a_press_shows_and_what_it_keeps_go_to_the_page_in_one_piece(desk: Desk, monkeypatch: Any) -> None:
    sent: list[set[str]] = []
    monkeypatch.setattr(desk, "send_state", lambda key: sent.append({key} if isinstance(key, str) else set(key)))

    def listener(message: Message) -> None:
        desk.show({"notes": []})
        desk.keep("progress", "1")

    desk.listen(listener)
    hear(desk, {"type": "undo"})
    assert sent == [{"state", "store"}]


def test_a_page_that_opens_gets_the_marks_that_were_worn_before_ahead_of_what_wears_them(
    desk: Desk, monkeypatch: Any
) -> None:
    marks = marks_of(find_game("shelter"))
    desk.wear(marks)
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(desk, "send_state", lambda key: sent.append(desk.get_state(key)))
    desk.listen(lambda message: desk.show({"notes": []}))
    hear(desk, {"type": "hello", "search": "", "stored": {}})
    assert [set(piece) for piece in sent] == [{"marks"}, {"state", "store"}]
    assert sent[0]["marks"] == marks
    hear(desk, {"type": "undo"})
    assert not any("marks" in piece for piece in sent[2:])


def test_what_was_kept_before_the_page_is_open_or_by_an_earlier_press_is_not_written_again(desk: Desk) -> None:
    desk.keep("record", "of a game nobody has asked for")
    desk.listen(lambda message: desk.keep("progress", message["type"]))
    hear(desk, {"type": "hello", "search": "", "stored": {}})
    assert desk.store["texts"] == {"progress": "hello"}
    hear(desk, {"type": "undo"})
    assert desk.store["texts"] == {"progress": "undo"}


def test_a_message_that_is_said_again_counts_once_and_the_page_is_told_what_was_heard(
    desk: Desk, heard: list[Message]
) -> None:
    for n in (1, 2, 2, 1, 3):
        hear(desk, {"type": "undo", "by": "one", "n": n})
    assert len(heard) == 3
    assert (desk.store["by"], desk.store["heard"]) == ("one", 3)
    hear(desk, {"type": "undo", "by": "another", "n": 1})
    assert len(heard) == 4


def test_a_page_that_may_have_missed_something_is_told_all_of_it(desk: Desk, monkeypatch: Any) -> None:
    desk.listen(lambda message: desk.keep(message["type"], "kept"))
    for n, kind in enumerate(("undo", "redo", "next"), start=1):
        hear(desk, {"type": kind, "by": "one", "n": n})
    hear(desk, {"type": "elsewhere", "changes": {"redo": "written by another tab"}, "by": "one", "n": 4})
    sent: list[object] = []
    monkeypatch.setattr(desk, "send_state", sent.append)
    hear(desk, {"type": "again", "by": "one"})
    assert desk.store == {"texts": {"undo": "kept", "next": "kept", "elsewhere": "kept"}, "by": "one", "heard": 4}
    assert "state" in sent


def test_pages_without_number_cannot_fill_the_memory(desk: Desk) -> None:
    for n in range(1000):
        hear(desk, {"type": "undo", "by": f"page {n}", "n": 1})
    assert len(desk._heard_of) == MOST_PAGES


def test_the_script_is_one_module_without_imports() -> None:
    assert "import " not in re.sub(r"/\*.*?\*/|//.*", "", str(Desk._esm), flags=re.DOTALL)
    assert str(Desk._esm).count("export ") == 1


def test_a_module_keeps_its_names_to_itself() -> None:
    joined = script("dom", "icons", "folds")
    assert "const { h, lasting, kinds, redraw, stressed } = (() => {" in joined
    assert "const { icon, shapes, art, die } = (() => {" in joined


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def token(name: str) -> tuple[str, str]:
    """Return a colour in the light and in the dark theme."""
    value = re.search(rf"--{name}:\s+(?:light-dark\((#\w{{6}}), (#\w{{6}})\)|(#\w{{6}}));", SHEET)
    assert value, name
    return (value[3], value[3]) if value[3] else (value[1], value[2])


def test_there_are_card_types_for_five_games() -> None:
    assert len(set(CARD_TYPES)) == len(CARD_TYPES) >= 19


@pytest.mark.parametrize(
    ("ink", "ground"),
    [(f"on-{kind}", kind) for kind in CARD_TYPES]
    + [(ink, ground) for ink in ("ink", "ink-soft", "accent") for ground in ("paper", "sheet")]
    + [
        ("on-accent", "accent"),
        ("accent", "accent-soft"),
        ("stage-soft", "stage"),
        ("wrong", "sheet"),
        ("right", "sheet"),
    ],
)
def test_ink_can_be_read_on_its_ground_by_paper_and_by_night(ink: str, ground: str) -> None:
    for over, under in zip(token(ink), token(ground), strict=True):
        assert contrast(over, under) >= LEAST_CONTRAST, (ink, ground, over, under)


def test_the_page_has_a_sentence_for_every_reason_to_end_a_table() -> None:
    table = (STATIC / "trouble.js").read_text(encoding="utf-8").partition("export const ENDED = {")[2].partition("}")[0]
    assert [int(code) for code in re.findall(r"^\s*(\d+):", table, re.MULTILINE)] == [*Closing]


def test_no_style_on_a_screen_depends_on_what_is_inside_an_element() -> None:
    # with one such rule, Chromium styles the whole page again at every change
    sheets = [*STATIC.glob("*.css"), *(sheet for folder in TEMPLATES for sheet in folder.rglob("*.j2"))]
    on_screen = {sheet.name: sheet.read_text(encoding="utf-8").partition("@media print")[0] for sheet in sheets}
    assert {"desk.css", "tilemap.css", "index.html.j2"} <= on_screen.keys()
    assert not [name for name, text in on_screen.items() if ":has(" in text]
