"""The three lists of what is installed must agree."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def name_of(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, requirement
    return found[0].lower().replace("_", "-").replace(".", "-")


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {name_of(line): line for line in lines}


def test_conda_gets_the_same_dependencies_as_pip() -> None:
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    listed = set(re.findall(r"^  - ([^\s:]+)$", text, re.MULTILINE)) - {"conda-forge", "pip"}
    expected = {*PROJECT["dependencies"], *EXTRAS["lab"], f"python{PROJECT['requires-python']}"}
    assert listed == expected


@pytest.mark.parametrize("requirement", [*PROJECT["dependencies"], *EXTRAS["lab"], *EXTRAS["test"]])
def test_every_dependency_is_pinned(requirement: str) -> None:
    assert "==" in pins()[name_of(requirement)]


def test_pins_name_no_registry() -> None:
    assert not [line for line in pins().values() if "://" in line or line.startswith("-")]


def test_the_labs_libraries_hold_those_that_served_pages_play_games_with() -> None:
    assert set(EXTRAS["runs"]) <= set(EXTRAS["lab"]) & set(EXTRAS["test"])


def test_what_the_pages_need_has_no_compiled_layouts_behind_it() -> None:
    needed = {name_of(requirement) for requirement in PROJECT["dependencies"]}
    of_the_server = {"ipykernel", "psutil", "typer", "voila"}
    assert needed - of_the_server == {"anywidget", "cattrs", "fsrs", "ipywidgets", "networkx"}
