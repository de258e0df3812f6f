"""Paying popcorn: spill a bucket in play or discard a card from hand, one popcorn each, to the exact cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value
from tutor.engine.core.table import Many, told
from tutor.games.grave_robbers.book import CLASSIC, rule, words_of
from tutor.games.grave_robbers.cards import CREATURE
from tutor.games.grave_robbers.table import Movie, Studio

PER_BUCKET = 1
PER_CARD = 1


def cost_of(g: Studio, card: str) -> int:
    """What a card costs; `characters.cost_in` says what a character does."""
    if CLASSIC in g.variants:  # exception classic/cards-are-free
        return 0
    cost: int = g.printed[card].cost
    return cost


def full_buckets(g: Studio, movie: Movie) -> list[str]:
    """The cards in a movie whose bucket can be spilled."""
    if CLASSIC in g.variants:  # exception classic/buckets-do-nothing
        return []
    return [card for card in movie.buckets if card not in movie.spilled]


def can_make(g: Studio, movie: Movie) -> int:
    """How much popcorn a player can make: a card that is played from hand cannot pay for itself."""
    buckets = 0 if CLASSIC in g.variants else len(movie.buckets) - len(movie.spilled)
    return buckets * PER_BUCKET + len(movie.hand) * PER_CARD


def refuse_cost(g: Studio, seat: int, card: str, cost: int) -> Iterator[Refusal]:
    """Yield why a cost cannot be covered. A card in hand cannot pay for itself."""
    movie = g.movies[seat]
    spare = len(movie.hand) - (card in movie.hand)
    buckets = len(full_buckets(g, movie))
    if cost <= buckets * PER_BUCKET + spare * PER_CARD:
        return
    why = f"it costs {cost} popcorn; you have {Many(buckets):full bucket} and {Many(spare):other card} in hand"
    if CLASSIC in g.variants:
        yield Refusal("classic/ability-cost-by-discarding", f"it costs {Many(cost):card} from hand; you have {spare}")
    else:
        yield Refusal("popcorn/must-pay-cost", why, "Keep buckets full and cards in hand to pay with.")


class Pay(Choose):
    """Make one popcorn. The card that is being played is still in hand, but cannot be discarded for itself."""

    __slots__ = ("card", "due", "g")

    def __init__(self, g: Studio, seat: int, card: str, due: int) -> None:
        self.g = g
        self.seat = seat
        self.rule = "popcorn/must-pay-cost"
        self.card = card
        self.due = due

    def _spare(self) -> list[str]:
        hand = self.g.movies[self.seat].hand.copy()
        if self.card in hand:
            hand.remove(self.card)
        return hand

    def prompt(self) -> str:
        return f"How do you pay for {self.g.called(self.card)}? {self.due} to go"

    def label(self, value: Value) -> str:
        verb, card, _ = words_of(value)
        return f"{verb.capitalize()} {self.g.called(card)}"

    def group(self, value: Value) -> str:
        return "Spill a bucket" if words_of(value)[0] == "spill" else "Discard a card"

    def candidates(self) -> Sequence[Value]:
        movie = self.g.movies[self.seat]
        hand = dict.fromkeys(movie.hand)
        return [*(("spill", card) for card in movie.buckets), *(("discard", card) for card in hand)]

    def open(self) -> Sequence[Value]:
        movie = self.g.movies[self.seat]
        spill: list[Value] = [("spill", card) for card in full_buckets(self.g, movie)]
        return spill + [("discard", card) for card in dict.fromkeys(self._spare())]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        verb, card, _ = words_of(value)
        movie = self.g.movies[self.seat]
        if verb == "discard":
            if card not in self._spare():
                why = f"{self.g.called(card)} is the card that you are playing"
                yield Refusal("popcorn/card-cannot-pay-for-itself", why, "Discard another card or spill a bucket.")
        elif CLASSIC in self.g.variants:
            yield Refusal("classic/buckets-do-nothing", "buckets are not used in the Cult Classic", "Discard a card.")
        elif card in movie.spilled:
            why = f"{self.g.called(card)} is spilled until your next Ready step"
            yield Refusal("popcorn/spill-once-per-round", why, "Spill another bucket or discard a card.")


@rule("popcorn/must-pay-cost")
def pay(g: Studio, seat: int, card: str, cost: int, ability: bool = False) -> Rule[None]:
    """A cost is paid to the kernel, from buckets and hand in any mixture; then a played card leaves the hand."""
    g.step("pay-check")
    movie = g.movies[seat]
    if cost <= 0:
        free = "classic/cards-are-free" if CLASSIC in g.variants else "popcorn/zero-cost"
        g.note(free, "{card} needs no popcorn", also=("popcorn/zero-cost",), card=g.called(card))
    made: list[str] = []
    for due in range(cost, 0, -1):
        g.step("pay-generate")
        answer = yield Pay(g, seat, card, due)
        verb, source, _ = words_of(answer)
        made.append(verb)
        (_spill if verb == "spill" else _discard)(g, movie, source)
        g.step("pay-enough")
    if cost > 0:
        _tell_payment(g, seat, card, cost, made, ability)
    if not ability:
        movie.hand.remove(card)
    g.step("pay-done")


def _spill(g: Studio, movie: Movie, card: str) -> None:
    movie.spilled.append(card)
    foreign = card in movie.foreign
    g.note(
        "popcorn/spill-for-one",
        "{who} spills {card} for {n} popcorn; it still counts for everything else",
        also=(
            "popcorn/own-cards-only",
            "popcorn/any-bucket-card-in-play",
            "popcorn/spilled-cards-keep-working",
            "popcorn/bucket-of-a-card-put-into-your-movie" if foreign else "",
        ),
        who=g.names[movie.seat],
        card=g.called(card),
        n=PER_BUCKET,
    )


def _discard(g: Studio, movie: Movie, card: str) -> None:
    movie.hand.remove(card)
    g.graveyard.append(card)
    classic = CLASSIC in g.variants
    g.note(
        "classic/ability-cost-by-discarding" if classic else "popcorn/discard-for-one-each",
        "{who} discards {card} from hand for {n} popcorn",
        also=(
            "popcorn/discard-for-one-each" if classic else "",
            "popcorn/own-cards-only",
            "turn/discard-for-effect-keeps-turn",
            "creatures/never-make-popcorn" if g.printed[card].kind == CREATURE else "",
        ),
        who=g.names[movie.seat],
        card=g.called(card),
        n=PER_CARD,
    )


@told
def _tell_payment(g: Studio, seat: int, card: str, cost: int, made: list[str], ability: bool) -> None:
    g.note(
        "popcorn/must-pay-cost",
        "{who} has paid {cost} for {card}, no more and no less",
        also=(
            "popcorn/no-storing",
            "popcorn/mix-sources" if len({*made}) > 1 else "",
            "popcorn/pay-on-any-turn" if seat != g.turn else "",
            "popcorn/abilities-cost-the-same-way" if ability else "",
        ),
        who=g.names[seat],
        cost=cost,
        card=g.called(card),
    )
