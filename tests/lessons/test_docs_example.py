from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "formats.md"
PAGE = Path(__file__).parents[1] / "pages" / "toy" / "01-turn.toml"


def test_the_example_in_the_docs_is_the_page_that_the_tests_play():
    assert PAGE.read_text().strip() in DOCS.read_text()
