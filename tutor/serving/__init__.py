"""Serving the notebooks with Voila: server settings, kernel limits, template."""

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
"""It checks internationalised addresses in Jupyter's events, of which there are none here, and takes longer to import
than everything else that the server needs. `jsonschema` does without the library if it cannot be imported.
"""
