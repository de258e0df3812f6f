"""The Director's special actions at the end of the turn: fade out, and clipping the reel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.asks import PASS, Choose, Refusal, Rule, Value, draw
from tutor.engine.table import Many
from tutor.games.roswell51.book import rule, words_of
from tutor.games.roswell51.cards import EVENTS, TAKEN
from tutor.games.roswell51.numbers import FRAMES
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules import reel_end, reveal
from tutor.games.roswell51.rules.foes import can_draw, draws_again
from tutor.games.roswell51.table import Movie

CLIP = "clip-reel"
CLIP_IT = "clip"


class Special(Choose):
    """Fade out, clip the reel, or neither."""

    __slots__ = ("g",)

    def __init__(self, g: Movie) -> None:
        self.g = g
        self.seat = DIRECTOR
        self.rule = "fade-out/end-of-turn-only"

    def prompt(self) -> str:
        return "Fade a card out?"

    def candidates(self) -> Sequence[Value]:
        frames = [str(n + 1) for n in range(FRAMES) if self.g.screen[n].filled]
        clip = [CLIP_IT] if CLIP in self.g.variants else []
        return [*(("fade", n) for n in frames), *clip, PASS]

    def open(self) -> Sequence[Value]:
        g = self.g
        if CLIP in g.variants:
            return Choose.open(self)
        if g.faded:
            return [PASS]
        type_of = g.cards.type_of
        marks = [("fade", str(n + 1)) for n, frame in enumerate(g.screen) if frame.top and type_of(frame.top) in TAKEN]
        return [*marks, PASS]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g = self.g
        verb, *rest = words_of(value)
        if verb == "fade":
            frame = g.screen[int(rest[0]) - 1]
            if not frame.up:
                yield Refusal("screen/mystery-untouchable", "the card is face down", "Choose none.", PASS)
            elif g.cards.type_of(frame.top) not in TAKEN:
                why = f"{g.named(frame.top):is neither an item nor a power play|are neither items nor power plays}"
                yield Refusal("fade-out/not-on-monsters", why, "Choose none.", PASS)
            if g.faded:
                yield Refusal(
                    "fade-out/mark-item-or-power-play",
                    "the fade out token is already on a card",
                    "Do nothing more.",
                    PASS,
                )
        elif verb == CLIP_IT and can_draw(g):
            n = Many(len(g.reel_pile))
            yield Refusal(
                "clip-reel/needs-empty-reel-pile", f"{n:card is|cards are} left in the reel pile", "Wait.", PASS
            )
        elif verb == CLIP_IT and not any(frame.filled for frame in g.screen):
            yield Refusal("clip-reel/clears-screen", "there are no cards on the screen", "Do nothing.", PASS)

    def label(self, value: Value) -> str:
        verb, *rest = words_of(value)
        if verb == "fade":
            frame = self.g.screen[int(rest[0]) - 1]
            return f"Fade out {self.g.named(frame.top) if frame.top else 'the mystery card'}"
        return "Clip the reel" if verb == CLIP_IT else "Neither"


@rule("fade-out/end-of-turn-only")
def specials(g: Movie) -> Rule[None]:
    """At the end of the turn the Director may mark a card, and in advanced play clip an empty reel."""
    g.step("dt-special")
    while True:
        ask = Special(g)
        values = ask.open()
        if len(values) < 2:
            return
        answer = yield ask
        verb, *rest = words_of(answer)
        if verb == "fade":
            g.step("dt-fade-mark")
            mark(g, int(rest[0]) - 1)
            g.step("dt-special")
        elif verb == CLIP_IT:
            yield from clip(g)
            return
        else:
            unclipped = " clip-reel/optional" if CLIP in g.variants else ""
            g.note(f"fade-out/optional{unclipped}", "the Director leaves the screen as it is")
            return


@rule("fade-out/mark-item-or-power-play")
def mark(g: Movie, n: int) -> None:
    """The fade out token lies on an item or power play until the Director's next turn."""
    g.faded = g.screen[n].top
    g.note(
        "fade-out/end-of-turn-only fade-out/additional fade-out/mark-item-or-power-play fade-out/one-round-grace",
        "{card} will fade out unless somebody takes the card within the next round",
        card=g.named(g.faded),
    )


@rule("fade-out/discard-at-next-director-turn")
def fade_due(g: Movie) -> Rule[None]:
    """A marked card that is still there is discarded; its replacement comes at once, without a Creature Feature."""
    n = next((n for n, frame in enumerate(g.screen) if g.faded and g.faded in frame.cards), None)
    card, g.faded = g.faded, ""
    if n is None:
        return
    g.step("dt-fade-discard")
    frame = g.screen[n]
    covered = frame.cards[-1] != card or not frame.up
    frame.cards.remove(card)
    g.discard(card)
    words = {"card": g.named(card)}
    rules = "fade-out/discard-at-next-director-turn screen/list-of-removals-incomplete"
    g.note(rules, "{card:fades|fade} out", **words)
    if covered:
        g.note("fade-out/covered-mark", "its cover keeps the frame", **words)
        return
    if frame.cards and not draws_again(g):
        g.note("cover-attack/uncover-draws-nothing", "the card below {card} is in play again", **words)
        return
    if not can_draw(g):
        yield from reel_end.check(g, "fade-out/last-card-ends-reel")
        return
    frame.cause = g.names[DIRECTOR]
    new = yield from reveal.flip(g, n)
    rules = "fade-out/replacement-drawn fade-out/replacement-face fade-out/then-normal-turn"
    if len(frame.cards) > 1:
        rules += " cover-attack/uncover-draws-nothing"
    if g.cards.type_of(new) in EVENTS:
        rules += " fade-out/event-replacement"
    g.note(rules, "{new:takes|take} its place", new=g.named(new))
    yield from reveal.settle(g, n, exempt=True)
    yield from reveal.reveal(g, "fade-out/event-replacement")
    yield from reel_end.check(g, "fade-out/last-card-ends-reel")


@rule("clip-reel/clears-screen")
def clip(g: Movie) -> Rule[None]:
    """With an empty reel pile the Director clears the screen, which ends the reel."""
    g.step("dt-clip")
    g.note(
        "clip-reel/end-of-turn-only clip-reel/needs-empty-reel-pile clip-reel/clears-screen clip-reel/cards-to-discard"
        " clip-reel/ends-reel card-types/monster-leaves-screen",
        "the Director clips the reel",
    )
    if g.turning == "active":
        g.note("clip-reel/under-turning-point", "under Turning Point no card can be drawn any more")
    for frame in g.screen:
        if not frame.up:  # readings that leave a mystery card there: it goes unseen
            g.discard_pile.mix_in((yield from draw(g.reel_pile, 1, "clip-reel/cards-to-discard", seen_by=())))
            frame.up = True
        g.discard(*frame.cards)
        frame.cards.clear()
        frame.points = 0
    g.faded = ""
    if g.reel > reel_end.LAST_STOPPED:
        g.note("clip-reel/in-reel-4", "Reel 4 plays on to the Director’s next turn")
    yield from reel_end.check(g)
