"""The numbers of the book that several chapters need."""

FRAMES = 3
"""Frames of the screen (screen/three-active-frames)."""
SLOTS = 6
"""Throng slots of one person (components/board-throng-slots)."""
THRONG = 3
"""The most cards in a throng (throngs/three-cards-max)."""
SPOINTS = 54
"""One-point spoints in the game (components/one-point-spoints)."""
MOST_SURVIVORS = 3
"""The most survivors of a player (holding-cards/three-survivors-max)."""
MOST_HELD = 2
"""The most cards that a survivor holds (holding-cards/two-held-cards-max)."""
REEL_TOKENS = (1, 2, 3, 4)
"""The reels, by their tokens (components/reel-tokens)."""
DYNAMITE = 4
"""Dynamite tokens (components/dynamite-tokens)."""
