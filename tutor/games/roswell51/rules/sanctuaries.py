"""Sanctuaries: how they appear, what they withstand, and what survivors do inside."""

from __future__ import annotations

from tutor.engine.core import PASS, Choose, Many, ManyOrNo, Refusal, Rule, Value, spelled_out
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Survivor, without
from tutor.games.roswell51.rules.reel_end import turn_left
from tutor.games.roswell51.rules.setup_cards import draw_discards
from tutor.games.roswell51.rules.spoints import gain_rest
from tutor.games.roswell51.table import Movie, Shelter

KEEP, STORE, SWAP = "keep", "store", "swap"


def capacity(g: Movie, place: str) -> int:
    """How many survivors a sanctuary takes."""
    return int(g.cards[place].capacity)


@rule("sanctuaries/move-is-full-action")
def move_in(g: Movie, who: Survivor, place: str) -> None:
    """Moving in is the whole action of the turn."""
    who.at, who.new = place, True
    g.note(
        "player-turn/action-move",
        "{who} moves into {place}",
        also=("sanctuaries/move-is-full-action",),
        who=g.named(who.card),
        place=g.named(place),
    )


@rule("sanctuaries/rest-three")
def rest_inside(g: Movie, who: Survivor) -> None:
    """Resting inside gives three rest spoints."""
    gain_rest(g, who, g.parameters.rest_inside, "sanctuaries/rest-three", ("spoints/rest-gain-three-in-sanctuary",))
    tell_stay(g, who)


def tell_stay(g: Movie, who: Survivor) -> None:
    """A survivor who rests or searches inside has to stay there until the next turn, if there is one."""
    g.note(
        "sanctuaries/action-commits-stay",
        "{who} stays in {place}" + (" until {player}’s next turn" if turn_left(g, who.seat) else ""),
        who=g.named(who.card),
        player=g.names[who.seat],
        place=g.named(who.at),
    )


def refuse_bound(g: Movie, who: Survivor) -> Refusal:
    """Why a survivor who has rested or searched inside cannot leave."""
    why = f"{g.named(who.card)} has rested or searched in {g.named(who.at)} this turn and has to stay"
    fix = "You can leave next turn." if turn_left(g, who.seat) else "Stay inside."
    return Refusal("sanctuaries/action-commits-stay", why, fix, PASS)


@rule("sanctuaries/search")
def search(g: Movie, who: Survivor) -> Rule[None]:
    """The discard pile is shuffled and four cards are drawn; items may be kept or stored, the others go back."""
    found = yield from draw_discards(g, g.parameters.searched, "sanctuaries/search")
    shelter = g.shelter(who.at)
    items = [card for card in found if g.cards.type_of(card) == "item"]
    rest = [card for card in found if card not in items]
    g.discard(*rest)
    if found:
        card = "other card" if items else "card"
        back = f"the {card} goes" if len(rest) == 1 else f"all the {card}s go"
        g.note(
            "sanctuaries/search",
            "{who} looks through {n:card} and finds {items:item}"
            + (f", and {back} back to the discard pile" if rest else ""),
            also=("sanctuaries/search-others-return" if rest else "",),
            who=g.named(who.card),
            n=Many(len(found)),
            items=ManyOrNo(len(items)),
        )
    else:
        template = "the discard pile is empty, so {who} finds nothing"
        g.note("sanctuaries/search", template, also=("sanctuaries/search-short-pile",), who=g.named(who.card))
    if 0 < len(found) < g.parameters.searched:
        g.note("sanctuaries/search-short-pile", "the discard pile had only {n:card}", n=Many(len(found)))
    for item in items:
        refresh(g, item)
        yield from keep_or_store(g, who, shelter, item)
    tell_stay(g, who)


@rule("sanctuaries/search-keep-items")
def keep_or_store(g: Movie, who: Survivor, shelter: Shelter, item: str) -> Rule[None]:
    """A found item is kept or stored; a survivor whose hands are full stores it, or another item in its place."""
    words = {"who": g.named(who.card), "item": g.named(item)}
    full = len(who.held) >= g.parameters.held
    if full:
        g.note(
            "sanctuaries/two-card-limit-inside",
            "{who} already holds {cards}, so there is no free hand for the {item}",
            cards=spelled_out(len(who.held), "card"),
            **words,
        )
    mine = [card for card in who.held if g.cards.type_of(card) == "item"] if full else []
    values: list[Value] = [*((SWAP, card) for card in mine), STORE] if full else [KEEP, STORE]
    labels = [*(f"Keep it and leave the {g.named(card)}" for card in mine), "Leave it in the sanctuary"]
    answer: Value = STORE
    if len(values) > 1:
        shown = labels if full else ["Keep it", *labels]
        prompt = f"{words['who']:has|have} found {g.spoken(item)}. Do you keep that item?"
        answer = yield Choose(who.seat, "sanctuaries/search-keep-items", values, prompt, shown)
    g.drawn.remove(item)
    if isinstance(answer, tuple):
        pick_or_drop(g, who, "drop", str(answer[1]))
    if answer != STORE:
        who.held += (item,)
        g.note("sanctuaries/search-keep-items", "{who} keeps the {item}", **words)
    else:
        shelter.items += (item,)
        g.note(
            "sanctuaries/search-keep-items",
            "the {item:is|are} stored in the sanctuary",
            also=("sanctuaries/store-excess",),
            **words,
        )


def refresh(g: Movie, item: str) -> None:
    """The dynamite comes with fresh tokens whenever it comes from a deck."""
    if g.cards[item].tokens:
        g.dynamite = int(g.cards[item].tokens)
        g.note(
            "named-cards/dynamite-four-tokens",
            "the {item:comes|come} with {n:token}",
            item=g.named(item),
            n=Many(g.dynamite),
        )


@rule("sanctuaries/leave-then-act")
def leave(g: Movie, who: Survivor) -> None:
    """A survivor returns to the pool."""
    g.note("sanctuaries/leave-then-act", "{who} leaves {place}", who=g.named(who.card), place=g.named(who.at))
    who.at, who.new = "", False


@rule("sanctuaries/free-take-drop")
def pick_or_drop(g: Movie, who: Survivor, verb: str, item: str) -> None:
    """Stored items may be taken, and items dropped, at no cost."""
    shelter = g.shelter(who.at)
    if verb == "pick":
        shelter.items = without(shelter.items, item)
        who.held += (item,)
    else:
        who.held = without(who.held, item)
        shelter.items += (item,)
    words = {"who": g.named(who.card), "item": g.spoken(item), "verb": "takes" if verb == "pick" else "stores"}
    g.note("sanctuaries/free-take-drop", "{who} {verb} {item} without using an action", **words)


@rule("damage/sanctuary-accumulates")
def lose_points(g: Movie, shelter: Shelter, total: int, doubles: bool) -> Rule[None]:
    """Damage wears a sanctuary down; at zero it is destroyed. Nobody can pay for it."""
    g.step("ma-sanctuary-damage")
    shelter.points -= min(total, shelter.points)
    g.note(
        "damage/sanctuary-accumulates",
        "{place} has {n:point} left",
        also=(
            "sanctuaries/damage-not-negatable",
            "sanctuaries/track-balance",
            "components/token-kinds-not-mixed",
            "sanctuaries/doubles-bonus-applies" if doubles else "",
        ),
        place=g.named(shelter.card),
        n=ManyOrNo(shelter.points),
    )
    if not shelter.points:
        yield from breach(g, shelter, "damage/sanctuary-destroyed-at-zero")


@rule("sanctuaries/stored-items-lost")
def save_items(g: Movie, shelter: Shelter) -> Rule[None]:
    """Those inside a sanctuary that is destroyed take as many of the stored cards as they can hold."""
    for who in g.inside(shelter.card):
        had = who.held
        while shelter.items and len(who.held) < g.parameters.held:
            prompt = f"{g.named(shelter.card):has|have} been destroyed. What does {g.named(who.card)} save?"
            nothing = "Save nothing" if who.held == had else "Save nothing else"
            labels = (*(f"Save {g.spoken(card)}" for card in shelter.items), nothing)
            card = yield Choose(who.seat, "sanctuaries/stored-items-lost", (*shelter.items, PASS), prompt, labels)
            if card == PASS:
                break
            shelter.items = without(shelter.items, card)
            who.held += (str(card),)
            g.note(
                "sanctuaries/stored-items-lost", "{who} saves {card}", who=g.named(who.card), card=g.spoken(str(card))
            )


@rule("sanctuaries/destroyed-removed")
def breach(g: Movie, shelter: Shelter, why: str) -> Rule[None]:
    """A destroyed sanctuary is removed from play; those inside return unharmed, but stored items are lost."""
    g.step("ma-breach")
    if shelter.items and g.reading("sanctuaries/stored-items-lost") == "saved":
        yield from save_items(g, shelter)
    g.sanctuaries.remove(shelter)
    g.graveyard.append(shelter.card)
    g.note(
        why,
        "{place} is destroyed, and everybody inside is back in the open",
        also=(
            "sanctuaries/destroyed-removed",
            "sanctuaries/destroyed-survivors-return",
            "sanctuaries/used-tokens-removed",
            "card-types/plot-and-sanctuary-single-use",
        ),
        place=g.named(shelter.card),
    )
    g.discard(*filter(None, [shelter.monster]))
    g.discard_pile.mix_in(filter(None, [shelter.beneath]))
    for who in g.inside(shelter.card):
        who.at, who.new = "", False
        g.note("sanctuaries/returned-can-be-attacked", "{who} can be attacked again", who=g.named(who.card))
    if shelter.items:
        g.discard(*shelter.items)
        g.note(
            "sanctuaries/stored-items-lost",
            "everything that is left in {place} is discarded",
            place=g.named(shelter.card),
        )
