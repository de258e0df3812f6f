"""The hand: its limit, filling it, and throwing cards away in the Discard step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value, draw
from tutor.engine.core.table import Many, told
from tutor.games.grave_robbers.book import CLASSIC, rule, words_of
from tutor.games.grave_robbers.rules.end import deck_may_be_out
from tutor.games.grave_robbers.rules.speak import END
from tutor.games.grave_robbers.table import DISCARD, Movie, Studio

HAND_LIMIT = 8
CLASSIC_HAND_LIMIT = 6


def hand_limit(g: Studio, movie: Movie) -> int:
    """How many cards a player may hold now."""
    return (CLASSIC_HAND_LIMIT if CLASSIC in g.variants else HAND_LIMIT) + movie.raised


def fill_hand(g: Studio, movie: Movie, rules: str) -> Rule[bool]:
    """Draw up to the hand limit; return whether that has emptied the deck."""
    limit, held = hand_limit(g, movie), len(movie.hand)
    base = CLASSIC_HAND_LIMIT if CLASSIC in g.variants else HAND_LIMIT
    cards = yield from draw(g.deck, limit - held, rules, seen_by=(movie.seat,))
    movie.hand = sorted([*movie.hand, *cards])
    rules += " classic/hand-limit-six" if CLASSIC in g.variants else " turn/hand-limit-eight"
    if limit > base:
        rules += " turn/hand-limit-raised-by-cards"
    if held >= limit:
        rules += " turn/ready-no-draw-when-full"
    elif len(cards) < limit - held:
        rules += " end/partial-fill"
    template = "{who} draws {n:card} and holds {held} of {limit}"
    g.note(rules, template, who=g.names[movie.seat], n=Many(len(cards)), held=len(movie.hand), limit=limit)
    return deck_may_be_out(g, movie.seat) if cards else False


class Discard(Choose):
    """Throw a card away, or stop."""

    __slots__ = ("g",)

    def __init__(self, g: Studio) -> None:
        self.g = g
        self.seat = g.turn
        self.rule = "turn/discard-down-to-limit"

    def _excess(self) -> int:
        movie = self.g.movies[self.seat]
        return len(movie.hand) - hand_limit(self.g, movie)

    def prompt(self) -> str:
        excess = self._excess()
        return f"Discard {Many(excess):card}" if excess > 0 else "Discard more?"

    def label(self, value: Value) -> str:
        return "End the turn" if value == END else f"Discard {self.g.called(words_of(value)[1])}"

    def candidates(self) -> Sequence[Value]:
        return [*(("discard", card) for card in dict.fromkeys(self.g.movies[self.seat].hand)), END]

    def open(self) -> Sequence[Value]:
        values = list(self.candidates())
        return values[:-1] if self._excess() > 0 else values

    def refuse(self, value: Value) -> Iterator[Refusal]:
        movie = self.g.movies[self.seat]
        limit = hand_limit(self.g, movie)
        if value == END and len(movie.hand) > limit:
            why = f"you hold {len(movie.hand)} cards, and the limit is {limit}"
            fix = f"Discard {Many(len(movie.hand) - limit):card}."
            yield Refusal("turn/discard-down-to-limit", why, fix, ("discard", movie.hand[0]))
            if CLASSIC in self.g.variants:
                yield Refusal("classic/hand-limit-six", f"the Cult Classic’s normal limit is {CLASSIC_HAND_LIMIT}", fix)


@rule("turn/discard-down-to-limit")
def discard_step(g: Studio) -> Rule[None]:
    """The Discard step: whatever is above the limit must go, and more may."""
    g.step("discard-step")
    movie = g.movies[g.turn]
    held = len(movie.hand)
    yield from discard_more(g)
    if len(movie.hand) == held:
        g.note("turn/end-without-discarding", "{who} ends the turn without a discard", who=g.names[g.turn])


@rule("turn/discard-more-if-wished")
def discard_more(g: Studio) -> Rule[None]:
    """Cards are thrown away one by one until the player stops."""
    g.step_of_turn = DISCARD
    movie = g.movies[g.turn]
    while movie.hand:
        answer = yield Discard(g)
        if answer == END:
            break
        g.step("discard-choice")
        throw_away(g, movie, words_of(answer)[1])
    g.agenda.append(("turn/direction",))


def throw_away(g: Studio, movie: Movie, card: str) -> None:
    """A plain discard, for nothing: it ends the player's playing."""
    over = len(movie.hand) > hand_limit(g, movie)
    movie.hand.remove(card)
    g.graveyard.append(card)
    _tell_discard(g, movie, card, over)


@told
def _tell_discard(g: Studio, movie: Movie, card: str, over: bool) -> None:
    rules = "turn/plain-discard-ends-turn " + ("turn/discard-down-to-limit" if over else "turn/discard-more-if-wished")
    if movie.raised:
        rules += " turn/hand-limit-raised-by-cards"
    template = "{who} discards {card} for nothing, and plays no more; {n:card} left"
    g.note(rules, template, who=g.names[movie.seat], card=g.called(card), n=Many(len(movie.hand)))
