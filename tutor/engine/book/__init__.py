"""What books, cards and other files say: read, bounded and checked."""
