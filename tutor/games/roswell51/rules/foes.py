"""Aliens as targets: how answers name them, and where they go when they are beaten."""

from __future__ import annotations

from tutor.engine.core import Name, Rule, Value, draw
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.table import Foe, Frame, Movie, Shelter


def all_targets(g: Movie) -> list[Foe]:
    """Every single card that a survivor may aim at: on the screen or in any throng."""
    return on_screen(g) + [
        Foe("throng", person.seat, slot, card)
        for person in g.people
        for slot, throng in enumerate(person.throngs)
        for card in throng
        if g.is_alien(card)
    ]


def on_screen(g: Movie) -> list[Foe]:
    """Every card of the screen that a survivor may aim at."""
    return [Foe("screen", DIRECTOR, n, frame.cards[-1]) for n, frame in enumerate(g.screen) if can_be_shot(g, frame)]


def one_of(foe: Foe, card: str) -> Foe:
    """One card of a foe; an empty text stands for all of it."""
    return Foe(foe.place, foe.seat, foe.slot, card)


def can_be_shot(g: Movie, frame: Frame) -> bool:
    """Whether a survivor may aim at the card on top of a frame."""
    return frame.up and bool(frame.cards) and (frame.points > 0 or g.is_alien(frame.cards[-1]))


def frames_in_play(g: Movie) -> list[str]:
    """The frames with a card in play, as answers number them."""
    return [str(n) for n, frame in enumerate(g.screen, 1) if frame.top]


def lurking(shelter: Shelter) -> Foe:
    """The monster inside a sanctuary, as an attacker or a target."""
    return Foe("inside", DIRECTOR, 0, shelter.monster)


def lurkers(g: Movie) -> list[Foe]:
    """All monsters inside sanctuaries."""
    return [lurking(shelter) for shelter in g.sanctuaries if shelter.monster]


def den(g: Movie, foe: Foe) -> str:
    """The name of the sanctuary in which a monster lurks."""
    return next(g.named(shelter.card) for shelter in g.sanctuaries if shelter.monster == foe.card)


def any_target(g: Movie) -> bool:
    """Whether any alien is in play."""
    for frame in g.screen:
        if can_be_shot(g, frame):
            return True
    for person in g.people:
        for throng in person.throngs:
            for card in throng:
                if g.is_alien(card):
                    return True
    return False


def all_throngs(g: Movie) -> list[Foe]:
    """Every throng as a whole."""
    people = g.people
    return [Foe("throng", one.seat, slot) for one in people for slot, throng in enumerate(one.throngs) if throng]


def spelled(g: Movie, foe: Foe) -> Value:
    """A foe as an answer: `screen 2`, `throng 1 CARD`, `throng NAME 1 CARD`, or `throng 1` for all of it."""
    if foe.place == "screen":
        return ("screen", str(foe.slot + 1))
    if foe.place in ("inside", "drawn"):
        return (foe.place, foe.card)
    slot = str(foe.slot + 1)
    if foe.seat == DIRECTOR:
        return ("throng", slot, foe.card) if foe.card else ("throng", slot)
    whose = g.names[foe.seat]
    return ("throng", whose, slot, foe.card) if foe.card else ("throng", whose, slot)


def is_blob(g: Movie, foe: Foe) -> bool:
    """Whether this is the space blob."""
    return foe.place == "screen" and g.screen[foe.slot].points > 0


def foe_name(g: Movie, foe: Foe) -> Name:
    """A foe in words."""
    if not foe.card:
        return Name(f"{g.names[foe.seat]}’s throng {foe.slot + 1}")
    name = Name("the space blob") if is_blob(g, foe) else g.named(foe.card)
    return type(name)(f"{name} in frame {foe.slot + 1}") if foe.place == "screen" else name


@rule("screen/refill-from-reel-pile")
def empty_frame(g: Movie, n: int, cause: str, why: str) -> str:
    """The card on top of a frame leaves it; a mystery card takes its place if one can be drawn. Return the card."""
    frame = g.screen[n]
    card = frame.cards.pop()
    frame.points = 0
    told = {"card": g.spoken(card), "n": n + 1}
    if g.faded == card:
        g.faded = ""
        g.note("fade-out/taken-in-time", "the fade out token is taken off {card} and put back in its place", **told)
    if frame.cards and not draws_again(g):
        g.note("cover-attack/uncover-draws-nothing", "the card that {card} covered is in play again", **told)
        return card
    if not can_draw(g):
        stays = (
            "turning-point/emptied-frames-stay-empty" if g.turning == "active" else "screen/no-refill-when-pile-empty"
        )
        if not frame.cards:
            g.note(stays, "{card:leaves|leave} frame {n}, which stays empty", also=(why,), **told)
        return card
    uncovered = "cover-attack/uncover-draws-nothing" if frame.cards else ""
    frame.up, frame.cause = False, cause
    g.note(
        why,
        "{card:leaves|leave} frame {n}, and a mystery card fills it",
        also=(uncovered, "screen/refill-from-reel-pile", "screen/refill-face-down", "opening-scene/then-face-down"),
        **told,
    )
    return card


@rule("cover-attack/uncover-draws-nothing")
def draws_again(g: Movie) -> bool:
    """Whether a card is drawn on top of the one that a cover has left, if the reading says so and one can be drawn."""
    return g.reading("cover-attack/uncover-draws-nothing") == "draw" and can_draw(g)


def mysteries(g: Movie) -> int:
    """How many mystery cards are on the screen."""
    return sum(not frame.up for frame in g.screen)


def can_draw(g: Movie) -> bool:
    """Whether the reel pile has a card for the screen."""
    return g.turning != "active" and len(g.reel_pile) > mysteries(g)


def flip(g: Movie, n: int) -> Rule[str]:
    """The next card of the reel pile is put face up in a frame."""
    (card,) = yield from draw(g.reel_pile, 1, "screen/refill-from-reel-pile")
    frame = g.screen[n]
    frame.up = True
    frame.cards.append(card)
    g.show(card)
    return str(card)
