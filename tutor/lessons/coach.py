"""The coach, which puts rules and refusals into words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tutor.engine.core.asks import Option, Refusal, spell


def rule_name(id: str) -> str:
    """The short name of a rule, from its id: `turn/hand-limit` becomes “hand limit”."""
    return id.rpartition("/")[2].replace("-", " ")


def refusal_text(refusals: Iterable[Refusal]) -> str:
    """Why a move is closed, in sentences: each reason with its nearest legal move, and no sentence twice."""
    told = [refusal for refusal in refusals if not refusal.repeats]
    said = [sentence(words) for refusal in told for words in (refusal.why, refusal.fix)]
    return " ".join(words for n, words in enumerate(said) if words and words not in said[n + 1 :])


def sentence(words: str) -> str:
    """The words with a capital at their start and, unless they end a sentence already, a full stop at their end."""
    words = words.strip()
    if not words:
        return ""
    ends = words.rstrip("”")[-1:] in (".", "!", "?", "…")
    return words[0].upper() + words[1:] + ("" if ends else ".")


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
