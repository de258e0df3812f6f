"""The rulebook as a panel: look a word up, and read its meaning, the matching rules and rules close to them."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.core.game import Game
from tutor.lessons.glossary import glossary_of
from tutor.lessons.looking_up import search
from tutor.lessons.shelf import related
from tutor.ui.dialogs import close
from tutor.ui.fields import send_form, text
from tutor.ui.model_panel import Dialog, Entry, TermText
from tutor.ui.terms import term_text

PANEL = "rules"
FIND = f"{PANEL}.find"
MOST = 12
LONGEST = 100
"""How many characters of a query are read."""

WITH_RELATED = 4
"""The number of best matches for which the panel also names rules close to them."""


def asked(values: Mapping[str, str]) -> str:
    """The query in the panel's fields."""
    return values.get("query", "")[:LONGEST]


def looked_up(game: Game, query: str) -> Dialog:
    """The panel with what a query finds in a game's rulebook and among its words."""
    book = game.book
    found: list[Entry] = [{"rule": entry.id, "text": entry.text} for entry in search(game, query, MOST)]
    shown = {entry["rule"] for entry in found}
    for entry in found:
        if ruling := book[entry["rule"]].ruling:
            entry["ruling"] = ruling
    for entry in found[:WITH_RELATED]:
        entry["related"] = [near.id for near in related(book, entry["rule"]) if near.id not in shown]
    dialog: Dialog = {
        "id": PANEL,
        "title": "Look up a rule",
        "fields": [text("query", "A word or a question", query)],
        "buttons": [send_form(FIND, "Find"), close()],
    }
    if words := _words(game, query):
        dialog["words"] = words
    if found:
        dialog["entries"] = found
    elif query:
        dialog["text"] = f"Nothing about “{query}” was found in the rules of {book.title}."
    return dialog


def _words(game: Game, query: str) -> list[TermText]:
    """The terms that the query names."""
    glossary = glossary_of(game)
    return [term_text(glossary, term) for term in glossary.asked(query)]
