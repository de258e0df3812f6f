"""What each seat may see, as zones and tracks for the desk to draw."""

from __future__ import annotations

from typing import Any

from tutor.engine.core import NOBODY, Many, Names, View, face_up, marked, ordinal, zone
from tutor.games.grave_robbers.book import CLASSIC
from tutor.games.grave_robbers.cards import CHARACTER, CREATURE, PROP, TARGETS, Effect
from tutor.games.grave_robbers.rules.attack_totals import provisional
from tutor.games.grave_robbers.rules.fx_queue import aim_name, cancelled, chain, effect_of, is_cancel, pending_name
from tutor.games.grave_robbers.rules.popcorn import full_buckets
from tutor.games.grave_robbers.rules.traits import defence_of, total_defence
from tutor.games.grave_robbers.rules.traits_psycho import is_psycho
from tutor.games.grave_robbers.rules.turn_hand import hand_limit
from tutor.games.grave_robbers.table import Attack, Movie, Pending, Studio
from tutor.games.grave_robbers.values import family_cards, traits_of

LABELS = {"fx": "FX", "credits": "Roll the Credits"}
"""The types of card whose label is more than their name."""

ADDED = {
    "traits/family-bonus": "Family",
    "fx/bonus-outside-an-attack": "FX",
    "overview/card-text-takes-precedence": "Text",
}
"""What makes a card in a movie worth more or less than its printed defence, by the rule of the part."""


def card_view(g: Studio, id: str, key: str) -> dict[str, Any]:
    """One card, face up: its printed value, cost, traits, text and title words; those of this title are stressed."""
    card, kind = g.printed[id], g.cards.type_of(id)
    shown = face_up(card, kind, LABELS.get(kind, kind.capitalize()), key)
    stats = [{"label": "Cost", "value": card.cost}]
    if kind == CREATURE:
        shown["value"] = card.attack
    elif hasattr(card, "defence"):
        shown["value"] = card.defence
        by_attack = g.reading("traits/psycho-boost-size") == "attack-bonus"  # whether a weapon's bonus counts
        if (kind == CHARACTER or (kind == PROP and by_attack)) and card.attack:
            stats.append({"label": "Attack", "value": card.attack})
        if CLASSIC not in g.variants:
            stats.append({"label": "Bucket", "value": "yes" if card.bucket else "no"})
    words = ", ".join(f"*{word}*" if word in g.title else word for word in card.words)
    return {**shown, "stats": stats, "text": f"{_text(g, id)} “{words}”".lstrip()}


def _text(g: Studio, id: str) -> str:
    """The traits that a card has now, and its text."""
    traits = ", ".join(trait.capitalize() for trait in traits_of(g, id))
    return f"{traits and f'{traits}. '}{g.printed[id].text}".strip()


def revealed_view(g: Studio, id: str, key: str) -> dict[str, Any]:
    """A card turned up for the title, with the words that it has to offer in place of what it costs."""
    words = g.printed[id].words
    offers = {"label": "Title words" if words[1:] else "Title word", "value": ", ".join(words), "lit": True}
    return {**card_view(g, id, key), "stats": [offers] if words else [], "text": _text(g, id)}


def in_play_view(g: Studio, movie: Movie, id: str) -> dict[str, Any]:
    """A card in a movie, with what it is worth there, and in short the words that it shows of the title."""
    shown = card_view(g, id, id)
    defence = defence_of(g, movie, id, family_cards(g, movie))
    stats = [{"label": ADDED[part.rule], "value": f"{part.n:+}"} for part in defence.parts if part.rule in ADDED]
    printed = [{"label": "Printed", "value": g.printed[id].defence}] if stats else []
    shown["value"], shown["stats"] = defence, printed + stats
    if g.printed[id].bucket and CLASSIC not in g.variants:
        shown["tokens"] = [{"label": "Bucket", "n": int(id not in movie.spilled), "max": 1}]
    if id in movie.foreign:
        shown["tag"] = "from an opponent"
    if words := [word for word in g.printed[id].words if word in g.title]:
        shown["gist"] = f"“{', '.join(words)}”"
    return shown


def held_view(g: Studio, movie: Movie, id: str) -> dict[str, Any]:
    """A prop as a character’s card names it: with its defence, its bucket and the words that it shows of the title."""
    shown = in_play_view(g, movie, id)
    name = f"{shown['name']} {shown['value']:+}"
    if "tokens" in shown:
        name += ", bucket spilled" if id in movie.spilled else ", bucket full"
    return {**shown, "name": f"{name} {shown.get('gist', '')}".rstrip()}


def movie_zone(g: Studio, movie: Movie, seat: int | None) -> dict[str, Any]:
    """A player's movie: characters with their props, location and add-ons."""
    cards = [in_play_view(g, movie, card) for card in movie.locations()]
    for character, props in movie.characters.items():
        shown = in_play_view(g, movie, character)
        shown["held"] = [held_view(g, movie, prop) for prop in props]
        cards.append(shown)
    attacked = g.attack is not None and g.attack.against == movie.seat
    so_far = "" if g.over else " so far"
    notes = [f"{Many(movie.score):point}{so_far}"] if movie.score else []
    buckets = [] if CLASSIC in g.variants else [{"label": "Full buckets", "n": len(full_buckets(g, movie))}]
    label = marked(f"{g.names[movie.seat]}’s movie", movie.seat, seat)
    note = "; ".join([*notes, *(["under attack"] if attacked else [])])
    tracks = [
        {"label": "Defence", "n": total_defence(g, movie)},
        *buckets,
        {"label": "Cards in hand", "n": len(movie.hand), "max": hand_limit(g, movie)},
        {"label": "Turns so far", "n": movie.turns},
    ]
    id, span = f"movie-{movie.seat}", 12 if movie.seat == (seat or 0) or attacked else 6
    lit = movie.seat == g.turn or attacked
    return zone(id, label, cards, whose=movie.seat, span=span, note=note, tracks=tracks, lit=lit)


def hand_zones(g: Studio, movie: Movie, seat: int | None) -> list[dict[str, Any]]:
    """A hand, and during the draft the packet to choose a card from."""
    whose = "Your" if seat == movie.seat else f"{g.names[movie.seat]}’s"
    parts = {"packet": ("packet to choose from", movie.packet), "hand": ("hand", movie.hand)}
    zones = []
    for part, (label, cards) in parts.items():
        if cards or part == "hand":
            id, empty = f"{part}-{movie.seat}", "" if g.turn == NOBODY else "no cards"
            shown = [card_view(g, card, f"{id}-{n}") for n, card in enumerate(cards)]
            zones.append(zone(id, f"{whose} {label}", shown, empty=empty))
    return zones


def attack_zone(g: Studio, attack: Attack) -> dict[str, Any]:
    """The attack: the creature, its weapons, and how both totals stand with everything pending counted in."""
    (strength, defence), outcome = provisional(g)
    parts = ", ".join(f"{part.text} {part.n:+}" for part in strength.parts) or "nothing"
    tie = ", because a tie is enough" if strength == defence and outcome == "succeed" else ""
    creature = {**card_view(g, attack.creature, "attack-creature"), "state": "acting", "tag": "attacking"}
    weapons = [card_view(g, card, f"weapon-{card}") for card in attack.weapons]
    if attack.succeeded:
        how = f"with {strength} against a defence of {defence}" if strength >= defence else "whatever the numbers say"
        stands, note = "", f"The attack has succeeded, {how}. The attack: {parts}."
    else:
        stands = ", as things stand"
        note = f"As things stand, the attack of {strength} against a defence of {defence} would {outcome}{tie}."
        note += f" The attack so far: {parts}."
        note += " Anybody can add Weapons, because this is a Psycho’s attack." if is_psycho(g) else ""
    tracks = [{"label": f"Attack{stands}", "n": strength}, {"label": f"Defence{stands}", "n": defence}]
    label = f"{g.names[g.turn]} attacks {g.names[attack.against]}"
    return zone("attack", label, [creature, *weapons], span=12, note=note, tracks=tracks, lit=True)


def queue_zone(g: Studio) -> dict[str, Any]:
    """Pending FX in order: who played each, what it is aimed at, what cancels it, and what becomes of it."""
    gone = cancelled(g)
    effects = [entry for entry in g.queue if entry.key not in gone and not is_cancel(g, entry)]
    order = [entry.key for entry in sorted(effects, key=lambda entry: g.attack is not None and not entry.direct)]
    cards = [{**_pending_view(g, entry, gone, order), "value": _place(n)} for n, entry in enumerate(g.queue, 1)]
    notes = ["The oldest FX is settled first, but cancels come before everything else."] if g.queue else []
    if g.rolled:
        notes.append("Roll the Credits " + ("is countered." if g.countered else "succeeds unless an FX counters it."))
    rolling = "The credits have been countered" if g.countered else "The credits are about to roll"
    label = "FX waiting to take effect" if g.queue else rolling
    return zone("queue", label, cards, note=" ".join(notes), lit=True)


def _place(n: int) -> str:
    """A place in the queue in figures, such as “1st”, which nobody takes for an attack or a defence."""
    return f"{n}{'th' if n // 10 % 10 == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def _pending_view(g: Studio, entry: Pending, gone: list[str], order: list[str]) -> dict[str, Any]:
    effect = effect_of(g, entry.card, entry.ability)
    shown = card_view(g, entry.card, f"pending-{entry.key}")
    shown["text"] = " ".join(filter(None, (effect.text, _cancels(g, entry))))
    if entry.key in gone:
        shown |= {"state": "out", "tag": "cancelled"}
    elif is_cancel(g, entry):
        shown["state"] = "target"
    else:
        shown |= {"state": "acting", "tag": "will work"}
    shown["stats"] = [
        {"label": "Ability used by" if entry.ability else "Played by", "value": g.names[entry.by]},
        {"label": "Aimed at", "value": _aimed_at(g, entry, effect)},
        {"label": "As things stand", "value": _fate(g, entry, effect, gone, order), "lit": entry.key not in gone},
    ]
    return shown


def _cancels(g: Studio, entry: Pending) -> str:
    """Which cancels are aimed at a pending FX and at each other, the last one first; empty without any."""
    aims: list[str] = []
    for one in reversed(g.queue):
        if one.key in chain(g, entry.key):
            target = (
                "this card" if one.target == entry.key else aim_name(g, effect_of(g, one.card, one.ability), one.target)
            )
            aims.append(f"{pending_name(g, one)}{'' if aims else ' is aimed'} at {target}")
    if not aims:
        return ""
    said = ", and ".join([", ".join(aims[:-1]), aims[-1]]) if aims[1:] else aims[0]
    return f"{said[0].upper()}{said[1:]}."


def _aimed_at(g: Studio, entry: Pending, effect: Effect) -> str:
    """The name of what a pending FX is aimed at, or the words for it where it has none."""
    if entry.target:
        return aim_name(g, effect, entry.target)
    if effect.target in ("own-movie", "attacked-movie") and g.attack is not None:
        return f"{g.names[g.attack.against]}’s movie"
    return TARGETS[effect.target] or "nobody"


def _fate(g: Studio, entry: Pending, effect: Effect, gone: list[str], order: list[str]) -> str:
    """What becomes of a pending FX as things stand now."""
    if entry.key in gone:
        return "cancelled"
    if entry.key not in order:
        return f"cancels {_aimed_at(g, entry, effect)}"
    when = "" if g.attack is None or entry.direct else ", after the attack"
    place = f" {ordinal(order.index(entry.key) + 1)}" if order[1:] else ""
    return f"takes effect{place}{when}"


def speaking_zone(g: Studio) -> dict[str, Any]:
    """Who may still speak while something is pending: everybody in turn, beginning with the active player."""
    names = [g.names[who] for who in g.clockwise(g.turn)]
    note = f"{Names(names)}, in this order; once all of them have passed in a row, nobody can add anything more."
    return zone("speaking", "Who can still answer", layout="list", note=note)


def piles_zone(g: Studio) -> dict[str, Any]:
    """The deck and the graveyard."""
    top = [card_view(g, g.graveyard[-1], "graveyard-top")] if g.graveyard else []
    tracks = [
        {"label": "Deck", "n": len(g.deck), "pile": "down"},
        {"label": "Graveyard", "n": len(g.graveyard), "pile": "up"},
    ]
    return zone("piles", "Deck and graveyard", top, span=6, tracks=tracks)


def title_zone(g: Studio) -> dict[str, Any]:
    """The title of the movie, or the cards from which it is made."""
    signs = [f"“{' '.join(g.title)}”" if g.title else "it has no title yet"]
    signs += ["the title is made from words on these cards"] if g.revealed else []
    if g.establishing and g.turn != NOBODY:
        signs.append("nobody can be harmed during the Establishing Shot")
    if g.last != NOBODY and not g.over:
        signs.append(f"the deck is empty, so the movie ends after {g.names[g.last]}’s turn")
    if g.final is not None and not g.over:
        left = Names(g.names[who] for who in g.final)
        signs.append(f"this is the final round, and {left:has|have} a turn left" if left else "this is the last turn")
    cards = [revealed_view(g, card, f"revealed-{n}") for n, card in enumerate(g.revealed)]
    label = f"Movie {max(1, g.number)} of {g.planned}"
    return zone("title", label, cards, span=12 if g.revealed else 6, note="; ".join(signs))


def view(g: Studio, seat: int | None) -> View:
    """All that `seat` sees; everything if None. The first zones are those that matter most.

    While a title is looked for, these are the cards revealed for it. On somebody else's turn, as long as nothing is
    pending, the other movies come before the viewer's hand.
    """
    order = g.movies if seat is None else [g.movies[who] for who in g.clockwise(seat)]
    zones = [title_zone(g)] if g.revealed else []
    if g.attack is not None:
        zones.append(attack_zone(g, g.attack))
    if g.queue or g.rolled:
        zones.append(queue_zone(g))
    beaten = g.attack.against if g.attack is not None and g.attack.succeeded else NOBODY
    pending = g.attack is not None or g.queue or g.rolled
    if pending and beaten == NOBODY:
        zones.append(speaking_zone(g))
    mine = order if seat is None else order[:1]
    if beaten not in (NOBODY, order[0].seat):  # the characters to choose among come first
        zones.append(movie_zone(g, g.movies[beaten], seat))
    zones.append(movie_zone(g, order[0], seat))
    hands = [part for movie in mine for part in hand_zones(g, movie, seat)]
    others = [movie_zone(g, movie, seat) for movie in order[1:] if movie.seat != beaten]
    watching = seat is not None and g.turn not in (seat, NOBODY) and not pending
    zones += [*others, *hands] if watching else [*hands, *others]
    if not g.revealed:
        zones.append(title_zone(g))
    return {"zones": [*zones, piles_zone(g)]}
