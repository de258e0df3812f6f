"""A player's turn: an item, then furniture, then durability and effect; and how a round ends."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import NOBODY, Decline, Many, Menu, Moves, Refusal, Rule, Value
from tutor.games.shelter.book import rule
from tutor.games.shelter.rules.capacity import close_groups
from tutor.games.shelter.rules.decay import fall
from tutor.games.shelter.rules.furniture import Go, GoLater, clear_places, open_places
from tutor.games.shelter.rules.items import Use, UseBefore, window
from tutor.games.shelter.rules.items_hand import Discard
from tutor.games.shelter.rules.opening import SwapLater
from tutor.games.shelter.rules.overview import Attack
from tutor.games.shelter.table import Shelter


class Nothing(Decline):
    """Do nothing more at this moment of the turn."""

    heading = "Other"


class Stay(Nothing):
    """Do not choose any furniture."""

    def refuse(self, g: Shelter, seat: int) -> Iterator[Refusal]:
        if g.reading("turn/may-pass-furniture") == "compulsory" and (places := open_places(g, seat)):
            why = f"you have to choose a place if you can, and {Many(len(places)):place is|places are} open"
            yield Refusal("turn/may-pass-furniture", why, "Choose a place.", places[0])

    @staticmethod
    def do(g: Shelter, seat: int) -> None:
        g.note("turn/may-pass-furniture", "{who} does not choose any furniture this round", who=g.names[seat])


STAY, DONE, NO_ITEM = (
    Stay("stay", "Stay where you are"),
    Nothing("done", "End the turn"),
    Nothing("no item", "Don’t use an item"),
)
WHERE = "Where do you go?"
USE, GO, DISCARD, SWAP, ATTACK = Use(), Go(), Discard(), SwapLater(), Attack()
WHOLE_TURN = Menu(USE, GO, STAY, DISCARD, SWAP, ATTACK)
ITEMS_ONLY = Menu(USE, GoLater(), NO_ITEM, DISCARD, SWAP, ATTACK)
PLACES_ONLY = Menu(UseBefore(), GO, STAY, DISCARD, SWAP, ATTACK)
REST = Menu(USE, GO, DONE, DISCARD, SWAP, ATTACK)


class Turn(Moves[Shelter, int]):
    """What a player does at a moment of the turn; everything that could be tried is offered, allowed or not."""

    __slots__ = ()

    @property
    def formality(self) -> bool:
        return self.menu is REST and len(self.open()) == 1

    def prompt(self) -> str:
        only_places = self.menu is WHOLE_TURN and not USE.open(self.g, self.who)
        return WHERE if only_places else super().prompt()

    def now_open(self) -> list[Value]:
        g, seat, menu = self.g, self.who, self.menu
        found: list[Value] = []
        if menu is REST:
            found.append(DONE.verb)
        else:
            if menu is not PLACES_ONLY and g.players[seat].items:
                found += USE.open(g, seat)
            if menu is ITEMS_ONLY:
                found.append(NO_ITEM.verb)
            else:
                places = open_places(g, seat)
                found += places
                if not places or g.reading("turn/may-pass-furniture") == "optional":
                    found.append(STAY.verb)
        if g.reading("items/at-exactly-four") != "refuse-at-four":
            found += DISCARD.open(g, seat)
        return found


@rule("turn/sequence")
def turn(g: Shelter, seat: int) -> Rule[None]:
    """A turn: at most one item, then one place, then its durability and effect."""
    player = g.players[seat]
    if player.fate:
        return
    g.step("next-player")
    if player.skipping or player.place:
        if player.skipping:
            g.note("skip/no-item-no-furniture", "{who} misses this round and is passed over", who=g.names[seat])
        else:
            g.note("capacity/required-may-wait", "{who} has already gone to a place with others", who=g.names[seat])
        player.done = True
        g.step("turn-end")
        return
    g.running = ("turn/sequence", seat)
    yield from window(g, seat)
    if player.fate:
        g.step("turn-end")
    else:
        yield from act(g, seat)
    g.running = None


def act(g: Shelter, seat: int) -> Rule[None]:
    """Take the turn of a player who is still in the game."""
    player = g.players[seat]
    g.acting = seat
    whole = g.reading("turn/player-by-player") == "player-by-player"
    if g.heard:
        g.note(
            "turn/player-by-player",
            "{who} acts, {what}, while everybody else waits" if g.first_day else "{who} acts",
            also=("items/own-turn", "furniture/out-of-turn", "order/fixed-for-round"),
            who=g.names[seat],
            what="perhaps with an item first and then with furniture"
            if whole
            else "this time only with furniture, because the items came first",
        )
    yield from choose_place(g, seat, whole)
    g.step("turn-end")
    if not player.fate and player.place:
        yield from rest(g, seat)
    player.done = True
    player.turned_down.clear()
    g.acting = NOBODY


def choose_place(g: Shelter, seat: int, whole: bool) -> Rule[None]:
    """Use items as long as it is allowed, then go to a place or stay."""
    player = g.players[seat]
    node = "item-choice" if whole else "place-choice"
    menu, prompt = (WHOLE_TURN, "Do you use an item or go to a place?") if whole else (PLACES_ONLY, WHERE)
    g.step(node)
    while not player.place and not player.fate:
        ask = Turn(seat, "turn/sequence", menu, g, seat, prompt)
        answer = yield ask
        move, what = ask.meant(answer)
        if move is USE:
            if node != "item-choice":
                g.step("item-choice")
            yield from move.make(g, seat, what)
            node = _resume(g, seat)
            continue
        if move is not DISCARD and node != "place-choice":
            node = "place-choice"
            g.step(node)
        yield from move.make(g, seat, what)
        if move is STAY:
            return


def _resume(g: Shelter, seat: int) -> str:
    """Return where the turn goes on after an item: at another item, or at the place."""
    g.step("turn-resume")
    player = g.players[seat]
    if player.fate:
        return ""
    node = "place-choice"
    if player.items_used < g.items_a_round(seat):
        if player.items and g.skill(seat, "items-a-round"):
            g.note("characters/skill-overrides", "{who} can use another item because of a skill", who=g.names[seat])
        node = "item-choice"
    g.step(node)
    return node


def rest(g: Shelter, seat: int) -> Rule[None]:
    """Ask until the player ends the turn; only a discard that one reading allows is still possible."""
    while True:
        ask = Turn(seat, "turn/sequence", REST, g, seat, "Do you do anything else before your turn ends?")
        answer = yield ask
        if answer == DONE.verb:
            return
        yield from ask.do(answer)


@rule("turn/player-by-player")
def item_phase(g: Shelter, seat: int) -> Rule[None]:
    """Under one reading, everybody's items come before anybody's furniture."""
    player = g.players[seat]
    if player.fate or player.skipping:
        return
    g.step("next-player")
    g.acting, g.running = seat, ("turn/player-by-player", seat)
    g.step("item-choice")
    while not player.fate:
        ask = Turn(seat, "turn/sequence", ITEMS_ONLY, g, seat, "Do you use an item before the furniture is chosen?")
        answer = yield ask
        if answer == NO_ITEM.verb:
            break
        yield from ask.do(answer)
        if ask.meant(answer)[0] is DISCARD:
            continue
        g.step("turn-resume")
        if player.fate or player.items_used >= g.items_a_round(seat):
            break
        g.step("item-choice")
    g.step("turn-end")
    g.acting, g.running = NOBODY, None


@rule("turn/end-of-round-sequence")
def end_of_round(g: Shelter) -> Rule[None]:
    """Incomplete groups get nothing, all players take their losses, the dead leave, and the tokens come back."""
    g.step("end-round")
    g.note("turn/round-end", "All turns are over, so day {n} ends", also=("turn/once-per-round", "decay/when"), n=g.day)
    yield from close_groups(g)
    everybody = [*g.order, *(seat for seat in range(g.seats) if seat not in g.order)]
    inside = [seat for seat in everybody if not g.players[seat].fate]
    if len(inside) < g.seats:
        g.note("decay/not-the-gone", "Players who have died or left no longer lose anything")
    if g.reading("decay/together") == "simultaneous":
        yield from fall(g, inside)
    else:
        for seat in inside:
            g.note(
                "decay/together",
                "{who} takes today’s losses now, because players take them in the order in which they act",
                who=g.names[seat],
            )
            yield from fall(g, [seat])
    clear_places(g)
    if g.first_day:
        n = len(g.inside())
        several = (
            "{n} players are still in the shelter, so nobody is the last survivor yet, "
            "and staying alive is not enough to win"
        )
        alone = "1 survivor is left, but staying alive is not enough to win"
        g.note("overview/survival-is-not-winning", several if n > 1 else alone, n=n)
    g.agenda.append(("order/roll-each-round",))
