"""Reading, limiting and checking what books, cards and other files say."""
