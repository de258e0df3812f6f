"""Popcorn and the Shuffler."""

from __future__ import annotations

from tutor.engine.core import Choose, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules.damage import bury
from tutor.games.roswell51.rules.named_cards import bonus_monsters
from tutor.games.roswell51.rules.random_victims import stand_in
from tutor.games.roswell51.rules.spoints import gain_rest
from tutor.games.roswell51.table import Movie

EXTRA_BUTTER = "extra-butter"
TURN, PICK, PASS = "turn", "pick", "pass"


@rule("bonus-cards/popcorn-immediate")
def popcorn(g: Movie, id: str, cause: str) -> Rule[None]:
    """Popcorn helps the survivor who caused it or, if none did, the Director; then it leaves the screen."""
    g.step("ev-popcorn")
    butter = EXTRA_BUTTER in g.variants  # variant alternate-rules/popcorn-extra-butter
    end = "alternate-rules/popcorn-extra-butter" if butter else "bonus-cards/popcorn-removed"
    g.note(
        "bonus-cards/popcorn-immediate",
        "{card:takes|take} effect at once",
        also=("bonus-cards/popcorn-by-turn", end),
        card=g.named(id),
    )
    amount = int(g.cards[id].amount)
    if not cause or cause in g.names:
        yield from bonus_monsters(g, amount, "bonus-cards/popcorn-by-turn")
    else:
        who = yield from stand_in(g, cause)
        if who is not None:
            gain_rest(g, who, amount, "bonus-cards/popcorn-by-turn")
    bury(g, id, not butter)


@rule("bonus-cards/shuffler-bonus-turn")
def shuffler(g: Movie, n: int) -> Rule[bool]:
    """The Director takes an extra turn, puts a discard in its place, or does neither; return whether one was put."""
    g.step("ev-shuffler")
    frame = g.screen[n]
    id = frame.cards[-1]
    g.resolving = id
    labels = ("Take an extra turn", "Put a card from the discard pile in its place", "Don’t use it")
    answer = yield Choose(
        DIRECTOR, "bonus-cards/shuffler-bonus-turn", (TURN, PICK, PASS), "What do you do with the Shuffler?", labels
    )
    g.resolving = ""
    frame.cards.pop()
    if answer == PASS:
        g.discard(id)
        template = "the Director does not use the Shuffler, so the card goes to the discard pile"
        g.note("bonus-cards/shuffler-pass", template)
        return False
    g.graveyard.append(id)
    g.note(
        "bonus-cards/shuffler-single-use",
        "the Shuffler is used up and removed from play",
        also=("bonus-cards/shuffler-resume",),
    )
    if answer == TURN:
        g.note("bonus-cards/shuffler-bonus-turn", "the Director takes an extra turn")
        yield from rule["bonus-cards/shuffler-resume"](g)
        return False
    return (yield from pick(g, n))


@rule("bonus-cards/shuffler-pick-discard")
def pick(g: Movie, n: int) -> Rule[bool]:
    """The discard pile is looked through openly, and any one card of it takes the Shuffler's place."""
    g.discards = sorted(g.discard_pile.cards())
    g.show(*g.discards)
    if not g.discards:
        template = "the discard pile is empty, so no card takes the Shuffler’s place"
        g.note("bonus-cards/shuffler-pick-discard", template)
        return False
    labels = [g.named(card) for card in g.discards]
    prompt = "Which card takes the Shuffler’s place?"
    card = yield Choose(DIRECTOR, "bonus-cards/shuffler-pick-discard", tuple(g.discards), prompt, labels)
    g.discard_pile.take_any(card)
    g.discards.remove(card)
    frame = g.screen[n]
    frame.cards.append(card)
    if not g.is_alien(card) or g.reading("bonus-cards/shuffler-creature-feature") == "director":
        frame.cause = g.names[DIRECTOR]
    template = "{card:takes|take} the Shuffler’s place"
    feature = ("bonus-cards/shuffler-creature-feature",)
    g.note("bonus-cards/shuffler-pick-discard", template, also=feature, card=g.spoken(card))
    return True
