"""What can be done with a game: scenes with what must hold in them, records of matches, and odds."""
