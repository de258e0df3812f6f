"""Attempting to clear: who puts what into the pile, in which order, face down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import PASS, Choose, Decline, Many, Menu, Move, Moves, Refusal, Rule, Together, Value, told
from tutor.engine.core.windows import window
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.cards import OBSTACLES, a_trait
from tutor.games.doppelganger.prospects import LIFE, in_pile
from tutor.games.doppelganger.rules.death import check_last_tokens
from tutor.games.doppelganger.rules.dice import COUNT_RULES, target, target_tile
from tutor.games.doppelganger.rules.end import check_humans
from tutor.games.doppelganger.rules.secrecy import SPEAK, decide
from tutor.games.doppelganger.table import Expedition

DONE = "done"


class Contribution(Move[Expedition, int]):
    """Add a Life Token or a card from the player's hand."""

    verb = "add"

    def label(self, g: Expedition, seat: int, thing: str) -> str:
        return "Add a Life Token" if thing == LIFE else f"Add {g.the(thing)}"

    def about(self, g: Expedition, seat: int, thing: str) -> Sequence[str]:
        return COUNT_RULES[target_tile(g).obstacle][:1]

    def tries(self, g: Expedition, seat: int) -> Sequence[Value]:
        return self.each([*dict.fromkeys(g.hands[seat]), LIFE])


class Add(Contribution):
    """Add one thing to the pile, face down."""

    def __init__(self, stop: str) -> None:
        self.stop = stop
        """The answer that says that nothing is added."""

    def open(self, g: Expedition, seat: int) -> Sequence[Value]:
        no_recovery = g.reading("supplies/recovery-in-pile") == "not-allowed"
        values: list[Value] = []
        for card in dict.fromkeys(g.hands[seat]):
            kind = g.supply(card).kind
            if kind != "trait" and not (no_recovery and kind == "recovery"):
                values.append(("add", card))
        if g.life[seat]:
            values.append(("add", LIFE))
        return values

    def refuse(self, g: Expedition, seat: int, thing: str) -> Iterator[Refusal]:
        if thing != LIFE:
            yield from unplayable(g, thing, "Add something else or nothing." if self.open(g, seat) else "Add nothing.")
        elif not g.life[seat]:
            fix = "Add a card or nothing." if self.open(g, seat) else "Add nothing."
            yield Refusal("clear/life-tokens", "you have no Life Tokens left", fix, self.stop)

    def prospects(self, g: Expedition, seat: int, thing: str) -> str:
        return in_pile(g, seat, thing)

    @staticmethod
    def do(g: Expedition, seat: int, thing: str) -> None:
        add(g, seat, thing)


def unplayable(g: Expedition, card: str, fix: str) -> Iterator[Refusal]:
    """Yield why a card in hand can never be played in a clear attempt; `fix` is what to do instead."""
    facts = g.supply(card)
    if facts.infects:
        why = "you can’t get rid of The Infection by playing it"
        yield Refusal("infection/cannot-be-played", why, fix)
    if facts.kind == "trait":
        why = f"you can’t add {g.the(card)}, because it’s {a_trait(facts)}"
        yield Refusal("clear/no-traits", why, fix)
        yield Refusal("supplies/trait-locked", "you can’t play a Trait from your hand", fix)
    if facts.kind == "recovery" and g.reading("supplies/recovery-in-pile") == "not-allowed":
        why = "under the chosen reading, you can’t play a Recovery card in an attempt to clear a tile"
        yield Refusal("supplies/recovery-in-pile", why, "Keep the card to pay with after a failed attempt.")


class Stop(Decline):
    """Add nothing, or nothing more."""

    def label(self, g: Expedition, seat: int) -> str:
        return "Add nothing more" if g.running.given[seat] or g.running.tokens[seat] else "Add nothing"

    def prospects(self, g: Expedition, seat: int) -> str:
        return in_pile(g, seat)


ADDING = Menu(Add(DONE), SPEAK, Stop(DONE, ""))
ADDING_OR_WAITING = Menu(Add(PASS), SPEAK, Decline(PASS, "Nothing for now"))


def contribution(
    g: Expedition, seat: int, menu: Menu[Expedition, int] = ADDING, last: bool = False
) -> Moves[Expedition, int]:
    """Ask a player for one thing to add to the pile; `last` means that the leader is asked after all the others."""

    def prompt() -> str:
        more = " more" if g.running.given[seat] or g.running.tokens[seat] else ""
        asked = f"Do you add anything{more} to the pile against {OBSTACLES[target_tile(g).obstacle]} {target(g)}"
        if seat != g.leader or len(g.living()) == 1:
            return f"{asked}?"
        if last:
            return f"The others have finished. {asked} before you reveal it?"
        return f"{asked} now? You’ll be asked again after the others."

    return Moves(seat, "clear/contribution-voluntary", menu, g, seat, prompt)


@rule("clear/order-of-contributing")
def contribute(g: Expedition) -> Rule[None]:
    """The others contribute in clockwise order, the leader with them or last."""
    g.step("clear-contribute-others")
    others = [seat for seat in clockwise(g, g.leader) if seat != g.leader]
    match g.reading("clear/order-of-contributing"):
        case "all-at-once":
            yield from at_once(g, [g.leader, *others])
        case "free-order":
            yield from window(
                [g.leader, *others],
                lambda seat: contribution(g, seat, ADDING_OR_WAITING),
                lambda seat, answer: contribution(g, seat, ADDING_OR_WAITING).do(answer),
            )
        case _:
            for seat in (g.leader, *others):
                yield from add_until_done(g, seat)
    g.step("clear-contribute-leader")
    yield from add_until_done(g, g.leader, last=True)
    if g.reading("clear/contribution-final") == "take-back":
        yield from take_back(g)
    g.note(
        "clear/contribution-final", "everybody has finished, so the pile is closed", also=("clear/leader-now-or-last",)
    )
    check_last_tokens(g, [seat for seat, tokens in enumerate(g.running.tokens) if tokens])
    yield from check_humans(g)


def clockwise(g: Expedition, first: int) -> list[int]:
    """Return the living seats in clockwise order, beginning with `first`."""
    return [seat for seat in g.clockwise(first) if not g.out[seat]]


def add_until_done(g: Expedition, seat: int, last: bool = False) -> Rule[None]:
    """A player adds things until they have finished."""
    while (yield from decide(contribution(g, seat, last=last))) != DONE:
        pass
    tell_contribution(g, seat)


def at_once(g: Expedition, seats: list[int]) -> Rule[None]:
    """All players add things in secret, one each at the same time, until everybody has finished."""
    while seats:
        asks = [contribution(g, seat) for seat in seats]
        answers = yield Together(asks, "clear/order-of-contributing")
        for ask, answer in zip(asks, answers, strict=True):
            yield from ask.do(answer)
        seats = [seat for seat, answer in zip(seats, answers, strict=True) if answer != DONE]


def add(g: Expedition, seat: int, thing: str) -> None:
    """One card or Life Token goes into the pile."""
    if thing == LIFE:
        g.life[seat] -= 1
        g.running.tokens[seat] += 1
        public = g.stock_told(seat) is None
        last = public and not g.life[seat]
        g.note(
            "clear/life-tokens",
            "{who} adds a Life Token" + (" and has {n} left" if public else ""),
            also=("secrecy/life-tokens-public", "clear/last-life-token" if last else ""),
            who=g.names[seat],
            n=(g.life[seat] or "none") if public else "",
        )
        return
    g.hands[seat].remove(thing)
    g.running.given[seat].append(thing)
    if g.supply(thing).kind in ("tool", "proof"):
        g.note("clear/wrong-cards-allowed", "the card that you add is {card}", to=(seat,), card=g.one(thing))
    if g.reading("secrecy/contribution-counts-public") == "counts-public":
        g.note(
            "clear/cards-face-down",
            "{who} adds a card face down",
            also=("secrecy/contribution-counts-public",),
            who=g.names[seat],
        )


@told
def tell_contribution(g: Expedition, seat: int) -> None:
    """Say how much a player has added, where that is public."""
    cards, tokens = len(g.running.given[seat]), g.running.tokens[seat]
    things = [f"{Many(tokens):Life Token}"] if tokens else []
    public = g.reading("secrecy/contribution-counts-public") == "counts-public"
    if public and cards:
        things.insert(0, f"{Many(cards):card}")
    elif tokens and not public:
        things.append("perhaps some cards")
    none = "{who} has not added anything to the pile" if public else "{who} may have added cards"
    g.note(
        "clear/order-of-contributing",
        "{who} has added {things}" if things else none,
        also=("clear/contribution-voluntary", "secrecy/contribution-counts-public"),
        who=g.names[seat],
        things=" and ".join(things),
    )


def take_back(g: Expedition) -> Rule[None]:
    """Everybody may take things back until the shuffle."""
    attempt = g.running
    for seat in clockwise(g, g.leader):
        while attempt.given[seat] or attempt.tokens[seat]:
            things = [*dict.fromkeys(attempt.given[seat]), *([LIFE] if attempt.tokens[seat] else [])]
            values: list[Value] = [*(("take back", thing) for thing in things), DONE]
            labels = [f"Take back {'a Life Token' if thing == LIFE else g.the(thing)}" for thing in things]
            prompt = "Do you take anything back before the pile is shuffled?"
            value = yield Choose(seat, "clear/contribution-final", values, prompt, [*labels, "Leave the pile as it is"])
            if value == DONE:
                break
            if value[1] == LIFE:
                attempt.tokens[seat] -= 1
                g.life[seat] += 1
            else:
                attempt.given[seat].remove(value[1])
                g.hands[seat].append(value[1])
            g.note("clear/contribution-final", "{who} takes something back from the pile", who=g.names[seat])
