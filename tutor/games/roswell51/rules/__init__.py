"""The chapters in the book's order; importing this registers every rule."""

# ruff: noqa: I001  the order is the book's
from tutor.games.roswell51.rules import setup as setup
from tutor.games.roswell51.rules import reel_start as reel_start
from tutor.games.roswell51.rules import player_turn as player_turn
from tutor.games.roswell51.rules import reel_end_tasks as reel_end_tasks
from tutor.games.roswell51.rules import last_stand as last_stand
