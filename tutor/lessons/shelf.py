"""The words of a rulebook’s entries, in plain stems: how well each fits what is wanted, and which are close."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log, sqrt
from typing import TypeAlias

from tutor.engine.book.rulebook import Entry, Rulebook

TITLE, CHAPTER, TEXT, INTRO, DOUBT = 2.5, 2.0, 2.5, 1.0, 0.2
"""What a word is worth in the name of a rule, its chapter's name, its text, its intro and what is unclear about it."""

LONGER, NEXT = 0.5, 0.15
"""The share that a longer word which begins with the wanted one is worth, and what two words together add."""

FORMS = {
    "death": "dead died dies dying",
    "dice": "die",
    "win": "won",
    "tie": "tied ties",
    "begin": "began begun begins",
    "lose": "lost loss losses",
    "many": "much",
    "two": "2 second twice both",
    "three": "3 third",
    "four": "4 fourth",
    "five": "5 fifth",
    "six": "6 sixth",
    "hold": "held",
    "run": "ran running",
    "get": "got getting",
    "take": "took taken",
    "give": "gave given",
    "choose": "chose chosen choice",
    "buy": "bought",
    "pay": "paid payment",
    "draw": "drew drawn",
    "fight": "fought",
    "succeed": "success successful successfully",
    "fail": "failure failed",
}
"""Irregular forms of words that players use."""

Phrase: TypeAlias = tuple[str, ...]


def words_of(text: str) -> list[str]:
    """The stems of a text’s words; a mark that stands alone, such as the `$` of a location, counts as a word."""
    return [stem(word) for word in split(text)]


def split(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"[^\W_]+(?:'[^\W_]+)?|(?<!\w)[!$]+", text.casefold().replace("’", "'"))


def stem(word: str) -> str:
    """Return a word without the most common endings, so that “draws” finds “draw”, and “annihilate” “annihilated”."""
    word = word.partition("'")[0]
    if word in _STEMS:
        return _STEMS[word]
    if word.endswith("s") and len(word) > 3 and word[-2] != "s":
        word = word[:-1]
    for ending, least in (("ing", 6), ("ie", 4), ("ed", 5), ("ly", 6), ("e", 4), ("y", 4)):
        if word.endswith(ending) and len(word) >= least:
            short = word[: -len(ending)]
            double = ending in ("ing", "ed") and short[-1] == short[-2] and short[-1] not in "lsz"
            return short[:-1] if double else short
    return word


_STEMS = {form: word for word, forms in FORMS.items() for form in (word, *forms.split())}


@dataclass(frozen=True, slots=True)
class Want:
    """A word or phrase that is looked for."""

    words: Phrase
    like: tuple[tuple[float, Phrase], ...] = ()
    """Phrases that mean the same, each with the share that it is worth."""


@dataclass(frozen=True)
class Shelf:
    """The words of every entry of a book, ready to be searched."""

    worth: Mapping[str, Mapping[str, float]]
    """For each entry, what each of its words is worth."""
    rare: Mapping[str, float]
    """How rare each word is in the book."""
    names: Mapping[str, frozenset[str]]
    """For each entry, the words of its name."""
    pairs: Mapping[str, frozenset[Phrase]]
    """For each entry, the words that follow each other in its name or its text."""

    def score(self, id: str, wants: Iterable[Want]) -> float:
        """Return how well an entry fits what is wanted; 0 if it does not fit at all."""
        total = covered = sought = 0.0
        words = []
        for want in wants:
            fit, weight = self._fit(id, want), self._weight(want)
            sought += weight
            total += fit
            covered += weight if fit else 0.0
            words += list(want.words)
        if not total:
            return 0.0
        near = sum(pair in self.pairs[id] for pair in pairwise(words))
        return total * (covered / sought) ** 2 * (1 + NEXT * near)

    def _weight(self, want: Want) -> float:
        """How much a want counts: as much as its rarest word that is in the book."""
        phrases = (want.words, *(phrase for _, phrase in want.like))
        return max((self.rare.get(word, 0.0) for phrase in phrases for word in phrase), default=0.0) or 1.0

    def _fit(self, id: str, want: Want) -> float:
        same = self._phrase(id, want.words)
        return max([same, *(worth * self._phrase(id, phrase) for worth, phrase in want.like)])

    def _phrase(self, id: str, phrase: Phrase) -> float:
        fits = [self._word(id, word) for word in phrase]
        together = all(pair in self.pairs[id] for pair in pairwise(phrase))
        return sum(fits) / (len(fits) ** 0.5 if together else len(fits)) if all(fits) else 0.0

    def _word(self, id: str, asked: str) -> float:
        here = self.worth[id]
        if asked in here:
            return here[asked] * self.rare[asked]
        longer = (word for word in here if (len(asked) > 2 or not asked.isalnum()) and word.startswith(asked))
        return max((LONGER * here[word] * self.rare[word] for word in longer), default=0.0)


@lru_cache(maxsize=16)
def shelf_of(entries: tuple[Entry, ...]) -> Shelf:
    """Return the words of a book’s entries."""
    worth: dict[str, dict[str, float]] = {}
    names: dict[str, frozenset[str]] = {}
    pairs: dict[str, frozenset[Phrase]] = {}
    usual = sum(len(entry.text.split()) for entry in entries) / len(entries)
    for entry in entries:
        chapter, _, name = entry.id.rpartition("/")
        texts = [words_of(text) for text in (name, chapter, entry.text, entry.intro, f"{entry.unclear} {entry.ruling}")]
        found: dict[str, float] = {}
        for words, weight in zip(texts, (TITLE, CHAPTER, TEXT, INTRO, DOUBT), strict=True):
            length = 1.0 if weight in (TITLE, CHAPTER) else 0.5 + 0.5 * len(words) / usual
            for word, times in Counter(words).items():
                found[word] = found.get(word, 0.0) + weight * (1 + log(times)) / max(length, 0.7)
        worth[entry.id] = found
        names[entry.id] = frozenset(texts[0])
        pairs[entry.id] = frozenset(pair for words in (texts[0], texts[2]) for pair in pairwise(words))
    spread = Counter(word for found in worth.values() for word in found)
    return Shelf(worth, {word: log(1 + len(worth) / n) for word, n in spread.items()}, names, pairs)


def related(book: Rulebook, id: str, most: int = 4) -> list[Entry]:
    """Return the entries that share the most significant words with a rule; those of its own section count more."""
    shelf = shelf_of(book.rule)
    mine = shelf.worth[id]
    here = book[id].section

    def closeness(entry: Entry) -> float:
        words = shelf.worth[entry.id]
        shared = sum(shelf.rare[word] for word in words if word in mine)
        length = sqrt(sum(shelf.rare[word] for word in words))
        return shared / length * (1.5 if entry.section == here else 1.0)

    others = [entry for entry in book if entry.id != id]
    return sorted(others, key=closeness, reverse=True)[:most]
