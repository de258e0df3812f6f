"""A page as its author sees it, without a browser: it follows the file, and stays while the file is broken."""

from pathlib import Path

import pytest

from tests.own import GAME, PAGE
from tests.visitor import Visitor
from tutor.lessons.own_pages import OWN_PAGES
from tutor.ui.desks.course import CourseDesk
from tutor.ui.desks.preview import GOOD, PREVIEW, PreviewDesk, desk_for

WRITTEN = (Path(__file__).parent.parent / "three_parts" / f"{PAGE}.toml").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a page that is being written."""
    path = tmp_path / f"{PAGE}.toml"
    path.write_text(WRITTEN, encoding="utf-8")
    monkeypatch.setenv(OWN_PAGES, str(path))
    monkeypatch.setenv(PREVIEW, "yes")
    return path


def opened(stored: dict[str, str] | None = None) -> tuple[PreviewDesk, Visitor]:
    desk = desk_for(GAME)
    assert isinstance(desk, PreviewDesk)
    return desk, Visitor(desk.desk, f"?own={PAGE}", stored)


def found(visitor: Visitor) -> list[str]:
    """Return what the checker says beside the page."""
    return [block["text"] for block in visitor.state["lab"]["blocks"]]


def saved(desk: PreviewDesk, file: Path, text: str) -> None:
    """Save the file, and let the page notice it."""
    file.write_text(text, encoding="utf-8")
    desk.read(desk.lesson.at)
    desk.desk.show(desk.state())


@pytest.mark.usefixtures("file")
def test_a_good_page_is_shown_with_the_checkers_word_for_it() -> None:
    desk, visitor = opened()
    assert found(visitor) == [GOOD]
    assert desk.page.title == "Dice that hurt"


def test_a_saved_page_is_drawn_again_at_the_step_where_the_author_is(file: Path) -> None:
    desk, visitor = opened()
    visitor.says("next")
    assert desk.lesson.at == 1
    old = desk.page.step[1].text
    saved(desk, file, WRITTEN.replace(old, "Quite another sentence."))
    assert desk.lesson.at == 1
    assert visitor.state["words"]["text"] == "Quite another sentence."
    again, _ = opened(visitor.kept)
    assert again.lesson.at == 1, "a reload stays there, too"


def test_a_page_that_cannot_be_read_leaves_what_was_shown_and_says_why(file: Path) -> None:
    desk, visitor = opened()
    shown = visitor.state["words"]
    for text, said in (
        (WRITTEN[:300], f"{PAGE}.toml: "),
        (WRITTEN.replace('section = "health"', 'section = "helth"'), "section: no section “helth”"),
    ):
        saved(desk, file, text)
        assert said in found(visitor)[0]
        assert visitor.state["words"] == shown
    file.unlink()
    desk.read(0)
    desk.desk.show(desk.state())
    assert found(visitor) == [f"{PAGE}.toml no longer exists."]
    saved(desk, file, WRITTEN)
    assert found(visitor) == [GOOD]


def test_a_page_that_is_broken_from_the_start_appears_once_it_is_mended(file: Path) -> None:
    file.write_text(WRITTEN[:300], encoding="utf-8")
    desk, visitor = opened()
    assert "cannot be shown yet" in visitor.state["words"]["prompt"]
    assert "question" not in visitor.state
    assert found(visitor)[0].startswith(f"{PAGE}.toml: ")
    saved(desk, file, WRITTEN)
    assert found(visitor) == [GOOD]
    assert desk.page.title == "Dice that hurt"


def test_a_step_that_cannot_be_taken_is_among_the_findings_and_breaks_nothing(file: Path) -> None:
    desk, visitor = opened()
    saved(desk, file, WRITTEN.replace("[1, 3, 3, 6, 6]", "[2, 2]"))
    assert found(visitor) != [GOOD]
    for _ in range(12):
        visitor.says("next")
        if visitor.state.get("question") and visitor.open:
            visitor.press(visitor.open[0])
    assert found(visitor) != [GOOD]
    saved(desk, file, WRITTEN)
    assert found(visitor) == [GOOD]


@pytest.mark.usefixtures("file")
def test_nothing_is_counted_as_learnt() -> None:
    _, visitor = opened()
    visitor.says("next")
    assert not [key for key in visitor.kept if key.startswith(("progress:", "missed:", "lesson:", "course"))]


@pytest.mark.usefixtures("file")
def test_the_courses_are_as_ever() -> None:
    desk = desk_for(GAME)
    visitor = Visitor(desk.desk, "?section=heal")
    assert "lab" not in visitor.state
    theirs = Visitor(CourseDesk(GAME).desk, "?section=heal")
    assert visitor.state["words"] == theirs.state["words"]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("health.toml", WRITTEN, "a page has to be called NN-slug.toml"),
        ("01-health.toml", "game = [", "01-health.toml: "),
        ("01-health.toml", "game = 3", "game: expected the id of a game"),
        ("01-health.toml", 'game = "chess"', "no such game"),
    ],
)
def test_what_cannot_be_previewed_is_one_line(cli, tmp_path: Path, name: str, text: str, said: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    code, _, complaint = cli("preview", path)
    assert (code, complaint.count("\n")) == (2, 1)
    assert said in complaint


@pytest.mark.usefixtures("file")
def test_an_address_that_is_too_long_is_said_in_one_sentence_and_there_is_a_page_all_the_same() -> None:
    visitor = Visitor(desk_for(GAME).desk, "?own=" + "x" * 10_000)
    assert "the page’s address: expected at most" in visitor.state["dialog"]["text"]
    assert visitor.state["question"]
