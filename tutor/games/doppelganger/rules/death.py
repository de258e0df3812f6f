"""A lonely death: how a player leaves the game, and what the dead keep."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.knowledge import forget_one, who_knows
from tutor.games.doppelganger.table import Expedition
from tutor.games.doppelganger.written import EVERYBODY, seen_by

WORDS = {
    "vote": "is left behind after a vote",
    "unpaid": "is left to die alone",
    "infection": "is exposed and driven out",
}


@rule("death/ways-out")
def leave(g: Expedition, seat: int, how: str) -> None:
    """A player leaves the game for good, with character and supplies; Life Tokens leave the game."""
    g.out[seat] = how
    g.left.append(seat)
    g.lost_life += g.life[seat]
    g.life[seat] = 0
    keeps_cards = how != "infection" or g.reading("infection/holder-cards") == "kept-aside"
    g.note(
        "death/ways-out",
        "{who} {how}, but keeps the character card" + (" and all supplies" if keeps_cards else ""),
        also=(
            *(("death/keeps-cards", "death/cards-not-recycled") if keeps_cards else ()),
            "death/no-further-part",
            "death/no-return",
        ),
        who=g.names[seat],
        how=WORDS[how],
    )
    shown = g.reading("secrecy/dead-keep-secrets") == "shown-on-death"
    g.note(
        "secrecy/dead-keep-secrets",
        ("{who} was {character}" if shown else "{who}’s character stays face down until the end")
        + ", and the game goes on if a Human is left",
        also=("secrecy/character-secret", "end/last-alien-gone-game-goes-on"),
        who=g.names[seat],
        character=g.the(g.characters[seat]) if shown else "",
    )
    if how == "infection":
        part_with_hand(g, seat)


@rule("infection/holder-cards")
def part_with_hand(g: Expedition, seat: int) -> None:
    """The exposed player's cards are kept aside like those of other dead players."""
    how = g.reading("infection/holder-cards")
    if how == "kept-aside":
        g.note("infection/holder-cards", "{who}’s cards are put aside", who=g.names[seat])
        return
    pile, goes = (g.discards, "goes to the discard pile") if how == "to-discards" else (g.removed, "leaves the game")
    for card in g.hands[seat]:
        pile.append(seen_by([EVERYBODY] if card in g.infections else who_knows(g, seat, card), card))
        forget_one(g, seat, card)
    g.tainted[seat] = True
    g.note("infection/holder-cards", f"{{who}}’s whole hand {goes}", who=g.names[seat])
    g.hands[seat] = []
    for key in [key for key in g.known if key[1] == seat]:
        del g.known[key]


@rule("death/zero-tokens-is-not-death")
def check_last_tokens(g: Expedition, spent: Sequence[int] | None = None) -> None:
    """Having no Life Token is not death; under another reading it is, without a Recovery card in hand.

    `spent` are the seats that have just lost Life Tokens, if not all may have.
    """
    for seat in g.living():
        if g.life[seat]:
            continue
        if g.reading("death/zero-tokens-is-not-death") == "last-token" and not g.recoveries(seat):
            g.note("death/zero-tokens-is-not-death", "{who} has no Life Tokens left", who=g.names[seat])
            leave(g, seat, "unpaid")
        elif spent is None or seat in spent:
            g.note(
                "death/zero-tokens-is-not-death",
                "{who} has no Life Tokens left but is still alive",
                to=g.stock_told(seat),
                who=g.names[seat],
            )
