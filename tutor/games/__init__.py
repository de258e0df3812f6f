"""The games, one folder each; a game knows the engine and no other game."""
