"""The end of a reel, the tasks that follow it, and the end of the movie."""

from __future__ import annotations

from tutor.engine.core.asks import Cut, Rule, draw
from tutor.engine.core.state import NOBODY
from tutor.engine.core.table import Many
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules import back_seat, horror_star, pod_players
from tutor.games.roswell51.rules.foes import mysteries
from tutor.games.roswell51.table import Movie

LAST_STOPPED = 3
"""The last reel that ends at once."""
SURVIVOR_LOSS = "survivor-loss"
ACTIONS = "actions"


def clear(g: Movie) -> bool:
    """Whether no card lies on the screen and none can be drawn to it."""
    if any(frame.filled for frame in g.screen):
        return False
    return g.turning == "active" or len(g.reel_pile) == mysteries(g)


def last_card_taken(g: Movie) -> bool:
    """Whether a Take has just ended the reel in mid-action; with one reading its attack is lost."""
    if g.standing or g.reel > LAST_STOPPED or not clear(g):
        return False
    g.note("reel-end/current-action-finishes", "that was the last card of the reel")
    return g.reading("reel-end/current-action-finishes") == "attack-lost"


@rule("reel-end/two-conditions")
def check(g: Movie, why: str = "") -> Rule[None]:
    """A reel is over when the pile is empty and the screen is clear; Reels 1 to 3 stop at once, Reel 4 plays on."""
    g.step("reel-check")
    if g.standing:
        g.note("last-one-standing/overrides-reel-end", "in the last stand the reel does not matter")
        return
    if not clear(g):
        if not g.reel_pile:
            g.note("reel-end/pile-empty-not-enough", "the reel pile is empty, but cards are left on the screen")
        return
    if g.reel > LAST_STOPPED:
        if not g.dry:
            g.step("reel-4-check")
            run_dry(g)
        return
    g.step("reel-4-check")
    yield from stop(g, why)


@rule("reel-end/reel-4-plays-through")
def run_dry(g: Movie) -> None:
    """Reel 4 has run out: play goes on to the end of the next turn that the Director begins."""
    g.step("reel-4-final")
    g.dry = True
    who = "reel-4-ended-by-director" if g.turn == DIRECTOR else "reel-4-final-wave"
    rules = f"reel-end/reel-4-plays-through reel-end/reel-4-actions-without-screen reel-end/{who}"
    g.note(rules, "Reel 4 has run out; it plays on to the Director’s final turn")


def stop_here(g: Movie) -> Rule[None]:
    """The reel ends in mid-action."""
    g.step("reel-check")
    g.step("reel-4-check")
    yield from stop(g, "")


@rule("reel-end/reels-1-3-immediate")
def stop(g: Movie, why: str) -> Rule[None]:
    """Play stops: nobody else acts, and the Reel End Tasks follow."""
    g.step("reel-stop")
    turning = " turning-point/reel-ends-when-screen-clear" if g.turning == "active" else ""
    g.note(
        f"reel-end/two-conditions reel-end/reels-1-3-immediate reel-end/no-other-survivor-acts{turning} {why}".strip(),
        "Reel {reel} is over",
        reel=g.reel,
    )
    g.extra = False
    g.agenda[:] = [("reel-end-tasks/when",)]
    yield Cut("reel-end/reels-1-3-immediate")


def next_turn(g: Movie) -> None:
    """The turn is over; in a last stand somebody else may still have to act."""
    g.mode = ""
    if g.standing:
        g.step("los-standing")
        g.agenda.append(("last-one-standing/full-round",))
        return
    g.turn = (g.turn + 1) % g.seats
    g.agenda.append(("player-turn/clockwise",))


@rule("end-of-movie/after-reel-4")
def end_of_round(g: Movie) -> Rule[None]:
    """The Director's turn is over: the movie ends after the final one, else the next round begins."""
    if not g.final or g.standing:
        next_turn(g)
        return
    g.step("end-survivors")
    g.ended = "Reel 4 is over"
    alive = [g.named(who.card) for who in g.survivors()]
    g.note(
        "end-of-movie/after-reel-4",
        "the movie is over: {n:survivor has|survivors have} survived",
        also=("end-of-movie/survivors-in-play-survive", "overview/no-formal-winner"),
        n=Many(len(alive)),
    )
    if g.survivor_pile:
        g.note(
            "end-of-movie/undrawn-survivors", "{n:survivor was|survivors were} never seen", n=Many(len(g.survivor_pile))
        )
    yield from ()


@rule("reel-end-tasks/when")
def tasks(g: Movie) -> Rule[None]:
    """The Reel End Tasks, in the order of the page; then the next reel is dealt."""
    g.step("fade-in")
    g.note("reel-end-tasks/when", "the Reel End Tasks of Reel {reel}", also=("reel-end-tasks/order",), reel=g.reel)
    fade_in(g)
    g.step("collect")
    collect(g)
    turn_back(g)
    yield from back_seat.reel_end(g)
    g.step("award-star")
    yield from horror_star.award(g)
    if SURVIVOR_LOSS in g.variants:
        yield from lose_survivors(g)
        turn_back(g)
    g.reel += 1
    g.agenda.append(("next-reel/after-tasks",))


@rule("reel-end-tasks/fade-in-placed")
def fade_in(g: Movie) -> None:
    """The fade in token marks whoever would have acted next, the Director left out."""
    acting = g.people[g.turn] if g.turn != NOBODY else g.people[DIRECTOR]
    following = next((who for who in acting.pool if not who.acted), None) if g.mode == ACTIONS else None
    if following is not None:
        rules = "reel-end-tasks/fade-in-next-survivor reel-end-tasks/fade-in-example"
        if g.turn == g.seats - 1:
            rules += " reel-end-tasks/skip-director-mid-pool"
        name: str = g.named(following.card)
    else:
        begun = acting.seat == DIRECTOR or bool(g.mode) or acting.out
        rules = opener(g, begun)
        first = next(iter(g.people[g.turn].pool), None)
        name = g.named(first.card) if first else g.names[g.turn]
    g.note(f"reel-end-tasks/fade-in-placed {rules}", "{who} will open the next reel", who=name)


def opener(g: Movie, begun: bool) -> str:
    """Pass the turn on to who opens the next reel; return the rules that say so."""
    before = g.turn
    if begun:
        g.turn = (g.turn + 1) % g.seats
    rules = "reel-end-tasks/fade-in-next-player"
    if g.turn == DIRECTOR:
        g.turn = DIRECTOR + 1
        rules = "reel-end-tasks/never-director-first reel-end-tasks/skip-director"
    elif before == DIRECTOR:
        rules = "reel-end-tasks/never-director-first reel-end-tasks/director-ended-reel"
    g.mode = ""
    person = g.people[g.turn]
    if person.out:
        rules += " reel-end-tasks/pod-player-may-open"
    elif not person.pool:
        rules += " reel-end-tasks/opener-without-survivor"
    return rules


@rule("reel-end-tasks/effects-end")
def collect(g: Movie) -> None:
    """Power plays and lasting shuffling horrors go to the discard pile; so does what is left of the reel."""
    for who in g.survivors():
        plays = [card for card in who.held if g.cards.type_of(card) == "power-play"]
        for card in plays:
            who.held = tuple(held for held in who.held if held != card)
            g.discard(card)
            g.note(
                "reel-end-tasks/collect-power-plays",
                "{who}’s {card:goes|go} to the discard pile",
                also=(
                    "card-types/power-play-discard",
                    "reel-end-tasks/effects-end",
                    "reel-end-tasks/collected-before-deal",
                    "holding-cards/items-survive-reels",
                ),
                card=g.named(card),
                who=g.named(who.card),
            )
        if who.probed:
            g.discard(who.probed)
            g.note(
                "reel-end-tasks/collect-shuffling-horrors",
                "{who} is free",
                also=("reel-end-tasks/effects-end", "named-cards/probed-ends-with-reel"),
                who=g.named(who.card),
            )
            who.probed = ""
    for shelter in g.sanctuaries:
        for card in [card for card in shelter.items if g.cards.type_of(card) == "power-play"]:
            shelter.items = tuple(item for item in shelter.items if item != card)
            g.discard(card)
            words = {"card": g.named(card), "place": g.named(shelter.card)}
            g.note("card-types/power-play-temporary", "{card}, stored in {place}, goes to the discard pile", **words)
    if g.faded:
        g.faded = ""
        g.note("fade-out/token-cleared-with-reel", "the fade out token returns to its place")
    if g.reel_pile:
        g.note(
            "reel-end-tasks/reel-cards-left-over",
            "{n:reel card joins|reel cards join} the discard pile",
            n=Many(len(g.reel_pile)),
        )
        g.discard_pile.mix_in(g.reel_pile.cards())
        g.reel_pile.bag.clear()
        g.reel_pile.tops.clear()
        g.reel_pile.bottoms.clear()


@rule("turning-point/next-reels-normal")
def turn_back(g: Movie) -> None:
    """A Turning Point ends with its reel; whether another may come is a matter of reading."""
    if g.turning == "active":
        g.turning = "" if g.reading("turning-point/next-reels-normal") == "each-reel" else "used"
        g.note("turning-point/next-reels-normal", "the movie goes on with the next reel")


@rule("survivor-loss/optional-advanced")
def lose_survivors(g: Movie) -> Rule[None]:
    """As many survivors as the reel's number vanish, unseen, from their pile into the discard pile."""
    g.step("survivor-loss")
    had = len(g.survivor_pile)
    cards = yield from draw(g.survivor_pile, g.reel, "survivor-loss/optional-advanced", seen_by=())
    g.discard_pile.mix_in(cards)
    g.lost += cards
    names = ("reel-1-one", "reel-2-two", "reel-3-three")
    g.note(
        f"survivor-loss/optional-advanced survivor-loss/{names[g.reel - 1]} survivor-loss/unrevealed"
        " survivor-loss/at-reel-end survivor-loss/become-familiar-faces familiar-face/lost-survivors-too",
        "{n:survivor vanishes|survivors vanish} unseen",
        n=Many(len(cards)),
    )
    if any(g.cards.type_of(card) != "survivor" for card in cards):
        rules = "large-cast/among-us-lost large-cast/among-us-not-a-survivor"
        g.note(rules, "the hidden monster is among them, and an ordinary monster from now on", to=())
    if len(cards) < g.reel:
        g.note("survivor-loss/short-pile", "only {n:was|were} left", n=Many(len(cards)))
    if had and not g.survivor_pile:
        g.note("survivor-loss/can-eliminate-waiting-player", "no survivor card is left to draw")
        yield from pod_players.pile_empty(g, between_reels=True)
