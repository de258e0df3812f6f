"""Serving the notebooks with Voila: server settings, kernel limits, template."""

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
"""This library checks internationalised addresses in Jupyter's events, but no event here has one. Importing it takes
longer than importing everything else that the server needs. `jsonschema` does without it if it cannot be imported.
"""
