"""Item cards: getting, holding, using and discarding them, and the limits on each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value, draw, shuffle
from tutor.engine.core.table import Many
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import CODE, CODE_PART, LIMIT_OF_ITEMS, SpecialItem
from tutor.games.shelter.people import Player, special
from tutor.games.shelter.rules.death import discard
from tutor.games.shelter.table import ASIDE, Shelter

ITEMS_A_ROUND = 1
CODE_PARTS = 2
"""So many parts make the ark code, where it comes in parts."""


def kinds(items: Sequence[str]) -> list[str]:
    """The different cards among `items`, in order."""
    return sorted({*items})


def items_a_round(g: Shelter, seat: int) -> int:
    """How many items this seat can use in a round."""
    return g.skill(seat, "items-a-round") or ITEMS_A_ROUND


def has_code(g: Shelter, seat: int) -> bool:
    """Whether this seat has the ark code, whole or in all its parts."""
    items = g.players[seat].items
    if g.reading("ark/how-to-get-code") == "code-parts":
        return items.count(CODE_PART) >= CODE_PARTS
    return CODE in items


def refuse_use(g: Shelter, seat: int, item: str) -> Iterator[Refusal]:
    """Every reason against using `item` now."""
    player, title = g.players[seat], g.cards[item].name
    most = items_a_round(g, seat)
    if player.items_used >= most:
        yield Refusal(
            "items/one-per-round", f"you have used {player.items_used} of {Many(most):item} this round", "Keep it."
        )
    if player.place:
        yield Refusal(
            "items/before-furniture",
            f"you already stand on {g.title(player.place)}",
            "Use it before you choose furniture.",
        )
        if player.gained.count(item) >= player.items.count(item):
            yield Refusal("items/new-item-waits", f"{title} came this round, after your moment for items", "Keep it.")
    if item in (CODE, CODE_PART):
        if g.reading("ark/activation") == "furniture-choice":
            yield Refusal("ark/activation", f"{title} is shown when you choose the ark", "Go to the ark with it.")
        elif not has_code(g, seat):
            yield Refusal("ark/needs-code", f"{CODE_PARTS} parts make the code", "Find the other part.")
    card = g.cards[item]
    if isinstance(card, SpecialItem):
        yield from _unmet(card, player)


def _unmet(card: SpecialItem, player: Player) -> Iterator[Refusal]:
    have = dict(zip(("health", "satiety", "cleanness", "mood"), (player.health, *player.needs), strict=True))
    for name, least in card.least.items():
        if have[name] < least:
            yield Refusal(
                "special/requirement", f"{card.name} needs {name} {least}, you have {have[name]}", "Raise it."
            )
    if len(player.items) - 1 < card.other_items:
        yield Refusal(
            "special/requirement",
            f"{card.name} needs {Many(card.other_items):other item}, you have {len(player.items) - 1}",
        )


def usable(g: Shelter, seat: int) -> list[str]:
    """The items that this seat can use now."""
    player = g.players[seat]
    if player.items_used >= items_a_round(g, seat):
        return []
    type_of = g.cards.type_of
    return [
        item for item in kinds(player.items) if type_of(item) == "item" or next(refuse_use(g, seat, item), None) is None
    ]


def refuse_discard(g: Shelter, seat: int) -> Iterator[Refusal]:
    """Every reason against discarding an item of one's own accord."""
    held, limit = len(g.players[seat].items), g.hand_limit(seat)
    if held < limit:
        yield Refusal(
            "items/no-voluntary-discard", f"you hold {Many(held):item}, and only more than {limit} are discarded"
        )
    elif held == limit and g.reading("items/at-exactly-four") == "refuse-at-four":
        yield Refusal("items/at-exactly-four", f"you hold exactly {limit}, which is not more than {limit}")


def discards(g: Shelter, seat: int) -> Sequence[Value]:
    """The discards of its own accord that this seat may answer: none, unless a reading allows it at the limit."""
    if g.readings["items/at-exactly-four"] == "refuse-at-four":
        return ()
    items = g.players[seat].items
    return [("discard", item) for item in kinds(items)] if len(items) == g.hand_limit(seat) else ()


class Plain(Choose):
    """A question whose values are all open."""

    __slots__ = ("g",)

    def __init__(
        self, g: Shelter, seat: int, rule: str, values: Sequence[Value], prompt: str, labels: Sequence[str] = ()
    ) -> None:
        super().__init__(seat, rule, values, prompt, labels)
        self.g = g


class Window(Choose):
    """Under that reading: an item before one's own turn, or not."""

    __slots__ = ("g",)

    def __init__(self, g: Shelter, seat: int) -> None:
        self.g = g
        self.seat = seat
        self.rule = "items/own-turn"

    def prompt(self) -> str:
        return "Use an item already?"

    def candidates(self) -> Sequence[Value]:
        return ["wait", *(("use", item) for item in kinds(self.g.players[self.seat].items))]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        return refuse_use(self.g, self.seat, value[1]) if isinstance(value, tuple) else iter(())  # type: ignore[arg-type]

    def label(self, value: Value) -> str:
        return f"Use {self.g.cards[str(value[1])].name}" if isinstance(value, tuple) else "Wait"


class Shed(Choose):
    """Which item goes when there are too many."""

    __slots__ = ("g",)

    def __init__(self, g: Shelter, seat: int) -> None:
        self.g = g
        self.seat = seat
        self.rule = "items/discard-choice"

    def prompt(self) -> str:
        return "Which item goes?"

    def candidates(self) -> Sequence[Value]:
        return [*(("discard", item) for item in kinds(self.g.players[self.seat].items)), "keep all"]

    def open(self) -> Sequence[Value]:
        return [("discard", item) for item in kinds(self.g.players[self.seat].items)]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value == "keep all":
            held, limit = len(self.g.players[self.seat].items), self.g.hand_limit(self.seat)
            yield Refusal(
                "items/hand-limit-four",
                f"you hold {held}, the limit is {limit}",
                f"Discard {held - limit}.",
                self.open()[0],
            )

    def label(self, value: Value) -> str:
        return f"Discard {self.g.cards[str(value[1])].name}" if isinstance(value, tuple) else "Keep all"


def take_items(g: Shelter, seat: int, cards: Sequence[str]) -> None:
    """Put cards in a player's hand."""
    player = g.players[seat]
    player.items += cards
    player.gained += cards


@rule("items/hidden")
def draw_items(g: Shelter, seat: int, n: int, id: str) -> Rule[None]:
    """Items are drawn in secret; an empty deck is made anew from the discard pile."""
    g.step("draw-items")
    cards = yield from draw(g.item_deck, n, id, seen_by=(seat,))
    if len(cards) < n:
        yield from refill_items(g)
        cards += yield from draw(g.item_deck, n - len(cards), id, seen_by=(seat,))
    take_items(g, seat, cards)
    g.note(f"{id} items/hidden", "{who} draws {n:item} in secret", who=g.names[seat], n=Many(len(cards)))
    for card in cards:
        g.note("items/hidden", "You draw {card}", to=(seat,), card=g.cards[card].name)
    yield from check_hand(g, seat)


@rule("exhaustion/item-deck")
def refill_items(g: Shelter) -> Rule[None]:
    """The item discards become the new item deck, if the reading says so and there are any."""
    if g.reading("exhaustion/item-deck") == "no-more" or not g.item_discard:
        g.note("exhaustion/item-deck", "The item deck is empty and stays so")
        return
    g.note("exhaustion/item-deck", "{n:discarded item} shuffled into a new deck", n=Many(len(g.item_discard)))
    g.item_deck.mix_in(g.item_discard)
    g.item_discard.clear()
    yield from shuffle(g.item_deck, "exhaustion/item-deck")


@rule("items/over-limit-discard")
def check_hand(g: Shelter, seat: int) -> Rule[None]:
    """Whoever holds more than the limit discards down to exactly the limit before anything else goes on."""
    g.step("hand-check")
    player, limit = g.players[seat], g.hand_limit(seat)
    extra = len(player.items) - limit
    if extra <= 0:
        if len(player.items) > LIMIT_OF_ITEMS:
            g.note("characters/skill-overrides", "{who} can hold {n:item}", who=g.names[seat], n=Many(limit))
        return
    g.step("hand-discard")
    if seat != g.acting:
        g.note("items/limit-always-on", "The limit holds outside one's own turn too")
    if any(g.cards.type_of(item) == "special_item" for item in player.items):
        g.note("special/items-count-to-limit special/count-as-kind", "Special items count towards the limit")
    for _ in range(extra):
        _, item = yield Shed(g, seat)
        drop(g, seat, item)
    g.note("items/discard-exact", "{who} keeps exactly {n:item}", who=g.names[seat], n=Many(limit))


def _leave_hand(g: Shelter, seat: int, item: str) -> None:
    """Move one item of a player to the discard pile."""
    player = g.players[seat]
    player.items.remove(item)
    if item in player.gained:
        player.gained.remove(item)
    discard(g, item)


def drop(g: Shelter, seat: int, item: str) -> None:
    """Put one item of a player on the discard pile."""
    _leave_hand(g, seat, item)
    g.note(
        "items/over-limit-discard items/discard-choice " + _pile_rule(g, item),
        "{who} discards {card}{where}",
        who=g.names[seat],
        card=g.cards[item].name,
        where=f"; it goes {ASIDE}" if special(g, item) else "",
    )


def _pile_rule(g: Shelter, item: str) -> str:
    """Which rule says where an item goes that leaves a hand."""
    return "special/not-in-decks" if special(g, item) else "items/discard-pile"


def drop_for(g: Shelter, seat: int, item: str) -> None:
    """Hand in one item for a reward."""
    _leave_hand(g, seat, item)
    g.note(
        "furniture/item-exchange " + _pile_rule(g, item),
        "{who} hands in {card}{where}",
        who=g.names[seat],
        card=g.cards[item].name,
        where=f"; it goes {ASIDE}" if special(g, item) else "",
    )
