"""What is counted: which rules are enforced, tested and taught, where a rule lives, and the map that shows it."""
