"""The texts that are drawn for a reader to judge."""

import pytest

from tools.prose.texts import ROOT
from tools.sample_texts import KINDS, draw

SHELTER = ["shelter"]


def test_every_kind_gets_its_share_and_no_text_comes_twice():
    kinds = ["entries", "questions", "refusals", "notes"]
    drawn = draw(kinds, SHELTER, seed=1, n=10)
    assert [kind for kind, _ in drawn] == ["entries"] * 3 + ["questions"] * 3 + ["refusals"] * 2 + ["notes"] * 2
    assert len(set(drawn)) == len(drawn)


def test_a_seed_draws_the_same_again_and_another_one_does_not():
    once, again, other = (draw(["entries", "docs"], SHELTER, seed, 40) for seed in (1, 1, 2))
    assert once == again
    assert once != other


def test_a_step_is_shown_with_its_table_and_all_its_texts():
    steps = {sample.place: sample.text for _, sample in draw(["steps"], SHELTER, seed=1, n=10_000)}
    step = steps["shelter/furniture step[1]"]
    for words in (
        "[table, seen by Ada] {day: 4",
        "<do> Go to the scrap press",
        "accepted go scrap-press: You hand in the novel",
        "instead stay: Doing nothing wastes the day.",
        "(hint) Choose the scrap press",
    ):
        assert words in step
    assert any(place.startswith("shelter/first-game step[") for place in steps)
    assert any(place.startswith("shelter/furniture test_out[") for place in steps)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_texts(kind):
    drawn = draw([kind], SHELTER, seed=3, n=5)
    assert len(drawn) == 5
    assert all(sample.place and sample.text.strip() for _, sample in drawn)


def test_only_texts_of_the_screens_are_drawn():
    texts = {sample.text for _, sample in draw(["ui"], SHELTER, seed=1, n=10_000)}
    assert "Practice table" in texts
    assert [text for text in texts if text in ("soft start", "title start", "tm-number small")] == []
    assert [text for text in texts if "[" in text and "Mapping" in text] == []


def test_a_document_is_drawn_by_paragraphs_where_they_begin():
    found = [sample for _, sample in draw(["docs"], SHELTER, seed=1, n=10_000)]
    assert len(found) > 500
    for sample in found:
        name, line = sample.place.split(":")
        words = sample.text.split("\n")[0]
        assert words in (ROOT / name).read_text(encoding="utf-8").splitlines()[int(line) - 1], sample.place
    assert [sample.place for sample in found if "```" in sample.text] == []
