"""What all games share, without naming any: `book` reads files, `core` plays, `play` adds scenes, records and odds."""
