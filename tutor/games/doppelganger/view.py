"""What a seat sees, as plain data for the desk to draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tutor.engine.core import Many, ManyOrNo, View, face_up, marked, zone
from tutor.engine.core.fields import HIDDEN
from tutor.engine.core.state import position
from tutor.games.doppelganger.cards import OBSTACLES, STACKS, Tile
from tutor.games.doppelganger.desert import cell_name
from tutor.games.doppelganger.desert_picture import tile_map
from tutor.games.doppelganger.desert_view import desert_view
from tutor.games.doppelganger.knowledge import verdict
from tutor.games.doppelganger.people import shown_roles
from tutor.games.doppelganger.rules.dice import helpers, target_tile
from tutor.games.doppelganger.rules.secrecy import TILES
from tutor.games.doppelganger.table import Expedition

KIND_NAMES = {
    "proof": "Alien Proof",
    "trait": "Human Scoring Trait",
    "open": "Open Desert",
    "mountain": "Mountain Range",
    "start": "START",
}
"""The kinds of cards and tiles that have another name in the book."""
SAID = {"holds": "to hold", "lacks": "not to hold", "played": "to have played", "threw": "to have thrown away"}
MOUNTAIN = (
    "It costs {cost:Action Point} to enter, and the leader removes the top or bottom card of the Supply discard pile."
)
HELD = ("add", "pay", "discard", "holds", "lacks", "played")
"""The verbs of the answers that are about a card in a player's own hand, whatever else of its kind is on the table."""
VERDICTS = {"": "", "true": ", which is true", "false": ", which is not true"}


def view(g: Expedition, seat: int | None) -> View:
    """Return what `seat` sees, or everything if it is None."""
    doc = position(g, seat)
    return {
        "zones": [
            *(_player(g, seat, other, doc) for other in range(g.seats)),
            *_piles(doc),
            *_attempt(g, doc),
            *_in_hand(g, seat, doc),
            *_knowledge(g, seat, doc),
        ],
        "tracks": [{"label": "Action Points", "n": g.points, "max": g.parameters.points}],
        "map": tile_map(desert_view(g, seat), g.points),
        "rolled": _rolled(g),
        "position": doc,
    }


def card(g: Expedition, id: str, key: str) -> dict[str, Any]:
    """Return a supply, tile or character as the desk draws it; the id `?` stands for a face-down card."""
    if id.startswith(HIDDEN):
        back = id.removeprefix(HIDDEN).strip()
        return {"key": key, "id": HIDDEN, "face": "down", "name": f"Tile with back {back}" if back else "Face down"}
    id = id.removesuffix(" unseen").partition(" seen by ")[0]
    facts = g.cards[id]
    type_ = g.cards.type_of(id)
    kind = getattr(facts, "kind", type_)
    found = face_up(facts, type_, KIND_NAMES.get(kind, kind.capitalize()), key)
    with_text = type_ != "character" or g.reading("components/humans-identical") == "own-texts"
    found["text"] = facts.text if with_text else ""
    if type_ == "supply" and facts.infects:
        found["type_label"] = "Infects its holder"
    elif type_ == "supply" and kind in ("proof", "trait"):
        found["value"] = facts.points
    if type_ == "tile":
        found["text"] = _about_tile(g, facts)
        if facts.obstacle or facts.crash:
            found["value"] = facts.value if facts.obstacle else f"+{facts.crash}"
    return found


def _about_tile(g: Expedition, tile: Tile) -> str:
    """Return what the map’s legend says about a tile, and the tile’s own text."""
    cost = g.parameters.mountain_cost
    told = [
        "The Team can never enter it." if tile.kind == "canyon" else "",
        MOUNTAIN.format(cost=Many(cost)) if tile.kind == "mountain" else "",
        f"{OBSTACLES[tile.obstacle]} {tile.value}: {helpers(g, tile.obstacle)} help." if tile.obstacle else "",
        f"A Crash Site with {Many(tile.crash):supply|supplies}." if tile.crash else "",
        tile.text,
    ]
    return " ".join(filter(None, told))


def _cards(g: Expedition, ids: Any, zone: str, verbs: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the cards of a zone; `verbs` says for which answers they stand (by default, for all that name them)."""
    if ids == HIDDEN:
        return [{"key": f"{zone}-hidden", "id": HIDDEN, "face": "down", "name": "Nobody counts these"}]
    return [card(g, id, f"{zone}-{n}") | _named(id, verbs) for n, id in enumerate(ids)]


def _named(id: str, verbs: Sequence[str]) -> dict[str, Any]:
    return {"names": [f"{verb} {id}" for verb in verbs]} if verbs else {}


def _player(g: Expedition, seat: int | None, other: int, doc: View) -> dict[str, Any]:
    name = g.names[other]
    own = doc["players"][name]
    id = f"hand-{name}"
    role = own["character"]
    held = [card(g, role, f"{id}-character")] if role else []
    note = {"": "", "vote": "left behind by vote", "unpaid": "left to die", "infection": "exposed"}[own["out"]]
    if shown_roles(g, seat)[other] and role:
        alien = g.person(role).alien or (seat in (None, other) and g.alien(other))
        note = (note + "; " if note else "") + ("Alien" if alien else "Human")
    leads, mine = g.leader == other, other == seat
    label = marked(name, other, seat) + (" · leader" if leads else "")
    more = {"whose": other, "near": mine, "lit": leads, "tracks": [{"label": "Life Tokens", "n": own["life"]}]}
    cards = held + _cards(g, own["hand"], id, HELD)
    return zone(id, label, cards, "crowd", span=12 if leads or mine else 6, note=note, **more)


def _piles(doc: View) -> list[dict[str, Any]]:
    def pile(label: str, cards: Any) -> dict[str, Any]:
        n = cards if isinstance(cards, int) else len(cards)
        return {"label": label, "n": n, "pile": "down"}

    piles = {
        "Supply deck": doc["deck"],
        "Supply discards": doc["discards"],
        "Out of the game": doc["removed"],
        "Tile discards": doc["thrown"],
        **{label: doc["stacks"][back] for back, label in STACKS.items()},
    }
    if "single" in doc:
        piles["Single stack"] = doc["single"]
    if doc["leftover"]["character"]:
        piles["Leftover stack"] = doc["leftover"]["cards"]
    tracks = [pile(label, cards) for label, cards in piles.items() if cards != HIDDEN]
    uncounted = [label for label, cards in piles.items() if cards == HIDDEN]
    note = f"Nobody counts these: {', '.join(uncounted)}." if uncounted else ""
    return [zone("piles", "Piles", note=note, tracks=tracks)]


def _attempt(g: Expedition, doc: View) -> list[dict[str, Any]]:
    if "attempt" not in doc:
        return []
    attempt = doc["attempt"]
    zones = []
    for name, given in attempt["given"].items():
        cards = _cards(g, given["cards"], f"given-{name}", ("take back",))
        zones.append(zone(f"given-{name}", f"From {name}", cards, note=f"{ManyOrNo(given['tokens']):Life Token}"))
    shown = _cards(g, attempt["shown"] + attempt["open_cards"], "pile", ("next",))
    obstacle = target_tile(g).obstacle
    note = f"for the attempt on {attempt['target']}; {helpers(g, obstacle)} help against {OBSTACLES[obstacle]}"
    if attempt["open_tokens"]:
        note += f"; the leader has added {Many(attempt['open_tokens']):Life Token}"
    return [*zones, zone("pile", "The pile", shown, note=note)]


def _rolled(g: Expedition) -> list[dict[str, Any]]:
    """Return the dice of the last attempt and those for its blame, as long as they are in sight."""
    if (rolled := g.rolled) is None:
        return []
    tile, total = g.desert.placed[rolled.target].tile, sum(rolled.faces)
    what = f"{OBSTACLES[tile.obstacle]} {tile.value} at {cell_name(rolled.target)}"
    enough = f"{total} is {'more' if total > tile.value else 'not more'} than {tile.value}"
    over = rolled.over or g.attempt is None
    title = f"{'The last roll: ' if over else ''}{g.names[rolled.leader]} against {what}"
    attempt = {"title": title, "dice": list(rolled.faces), "text": enough}
    blame = {
        "title": "The last roll for the blame" if over else "For the blame",
        "dice": list(rolled.blame),
        "names": [g.names[seat] for seat in rolled.team],
    }
    return [*([attempt] if rolled.faces else []), *([blame] if rolled.blame else [])]


def _in_hand(g: Expedition, seat: int | None, doc: View) -> list[dict[str, Any]]:
    """Return the tiles of which the leader keeps one, and the supplies of which the leader gives one away."""
    tiles = "Tiles in your hand" if seat == g.leader else f"Tiles in {g.names[g.leader]}’s hand"
    return [
        zone(id, label, _cards(g, doc[id], id), near=seat == g.leader)
        for id, label in (("drawn", tiles), ("pair", "Supplies to hand out"))
        if doc.get(id)
    ]


def _knowledge(g: Expedition, seat: int | None, doc: View) -> list[dict[str, Any]]:
    """Return what this seat has really seen, and the claims that were made, with what it knows about them."""
    if seat is None:
        return []
    known = doc["known"].get(g.names[seat], {})
    facts = [f"{holder} holds {g.one(id)}" for holder, ids in known.items() for id in ids]
    facts += [f"you threw away {g.the(tile)}" for tile, *knowers in g.thrown if seat in knowers]
    said = []
    for claim in g.claims:
        who, verb, about = claim
        words = g.one(about) if about in g.cards else TILES[about]
        claims = "you claim" if who == seat else f"{g.names[who]} claims"
        said.append(f"{claims} {SAID[verb]} {words}{VERDICTS[verdict(g, seat, claim)]}")
    return [
        zone(id, label, layout="list", note="; ".join(lines), facts=lines)
        for id, label, lines in (("known", "What you know", facts), ("claims", "What was said", said))
    ]
