"""Holding items: drawing them, the limit of a hand, and discarding when there are too many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Closed, Many, Menu, Move, Moves, Refusal, Rule, Value, draw
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import Line
from tutor.games.shelter.people import special
from tutor.games.shelter.rules.exhaustion import refill_items
from tutor.games.shelter.table import ASIDE, Shelter


def kinds(items: Sequence[str]) -> list[str]:
    """Return the different cards among `items`, in order."""
    return sorted({*items})


class OfItem(Move[Shelter, int]):
    """Something that can be done with an item that a player holds."""

    def label(self, g: Shelter, seat: int, item: str) -> str:
        return self.words.format(g.the(item))

    def tries(self, g: Shelter, seat: int) -> Sequence[Value]:
        return self.each(kinds(g.players[seat].items))


def take_items(g: Shelter, seat: int, cards: Sequence[str]) -> None:
    """Put cards in a player's hand. After the player has chosen furniture, they wait until the next round."""
    player = g.players[seat]
    player.items += cards
    if player.place:
        player.gained += cards


@rule("items/hidden")
def draw_items(g: Shelter, seat: int, n: int, id: str) -> Rule[None]:
    """Items are drawn in secret; an empty deck is refilled from the discard pile."""
    g.step("draw-items")
    cards = yield from draw(g.item_deck, n, id, seen_by=(seat,))
    if len(cards) < n:
        yield from refill_items(g)
        cards += yield from draw(g.item_deck, n - len(cards), id, seen_by=(seat,))
    take_items(g, seat, cards)
    only = "only " if len(cards) < n else ""
    says = f"{{who}} draws {only}{{n:item}} in secret"
    if not cards:
        says = "{who} draws nothing, because there are no items left to draw"
    g.note(id, says, also=("items/hidden",), who=g.names[seat], n=Many(len(cards)))
    for card in cards:
        g.note("items/hidden", "You draw {card}", to=(seat,), card=g.the(card))
    yield from check_hand(g, seat)


def gain_items(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """Draw items."""
    yield from draw_items(g, seat, line.n, "furniture/gives-items")


class Discard(OfItem):
    """Discard an item by choice: in one reading, a player with exactly as many items as the limit may do this."""

    verb, words, heading = "discard", "Discard {}", "Discard"

    def refuse(self, g: Shelter, seat: int, item: str) -> Iterator[Refusal]:
        held, limit = len(g.players[seat].items), g.hand_limit(seat)
        if held < limit:
            strict = g.reading("items/at-exactly-four") == "refuse-at-four"
            enough = f"more than {limit}" if strict else f"at least {limit}"
            why = f"you have {Many(held):item}, and you can discard only when you have {enough}"
            yield Refusal("items/no-voluntary-discard", why, "Keep what you have.")
        elif held == limit and g.reading("items/at-exactly-four") == "refuse-at-four":
            why = f"you have exactly {limit} items, and you can discard only when you have more"
            yield Refusal("items/at-exactly-four", why, "Keep your items.")

    def open(self, g: Shelter, seat: int) -> Sequence[Value]:
        if g.reading("items/at-exactly-four") == "refuse-at-four":
            return ()
        return self.tries(g, seat) if len(g.players[seat].items) == g.hand_limit(seat) else ()

    @staticmethod
    def do(g: Shelter, seat: int, item: str) -> None:
        """The item goes to the discard pile, or back with the special cards if it is one."""
        hand_over(g, seat, item, "{who} discards {card}{where}", "items/over-limit-discard", "items/discard-choice")


class Shed(OfItem):
    """Discard one of too many items."""

    verb, words = "discard", "Discard {}"

    @staticmethod
    def do(g: Shelter, seat: int, item: str) -> None:
        """The item goes where a discarded one goes, because of the limit."""
        says = f"The limit is {Many(g.hand_limit(seat)):item}, so {{who}} discards {{card}}{{where}}"
        hand_over(g, seat, item, says, "items/over-limit-discard", "items/discard-choice")


class KeepAll(Closed[Shelter, int]):
    """Keep more items than the limit allows."""

    verb, words = "keep all", "Keep all your items"

    def refuse(self, g: Shelter, seat: int) -> Iterator[Refusal]:
        held, limit = len(g.players[seat].items), g.hand_limit(seat)
        why = f"you have {held} items, and you can keep only {limit}"
        first = SHED.tries(g, seat)[0]
        yield Refusal("items/hand-limit-four", why, f"Discard {Many(held - limit):item}.", first)


SHED = Shed()
TOO_MANY = Menu(SHED, KeepAll())


@rule("items/over-limit-discard")
def check_hand(g: Shelter, seat: int) -> Rule[None]:
    """A player with more items than the limit discards down to exactly the limit before the game goes on."""
    g.step("hand-check")
    player, limit = g.players[seat], g.hand_limit(seat)
    extra = len(player.items) - limit
    if extra <= 0:
        if len(player.items) > g.parameters.item_limit:
            g.note(
                "characters/skill-overrides",
                "{who} can hold {n:item} because of a skill",
                who=g.names[seat],
                n=Many(limit),
            )
        return
    g.step("hand-discard")
    if seat != g.acting:
        g.note("items/limit-always-on", "The limit on items also applies outside {who}’s own turn", who=g.names[seat])
    if any(special(g, item) for item in player.items):
        g.note(
            "special/items-count-to-limit",
            "Special items count towards the limit on items",
            also=("special/count-as-kind",),
        )
    for _ in range(extra):
        held = Many(len(player.items))
        prompt = f"You have {held:item} and can keep only {limit}. Which item do you discard?"
        yield from Moves(seat, "items/discard-choice", TOO_MANY, g, seat, prompt).played()
    g.note("items/discard-exact", "{who} keeps exactly {n:item}", who=g.names[seat], n=Many(limit))


def hand_over(g: Shelter, seat: int, item: str, says: str, cited: str, *also: str) -> None:
    """Move an item from a player's hand to the discard pile, or back with the special cards if it is one."""
    aside = special(g, item)
    g.players[seat].lose_item(item)
    g.discard(item)
    g.note(
        cited,
        says,
        also=(*also, "special/not-in-decks" if aside else "items/discard-pile"),
        who=g.names[seat],
        card=g.the(item),
        where=f", which is put {ASIDE}" if aside else "",
    )
