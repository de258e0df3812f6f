"""The words of a game, each explained in our own words, with the rule behind the explanation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

from tutor.engine.book.ahead import ahead
from tutor.engine.book.files import BadInput, parse_toml, read_text, structure
from tutor.engine.book.rulebook import Rulebook
from tutor.engine.core.game import Game

LONGEST = 30
"""The largest number of words in an explanation."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word that the rules use in a special sense."""

    name: str
    text: str
    """What it means, in our own words."""
    rule: str
    """The rule that explains it."""
    also: tuple[str, ...] = ()
    """Other forms of the word, except regular plurals. A form with a capital is found only with that capital."""
    plain: tuple[str, ...] = ()
    """Phrases with the word in its everyday sense, which are not the term."""

    @property
    def forms(self) -> tuple[str, ...]:
        """All ways in which it is written."""
        return (self.name, *self.also)


@dataclass(frozen=True)
class Glossary:
    """The terms of one game, in alphabetical order."""

    term: tuple[Term, ...] = ()
    said: dict[str, str] = field(default_factory=dict)
    """What players say, each with the words that the rules use instead, separated by commas: for the search."""

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Finds every form and every plain phrase as whole words, the longest first; None if there are no terms."""
        plain = {phrase for term in self.term for phrase in term.plain}
        forms = sorted(plain | self._by_form.keys(), key=len, reverse=True)
        if not forms:
            return None
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, forms))})(?!\w)", re.IGNORECASE)

    @cached_property
    def _by_form(self) -> dict[str, Term]:
        plain = {phrase.casefold() for term in self.term for phrase in term.plain}
        return {written: term for term in self.term for written in self.forms(term) if written.casefold() not in plain}

    def _meant(self, word: str) -> Term | None:
        """Return the term that a word of a text stands for: capitals count only where the term has them."""
        return self._by_form.get(word) or self._by_form.get(word.casefold())

    def found(self, texts: Iterable[str]) -> list[Term]:
        """Return the terms that occur in any of the texts, each once, in the order in which they occur."""
        return list(dict.fromkeys(term for text in texts for term in self._found_in(text)))

    @cached_property
    def _found_in(self) -> Callable[[str], tuple[Term, ...]]:
        """Return the terms in one text; the result is cached because the same texts are shown again and again."""

        @lru_cache(maxsize=2_000)
        def found(text: str) -> tuple[Term, ...]:
            hits = self.pattern.finditer(text) if self.pattern else ()
            return tuple(term for hit in hits if (term := self._meant(hit.group())))

        return found

    def asked(self, query: str) -> list[Term]:
        """Return the terms that a query names, whatever its capitals, in the order in which it names them."""
        any_case = {written.casefold(): term for written, term in self._by_form.items()}
        hits = self.pattern.finditer(query) if self.pattern else ()
        return list(dict.fromkeys(any_case[word] for hit in hits if (word := hit.group().casefold()) in any_case))

    def forms(self, term: Term) -> list[str]:
        """Return every form in which a term may be written."""
        return [written for form in term.forms for written in _written(form)]


def _written(form: str) -> tuple[str, ...]:
    return (form, f"{form}es" if form.endswith(("s", "x", "ch", "sh")) else f"{form}s")


def load_glossary(path: Path, book: Rulebook) -> Glossary:
    """Read a `glossary.toml`; a game without one has no terms.

    Raises:
        BadInput: if it does not fit, cites an unknown rule, has too long a text, or explains a word twice.
    """
    if not path.exists():
        return Glossary()
    file = str(path)
    glossary = structure(parse_toml(read_text(path), file), Glossary, file)
    seen: set[str] = set()
    for term in glossary.term:
        if term.rule not in book:
            raise BadInput(file, term.name, f"there is no rule “{term.rule}” in the rulebook’s index")
        if len(term.text.split()) > LONGEST:
            raise BadInput(file, term.name, f"expected at most {LONGEST} words, got {len(term.text.split())}")
        for form in term.forms:
            if form in seen or form.casefold() in seen:
                raise BadInput(file, term.name, f"“{form}” is explained twice")
            seen.add(form)
    return replace(glossary, term=tuple(sorted(glossary.term, key=lambda term: term.name.casefold())))


def glossary_of(game: Game) -> Glossary:
    """The terms of a game; read once."""
    if game.folder not in _KNOWN:
        _KNOWN[game.folder] = ahead(
            f"{game.id}.glossary", lambda: load_glossary(game.folder / "glossary.toml", game.book)
        )
    return _KNOWN[game.folder]


_KNOWN: dict[Path, Glossary] = {}
