"""Finds out which rules are enforced, tested and taught, and where a rule is in the code; shows this as a map."""
