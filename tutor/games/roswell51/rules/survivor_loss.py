"""Survivor Loss: undrawn survivors vanish at the end of a reel."""

from __future__ import annotations

from tutor.engine.core import Many, ManyOrNo, Rule, draw
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.rules import pod_players
from tutor.games.roswell51.table import Movie

SURVIVOR_LOSS = "survivor-loss"
REEL_3 = {"two": 2, "three": 3, "four": 4}
"""How many survivor cards are lost after Reel 3, in each reading."""


@rule("survivor-loss/optional-advanced")
def lose_survivors(g: Movie) -> Rule[None]:
    """As many survivors as the reel's number vanish, unseen, from their pile into the discard pile."""
    g.step("survivor-loss")
    had = len(g.survivor_pile)
    due = REEL_3[g.reading("survivor-loss/reel-3-three")] if g.reel == len(REEL_3) else g.reel
    cards = yield from draw(g.survivor_pile, due, "survivor-loss/optional-advanced", seen_by=())
    g.discard_pile.mix_in(cards)
    g.lost += cards
    reels = ("survivor-loss/reel-1-one", "survivor-loss/reel-2-two", "survivor-loss/reel-3-three")
    g.note(
        "survivor-loss/optional-advanced",
        "{n:card vanishes|cards vanish} unseen from the survivor pile",
        also=(
            reels[g.reel - 1],
            "survivor-loss/unrevealed",
            "survivor-loss/at-reel-end",
            "survivor-loss/become-familiar-faces",
            "familiar-face/lost-survivors-too",
        ),
        n=ManyOrNo(len(cards)),
    )
    if any(g.cards.type_of(card) != "survivor" for card in cards):
        template = "the hidden monster is among the vanished cards and is an ordinary monster from now on"
        g.note("large-cast/among-us-lost", template, also=("large-cast/among-us-not-a-survivor",), to=())
    if len(cards) < due:
        template = "the survivor pile had only {n:card}" if cards else "there were no cards in the survivor pile"
        g.note("survivor-loss/short-pile", template, n=Many(len(cards)))
    if had and not g.survivor_pile:
        g.note("survivor-loss/can-eliminate-waiting-player", "there are no survivor cards left to draw")
        yield from pod_players.pile_empty(g, between_reels=True)
