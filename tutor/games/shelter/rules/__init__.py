"""The rules, a module for each chapter of the index or for a part of it; importing this registers every rule."""

# ruff: noqa: I001  the order is the book's
from tutor.games.shelter.rules import overview as overview
from tutor.games.shelter.rules import setup as setup
from tutor.games.shelter.rules import opening as opening
from tutor.games.shelter.rules import order as order
from tutor.games.shelter.rules import turn as turn
from tutor.games.shelter.rules import items as items
from tutor.games.shelter.rules import items_hand as items_hand
from tutor.games.shelter.rules import items_furniture as items_furniture
from tutor.games.shelter.rules import furniture as furniture
from tutor.games.shelter.rules import furniture_effect as furniture_effect
from tutor.games.shelter.rules import furniture_exchange as furniture_exchange
from tutor.games.shelter.rules import capacity as capacity
from tutor.games.shelter.rules import durability as durability
from tutor.games.shelter.rules import random_events as random_events
from tutor.games.shelter.rules import skip as skip
from tutor.games.shelter.rules import decay as decay
from tutor.games.shelter.rules import health as health
from tutor.games.shelter.rules import death as death
from tutor.games.shelter.rules import special as special
from tutor.games.shelter.rules import spaceship as spaceship
from tutor.games.shelter.rules import ark as ark
from tutor.games.shelter.rules import victory as victory
from tutor.games.shelter.rules import victory_order as victory_order
from tutor.games.shelter.rules import exhaustion as exhaustion
