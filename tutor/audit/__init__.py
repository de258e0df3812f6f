"""What is counted: which rules are enforced, tested and taught, where a rule is, and the map that shows this."""
