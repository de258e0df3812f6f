"""What single cards of the book do in an attack: the Warlord, the space blob, the dynamite."""

from __future__ import annotations

from tutor.engine.core.table import Many
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.rules.damage import immune, is_blob
from tutor.games.roswell51.rules.foes import foe_name
from tutor.games.roswell51.table import Foe, Movie


@rule("named-cards/warlord-head-shot-immunity")
def tell_immune(g: Movie, foe: Foe) -> None:
    """Say why a head shot has no effect."""
    if is_blob(g, foe):
        g.note(
            "named-cards/blob-immune-to-head-shot",
            "a head shot does not destroy the space blob, so this does normal damage",
        )
    elif immune(g, foe):
        g.note(
            "named-cards/warlord-head-shot-immunity",
            "{foe:is|are} immune to head shots before Reel {reel}, so this does normal damage",
            also=("named-cards/warlord-value-8",),
            foe=foe_name(g, foe),
            reel=g.cards[foe.card].head_shot_from,
        )


@rule("named-cards/dynamite-token-per-attack")
def spend_dynamite(g: Movie, who: Survivor, item: str) -> None:
    """Every attack with the dynamite spends a token; with the last one the card is discarded."""
    g.dynamite -= 1
    g.note(
        "named-cards/dynamite-token-per-attack", "{n:dynamite token is|dynamite tokens are} left", n=Many(g.dynamite)
    )
    if not g.dynamite:
        who.held = tuple(card for card in who.held if card != item)
        g.discard(item)
        g.note("named-cards/dynamite-discard-when-spent", "the {item:is|are} used up and discarded", item=g.named(item))
