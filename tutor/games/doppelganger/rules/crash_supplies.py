"""The supplies of a Crash Site: drawn in pairs, one discarded and one given away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import NOBODY, Choose, Many, Menu, Move, Moves, Refusal, Rule, Value, draw, shuffle, spelled_out
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.desert import cell_name
from tutor.games.doppelganger.rules.end import finish
from tutor.games.doppelganger.rules.secrecy import TALK, decide
from tutor.games.doppelganger.table import Expedition
from tutor.games.doppelganger.written import seen_by


@rule("crash/draw-two")
def draw_pair(g: Expedition) -> Rule[None]:
    """The leader draws supplies one at a time and is the only one to see them."""
    for _ in range(g.parameters.crash_cards):
        if not g.deck and g.discards:
            yield from reshuffle_supplies(g)
        g.pair += yield from draw(g.deck, 1, "crash/draw-two", seen_by=(g.leader,))
        if not g.deck and g.discards and g.reading("crash/reshuffle-mid-pair") == "at-once":
            yield from reshuffle_supplies(g)
    if any(card in g.infections for card in g.pair):
        g.note(
            "crash/drawing-is-not-acquiring",
            "drawing The Infection does not infect you, but being given it does",
            to=(g.leader,),
        )


@rule("crash/deck-empty-reshuffle")
def reshuffle_supplies(g: Expedition) -> Rule[None]:
    """The Supply discard pile is shuffled and becomes the new deck."""
    g.deck.mix_in(card for card, *_ in g.discards)
    g.discards.clear()
    g.note(
        "crash/deck-empty-reshuffle",
        "the deck is used up, so {cards:discarded card becomes|discarded cards become} the new one",
        also=("crash/reshuffle-mid-pair", "crash/removed-cards-stay-out"),
        cards=Many(len(g.deck)),
    )
    yield from shuffle(g.deck, "crash/deck-empty-reshuffle")


class Give(Move[Expedition, int]):
    """Give one card of the pair to a player; the other is discarded."""

    verb = "give"

    def label(self, g: Expedition, leader: int, card: str, name: str) -> str:
        return f"Keep {g.the(card)}" if g.seat(name) == leader else f"Give {g.the(card)} to {name}"

    def tries(self, g: Expedition, leader: int) -> Sequence[Value]:
        return [("give", card, name) for card in dict.fromkeys(g.pair) for name in g.names]

    def open(self, g: Expedition, leader: int) -> Sequence[Value]:
        living = [g.names[seat] for seat in g.living()]
        return [("give", card, name) for card in dict.fromkeys(g.pair) for name in living]

    def refuse(self, g: Expedition, leader: int, card: str, name: str) -> Iterator[Refusal]:
        if g.out[g.seat(name)]:
            fix = "Give the card to somebody else." if len(g.living()) > 1 else "Keep the card yourself."
            yield Refusal("crash/receivers-in-game", f"{name} is out of the game", fix)

    @staticmethod
    def do(g: Expedition, leader: int, card: str, name: str) -> Rule[None]:
        receiver = g.seat(name)
        rest = g.pair.copy()
        rest.remove(card)
        g.pair = [card]
        g.discards += [(other, leader) for other in rest]
        keeps = receiver == leader
        if rest:
            said = "keeps one of them" if keeps else "gives {name} one of them"
            said = f"{{who}} draws {{cards}}, {said} and discards the {{rest}} face down"
        else:
            said = "{who} draws one card and " + ("keeps it" if keeps else "gives it to {name}")
        g.note(
            "crash/discard-one" if rest else "crash/one-card-left" if last_card(g) else "crash/give-other",
            said,
            also=(
                "crash/one-pair-at-a-time" if rest else "",
                "crash/give-other" if rest or last_card(g) else "",
                "crash/no-refusal",
                "secrecy/leader-knows-crash-discard",
            ),
            who=g.names[leader],
            name=name,
            cards=spelled_out(len(rest) + 1, "card|cards"),
            rest="other" if len(rest) == 1 else "others",
        )
        refused = yield from may_refuse(g, receiver)
        if not refused:
            g.pair.clear()
            receive(g, receiver, card)
            yield from infect(g, receiver, card)


class DiscardAll(Move[Expedition, int]):
    """Discard the only card that is left, which one reading allows, or all of several, which nothing allows."""

    verb = "discard all"

    def label(self, g: Expedition, leader: int) -> str:
        return {1: "Discard the only card", 2: "Discard both cards"}.get(len(g.pair), "Discard all the cards")

    def refuse(self, g: Expedition, leader: int) -> Iterator[Refusal]:
        several, last = len(g.pair) > 1, last_card(g)
        if not last or g.reading("crash/one-card-left") == "give":
            rule_id = "crash/one-card-left" if last else "crash/give-other"
            card = f"one of the {spelled_out(len(g.pair), 'card|cards')}" if several else "the card"
            why = f"you have to give {card} to a player"
            what = "one of the cards" if several else "the card"
            yield Refusal(rule_id, why, f"Choose who gets {what}. You can keep it yourself.")

    @staticmethod
    def do(g: Expedition, leader: int) -> None:
        g.discards.append((g.pair.pop(), leader))
        g.note("crash/one-card-left", "{who} discards the only card", who=g.names[leader])


def last_card(g: Expedition) -> bool:
    """Whether the leader has drawn only one card because no more are left."""
    return len(g.pair) == 1 < g.parameters.crash_cards


GIVING = Menu(Give(), DiscardAll(), TALK)


@rule("crash/give-other")
def give_one(g: Expedition) -> Rule[None]:
    """The leader discards one card face down and gives the other to any player in the game."""
    several = len(g.pair) > 1
    g.step("crash-choose" if several else "crash-give-only")
    asked = "Who gets the only supply that is left?" if last_card(g) else "Who gets this supply?"
    if several:
        rest = "The others are" if len(g.pair) > 2 else "The other is"
        asked = f"Which of these supplies do you hand out, and to whom? {rest} discarded."
    prompt = f"The Team is searching {cell_name(g.desert.team)}. {asked}"
    yield from decide(Moves(g.leader, "crash/give-other", GIVING, g, g.leader, prompt))


@rule("crash/no-refusal")
def may_refuse(g: Expedition, receiver: int) -> Rule[bool]:
    """Ask a player whether to refuse a card, under the reading that allows it; return whether they do."""
    if receiver == g.leader or g.reading("crash/no-refusal") == "no-refusal":
        return False
    (card,) = g.pair
    words = (f"Take {g.the(card)}", "Refuse it")
    g.offered = receiver
    value = yield Choose(
        receiver,
        "crash/no-refusal",
        ("take", "refuse"),
        f"{g.names[g.leader]} hands you a supply. Do you take it?",
        words,
    )
    g.offered = NOBODY
    if value == "take":
        return False
    g.discards.append(seen_by((g.leader, receiver), g.pair.pop()))
    g.note("crash/no-refusal", "{who} refuses the card, so it is discarded", who=g.names[receiver])
    return True


def receive(g: Expedition, receiver: int, card: str) -> None:
    """The card joins the hand. The leader remembers it, and the others have seen only its back."""
    g.step("crash-received")
    g.hands[receiver].append(card)
    many = len(g.hands[receiver]) > g.parameters.kept_cards
    if receiver != g.leader:
        g.known.setdefault((g.leader, receiver), []).append(card)
    g.note(
        "secrecy/crash-giver-knows",
        "the card that {who} gets is {card}",
        also=("secrecy/leader-knows-crash-discard", "supplies/no-hand-limit" if many else ""),
        to=(g.leader, receiver) if receiver != g.leader else (receiver,),
        who=g.names[receiver],
        card=g.one(card),
    )


@rule("infection/turns-alien")
def infect(g: Expedition, seat: int, card: str) -> Rule[None]:
    """A player who acquires The Infection is an Alien from then on, and nobody is told."""
    if card not in g.infections:
        return
    g.note(
        "infection/turns-alien",
        "{who} is an Alien now, and nobody else is told",
        also=(
            "secrecy/infection-silent",
            "overview/aliens-can-increase",
            "infection/keeps-playing",
            "supplies/infection-is-trait",
            "infection/character-card-overruled",
        ),
        to=(g.leader, seat) if seat != g.leader else (seat,),
        who=g.names[seat],
    )
    if g.person(g.characters[seat]).alien and g.reading("setup-characters/look-at-own") == "seen":
        said = "you were an Alien already, and nobody else is told about your card"
        g.note("infection/already-alien", said, also=("secrecy/character-secret",), to=(seat,))
    if not g.any_human():
        g.note("end/infected-not-human", "there are no Humans left on the Team", also=("end/check-times",))
        yield from finish(g, "no-humans")
