"""The numbers of the book that other chapters need too."""

ACTIONS = 2
"""Actions in a turn (turn/two-actions)."""
HEALTH_DICE = 5
"""The most health dice (setup/five-dice-each)."""
INVASION = 3
"""So many aliens in the countdown end the game (aliens/third-invades)."""
FULL_HEALTH = (1, 2, 3, 4, 5)
"""The health dice of somebody who has lost none, in a position that does not say it."""
