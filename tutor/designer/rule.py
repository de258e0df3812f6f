"""A rule of a book, with everything that the tutor knows about it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from tutor.designer.shown import Shown, table

if TYPE_CHECKING:
    from tutor.audit.sources import Case, Code
    from tutor.engine.book.rulebook import Entry
    from tutor.engine.core.game import Game as Engine


@dataclass(frozen=True)
class Rule(Shown):
    """A rule: its words, the lines of the book, what is unclear, and where it is enforced, tested and taught."""

    _game: Engine
    _entry: Entry

    @property
    def id(self) -> str:
        """The rule's id, such as `doubles/counterstrike-single-card`."""
        return self._entry.id

    @property
    def text(self) -> str:
        """The rule in our own words."""
        return self._entry.text

    @property
    def lines(self) -> str:
        """The lines of the rulebook's text that state the rule, such as L12-14."""
        return self._entry.source

    @property
    def basis(self) -> str:
        """`stated` in the book, `derived` from it, or a `ruling` if the book is unclear."""
        return self._entry.basis

    @property
    def unclear(self) -> str:
        """What is unclear about the rule; empty if nothing is."""
        return self._entry.unclear

    @property
    def ruling(self) -> str:
        """What we do about that, and why."""
        return self._entry.ruling

    @property
    def readings(self) -> dict[str, str]:
        """The readings of the rule: id → words, the default first; empty if there is only one."""
        options = sorted(self._entry.options, key=lambda one: not one.default)
        return {one.id: one.text for one in options}

    @property
    def code(self) -> tuple[Code, ...]:
        """The functions that enforce or report it, its own first: `module`, `name`, `line`, `text`."""
        from tutor.audit.sources import code_of

        return tuple(code_of(self._game, self.id))

    @property
    def scenarios(self) -> tuple[Case, ...]:
        """The scenarios about it: `file`, `title`, `line`, `text`."""
        from tutor.audit.sources import cases_about

        return tuple(cases_about(self._game, self.id))

    @property
    def pages(self) -> tuple[tuple[str, int], ...]:
        """Where it is taught: the title of a page and the number of a step, counted from 1."""
        from tutor.lessons.pages import pages_of

        return tuple(
            (page.title, n)
            for page in pages_of(self._game.id)
            for n, step in enumerate(page.step, 1)
            if self.id in step.rules
        )

    def _told(self) -> list[tuple[str, str]]:
        facts = [("in the book", f"{self.lines}, {self.basis}"), ("unclear", self.unclear), ("ruling", self.ruling)]
        facts += [("reading", f"{id}: {words}") for id, words in self.readings.items()]
        return [(name, words) for name, words in facts if words]

    def _places(self) -> list[tuple[str, str]]:
        facts = [("code", f"{one.module}:{one.line} {one.name}") for one in self.code if one.bound]
        facts += [("scenario", f"{one.file}:{one.line} {one.title}") for one in self.scenarios]
        return [*facts, *(("page", f"{title}, step {n}") for title, n in self.pages)]

    def __repr__(self) -> str:
        return f"<rule {self.id} of {self._game.id}>"

    def __str__(self) -> str:
        return "\n".join([f"{self.id}: {self.text}", *(f"  {name:<12} {words}" for name, words in self._told())])

    def html(self) -> str:
        rows: list[tuple[Any, ...]] = [*self._told(), *self._places()]
        return f"<h4><code>{escape(self.id)}</code></h4><p>{escape(self.text)}</p>{table(('', ''), rows)}"
