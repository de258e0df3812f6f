"""Serving the notebooks with Voila: server settings, kernel limits, template."""
