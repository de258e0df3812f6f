"""The pages' own fonts: the build makes them, they are small and complete, and their widths are known."""

import re
import tomllib

from tests.test_environment import ROOT
from tutor.engine.book.flow import load_flow
from tutor.ui.bundle import FONTS, STATIC, font_sheet, style, widget_style
from tutor.ui.desk import Desk
from tutor.ui.pictures.flow_positions import GAMES
from tutor.ui.pictures.lettering import WIDTHS, clipped, text_width, wrapped

MOST_BYTES = 100_000


def test_every_face_that_the_sheet_names_was_made_and_all_are_small() -> None:
    assert set(re.findall(r"fonts/([\w-]+)\.woff2", style("fonts"))) == set(FONTS)
    files = [STATIC / "fonts" / f"{name}.woff2" for name in FONTS]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    for path in files:
        assert "SIL Open Font License" in path.with_suffix(".LICENSE.txt").read_text(encoding="utf-8")


def test_every_letter_of_a_flow_has_its_width() -> None:
    flows = [load_flow(path) for path in GAMES.glob("*/flow.toml")]
    assert flows
    texts = [node.short + node.label for flow in flows for node in flow.nodes.values()]
    for widths in WIDTHS.values():
        assert set("".join(texts)) - set(widths) == set()


def test_bold_letters_are_wider() -> None:
    assert text_width("mm", 10) == 20 * WIDTHS["regular"]["m"]
    assert text_width("Survivor", 12, "bold") > text_width("Survivor", 12)


def test_a_text_that_is_too_long_is_wrapped_or_cut_by_its_weight() -> None:
    words = "Creature Feature"
    room = text_width(words, 12)
    assert clipped(words, 12, room) == words
    assert clipped(words, 12, room, "bold").endswith("…")
    assert wrapped(words, 12, room) == [words]
    assert wrapped(words, 12, room, weight="bold") == words.split()


def test_a_widget_brings_the_fonts_in_its_own_sheet() -> None:
    for sheet in (str(Desk._css), widget_style("marks")):
        assert sheet.count("data:font/woff2;base64,") == style("fonts").count("fonts/")
        assert 'url("fonts/' not in sheet


def test_the_address_of_a_face_is_the_callers_affair() -> None:
    assert 'url("there/roboto")' in font_sheet("there/{}".format)


def test_the_build_takes_its_fonts_from_pinned_packages() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    pinned = {name for name, _, version in (entry.partition("==") for entry in wanted) if version}
    assert {f"fontpkg-{name}" for name in FONTS} <= pinned
