"""The Opening Scene, and what the screen at the start of any reel sets off."""

from __future__ import annotations

from tutor.engine.core import NOBODY, Choose, Rule, draw
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.cards import EVENTS
from tutor.games.roswell51.numbers import FRAMES
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules import creature_feature, events, pod_players, reel_end, reel_end_tasks
from tutor.games.roswell51.rules.alternate_rules_directors_cut import directors_cut
from tutor.games.roswell51.rules.foes import can_draw, flip
from tutor.games.roswell51.rules.throngs import can_place, place_card
from tutor.games.roswell51.table import Movie

FIRST_SLOTS = (0, 1, 2)
TAKE, LEAVE = "take", "pass"


@rule("opening-scene/deal-ten-to-reel")
def opening(g: Movie) -> Rule[None]:
    """The first reel: ten cards to the reel pile, three to the screen; the Director takes the monsters among these."""
    g.step("deal-reel-1")
    yield from deal(g, g.parameters.first_reel, "opening-scene/deal-ten-to-reel")
    cards = yield from draw(g.discard_pile, FRAMES, "opening-scene/deal-three-to-screen", ordered=True)
    for frame, card in zip(g.screen, cards, strict=True):
        frame.cards.append(card)
    g.note(
        "opening-scene/deal-ten-to-reel",
        "{dealt} cards are in the reel pile, 3 are on the screen, and {n} are in the discard pile",
        also=(
            "opening-scene/deal-three-to-screen",
            "opening-scene/reel-1-three-extra",
            "opening-scene/rest-to-discard",
            "overview/movie-is-four-reels",
        ),
        dealt=g.parameters.first_reel,
        n=len(g.discard_pile),
    )
    monsters = [n for n, frame in enumerate(g.screen) if g.is_alien(frame.top)]
    if monsters and g.reading("opening-scene/bonus-is-mandatory") == "optional":
        monsters = yield from wanted(g, monsters)
    if monsters:
        yield from starting_bonus(g, monsters)
    if not monsters:
        yield from directors_cut(g)
    g.agenda.append(("opening-scene/loop-until-screen-cards",))


@rule("opening-scene/bonus-is-mandatory")
def wanted(g: Movie, monsters: list[int]) -> Rule[list[int]]:
    """In one reading, the Director says of each bonus monster whether to take it; return the frames of those taken."""
    taken = []
    for n in monsters:
        card = g.named(g.screen[n].top)
        labels = (f"Take {card}", f"Leave {card} on the screen")
        answer = yield Choose(
            DIRECTOR, "opening-scene/bonus-is-mandatory", (TAKE, LEAVE), f"Do you take {card}?", labels
        )
        if answer == TAKE:
            taken.append(n)
        else:
            g.note("opening-scene/bonus-is-mandatory", "the Director leaves {card} on the screen", card=card)
    return taken


def deal(g: Movie, n: int, why: str) -> Rule[None]:
    """Cards that nobody sees go from the discard pile to the reel pile."""
    cards = yield from draw(g.discard_pile, n, why, seen_by=())
    g.reel_pile.mix_in(cards)


@rule("opening-scene/bonus-first-three-only")
def starting_bonus(g: Movie, monsters: list[int]) -> Rule[None]:
    """Every monster among the first three cards goes into a throng slot of its own; the frames are refilled."""
    g.step("starting-bonus")
    director = g.people[DIRECTOR]
    for n in monsters:
        card = g.screen[n].cards.pop()
        free = [slot for slot in FIRST_SLOTS if not director.throngs[slot]]
        also = (
            "opening-scene/bonus-is-mandatory",
            "opening-scene/bonus-own-slot-each",
            "opening-scene/bonus-slots-one-to-three",
        )
        yield from place_card(
            g, DIRECTOR, card, [director], "opening-scene/bonus-first-three-only", alone=free, also=also
        )
    g.step("bonus-refill")
    for n in monsters:
        card = yield from flip(g, n)
        stays = "opening-scene/refill-monsters-stay" if g.is_alien(card) else ""
        template = "frame {n} is refilled with {card}"
        g.note("opening-scene/refill-face-up", template, also=(stays,), n=n + 1, card=g.spoken(card))


@rule("opening-scene/loop-until-screen-cards")
def settle_screen(g: Movie) -> Rule[None]:
    """Events and Creature Features are resolved until the screen is stable; then player turns begin."""
    first = NOBODY
    while True:
        g.step("start-check")
        waiting = [n for n, frame in enumerate(g.screen) if is_event(g, n)]
        if waiting:
            n = first if first in waiting else waiting[0]
            if first == n and len(waiting) > 1:
                others = "other one" if len(waiting) == 2 else "others"
                says = "the new event is resolved before the {others}"
                g.note("opening-scene/new-event-goes-first", says, others=others)
            first = n
            yield from start_event(g, n)
        elif creature_feature.three_monsters(g) and first != FRAMES:
            first = yield from start_feature(g)
        else:
            break
    if g.reel == 1:
        g.turn, g.mode = DIRECTOR + 1, ""
    yield from reel_end.check(g)
    g.step("reel-begins")
    reel_end_tasks.replace_opener(g)
    tell_beginning(g)


def is_event(g: Movie, n: int) -> bool:
    """Whether an event that is still to be resolved is in a frame."""
    frame = g.screen[n]
    return bool(frame.cards) and not frame.points and g.cards.type_of(frame.cards[-1]) in EVENTS


def start_event(g: Movie, n: int) -> Rule[None]:
    """An event at a reel's start is resolved, and its frame refilled face up."""
    g.step("start-event")
    g.note(
        "opening-scene/events-in-frame-order",
        "the event in frame {n} is resolved",
        also=("next-reel/resolve-like-opening",),
        n=n + 1,
    )
    g.screen[n].cause = ""
    yield from events.resolve(g, n)
    if not g.screen[n].points:
        yield from refill(g, n)
    for other, frame in enumerate(g.screen):
        if not frame.up:  # a counterstrike in an event has emptied it
            yield from turn_up(g, other)


def refill(g: Movie, n: int) -> Rule[None]:
    """A frame is refilled face up if there is a card."""
    g.step("start-refill")
    if not g.screen[n].cards and can_draw(g):
        yield from turn_up(g, n)


def turn_up(g: Movie, n: int) -> Rule[None]:
    """The next reel card is put face up in a frame."""
    card = yield from flip(g, n)
    g.note("opening-scene/event-refill-face-up", "frame {n} is refilled with {card}", n=n + 1, card=g.spoken(card))


@rule("opening-scene/resolution-creature-feature")
def start_feature(g: Movie) -> Rule[int]:
    """Three monsters at a reel's start: the Director takes one, nobody attacks; return the refilled frame."""
    director = g.people[DIRECTOR]
    g.step("start-cf")
    whose = creature_feature.takers(g, director)
    if not can_place(g, whose):
        g.note(
            "creature-feature/director-no-slot",
            "no throng has room for another monster, so the bonus is lost",
            also=("throngs/all-full",),
        )
        return FRAMES
    answer = yield creature_feature.which_monster(g, DIRECTOR)
    n = int(answer) - 1
    card = g.screen[n].cards.pop()
    g.step("start-cf-place")
    also = (
        "opening-scene/creature-feature-may-stack",
        "opening-scene/no-attacks-before-turns",
        "creature-feature/start-of-reel-is-directors",
    )
    why = "opening-scene/resolution-creature-feature"
    taker, _ = yield from place_card(g, DIRECTOR, card, whose, why, also=also)
    yield from pod_players.receive(g, taker)
    yield from refill(g, n)
    return n


def tell_beginning(g: Movie) -> None:
    """The first turn of the reel: the Director's left in Reel 1, the fade in token later."""
    first = g.reel == 1
    g.note(
        "player-turn/first-is-directors-left" if first else "next-reel/first-turn-fade-in",
        "{who} begins Reel {reel}",
        also=(
            "opening-scene/then-players-begin",
            "" if first else "reel-end-tasks/round-continues-from-opener",
            "opening-scene/then-face-down",
        ),
        who=g.names[g.turn],
        reel=g.reel,
    )
    g.agenda.append(("player-turn/one-at-a-time",) if g.mode else ("player-turn/clockwise",))
