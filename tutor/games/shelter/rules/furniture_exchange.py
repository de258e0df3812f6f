"""Items handed in for a reward."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Many, Menu, Moves, Part, Pick, Refusal, Rule, Sum
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import Used, read_line
from tutor.games.shelter.rules.ark import code_card
from tutor.games.shelter.rules.effects import do_lines
from tutor.games.shelter.rules.items_hand import OfItem, hand_over, kinds
from tutor.games.shelter.table import Shelter


class Give(OfItem):
    """Hand in an item."""

    verb, words = "give", "Hand in {}"

    @staticmethod
    def do(g: Shelter, seat: int, item: str) -> None:
        give(g, seat, item)


def give(g: Shelter, seat: int, item: str) -> None:
    """Hand in one item for a reward."""
    hand_over(g, seat, item, "{who} hands in {card}{where}", "furniture/item-exchange")


GIVE = Menu(Give())


def refuse_exchange(g: Shelter, seat: int, card: Used, price: int) -> Iterator[Refusal]:
    """Yield why this player cannot have the reward."""
    player = g.players[seat]
    if len(player.items) < price:
        have = f"only {len(player.items)}" if player.items else "none"
        why = f"the exchange costs {Many(price):item}, and you have {have}"
        yield Refusal("furniture/item-exchange", why, "Decline the exchange.", "decline")
    counts = g.reading("items/exchange-is-not-use") == "counts-as-use"
    if counts and player.items_used >= g.items_a_round(seat):
        used = f"you have already used {Many(player.items_used):item} this round, which is your limit"
        why = f"an exchange counts as using an item, and {used}"
        yield Refusal("items/exchange-is-not-use", why, "Decline the exchange.", "decline")
    if not _reward_there(g, card):
        yield Refusal(
            "special/face-up",
            "the special item that you would get is no longer available",
            "Decline the exchange.",
            "decline",
        )


def _reward_there(g: Shelter, card: Used) -> bool:
    """Whether the special items that the reward names are still available."""
    for line in map(read_line, card.reward):
        if line.verb == "special" and line.what not in g.specials:
            return False
        if line.verb == "code" and code_card(g) not in g.specials and g.reading("ark/how-to-get-code") != "deck-item":
            return False
    return True


def price_of(g: Shelter, card: Used, seat: int) -> Sum:
    """Return how many items this player hands in for a card’s reward, which is at least one."""
    return Sum(
        "price",
        Part(card.price, card.name, "furniture/item-exchange", card.id),
        Part(-g.skill(seat, "pays-less"), "skill", "characters/skill-overrides", g.players[seat].character),
        least=1,
    )


@rule("furniture/item-exchange")
def exchange(g: Shelter, card: Used, seat: int) -> Rule[None]:
    """A player gets the reward only for the items that the card asks for; this does not count as using an item."""
    g.step("exchange")
    price = price_of(g, card, seat)
    if price < card.price:
        less = Many(card.price - price)
        g.note(
            "characters/skill-overrides",
            "The exchange costs {who} {n:item} less because of a skill",
            who=g.names[seat],
            n=less,
        )
    answer = yield Pick(
        seat,
        "furniture/item-exchange",
        ("exchange", "decline"),
        lambda: f"Do you hand in {Many(price):item} for {g.the(card.id)}’s reward?",
        lambda value: refuse_exchange(g, seat, card, price) if value == "exchange" else iter(()),
        lambda value: f"Hand in {Many(price):item}" if value == "exchange" else "Decline the exchange",
    )
    if answer == "decline":
        g.note("furniture/item-exchange", "{who} does not hand anything in, so there is no reward", who=g.names[seat])
        g.step("next-line")
        return
    player = g.players[seat]
    counts = g.reading("items/exchange-is-not-use") == "counts-as-use"
    player.items_used += counts
    for left in range(price, 0, -1):
        if len(player.items) == left:
            give(g, seat, kinds(player.items)[0])
            continue
        prompt = f"Which item do you hand in at {g.the(card.id)}?"
        yield from Moves(seat, "furniture/item-exchange", GIVE, g, seat, prompt).played()
    g.note(
        "items/exchange-is-not-use",
        "Handing in {n:item} {counts} as using an item this round",
        n=Many(price),
        counts="counts" if counts else "does not count",
    )
    g.step("next-line")
    yield from do_lines(g, card.reward, (seat,))
