"""Small changes that break a source file, made by Cosmic Ray's operators."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

COMPARISONS = ("Eq_NotEq", "NotEq_Eq", "Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt")
OPERATORS = [
    *(f"ReplaceComparisonOperator_{change}" for change in COMPARISONS),
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBinaryOperator_Mul_Add",
    "ReplaceBinaryOperator_FloorDiv_Mul",
    "ReplaceBinaryOperator_Mod_FloorDiv",
    "ReplaceBinaryOperator_BitOr_BitAnd",
    "ReplaceBinaryOperator_BitAnd_BitOr",
    "ReplaceUnaryOperator_USub_UAdd",
    "ReplaceUnaryOperator_Delete_Not",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "NumberReplacer",
    "ZeroIterationForLoop",
]
"""The ways in which a rule can be wrong: a limit is off by one or the wrong way round, a condition or step is left out.

Changes that nobody would make by mistake, such as comparing two words by their order, are not among them.
"""

GUARDS = ("frozen", "slots", "repr", "kw_only")
"""Arguments of `dataclass` and `field` that only guard or help the programmer; no outcome depends on them.

`compare` is not among them, because what it leaves out is left out of digests, too.
"""


@dataclass(frozen=True)
class Break:
    """A file with one change in it."""

    file: Path
    line: int
    """The line that changes, counted from 1."""
    before: str
    """The original line, without its indentation."""
    after: str
    """The changed line."""
    source: str
    """The whole changed file."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before}  →  {self.after}"


def some_breaks(files: Sequence[Path], most: int, seed: int) -> Iterator[Break]:
    """Yield at most `most` breaks of these files, drawn by `seed`: first a place, and then one of the changes there."""
    random = Random(seed)
    places: dict[tuple[Path, Any], list[tuple[str, int]]] = defaultdict(list)
    for file in files:
        for place, operator, occurrence in _positions(file):
            places[file, place].append((operator, occurrence))
    drawn = sorted(places, key=lambda key: (str(key[0]), key[1]))
    random.shuffle(drawn)
    yield from islice(filter(None, (_broken_at(file, places[file, place], random) for file, place in drawn)), most)


def _broken_at(file: Path, changes: list[tuple[str, int]], random: Random) -> Break | None:
    random.shuffle(changes)
    return next(filter(None, (_made(file, *change) for change in changes)), None)


@cache
def _positions(file: Path) -> tuple[tuple[Any, str, int], ...]:
    nodes = [*ast_nodes(get_ast(_text(file)))]
    found = []
    for name in OPERATORS:
        operator = _operator(name)
        positions = (position for node in nodes for position in operator.mutation_positions(node))
        found += [(position, name, occurrence) for occurrence, position in enumerate(positions)]
    return tuple(found)


@cache
def _operator(name: str) -> Any:
    return get_operator(f"core/{name}")()


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _made(file: Path, operator: str, occurrence: int) -> Break | None:
    """Return the break, unless the change affects only the layout, a type or a docstring, or is not valid Python."""
    old = _text(file)
    new = mutate_code(old, _operator(operator), occurrence)
    try:
        if new is None or _meaning(new) == _meaning(old):
            return None
    except SyntaxError:
        return None
    pairs = zip(old.splitlines(), new.splitlines(), strict=False)
    line, before, after = next((n, old, new) for n, (old, new) in enumerate(pairs, 1) if old != new)
    return Break(file, line, before.strip(), after.strip(), new)


@cache
def _meaning(source: str) -> str:
    """Return a file's syntax tree without type hints and arguments that only find slips."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef():
                node.returns = None
            case ast.arg():
                node.annotation = None
            case ast.AnnAssign():
                node.annotation = ast.Constant(None)
            case ast.Call(func=ast.Name("zip")):  # `strict` only tells of a slip of the programmer's
                node.keywords = []
            case ast.Call(func=ast.Name("dataclass" | "make_dataclass" | "field")):
                node.keywords = [keyword for keyword in node.keywords if keyword.arg not in GUARDS]
    return ast.dump(tree)
