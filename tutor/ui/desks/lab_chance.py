"""Chance in the lab: all possible results of a roll or a draw, to be chosen by hand."""

from __future__ import annotations

from typing import Any

from tutor.engine.core.asks import Chance, Draw, Roll, spell
from tutor.engine.core.match import Match
from tutor.engine.core.table import Many
from tutor.engine.play.chance import Odds
from tutor.ui.desks.odds import odds_on_screen
from tutor.ui.model_question import Figure, Option, Question
from tutor.ui.present import odds_of, said_odds

MOST_FORCED = 200
"""The largest number of dice and draws that can be forced in advance."""

COME = "come "
"""The beginning of the id of an option that chooses an outcome."""

MOST_OUTCOMES = 40
"""The largest number of outcomes that are offered as buttons; if there are more, the result is typed."""


def offer_outcomes(question: Question, match: Match, with_odds: bool) -> None:
    """Offer, besides luck, all possible results of the pending roll or draw; `with_odds` adds what each leads to."""
    ask = match.ask
    if not isinstance(ask, Chance):
        return
    question["input"] = {"kind": "text", "label": "Or type the result", "submit": "Use this result"}
    if ask.count() <= MOST_OUTCOMES:
        whole = ask.sides**ask.dice if isinstance(ask, Roll) else 0
        for outcome, chance in ask.outcomes():
            option: Option = {
                "id": COME + spell(outcome),
                "label": _label(match, ask, outcome),
                "group": "Or choose the result",
            }
            option["odds"] = odds_of(chance, whole)
            question["options"].append(option)
    if with_odds:
        found = [one for rows in odds_on_screen(match, None).values() for one in rows.items()]
        question["figures"] = [_figure(f"chance that {text}", odds) for text, odds in found if odds.estimate]
        if never := [odds.samples for _, odds in found if not odds.estimate]:
            text = f"{Many(len(never)):other result}"
            question["figures"].append({"text": text, "working": f"never came up in {max(never):,} tries"})


def _label(match: Match, ask: Chance, outcome: Any) -> str:
    if isinstance(ask, Draw):
        cards = match.table.cards
        return ", ".join(cards[card].name if card in cards else card for card in outcome)
    return spell(outcome)


def _figure(text: str, odds: Odds) -> Figure:
    figure: Figure = {"text": text, "working": said_odds(odds)}
    if odds.exact and odds.low == odds.high:
        figure |= {"ways": odds.low.numerator, "of": odds.low.denominator}
    return figure
