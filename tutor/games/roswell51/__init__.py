"""Roswell 51: one Director against a cast of survivors, through four reels of a flying saucer movie."""

from pathlib import Path

from tutor.engine.core.game import Game
from tutor.engine.core.state import conserved
from tutor.games.roswell51 import rules as rules
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.bots import BOTS
from tutor.games.roswell51.cards import CARD_TYPES, check, check_card
from tutor.games.roswell51.determinize import determinize
from tutor.games.roswell51.numbers import Numbers
from tutor.games.roswell51.outcome import MEASURES, outcome, wants
from tutor.games.roswell51.table import empty
from tutor.games.roswell51.totals import totals
from tutor.games.roswell51.view import view

GAME = Game(
    id="roswell51",
    title="Roswell 51",
    seats=range(3, 14),
    folder=Path(__file__).parent,
    rules=rule,
    parameters=Numbers,
    card_types=CARD_TYPES,
    check_cards=check,
    check_card=check_card,
    table=empty,
    begin=lambda g: g.agenda.append(("survivor-draw/two-start-tasks",)),
    view=view,
    determinize=determinize,
    outcome=outcome,
    wants=wants,
    totals=totals,
    conserved=lambda g: [conserved(g), g.spoints()],
    measures=MEASURES,
    variants={
        "cover-attack": "Advanced: the aliens may cover an item or power play with a reel pile card, and then attack.",
        "clip-reel": "Advanced: if the reel pile is empty, the Director may clear the screen at the end of their turn.",
        "survivor-loss": "Advanced: some undrawn survivors vanish between reels.",
        "directors-cut": "Alternate: a Director without throngs may draw discards at the start of a reel.",
        "back-seat-surprise": "Alternate: a random card is hidden beneath the first sanctuary.",
        "bigger-blobbing": "Alternate: the space blob gets four points for each reel so far.",
        "monster-migration": "Alternate: the Director may hand a throng to a player who has just been eliminated.",
        "alien-technology": "Alternate: the Director may give the Alien Spear or the Alien Raygun to a throng.",
        "monster-mash-1": "Alternate: whoever plays aliens may move a card to another of their throngs, which attacks.",
        "monster-mash-2": "Alternate: whoever plays aliens but cannot attack may take a card from somebody’s throng.",
        "desperate-measures": "Alternate: a Director without throngs may attack with the monsters on the screen.",
        "extra-butter": "Alternate: Popcorn is discarded after use instead of being removed from play.",
        "reel-1-familiar-face": "Large cast: a Familiar Face is in the deck from the start.",
        "grim-toll": "Large cast: the spoints of eliminated survivors and players are removed from play.",
        "monsters-among-us": "Large cast: a monster hides in the survivor pile.",
        "monsters-among-us-choice": "Large cast: a monster that the Director chooses hides in the survivor pile.",
        "scream-queen": "Bonus card: the Scream Queen replaces Payback.",
        "scream-queen-fight-or-flight": "Bonus card: the Scream Queen replaces Fight or Flight.",
        "popcorn": "Bonus card: Popcorn is in the deck.",
        "shuffler": "Bonus card: the Shuffler is in the deck.",
    },
    bots=BOTS,
    newcomer=1,  # the first seat is the Director's
    accent={"light": "#7a1f6b", "dark": "#e58bd6"},
)
