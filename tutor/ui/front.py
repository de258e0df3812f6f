"""The browser's half of a widget: several files under `static/` handed over as one, without a build step."""

import re
from pathlib import Path

STATIC = Path(__file__).resolve().parent / "static"


def module(*names: str) -> str:
    """Join script modules, each after those it imports, into one; their imports of each other fall away."""
    texts = ((STATIC / name).read_text(encoding="utf-8") for name in names)
    return "\n".join(re.sub(r'^import [^\n]* from "\./[^\n]*;\n', "", text, flags=re.MULTILINE) for text in texts)


def styles(*names: str) -> str:
    """Join style sheets in order."""
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)
