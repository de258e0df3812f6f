"""Carrying out a card: its lines in printed order, an exchange, a random event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Roll, Rule, Value
from tutor.engine.core.table import Many
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import CODE, CODE_PART, Used, read_line
from tutor.games.shelter.rules.changes import PERSONAL, SHARED
from tutor.games.shelter.rules.death import settle
from tutor.games.shelter.rules.items import Plain, drop_for, items_a_round, kinds
from tutor.games.shelter.table import Shelter


@rule("furniture/effect-immediate")
def carry_out(g: Shelter, card: Used, group: tuple[int, ...]) -> Rule[None]:
    """Do all that a used card says for everyone in `group`; who came last decides and rolls."""
    g.step("effect")
    g.step("next-line")
    yield from do_lines(g, card.effect, group)
    if card.price:
        for seat in group:
            if not g.players[seat].fate:
                yield from exchange(g, card, seat)
    if card.events:
        yield from random_events(g, card, group)
    if g.readings["victory/order-of-checks"] == "after-whole-effect":
        yield from settle(g)
    g.step("effect-done")


def do_lines(g: Shelter, lines: Sequence[str], group: tuple[int, ...]) -> Rule[None]:
    """Carry out lines in printed order, each for everyone of `group` who is still there."""
    for text in lines:
        line = read_line(text)
        shared = SHARED.get(line.verb)
        for seat in still_there(g, group)[-1:] if shared else group:
            if not g.players[seat].fate:
                g.step("effect-line")
                yield from (shared or PERSONAL[line.verb])(g, seat, line)
                g.step("next-line")


def still_there(g: Shelter, group: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the group who have not died meanwhile."""
    return tuple([seat for seat in group if not g.players[seat].fate])


# -- exchange ------------------------------------------------------------


class Exchange(Choose):
    """Hand in items for a reward, or not."""

    __slots__ = ("card", "g", "price")

    def __init__(self, g: Shelter, seat: int, card: Used, price: int) -> None:
        self.g = g
        self.seat = seat
        self.card = card
        self.price = price
        self.rule = "furniture/item-exchange"

    def prompt(self) -> str:
        return f"Hand in {Many(self.price):item}?"

    def candidates(self) -> Sequence[Value]:
        return ["exchange", "decline"]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value != "exchange":
            return
        player = self.g.players[self.seat]
        if len(player.items) < self.price:
            yield Refusal(
                "furniture/item-exchange",
                f"it costs {Many(self.price):item}, you have {len(player.items)}",
                "Decline.",
                "decline",
            )
        counts = self.g.reading("items/exchange-is-not-use") == "counts-as-use"
        if counts and player.items_used >= items_a_round(self.g, self.seat):
            yield Refusal(
                "items/exchange-is-not-use", "it counts as your item of the round, which is used", "", "decline"
            )
        if not _reward_there(self.g, self.card):
            yield Refusal("special/face-up", "no such special item lies face up any more", "Decline.", "decline")


def _reward_there(g: Shelter, card: Used) -> bool:
    """Whether the special items that the reward names still lie beside the table."""
    for line in map(read_line, card.reward):
        if line.verb == "special" and line.what not in g.specials:
            return False
        if line.verb == "code" and code_card(g) not in g.specials and g.reading("ark/how-to-get-code") != "deck-item":
            return False
    return True


def code_card(g: Shelter) -> str:
    """The special item that leads to the ark under the reading in force."""
    return CODE_PART if g.reading("ark/how-to-get-code") == "code-parts" else CODE


@rule("furniture/item-exchange")
def exchange(g: Shelter, card: Used, seat: int) -> Rule[None]:
    """The reward comes only for the items that the card asks for; that is no item use."""
    g.step("exchange")
    price = max(1, card.price - g.skill(seat, "pays-less"))
    less = Many(card.price - price)
    if less:
        g.note("characters/skill-overrides", "{who} pays {n:item} less", who=g.names[seat], n=less)
    if (yield Exchange(g, seat, card, price)) == "decline":
        g.note("furniture/item-exchange", "No items, no reward")
        g.step("next-line")
        return
    player = g.players[seat]
    counts = g.reading("items/exchange-is-not-use") == "counts-as-use"
    player.items_used += counts
    for left in range(price, 0, -1):
        if len(player.items) == left:
            item = kinds(player.items)[0]
        else:
            offers = [("give", one) for one in kinds(player.items)]
            labels = [f"Give {g.cards[one].name}" for _, one in offers]
            _, item = yield Plain(g, seat, "furniture/item-exchange", offers, "Which item do you give?", labels)
        drop_for(g, seat, item)
    g.note(
        "items/exchange-is-not-use",
        "Handing in {n:item} {counts} as the item of the round",
        n=Many(price),
        counts="counts" if counts else "does not count",
    )
    g.step("next-line")
    yield from do_lines(g, card.reward, (seat,))


# -- random events ------------------------------------------------------------


@rule("random-events/roll")
def random_events(g: Shelter, card: Used, group: tuple[int, ...]) -> Rule[None]:
    """On shared furniture the last to arrive rolls once for all, or each rolls; a lone user just rolls."""
    there = still_there(g, group)
    if len(group) == 1 or g.reading("random-events/each-user-rolls") == "each-rolls":
        for seat in there:
            if not g.players[seat].fate:
                g.note("random-events/each-user-rolls", "{who} rolls alone", who=g.names[seat])
                yield from random_event(g, card, seat, (seat,))
    elif there:
        g.note("random-events/each-user-rolls", "{who} came last and rolls once for all", who=g.names[there[-1]])
        yield from random_event(g, card, there[-1], there)


@rule("random-events/match-number")
def random_event(g: Shelter, card: Used, seat: int, group: tuple[int, ...]) -> Rule[None]:
    """One die names the event, and the event is carried out, good or bad."""
    g.step("random-roll")
    (face,) = yield Roll(1, "random-events/roll", roller=seat)
    if g.skill(seat, "rolls-again"):
        again = yield Plain(
            g, seat, "random-events/no-reroll", ("keep", "again"), "Roll again?", (f"Keep the {face}", "Roll again")
        )
        if again == "again":
            g.note("characters/skill-overrides", "{who} rolls again by skill", who=g.names[seat])
            (face,) = yield Roll(1, "random-events/no-reroll", roller=seat)
    lines = card.events[face - 1] if face <= len(card.events) else ()
    g.note(
        "random-events/match-number random-events/mandatory random-events/no-reroll random-events/immediate",
        "{who} rolled {face}: {event}; it stands and happens now",
        who=g.names[seat],
        face=face,
        event=", ".join(lines) or "nothing",
    )
    if not lines:
        g.note("random-events/uncovered-number", "The card names nothing for a {face}, so nothing happens", face=face)
    g.step("next-line")
    yield from do_lines(g, lines, group)
