"""The attack actions of those who play the aliens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import PASS, Many, Menu, Move, Moves, Name, Refusal, Rule, Value
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.numbers import SLOTS
from tutor.games.roswell51.people import DIRECTOR, Person
from tutor.games.roswell51.rules import monster_attack, pod_players, reel_end, turning_point
from tutor.games.roswell51.rules.alternate_rules_alien_technology import (
    ALIEN_TECHNOLOGY,
    alien_item,
    give_item,
    slots_with_room,
    usable,
)
from tutor.games.roswell51.rules.alternate_rules_desperate import DESPERATE, Desperate
from tutor.games.roswell51.rules.alternate_rules_monster_mash import MASH_1, MASH_2, Mash, Steal
from tutor.games.roswell51.rules.cover_attack import COVER, Cover
from tutor.games.roswell51.rules.foes import empty_frame, frames_in_play
from tutor.games.roswell51.rules.throngs import can_place, established, other_attack, place_card, refuse_full, there
from tutor.games.roswell51.table import Foe, Movie

ALL_OUT = "all-out"


MORE_WAYS = (COVER, DESPERATE, ALIEN_TECHNOLOGY, MASH_1, MASH_2)
"""The variants that add attack actions."""


class TakeAttack(Move[Movie, Person]):
    """Take a monster from the screen into a throng, which attacks."""

    verb = "take"

    def label(self, g: Movie, person: Person, frame: str) -> str:
        return f"Take {g.spoken(g.screen[int(frame) - 1].top)} and attack"

    def tries(self, g: Movie, person: Person) -> Sequence[Value]:
        return self.each(frames_in_play(g))

    def open(self, g: Movie, person: Person) -> Sequence[Value]:
        if not g.variants.isdisjoint(MORE_WAYS):
            return super().open(g, person)
        if not can_place(g, [person]):
            return ()
        return [("take", str(n + 1)) for n, f in enumerate(g.screen) if f.top and g.is_alien(f.top)]

    def refuse(self, g: Movie, person: Person, frame: str) -> Iterator[Refusal]:
        n = int(frame) - 1
        card = g.screen[n].top
        if usable(g, person, card):
            if not slots_with_room(g, person):
                why = "you have no throng with room for an item"
                yield Refusal("alternate-rules/alien-technology-counts", why, other_attack(g, person))
        elif alien_item(g, card):
            why = f"only the Director can take {g.spoken(card)} for a throng"
            yield Refusal("alternate-rules/alien-technology-take", why, other_attack(g, person))
        elif not g.is_alien(card):
            id = "named-cards/blob-is-not-a-monster" if g.screen[n].points else "director-turn/take-only-monsters"
            fix = other_attack(g, person)
            only = "monsters"
            if ALIEN_TECHNOLOGY in g.variants and person.seat == DIRECTOR:
                only = "monsters, and items that aliens can use"
            what = Name("the space blob") if g.screen[n].points else g.spoken(card)
            yield Refusal(id, f"{what:isn’t a monster|aren’t monsters}, and you can take only {only}", fix)
            if not any(frame.top and g.is_alien(frame.top) for frame in g.screen):
                none = "there are no monsters on the screen for you to take"
                yield Refusal("director-turn/take-attack-needs-screen-monster", none, fix)
        elif not can_place(g, [person]):
            yield from refuse_full(g)
            why = f"your throngs can hold {SLOTS * g.parameters.throng} cards at most, and they are all full"
            yield Refusal("throngs/eighteen-max", why, other_attack(g, person))

    @staticmethod
    def do(g: Movie, person: Person, frame: str) -> Rule[None]:
        return take_and_attack(g, person, int(frame) - 1)


class AllOut(Move[Movie, Person]):
    """Attack with every throng."""

    verb, words = ALL_OUT, "All-Out Attack"

    def open(self, g: Movie, person: Person) -> Sequence[Value]:
        return (ALL_OUT,) if established(person) else ()

    def refuse(self, g: Movie, person: Person) -> Iterator[Refusal]:
        if not established(person):
            why = "you have no throngs to attack with"
            yield Refusal("throngs/established-means-card", why, other_attack(g, person))

    @staticmethod
    @rule("director-turn/all-out")
    def do(g: Movie, person: Person) -> Rule[None]:
        """Every established throng of one's own attacks once, each with a target named before its roll."""
        left = established(person)
        g.series += 1
        g.note(
            "director-turn/all-out",
            "{who} makes an All-Out Attack with {n:throng}",
            also=(
                "director-turn/all-out-own-throngs-only",
                "director-turn/all-out-targets-per-throng",
                "director-turn/screen-monsters-idle",
                "monster-attack/focus-or-spread",
            ),
            who=g.names[person.seat],
            n=Many(len(left)),
        )
        while left:
            foes = [Foe("throng", person.seat, slot) for slot in left]
            if not there(g, foes[0]):
                slot = left.pop(0)
                says = "{who}’s throng {n} is gone before it can attack"
                g.note("director-turn/all-out-lost-throng", says, who=g.names[person.seat], n=slot + 1)
                continue
            g.step(node(person, "all-out"))
            others = [foe for foe in foes[1:] if there(g, foe)]
            attacked = yield from monster_attack.monster_attack(g, foes[0], others=others)
            left.remove(attacked.slot)
        yield from turning_point.series_over(g)


class Nothing(Move[Movie, Person]):
    """Take no attack action, by choice or because none is possible."""

    verb, words = PASS, "Do nothing"

    @staticmethod
    def do(g: Movie, person: Person) -> None:
        director = person.seat == DIRECTOR
        g.step(node(person, "none"))
        if any(way.open(g, person) for way in ATTACKS):
            why = "director-turn/exactly-one-attack-action" if director else "pod-players/same-actions"
            g.note(why, "{who} chooses not to attack", who=g.names[person.seat])
        else:
            nothing_possible(g, person)


ATTACKS = (TakeAttack(), AllOut(), Cover(), Desperate(), Mash(), Steal())


USUAL = ATTACKS[:2]
"""The attack actions of a game without variants that add more."""


WAYS = Menu(*ATTACKS, Nothing())


@rule("director-turn/no-legal-action")
def nothing_possible(g: Movie, person: Person) -> None:
    """Without any attack action the turn is over."""
    why = "director-turn/no-legal-action" if person.seat == DIRECTOR else "pod-players/nothing-to-do"
    g.note(why, "{who} has nothing to attack with and does nothing", who=g.names[person.seat])


class AlienTurn(Moves[Movie, Person]):
    """Which attack action to take."""

    __slots__ = ()

    def now_open(self) -> list[Value]:
        g, person = self.g, self.who
        ways = USUAL if g.variants.isdisjoint(MORE_WAYS) else ATTACKS
        return [*(value for way in ways for value in way.open(g, person)), PASS]


def one_action(g: Movie, person: Person) -> Rule[None]:
    """One attack action of somebody on the aliens' side."""
    director = person.seat == DIRECTOR
    id = "director-turn/exactly-one-attack-action" if director else "pod-players/same-actions"
    ask = AlienTurn(person.seat, id, WAYS, g, person, "Which attack action do you take?")
    yield from ask.do((yield ask))


def node(person: Person, name: str) -> str:
    """The node of the turn for the Director or for a Pod Player."""
    return f"{'dt' if person.seat == DIRECTOR else 'pp'}-{name}"


@rule("director-turn/take-attack")
def take_and_attack(g: Movie, person: Person, n: int) -> Rule[None]:
    """A monster is taken from the screen into a throng, which attacks at once."""
    g.step(node(person, "take"))
    card = empty_frame(g, n, g.names[person.seat], "screen/leaves-when-director-takes")
    if person.seat == DIRECTOR:
        g.step("dt-place")
    if usable(g, person, card):
        slot = yield from give_item(g, person, card)
    else:
        why, also = "director-turn/take-attack", ("throngs/growth-sources",)
        _, slot = yield from place_card(g, person.seat, card, [person], why, also=also)
    yield from pod_players.receive(g, person)
    if reel_end.last_card_taken(g):
        yield from reel_end.stop_here(g)
    g.step(node(person, "attack"))
    g.note(
        "director-turn/take-attack-same-throng",
        "{who}’s throng {n} attacks at once",
        who=g.names[person.seat],
        n=slot + 1,
    )
    yield from monster_attack.monster_attack(g, Foe("throng", person.seat, slot))
