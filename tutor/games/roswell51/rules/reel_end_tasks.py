"""The Reel End Tasks, between the end of a reel and the start of the next."""

from __future__ import annotations

from tutor.engine.core import NOBODY, Many, Pile, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, without
from tutor.games.roswell51.rules import alternate_rules_back_seat as back_seat
from tutor.games.roswell51.rules import horror_star
from tutor.games.roswell51.rules.survivor_loss import SURVIVOR_LOSS, lose_survivors
from tutor.games.roswell51.rules.turning_point import turn_back
from tutor.games.roswell51.table import Movie

ACTIONS = "actions"


@rule("reel-end-tasks/when")
def tasks(g: Movie) -> Rule[None]:
    """The Reel End Tasks, in the order of the page; then the next reel is dealt."""
    g.step("fade-in")
    g.note(
        "reel-end-tasks/when",
        "the Director begins the Reel End Tasks for Reel {reel}",
        also=("reel-end-tasks/order",),
        reel=g.reel,
    )
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
    """The fade in token marks whoever would have acted next, but never the Director."""
    acting = g.people[g.turn] if g.turn != NOBODY else g.people[DIRECTOR]
    following = next((who for who in acting.pool if not who.acted), None) if g.mode == ACTIONS else None
    if g.turn == g.seats - 1 and g.reading("reel-end-tasks/skip-director-mid-pool") == "left-of-director":
        following = None
    if following is not None:
        rules: tuple[str, ...] = (
            "reel-end-tasks/fade-in-next-survivor",
            "reel-end-tasks/fade-in-example",
            "reel-end-tasks/skip-director-mid-pool" if g.turn == g.seats - 1 else "",
        )
        name: str = g.named(following.card)
    else:
        begun = acting.seat == DIRECTOR or bool(g.mode) or acting.out
        rules = opener(g, begun)
        first = next(iter(g.people[g.turn].pool), None)
        name = g.named(first.card) if first else g.names[g.turn]
    told = {"who": name, "player": g.names[g.turn]}
    whose = " on {player}’s turn" if g.people[g.turn].pool else ""
    g.note("reel-end-tasks/fade-in-placed", f"{{who}} will open the next reel{whose}", also=rules, **told)


def opener(g: Movie, begun: bool) -> tuple[str, ...]:
    """Pass the turn on to who opens the next reel; return the rules that say so."""
    before = g.turn
    if begun:
        g.turn = (g.turn + 1) % g.seats
    rules: tuple[str, ...] = ("reel-end-tasks/fade-in-next-player",)
    if g.turn == DIRECTOR:
        g.turn = DIRECTOR + 1
        rules = ("reel-end-tasks/never-director-first", "reel-end-tasks/skip-director")
    elif before == DIRECTOR:
        rules = ("reel-end-tasks/never-director-first", "reel-end-tasks/director-ended-reel")
    g.mode = ""
    person = g.people[g.turn]
    if person.out:
        rules += ("reel-end-tasks/pod-player-may-open",)
    elif not person.pool:
        rules += ("reel-end-tasks/opener-without-survivor",)
        if g.reading("reel-end-tasks/opener-without-survivor") == "next-survivor":
            g.turn = next((seat for seat in g.clockwise(g.turn) if g.people[seat].pool), g.turn)
    return rules


def replace_opener(g: Movie) -> None:
    """If an event on the new screen has eliminated whoever was to act first, somebody else opens the reel."""
    if not g.mode or any(not who.acted for who in g.people[g.turn].pool):
        return
    template = "{was} has nobody left to act, so {who} opens the reel instead"
    was = g.names[g.turn]
    why, *also = opener(g, True)
    if g.names[g.turn] == was:
        template = "{was} has nobody left to act, but opens the reel, because no other player has survivors"
    g.note(why, template, also=also, was=was, who=g.names[g.turn])


@rule("reel-end-tasks/effects-end")
def collect(g: Movie) -> None:
    """Power plays and lasting shuffling horrors go to the discard pile; so does what is left of the reel."""
    for who in g.survivors():
        plays = [card for card in who.held if g.cards.type_of(card) == "power-play"]
        for card in plays:
            who.held = without(who.held, card)
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
                "the reel is over, so {who} is no longer trapped",
                also=("reel-end-tasks/effects-end", "named-cards/probed-ends-with-reel"),
                who=g.named(who.card),
            )
            who.probed = ""
    for shelter in g.sanctuaries:
        for card in [card for card in shelter.items if g.cards.type_of(card) == "power-play"]:
            shelter.items = without(shelter.items, card)
            g.discard(card)
            words = {"card": g.named(card), "place": g.named(shelter.card)}
            g.note("card-types/power-play-temporary", "{card}, stored in {place}, goes to the discard pile", **words)
    if g.faded:
        g.faded = ""
        g.note("fade-out/token-cleared-with-reel", "the fade out token is put back in its place")
    if g.reel_pile:
        g.note(
            "reel-end-tasks/reel-cards-left-over",
            "{n:card left over from the reel joins|cards left over from the reel join} the discard pile",
            n=Many(len(g.reel_pile)),
        )
        g.discard_pile.mix_in(g.reel_pile.cards())
        g.reel_pile = Pile()
