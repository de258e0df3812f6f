"""Shelter: the last people on Earth, and three ways out."""

from pathlib import Path

from tutor.engine.core.game import Game
from tutor.games.shelter import rules as rules
from tutor.games.shelter.book import rule
from tutor.games.shelter.bots import BOTS
from tutor.games.shelter.cards import CARD_TYPES, check, check_card
from tutor.games.shelter.determinize import determinize
from tutor.games.shelter.numbers import Numbers
from tutor.games.shelter.outcome import MEASURES, fate, outcome, wants
from tutor.games.shelter.rules.setup import STEPS
from tutor.games.shelter.table import empty
from tutor.games.shelter.totals import totals
from tutor.games.shelter.view import view

GAME = Game(
    id="shelter",
    title="Shelter",
    seats=range(2, 7),
    folder=Path(__file__).parent,
    rules=rule,
    card_types=CARD_TYPES,
    check_cards=check,
    check_card=check_card,
    parameters=Numbers,
    table=empty,
    begin=lambda g: g.agenda.extend((step,) for step in STEPS),
    view=view,
    determinize=determinize,
    outcome=outcome,
    fate=fate,
    wants=wants,
    totals=totals,
    measures=MEASURES,
    bots=BOTS,
    accent={"light": "#8a4b12", "dark": "#e0a15c"},
)
