"""Finds the texts in the project's files, each with the line where it begins."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, cycle, groupby
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

SOURCES = (
    "*.md",
    "docs/*.md",
    "notebooks/**/*.ipynb",
    "tutor/games/*/*.toml",
    "tutor/games/*/cards/*.toml",
    "walkthroughs/*/*.toml",
    "tutor/**/*.py",
    "tools/**/*.py",
)
"""Where the texts of the product are. `docs/vocabulary/` is left out, because a program generates it."""

NO_TEXT = {"flow_positions.toml", "cue.toml"}
"""TOML files that hold only names and numbers."""

SENTENCES = {
    "text",
    "unclear",
    "ruling",
    "intro",
    "teaches",
    "theme",
    "why",
    "prompt",
    "hint",
    "says",
    "invites",
    "pass",
}
"""Keys of TOML files whose values are whole sentences."""
LABELS = {"label", "title", "players_note", "not_enforced", "name"}
"""Keys whose values are labels or parts of sentences."""

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
NUMBERS = re.compile(r"\b(n|m|\w*count|number|total|left|limit|points|dice|target|day|len|sum|max|min)\b")
"""Matches the names of placeholders that stand for numbers."""
NAMES = ("Ben", "Cleo", "Dev")
"""Words for all other placeholders, used in turn, so that no word comes twice in a row."""
MACHINE = re.compile(r"^import |^from [\w.]+ import |^(it)?\.\w|^it: \w+\.|</|/>|<\w|\\[a-z]|[=;#]|^[\w-]+/|^\W|\w\(")
"""Matches strings of a program that are not texts for people."""
SPEAKS = re.compile(r"[a-z]{2,},? [a-z]{2,}", re.IGNORECASE)
"""Matches two words in a row, which every text has."""

ENTRY = re.compile(r"\s*(Args|Returns|Raises|Yields|Attributes):($| )|\s+\*{0,2}[\w, ]+: (?=\S)")
"""Matches the beginning of a docstring's entry: the name of a section, an argument or an error."""

NO_COMMENT = re.compile(r"#!|# --|# (ruff|type|noqa|fmt|NBVAL)")
"""Matches comments for machines, and lines drawn between parts."""

TOML_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
    | (?P<text>\"\"\"(?:\\.|[^\\])*?\"\"\" | '''.*?''' | "(?:\\.|[^"\\\n])*" | '[^'\n]*')(?P<is_key>\s*=)?
    | (?P<table>^\[+[^\]\n]+\]+)
    | (?P<key>[\w.-]+)\s*=""",
    re.DOTALL | re.VERBOSE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the product."""

    path: Path
    line: int
    """Where it begins, counted from 1."""
    kind: str
    """`page` or `cell` (of a document or its tables), `sentences`, `label`, `string`, `docstring` or `comment`."""
    text: str
    """Its words, with a suitable word for each placeholder."""


def sources(root: Path = ROOT) -> list[Path]:
    """Return every file with texts of the product."""
    return sorted(
        {path for pattern in SOURCES for path in root.glob(pattern) if ".ipynb_checkpoints" not in path.parts}
    )


def texts(path: Path) -> Iterator[Text]:
    """Yield the texts of a file, from its first line to its last.

    Raises:
        OSError, ValueError, SyntaxError: if the file cannot be read.
    """
    written = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield from _of_page(path, written)
    elif path.suffix == ".ipynb":
        yield from _of_notebook(path, written)
    elif path.suffix == ".py":
        yield from _of_program(path, written)
    elif path.name not in NO_TEXT:
        yield from _of_toml(path, written)


def filled(text: str) -> str:
    """Put a suitable word into each placeholder, so that the sentence can be read.

    >>> filled("{who} has {n} tokens")
    'Ben has 7 tokens'
    """
    names = cycle(NAMES)

    def word(gap: re.Match[str]) -> str:
        number = NUMBERS.search(gap[1])
        joined = re.search(r"\w$", text[: gap.start()]) or (not number and re.match(r"\w", text[gap.end() :]))
        return "" if joined else "7" if number else next(names)

    return PLACEHOLDER.sub(word, text)


def _of_page(path: Path, written: str) -> Iterator[Text]:
    """Yield the text between the tables, and every cell of a table by itself."""
    numbered = enumerate(written.splitlines(), 1)
    for in_table, group in groupby(numbered, lambda line: line[1].startswith("|")):
        lines = list(group)
        if not in_table:
            yield Text(path, lines[0][0], "page", "\n".join(line for _, line in lines))
            continue
        for n, line in lines:
            cells = (cell.strip() for cell in re.split(r"(?<!\\)\|", line))
            yield from (Text(path, n, "cell", cell) for cell in cells if re.search(r"\w", cell))


def _of_notebook(path: Path, written: str) -> Iterator[Text]:
    line = 1
    for cell in json.loads(written)["cells"]:
        if cell["cell_type"] != "markdown":
            continue
        first = json.dumps(cell["source"][0] if cell["source"] else "", ensure_ascii=False)
        line = next((n for n, have in enumerate(written.splitlines(), 1) if n >= line and first in have), line)
        for text in _of_page(path, "".join(cell["source"])):
            yield replace(text, line=line + text.line - 1)


def _of_toml(path: Path, written: str) -> Iterator[Text]:
    key = ""
    yield from _comments(path, ((m.start(), m[0]) for m in TOML_TOKEN.finditer(written) if m["comment"]), written)
    for token in TOML_TOKEN.finditer(written):
        line = 1 + written.count("\n", 0, token.start())
        if token["key"]:
            key = token["key"].rpartition(".")[2]
        elif token["text"] and not token["is_key"]:
            kind = "sentences" if key in SENTENCES else "label" if key in LABELS else ""
            if kind:
                line += token["text"].startswith(('"""\n', "'''\n"))  # TOML drops this line break
                yield Text(path, line, kind, filled(tomllib.loads(f"it = {token['text']}")["it"]))


def _of_program(path: Path, written: str) -> Iterator[Text]:
    tree = ast.parse(written)
    docstrings = dict(_docstrings(tree))
    for node, text in docstrings.items():
        yield from (Text(path, node.lineno + n, "docstring", part) for n, part in _parts(text))
    yield from _comments(path, _hashes(written), written)
    for line, string in _strings(tree, set(docstrings)):
        if SPEAKS.search(string) and not MACHINE.search(PLACEHOLDER.sub("it", string)):
            yield Text(path, line, "string", filled(string))


def _docstrings(tree: ast.Module) -> Iterator[tuple[ast.Constant, str]]:
    """Return the docstrings of modules, classes and functions, and the strings that explain the name above them."""
    for node in ast.walk(tree):
        for part in getattr(node, "body", ()) if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            if (
                isinstance(part, ast.Expr)
                and isinstance(part.value, ast.Constant)
                and isinstance(part.value.value, str)
            ):
                yield part.value, part.value.value


def _parts(docstring: str) -> Iterator[tuple[int, str]]:
    """Yield each paragraph of a docstring and each entry on an argument or error, with the line where it begins."""
    begins, part = 0, list[str]()
    for n, line in enumerate([*docstring.splitlines(), ""]):
        entry = ENTRY.match(line)
        if part and (entry or not line.strip()):
            yield begins, "\n".join(part)
            part = []
        words = line[entry.end() :] if entry else line
        if words.strip() and not words.lstrip().startswith((">>>", "python ")):
            begins = begins if part else n
            part.append(words.strip())


def _comments(path: Path, found: Iterable[tuple[int, str]], written: str) -> Iterator[Text]:
    """Yield comments with the line where each begins; comments that fill consecutive lines count as one."""
    block: list[str] = []
    begins = before = 0
    for start, comment in found:
        line = 1 + written.count("\n", 0, start)
        alone = not written[written.rfind("\n", 0, start) + 1 : start].strip()
        if NO_COMMENT.match(comment):
            continue
        if block and not (alone and line == before + 1):
            yield Text(path, begins, "comment", "\n".join(block))
            block = []
        begins = begins if block else line
        block.append(comment.lstrip("#: "))
        before = line
    if block:
        yield Text(path, begins, "comment", "\n".join(block))


def _hashes(written: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a program and where they begin."""
    starts = [0, *accumulate(map(len, written.splitlines(keepends=True)))]
    for token in tokenize.generate_tokens(io.StringIO(written).readline):
        if token.type == tokenize.COMMENT:
            yield starts[token.start[0] - 1] + token.start[1], token.string


def _strings(node: ast.AST, beside: set[ast.Constant]) -> Iterator[tuple[int, str]]:
    """Yield the strings of a program; an f-string has its expressions as placeholders."""
    if isinstance(node, ast.JoinedStr):
        pieces = (
            part.value if isinstance(part, ast.Constant) else "{" + re.sub(r"[{}]", "", ast.unparse(part.value)) + "}"
            for part in node.values
            if isinstance(part, ast.Constant | ast.FormattedValue)
        )
        yield node.lineno, "".join(str(piece) for piece in pieces)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and node not in beside:
            yield node.lineno, node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from _strings(child, beside)
