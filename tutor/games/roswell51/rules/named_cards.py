"""What single cards do: the shuffling horrors, the space blob, the Warlord and the dynamite."""

from __future__ import annotations

from tutor.engine.core import Many, ManyOrNo, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Survivor, without
from tutor.games.roswell51.rules import doubles
from tutor.games.roswell51.rules.action_rolls import test
from tutor.games.roswell51.rules.blows import Damage, annihilates
from tutor.games.roswell51.rules.elimination import aftermath, lose
from tutor.games.roswell51.rules.foes import empty_frame, foe_name, is_blob
from tutor.games.roswell51.rules.random_victims import stand_in
from tutor.games.roswell51.rules.setup_cards import draw_discards
from tutor.games.roswell51.rules.throngs import can_place, place_card
from tutor.games.roswell51.table import Foe, Movie

BIGGER_BLOBBING = "bigger-blobbing"
FIXED_BLOB = 4
"""The points of a space blob that has the same number in every reel."""


@rule("named-cards/blobbed-space-blob")
def blob(g: Movie, n: int) -> None:
    """The space blob fills its frame with points that only attacks wear down."""
    g.step("ev-blob")
    frame = g.screen[n]
    each = g.cards[frame.cards[-1]].amount
    if BIGGER_BLOBBING in g.variants:  # variant alternate-rules/bigger-blobbing
        each = g.parameters.bigger_blob
        template = "this is a bigger blob, with {n:point} for each reel so far"
        g.note("alternate-rules/bigger-blobbing", template, n=Many(each))
    frame.points = each * g.reel
    reading = g.reading("named-cards/blobbed-space-blob")
    if reading != "per-reel" and BIGGER_BLOBBING not in g.variants:
        frame.points = FIXED_BLOB if reading == "four" else max(1, len(g.survivors()))
    g.note(
        "named-cards/blobbed-space-blob",
        "a space blob with {n:point} fills frame {frame}",
        also=(
            "named-cards/blob-stays-on-screen",
            "named-cards/blob-is-not-a-monster",
            "setup-spoints/spare-sanctuary-tokens",
            "card-types/shuffling-horror-to-discard",
        ),
        frame=n + 1,
        n=Many(frame.points),
    )


def discard_horror(g: Movie, card: str) -> None:
    """A resolved horror goes to the discard pile."""
    g.discard(card)
    g.note("card-types/shuffling-horror-to-discard", "{card} goes to the discard pile", card=g.named(card))


@rule("named-cards/spored-converts-survivor")
def spore(g: Movie, card: str, cause: str) -> Rule[None]:
    """The victim makes a test, and becomes a Familiar Face in one of the Director's throngs if it fails."""
    who = yield from stand_in(g, cause)
    if who is None:
        discard_horror(g, card)
        return
    tell_inside(g, who)
    good = yield from test(g, who, card, "named-cards/spored-converts-survivor")
    words = {"who": g.named(who.card)}
    if good:
        g.note("named-cards/spored-converts-survivor", "{who} withstands the spores", **words)
        discard_horror(g, card)
        return
    robot = "" if g.cards[who.card].speed else "named-cards/spored-robot"
    g.note("named-cards/spored-converts-survivor", "{who} becomes a Familiar Face at once", also=(robot,), **words)
    lose(g, who)
    yield from doubles.take_face(g, DIRECTOR, who.card)
    discard_horror(g, card)
    yield from aftermath(g, who.seat, DIRECTOR)


def tell_inside(g: Movie, who: Survivor) -> None:
    """Say that a sanctuary does not shield from events."""
    if who.at:
        template = "{who} is inside a sanctuary, but events reach survivors there too"
        g.note("sanctuaries/events-still-hit", template, who=g.named(who.card))


@rule("named-cards/probed-traps-survivor")
def trap(g: Movie, card: str, cause: str) -> Rule[None]:
    """Its victim is trapped: the card stays with it until it escapes or the reel ends."""
    who = yield from stand_in(g, cause)
    if who is None or who.probed:
        discard_horror(g, card)
        return
    tell_inside(g, who)
    g.drawn.remove(card)
    who.probed = card
    g.note(
        "named-cards/probed-traps-survivor",
        "{who} is trapped and keeps {card} as a reminder",
        also=("events/kept-as-reminder", "card-types/shuffling-horror-to-discard"),
        who=g.named(who.card),
        card=g.named(who.probed),
    )


@rule("familiar-face/acts-as-monster-in-bonus-draw")
def swarm(g: Movie, card: str, cause: str) -> Rule[None]:
    """Cards are drawn from the discard pile, which the horror joins only then; the Director places every monster."""
    yield from bonus_monsters(g, g.cards[card].amount, "throngs/growth-sources")
    discard_horror(g, card)


def bonus_monsters(g: Movie, amount: int, why: str) -> Rule[None]:
    """Bonus cards are drawn; the Director places the monsters and Familiar Faces, the others go back."""
    cards = yield from draw_discards(g, amount, why)
    director = g.people[DIRECTOR]
    for card in cards:
        if g.is_alien(card) and can_place(g, [director]):
            face = "familiar-face/acts-as-monster-in-bonus-draw" if g.cards.type_of(card) == "survivor" else ""
            yield from place_card(g, DIRECTOR, card, [director], why, also=(face,))
        else:
            g.discard(card)


def immune(g: Movie, foe: Foe) -> bool:
    """Whether a head shot has no effect on this card."""
    if is_blob(g, foe):
        return True
    return g.cards.type_of(foe.card) == "monster" and g.reel < g.cards[foe.card].head_shot_from


@rule("named-cards/blob-takes-partial-damage")
def hurt_blob(g: Movie, foe: Foe, damage: Damage, who: Survivor) -> None:
    """The space blob loses points; without any it is discarded."""
    g.step("sa-blob")
    frame = g.screen[foe.slot]
    frame.points -= min(damage, frame.points)
    g.note("named-cards/blob-takes-partial-damage", "the space blob has {n:point} left", n=ManyOrNo(frame.points))
    if frame.points:
        return
    card = empty_frame(g, foe.slot, who.card, "named-cards/blob-discarded-when-destroyed")
    g.discard(card)
    exempt = "annihilation/blob-exempt" if annihilates(g, damage) else ""
    template = "the space blob is destroyed and discarded"
    g.note("named-cards/blob-discarded-when-destroyed", template, also=(exempt,))
    g.step("sa-screen-gap")


def shot_hurts(g: Movie, foe: Foe) -> bool:
    """Whether a pair of ones does damage to a card, whether or not it is immune to head shots."""
    if is_blob(g, foe):
        return g.reading("named-cards/blob-immune-to-head-shot") == "normal-damage"
    return not immune(g, foe) or g.reading("named-cards/warlord-head-shot-immunity") != "no-effect"


def shot_adds(g: Movie, foe: Foe) -> bool:
    """Whether a pair of ones adds to the damage against a card that is immune to head shots."""
    return (
        immune(g, foe) and not is_blob(g, foe) and g.reading("named-cards/warlord-head-shot-immunity") == "extra-damage"
    )


@rule("named-cards/warlord-head-shot-immunity")
def tell_immune(g: Movie, foe: Foe) -> None:
    """Say why a head shot has no effect, and what the attack does instead."""
    does = "has no effect" if not shot_hurts(g, foe) else "does normal damage"
    if is_blob(g, foe):
        template = "a head shot does not destroy the space blob, so the attack {does}"
        g.note("named-cards/blob-immune-to-head-shot", template, does=does)
    elif immune(g, foe):
        g.note(
            "named-cards/warlord-head-shot-immunity",
            "{foe:is|are} immune to head shots before Reel {reel}, so the attack {does}",
            also=("named-cards/warlord-value-8",),
            foe=foe_name(g, foe),
            reel=g.cards[foe.card].head_shot_from,
            does="does 1 extra damage" if shot_adds(g, foe) else does,
        )


@rule("named-cards/dynamite-token-per-attack")
def spend_dynamite(g: Movie, who: Survivor, item: str, moment: str = "attacks") -> None:
    """An attack with the dynamite spends a token, in one reading only when it hits; the last one discards the card."""
    if not item or not g.cards[item].tokens or g.reading("named-cards/dynamite-token-per-attack") != moment:
        return
    g.dynamite -= 1
    g.note(
        "named-cards/dynamite-token-per-attack",
        "{n:dynamite token is|dynamite tokens are} left",
        n=ManyOrNo(g.dynamite),
    )
    if not g.dynamite:
        who.held = without(who.held, item)
        g.discard(item)
        g.note("named-cards/dynamite-discard-when-spent", "the {item:is|are} used up and discarded", item=g.named(item))


def escape(g: Movie, who: Survivor) -> Rule[None]:
    """A trapped survivor can do nothing but try to escape."""
    g.step("act-escape")
    card = who.probed
    good = yield from test(g, who, card, "named-cards/probed-traps-survivor")
    words = {"who": g.named(who.card), "card": g.named(card)}
    if good:
        who.probed = ""
        g.discard(card)
        g.note("named-cards/probed-traps-survivor", "{who} escapes, and {card} goes to the discard pile", **words)
    else:
        g.note("named-cards/probed-traps-survivor", "{who} stays trapped", **words)
