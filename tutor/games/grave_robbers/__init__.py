"""Grave Robbers from Outer Space: make a movie, keep its characters alive, and send creatures into the others'."""

from pathlib import Path

from tutor.engine.core.game import Game
from tutor.games.grave_robbers import rules as rules
from tutor.games.grave_robbers.book import CLASSIC, STUDENT, rule
from tutor.games.grave_robbers.bots import BOTS
from tutor.games.grave_robbers.cards import CARD_TYPES, check, check_card
from tutor.games.grave_robbers.determinize import determinize
from tutor.games.grave_robbers.numbers import Numbers
from tutor.games.grave_robbers.outcome import MEASURES, outcome, wants
from tutor.games.grave_robbers.table import empty
from tutor.games.grave_robbers.totals import totals
from tutor.games.grave_robbers.view import view

GAME = Game(
    id="grave_robbers",
    title="Grave Robbers from Outer Space",
    short="Grave Robbers",
    seats=range(3, 7),
    seats_with=lambda readings, _: range(2 if readings["overview/player-count"] == "two-to-six" else 3, 7),
    folder=Path(__file__).parent,
    rules=rule,
    card_types=CARD_TYPES,
    check_cards=check,
    check_card=check_card,
    table=empty,
    parameters=Numbers,
    begin=lambda g: g.agenda.append(("overview/choose-number-of-movies",)),
    view=view,
    determinize=determinize,
    outcome=outcome,
    wants=wants,
    totals=totals,
    measures=MEASURES,
    variants={
        STUDENT: "Student Films, for beginners: no draft, and hands are filled at the end of the turn.",
        CLASSIC: "The Cult Classic: six cards, no draft, and no popcorn costs.",
    },
    bots=BOTS,
    accent={"light": "#8a1c3c", "dark": "#f08ca6"},
)
