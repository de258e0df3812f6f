"""Where a rule is: the functions of a game that enforce or report it, and the scenarios about it, as text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tutor.engine.book.files import BadInput, read_text
from tutor.engine.core.game import Game
from tutor.engine.play.scene import load_scenes

GAP = "\0"
CASE = re.compile(r"(?m)^\[\[case\]\]")


@dataclass(frozen=True, slots=True)
class Code:
    """A function, method or table of a game's code that names a rule."""

    module: str
    """Its file, relative to the game's folder, such as `rules/flail.py`."""
    name: str
    """The function's name, with its class; empty for a statement outside functions."""
    line: int
    """Where it begins, counted from 1."""
    text: str
    bound: bool
    """Whether this is the function of the rule itself rather than one that only reports the rule."""


@dataclass(frozen=True, slots=True)
class Case:
    """One scenario of a file."""

    id: str
    """FILE:CASE, where FILE has no extension and cases are counted from 1."""
    file: str
    title: str
    text: str
    """The text of the scenario, preceded by what all cases of its file share."""
    line: int
    """Where it begins in its file, counted from 1."""
    rules: tuple[str, ...]
    """The rules that it is about."""


# -- code ----------------------------------------------------------------------------------------------------------


def code_of(game: Game, rule: str) -> list[Code]:
    """The places in a game's code that name a rule, in full or put together from parts, its own function first."""
    named = _named(game.folder)
    found = named.get(rule) or [code for id, codes in named.items() if _fits(rule, id) for code in codes]
    return sorted(found, key=lambda code: (not code.bound, code.module, code.line))


def _fits(rule: str, pattern: str) -> bool:
    """Whether a text with a gap, such as `setup/life-*-players`, can be this rule; the section must come before it."""
    head, gap, _ = pattern.partition(GAP)
    return bool(gap) and "/" in head and re.fullmatch(".+".join(map(re.escape, pattern.split(GAP))), rule) is not None


@cache
def _named(folder: Path) -> dict[str, tuple[Code, ...]]:
    """Every place in a game's code, by the rules that it names."""
    found: dict[str, dict[tuple[str, int], Code]] = {}
    for path in sorted(folder.rglob("*.py")):
        text = read_text(path)
        module, lines = path.relative_to(folder).as_posix(), text.splitlines()
        for node, name in _definitions(ast.parse(text)):
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            body = "\n".join(lines[first - 1 : node.end_lineno])
            bound = _bound(node)
            for id in _texts(node):
                code = Code(module, name, first, body, id == bound)
                found.setdefault(id, {}).setdefault((module, first), code)
    return {id: tuple(codes.values()) for id, codes in found.items()}


def _definitions(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """Functions, methods and the statements between them; a class's own statements have its name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from ((part, f"{node.name}.{_name(part)}".rstrip(".")) for part in node.body)
        else:
            yield node, _name(node)


def _name(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef):
        return node.name
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return next((target.id for target in targets if isinstance(target, ast.Name)), "")


def _bound(node: ast.stmt) -> str:
    """The rule that a function is decorated with."""
    for call in getattr(node, "decorator_list", ()):
        if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant):
            return str(call.args[0].value)
    return ""


def _texts(node: ast.stmt) -> Iterator[str]:
    """The words of every text in a piece of code (a note may name several rules); what is filled in counts as a gap."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield from part.value.split()
        elif isinstance(part, ast.JoinedStr):
            pieces = (str(piece.value) if isinstance(piece, ast.Constant) else GAP for piece in part.values)
            yield from "".join(pieces).split()


# -- scenarios -----------------------------------------------------------------------------------------------------


def case_of(game: Game, id: str) -> Case:
    """Return a scenario by its id.

    Raises:
        BadInput: if there is none.
    """
    stem, _, number = id.partition(":")
    path = game.folder / "scenarios" / f"{stem}.toml"
    found = cases(path) if re.fullmatch(r"[\w-]+", stem) and path.is_file() else ()
    if not (number.isascii() and number.isdecimal() and 1 <= int(number) <= len(found)):
        raise BadInput("scenario", id[:80], "no such scenario")
    return found[int(number) - 1]


def cases_about(game: Game, rule: str) -> list[Case]:
    """The scenarios of a game that are about a rule."""
    return [case for case in all_cases(game) if rule in case.rules]


def all_cases(game: Game) -> list[Case]:
    """All scenarios of a game, file by file."""
    return [case for path in sorted((game.folder / "scenarios").glob("*.toml")) for case in cases(path)]


@cache
def cases(path: Path) -> tuple[Case, ...]:
    """Every scenario of a file, in order.

    Raises:
        BadInput: if the file cannot be read or does not fit.
    """
    text = read_text(path)
    common, *parts = CASE.split(text)
    lines = [1 + text.count("\n", 0, begin.start()) for begin in CASE.finditer(text)] or [1]
    scenes = load_scenes(text, path.name)
    texts = [f"{common.strip()}\n\n[[case]]\n{part.strip()}\n" for part in parts] or [text]
    titles = [scene.file.removeprefix(f"{path.name}: ") if parts else scene.title for scene in scenes]
    return tuple(
        Case(f"{path.stem}:{n}", path.name, title, text, line, tuple(scene.rules))
        for n, (scene, title, text, line) in enumerate(zip(scenes, titles, texts, lines, strict=True), 1)
    )
