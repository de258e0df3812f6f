"""Setup 2: the secret characters and the first supplies."""

from __future__ import annotations

from tutor.engine.core import Pile, Rule, draw, shuffle, spelled_out
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.people import GUARANTEED
from tutor.games.doppelganger.table import Expedition
from tutor.games.doppelganger.written import UNSEEN


@rule("setup-characters/pool")
def deal_characters(g: Expedition) -> Rule[None]:
    """Stacks of a character with supplies, one more than there are players, are mixed and dealt in secret."""
    g.step("setup-variant")
    tell_pool(g)
    yield from build_stacks(g)
    g.step("setup-mix")
    pool = Pile(character for character, _ in g.put_out)
    dealt = yield from draw(pool, g.seats, "setup-characters/deal-stacks", seen_by=(), ordered=True)
    g.note(
        "setup-characters/deal-stacks",
        "the face-down stacks are mixed, and everybody gets one",
        also=("setup-characters/mix-whole-stacks", "overview/one-hidden-alien-at-most"),
    )
    for seat, character in enumerate(dealt):
        g.characters[seat], cards = take_stack(g, character)
        g.hands[seat] = list(cards)
    if g.put_out:
        g.leftover_character, cards = g.put_out.pop()
        set_leftover_aside(g, list(cards))
    look_at_own(g)
    g.agenda.append(("setup-supplies/ten-more",))


def take_stack(g: Expedition, character: str) -> tuple[str, tuple[str, ...]]:
    """Take a character's stack from those laid out, and return it."""
    stack = next(stack for stack in g.put_out if stack[0] == character)
    g.put_out.remove(stack)
    return stack


def tell_pool(g: Expedition) -> None:
    """Say which characters are laid out."""
    if GUARANTEED in g.variants:
        g.step("setup-pool-guaranteed")
        said = "one Human fewer than usual is laid out, so one of the players is certainly the Alien"
        g.note("setup-characters/guaranteed-alien", said)
        return
    g.step("setup-pool-standard")
    g.note(
        "setup-characters/pool",
        "{n} Humans and the Alien are laid out, which is one character more than there are players, "
        "so there is a chance of 1 in {m} that nobody is the Alien",
        also=("setup-characters/maybe-no-alien",),
        n=g.seats,
        m=g.seats + 1,
    )


def build_stacks(g: Expedition) -> Rule[None]:
    """The Alien gets Recovery cards, and each Human gets as many random supplies."""
    g.step("setup-recovery")
    each = g.parameters.stack_cards
    recoveries = [card for card in g.deck.cards() if g.supply(card).kind == "recovery"][:each]
    for card in recoveries:
        g.deck.take_any(card)
    g.put_out.append((g.box.pop(), tuple(recoveries)))
    g.note(
        "setup-characters/alien-two-recovery",
        "{cards} on the Alien, and all characters are turned face down",
        also=("supplies/recovery-alien-start", "setup-characters/humans-face-down"),
        cards=spelled_out(each, "Recovery card is put|Recovery cards are put"),
    )
    g.step("setup-human-cards")
    yield from shuffle(g.deck, "setup-characters/shuffle-after-recovery")
    while g.box:
        cards = yield from draw(g.deck, each, "setup-characters/two-on-each-human", seen_by=())
        g.put_out.append((g.box.pop(), cards))
    g.note(
        "setup-characters/shuffle-after-recovery",
        "the deck is shuffled, and {cards} on each Human",
        also=("setup-characters/two-on-each-human",),
        cards=spelled_out(each, "random supply is put|random supplies are put"),
    )


@rule("setup-characters/leftover-stack")
def set_leftover_aside(g: Expedition, cards: list[str]) -> None:
    """The stack that is left over stays face down, unseen, until the end."""
    g.step("setup-leftover")
    match g.reading("setup-characters/leftover-stack"):
        case "into-deck":
            g.deck.mix_in(cards)
            g.deck.forget()
            said = f", and its {spelled_out(len(cards), 'supply is|supplies are')} shuffled into the deck unseen"
        case "on-discards":
            g.discards += [(card, UNSEEN) for card in cards]
            said = f", and its {spelled_out(len(cards), 'supply starts|supplies start')} the discard pile, face down"
        case _:
            g.leftover = cards
            said = ", stays face down and takes no part in the game"
    g.note("setup-characters/leftover-stack", f"one stack is left over{said}")


@rule("setup-characters/look-at-own")
def look_at_own(g: Expedition) -> None:
    """Everybody looks at their own character and supplies."""
    g.step("setup-look")
    seen = g.reading("setup-characters/look-at-own") == "seen"
    for seat in range(g.seats):
        if seen:
            g.note(
                "setup-characters/look-at-own",
                "your character is {character}",
                to=(seat,),
                character=g.the(g.characters[seat]),
            )
    own = "their own stack" if seen else "their own supplies, but not at their character"
    g.note("setup-characters/look-at-own", "everybody looks at {own}", own=own)
