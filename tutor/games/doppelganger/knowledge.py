"""Where everything is, what each seat has really seen of it, and whether it can check a claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tutor.games.doppelganger.table import Expedition, sees_pair
from tutor.games.doppelganger.written import Claim, known_to


def reveal_to_all(g: Expedition, holder: int, card: str) -> None:
    """Note that a card in a hand was shown to everybody; players who knew of it already learn nothing new."""
    for seat in range(g.seats):
        if seat != holder and card not in g.known.get((seat, holder), ()):
            g.known.setdefault((seat, holder), []).append(card)


def who_knows(g: Expedition, holder: int, card: str) -> list[int]:
    """Return the seats that know of a card in a hand, including the holder's own."""
    return [seat for seat in range(g.seats) if seat == holder or card in g.known.get((seat, holder), ())]


def forget_one(g: Expedition, holder: int, card: str) -> None:
    """Note that a card has openly left a hand."""
    for (_, whose), cards in g.known.items():
        if whose == holder and card in cards:
            cards.remove(card)


def forget_played(g: Expedition) -> None:
    """Forget the cards that were known in a hand if they may be in the pile, which is about to be revealed."""
    given = g.running.given
    for (seat, holder), cards in g.known.items():
        if given[holder] and cards:
            played = [card for other, pile in enumerate(given) if other != seat for card in pile]
            for card in cards.copy():
                if card in played:
                    played.remove(card)
                    cards.remove(card)


def in_sight(g: Expedition, seat: int) -> Iterator[str]:
    """Yield every supply card whose place the seat knows, including cards in other players' hands."""
    yield from g.hands[seat]
    if sees_pair(g, seat):
        yield from g.pair
    for (knower, _), cards in g.known.items():
        if knower == seat:
            yield from cards
    for pile in (g.discards, g.removed):
        yield from (seen[0] for seen in pile if known_to(seat, seen))
    if g.attempt is not None:
        yield from g.attempt.given[seat]
        yield from g.attempt.shown
        yield from g.attempt.open_cards


def all_supplies(g: Expedition) -> list[str]:
    """Return every supply card of the game, wherever it is."""
    cards = [*g.deck.cards(), *g.leftover, *g.pair, *(card for hand in g.hands for card in hand)]
    cards += [card for _, stack in g.put_out for card in stack]
    cards += [card for pile in (g.discards, g.removed) for card, *_ in pile]
    if g.attempt is not None:
        cards += [card for given in g.attempt.given for card in given]
        cards += g.attempt.shown + g.attempt.open_cards
    return cards


def unseen_supplies(g: Expedition, seat: int) -> Counter[str]:
    """Return the supply cards whose place the seat does not know, with the number of each."""
    return Counter(all_supplies(g)) - Counter(in_sight(g, seat))


def verdict(g: Expedition, seat: int, claim: Claim) -> str:
    """Return whether a claim is `true` or `false` for a seat that remembers all it has seen; empty if it cannot tell.

    What was played or thrown away is not written down together with who did it, so no such claim is judged here.
    """
    speaker, verb, about = claim
    if verb in ("threw", "played"):
        return ""
    if speaker == seat:
        holds = about in g.hands[seat]
    elif about in g.known.get((seat, speaker), ()) and not (g.attempt and g.attempt.given[speaker]):
        holds = True
    elif not unseen_supplies(g, seat)[about] and about not in g.known.get((seat, speaker), ()):
        holds = False
    else:
        return ""
    return "true" if holds == (verb == "holds") else "false"


def all_tiles(g: Expedition) -> list[str]:
    """Return every desert tile, wherever it is."""
    tiles = [here.tile.id for here in g.desert.placed.values()]
    tiles += [tile for stack in g.stacks.values() for tile in stack.cards()]
    tiles += g.single.cards() if g.single is not None else []
    return tiles + [tile for pile in (g.thrown, g.drawn) for tile, *_ in pile]


def conserved(g: Expedition) -> list[Any]:
    """Return all supplies, tiles, characters and Life Tokens, which no rule may create or destroy."""
    life = sum(g.life) + g.lost_life + g.bank
    if g.attempt is not None:
        life += sum(g.attempt.tokens) + g.attempt.open_tokens
    characters = sorted(filter(None, [*g.characters, g.leftover_character, *g.box, *(who for who, _ in g.put_out)]))
    return [sorted(all_supplies(g)), sorted(all_tiles(g)), characters, life]
