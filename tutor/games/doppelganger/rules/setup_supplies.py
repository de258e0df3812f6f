"""Setup 3: ten more supplies, trimming to three, and the first leader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Draw, Refusal, Roll, Rule, Value, draw
from tutor.engine.core.piles import Pile
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.rules.end import finish
from tutor.games.doppelganger.table import Expedition
from tutor.games.doppelganger.written import NOBODY

EXTRA_CARDS = 10
HAND_AFTER_TRIM = 3
DONE = "done"


@rule("setup-supplies/ten-more")
def deal_ten(g: Expedition) -> Rule[None]:
    """Ten more supplies in total, one at a time around the table from a random player on."""
    g.step("setup-ten")
    (face,) = yield Roll(1, "setup-supplies/ten-more", sides=g.seats)
    g.first_receiver = face - 1
    order = [(g.first_receiver + k) % g.seats for k in range(g.seats)]
    each = g.reading("setup-supplies/ten-more") == "ten-each"
    total = min(len(g.deck), EXTRA_CARDS * g.seats if each else EXTRA_CARDS)
    for place, seat in enumerate(order):
        share = total // g.seats + (place < total % g.seats)
        cards = yield from draw(g.deck, share, "setup-supplies/uneven-split", seen_by=(seat,))
        g.hands[seat] += cards
        g.note("setup-supplies/uneven-split setup-supplies/ten-more", "{who} gets {n}", who=g.names[seat], n=share)
        g.agenda.append(("setup-supplies/trim-to-three", seat))
    g.note("setup-supplies/look", "everybody looks at their own supplies")
    g.agenda.append(("setup-supplies/first-leader",))
    g.step("setup-trim")


class Trim(Choose):
    """Which card goes, until three are left."""

    __slots__ = ("g",)

    def __init__(self, g: Expedition, seat: int) -> None:
        self.g = g
        self.seat = seat
        self.rule = "setup-supplies/trim-free-choice"

    def prompt(self) -> str:
        return f"Discard down to {HAND_AFTER_TRIM} cards"

    def label(self, value: Value) -> str:
        return "Keep these" if value == DONE else f"Discard {self.g.name(str(value[1]))}"  # type: ignore[index]

    def candidates(self) -> Sequence[Value]:
        return [*(("discard", card) for card in dict.fromkeys(self.g.hands[self.seat])), DONE]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        hand = self.g.hands[self.seat]
        if value == DONE:
            if len(hand) > HAND_AFTER_TRIM:
                yield Refusal(
                    "setup-supplies/trim-to-three",
                    f"you hold {len(hand)} cards, {HAND_AFTER_TRIM} may stay",
                    f"Discard {len(hand) - HAND_AFTER_TRIM} more.",
                )
        elif self._locked(str(value[1])):  # type: ignore[index]
            yield Refusal("setup-supplies/trim-infection", "The Infection cannot be trimmed", "Discard another.")

    def _locked(self, card: str) -> bool:
        """Whether a reading keeps this card in the hand as long as there is another one to discard."""
        infections = self.g.infections
        return (
            card in infections
            and self.g.reading("setup-supplies/trim-infection") == "may-not-be-trimmed"
            and any(other not in infections for other in self.g.hands[self.seat])
        )


@rule("setup-supplies/trim-to-three")
def trim(g: Expedition, seat: int) -> Rule[None]:
    """A player discards from hand, face down, until at most three supplies are left."""
    free = g.reading("setup-supplies/trim-exactly-three") == "may-discard-more"
    trimmed = 0
    while len(g.hands[seat]) > HAND_AFTER_TRIM or (free and g.hands[seat]):
        value = yield Trim(g, seat)
        if value == DONE:
            break
        card = value[1]
        g.hands[seat].remove(card)
        g.discards.append((card, seat))
        trimmed += 1
        if card in g.infections:
            trim_infection(g, seat)
    g.note(
        "setup-supplies/trim-to-three setup-supplies/trim-exactly-three setup-supplies/trim-counts"
        " setup-supplies/trim-order secrecy/supply-discards-face-down",
        "{who} puts {n} on the discard pile, face down, and keeps {left}",
        who=g.names[seat],
        n=trimmed,
        left=len(g.hands[seat]),
    )
    if any(card in g.infections for card in g.hands[seat]):
        said = "you keep The Infection, so you are an Alien; nobody else is told"
        g.note("infection/turns-alien secrecy/infection-silent", said, to=(seat,))


@rule("setup-supplies/trim-infection")
def trim_infection(g: Expedition, seat: int) -> None:
    """Who discards The Infection now is no Alien because of it."""
    g.tainted[seat] = g.reading("setup-supplies/trim-infection") == "stays-alien"
    said = "you stay an Alien all the same" if g.tainted[seat] else "you are not infected"
    g.note("setup-supplies/trim-infection", "The Infection is gone from your hand: {said}", to=(seat,), said=said)


@rule("setup-supplies/first-leader")
def choose_first_leader(g: Expedition) -> Rule[None]:
    """The trimmed cards are the discard pile, the rest is the deck, and somebody leads first."""
    g.step("setup-piles")
    if g.reading("setup-supplies/trim-order") == "shuffled":
        yield from shuffle_trimmed(g)
    g.note(
        "setup-supplies/discard-pile-starts setup-supplies/deck setup-supplies/trim-counts",
        "{n} trimmed cards start the discard pile; {left} supplies are left in the deck",
        n=len(g.discards),
        left=len(g.deck),
    )
    g.step("setup-first-leader")
    leader = g.first_receiver
    match g.reading("setup-supplies/first-leader"):
        case "random":
            (face,) = yield Roll(1, "setup-supplies/first-leader", sides=g.seats)
            leader = face - 1
        case "chosen":
            name = yield Choose(leader, "setup-supplies/first-leader", g.names, "Who leads first?")
            leader = g.seat(name)
    g.note("setup-supplies/first-leader", "{who} leads first", who=g.names[leader])
    if not g.any_human():
        yield from finish(g, "no-humans")
    g.agenda.append(("turn/two-action-points", leader))


def shuffle_trimmed(g: Expedition) -> Rule[None]:
    """All trimmed cards are shuffled together, so that nobody knows which lies where."""
    if g.discards:
        places = Pile(str(n) for n in range(len(g.discards)))
        order = yield Draw(places, len(places), "setup-supplies/trim-order", seen_by=(), ordered=True)
        g.discards = [(g.discards[int(n)][0], NOBODY) for n in order]
