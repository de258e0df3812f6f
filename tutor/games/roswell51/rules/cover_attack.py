"""Cover+Attack: a card of the reel pile on an item or power play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Move, Refusal, Rule, Value
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.cards import TAKEN
from tutor.games.roswell51.people import DIRECTOR, Person
from tutor.games.roswell51.rules import monster_attack
from tutor.games.roswell51.rules.foes import can_draw, frames_in_play
from tutor.games.roswell51.rules.throngs import established, other_attack, which_throng
from tutor.games.roswell51.table import Foe, Movie

COVER = "cover-attack"


class Cover(Move[Movie, Person]):
    """Cover an item or a power play, and attack."""

    verb = COVER

    def label(self, g: Movie, person: Person, frame: str) -> str:
        return f"Cover {g.spoken(g.screen[int(frame) - 1].top)} and attack"

    def tries(self, g: Movie, person: Person) -> Sequence[Value]:
        return self.each(frames_in_play(g)) if COVER in g.variants else ()

    def refuse(self, g: Movie, person: Person, frame: str) -> Iterator[Refusal]:
        card, fix = g.screen[int(frame) - 1].top, other_attack(g, person)
        if g.cards.type_of(card) not in TAKEN:
            why = f"you can cover only items and power plays, and {g.named(card):is|are} neither"
            yield Refusal("cover-attack/only-item-or-power-play", why, fix)
        if not can_draw(g):
            why = f"there are no cards to draw from the reel pile, so you have nothing to cover {g.spoken(card)} with"
            yield Refusal("cover-attack/needs-reel-card", why, fix)
        if len(g.screen[int(frame) - 1].cards) > 1 and g.reading("cover-attack/cover-on-cover") == "one":
            why = (
                f"{g.spoken(card):already covers|already cover} another card, and there can be only one cover per frame"
            )
            yield Refusal("cover-attack/cover-on-cover", why, fix)
        if not established(person) and g.reading("cover-attack/no-throng") == "refused":
            yield Refusal("cover-attack/no-throng", "you have no throng to attack with after covering the card", fix)

    @staticmethod
    def do(g: Movie, person: Person, frame: str) -> Rule[None]:
        return cover(g, person, int(frame) - 1)


@rule("cover-attack/action")
def cover(g: Movie, person: Person, n: int) -> Rule[None]:
    """The next reel card covers an item or power play face down; then one throng attacks."""
    director = person.seat == DIRECTOR
    g.step("dt-cover" if director else "pp-cover")
    frame = g.screen[n]
    below = frame.top
    again = "cover-attack/cover-on-cover" if len(frame.cards) > 1 else ""
    frame.up, frame.cause = False, g.names[person.seat]
    g.note(
        "cover-attack/action",
        "{who} covers {card} with a face-down card",
        also=("cover-attack/blocks-card-below", "cover-attack/helpful-cover", again),
        who=g.names[person.seat],
        card=g.spoken(below),
    )
    slots = established(person)
    if not slots:
        g.note("cover-attack/no-throng", "{who} has no throng, so there is no attack", who=g.names[person.seat])
        return
    prompt = "Which of your throngs attacks?"
    slot = yield from which_throng(person.seat, slots, "cover-attack/any-one-throng", prompt)
    if director:
        g.step("dt-cover-attack")
    g.note(
        "cover-attack/any-one-throng",
        "{who}’s throng {n} attacks",
        also=("cover-attack/reveal-after-attack",),
        who=g.names[person.seat],
        n=slot + 1,
    )
    yield from monster_attack.monster_attack(g, Foe("throng", person.seat, slot))
