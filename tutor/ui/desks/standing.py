"""The words above the question at the practice table: who the visitor is, what they want, and how the game stands."""

from __future__ import annotations

from tutor.engine.core.match import Match
from tutor.lessons.coach import rule_name
from tutor.ui.desks.new_game import cards_in_words
from tutor.ui.desks.played import Played
from tutor.ui.model import Words
from tutor.ui.outcome import ending, points

CHECKED = "The tutor checks every move. If one isn’t allowed, the tutor gives the rule and the reason."


def words_above(played: Played, death: str) -> Words:
    """The words above the question; `death` says how the visitor's own character died, if it has."""
    words: Words = {"kind": "free", "prompt": _who(played), "text": _standing(played, death), "brief": True}
    if played.match.ask is None:
        words["kind"] = "end"
    if house := _house_rules(played.match):
        words |= {"fold": house, "fold_label": "Variants and readings"}
    return words


def _who(played: Played) -> str:
    match, player = played.match, played.player
    if match.ask is None:
        return "The game is over"
    return "You play every seat" if player is None else f"You are {match.table.names[player]}"


def _standing(played: Played, death: str) -> str:
    match, player = played.match, played.player
    outcome, names = match.game.outcome(match.table), match.table.names
    parts = ending(outcome, names, player) + points(outcome, names, hidden=player is None)
    if outcome.over and death:
        parts.append(death)
    if player is not None and played.begins and (wants := match.game.wants(match.table, player)):
        parts.insert(0, wants)
    if not parts and played.begins:
        parts.append(CHECKED)
    return " ".join([*parts, cards_in_words(match)]).strip()


def _house_rules(match: Match) -> str:
    """The variants in play and the readings that are not the default ones, in words."""
    game, table = match.game, match.table
    variants = [game.variants[id] for id in sorted(table.variants)]
    readings = [
        f"{rule_name(id).capitalize()}: {next(one.text for one in game.book[id].options if one.id == reading)}"
        for id, reading in game.book.changed(table.readings).items()
    ]
    return " · ".join([*variants, *readings])
