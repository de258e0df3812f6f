"""The prose checker of the project: `python -m tools.prose [PATH…]`."""
