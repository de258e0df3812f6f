"""Doppelganger: walk out of the desert together, although one of you may not be human."""

from pathlib import Path

from tutor.engine.core.game import Game
from tutor.games.doppelganger import rules as rules
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.bots import BOTS
from tutor.games.doppelganger.cards import CARD_TYPES, check
from tutor.games.doppelganger.determinize import determinize
from tutor.games.doppelganger.knowledge import conserved
from tutor.games.doppelganger.numbers import Numbers
from tutor.games.doppelganger.outcome import MEASURES, outcome, wants
from tutor.games.doppelganger.people import GUARANTEED
from tutor.games.doppelganger.table import empty
from tutor.games.doppelganger.totals import totals
from tutor.games.doppelganger.view import view

SEATS = range(3, 7)
ANY_SEATS = range(2, 9)


GAME = Game(
    id="doppelganger",
    title="Doppelganger: Unleashed From Groom Lake!",
    short="Doppelganger",
    seats=SEATS,
    folder=Path(__file__).parent,
    rules=rule,
    card_types=CARD_TYPES,
    check_cards=check,
    table=empty,
    begin=lambda g: g.agenda.append(("overview/player-count",)),
    view=view,
    determinize=determinize,
    outcome=outcome,
    wants=wants,
    totals=totals,
    conserved=conserved,
    measures=MEASURES,
    parameters=Numbers,
    variants={GUARANTEED: "With one Human fewer, one of the players is certainly the Alien."},
    bots=BOTS,
    accent={"light": "#9a5b13", "dark": "#e8b45a"},
    seats_with=lambda readings, _: SEATS if readings["overview/player-count"] == "three-to-six" else ANY_SEATS,
)
