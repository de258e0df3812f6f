"""What all games share, without naming any: `book` reads files, `core` plays, and `play` does things with a game."""
