"""The Director's special actions at the end of the turn: fade out, or clipping the reel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import PASS, Menu, Move, Moves, Refusal, Rule, Value
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.cards import EVENTS, TAKEN
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules import reel_end, screen
from tutor.games.roswell51.rules.clip_reel import CLIP, Clip
from tutor.games.roswell51.rules.foes import can_draw, draws_again, flip
from tutor.games.roswell51.table import Movie

LEAVE = "Leave the screen as it is."


class Fade(Move[Movie, int]):
    """Mark a card, which will fade out unless somebody takes it."""

    verb, node = "fade", "dt-fade-mark"

    def label(self, g: Movie, seat: int, frame: str) -> str:
        card = g.screen[int(frame) - 1].top
        return f"Fade out {g.spoken(card) if card else 'the mystery card'}"

    def tries(self, g: Movie, seat: int) -> Sequence[Value]:
        return [("fade", str(n + 1)) for n, frame in enumerate(g.screen) if frame.filled]

    def refuse(self, g: Movie, seat: int, number: str) -> Iterator[Refusal]:
        frame = g.screen[int(number) - 1]
        if not frame.up:
            why = f"the card in frame {number} is face down, and you can’t fade out a mystery card"
            yield Refusal("screen/mystery-untouchable", why, LEAVE, PASS)
        elif g.cards.type_of(frame.top) not in TAKEN:
            why = f"you can fade out only items and power plays, and {g.named(frame.top):is|are} neither"
            yield Refusal("fade-out/not-on-monsters", why, LEAVE, PASS)
        if g.faded:
            why = "the only fade out token is already on a card"
            yield Refusal("fade-out/mark-item-or-power-play", why, LEAVE, PASS)

    @staticmethod
    def do(g: Movie, seat: int, frame: str) -> None:
        mark(g, int(frame) - 1)


class Neither(Move[Movie, int]):
    """Leave the screen as it is."""

    verb, words = PASS, "Leave the screen as it is"

    @staticmethod
    def do(g: Movie, seat: int) -> None:
        unclipped = ("clip-reel/optional",) if CLIP in g.variants else ()
        g.note("fade-out/optional", "the Director leaves the screen as it is", also=unclipped)


SPECIALS = Menu(Fade(), Clip(), Neither())


@rule("fade-out/end-of-turn-only")
def specials(g: Movie) -> Rule[None]:
    """At the end of the turn, the Director may mark a card and, in advanced play, clip an empty reel."""
    answer: Value = ()
    while isinstance(answer, tuple):  # after a card was marked the reel may still be clipped
        g.step("dt-special")
        prompt = "Do you fade out a card or clip the reel?" if CLIP in g.variants else "Do you fade out a card?"
        ask = Moves(DIRECTOR, "fade-out/end-of-turn-only", SPECIALS, g, DIRECTOR, prompt)
        if len(ask.open()) < 2:
            return
        answer = yield ask
        yield from ask.do(answer)


@rule("fade-out/mark-item-or-power-play")
def mark(g: Movie, n: int) -> None:
    """The fade out token is on an item or power play until the Director's next turn."""
    g.faded = g.screen[n].top
    template = "{card} will fade out unless somebody takes the card before the Director’s next turn"
    if g.standing:
        template = "{card:is|are} marked, but the movie will be over before the card can fade out"
    g.note(
        "fade-out/end-of-turn-only",
        template,
        also=("fade-out/additional", "fade-out/mark-item-or-power-play", "fade-out/one-round-grace"),
        card=g.spoken(g.faded),
    )


@rule("fade-out/discard-at-next-director-turn")
def fade_due(g: Movie) -> Rule[None]:
    """A marked card that is still there is discarded; its replacement is shown at once, without a Creature Feature."""
    n = next((n for n, frame in enumerate(g.screen) if g.faded and g.faded in frame.cards), None)
    card, g.faded = g.faded, ""
    if n is None:
        return
    frame = g.screen[n]
    covered = frame.cards[-1] != card or not frame.up
    words = {"card": g.spoken(card)}
    if covered and g.reading("fade-out/covered-mark") == "protected":
        g.note("fade-out/covered-mark", "{card:stays|stay} in the frame, because another card is on top", **words)
        return
    g.step("dt-fade-discard")
    frame.cards.remove(card)
    g.discard(card)
    incomplete = ("screen/list-of-removals-incomplete",)
    g.note(
        "fade-out/discard-at-next-director-turn",
        "{card:fades|fade} out, because nobody has taken the card",
        also=incomplete,
        **words,
    )
    if covered:
        g.note("fade-out/covered-mark", "the card that covered {card} stays in the frame", **words)
        return
    if frame.cards and not draws_again(g):
        g.note("cover-attack/uncover-draws-nothing", "the card that {card} covered is in play again", **words)
        return
    if not can_draw(g):
        yield from last_card(g)
        return
    frame.cause = g.names[DIRECTOR]
    new = yield from flip(g, n)
    also = (
        "fade-out/replacement-face",
        "fade-out/then-normal-turn",
        "cover-attack/uncover-draws-nothing" if len(frame.cards) > 1 else "",
        "fade-out/event-replacement" if g.cards.type_of(new) in EVENTS else "",
    )
    g.note("fade-out/replacement-drawn", "{new:replaces|replace} {card}", also=also, new=g.spoken(new), **words)
    yield from screen.settle(g, n, exempt=True)
    yield from screen.reveal(g, "fade-out/event-replacement")
    yield from last_card(g)


@rule("fade-out/last-card-ends-reel")
def last_card(g: Movie) -> Rule[None]:
    """If the last card of a reel has faded out, the reel ends at once, or in one reading after the Director's turn."""
    if reel_end.clear(g) and g.reading("fade-out/last-card-ends-reel") == "turn-first":
        g.note("fade-out/last-card-ends-reel", "the last card has faded out, but the Director still takes a turn")
        return
    yield from reel_end.check(g, "fade-out/last-card-ends-reel")
