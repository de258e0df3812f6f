"""The chapters in the book's order; importing this registers every rule."""

# ruff: noqa: I001  the order is the book's
from tutor.games.alien_conspiracy.rules import setup as setup
from tutor.games.alien_conspiracy.rules import health as health
from tutor.games.alien_conspiracy.rules import round_start as round_start
from tutor.games.alien_conspiracy.rules import decks as decks
from tutor.games.alien_conspiracy.rules import turn as turn
from tutor.games.alien_conspiracy.rules import move as move
from tutor.games.alien_conspiracy.rules import investigate as investigate
from tutor.games.alien_conspiracy.rules import effects as effects
from tutor.games.alien_conspiracy.rules import look as look
from tutor.games.alien_conspiracy.rules import submit as submit
from tutor.games.alien_conspiracy.rules import search as search
from tutor.games.alien_conspiracy.rules import heal as heal
from tutor.games.alien_conspiracy.rules import aliens as aliens
from tutor.games.alien_conspiracy.rules import items as items
from tutor.games.alien_conspiracy.rules import items_camera as items_camera
from tutor.games.alien_conspiracy.rules import items_phone as items_phone
from tutor.games.alien_conspiracy.rules import death as death
from tutor.games.alien_conspiracy.rules import scoring as scoring
