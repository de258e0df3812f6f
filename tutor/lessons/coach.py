"""The coach, which puts rules and refusals into words, and finds rules in the rulebook."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import log, sqrt
from typing import Any

from tutor.engine.book.rulebook import Entry, Rulebook
from tutor.engine.core.asks import Option, Refusal, spell

COMMON = 0.05
"""A single word that occurs in more than this share of a book's entries is too common to be a term."""


def rule_name(id: str) -> str:
    """The short name of a rule, from its id: `turn/hand-limit` becomes “hand limit”."""
    return id.rpartition("/")[2].replace("-", " ")


def rule_text(book: Rulebook, id: str, readings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Everything that the index says about a rule, as plain data for the fold “rulebook says”.

    Args:
        book: The rulebook.
        id: The rule.
        readings: The readings in force, to mark the chosen one; the defaults if None.

    Returns:
        `rule`, `name`, `text`, `lines`, `source`, `section` and, for an unclear rule, `unclear`, `ruling`, `readings`.

    Raises:
        KeyError: if the book has no such rule.
    """
    entry = book[id]
    found: dict[str, Any] = {
        "rule": id,
        "name": rule_name(id),
        "text": entry.text,
        "lines": entry.source,
        "source": entry.source,
        "section": book.section(entry.section).title,
    }
    if entry.unclear:
        found |= {"unclear": entry.unclear, "ruling": entry.ruling}
    if entry.options:
        chosen = (readings or book.defaults).get(id, entry.default)
        found["readings"] = [{"id": o.id, "text": o.text, "chosen": o.id == chosen} for o in entry.options]
    return found


def refusal_text(refusals: Iterable[Refusal]) -> str:
    """Why a move is closed, in sentences: each reason with its nearest legal move, and no sentence twice."""
    told = [refusal for refusal in refusals if not refusal.repeats]
    said = [sentence(words) for refusal in told for words in (refusal.why, refusal.fix)]
    return " ".join(words for n, words in enumerate(said) if words and words not in said[n + 1 :])


def sentence(words: str) -> str:
    """The words with a capital at their start and a full stop at their end."""
    words = words.strip()
    if not words:
        return ""
    return words[0].upper() + words[1:] + ("" if words[-1] in ".!?…" else ".")


def asked_option(option: Option) -> dict[str, Any]:
    """One option in the form that the desk needs."""
    found: dict[str, Any] = {"id": spell(option.value), "label": option.label}
    if option.group:
        found["group"] = option.group
    if option.detail:
        found["detail"] = option.detail
    if option.apart:
        found["apart"] = True
    found["refusals"] = [refused(refusal) for refusal in option.refusals if not refusal.repeats]
    return found


def refused(refusal: Refusal) -> dict[str, Any]:
    """One reason in the form that the desk needs."""
    found: dict[str, Any] = {"rule": refusal.rule, "why": sentence(refusal.why)}
    if refusal.fix:
        fix = {"text": sentence(refusal.fix)}
        if refusal.option is not None:
            fix["option"] = spell(refusal.option)
        found["fix"] = fix
    return found


# -- looking things up ---------------------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    """The stems of a text’s words; a mark that stands alone, such as the `$` of a location, counts as a word."""
    return [_stem(word) for word in re.findall(r"[^\W_]+|(?<!\w)[!$]+", text.casefold())]


def _stem(word: str) -> str:
    """Return a word without the most common endings, so that “draws” finds “draw”, and “annihilate” “annihilated”."""
    for ending, least in (("ing", 6), ("ies", 5), ("ed", 5), ("es", 5), ("s", 4), ("e", 5)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


@lru_cache(maxsize=16)
def _index(entries: tuple[Entry, ...]) -> tuple[dict[str, Counter[str]], dict[str, float]]:
    """The words of every entry, with those of its name counted three times, and how significant each word is."""
    found = {
        e.id: Counter(_words(f"{e.id} {rule_name(e.id)} {rule_name(e.id)} {e.text} {e.intro} {e.unclear} {e.ruling}"))
        for e in entries
    }
    spread = Counter(word for words in found.values() for word in words)
    return found, {word: log(1 + len(found) / n) for word, n in spread.items()}


def search(book: Rulebook, query: str, most: int = 12) -> list[Entry]:
    """Return the entries that match a query, the best first; a word also finds longer words that begin with it."""
    counted, weight = _index(book.rule)
    wanted = _words(query)
    scores: Counter[str] = Counter()
    for id, words in counted.items():
        hits = [max((_worth(w, words, weight, ask) for w in words if w.startswith(ask)), default=0.0) for ask in wanted]
        if all(hits) and hits:
            scores[id] = round(1000 * sum(hits))
        elif any(hits):
            scores[id] = round(100 * sum(hits))
    order = {entry.id: n for n, entry in enumerate(book)}
    best = sorted(scores, key=lambda id: (-scores[id], order[id]))
    return [book[id] for id in best[:most]]


def _worth(word: str, words: Counter[str], weight: dict[str, float], asked: str) -> float:
    return weight[word] * (1 + log(words[word])) * (1.0 if word == asked else 0.5)


def related(book: Rulebook, id: str, most: int = 4) -> list[Entry]:
    """Return the entries that share the most significant words with a rule; those of its own section count more."""
    counted, weight = _index(book.rule)
    mine = counted[id]
    here = book[id].section

    def closeness(entry: Entry) -> float:
        shared = sum(weight[word] for word in counted[entry.id] if word in mine)
        length = sqrt(sum(weight[word] for word in counted[entry.id]))
        return shared / length * (1.5 if entry.section == here else 1.0)

    others = [entry for entry in book if entry.id != id]
    return sorted(others, key=closeness, reverse=True)[:most]
