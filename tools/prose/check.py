"""Checks texts: harper for spelling and grammar, and the phrases that must not come back."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from harper import Dialect, Linter

from tools.prose.texts import ROOT, Text

HERE = Path(__file__).parent
CODE = re.compile(r"```.*?```|`[^`\n]*`|https?://\S+|\]\([^)]*\)|<!--.*?-->", re.DOTALL)
"""The parts of a text that are not prose."""
IDENTIFIER = re.compile(r"\b(?:\w*[a-z][A-Z]\w*|\w*_\w*|[A-Z]+\d\w*|\d+[a-z]+|[a-z]\d+)\b")
"""Words that are names in a program, or short forms of dice, cells and lines."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something wrong in a text."""

    path: Path
    line: int
    rule: str
    """The name of harper's rule, or `phrase`."""
    words: str
    """What is wrong, with a few words around it."""
    message: str

    def __str__(self) -> str:
        path = self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path
        return f"{path}:{self.line}: {self.message} [{self.rule}] “{self.words}”"


class Checker:
    """Checks texts by the project's rules. Making a checker loads harper's dictionary, which takes about a second.

    Args:
        settings: the content of `rules.toml`: phrases, rules that are off, and words that harper reports by mistake.
        words: names and words that no dictionary has.
    """

    def __init__(self, settings: Mapping[str, Any], words: Iterable[str] = ()) -> None:
        self.phrases = [(re.compile(p["find"]), p["say"], set(p.get("kinds", ()))) for p in settings["phrase"]]
        right = [
            r"\s+".join(map(re.escape, words.split())) for words in sorted(settings["right"], key=len, reverse=True)
        ]
        self.right = re.compile("|".join(right) or r"(?!)")
        self.off = {rule for group in settings["off"] for rule in group["rules"]}
        self.words = set(words)

    @cached_property
    def linter(self) -> Linter:
        """Prepare harper with this project's words and without the rules that are off."""
        linter = Linter(Dialect.BRITISH)
        config = linter.get_default_lint_config()
        if unknown := self.off - config.keys():
            raise ValueError(f"harper has no rule {', '.join(sorted(unknown))}")
        linter.set_lint_config(config | dict.fromkeys(self.off, False))
        return linter

    def check(self, texts: Sequence[Text]) -> list[Finding]:
        """Return what is wrong in the texts, in the order of their files and lines."""
        identifiers = {word for text in texts for word in IDENTIFIER.findall(text.text)}
        self.words |= identifiers
        self.linter.import_words(sorted(self.words))
        found = {finding for text in texts for finding in self._phrases(text)}
        for _, group in groupby(texts, lambda text: text.path):
            found.update(self._harper(list(group)))
        return sorted(found)

    def _is_known(self, word: str) -> bool:
        """Return whether a word is a single letter or a known word, perhaps with 's or the full stop of a sentence."""
        plain = re.sub(r"(['’]s)?\.?$", "", word)
        return len(plain) == 1 or plain in self.words

    def _phrases(self, text: Text) -> Iterator[Finding]:
        prose = CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text.text)
        for phrase, say, kinds in self.phrases:
            for match in phrase.finditer(prose):
                if not kinds or text.kind in kinds:
                    yield _finding(text, match.start(), match.end(), "phrase", say)

    def _harper(self, texts: list[Text]) -> Iterator[Finding]:
        """Return what harper finds in a file's texts, as one document because a call for each would take minutes."""
        begins, whole = [], ""
        for text in texts:
            begins.append(len(whole))
            whole += (text.text if text.kind == "page" else text.text[:1].upper() + text.text[1:]) + "\n\n"
        right = [match.span() for match in self.right.finditer(whole)]
        for rule, lints in self.linter.organized_lints(whole).items():
            for lint in lints:
                start, end = lint.span.start, lint.span.end
                if rule == "SpellCheck" and self._is_known(lint.problem_text):
                    continue
                if not any(first <= start and end <= last for first, last in right):
                    n = bisect_right(begins, start) - 1
                    yield _finding(texts[n], start - begins[n], end - begins[n], rule, lint.message)


def settings() -> dict[str, Any]:
    """Return what `rules.toml` says."""
    return tomllib.loads((HERE / "rules.toml").read_text(encoding="utf-8"))


def words(root: Path = ROOT) -> set[str]:
    """Return the words that no dictionary has: those of `words.txt`, and the names of the games' cards and terms."""
    listed = (HERE / "words.txt").read_text(encoding="utf-8").split()
    files = [*root.glob("tutor/games/*/cards/*.toml"), *root.glob("tutor/games/*/glossary.toml")]
    names = [name for path in files for name in re.findall(r'(?m)\bname = "(.*?)"', path.read_text(encoding="utf-8"))]
    return {*listed, *(word for name in names for word in re.findall(r"[\w’'-]+", name))}


def _finding(text: Text, start: int, end: int, rule: str, message: str) -> Finding:
    around = " ".join(text.text[max(0, start - 30) : end + 30].split())
    return Finding(text.path, text.line + text.text.count("\n", 0, start), rule, around, message)
