"""A host's own pages: listed on the front page, taken like ours, kept apart from ours, and harmless if broken."""

import json
from pathlib import Path

import pytest

from tests.own import GAME, NASTY, PAGE, pages
from tests.visitor import Visitor
from tutor.engine.core.game import games
from tutor.lessons.own_pages import OWN_PAGES, own_pages
from tutor.lessons.progress import progress_key
from tutor.ui.desks.course import CourseDesk
from tutor.ui.desks.index import Index
from tutor.ui.desks.lab import Lab
from tutor.ui.desks.own_course import OwnCourseDesk


def opened(name: str, game: str = GAME) -> tuple[OwnCourseDesk, Visitor]:
    desk = OwnCourseDesk(game)
    return desk, Visitor(desk.desk, f"?own={name}")


def told(visitor: Visitor) -> str:
    return visitor.dialog["problem"]


def listed() -> dict[str, dict[str, str]]:
    """Return the rows of the front page's section, by their names."""
    return {row["id"]: row for row in Visitor(Index().desk).state["shelf"].get("own", [])}


def test_without_a_folder_the_front_page_has_no_such_section(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(OWN_PAGES, raising=False)
    assert listed() == {}
    _, visitor = opened(PAGE)
    assert "There is no page “01-health” in the folder" in told(visitor)


def test_the_front_page_lists_good_pages_with_their_address_and_broken_ones_with_their_message(
    own_pages_in: Path,
) -> None:
    pages(own_pages_in)
    (own_pages_in / "notes.toml").write_text("", encoding="utf-8")
    rows = listed()
    assert rows[PAGE]["href"] == f"{GAME}.ipynb?own={PAGE}"
    for name, said in (("03-cut-off", "03-cut-off.toml: "), ("notes", "notes.toml: a page has to be called NN-slug")):
        assert "href" not in rows[name]
        assert rows[name]["text"].startswith(said)
        assert str(own_pages_in) not in rows[name]["text"], "where the folder is concerns nobody"


def test_a_page_of_ones_own_is_taken_to_its_end_and_leads_to_the_next(own_pages_in: Path) -> None:
    pages(own_pages_in)
    desk, visitor = opened(PAGE)
    assert visitor.state["head"]["contents"][0]["title"] == desk.page.title == "Dice that hurt"
    assert visitor.state["head"]["after"] == "02-heal"
    visitor.says("goto", page="02-heal", step=1)
    assert desk.page.slug == "02-heal"
    visitor.says("goto", page="04-cannot-be-played", step=1)
    assert desk.page.slug == "02-heal"
    assert "04-cannot-be-played.toml" in told(visitor)


def test_progress_in_pages_of_ones_own_is_kept_apart_from_that_in_ours(own_pages_in: Path) -> None:
    pages(own_pages_in)
    _, visitor = opened(PAGE)
    visitor.says("next")
    assert json.loads(visitor.kept[progress_key(f"own/{GAME}")])["pages"]
    assert progress_key(GAME) not in visitor.kept
    assert not [key for key in visitor.kept if key.startswith("missed:")]
    _, again = opened(PAGE)
    assert again.state["head"] != visitor.state["head"]
    back = OwnCourseDesk(GAME)
    assert Visitor(back.desk, f"?own={PAGE}", visitor.kept).state["head"] == visitor.state["head"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("03-cut-off", "03-cut-off.toml: "),
        ("04-cannot-be-played", "04-cannot-be-played.toml: "),
        ("09-missing", "There is no page “09-missing”"),
        ("../outside", "There is no page “../outside”"),
        ("06-link", "There is no page “06-link”"),
        (".hidden", "There is no page “.hidden”"),
        ("inner/01-health", "There is no page"),
    ],
)
def test_what_cannot_be_taken_is_said_in_one_message_above_a_page_of_ours(
    own_pages_in: Path, name: str, said: str
) -> None:
    pages(own_pages_in)
    good = (own_pages_in / f"{PAGE}.toml").read_text(encoding="utf-8")
    (own_pages_in.parent / "outside.toml").write_text(good, encoding="utf-8")
    (own_pages_in / "06-link.toml").symlink_to(own_pages_in.parent / "outside.toml")
    (own_pages_in / ".hidden.toml").write_text(good, encoding="utf-8")
    (own_pages_in / "inner").mkdir()
    (own_pages_in / "inner" / f"{PAGE}.toml").write_text(good, encoding="utf-8")
    desk, visitor = opened(name)
    assert said in told(visitor)
    assert not desk.own
    assert desk.page == CourseDesk(GAME).page


def test_a_page_about_another_game_is_not_taken_here(own_pages_in: Path) -> None:
    pages(own_pages_in)
    other = next(id for id in games() if id != GAME)
    _, visitor = opened(PAGE, other)
    assert "is not about" in told(visitor)


def test_a_page_is_read_again_whenever_it_is_asked_for(own_pages_in: Path) -> None:
    pages(own_pages_in)
    file = own_pages_in / f"{PAGE}.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("Dice that hurt", NASTY), encoding="utf-8")
    page = own_pages()[0].page
    assert page is not None
    assert page.title == NASTY
    file.unlink()
    assert PAGE not in {one.name for one in own_pages()}


def test_the_lab_opens_the_position_of_a_step_of_ones_own(own_pages_in: Path) -> None:
    pages(own_pages_in)
    desk, visitor = opened(PAGE)
    lab = Lab(GAME)
    Visitor(lab.desk, "?" + visitor.tools["lab"]["href"].partition("?")[2])
    assert lab.match.table.names == desk.match.table.names
    assert not lab.problem


def test_a_folder_that_is_not_there_stops_the_server_with_one_line(cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_PAGES, "")
    code, _, complaint = cli("serve", "--pages", "/nowhere")
    assert (code, complaint) == (2, "rules-tutor: /nowhere: expected a folder of pages; there is none\n")
