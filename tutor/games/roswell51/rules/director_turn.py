"""The turn of the Director, and of those who have joined the aliens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.asks import PASS, Choose, Refusal, Rule, Value
from tutor.engine.table import Many
from tutor.games.roswell51.book import rule, words_of
from tutor.games.roswell51.numbers import FRAMES
from tutor.games.roswell51.people import DIRECTOR, Person
from tutor.games.roswell51.rules import back_seat, end_of_turn, monster_attack, pod_players, reel_end, reveal
from tutor.games.roswell51.rules.alien_technology import ALIEN_TECHNOLOGY, give_item, slots_with_room, usable
from tutor.games.roswell51.rules.cover import COVER, cover, refuse_cover
from tutor.games.roswell51.rules.foes import empty_frame
from tutor.games.roswell51.rules.monster_mash import MASH_1, MASH_2, mash, mashes, refuse_mash, refuse_steal, steal
from tutor.games.roswell51.rules.throngs import can_place, established, place_card, there
from tutor.games.roswell51.table import Foe, Movie

ALL_OUT = "all-out"
DESPERATE = "desperate-measures"
MORE_WAYS = (COVER, DESPERATE, ALIEN_TECHNOLOGY, MASH_1, MASH_2)
"""The variants that add attack actions."""


class AlienTurn(Choose):
    """Which attack action to take."""

    __slots__ = ("g", "person")

    def __init__(self, g: Movie, person: Person) -> None:
        self.g = g
        self.person = person
        self.seat = person.seat
        self.rule = "director-turn/exactly-one-attack-action" if person.seat == DIRECTOR else "pod-players/same-actions"

    def prompt(self) -> str:
        return "Which attack action?"

    def candidates(self) -> Sequence[Value]:
        g = self.g
        frames = [str(n + 1) for n in range(FRAMES) if g.screen[n].top]
        first: list[Value] = [*(("take", n) for n in frames), ALL_OUT]
        if COVER in g.variants:
            first += [(COVER, n) for n in frames]
        if DESPERATE in g.variants and self.seat == DIRECTOR:
            first.append(DESPERATE)
        first += mashes(g, self.person)
        return first if any(next(self.refuse(v), None) is None for v in first) else [*first, PASS]

    def open(self) -> Sequence[Value]:
        g, person = self.g, self.person
        if not g.variants.isdisjoint(MORE_WAYS):
            return Choose.open(self)
        values: list[Value] = []
        if can_place(g, [person]):
            values += [("take", str(n + 1)) for n, f in enumerate(g.screen) if f.top and g.is_alien(f.top)]
        if established(person):
            values.append(ALL_OUT)
        return values or [PASS]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g, person = self.g, self.person
        verb, *rest = words_of(value)
        if verb == "take":
            yield from refuse_take(g, person, int(rest[0]) - 1)
        elif verb == ALL_OUT and not established(person):
            yield Refusal("throngs/established-means-card", "you have no throngs")
        elif verb == COVER:
            yield from refuse_cover(g, person, int(rest[0]) - 1)
        elif verb == "mash":
            yield from refuse_mash(g, person, int(rest[0]) - 1)
        elif verb == "steal":
            yield from refuse_steal(g, person, *rest)
        elif verb == DESPERATE:
            if established(person):
                yield Refusal("alternate-rules/desperate-measures", "you have throngs", "Attack with them.", ALL_OUT)
            elif not any(frame.top and g.is_alien(frame.top) for frame in g.screen):
                yield Refusal("alternate-rules/desperate-measures", "there are no monsters on the screen")

    def label(self, value: Value) -> str:
        verb, *rest = words_of(value)
        if verb in ("mash", "steal"):
            return f"Take {self.g.named(rest[1])} from {'throng ' if verb == 'mash' else ''}{rest[0]} and attack"
        if rest:
            name = self.g.named(self.g.screen[int(rest[0]) - 1].top)
            return f"Take {name} and attack" if verb == "take" else f"Cover {name} and attack"
        names = {ALL_OUT: "All-Out Attack", DESPERATE: "All-Out Attack of the screen", PASS: "Do nothing"}
        return names[verb]


def refuse_take(g: Movie, person: Person, n: int) -> Iterator[Refusal]:
    """Why a card of the screen cannot be taken into a throng."""
    card = g.screen[n].top
    if usable(g, person, card):
        if not slots_with_room(g, person):
            yield Refusal("alternate-rules/alien-technology-counts", "none of your throngs has room for an item")
    elif not g.is_alien(card):
        id = "named-cards/blob-is-not-a-monster" if g.screen[n].points else "director-turn/take-only-monsters"
        yield Refusal(id, f"{g.named(card):isn’t a monster|aren’t monsters}")
        if not any(frame.top and g.is_alien(frame.top) for frame in g.screen):
            yield Refusal("director-turn/take-attack-needs-screen-monster", "there are no monsters on the screen")
    elif not can_place(g, [person]):
        yield Refusal("throngs/all-full", "all 18 places in your throngs are taken")
        yield Refusal("throngs/eighteen-max", "a full board holds 18 cards")


@rule("director-turn/exactly-one-attack-action")
def directors_turn(g: Movie) -> Rule[None]:
    """Fade out comes due, then one attack action, the reveal, and the end of the turn."""
    g.step("dt-start")
    g.final = g.dry
    g.step("dt-fade-due")
    yield from end_of_turn.fade_due(g)
    yield from back_seat.directors_turn(g)
    g.step("dt-choice")
    yield from one_action(g, g.people[DIRECTOR])
    g.step("dt-acted")
    if g.reading("director-turn/end-of-turn-order") == "reveal-last":
        g.note("director-turn/end-of-turn-order", "fade out and clipping come before the reveal")
        yield from end_of_turn.specials(g)
        yield from reveal_own(g)
    else:
        yield from reveal_own(g)
        yield from end_of_turn.specials(g)
    g.step("dt-end")
    yield from reel_end.end_of_round(g)


def reveal_own(g: Movie) -> Rule[None]:
    """What the Director's action caused is revealed, and the reel may end."""
    g.step("dt-reveal")
    yield from reveal.reveal(g, "director-turn/mystery-after-action")
    yield from reel_end.check(g)


def bonus_turn(g: Movie) -> Rule[None]:
    """An extra turn in mid-reel: one attack action and the reveal of what it caused."""
    g.extra = True
    g.step("dt-choice")
    yield from one_action(g, g.people[DIRECTOR])
    g.step("dt-acted")
    yield from reveal_own(g)
    g.step("dt-end")
    g.extra = False


@rule("pod-players/same-actions")
def pod_turn(g: Movie) -> Rule[None]:
    """Who has joined the aliens takes one attack action, with own throngs; no fade out, no clipping."""
    person = g.people[g.turn]
    g.step("pp-turn")
    g.step("pp-choice")
    g.note(
        "pod-players/same-actions pod-players/same-limits pod-players/no-fade-out pod-players/no-clip"
        " fade-out/pod-players-cannot clip-reel/pod-players-cannot",
        "{who} takes one attack action, and cannot fade out or clip",
        who=g.names[g.turn],
    )
    yield from one_action(g, person)
    g.step("pp-reveal")
    yield from reveal.reveal(g, "pod-players/reveal-caused-by-pod")
    yield from reel_end.check(g)
    g.step("pp-end")
    reel_end.next_turn(g)


def one_action(g: Movie, person: Person) -> Rule[None]:
    """One attack action of somebody on the aliens' side."""
    answer = yield AlienTurn(g, person)
    verb, *rest = words_of(answer)
    if verb == "take":
        yield from take_and_attack(g, person, int(rest[0]) - 1)
    elif verb == ALL_OUT:
        yield from all_out(g, person)
    elif verb == COVER:
        yield from cover(g, person, int(rest[0]) - 1)
    elif verb == DESPERATE:
        yield from desperate(g)
    elif verb == "mash":
        yield from mash(g, person, int(rest[0]) - 1, rest[1])
    elif verb == "steal":
        yield from steal(g, person, *rest)
    else:
        nothing_to_do(g, person)


@rule("director-turn/no-legal-action")
def nothing_to_do(g: Movie, person: Person) -> None:
    """Without any attack action the turn is over."""
    g.step(node(person, "none"))
    rules = "director-turn/no-legal-action" if person.seat == DIRECTOR else "pod-players/nothing-to-do"
    g.note(rules, "{who} finds nothing to do", who=g.names[person.seat])


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
        rules = "director-turn/take-attack throngs/growth-sources"
        _, slot = yield from place_card(g, person.seat, card, [person], rules)
    yield from pod_players.receive(g, person)
    if reel_end.last_card_taken(g):
        yield from reel_end.stop_here(g)
    g.step(node(person, "attack"))
    g.note("director-turn/take-attack-same-throng", "throng {n} attacks", n=slot + 1)
    yield from monster_attack.monster_attack(g, Foe("throng", person.seat, slot))


@rule("director-turn/all-out")
def all_out(g: Movie, person: Person) -> Rule[None]:
    """Every established throng of one's own attacks once, each with a target named before its roll."""
    slots = established(person)
    g.series += 1
    g.note(
        "director-turn/all-out director-turn/all-out-own-throngs-only director-turn/all-out-targets-per-throng"
        " director-turn/screen-monsters-idle monster-attack/focus-or-spread",
        "All-Out Attack with {n:throng}",
        n=Many(len(slots)),
    )
    for slot in slots:
        foe = Foe("throng", person.seat, slot)
        if not there(g, foe):
            g.note("director-turn/all-out-lost-throng", "throng {n} is gone before its attack", n=slot + 1)
            continue
        g.step(node(person, "all-out"))
        yield from monster_attack.monster_attack(g, foe)
    yield from pod_players.series_over(g)


@rule("alternate-rules/desperate-measures")
def desperate(g: Movie) -> Rule[None]:
    """Without any throng each monster on the screen attacks."""
    g.series += 1
    for n, card in enumerate([frame.top for frame in g.screen]):
        foe = Foe("screen", DIRECTOR, n, card)
        if card and g.is_alien(card) and there(g, foe):
            g.step("dt-desperate")
            g.note("alternate-rules/desperate-measures", "{card:attacks|attack} from the screen", card=g.named(card))
            yield from monster_attack.monster_attack(g, foe)
    yield from pod_players.series_over(g)
