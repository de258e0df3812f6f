import pytest

from tests.lessons import TEXT, changed, find, toy_page
from tutor.engine.book.files import BadInput
from tutor.lessons.pages import load_page, load_pages


def test_a_page_is_read_whole():
    page = toy_page()
    assert (page.id, page.number, len(page.step)) == ("toy/turn", 1, 8)
    assert page.step[1].play[1].text == "The 5 scores a point, but the 2 doesn’t."
    assert page.taught()["turn/roll"] == [1, 4]
    assert page.test_out[0].kind == "quiz"


WRONG = [
    ('title = "Your turn"', "", "title: expected “title”, which is missing"),
    ('title = "Your turn"', 'title = "Your turn"\nnumber = 3', "number: unknown key"),
    ('title = "Your turn"', 'title = "a b c d e f g"', "title: expected at most 6 words, got 7"),
    ('section = "turn"', 'section = "tern"', "section: no section “tern”; known: setup, turn"),
    ('kind = "say"', 'kind = "sing"', "step[0].kind: expected one of say, show"),
    ('kind = "say"', 'kind = "quiz"', "step[0]: a step of the kind “quiz” needs prompt"),
    ('kind = "say"', 'kind = "say"\nthen = ["pass"]', "step[0].then: a step of the kind “say” cannot have then"),
    ('rules = ["turn/turn"]', 'rules = ["turn/tern"]', "no rule “turn/tern”"),
    ('text = "Each turn', 'text = "' + "so " * 60 + "each turn", "step[0].text: expected at most 60 words"),
    ('rules = ["turn/turn"]', "rules = 3", "step[0].rules: expected a list, got 3"),
    ('{ answer = "5 2", text = "The 5 scores a point, but the 2 doesn’t." }', '"5 2"', "needs a `text`"),
    ("goal = { says", "goal = { points", "goal.points: unknown key; known: table"),
    ("The 5 scores a point, but the 2 doesn’t.", "so " * 61, "step[1].play[1].text: expected at most 60 words"),
    (
        'prompt = "What stops a jam?"',
        'prompt = "Ben is stuck. What stops a jam?"',
        "prompt: expected one question or one instruction; put the position into `text`",
    ),
    (
        'measure = "scores", player = "Ada" },\n  { text = "One of',
        'measure = "wins", player = "Ada" },\n  { text = "One of',
        "measure: unknown; this game has scores",
    ),
    ('[scene.table]\nturn = "Ada"', "[scene.tabel]", "unknown key tabel"),
    (
        'right = true },\n  { text = "Nothing"',
        'right = false },\n  { text = "Nothing"',
        "at least one with right = true",
    ),
    ('[[step]]\nkind = "say"', '[[step]\nkind = "say"', "not valid TOML"),
]


@pytest.mark.parametrize(("was", "becomes", "expected"), WRONG)
def test_a_page_that_does_not_fit_is_refused_with_file_and_place(was: str, becomes: str, expected: str):
    with pytest.raises(BadInput) as error:
        changed(was, becomes)
    assert str(error.value).startswith("01-turn.toml: ")
    assert expected in str(error.value)


def test_pages_of_a_folder_come_in_order_and_none_twice(tmp_path):
    (tmp_path / "10-late.toml").write_text(TEXT)
    (tmp_path / "02-early.toml").write_text(TEXT)
    assert [page.slug for page in load_pages(tmp_path, find)] == ["early", "late"]
    (tmp_path / "03-late.toml").write_text(TEXT)
    with pytest.raises(BadInput, match="two pages have the slug late"):
        load_pages(tmp_path, find)


def test_the_name_of_a_page_file_gives_its_place(tmp_path):
    (tmp_path / "turn.toml").write_text(TEXT)
    with pytest.raises(BadInput, match="a page has to be called NN-slug"):
        load_page(tmp_path / "turn.toml", find)
