"""Paying popcorn: spill a bucket in play or discard a card from hand, one popcorn each by the book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Pick, Refusal, Rule, Value
from tutor.engine.core.table import Many, spelled_out, told
from tutor.games.grave_robbers.book import CLASSIC, rule, words_of
from tutor.games.grave_robbers.cards import CREATURE
from tutor.games.grave_robbers.table import Movie, Studio, each_once


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
    """How much popcorn a player can make, with a card of the hand that is played and cannot pay for itself."""
    buckets = 0 if CLASSIC in g.variants else len(movie.buckets) - len(movie.spilled)
    return buckets * g.parameters.per_bucket + len(movie.hand) * g.parameters.per_card


def refuse_cost(g: Studio, seat: int, card: str, cost: int) -> Iterator[Refusal]:
    """Yield why a cost cannot be covered. A card in hand cannot pay for itself."""
    movie, each = g.movies[seat], g.parameters
    spare = len(movie.hand) - (card in movie.hand)
    buckets = len(full_buckets(g, movie))
    popcorn = buckets * each.per_bucket + spare * each.per_card
    if cost <= popcorn:
        return
    what = g.called(card) if card in movie.hand else f"using {g.called(card)}"
    if CLASSIC in g.variants:
        have = f"only {spare}" if spare else "none"
        why = f"{what} costs {Many(-(-cost // each.per_card)):card} from hand, and you have {have}"
        yield Refusal("classic/ability-cost-by-discarding", why, "Use it when you hold more cards.")
        return
    means = []
    if buckets:
        means.append(spelled_out(buckets, "full bucket"))
    if spare:
        means.append(f"{spelled_out(spare, 'other card' if card in movie.hand else 'card')} in hand")
    have = f"only {' and '.join(means)}" if means else "nothing to pay with"
    why = f"{what} costs {cost} popcorn, and you have {have}"
    if popcorn != buckets + spare:
        why += f", which can make {popcorn}"
    yield Refusal("popcorn/must-pay-cost", why, "Wait until you have more full buckets or cards in hand.")


def how_to_pay(g: Studio, seat: int, card: str, due: int) -> Pick:
    """Ask what makes the next popcorn. The card that is being played is still in hand, but cannot pay for itself."""
    movie = g.movies[seat]

    def sources(buckets: Sequence[str], hand: list[str]) -> list[Value]:
        return [*(("spill", one) for one in buckets), *(("discard", one) for one in each_once(hand))]

    return Pay(
        seat,
        "popcorn/must-pay-cost",
        lambda: sources(movie.buckets, movie.hand),
        lambda: f"How do you pay for {g.called(card)}? You still need {due} popcorn.",
        lambda value: refuse_source(g, movie, value, card),
        lambda value: f"{value[0].capitalize()} {g.called(value[1])}",
        lambda: sources(full_buckets(g, movie), without(movie.hand, card)),
    )


def without(hand: list[str], card: str) -> list[str]:
    """A hand without a card that is being played, if it is there."""
    left = hand.copy()
    if card in left:
        left.remove(card)
    return left


class Pay(Pick):
    """What makes popcorn: a bucket or a card in hand."""

    __slots__ = ()

    def group(self, value: Value) -> str:
        return "Spill a bucket" if words_of(value)[0] == "spill" else "Discard a card"


def refuse_source(g: Studio, movie: Movie, value: Value, played: str) -> Iterator[Refusal]:
    """Yield why a bucket cannot be spilled, or a card in hand not be discarded."""
    verb, card, _ = words_of(value)
    if verb == "discard":
        if card not in without(movie.hand, played):
            why = f"you are playing {g.called(card)}, and it can’t pay for itself"
            yield Refusal("popcorn/card-cannot-pay-for-itself", why, "Discard another card or spill a full bucket.")
    elif CLASSIC in g.variants:
        yield Refusal(
            "classic/buckets-do-nothing", "buckets are not used in the Cult Classic", "Discard a card instead."
        )
    elif card in movie.spilled:
        why = f"{g.called(card)}’s bucket is spilled until your next Ready step"
        yield Refusal("popcorn/spill-once-per-round", why, "Spill a full bucket or discard a card.")


@rule("popcorn/must-pay-cost")
def pay(g: Studio, seat: int, card: str, cost: int, ability: bool = False) -> Rule[None]:
    """A cost is paid to the kernel, from buckets and hand in any mixture; then a played card leaves the hand."""
    g.step("pay-check")
    movie = g.movies[seat]
    if cost <= 0:
        free = "classic/cards-are-free" if CLASSIC in g.variants else "popcorn/zero-cost"
        g.note(free, "{card} costs no popcorn", also=("popcorn/zero-cost",), card=g.called(card))
    made: list[str] = []
    due = cost
    while due > 0:
        g.step("pay-generate")
        answer = yield how_to_pay(g, seat, card, due)
        verb, source = answer
        made.append(verb)
        due -= _spill(g, movie, source) if verb == "spill" else _discard(g, movie, source)
        g.step("pay-enough")
    if cost > 0:
        _tell_payment(g, seat, card, cost, -due, made, ability)
    if not ability:
        movie.hand.remove(card)
    g.step("pay-done")


def _spill(g: Studio, movie: Movie, card: str) -> int:
    """A bucket is spilled; return the popcorn that it makes."""
    movie.spilled.append(card)
    foreign = card in movie.foreign
    g.note(
        "popcorn/spill-for-one",
        "{who} spills {card}’s bucket for {n} popcorn, but the card still counts for everything else",
        also=(
            "popcorn/own-cards-only",
            "popcorn/any-bucket-card-in-play",
            "popcorn/spilled-cards-keep-working",
            "popcorn/bucket-of-a-card-put-into-your-movie" if foreign else "",
        ),
        who=g.names[movie.seat],
        card=g.called(card),
        n=g.parameters.per_bucket,
    )
    return g.parameters.per_bucket


def _discard(g: Studio, movie: Movie, card: str) -> int:
    """A card is discarded from hand; return the popcorn that it makes."""
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
        n=g.parameters.per_card,
    )
    return g.parameters.per_card


@told
def _tell_payment(g: Studio, seat: int, card: str, cost: int, lost: int, made: list[str], ability: bool) -> None:
    g.note(
        "popcorn/must-pay-cost",
        "{who} has paid {cost} popcorn for {card}" + (f", and the other {lost} popcorn is lost" if lost else ""),
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
