"""Paying popcorn: spill a bucket in play or discard a card from hand, one popcorn each by the book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Many, Name, Pick, Refusal, Rule, Value, spelled_out, told
from tutor.games.grave_robbers.book import CLASSIC, rule, words_of
from tutor.games.grave_robbers.cards import CREATURE, CREDITS, Printed
from tutor.games.grave_robbers.rules.end import has_turn_left
from tutor.games.grave_robbers.table import Movie, Studio, each_once


def cost_of(g: Studio, card: str) -> int:
    """What a card costs; `characters.cost_in` says what a character does."""
    if CLASSIC in g.variants:  # exception classic/cards-are-free
        return 0
    printed: Printed = g.printed[card]
    return printed.cost


def full_buckets(g: Studio, movie: Movie) -> list[str]:
    """The cards in a movie whose bucket can be spilled."""
    if CLASSIC in g.variants:  # exception classic/buckets-do-nothing
        return []
    return [card for card in movie.buckets if card not in movie.spilled]


def can_make(g: Studio, movie: Movie) -> int:
    """How much popcorn a player can make; a card being played counts too, although it cannot pay for itself."""
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
    what = name_of_use(g, card, ability=card not in movie.hand)
    if CLASSIC in g.variants:
        have = f"only {spare}" if spare else "none"
        why = f"{what:costs|cost} {_cards(g, cost):card} from hand, and you have {have}"
        fix = f"You can use the ability once you have {_cards(g, cost):card} in hand."
        yield Refusal("classic/ability-cost-by-discarding", why, fix)
        return
    means = []
    if buckets:
        means.append(spelled_out(buckets, "full bucket"))
    if spare:
        means.append(f"{spelled_out(spare, 'other card' if card in movie.hand else 'card')} in hand")
    other = "any other cards" if card in movie.hand else "any cards"
    nothing = f"don’t have any full buckets or {other} in hand to pay with"
    have = f"can make only {popcorn}, from {' and '.join(means)}" if means else nothing
    why = f"{what:costs|cost} {cost} popcorn, and you {have}"
    more = "more" if means else "enough"
    fix = (
        f"Wait until you have {more} full buckets to spill or {more} cards to discard."
        if has_turn_left(g, seat)
        else "You don’t have another turn in this movie, so no new turn will fill your buckets. "
        "Choose something that you can afford."
    )
    yield Refusal("popcorn/must-pay-cost", why, fix)


def name_of_use(g: Studio, card: str, *, ability: bool) -> Name:
    """Return the name of what is played or used: a card, or the ability of a card in play."""
    name = g.called(card)
    return Name(f"{name:’s} ability") if ability else name


def how_to_pay(g: Studio, seat: int, card: str, due: int) -> Pick:
    """Ask what makes the next popcorn. The card that is being played is still in hand, but cannot pay for itself."""
    movie = g.movies[seat]
    asked = Pay(
        seat,
        "popcorn/must-pay-cost",
        lambda: _sources(movie.buckets, movie.hand),
        lambda: _how(g, movie, card, due),
        lambda value: refuse_source(g, movie, value, card),
        lambda value: f"{value[0].capitalize()} {g.called(value[1])}",
        lambda: _sources(full_buckets(g, movie), without(movie.hand, card)),
        about=g,
    )
    asked.due = due
    return asked


def _sources(buckets: Sequence[str], hand: list[str]) -> list[Value]:
    """What makes popcorn, as answers."""
    found: list[Value] = [("spill", one) for one in buckets]
    found += [("discard", one) for one in each_once(hand)]
    return found


def _how(g: Studio, movie: Movie, card: str, due: int) -> str:
    what = name_of_use(g, card, ability=card not in movie.hand)
    if CLASSIC in g.variants:
        return f"Which card do you discard to use {what}? You still have to discard {_cards(g, due):card}."
    return f"How do you pay for {what}? You still need {due} popcorn."


def _cards(g: Studio, popcorn: int) -> Many:
    """How many cards make so much popcorn."""
    return Many(-(-popcorn // g.parameters.per_card))


def without(hand: list[str], card: str) -> list[str]:
    """A hand without a card that is being played, if it is there."""
    left = hand.copy()
    if card in left:
        left.remove(card)
    return left


class Pay(Pick):
    """What makes popcorn: a bucket or a card in hand."""

    __slots__ = ("due",)

    due: int
    """The popcorn that is still needed."""

    def at_once(self) -> tuple[str, Sequence[Value]]:
        """Full buckets, which are filled again next turn, if the player needs several and has enough."""
        needed = -(-self.due // self.about.parameters.per_bucket)
        buckets = [value for value in self.open() if words_of(value)[0] == "spill"]
        return (f"Spill {needed} buckets", buckets[:needed]) if 1 < needed <= len(buckets) else ("", ())

    def group(self, value: Value) -> str:
        return "Spill a bucket" if words_of(value)[0] == "spill" else "Discard a card"


def refuse_source(g: Studio, movie: Movie, value: Value, played: str) -> Iterator[Refusal]:
    """Yield why a bucket cannot be spilled, or a card in hand not be discarded."""
    verb, card, _ = words_of(value)
    spare, full = without(movie.hand, played), full_buckets(g, movie)
    if verb == "discard":
        if card not in spare:
            why = f"you are playing {g.called(card)}, and a card can’t pay for itself"
            means = ["discard another card"] * bool(spare) + ["spill a full bucket"] * bool(full)
            yield Refusal("popcorn/card-cannot-pay-for-itself", why, _either(means))
    elif CLASSIC in g.variants:
        why = "you can’t spill a bucket, because buckets aren’t used in the Cult Classic"
        yield Refusal("classic/buckets-do-nothing", why, "Discard a card instead.")
    elif card in movie.spilled:
        why = f"{g.called(card):’s} bucket is spilled, and normally it stays spilled until your next Ready step"
        means = ["spill a full bucket"] * bool(full) + ["discard a card"] * bool(spare)
        yield Refusal("popcorn/spill-once-per-round", why, _either(means))


def _either(means: list[str]) -> str:
    """What somebody can do instead, as a sentence."""
    return f"{' or '.join(means).capitalize()}{'' if means[1:] else ' instead'}."


@rule("popcorn/must-pay-cost")
def pay(g: Studio, seat: int, card: str, cost: int, ability: bool = False) -> Rule[None]:
    """A cost is paid to the kernel, from buckets and hand in any mixture; then a played card leaves the hand."""
    g.step("pay-check")
    movie = g.movies[seat]
    if cost <= 0:
        _tell_free(g, card, ability)
    made: list[str] = []
    due = cost
    while due > 0:
        g.step("pay-generate")
        answer = yield how_to_pay(g, seat, card, due)
        verb, source = answer
        made.append(verb)
        if verb == "spill":
            movie.spilled.append(source)
            due -= g.parameters.per_bucket
        else:
            movie.hand.remove(source)
            g.graveyard.append(source)
            due -= g.parameters.per_card
        _tell_source(g, movie, source, card, due, made, ability)
        g.step("pay-enough")
    if not ability:
        movie.hand.remove(card)
    g.step("pay-done")


@told
def _tell_free(g: Studio, card: str, ability: bool) -> None:
    classic, printed = CLASSIC in g.variants, g.printed[card]
    if classic or ability or not printed.cost:  # else it has been said why it is free
        g.note(
            "classic/cards-are-free" if classic else "popcorn/zero-cost",
            "{card:does|do} not cost any popcorn",
            also=("popcorn/zero-cost" if classic else "", "credits/cost" if printed.kind == CREDITS else ""),
            card=name_of_use(g, card, ability=ability),
        )


@told
def _tell_source(g: Studio, movie: Movie, source: str, card: str, due: int, made: list[str], ability: bool) -> None:
    """Say what makes popcorn for a card, and that it is paid for or what is still due."""
    classic, spilt, numbers = CLASSIC in g.variants, made[-1] == "spill", g.parameters
    what = name_of_use(g, card, ability=ability)
    if due <= 0:
        template = ", and that covers the cost of {what}" if made[1:] else ", which pays for {what}"
        template += ", and the other {lost} popcorn is lost" if due and not classic else ""
    else:
        left = "still has to discard {cards:more card}" if classic else "still needs {due} more"
        template = f" and {left} for {{what}}"
    how = "{who} spills {source:’s} bucket" if spilt else "{who} discards {source} from hand"
    first = "popcorn/spill-for-one" if spilt else "popcorn/discard-for-one-each"
    g.note(
        "classic/ability-cost-by-discarding" if classic else first,
        f"{how}{template}" if classic else f"{how} for {{n}} popcorn{template}",
        also=(
            first if classic else "",
            "popcorn/own-cards-only",
            *_cited(g, movie, source, spilt),
            *(_paid(g, movie, card, made, ability) if due <= 0 else ()),
        ),
        who=g.names[movie.seat],
        source=g.called(source),
        what=what,
        n=numbers.per_bucket if spilt else numbers.per_card,
        due=due,
        cards=_cards(g, due),
        lost=-due,
    )


def _cited(g: Studio, movie: Movie, source: str, spilt: bool) -> tuple[str, ...]:
    """The rules about a source of popcorn."""
    if spilt:
        foreign = "popcorn/bucket-of-a-card-put-into-your-movie" if source in movie.foreign else ""
        return ("popcorn/any-bucket-card-in-play", "popcorn/spilled-cards-keep-working", foreign)
    creature = "creatures/never-make-popcorn" if g.printed[source].kind == CREATURE else ""
    return ("turn/discard-for-effect-keeps-turn", creature)


def _paid(g: Studio, movie: Movie, card: str, made: list[str], ability: bool) -> tuple[str, ...]:
    """The rules about a cost that has been paid from these sources."""
    return (
        "popcorn/must-pay-cost",
        "popcorn/no-storing",
        "popcorn/mix-sources" if len({*made}) > 1 else "",
        "popcorn/pay-on-any-turn" if movie.seat != g.turn else "",
        "popcorn/abilities-cost-the-same-way" if ability else "",
        "credits/cost" if g.printed[card].kind == CREDITS else "",
    )
