"""Serving the notebooks with Voila: server settings, kernel limits, template."""

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
"""Checks internationalised addresses in events of Jupyter's, of which there are none here, and takes longer to import
than all else that the server needs; `jsonschema` does without it when it cannot be imported.
"""
