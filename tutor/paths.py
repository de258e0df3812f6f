"""Where the notebooks and walkthroughs are: in the checkout, or inside the wheel."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def shipped(name: str) -> Path:
    """Return the folder `name` ("notebooks" or "walkthroughs") of the checkout or, if there is none, of the wheel."""
    checkout = PACKAGE.parent / name
    return checkout if checkout.is_dir() else PACKAGE / "_shipped" / name
