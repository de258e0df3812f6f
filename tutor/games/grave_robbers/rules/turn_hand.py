"""The hand: its limit, filling it, and throwing cards away in the Discard step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Many, ManyOrNo, Move, Pick, Refusal, Rule, Value, draw, spelled_out, told
from tutor.games.grave_robbers.book import CLASSIC, rule
from tutor.games.grave_robbers.rules.end import deck_may_be_out
from tutor.games.grave_robbers.rules.timing import Speaker
from tutor.games.grave_robbers.table import DISCARD, Movie, Studio, each_once

END = "end"


def hand_limit(g: Studio, movie: Movie) -> int:
    """How many cards a player may hold now."""
    return normal_limit(g) + movie.raised


def normal_limit(g: Studio) -> int:
    """How many cards a player may hold if no card raises the limit."""
    return g.parameters.classic_hand_limit if CLASSIC in g.variants else g.parameters.hand_limit


def fill_hand(g: Studio, movie: Movie, because: str) -> Rule[bool]:
    """Draw up to the hand limit; return whether that has emptied the deck."""
    limit, held = hand_limit(g, movie), len(movie.hand)
    cards = yield from draw(g.deck, limit - held, because, seen_by=(movie.seat,))
    movie.hand = sorted([*movie.hand, *cards])
    now = ManyOrNo(len(movie.hand))
    if held >= limit:
        says = "{who} already holds {now:card} and draws none, because the limit is {limit}"
    elif not cards:
        says = "the deck is empty, so {who} draws nothing and holds {now:card}"
    elif now < limit:
        last = "last card" if len(cards) == 1 else "last {n:card}"
        says = f"{{who}} draws the {last} of the deck and now holds only {{now:card}}, although the limit is {{limit}}"
    else:
        says = "{who} draws {n:card} and now holds {now:card}, which is the limit"
    g.note(
        because,
        says,
        also=(
            "classic/hand-limit-six" if CLASSIC in g.variants else "turn/hand-limit-eight",
            "turn/hand-limit-raised-by-cards" if movie.raised > 0 else "",
            "turn/ready-no-draw-when-full" if held >= limit else "",
            "end/partial-fill" if held < limit and len(cards) < limit - held else "",
        ),
        who=g.names[movie.seat],
        n=Many(len(cards)),
        now=now,
        limit=limit,
    )
    return deck_may_be_out(g, movie.seat) if cards else False


class DiscardAndStop(Move[Studio, Speaker]):
    """Throw a card away for nothing, which ends the playing of a turn that has begun."""

    verb, heading, words = "discard", "Discard and stop playing", "Discard {} and stop playing"
    apart = True

    def tries(self, g: Studio, who: Speaker) -> Sequence[Value]:
        return self.each(each_once(g.movies[who.seat].hand)) if g.opened else ()

    @staticmethod
    def do(g: Studio, who: Speaker, card: str) -> None:
        g.step("discard-step")
        g.step("discard-choice")
        throw_away(g, g.movies[who.seat], card)
        g.agenda.append(("turn/discard-more-if-wished",))


def refuse_end(g: Studio, movie: Movie) -> Iterator[Refusal]:
    """Yield why the Discard step cannot end yet."""
    limit = hand_limit(g, movie)
    if len(movie.hand) > limit:
        why = f"you hold {Many(len(movie.hand)):card}, and you can keep only {limit}"
        fix = f"Discard {Many(len(movie.hand) - limit):card}."
        yield Refusal("turn/discard-down-to-limit", why, fix, ("discard", movie.hand[0]))
        if CLASSIC in g.variants:
            normal = f"the normal hand limit in the Cult Classic is {normal_limit(g)}"
            yield Refusal("classic/hand-limit-six", f"{normal}, and you hold {Many(len(movie.hand)):card}", fix)


def discard(g: Studio) -> Pick:
    """Ask which card is thrown away next, or whether that is all."""
    movie = g.movies[g.turn]
    excess = len(movie.hand) - hand_limit(g, movie)
    return Pick(
        g.turn,
        "turn/discard-down-to-limit",
        lambda: [*_discards(movie), END],
        f"Which card do you discard? You hold {Many(excess):card} too many."
        if excess > 0
        else "Do you discard a card, or end your turn?",
        lambda value: refuse_end(g, movie) if value == END else iter(()),
        lambda value: "End your turn" if value == END else f"Discard {g.called(value[1])}",
        lambda: _discards(movie) if excess > 0 else [*_discards(movie), END],
        about=g,
    )


def _discards(movie: Movie) -> list[Value]:
    """The cards of a hand as answers that discard them."""
    return [("discard", card) for card in each_once(movie.hand)]


@rule("turn/discard-down-to-limit")
def discard_step(g: Studio) -> Rule[None]:
    """The Discard step: whatever is above the limit must be discarded, and more may be."""
    g.step("discard-step")
    movie = g.movies[g.turn]
    held = len(movie.hand)
    yield from discard_more(g)
    if len(movie.hand) == held:
        g.note("turn/end-without-discarding", "{who} ends the turn without discarding a card", who=g.names[g.turn])


@rule("turn/discard-more-if-wished")
def discard_more(g: Studio) -> Rule[None]:
    """Cards are thrown away one by one until the player stops."""
    g.step_of_turn = DISCARD
    movie = g.movies[g.turn]
    while movie.hand:
        answer = yield discard(g)
        if answer == END:
            break
        g.step("discard-choice")
        throw_away(g, movie, answer[1])
    g.agenda.append(("turn/direction",))


def throw_away(g: Studio, movie: Movie, card: str) -> None:
    """A plain discard, for nothing: it ends the player's playing."""
    over = len(movie.hand) > hand_limit(g, movie)
    movie.hand.remove(card)
    g.graveyard.append(card)
    _tell_discard(g, movie, card, over)


@told
def _tell_discard(g: Studio, movie: Movie, card: str, over: bool) -> None:
    g.note(
        "turn/plain-discard-ends-turn",
        "{who} discards {card} without playing it, has {left} in hand and cannot play any more cards this turn",
        also=(
            "turn/discard-down-to-limit" if over else "turn/discard-more-if-wished",
            "turn/hand-limit-raised-by-cards" if movie.raised else "",
        ),
        who=g.names[movie.seat],
        card=g.called(card),
        left=spelled_out(len(movie.hand), "card left|cards left"),
    )
