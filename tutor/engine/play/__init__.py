"""What is done with a game: scenes with what must hold in them, records, and chance walked through."""
