"""Setup 3: ten more supplies, trimming to three, and the first leader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Choose, Draw, Many, ManyOrNo, Menu, Move, Moves, Pile, Refusal, Roll, Rule, Value, draw
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.rules.end import finish
from tutor.games.doppelganger.table import Expedition
from tutor.games.doppelganger.written import UNSEEN


@rule("setup-supplies/ten-more")
def deal_ten(g: Expedition) -> Rule[None]:
    """More supplies are dealt one at a time around the table, beginning with a random player."""
    g.step("setup-ten")
    (face,) = yield Roll(1, "setup-supplies/ten-more", sides=g.seats)
    g.first_receiver = face - 1
    order = [(g.first_receiver + k) % g.seats for k in range(g.seats)]
    each = g.reading("setup-supplies/ten-more") == "ten-each"
    more = g.parameters.extra_cards
    total = min(len(g.deck), more * g.seats if each else more)
    for place, seat in enumerate(order):
        share = total // g.seats + (place < total % g.seats)
        cards = yield from draw(g.deck, share, "setup-supplies/uneven-split", seen_by=(seat,))
        g.hands[seat] += cards
        g.note(
            "setup-supplies/uneven-split",
            "{who} gets {n:supply|supplies}" if share else "{who} gets no supplies",
            also=("setup-supplies/ten-more",),
            who=g.names[seat],
            n=Many(share),
        )
        g.agenda.append(("setup-supplies/trim-to-three", seat))
    g.note("setup-supplies/look", "everybody looks at their own supplies")
    g.agenda.append(("setup-supplies/first-leader",))
    g.step("setup-trim")


class Discard(Move[Expedition, int]):
    """Discard a card, face down."""

    verb = "discard"

    def label(self, g: Expedition, seat: int, card: str) -> str:
        return f"Discard {g.the(card)}"

    def tries(self, g: Expedition, seat: int) -> Sequence[Value]:
        return self.each(dict.fromkeys(g.hands[seat]))

    def refuse(self, g: Expedition, seat: int, card: str) -> Iterator[Refusal]:
        if card in locked_in(g, seat):
            why = "under the chosen reading, you can’t discard The Infection as long as you hold any other card"
            yield Refusal("setup-supplies/trim-infection", why, "Discard another card.")

    @staticmethod
    def do(g: Expedition, seat: int, card: str) -> None:
        g.hands[seat].remove(card)
        g.discards.append((card, seat))
        if card in g.infections:
            trim_infection(g, seat)


def locked_in(g: Expedition, seat: int) -> tuple[str, ...]:
    """Return the cards that one reading forbids to discard as long as there is another."""
    if g.reading("setup-supplies/trim-infection") != "may-not-be-trimmed":
        return ()
    return g.infections if any(card not in g.infections for card in g.hands[seat]) else ()


class Keep(Move[Expedition, int]):
    """Keep the cards that are left."""

    verb, words = "done", "Keep these cards"

    def refuse(self, g: Expedition, seat: int) -> Iterator[Refusal]:
        held, most = len(g.hands[seat]), g.parameters.kept_cards
        if held > most:
            why = f"you hold {Many(held):card}, and you can{f' keep only {most}' if most else '’t keep any'}"
            yield Refusal("setup-supplies/trim-to-three", why, f"Discard {Many(held - most):card}.")


KEEP = Keep()
TRIM = Menu(Discard(), KEEP)


@rule("setup-supplies/trim-to-three")
def trim(g: Expedition, seat: int) -> Rule[None]:
    """A player discards from hand, face down, until at most three supplies are left."""
    free = g.reading("setup-supplies/trim-exactly-three") == "may-discard-more"
    trimmed = 0
    most = g.parameters.kept_cards
    while len(g.hands[seat]) > most or (free and g.hands[seat]):
        ask = Moves(
            seat, "setup-supplies/trim-free-choice", TRIM, g, seat, lambda: trim_prompt(len(g.hands[seat]), most)
        )
        answer = yield ask
        if answer == KEEP.verb:
            break
        yield from ask.do(answer)
        trimmed += 1
    g.note(
        "setup-supplies/trim-to-three",
        "{who} puts {n:card} face down on the discard pile and keeps {left}"
        if trimmed
        else "{who} discards nothing and keeps {held:card}",
        also=(
            "setup-supplies/trim-exactly-three",
            "setup-supplies/trim-counts",
            "setup-supplies/trim-order",
            "secrecy/supply-discards-face-down",
        ),
        who=g.names[seat],
        n=Many(trimmed),
        left=len(g.hands[seat]) or "none",
        held=ManyOrNo(len(g.hands[seat])),
    )
    if any(card in g.infections for card in g.hands[seat]):
        said = "you keep The Infection, so you are an Alien, and nobody else is told"
        g.note("infection/turns-alien", said, also=("secrecy/infection-silent",), to=(seat,))


def trim_prompt(held: int, most: int) -> str:
    """Return the question for a player who holds `held` supplies and can keep at most `most`."""
    if held == 1 <= most:
        return "You hold 1 supply card, and you don’t have to discard it. Do you discard it anyway?"
    if held <= most:
        return f"You hold {Many(held):supply card}, and you don’t have to discard any. Do you discard one anyway?"
    keep = f"can keep only {most}" if most else "can’t keep any"
    return f"You hold {Many(held):supply card}, but you {keep}. What do you do?"


@rule("setup-supplies/trim-infection")
def trim_infection(g: Expedition, seat: int) -> None:
    """A player who discards The Infection now is not an Alien because of it."""
    g.tainted[seat] = g.reading("setup-supplies/trim-infection") == "stays-alien"
    said = "but you stay an Alien all the same" if g.tainted[seat] else "so you are not infected"
    if any(card in g.infections for card in g.hands[seat]):
        said = "but you still hold another one"
    g.note("setup-supplies/trim-infection", "The Infection is gone from your hand, {said}", to=(seat,), said=said)


@rule("setup-supplies/first-leader")
def choose_first_leader(g: Expedition) -> Rule[None]:
    """The trimmed cards are the discard pile, the rest is the deck, and somebody leads first."""
    g.step("setup-piles")
    if g.discards and g.reading("setup-supplies/trim-order") == "shuffled":
        yield from shuffle_trimmed(g)
    g.note(
        "setup-supplies/discard-pile-starts",
        "the discard pile starts with {n:card}, and {left:supply is|supplies are} left in the deck",
        also=("setup-supplies/deck", "setup-supplies/trim-counts"),
        n=ManyOrNo(len(g.discards)),
        left=ManyOrNo(len(g.deck)),
    )
    g.step("setup-first-leader")
    leader = g.first_receiver
    match g.reading("setup-supplies/first-leader"):
        case "random":
            (face,) = yield Roll(1, "setup-supplies/first-leader", sides=g.seats)
            leader = face - 1
        case "chosen":
            name = yield Choose(
                leader, "setup-supplies/first-leader", g.names, "The supplies have been dealt. Who leads first?"
            )
            leader = g.seat(name)
    g.note("setup-supplies/first-leader", "{who} leads first", who=g.names[leader])
    if not g.any_human():
        yield from finish(g, "no-humans")
    g.agenda.append(("turn/two-action-points", leader))


def shuffle_trimmed(g: Expedition) -> Rule[None]:
    """All trimmed cards are shuffled together, so that nobody knows where each of them is."""
    places = Pile(str(n) for n in range(len(g.discards)))
    order = yield Draw(places, len(places), "setup-supplies/trim-order", seen_by=(), ordered=True)
    g.discards = [(g.discards[int(n)][0], UNSEEN) for n in order]
