"""The sittings of the review: what to ask about next, what is read and asked, and what is said at the end."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from tutor.engine.book.rulebook import Rulebook
from tutor.engine.core.game import Game
from tutor.lessons import drills
from tutor.lessons.attempts import Attempt
from tutor.lessons.coach import rule_name
from tutor.lessons.refresh import Read
from tutor.lessons.sitting import Sitting
from tutor.lessons.tasks import Order
from tutor.ui.desks.review_kept import Kept, said_when
from tutor.ui.flows import flow_for
from tutor.ui.model import State
from tutor.ui.model_question import Question
from tutor.ui.present import table_of

# -- what to ask about -----------------------------------------------------------------------------------------


def order(kept: Kept, rule: str) -> Order:
    """What to ask about a rule, with another drill each time."""
    memory = kept.review.rules.get(rule)
    place, seed = (memory.place, memory.right + memory.missed) if memory else ("", 0)
    return Order("rule", rule, place, seed)


def drill(game: Game, kept: Kept, seed: int, rule: str) -> Order:
    """The drill of this seed, about the requested rule, else about one that the learner has met, else about any."""
    if rule and drills.drill(game, seed, rule) is None:
        return order(kept, rule)
    if not rule:
        met = [id for id in drills.most_refused(game) if kept.strength(id) != "new"]
        rule = met[seed % len(met)] if met and seed % 4 else ""
    if rule and drills.drill(game, seed, rule) is None:
        rule = ""
    return Order("reason" if seed % 3 == 2 else "drill", rule, seed=seed)


# -- what is shown ---------------------------------------------------------------------------------------------


def reading(item: Read, id: str, book: Rulebook) -> State:
    """Something to read before going on; `id` is the question's id."""
    question: Question = {"id": id, "title": item.title, "mode": "next", "options": [], "next": "Go on"}
    state: State = {"words": {"kind": "say", "text": item.text}, "question": question}
    if item.rules:
        fold = " ".join(book[rule].text for rule in item.rules)
        state["words"] |= {"fold": fold, "fold_label": "The rules in full"}
    return state


def asking(attempt: Attempt, id: str, go_on: str, most: int | None) -> State:
    """Something to answer, with the table that belongs to it.

    Args:
        attempt: What is asked.
        id: The id of the question.
        go_on: The button that leads on once it is answered.
        most: How many of the newest notes to show; None for all.
    """
    question = cast("Question", {"id": id, **attempt.asked_and_told()})
    if attempt.plays:
        question["next"] = "Show what happens"
    elif attempt.done:
        question["next"] = go_on
    state: State = {}
    if attempt.at_table:
        state = table_of(attempt.match, attempt.seat, None, flow_for(attempt.match.game), most)
        if "map" in state and not attempt.done:
            state["map"] = {**state["map"], "questions": []}
    words = attempt.words()
    if not attempt.done:  # the rule's text would give the answer away
        words = {key: value for key, value in words.items() if key not in ("rulebook", "fold")}
    state["words"] = cast("Any", words)
    if state["words"].get("prompt") == question["title"]:
        del state["words"]["prompt"]
    state["question"] = question
    return state


def _known(known: int, asked: int) -> str:
    """How many of the rules that were asked about the learner knew."""
    every, some = ("the rule", "the rule") if asked == 1 else (f"all {asked} rules", f"any of the {asked} rules")
    if not known:
        return f"You didn’t know {some} at the first attempt."
    return f"You knew {every if known == asked else f'{known} of the {asked} rules'} at the first attempt."


def finish(sitting: Sitting, id: str, kept: Kept, book: Rulebook, now: datetime) -> State:
    """The end of a sitting: what was known, what was not, and when that will come back."""
    told, missed = sitting.judged, sitting.missed
    known = len(told) - len(missed)
    text = _known(known, len(told)) if told else _untold(sitting, kept)
    state: State = {"words": {"kind": "say", "text": text}}
    if missed:
        names = ", ".join(rule_name(rule) for rule in missed)
        state["words"] |= {"fold": f"What you missed will come back: {names}.", "fold_label": "What you missed"}
    question: Question = {
        "id": id,
        "title": "That’s all for now" if sitting.items else "Nothing is due",
        "mode": "next",
        "options": [],
        "next": "Ask the missed questions again" if missed else "Practise with a drill",
    }
    if following := kept.review.next_due(book.entries):
        question["working"] = f"The next rule is due {said_when(following, now)}."
    state["question"] = question
    return state


def _untold(sitting: Sitting, kept: Kept) -> str:
    """Why the learner has answered nothing: they have skipped everything, or nothing was due."""
    if sitting.items:
        return "You have skipped all the questions."
    if kept.review.next_due():
        return (
            "For now, you know all the rules that you had missed. You will be asked about each of them again when "
            "you are about to forget it."
        )
    return (
        "You haven’t missed anything yet. Refusals at the practice table and wrong answers in the course will come "
        "back here."
    )
