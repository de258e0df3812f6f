"""Imports only point down, games do not know each other, only serving knows the server, and no file is too long."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from tutor.engine.core.game import find_game
from tutor.paths import PACKAGE

BELOW = {
    "engine": set(),
    "games": {"engine"},
    "lessons": {"engine", "games"},
    "audit": {"engine", "games", "lessons"},
    "lab": {"engine", "games", "lessons"},
    "ui": {"engine", "games", "lessons", "audit", "lab"},
    "designer": {"engine", "games", "lessons", "audit", "lab", "ui"},
    "serving": {"ui"},
    "site": {"engine", "ui", "serving"},
    "commands": {"engine", "games", "lessons", "audit", "lab", "ui", "serving", "site"},
}
ANYWHERE = {"paths", "compiled"}
GAME_LAYERS = ("lessons", "audit", "lab", "ui", "engine", "designer")
PURE = {"engine", "games", "lessons", "audit", "lab"}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "_shipped" not in path.parts)
FOLDERS = [folder for folder in sorted((PACKAGE / "games").iterdir()) if (folder / "__init__.py").is_file()]


@cache
def imported(path: Path) -> tuple[tuple[str, ...], ...]:
    """Return the dotted names that a module imports anywhere in it; relative names are made absolute."""
    return tuple(read_imports(path))


def read_imports(path: Path) -> Iterator[tuple[str, ...]]:
    package = ("tutor", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (tuple(name.name.split(".")) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) + 1 - node.level] if node.level else ()
            module = start + tuple((node.module or "").split(".") if node.module else ())
            yield from ((*module, name.name) for name in node.names)


def layer(path: Path) -> str:
    """Return the layer of a module; "" for the few modules directly in the package, which may import all layers."""
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


def name_of(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def imports(*layers: str) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Yield each module of some layers, or of all, with each name that it imports."""
    for path in MODULES:
        if not layers or layer(path) in layers:
            for name in imported(path):
                yield path, name


def told(path: Path, name: tuple[str, ...]) -> str:
    return f"{name_of(path)} imports {'.'.join(name)}"


def test_a_module_imports_only_from_its_own_layer_and_those_below() -> None:
    def allowed(here: str) -> set[str]:
        return ({*BELOW[here], here} if here else {*BELOW, "cli"}) | ANYWHERE

    assert [
        told(path, name)
        for path, name in imports()
        if name[0] == "tutor" and len(name) > 1 and name[1] not in allowed(layer(path))
    ] == []


def test_a_game_knows_no_other_game() -> None:
    def own(path: Path) -> str | None:
        parts = path.relative_to(PACKAGE / "games").parts
        return parts[0] if len(parts) > 1 else None

    assert [
        told(path, name)
        for path, name in imports("games")
        if name[:2] == ("tutor", "games") and len(name) > 2 and name[2] != own(path)
    ] == []


def test_what_serves_every_game_names_none() -> None:
    games = {folder.name for folder in FOLDERS}
    assert [
        told(path, name)
        for path, name in imports(*GAME_LAYERS)
        if name[:2] == ("tutor", "games") and games & set(name[2:3])
    ] == []


def test_below_the_desk_nothing_knows_of_jupyter() -> None:
    jupyter = {"ipywidgets", "anywidget", "IPython", "voila", "traitlets", "jupyter_server", "tornado"}
    assert [told(path, name) for path, name in imports(*PURE) if name[0] in jupyter] == []


def test_the_server_knows_the_desks_files_and_nothing_that_runs_in_a_kernel() -> None:
    assert [
        told(path, name)
        for path, name in imports("serving")
        if name[:2] == ("tutor", "ui") and name[2:3] != ("bundle",)
    ] == []


def test_rules_have_no_chance_and_no_clock_of_their_own() -> None:
    outside = {"random", "secrets", "time", "datetime", "os"}
    assert [told(path, name) for path, name in imports("games") if name[0] in outside] == []


def test_the_package_stands_without_the_checkouts_tools_and_tests() -> None:
    assert [told(path, name) for path, name in imports() if name[0] in {"tools", "tests"}] == []


ENGINE = ("book", "core", "play")


def test_the_engine_stands_on_files_then_tables_then_scenes() -> None:
    def above(path: Path) -> tuple[str, ...]:
        parts = path.relative_to(PACKAGE / "engine").parts
        return ENGINE[ENGINE.index(parts[0]) + 1 :] if len(parts) > 1 else ()

    assert [
        told(path, name)
        for path, name in imports("engine")
        if name[:2] == ("tutor", "engine") and len(name) > 2 and name[2] in above(path)
    ] == []


def loaded_by(path: Path) -> Iterator[str]:
    """Return the files that importing a module loads at once: what it imports at its top, except only for types."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tutor."):
            for name in node.names:
                for file in (f"{node.module}.{name.name}", f"{node.module}"):
                    stem = PACKAGE.parent / file.replace(".", "/")
                    found = next((p for p in (stem.with_suffix(".py"), stem / "__init__.py") if p.is_file()), None)
                    if found:
                        yield name_of(found)
                        break


def test_no_modules_import_each_other_in_a_circle() -> None:
    imports = nx.DiGraph((name_of(path), other) for path in MODULES for other in loaded_by(path))
    assert imports.number_of_edges() > len(MODULES)
    assert list(nx.simple_cycles(imports)) == []


def test_every_folder_of_the_package_has_its_place() -> None:
    assert {layer(path) for path in MODULES} - {""} == set(BELOW)


LONGEST = 400
"""The largest number of lines in a module."""


def test_no_module_is_longer_than_one_can_read_at_a_time() -> None:
    long = {name_of(path) for path in MODULES if path.read_text(encoding="utf-8").count("\n") > LONGEST}
    assert long == set()


SAME = {
    *("__init__.py", "table.py", "cards.py", "numbers.py", "totals.py", "bots.py", "book.py"),
    *("view.py", "determinize.py", "outcome.py"),
    *(
        "rulebook.toml",
        "glossary.toml",
        "flow.toml",
        "flow_positions.toml",
        "cue.toml",
        "survey.json",
        "marks.svg",
        "picture.svg",
    ),
    *("rules", "scenarios", "cards"),
}
"""The files that every game's folder has, under the same names."""

OWN = {
    "alien_conspiracy": {"layout.py": "how the locations touch"},
    "doppelganger": {
        "desert.py": "the map of tiles",
        "desert_questions.py": "distances, ways and walls on the map",
        "desert_view.py": "the map as data",
        "desert_picture.py": "the map as tiles to draw",
        "people.py": "who is who, as a position says it and a seat knows it",
        "kit.py": "the box under the readings in force",
        "knowledge.py": "what each seat has seen, and what a claim is worth",
        "written.py": "fields of a position that no other game has",
        "prospects.py": "the chance to clear a tile, for the odds of several moves",
    },
    "grave_robbers": {
        "powers.py": "card texts that need an `if`",
        "values.py": "traits in force, which powers and rules read",
    },
    "roswell51": {"people.py": "Director, players and survivors as parts of the table"},
    "shelter": {"people.py": "players as parts of the table", "places.py": "furniture and room as parts of the table"},
}
"""The files that only some games have, with the reasons."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_game_has_the_same_files_and_says_why_it_has_others(folder: Path) -> None:
    found = {path.name for path in folder.iterdir() if path.name != "__pycache__"}
    assert found == SAME | set(OWN[folder.name])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_scenarios_are_numbered_without_a_gap(folder: Path) -> None:
    names = sorted(path.name for path in (folder / "scenarios").iterdir())
    for n, name in enumerate(names, 1):
        assert re.fullmatch(rf"{n:02d}-[a-z0-9-]+\.toml", name), name


SHARES = {"alien_conspiracy": 97, "doppelganger": 89, "grave_robbers": 93, "roswell51": 75, "shelter": 100}
"""The least percentage of rule functions in a module whose name begins with the first half of their rule's id."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_most_rules_are_found_by_the_name_of_their_module(folder: Path) -> None:
    rules = find_game(folder.name).rules
    modules = {id: rules[id].__module__.rpartition(".")[2] for id in rules}
    found = [id for id, module in modules.items() if f"{module}_".startswith(id.split("/")[0].replace("-", "_") + "_")]
    assert 100 * len(found) >= SHARES[folder.name] * len(modules), sorted(set(modules) - set(found))
