"""The opening furniture swap, once, before the first round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Choose, Closed, Decline, Many, Menu, Move, Moves, Refusal, Roll, Rule, Value, shuffle
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ROOM, Furniture, as_shown, users_in_words
from tutor.games.shelter.table import ASIDE, Shelter


class SwapOut(Move[Shelter, int]):
    """Swap out a face-up furniture card."""

    verb = "swap"

    def label(self, g: Shelter, seat: int, key: str) -> str:
        return f"Swap out {g.the(key)}"

    def tries(self, g: Shelter, seat: int) -> Sequence[Value]:
        return self.each(g.places)

    def refuse(self, g: Shelter, seat: int, key: str) -> Iterator[Refusal]:
        if not _deck_can_give(g):
            why = "the furniture deck is empty, so there is no card to swap in"
            yield Refusal("opening/named-card-from-deck", why, "Keep all the furniture.", KEEP.verb)
        if key == ROOM:
            why = "the construction room isn’t a furniture card"
            yield Refusal("opening/ordinary-furniture-only", why, "Pick a furniture card.")
        elif _special(g, key) and g.reading("opening/ordinary-furniture-only") == "ordinary-only":
            swaps = self.each(ordinary(g)) if _deck_can_give(g) else ()
            yield Refusal(
                "opening/ordinary-furniture-only",
                f"{g.the(key)} is special furniture, and you can swap out only ordinary furniture",
                "Pick an ordinary furniture card.",
                swaps[0] if swaps else None,
            )

    @staticmethod
    def do(g: Shelter, seat: int, key: str) -> Rule[None]:
        """The player names a card, and if the deck has it, the two cards are exchanged."""
        answer = yield Choose(
            seat,
            "opening/named-card-from-deck",
            nameable(g),
            f"Which furniture card do you want from the deck in place of {g.the(key)}?",
            lambda value: f"Take {named(g, str(value[1]), g.places[key].card)}",
            lambda value: _printed(g, str(value[1])),
        )
        card = str(answer[1])
        if card in g.furniture_deck.cards():
            yield from swap(g, key, card)
        else:
            g.note(
                "opening/named-card-from-deck",
                "There is no {card} in the deck, so nothing is swapped",
                card=g.the(card).removeprefix("the "),
            )


class SwapLater(Closed[Shelter, int]):
    """Swap furniture once the game has begun."""

    verb, words, heading = "swap furniture", "Swap furniture", "Other"

    def refuse(self, g: Shelter, seat: int) -> Iterator[Refusal]:
        why = f"the only chance to swap furniture was before day 1, and it’s day {g.day} now"
        yield Refusal("opening/once-only", why, "Only a card can change the furniture now.")


KEEP = Decline("keep all", "Keep everything as it is")
SWAPS = Menu(KEEP, SwapOut())


def named(g: Shelter, card: str, old: str) -> str:
    """Return the name of a card to bring in, which may be another copy of the card that leaves."""
    return f"another {g.the(card).removeprefix('the ')}" if card == old else g.the(card)


def _printed(g: Shelter, card: str) -> str:
    """Return what a furniture card says: how many can use it, how often, and what it does."""
    facts: Furniture = g.cards[card]
    users = users_in_words(facts.users or facts.required, bool(facts.required))
    return f"{users}, durability {g.full(card)}. {as_shown(facts)}"


def nameable(g: Shelter) -> list[Value]:
    """Return the answers that name a card to bring in."""
    cards = g.cards.of_type("furniture")
    if g.reading("opening/named-card-from-deck") == "name-blind":
        return [("take", card.id) for card in cards]
    deck = {*g.furniture_deck.cards()}
    return [("take", card.id) for card in cards if card.id in deck]


def _deck_can_give(g: Shelter) -> bool:
    """Whether a swap can be tried at all; under the reading of naming a card unseen, it always can."""
    return bool(g.furniture_deck) or g.reading("opening/named-card-from-deck") == "name-blind"


def _special(g: Shelter, key: str) -> bool:
    return g.cards.type_of(g.places[key].card) == "special_furniture"


def ordinary(g: Shelter) -> list[str]:
    """Return the keys of all places with ordinary furniture."""
    return [key for key, place in g.places.items() if g.cards.type_of(place.card) == "furniture"]


@rule("opening/all-roll")
def opening(g: Shelter) -> Rule[None]:
    """All roll; whoever rolls highest may exchange one furniture card for one from the deck."""
    g.step("opening-roll")
    rolling = g.inside()
    faces = yield Roll(len(rolling), "opening/all-roll", ordered=True)
    highest = [seat for seat, face in zip(rolling, faces, strict=True) if face == max(faces)]
    if len(highest) > 1 and g.reading("opening/tie") == "no-swap":
        g.note("opening/tie", "{who} share the highest roll, so nobody swaps", who=g.named(highest))
        highest = []
    while len(highest) > 1:
        g.note("opening/tie", "{who} share the highest roll and roll again", who=g.named(highest))
        g.step("opening-reroll")
        faces = yield Roll(len(highest), "opening/tie", ordered=True)
        highest = [seat for seat, face in zip(highest, faces, strict=True) if face == max(faces)]
    if highest:
        (winner,) = highest
        yield from decide(g, winner)
    g.note("opening/once-only", "The opening swap is over and is not repeated")
    g.agenda.append(("order/roll-each-round",))


@rule("opening/highest-decides")
def decide(g: Shelter, seat: int) -> Rule[None]:
    """The player with the highest roll decides, and may decline."""
    g.step("opening-decide")
    g.note("opening/highest-decides", "{who} rolled highest and decides alone about the swap", who=g.names[seat])
    prompt = "You rolled highest. Do you swap a furniture card for one from the deck?"
    ask = Moves(seat, "opening/highest-decides", SWAPS, g, seat, prompt)
    answer = yield ask
    if answer == KEEP.verb:
        g.note("opening/optional", "{who} keeps everything as it is", who=g.names[seat])
    yield from ask.do(answer)


@rule("opening/one-card")
def swap(g: Shelter, key: str, card: str) -> Rule[None]:
    """One card goes to the discard pile, another comes in with its full durability, and the deck is shuffled."""
    g.step("opening-swap")
    left, old, aside = g.the(key), g.places[key].card, _special(g, key)
    take_off(g, key)
    g.furniture_deck.take_any(card)
    new = g.lay(card)
    where = ASIDE if aside else "on the discard pile"
    g.note("opening/replaced-to-discard", "{card} is put {where}", card=left, where=where)
    g.note(
        "opening/one-card",
        "{card} takes the place of {left} and has a durability of {n}",
        also=("opening/named-card-from-deck", "opening/new-card-durability"),
        left=left,
        card=named(g, card, old) if card == old else g.the(new),
        n=g.places[new].durability,
    )
    if not aside:
        n = Many(len(ordinary(g)))
        says = "There {be} still {n:ordinary furniture card} on the table"
        g.note("opening/count-unchanged", says, n=n, be="is" if n == 1 else "are")
    g.step("opening-reshuffle")
    yield from shuffle(g.furniture_deck, "opening/reshuffle")
    says = (
        "The furniture deck now has {n:card} and is shuffled" if g.furniture_deck else "The furniture deck is empty now"
    )
    g.note("opening/reshuffle", says, n=Many(len(g.furniture_deck)))


def take_off(g: Shelter, key: str) -> None:
    """Take a furniture card off the table and put it with the special cards or on the discard pile."""
    place = g.places.pop(key)
    aside = g.cards.type_of(place.card) == "special_furniture"
    (g.specials if aside else g.furniture_discard).append(place.card)
    if place.cover:
        g.specials.append(place.cover)
