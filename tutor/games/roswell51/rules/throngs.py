"""Throngs: their strength, and where a card may be placed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Many, Part, Pick, Prompt, Refusal, Rule, Sum, Value, choose, listed
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.cards import Monster, SurvivorCard
from tutor.games.roswell51.numbers import SLOTS
from tutor.games.roswell51.people import DIRECTOR, Person
from tutor.games.roswell51.table import Foe, Movie

FREE_SLOTS = 3
NUMBERS = tuple(str(slot + 1) for slot in range(SLOTS))
"""The slots, as answers number them."""
OPENING = {3: "throngs/fourth-needs-nine", 4: "throngs/fifth-needs-four-full", 5: "throngs/sixth-needs-five-full"}
"""The rules that keep the later slots closed, by slot from 0."""


def value_of(g: Movie, card: str) -> int:
    """What a card is worth as an alien: a monster's value, a Familiar Face's Muscle, nothing for an item."""
    kind = g.cards.type_of(card)
    if kind == "monster":
        monster: Monster = g.cards[card]
        return monster.value
    if kind == "survivor":
        face: SurvivorCard = g.cards[card]
        return face.muscle
    return 0


def cards_of(g: Movie, foe: Foe) -> list[str]:
    """The cards that attack, or that are attacked, together."""
    if foe.card:
        return [foe.card]
    return g.people[foe.seat].throngs[foe.slot]


@rule("throngs/strength-is-sum")
def strength(g: Movie, foe: Foe) -> Sum:
    """The attack value: the sum of all cards."""
    return Sum("strength", *[Part(value_of(g, card), g.titles[card], "", card) for card in cards_of(g, foe)])


def there(g: Movie, foe: Foe) -> bool:
    """Whether these aliens are still where they were."""
    if foe.place == "screen":
        return g.screen[foe.slot].top == foe.card
    if foe.place == "drawn":
        return foe.card in g.drawn
    if foe.place == "inside":
        return any(shelter.monster == foe.card for shelter in g.sanctuaries)
    throng = g.people[foe.seat].throngs[foe.slot]
    return foe.card in throng if foe.card else bool(throng)


def established(person: Person) -> list[int]:
    """The slots that hold a card."""
    return [slot for slot, throng in enumerate(person.throngs) if throng]


def which_throng(seat: int, slots: Sequence[int], rule: str, prompt: Prompt) -> Rule[int]:
    """Whoever plays the aliens names one of several throngs; return its slot."""
    numbers = [NUMBERS[slot] for slot in slots]
    answer = yield from choose(seat, rule, numbers, prompt, lambda number: f"Throng {number}")
    return NUMBERS.index(answer)


def why_closed(g: Movie, person: Person, slot: int) -> Refusal | None:
    """Why no card may be placed in a slot; None if one may."""
    throngs, most = person.throngs, g.parameters.throng
    n = len(throngs[slot])
    if n >= most:
        return Refusal("throngs/three-cards-max", f"slot {slot + 1} is full, because it already has {Many(n):card}")
    if n or slot < FREE_SLOTS:
        return None
    full = sum(len(throng) >= most for throng in throngs[:slot])
    if full == slot:
        return None
    count = f"only {full}" if full else "none"
    count += " of them is full" if full < 2 else " of them are full"
    why = f"you can use slot {slot + 1} only when slots 1 to {slot} are all full, and {count} yet"
    return Refusal(OPENING[slot], why)


def open_slots(g: Movie, person: Person) -> list[int]:
    """The slots in which a card may be placed."""
    most = g.parameters.throng
    slots = []
    full = True
    for slot, throng in enumerate(person.throngs):
        n = len(throng)
        if n < most and (n or slot < FREE_SLOTS or full):
            slots.append(slot)
        full = full and n >= most
    return slots


def which_place(g: Movie, seat: int, card: str, takers: Sequence[Person], alone: Sequence[int] | None) -> Pick:
    """Ask in which slot a card goes: one's own, or a Pod Player's where that is allowed.

    `alone` are the only slots in which it may be put, those of a starting bonus.
    """
    names = g.names
    opened: list[Value] = []
    for person in takers:
        for slot in open_slots(g, person) if alone is None else sorted(alone):
            number = NUMBERS[slot]
            opened.append(number if person.seat == seat else (names[person.seat], number))

    def values() -> list[Value]:
        return [
            number if person.seat == seat else (names[person.seat], number) for person in takers for number in NUMBERS
        ]

    def reasons(value: Value) -> Iterator[Refusal]:
        person, slot = which_slot(g, seat, value)
        reason = why_closed(g, person, slot)
        if reason:
            yield reason._replace(fix="Choose another slot.")
        if alone is not None and slot not in alone:
            taken = f"and slot {slot + 1} is taken" if person.throngs[slot] else f"so you can’t use slot {slot + 1}"
            why = f"the first monsters go into slots 1 to {FREE_SLOTS}, one in each, {taken}"
            yield Refusal("opening-scene/bonus-own-slot-each", why, f"Choose an empty slot from 1 to {FREE_SLOTS}.")

    def label(value: Value) -> str:
        person, slot = which_slot(g, seat, value)
        throng = person.throngs[slot]
        held = f" with {listed([g.named(card) for card in throng])}" if throng else ", empty"
        place = "Slot" if person.seat == seat else f"{names[person.seat]}’s slot"
        return f"{place} {slot + 1}{held}"

    return Pick(
        seat,
        "throngs/first-three-free",
        values,
        lambda: f"Which slot do you put {g.named(card)} in?",
        reasons,
        label,
        opened,
        about=(g, card),
    )


def which_slot(g: Movie, seat: int, value: Value) -> tuple[Person, int]:
    """Whose slot an answer names, and which."""
    if isinstance(value, tuple):
        return g.player(str(value[0])), NUMBERS.index(str(value[1]))
    return g.people[seat], NUMBERS.index(str(value))


def refuse_full(g: Movie) -> Iterator[Refusal]:
    """Yield why no card can be placed where all throngs are full."""
    why = f"all {SLOTS * g.parameters.throng} places in your throngs are taken, so there is no room for another monster"
    yield Refusal("throngs/all-full", why, "Make an All-Out Attack.")


def can_place(g: Movie, takers: Sequence[Person]) -> bool:
    """Whether a card has any legal place."""
    return any(open_slots(g, person) for person in takers)


def other_attack(g: Movie, person: Person) -> str:
    """What somebody on the aliens' side who cannot attack in one way can do instead."""
    if established(person):
        return "Make an All-Out Attack."
    if any(frame.top and g.is_alien(frame.top) for frame in g.screen):
        return "Take a monster from the screen."
    return "Take another action if you can, or do nothing." if g.variants else "Do nothing this turn."


@rule("throngs/first-three-free")
def place_card(
    g: Movie,
    seat: int,
    card: str,
    takers: Sequence[Person],
    why: str,
    alone: Sequence[int] | None = None,
    also: Sequence[str] = (),
) -> Rule[tuple[Person, int]]:
    """Whoever takes a card lays it in a legal slot; return whose slot and which. There must be one."""
    ask = which_place(g, seat, card, takers, alone)
    if card not in g.drawn:
        g.drawn.append(card)
    person, slot = which_slot(g, seat, (yield ask))
    g.drawn.remove(card)
    before = len(person.throngs[slot])
    person.throngs[slot].append(card)
    if g.heard:
        tell_place(g, seat, person, slot, card, (why, *also), before)
    return person, slot


def tell_place(g: Movie, seat: int, person: Person, slot: int, card: str, why: Sequence[str], before: int) -> None:
    """Say where a card was placed, and by which rules."""
    told = {
        "who": g.names[person.seat],
        "card": g.named(card),
        "slot": slot + 1,
        "n": Many(before + 1),
        "sum": strength(g, Foe("throng", person.seat, slot)),
    }
    rule, *others = why
    g.note(
        rule,
        "{card:goes|go} to {who}’s throng {slot}, which now has {n:card} and a strength of {sum}",
        also=(*others, "throngs/strength-is-sum", "throngs/stay-until-eliminated"),
        **told,
    )
    if slot >= FREE_SLOTS and before:
        template = "throng {slot} already existed, so it could grow whether or not all the slots before it were full"
        g.note("throngs/established-exempt", template, **told)
    elif slot >= FREE_SLOTS:
        g.note(OPENING[slot], "slot {slot} is open, because all the slots before it are full", **told)
    if g.cards.type_of(card) == "survivor":
        g.note(
            "familiar-face/placed-like-monster",
            "{card:is|are} a Familiar Face, so the card is placed like a monster",
            also=("familiar-face/counts-as-throng-card", "familiar-face/muscle-is-value"),
            **told,
        )
        faces = sum(g.cards.type_of(one) == "survivor" for one in person.throngs[slot])
        template = "{who}’s throng {slot} now does SHAD damage"
        if faces > 1:
            template = "{who}’s throng {slot} already does SHAD damage"
        g.note("familiar-face/throng-gains-shad", template, **told)
    if person.seat != DIRECTOR and person.seat != seat:
        g.note("creature-feature/director-into-pod-throng", "{who} receives {card}", **told)
