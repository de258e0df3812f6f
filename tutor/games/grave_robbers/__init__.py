"""Grave Robbers from Outer Space: make a movie, keep its characters alive, and send creatures into the others'."""

from pathlib import Path

from tutor.engine.core.game import Game, Measure
from tutor.games.grave_robbers import rules as rules
from tutor.games.grave_robbers.book import CLASSIC, STUDENT, rule
from tutor.games.grave_robbers.bots import BOTS
from tutor.games.grave_robbers.cards import CARD_TYPES, check, check_card
from tutor.games.grave_robbers.numbers import Numbers
from tutor.games.grave_robbers.table import empty
from tutor.games.grave_robbers.totals import totals
from tutor.games.grave_robbers.view import determinize, outcome, view, wants

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
    measures=(
        Measure(
            "loses-character",
            "loses a character",
            lambda old, new, seat: any(card not in new.movies[seat].characters for card in old.movies[seat].characters),
        ),
        Measure(
            "draws-character",
            "takes a character into their hand",
            lambda old, new, seat: any(
                new.cards[card].kind == "character" and card not in old.movies[seat].hand
                for card in new.movies[seat].hand
            ),
        ),
        Measure.begins("deck-out", "the deck runs out", lambda g, _: not g.deck),
    ),
    variants={
        STUDENT: "Student Films, for beginners: no draft, and hands are filled at the end of the turn.",
        CLASSIC: "The Cult Classic: six cards, no draft, and no popcorn costs.",
    },
    bots=BOTS,
    accent={"light": "#8a1c3c", "dark": "#f08ca6"},
)
