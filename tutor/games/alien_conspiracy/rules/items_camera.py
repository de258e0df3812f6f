"""The camera, which takes the place of a roll at the moment of flipping."""

from __future__ import annotations

from tutor.engine.core import PASS, Choose, Rule
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.rules.items_phone import discard_item
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator, added


def camera_of(g: Conspiracy, hero: Investigator) -> str:
    """Return the id of a camera in this hand, or an empty string if there is none."""
    return next((item for item in hero.items if g.cards[item].use == "camera"), "")


@rule("items/camera-timing")
def offer_camera(g: Conspiracy, hero: Investigator, because: str, card: str = "") -> Rule[str]:
    """After seeing the card and before rolling, its flipper may use a camera; return its id, or nothing."""
    camera = camera_of(g, hero) if hero.items else ""
    if not camera:
        return ""
    labels = ("Use the camera", "Roll the dice")
    flipped = g.cards[card].name if card else "this card"
    prompt = f"Do you use the camera on {flipped} instead of rolling?"
    answer = yield Choose(hero.seat, because, ("camera", PASS), prompt, labels)
    if answer == PASS:
        return ""
    g.note(
        "items/camera-timing",
        "{who} has seen the card and has not rolled yet, so the camera can be used",
        who=g.name(hero),
    )
    return camera


@rule("items/camera-event")
def photograph(g: Conspiracy, hero: Investigator, place: str, camera: str, how: str = "without rolling for it") -> None:
    """The camera wins the event card; `how` says what it spares its owner."""
    g.step("event-camera-used")
    card = g.lying.pop(place).card
    hero.events = added(hero.events, card)
    g.note(
        "items/camera-event",
        "{who} uses the {camera} and wins {card} {how}",
        also=("items/camera-replaces-attempt",),
        who=g.name(hero),
        camera=g.cards[camera].name,
        card=g.cards[card].name,
        how=how,
    )
    discard_item(g, hero, camera)
