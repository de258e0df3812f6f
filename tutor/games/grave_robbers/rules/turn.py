"""Order of play: Ready, Play, Discard, and who may speak in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.asks import PASS, Choose, Refusal, Rule, Value, draw
from tutor.games.grave_robbers.book import CLASSIC, STUDENT, rule, words_of
from tutor.games.grave_robbers.cards import FX
from tutor.games.grave_robbers.rules import attack, roll_credits
from tutor.games.grave_robbers.rules.effects import resolve
from tutor.games.grave_robbers.rules.end import deck_may_be_out, movie_is_over
from tutor.games.grave_robbers.rules.fx import dismiss, settle_cancels, use
from tutor.games.grave_robbers.rules.props import move
from tutor.games.grave_robbers.rules.speak import DECLINE, END, PLAY, Speak, offer
from tutor.games.grave_robbers.table import CREDITED, DECLINED, DISCARD, Many, Movie, Studio
from tutor.games.grave_robbers.table import PLAY as PLAY_STEP

HAND_LIMIT = 8
CLASSIC_HAND_LIMIT = 6

CHECKS = {"character": "character-check", "prop": "prop-check", "location": "location-check", "fx": "fx-check"}
"""The node of the turn's flow that a play between plays comes to first."""


def hand_limit(g: Studio, movie: Movie) -> int:
    """How many cards a player may hold now."""
    base = CLASSIC_HAND_LIMIT if CLASSIC in g.variants else HAND_LIMIT
    raised: int = sum(g.cards[card].hand_limit for card in movie.in_play())
    return base + raised


@rule("turn/first-player")
def first_turn(g: Studio) -> None:
    """The player on the dealer's left begins."""
    g.turn = g.others(g.dealer)[0]
    g.note("turn/first-player", "{who}, on the dealer’s left, takes the first turn", who=g.names[g.turn])
    g.agenda.append(("turn/three-steps",))


@rule("turn/three-steps")
def begin_turn(g: Studio) -> Rule[None]:
    """A turn begins with its Ready step: buckets upright, and the hand filled to the limit."""
    g.step("turn-start")
    movie = g.movies[g.turn]
    movie.turns += 1
    g.opened, g.received, g.resolved, g.step_of_turn = False, [], [], PLAY_STEP
    template = "{who}’s turn number {n}: Ready, Play, Discard"
    g.note("turn/three-steps overview/active-player", template, who=g.names[g.turn], n=movie.turns)
    if CLASSIC not in g.variants:
        g.step("ready-popcorn")
        rules = "turn/ready-fill-popcorn popcorn/refilled-in-own-ready-step"
        if STUDENT in g.variants:
            rules += " student/popcorn-still-filled-at-start"
        g.note(rules, "{who} turns {n:spilled bucket} upright", n=Many(len(movie.spilled)), who=g.names[g.turn])
        movie.spilled = []
    g.step("ready-fill-hand")
    if STUDENT in g.variants:
        template = "a Student Film: no cards are drawn now; {who} plays with {n:card}"
        g.note("student/no-fill-at-start", template, who=g.names[g.turn], n=Many(len(movie.hand)))
    elif (yield from fill_hand(g, movie, "turn/ready-fill-hand")):
        g.step("ready-deck-ran-out")
    g.agenda.append(("turn/play-any-number",))


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


@rule("turn/play-any-number")
def play_step(g: Studio) -> Rule[None]:
    """Between plays the others may speak, then the active player plays a card, moves a prop, declines or stops."""
    g.step("play-decision")
    for seat in g.others(g.turn):
        ask = offer(g, seat)
        if ask is not None:
            answer = yield ask
            if answer != PASS:
                yield from carry_out(g, seat, answer)
                return
    answer = yield Speak(g, g.turn, main=True)
    verb, card, _ = words_of(answer)
    if verb == DECLINE:
        decline(g)
    elif verb == END:
        g.note("turn/play-any-number", "{who} plays no more cards", who=g.names[g.turn])
        g.agenda.append(("turn/discard-down-to-limit",))
    elif verb == "discard":
        g.step("discard-step")
        g.step("discard-choice")
        throw_away(g, g.movies[g.turn], card)
        g.agenda.append(("turn/discard-more-if-wished",))
    else:
        yield from carry_out(g, g.turn, answer)


@rule("turn/declining-opens-fx")
def decline(g: Studio) -> None:
    """The active player plays no cards this turn; from now on the others may play FX."""
    g.step("declined")
    g.opened, g.step_of_turn = True, DECLINED
    rules = "turn/declining-opens-fx turn/decline-is-binding"
    g.note(rules, "{who} declines to play cards; now FX may be played", who=g.names[g.turn])
    g.agenda.append(("fx/who-may-act-next",))


@rule("turn/play-any-type")
def carry_out(g: Studio, seat: int, answer: Value) -> Rule[None]:
    """What a player has chosen to do is done."""
    verb, card, target = words_of(answer)
    if verb == "move":
        move(g, seat, card, target)
    elif verb == "weapon":
        attack.add_weapon(g, seat, card)
    elif verb == "use":
        yield from use(g, seat, card, target)
    else:
        yield from play_card(g, seat, verb, card, target)
    if g.attack is not None and verb in ("play", "use", "move"):
        attack.tell_totals(g)
    if verb != "attack" and card != g.rolled:
        g.agenda.append(what_goes_on(g))


def what_goes_on(g: Studio) -> tuple[str]:
    """The window that is open now, or the Play step."""
    if g.queue or g.attack or g.rolled or g.step_of_turn == DECLINED:
        return ("fx/who-may-act-next",)
    return ("turn/play-any-number",)


def play_card(g: Studio, seat: int, verb: str, card: str, target: str) -> Rule[None]:
    """A card is paid for and played; the active player's first one opens the turn to FX."""
    kind = g.cards[card].kind
    if seat == g.turn and not g.opened:
        g.opened = True
        rules = "turn/active-plays-first-card turn/first-card-must-come-from-hand"
        g.note(rules, "{who} has played a first card from hand; now others may play FX", who=g.names[seat])
    if verb == "attack":
        yield from attack.play(g, seat, card, target)
        return
    if kind in CHECKS and g.attack is None:
        g.step(CHECKS[kind])
    elif g.attack is not None:
        g.step("attack-fx-check" if kind == FX else "attack-permanent-check")
    yield from PLAY[kind](g, seat, card, target)
    rules = "turn/play-any-number turn/play-any-type"
    if g.attack is not None and kind != FX:
        rules += " attack/active-player-may-play-other-types"
    g.note(rules, "{who} has played {card}", who=g.names[seat], card=g.called(card))


@rule("fx/who-may-act-next")
def window(g: Studio) -> Rule[None]:
    """Everybody may add something, beginning with the active player; when all pass, what is pending is settled."""
    g.step(_window_node(g))
    for seat in g.clockwise(g.turn):
        ask = offer(g, seat)
        answer = PASS if ask is None else (yield ask)
        if answer != PASS:
            yield from carry_out(g, seat, answer)
            return
    if g.attack is not None:
        yield from attack.settle(g)
    elif g.queue:
        yield from settle_queue(g)
    elif g.rolled:
        roll_credits.settle(g)
    else:
        g.agenda.append(("turn/discard-down-to-limit",))


def _window_node(g: Studio) -> str:
    if g.attack is not None:
        return "attack-window"
    if g.queue:
        return "fx-window"
    return "credits-window" if g.rolled else "others-after-decline"


@rule("fx/when-the-queue-resolves")
def settle_queue(g: Studio) -> Rule[None]:
    """Nobody adds anything: cancels are settled, and the rest takes effect, first in, first out."""
    g.step("fx-settle-cancels")
    left = settle_cancels(g, list(g.queue))
    now = left[:1] if g.reading("fx/when-the-queue-resolves") == "one-by-one" else left
    for entry in now:
        g.step("fx-resolve-oldest")
        was_out = g.last
        yield from resolve(g, entry)
        dismiss(g, entry)
        g.resolved.append(entry.card)
        g.step("fx-deck-check")
        if g.last != was_out:
            g.step("fx-deck-ran-out")
        g.step("fx-more")
    if not g.queue:
        g.step("fx-return")
        g.note("fx/when-the-queue-resolves", "all pending FX are settled: {n} took effect", n=len(now))
    g.agenda.append(what_goes_on(g))


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
                yield Refusal("classic/hand-limit-six", f"the Cult Classic’s limit is {CLASSIC_HAND_LIMIT}", fix)


@rule("turn/discard-down-to-limit")
def discard_step(g: Studio) -> Rule[None]:
    """The Discard step: whatever is above the limit must go, and more may."""
    g.step("discard-step")
    yield from discard_more(g)


@rule("turn/discard-more-if-wished")
def discard_more(g: Studio) -> Rule[None]:
    """Cards are thrown away one by one until the player stops."""
    g.step_of_turn = DISCARD
    movie = g.movies[g.turn]
    thrown = 0
    while movie.hand:
        answer = yield Discard(g)
        if answer == END:
            break
        g.step("discard-choice")
        throw_away(g, movie, words_of(answer)[1])
        thrown += 1
    if not thrown:
        g.note("turn/end-without-discarding", "{who} ends the turn without a discard", who=g.names[g.turn])
    g.agenda.append(("turn/direction",))


def throw_away(g: Studio, movie: Movie, card: str) -> None:
    """A plain discard, for nothing: it ends the player's playing."""
    over = len(movie.hand) > hand_limit(g, movie)
    movie.hand.remove(card)
    g.graveyard.append(card)
    rules = "turn/plain-discard-ends-turn " + ("turn/discard-down-to-limit" if over else "turn/discard-more-if-wished")
    if any(g.cards[one].hand_limit for one in movie.in_play()):
        rules += " turn/hand-limit-raised-by-cards"
    template = "{who} discards {card} for nothing, and plays no more; {n:card} left"
    g.note(rules, template, who=g.names[movie.seat], card=g.called(card), n=Many(len(movie.hand)))


@rule("turn/direction")
def end_turn(g: Studio) -> Rule[None]:
    """The turn ends; in a Student Film the hand is filled now."""
    movie = g.movies[g.turn]
    rolled = g.step_of_turn == CREDITED
    g.step("student-fill")
    g.step_of_turn = ""
    if STUDENT in g.variants:
        rules = "student/fill-at-end-of-turn student/fill-after-discard student/fill-to-eight-or-limit"
        rules += " student/fill-after-credits" if rolled else ""
        if (yield from fill_hand(g, movie, "student/fill-at-end-of-turn")):
            g.step("student-deck-ran-out")
            rules += " student/deck-out-at-end-of-turn"
        g.note(rules, "{who} has filled the hand at the end of the turn", who=g.names[g.turn])
    g.step("turn-end")
    g.agenda.append(("end/two-ways",))


@rule("end/two-ways")
def end_check(g: Studio) -> None:
    """The movie is over, or the next player to the left has a turn."""
    g.step("end-check")
    if movie_is_over(g):
        g.agenda.append(("scoring/everyone-scores",))
        return
    g.step("establishing-check")
    if g.establishing and all(movie.turns for movie in g.movies):
        g.step("establishing-ends")
        g.establishing = False
        g.note("turn/establishing-shot-ends", "everybody has had a first turn: now harmful plays are allowed")
    g.step("next-player")
    if g.final is not None:
        g.agenda.append(("credits/final-turn-optional",))
        return
    g.turn = (g.turn + 1) % g.seats
    g.note("turn/direction", "the turn passes to the left, to {who}", who=g.names[g.turn])
    g.agenda.append(("turn/three-steps",))
