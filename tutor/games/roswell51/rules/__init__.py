"""The chapters in the book's order; importing this registers every rule."""

# ruff: noqa: I001  the order is the book's
from tutor.games.roswell51.rules import survivor_draw as survivor_draw
from tutor.games.roswell51.rules import opening_scene as opening_scene
from tutor.games.roswell51.rules import player_turn as player_turn
from tutor.games.roswell51.rules import director_turn as director_turn
from tutor.games.roswell51.rules import reel_end_tasks as reel_end_tasks
from tutor.games.roswell51.rules import next_reel as next_reel
from tutor.games.roswell51.rules import last_one_standing as last_one_standing
