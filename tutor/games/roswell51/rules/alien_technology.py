"""Alien Technology: items in throngs, and who wins them."""

from __future__ import annotations

from tutor.games.roswell51.table import Foe, Movie

ALIEN_TECHNOLOGY = "alien-technology"
MOST_HELD = 2


def win_items(g: Movie, foe: Foe, killer: str) -> None:
    """When the last monster of a throng is gone, its items go to who beat it, or are discarded for want of a hand."""
    throng = g.people[foe.seat].throngs[foe.slot]
    if not throng or any(g.is_alien(card) for card in throng):
        return
    winner = g.survivor(killer)
    for item in throng.copy():
        throng.remove(item)
        words = {"item": g.named(item), "who": g.named(killer)}
        if winner is not None and len(winner.held) < MOST_HELD:
            winner.held += (item,)
            g.note("alternate-rules/alien-technology-won", "{who} wins the {item}", **words)
        else:
            g.discard(item)
            g.note("alternate-rules/alien-technology-won", "nobody has a hand free for the {item}", **words)
