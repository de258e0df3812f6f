"""The notebooks: served ones have one call and no outputs, and the designers' ones store what they print."""

import ast
from pathlib import Path

import nbformat
import pytest

from tutor.engine.core.game import games
from tutor.paths import shipped

SERVED = sorted(shipped("notebooks").glob("*.ipynb"))
DESIGNERS = sorted((shipped("notebooks") / "designers").glob("*.ipynb"))
CHECKED = "nbval-check-output"


def code(path: Path):
    return [cell for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]


def name_of(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", SERVED, ids=name_of)
def test_a_served_page_is_one_call_shows_a_desk_alone_and_stores_nothing(path):
    (cell,) = code(path)
    assert not cell.outputs
    assert nbformat.read(path, 4).metadata["desk"] is True


def test_every_game_has_a_designers_notebook_and_so_have_editions_and_sweeps():
    assert {path.stem for path in DESIGNERS} == {*games(), "editions", "sweep"}


@pytest.mark.parametrize("path", DESIGNERS, ids=name_of)
def test_a_designers_notebook_needs_no_more_than_the_facade(path):
    source = "\n".join(cell.source for cell in code(path))
    imported = [name for node in ast.walk(ast.parse(source)) for name in names_of(node)]
    assert imported == ["tutor"]


def names_of(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{name.name}" for name in node.names]
    return [name.name for name in node.names] if isinstance(node, ast.Import) else []


@pytest.mark.parametrize("path", DESIGNERS, ids=name_of)
def test_what_a_designers_notebook_prints_is_stored_and_compared(path):
    cells = code(path)
    assert all(cell.outputs for cell in cells)
    pictures = [cell for cell in cells if "image/svg+xml" in cell.outputs[0].get("data", {})]
    assert pictures
    for cell in cells:
        assert (CHECKED in cell.metadata.get("tags", [])) == (cell not in pictures)


@pytest.mark.parametrize("path", [path for path in DESIGNERS if path.stem in games()], ids=name_of)
def test_a_designers_notebook_is_about_an_unclear_rule_of_its_game(path):
    (rule,) = [line for cell in code(path) for line in cell.source.splitlines() if line.startswith("RULE = ")]
    assert len(games()[path.stem].book[rule.split('"')[1]].options) > 1
