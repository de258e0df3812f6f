from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "formats.md"
PAGES = sorted((Path(__file__).parents[1] / "pages" / "toy").glob("*.toml"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_in_the_docs_are_the_pages_that_the_tests_play(page: Path):
    assert page.read_text().strip() in DOCS.read_text()
