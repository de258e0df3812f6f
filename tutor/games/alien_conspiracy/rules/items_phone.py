"""The phone, which saves event cards when its owner dies or the invasion comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tutor.engine.core import (
    PASS,
    Choose,
    Decline,
    Many,
    Menu,
    Move,
    Moves,
    Pile,
    Refusal,
    Rule,
    Value,
    draw,
    spelled_out,
)
from tutor.engine.core.windows import window
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator, added, taken


def phones_of(g: Conspiracy, hero: Investigator) -> list[str]:
    """Return the ids of the phones in this hand, one for each copy."""
    return [item for item in hero.items if g.cards[item].use == "phone"]


def owns_phone(g: Conspiracy, hero: Investigator) -> bool:
    """Whether there is a phone in this hand."""
    return bool(hero.items and phones_of(g, hero))


def at_any_moment(g: Conspiracy) -> bool:
    """Whether the reading is set that lets a phone be used at any moment."""
    return g.reading("items/phone-not-voluntary") == "any-moment"


def discard_item(g: Conspiracy, hero: Investigator, item: str, told_to: bool = False) -> None:
    """Discard a used item; `told_to` says that a rule asks for it, whatever the card says."""
    says = "nothing on the {item} says to discard it, so it stays in {who}’s hand"
    if told_to or g.cards[item].discard or g.reading("items/discard-after-use") == "always":
        hero.items = taken(hero.items, item)
        g.item_discards.append(item)
        says = "{who} discards the {item}"
    g.note("items/discard-after-use", says, item=g.cards[item].name, who=g.name(hero))


def refuse_off_turn(g: Conspiracy, seat: int, fix: str, option: Value | None = None) -> Iterator[Refusal]:
    """Yield why this seat cannot use an ordinary item now; `fix` and `option` say what to do instead."""
    if seat != g.turn:
        whose = f"it’s {g.names[g.turn]}’s turn, not yours" if g.turn >= 0 else "it’s nobody’s turn now"
        yield Refusal("items/own-turn", f"{whose}, so you can use only the phone", fix, option)


class Saving(NamedTuple):
    """A phone in use: its owner, and the rule that calls for it."""

    hero: Investigator
    because: str


class Save(Move[Conspiracy, Saving]):
    """Save an event card. Items stay behind."""

    verb, words = "save", "Save {}"

    def tries(self, g: Conspiracy, saving: Saving) -> Sequence[Value]:
        return self.each(dict.fromkeys([*saving.hero.events, *saving.hero.items]))

    def refuse(self, g: Conspiracy, saving: Saving, card: str) -> Iterator[Refusal]:
        events = saving.hero.events
        if card not in events:
            why = f"the phone can save only event cards, and the {g.cards[card].name} is an item"
            fix = f"Save {g.cards[events[0]].name}, for instance."
            yield Refusal(saving.because, why, fix, ("save", events[0]))

    @staticmethod
    def do(g: Conspiracy, saving: Saving, card: str) -> None:
        put_under(saving.hero, [card])


class UseMeanwhile(Move[Conspiracy, Saving]):
    """Use another item out of turn while the phone is being used."""

    verb, words = "use", "Use the {}"

    def tries(self, g: Conspiracy, saving: Saving) -> Sequence[Value]:
        if saving.hero.seat == g.turn:
            return ()
        return self.each(dict.fromkeys(item for item in saving.hero.items if g.cards[item].use != "phone"))

    def refuse(self, g: Conspiracy, saving: Saving, item: str) -> Iterator[Refusal]:
        fix = "Choose an event card for the phone to save."
        return refuse_off_turn(g, saving.hero.seat, fix, ("save", saving.hero.events[0]))


class Refuse(Move[Conspiracy, Saving]):
    """Leave the phone unused."""

    verb, words = "refuse", "Don’t use the phone"

    def refuse(self, g: Conspiracy, saving: Saving) -> Iterator[Refusal]:
        instead = ("save", saving.hero.events[0])
        why = "you have to use the phone before your hand is discarded"
        if saving.because == "items/phone-not-voluntary":
            why = "you are already using the phone"
        yield Refusal("items/phone-compulsory", why, "Choose an event card to save.", instead)


SAVE = Menu(Save(), UseMeanwhile(), Refuse())


@rule("items/phone-owner-chooses")
def save_chosen(g: Conspiracy, hero: Investigator, because: str, phones: int = 1) -> Rule[None]:
    """The owner chooses which two event cards are saved, unless the phones that will be used save all of them."""
    most = g.parameters.saved
    if len(hero.events) <= most * phones:
        put_under(hero, hero.events[:most])
    elif g.reading("items/phone-owner-chooses") == "random":
        put_under(hero, (yield from draw(Pile(hero.events), most, "items/phone-owner-chooses")))
    else:
        for left in range(most, 0, -1):
            which = "Which one do you save first?" if left == most > 1 else "Which one do you save?"
            prompt = f"You can {'' if left == most else 'still '}save {spelled_out(left, 'event card')}. {which}"
            yield from Moves(hero.seat, because, SAVE, g, Saving(hero, because), prompt).played()


def put_under(hero: Investigator, cards: Sequence[str]) -> None:
    """Move cards from the hand to under the investigator card."""
    hero.events = taken(hero.events, *cards)
    hero.submitted = added(hero.submitted, *cards)


def save_events(g: Conspiracy, hero: Investigator, because: str, phones: int = 1, *, phone: str = "") -> Rule[None]:
    """A phone, `phone` or any, saves event cards from its owner's hand; `because` is the rule that calls for it."""
    who, held = g.name(hero), len(hero.events)
    if because != "items/phone-not-voluntary":
        g.note(
            "items/phone-compulsory",
            "{who} has to use the phone before discarding their hand",
            also=("death/phone-exception",),
            who=who,
        )
    if because == "items/phone-on-death" and g.reading("items/phone-on-death") == "save-all":
        put_under(hero, hero.events)
    else:
        yield from save_chosen(g, hero, because, phones)
    saved = held - len(hero.events)
    says = "{who} uses the phone and saves {n} of {held:event card}"
    if not held:
        says = "{who} uses the phone, but has no event cards to save"
    elif saved == held:
        every = {1: "the only event card", 2: "both event cards"}.get(held, "all {held:event card}")
        says = f"{{who}} uses the phone and saves {every} in hand"
    g.note(
        because,
        says,
        also=("items/each-phone-for-its-owner", *(() if held else ("items/phone-fewer-cards",))),
        who=who,
        n=saved,
        held=Many(held),
    )
    if 0 < saved < g.parameters.saved:
        g.note("items/phone-fewer-cards", "{who} had only {n:event card} to save", who=who, n=Many(saved))
    if hero.seat != g.turn:
        g.note("items/phone-any-time", "the phone works although it is not {who}’s turn", who=who)
    discard_item(g, hero, phone or phones_of(g, hero)[0])


@rule("items/several-phones")
def use_phones(g: Conspiracy, hero: Investigator, because: str) -> Rule[None]:
    """At death and at the invasion every phone in the hand is used, one after the other, or only one of them."""
    phones = len(phones_of(g, hero))
    used = 1 if g.reading("items/several-phones") == "one-phone" else phones
    yield from save_events(g, hero, because, used)
    if used < phones:
        says = "{who} has {n:more phone}, but only one phone is used"
        g.note("items/several-phones", says, who=g.name(hero), n=Many(phones - used))
    for left in range(used - 1, 0, -1):
        if hero.events:
            g.note("items/several-phones", "{who} has another phone and uses it too", who=g.name(hero))
            yield from save_events(g, hero, because, left)


class Call(Move[Conspiracy, Investigator]):
    """Use the phone now, between two decisions or after a flip."""

    verb, words = "use", "Use the {}"

    def tries(self, g: Conspiracy, hero: Investigator) -> Sequence[Value]:
        return self.each(dict.fromkeys(phones_of(g, hero) if hero.seat == g.turn else hero.items))

    def refuse(self, g: Conspiracy, hero: Investigator, item: str) -> Iterator[Refusal]:
        if g.cards[item].use != "phone":
            yield from refuse_off_turn(g, hero.seat, "Keep the other items for your turn.")

    @staticmethod
    def do(g: Conspiracy, hero: Investigator, item: str) -> Rule[None]:
        g.step("use-item")
        yield from save_events(g, hero, "items/phone-not-voluntary", phone=item)
        g.step("item-roll")


CALL = Call()
CALL_OR_NOT = Menu(CALL, Decline(PASS, "Not now"))


@rule("items/phone-any-time")
def phone_window(g: Conspiracy, seats: Sequence[int], node: str) -> Rule[None]:
    """Under the reading that lets a phone be used at any moment, ask these seats; the flow goes on at `node`.

    The other players are asked before every decision of a turn, and everybody is asked after a flip.
    """

    def offer(seat: int) -> Choose | None:
        hero = g.investigators[seat]
        if not (hero.events and owns_phone(g, hero)):
            return None
        return Moves(seat, "items/phone-any-time", CALL_OR_NOT, g, hero, "Do you use the phone now?")

    def play(seat: int, answer: Any) -> Rule[None]:
        yield from CALL.do(g, g.investigators[seat], answer[1])
        g.step(node)

    yield from window([seat for seat in seats if not g.investigators[seat].dead], offer, play)
