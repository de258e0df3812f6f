"""What each seat may see, as zones and tracks for the desk to draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tutor.engine.core import View, face_up, marked, zone
from tutor.games.roswell51.cards import EVENTS, STATS
from tutor.games.roswell51.numbers import DYNAMITE, SLOTS, SPOINTS
from tutor.games.roswell51.people import DIRECTOR, Person, Survivor
from tutor.games.roswell51.rules.setup_spoints import power_spoints
from tutor.games.roswell51.rules.throngs import strength, value_of
from tutor.games.roswell51.table import Foe, Frame, Movie

BANDS = {"power-play": "power", "shuffling-horror": "horror", "plot-device": "plot"}
"""What the desk calls a type of card whose name is longer in the book."""
NUMERALS = ("I", "II", "III")
FRAME_VERBS = (
    "take",
    "fade",
    "screen",
    "creature-feature/director-any-of-three",
    "creature-feature/player-attack-order",
)
"""What comes before a frame's number in the answers that mean its card."""
SLOT_RULES = ("throngs/first-three-free", "pittsburgh-68/attack-cycle-several", "cover-attack/any-one-throng")
"""The rules that ask for a throng slot by its number."""
ROW = 3
"""How many throng slots are shown side by side."""


def card_view(g: Movie, id: str, key: str, face: bool = False) -> dict[str, Any]:
    """One card, face up; `face` marks a survivor card that is a Familiar Face."""
    card, kind = g.cards[id], g.cards.type_of(id)
    label = "Bonus card" if kind == "bonus" else kind.replace("-", " ").capitalize()
    band, label = ("monster", "Familiar Face") if face else (BANDS.get(kind, kind), label)
    shown = face_up(card, band, label, key)
    if kind == "survivor" and not face:
        shown["stats"] = [{"label": stat.capitalize(), "value": getattr(card, stat) or "–"} for stat in STATS]
    if kind != "monster" and card.text and not face:
        shown["text"] = card.text
    if kind == "monster" or face:
        shown["value"] = value_of(g, id)
    return shown


def cards_view(g: Movie, ids: Iterable[str], zone: str) -> list[dict[str, Any]]:
    """Several cards, face up; survivor cards among them are Familiar Faces."""
    return [card_view(g, id, f"{zone}-{n}", face=g.cards.type_of(id) == "survivor") for n, id in enumerate(ids)]


def frame_card(g: Movie, n: int, frame: Frame) -> dict[str, Any]:
    """What is seen of a frame: the card in play, or a mystery card, with what is below it."""
    shown: dict[str, Any] = {"key": f"frame-{n}", "type": "card", "type_label": "Screen", "name": "Empty frame"}
    caption = f"*{NUMERALS[n]}*"
    if frame.top:
        kind = g.cards.type_of(frame.top)
        shown = card_view(g, frame.top, f"frame-{n}", face=kind == "survivor")
        shown["names"] = [f"{verb} {n + 1}" for verb in FRAME_VERBS]
        if kind in EVENTS:
            shown.pop("text")
        if frame.points:
            shown["text"] = "A space blob fills this frame. Only attacks wear it down."
            shown["tokens"] = [{"label": "points", "n": frame.points}]
    elif not frame.up:
        shown = {**shown, "type": "mystery", "type_label": "Mystery card", "name": "Mystery card", "face": "down"}
    below = frame.cards[:-1] if frame.up else frame.cards
    if below:
        caption += f" · covers {g.spoken(below[-1])}"
    if g.faded and g.faded in frame.cards:
        caption += " · fades out"
    return {**shown, "caption": caption}


def survivor_view(g: Movie, who: Survivor) -> dict[str, Any]:
    """A survivor with rest spoints and what it holds."""
    card = card_view(g, who.card, f"survivor-{who.card}")
    card["tokens"] = [{"label": "rest", "n": who.rest, "max": g.parameters.most_rest}]
    card["held"] = cards_view(g, [*who.held, *((who.probed,) if who.probed else ())], f"held-{who.card}")
    notes = [f"Horror Star {star}" for star in who.stars]
    if who.at:
        notes.append(f"inside {g.named(who.at)}")
    if who.probed:
        notes.append("trapped")
    if notes:
        own, said = f"{card['text']} " if "text" in card else "", ", ".join(notes)
        card["text"] = f"{own}{said[:1].upper()}{said[1:]}."
    # those of a pool act in its order, so it is the action of the last who has begun
    acting = next((one for one in reversed(g.people[who.seat].pool) if one.acted), None)
    if who.seat == g.turn and g.mode == "actions" and who is acting:
        card["state"] = "acting"
    return card


def person_zones(g: Movie, person: Person, seat: int | None) -> list[dict[str, Any]]:
    """A player's pool, and the throngs of whoever is on the aliens' side."""
    name = marked(g.names[person.seat], person.seat, seat)
    zones: list[dict[str, Any]] = []
    if person.seat != DIRECTOR and not person.pod:
        note = "has joined the aliens" if person.out else "" if person.pool else "has no survivors in play"
        cards = [survivor_view(g, who) for who in person.pool]
        tracks = [{"label": "Power spoints", "n": person.power, "max": power_spoints(g)[0]}]
        id, lit = f"pool-{person.seat}", person.seat == g.turn
        zones.append(zone(id, name, cards, whose=person.seat, span=6, note=note, tracks=tracks, lit=lit))
    label = "The Director’s throngs" if person.seat == DIRECTOR else f"{g.names[person.seat]}’s throngs"
    for first in range(0, SLOTS, ROW):
        if any(person.throngs[first : first + ROW]) or (person.seat == DIRECTOR and not first):
            rest = f" {first + 1} to {first + ROW}" if first else ""
            zones.append(throngs_zone(g, person, seat, label + rest, first))
    return zones


def throngs_zone(g: Movie, person: Person, seat: int | None, label: str, first: int) -> dict[str, Any]:
    """Three throng slots of one person, from `first` on, with what they hold and their strengths."""
    slots, told = [], []
    whose = "" if person.seat == DIRECTOR else f"{g.names[person.seat]} "
    mine = seat == person.seat or (seat is None and not any(other.pod for other in g.players))
    own = "" if mine else f"{g.names[person.seat]} "  # whoever is asked calls their own slots by the number alone
    for n in range(first, first + ROW):
        throng = person.throngs[n]
        shown: dict[str, Any] = {"id": f"{n + 1}", "label": f"Throng {n + 1}", "cards": [], "empty": "no card"}
        shown["names"] = [f"throng {whose}{n + 1}", *(f"{rule} {own}{n + 1}" for rule in SLOT_RULES)]
        if throng:
            total = strength(g, Foe("throng", person.seat, n))
            values = [str(part.n) for part in total.parts]
            cards = cards_view(g, throng, f"throng-{person.seat}-{n}")
            shown["cards"] = [{**card, "names": [f"throng {whose}{n + 1} {card['id']}"]} for card in cards]
            shown["label"] += f": *{' + '.join(values)} = {total}*" if len(values) > 1 else f": *{total}*"
            told.append(f"{n + 1} has strength {total}")
        slots.append(shown)
    note = f"Throng {', throng '.join(told)}" if told else "no throngs"
    id, lit = f"throngs-{person.seat}-{first}", person.seat == g.turn
    return {"id": id, "label": label, "layout": "stacks", "span": 12, "note": note, "slots": slots, "lit": lit}


def sanctuary_zones(g: Movie) -> list[dict[str, Any]]:
    """The sanctuaries in play with what is stored there."""
    zones = []
    for shelter in g.sanctuaries:
        card = card_view(g, shelter.card, f"sanctuary-{shelter.card}")
        points = int(g.cards[shelter.card].points)
        lurking = [shelter.monster] if shelter.monster else []
        card["option"] = f"move {shelter.card}"
        if shelter.beneath:
            card["text"] += " There is a card beneath this sanctuary."
        inside = ", ".join(g.named(who.card) for who in g.inside(shelter.card))
        note = f"inside: {inside}" if inside else "nobody inside"
        cards = [card, *cards_view(g, [*shelter.items, *lurking], f"stored-{shelter.card}")]
        tracks = [{"label": "Sanctuary points", "n": shelter.points, "max": points}]
        id, label = f"sanctuary-{shelter.card}", g.named(shelter.card)
        zones.append(zone(id, label, cards, span=6, note=note, tracks=tracks))
    return zones


def piles_zone(g: Movie) -> dict[str, Any]:
    """Piles and tokens: how many are left."""
    tracks = [
        {"label": "Reel", "n": g.reel, "max": g.parameters.reels},
        {"label": "Reel pile", "n": len(g.reel_pile) - sum(not frame.up for frame in g.screen), "pile": "down"},
        {"label": "Discard pile", "n": len(g.discard_pile), "pile": "down"},
        {"label": "Survivor pile", "n": len(g.survivor_pile), "pile": "down"},
        {"label": "Graveyard", "n": len(g.graveyard), "pile": "up"},
        {"label": "Spoint pool", "n": max(0, g.pool), "max": SPOINTS},
    ]
    if any(card == "4-dynamite-sticks" for who in g.survivors() for card in who.held):
        tracks.append({"label": "Dynamite tokens", "n": g.dynamite, "max": DYNAMITE})
    note = "Turning Point is on the reel pile" if g.turning == "active" else ""
    return zone("piles", "Piles and tokens", span=12, note=note, tracks=tracks)


def view(g: Movie, seat: int | None) -> View:
    """All that `seat` sees; everything if None."""
    frames = [frame_card(g, n, frame) for n, frame in enumerate(g.screen)]
    screen = zone("screen", "Movie screen", frames, "frames", span=12)
    players = g.players if seat in (None, DIRECTOR) else [g.people[who] for who in g.clockwise(seat) if who != DIRECTOR]
    throngs = person_zones(g, g.people[DIRECTOR], seat)
    people = [part for person in players for part in person_zones(g, person, seat)]
    event = row_zone(g, "resolving", "The event", [g.resolving] if g.resolving else [], lit=True)
    drawn = row_zone(g, "drawn", "Just drawn", [card for card in g.drawn if card != g.resolving])
    return {"zones": [*event, *throngs, screen, *drawn, *people, *sanctuary_zones(g), piles_zone(g)]}


def row_zone(g: Movie, id: str, label: str, cards: Sequence[str], **more: Any) -> list[dict[str, Any]]:
    """Cards side by side; no zone if there are none."""
    return [zone(id, label, cards_view(g, cards, id), span=12, **more)] if cards else []
