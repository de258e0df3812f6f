"""The words of a game, explained where they occur: which of them a state's texts use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tutor.engine.core.game import Game
from tutor.lessons.glossary import Glossary, Term, glossary_of
from tutor.ui.model import State
from tutor.ui.model_panel import RuleText, TermText
from tutor.ui.present import Teaches, rule_note


def with_terms(state: State, game: Game, teaches: Teaches) -> State:
    """Add the terms that the state's words and rules use, with the rules that explain them."""
    glossary = glossary_of(game)
    found = glossary.found(_texts(state))
    if found:
        state["terms"] = [term_text(glossary, term) for term in found]
        rules = state.setdefault("rules", {})
        for term in found:
            if term.rule not in rules:
                rules[term.rule] = rule_note(game.book, term.rule, game.book.defaults, teaches)
    return state


def term_text(glossary: Glossary, term: Term) -> TermText:
    """A term in the form that the desk needs."""
    said: TermText = {"name": term.name, "forms": glossary.forms(term), "text": term.text, "rule": term.rule}
    if term.plain:
        said["plain"] = list(term.plain)
    return said


def _texts(state: State) -> Iterator[str]:
    words = state.get("words")
    if words:
        yield from (words.get("before", ""), words["text"], words.get("fold", ""))
        if "rulebook" in words:
            yield words["rulebook"]["text"]
    if "intro" in state:
        yield state["intro"]["text"]
    for rule in state.get("rules", {}).values():
        yield from _rule_texts(rule)
    for entry in state["dialog"].get("entries", []) if "dialog" in state else ():
        yield entry["text"]


def _rule_texts(rule: RuleText) -> Iterator[str]:
    yield rule["text"]
    for key in ("unclear", "ruling"):
        yield cast("str", rule.get(key, ""))
