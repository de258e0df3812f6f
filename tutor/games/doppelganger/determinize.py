"""Makes, at random, any table that a seat cannot tell apart from the real one.

What a seat remembers: its own cards and discards, cards it gave, cards shown to all, tiles it threw away, and the
backs of tiles. It forgets which cards went into a face-down pile once that pile has been shuffled, and it draws no
conclusions from how others have played. Cards and tiles whose place it does not know are equally likely to be in any
place that the rules allow; so is the Alien's card. A tile that the leader is placing stays what it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from tutor.engine.core import Pile, Rule, draw
from tutor.games.doppelganger.knowledge import unseen_supplies
from tutor.games.doppelganger.people import shown_roles
from tutor.games.doppelganger.table import Expedition, sees_pair
from tutor.games.doppelganger.written import Seen, known_to

LEFTOVER = "leftover"
BY = "secrecy/character-secret"
BY_CARDS = "secrecy/no-showing-cards"
BY_TILES = "secrecy/tile-discard-hidden"


def determinize(g: Expedition, seat: int) -> Rule[None]:
    """Redraw characters, supplies and tiles as far as `seat` cannot know them."""
    if g.ending:
        return
    if all(g.characters):
        yield from _characters(g, seat)
    yield from _supplies(g, seat)
    yield from _tiles(g, seat)


# -- characters --------------------------------------------------------------------------------------------------------


def _characters(g: Expedition, seat: int) -> Rule[None]:
    roles = shown_roles(g, seat)
    holders = [g.names[other] for other in range(g.seats) if not roles[other]]
    cards = [g.characters[g.seat(name)] for name in holders]
    if g.leftover_character:
        holders.append(LEFTOVER)
        cards.append(g.leftover_character)
    humans = [card for card in cards if not g.person(card).alien]
    aliens = [card for card in cards if g.person(card).alien]
    dealt: dict[str, str] = {}
    if aliens:
        # before the game looks for a Human (end/check-times) there may be none
        bag = _holders(g, seat, holders, human_left=True) or _holders(g, seat, holders, human_left=False)
        (name,) = yield from draw(Pile(bag), 1, BY, seen_by=())
        dealt[name] = aliens[0]
    rest = [name for name in holders if name not in dealt]
    drawn = yield from draw(Pile(humans), len(rest), BY, seen_by=(), ordered=True)
    dealt.update(zip(rest, drawn, strict=True))
    for name, card in dealt.items():
        if name == LEFTOVER:
            g.leftover_character = card
        else:
            g.characters[g.seat(name)] = card


def _holders(g: Expedition, seat: int, holders: Iterable[str], human_left: bool) -> list[str]:
    """Return who may be the Alien, each repeated as often as its weight says."""
    return [name for name in holders for _ in range(_weight(g, seat, name, human_left))]


def _weight(g: Expedition, seat: int, holder: str, human_left: bool) -> int:
    """Return in how many places The Infection may be if this holder is the Alien; 0 if that is impossible.

    `human_left` says whether there must still be a Human, because otherwise the game would be over.
    """
    unseen = unseen_supplies(g, seat)
    recoveries = sum(n for card, n in unseen.items() if g.supply(card).kind == "recovery")
    if holder == LEFTOVER and recoveries < len(g.leftover):
        return 0
    humans = [
        other
        for other in g.living()
        if g.names[other] != holder
        and (other != seat or not g.person(g.characters[other]).alien)
        and not _known_infected(g, seat, other)
    ]
    if human_left and not humans:
        return 0
    places = unseen.total()
    copies = sum(unseen[card] for card in g.infections)
    if copies and len(humans) == 1 and humans[0] != seat:
        places -= len(g.hands[humans[0]])
    return max(1, places) if copies else 1


def _known_infected(g: Expedition, seat: int, other: int) -> bool:
    cards = g.hands[seat] if other == seat else g.known.get((seat, other), ())
    return g.tainted[other] or any(card in g.infections for card in cards)


# -- supplies ----------------------------------------------------------------------------------------------------------


def _supplies(g: Expedition, seat: int) -> Rule[None]:
    """Deal the unseen supplies again, first to the places that can have the fewest kinds."""
    pool = Pile(sorted(unseen_supplies(g, seat).elements()))
    _alien_stacks(g, pool)
    if g.attempt is not None:
        for other in range(g.seats):
            if other != seat and g.attempt.given[other]:
                yield from _given(g, seat, other, pool)
        if g.attempt.pile:
            g.attempt.pile[:] = [card for given in g.attempt.given for card in given]
    others = [other for other in range(g.seats) if other != seat]
    sole = _only_human(g, seat)
    for other in sorted(others, key=lambda other: other != sole):
        yield from _hand(g, seat, other, pool, other == sole)
    for pile in (g.discards, g.removed):
        yield from _face_down(pile, seat, pool, BY_CARDS)
    if not sees_pair(g, seat):
        g.pair = list((yield from draw(pool, len(g.pair), BY_CARDS, seen_by=())))
    if not g.leftover_character or not g.person(g.leftover_character).alien:
        g.leftover = list((yield from draw(pool, len(g.leftover), BY_CARDS, seen_by=())))
    for n, (who, cards) in enumerate(g.put_out):
        if not g.person(who).alien:
            g.put_out[n] = (who, (yield from draw(pool, len(cards), BY_CARDS, seen_by=())))
    g.deck.bag[:] = pool.bag
    _what_others_know(g, seat)


def _alien_stacks(g: Expedition, pool: Pile) -> None:
    """Give the Alien's stack two Recovery cards if no player has it."""
    recoveries = [card for card in pool.bag if g.supply(card).kind == "recovery"]
    if g.leftover and g.person(g.leftover_character).alien:
        g.leftover = recoveries[: len(g.leftover)]
        for card in g.leftover:
            pool.bag.remove(card)
    for who, cards in g.put_out:
        if g.person(who).alien:
            for card in cards:
                pool.bag.remove(card)


def _take(pool: Pile, n: int, allowed: Callable[[str], bool]) -> Rule[list[str]]:
    """Draw `n` cards from those of the pool that are allowed."""
    some = Pile(card for card in pool.bag if allowed(card))
    cards = yield from draw(some, n, BY_CARDS, seen_by=())
    for card in cards:
        pool.bag.remove(card)
    return list(cards)


def _given(g: Expedition, seat: int, other: int, pool: Pile) -> Rule[None]:
    """Deal what another player has put into the pile: only playable cards, perhaps known ones from their hand."""
    recovery = g.reading("supplies/recovery-in-pile") != "not-allowed"

    def playable(card: str) -> bool:
        kind = g.supply(card).kind
        return kind != "trait" and (recovery or kind != "recovery")

    known = g.known.get((seat, other), [])
    mine = Pile(card for card in known if playable(card))
    from_hand = Counter(mine.bag)
    cards = list((yield from draw(mine, len(known) - len(g.hands[other]), BY_CARDS, seen_by=())))
    both = Pile([*mine.bag, *(card for card in pool.bag if playable(card))])
    cards += yield from draw(both, len(g.running.given[other]) - len(cards), BY_CARDS, seen_by=())
    g.running.given[other] = cards
    for card in cards:
        if from_hand[card]:
            from_hand[card] -= 1
        else:
            pool.bag.remove(card)


def _only_human(g: Expedition, seat: int) -> int | None:
    """Return the other player who must still be a Human, because the game would be over without one, or None."""
    if not all(g.characters):
        return None
    humans = [
        other for other in g.living() if not g.person(g.characters[other]).alien and not _known_infected(g, seat, other)
    ]
    return humans[0] if len(humans) == 1 and humans[0] != seat else None


def _hand(g: Expedition, seat: int, other: int, pool: Pile, human: bool) -> Rule[None]:
    """Keep the known cards of a hand, and deal the rest from the pool."""
    known = Counter(g.known.get((seat, other), ()))
    if g.attempt is not None:
        known -= Counter(g.attempt.given[other])
    hand = list(known.elements())[: len(g.hands[other])]
    hand += yield from _take(pool, len(g.hands[other]) - len(hand), lambda card: not (human and card in g.infections))
    g.hands[other][:] = hand


def _face_down(pile: list[Seen], seat: int, pool: Pile, rule: str) -> Rule[None]:
    hidden = [n for n, seen in enumerate(pile) if not known_to(seat, seen)]
    cards = yield from draw(pool, len(hidden), rule, seen_by=(), ordered=True)
    for n, card in zip(hidden, cards, strict=True):
        pile[n] = (card, *pile[n][1:])


def _what_others_know(g: Expedition, seat: int) -> None:
    """Let the others know as many cards of a hand as before, but cards that are in it in the new deal."""
    for (knower, holder), cards in g.known.items():
        if knower != seat and holder != seat:
            hand = Counter(g.hands[holder])
            if g.attempt is not None:
                hand += Counter(g.attempt.given[holder])
            mine = Counter(g.known.get((seat, holder), ()))
            shared = list((Counter(cards) & mine & hand).elements())
            rest = sorted((hand - Counter(shared)).elements())
            cards[:] = (shared + rest)[: len(cards)]


# -- tiles -------------------------------------------------------------------------------------------------------------


def _tiles(g: Expedition, seat: int) -> Rule[None]:
    """Deal the unseen tiles again among the places that show their back."""
    kept = len(g.drawn) == 1
    single: list[str] = []
    for back, stack in g.stacks.items():
        of_back = [tile for tile in g.single.bag if g.tiles[tile].back == back] if g.single is not None else []
        pool = Pile([*stack.bag, *of_back, *_hidden(g, g.thrown, seat, back)])
        pool.mix_in([] if kept else _hidden(g, g.drawn, seat, back))
        pool.bag.sort()
        for pile in (g.thrown,) if kept else (g.thrown, g.drawn):
            yield from _redeal(g, pile, seat, back, pool)
        single += yield from draw(pool, len(of_back), BY_TILES, seen_by=())
        stack.bag[:] = pool.bag
    if g.single is not None:
        g.single.bag[:] = single


def _hidden(g: Expedition, pile: Iterable[Seen], seat: int, back: str) -> list[str]:
    return [seen[0] for seen in pile if not known_to(seat, seen) and g.tiles[seen[0]].back == back]


def _redeal(g: Expedition, pile: list[Seen], seat: int, back: str, pool: Pile) -> Rule[None]:
    places = [n for n, seen in enumerate(pile) if not known_to(seat, seen) and g.tiles[seen[0]].back == back]
    tiles = yield from draw(pool, len(places), BY_TILES, seen_by=(), ordered=True)
    for n, tile in zip(places, tiles, strict=True):
        pile[n] = (tile, *pile[n][1:])
