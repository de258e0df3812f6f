"""Take+Attack: an item from the screen or a survivor from the pile, and an attack at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Move, Refusal, Rule, Value, draw, spelled_out
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.cards import TAKEN
from tutor.games.roswell51.numbers import FRAMES, SPOINTS
from tutor.games.roswell51.people import Person, Survivor
from tutor.games.roswell51.rules import large_cast, pod_players, reel_end
from tutor.games.roswell51.rules.foes import can_be_shot, empty_frame
from tutor.games.roswell51.rules.holding_cards import free_hand, hand_on, hands_full, make_room, no_room
from tutor.games.roswell51.rules.sanctuaries import refresh
from tutor.games.roswell51.rules.spoints import gain_rest
from tutor.games.roswell51.rules.survivor_attack import survivor_attack
from tutor.games.roswell51.rules.weapons import targets_for, usable
from tutor.games.roswell51.table import Movie

RECRUIT = "recruit"
TAKE: tuple[Value, ...] = tuple(("take", str(n + 1)) for n in range(FRAMES))


def refuse_take(g: Movie, who: Survivor, n: int, how: str = "") -> Iterator[Refusal]:
    """Yield why a survivor cannot take the card in a frame; `how` follows the advice to attack it."""
    card = g.screen[n].top
    if g.cards.type_of(card) not in TAKEN:
        called = "the space blob" if g.screen[n].points else g.named(card)
        id = "player-turn/no-taking-monsters" if g.is_alien(card) else "named-cards/blob-stays-on-screen"
        fix = f"Attack {called}{how} instead."
        if not can_be_shot(g, g.screen[n]):  # an event that Last One Standing has interrupted
            id, fix = "card-types/event-cards", "Choose another action."
        yield Refusal(id, f"survivors can take only items and power plays, not {called}", fix)
    elif no_room(g, who):
        yield Refusal("holding-cards/two-held-cards-max", hands_full(g, who), hand_on(g, who, card))


def refuse_item(g: Movie, who: Survivor, n: int) -> Iterator[Refusal]:
    """Yield why a survivor cannot take the card in a frame and attack with it."""
    card = g.screen[n].top
    option: Value | None = "actions"
    first = ""
    if who.at:
        first = "Choose individual actions, and leave the sanctuary first."
    if who.probed:
        first = "Choose individual actions, and try to escape."
        trapped = f"{g.named(who.card)} is trapped by {g.named(who.probed)}"
        why = f"{trapped}, and trapped survivors can’t take a card and attack"
        yield Refusal("named-cards/probed-traps-survivor", why, first, option)
    if who.at:
        why = f"{g.named(who.card)} is inside {g.named(who.at)}, where survivors can’t take cards from the screen"
        yield Refusal("sanctuaries/no-attack-from-inside", why, first, option)
    if g.cards.type_of(card) == "power-play":
        why = f"{g.named(card)} isn’t an item, and you can’t attack with a power play"
        full = no_room(g, who)
        fix = hand_on(g, who, card) if full else first or f"Take {g.named(card)} with an individual action."
        yield Refusal("take-attack/no-power-play", why, fix, None if full else option)
    for refusal in refuse_take(g, who, n, " with an individual action"):
        if refusal.rule == "holding-cards/two-held-cards-max":
            if g.cards.type_of(card) != "power-play":  # a free hand would not help
                yield refusal._replace(rule="take-attack/needs-free-hand")
        elif can_be_shot(g, g.screen[n]):
            yield refusal._replace(fix=first or refusal.fix, option=option)
        else:
            yield refusal
    if g.cards.type_of(card) == "item" and not usable(g, who, card):
        stats = f"none of the stats that the {g.named(card):tests|test}"
        why = f"{g.named(who.card)} has {stats}, and so can’t attack with this item"
        others = free_hand(g, who)
        fix = f"Let another survivor take {g.spoken(card)}." if others else "Choose individual actions."
        yield Refusal("named-cards/robot-two-stats", why, fix, None if others else option)
    if g.cards.type_of(card) == "item" and nobody_to_attack(g, card):
        yield refuse_targetless()


@rule("take-attack/no-target")
def nobody_to_attack(g: Movie, item: str) -> bool:
    """Whether there is nobody to attack, and the reading in force then forbids the whole Take+Attack."""
    return g.reading("take-attack/no-target") == "refused" and not targets_for(g, item, None)


def refuse_targetless() -> Refusal:
    """Why a player cannot use Take+Attack without a target."""
    why = "there are no aliens to attack, so you can’t use Take+Attack"
    return Refusal("take-attack/no-target", why, "Choose individual actions.", "actions")


def refuse_recruit(g: Movie, person: Person) -> Iterator[Refusal]:
    """Yield why a player cannot draw a survivor."""
    if len(person.pool) >= g.parameters.survivors:
        why = f"you already have {spelled_out(len(person.pool), 'survivor')}, so you can’t draw another"
        yield Refusal("take-attack/pool-full-refuses-draw", why, "Choose individual actions.", "actions")
        why = f"you can’t have more than {spelled_out(g.parameters.survivors, 'survivor')}"
        yield Refusal("holding-cards/three-survivors-max", why, "Choose individual actions.", "actions")
        if any(who.at for who in person.pool):
            held = spelled_out(len(person.pool), "survivor")
            why = f"survivors inside a sanctuary count too, so you already have {held}"
            yield Refusal("holding-cards/sanctuary-survivors-count", why, "Choose individual actions.", "actions")
    if not g.survivor_pile:
        why = "there are no survivor cards left to draw"
        yield Refusal("take-attack/pile-empty-refuses-draw", why, "Choose individual actions.", "actions")
    if nobody_to_attack(g, ""):
        yield refuse_targetless()


class Take(Move[Movie, Survivor]):
    """Take an item or a power play from the screen."""

    verb, node = "take", "act-take"

    def label(self, g: Movie, who: Survivor, frame: str) -> str:
        card = g.screen[int(frame) - 1].top
        return f"Take {g.spoken(card)}" if card else "Take the mystery card"

    def tries(self, g: Movie, who: Survivor) -> Sequence[Value]:
        return [TAKE[n] for n, frame in enumerate(g.screen) if frame.filled]

    def open(self, g: Movie, who: Survivor) -> Sequence[Value]:
        if no_room(g, who):
            return ()
        type_of = g.cards.type_of
        return [TAKE[n] for n, f in enumerate(g.screen) if f.up and f.cards and type_of(f.cards[-1]) in TAKEN]

    def refuse(self, g: Movie, who: Survivor, frame: str) -> Iterator[Refusal]:
        n = int(frame) - 1
        if g.screen[n].up:
            yield from refuse_take(g, who, n)
        else:
            why = f"the card in frame {frame} is face down, and you can’t take a mystery card"
            yield Refusal("screen/mystery-untouchable", why, "Rest instead.", "rest")

    @staticmethod
    def do(g: Movie, who: Survivor, frame: str) -> Rule[None]:
        n = int(frame) - 1
        yield from make_room(g, who)
        item = g.cards.type_of(g.screen[n].top) == "item"
        take(g, who, n, "player-turn/action-take-item" if item else "player-turn/action-take-power-play")


@rule("take-attack/item-from-screen")
def take_item(g: Movie, who: Survivor, n: int) -> Rule[None]:
    """A survivor takes an item from the screen and attacks with this item at once."""
    g.step("ta-item")
    card = g.screen[n].top
    yield from make_room(g, who)
    take(g, who, n, "take-attack/item-from-screen")
    if reel_end.last_card_taken(g):
        yield from reel_end.stop_here(g)
    yield from attack_with(g, who, card)


def take(g: Movie, who: Survivor, n: int, why: str) -> str:
    """A survivor takes the card of a frame; the dynamite comes with its tokens."""
    kind = g.cards.type_of(g.screen[n].top)
    card = empty_frame(g, n, who.card, "screen/leaves-when-item-taken")
    who.held += (card,)
    also = ["holding-cards/kept-until-moved", "holding-cards/items-and-power-plays-count"]
    if kind == "power-play":
        also += ("screen/list-of-removals-incomplete", "card-types/power-play-temporary")
    g.note(why, "{who} takes {card}", also=also, who=g.named(who.card), card=g.spoken(card))
    if kind == "item":
        refresh(g, card)
    return card


@rule("take-attack/target-choice-free")
def attack_with(g: Movie, who: Survivor, item: str) -> Rule[None]:
    """The attack at once, with the item just taken or with bare hands, at any alien in play."""
    g.step("ta-attack")
    if not targets_for(g, item, None):
        g.note("take-attack/no-target", "there are no aliens to attack, so there is no attack")
        return
    if item:
        g.note("take-attack/item-must-be-used", "{who} must attack with the item just taken", who=g.named(who.card))
    else:
        g.note(
            "take-attack/drawn-survivor-muscle-attack", "{who} has no item to attack with yet", who=g.named(who.card)
        )
    yield from survivor_attack(g, who, fixed=item)


@rule("take-attack/survivor-from-pile")
def recruit(g: Movie, person: Person) -> Rule[Survivor | None]:
    """The player draws the top survivor, who comes rested and attacks at once; return it."""
    while True:
        g.step("ta-draw")
        if not g.survivor_pile:
            yield from nobody_left(g)
            return None
        (card,) = yield from draw(g.survivor_pile, 1, "take-attack/survivor-from-pile")
        if g.cards.type_of(card) == "survivor":
            break
        yield from large_cast.hidden_monster(g, card)
    who = Survivor(card, person.seat, acted=True)
    person.pool.append(who)
    g.note(
        "take-attack/survivor-from-pile",
        "{who} draws {hero}",
        also=("take-attack/drawn-survivor-joins-pool",),
        who=g.names[person.seat],
        hero=g.named(card),
    )
    rest_when_drawn(g, who)
    if not g.survivor_pile:
        yield from pod_players.pile_empty(g)
    yield from attack_with(g, who, "")
    return who


def nobody_left(g: Movie) -> Rule[None]:
    """Say that there was no survivor below the hidden monster."""
    g.note("large-cast/among-us-draw-next", "there are no survivor cards left, so there is no attack")
    yield from pod_players.pile_empty(g)


@rule("take-attack/drawn-survivor-rest")
def rest_when_drawn(g: Movie, who: Survivor) -> None:
    """A drawn survivor comes with three rest spoints; the Robot's six come on top, up to seven."""
    bonus, usual = int(g.cards[who.card].rest), g.parameters.drawn_rest
    why, also = "take-attack/drawn-survivor-rest", ("spoints/drawn-survivor-three",)
    if not bonus:
        gain_rest(g, who, usual, why, also)
        return
    reading = g.reading("named-cards/robot-drawn-later")
    due = {"capped": usual + bonus, "six": bonus, "three": usual, "nine": usual + bonus}[reading]
    most = SPOINTS if reading == "nine" else 0
    gain_rest(g, who, due, "named-cards/robot-drawn-later", (why, *also), most)
