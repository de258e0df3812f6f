"""Alien Conspiracy: collect evidence, submit it at the city, and have the most points when everybody is dead."""

from pathlib import Path

from tutor.engine.core.game import Game
from tutor.games.alien_conspiracy import rules as rules
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.bots import BOTS
from tutor.games.alien_conspiracy.cards import CARD_TYPES, check, check_card
from tutor.games.alien_conspiracy.determinize import determinize
from tutor.games.alien_conspiracy.numbers import Numbers
from tutor.games.alien_conspiracy.outcome import MEASURES, fate, outcome, wants
from tutor.games.alien_conspiracy.table import LAYOUT_VARIANT, empty
from tutor.games.alien_conspiracy.totals import totals
from tutor.games.alien_conspiracy.view import view

GAME = Game(
    id="alien_conspiracy",
    title="Alien Conspiracy",
    seats=range(2, 5),
    seats_with=lambda readings, _: range(1 if readings["overview/player-count"] == "one-to-four" else 2, 5),
    folder=Path(__file__).parent,
    rules=rule,
    card_types=CARD_TYPES,
    check_cards=check,
    check_card=check_card,
    table=empty,
    parameters=Numbers,
    begin=lambda g: g.agenda.append(("setup/deal-investigators",)),
    view=view,
    determinize=determinize,
    outcome=outcome,
    totals=totals,
    wants=wants,
    fate=fate,
    measures=MEASURES,
    variants={
        LAYOUT_VARIANT: "The players choose another arrangement of the location cards, which must touch side to side."
    },
    bots=BOTS,
    accent={"light": "#0b6e4f", "dark": "#5fd0a5"},
)
