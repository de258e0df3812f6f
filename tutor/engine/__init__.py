"""What all games share and none is named in: `book` reads files, `core` plays, `play` does things with a game."""
