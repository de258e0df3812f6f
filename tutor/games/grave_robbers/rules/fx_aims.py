"""What FX and paid abilities may be aimed at, and why not at anything else."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Refusal
from tutor.games.grave_robbers.cards import Effect, being
from tutor.games.grave_robbers.rules.establishing import refuse_harm, spares
from tutor.games.grave_robbers.rules.fx_queue import (
    OF_THE_ATTACK,
    aim_name,
    may_join,
    refuse_turn_in_queue,
    trait_counts,
)
from tutor.games.grave_robbers.rules.traits import bare_defence
from tutor.games.grave_robbers.table import Movie, Studio
from tutor.games.grave_robbers.values import has_trait

HARMFUL = ("kill", "wreck", "lose-cards", "spill")
"""Verbs of effects that harm the player whose cards they are aimed at."""

_ABOUT = {
    "cancel": "fx/cancel-exception",
    "kill": "lethal/kills-outright",
    "grant": "traits/granted-or-removed",
    "remove": "traits/granted-or-removed",
}
"""For verbs of effects that work by rules of their own: the first of these rules."""

_WHERE_NONE = {
    "any": ("in play", "Wait until somebody has a {kind}."),
    "own": ("in your movie", "Wait until you have a {kind}."),
    "attacked": ("in the movie under attack", "Wait for an attack on a movie with a {kind}."),
}
"""For each part of the table at which effects are aimed: the words for it, and what to do if there is no target."""


def targets(g: Studio, seat: int, effect: Effect) -> list[str]:
    """Everything that an effect could be aimed at; one empty target where nothing is named or nothing is there."""
    kind = effect.target
    if kind == "fx":
        found = [entry.key for entry in g.queue] + g.resolved
        return list(dict.fromkeys(found)) or [""]
    if kind == "player":
        return [g.names[who] for who in g.others(seat)]
    if kind not in ("character", "prop", "location"):
        return [""]
    movies = g.movies
    if effect.where == "own":
        movies = [g.movies[seat]]
    elif effect.where == "attacked":
        movies = [g.movies[g.attack.against]] if g.attack else []
    if kind == "character":
        found = [card for movie in movies for card in movie.characters]
    elif kind == "prop":
        found = [card for movie in movies for props in movie.characters.values() for card in props]
    else:
        found = [card for movie in movies for card in movie.locations()]
    return found or [""]


def refuse_aim(g: Studio, seat: int, effect: Effect, target: str, source: str, *, usable: bool) -> Iterator[Refusal]:
    """Yield why an effect of this source, `CARDS` or `EFFECTS`, cannot be aimed at this target.

    Another target is suggested only if the effect is `usable`, that is if nothing but the target stands in its way.
    """
    kind = effect.target
    if kind in OF_THE_ATTACK or effect.where == "attacked":
        if g.attack is None:
            why = "this effect works only during an attack, and nobody is attacking"
            yield Refusal("fx/targets-named-when-played", why, "Wait for an attack.")
            return
        if kind == "own-movie" and g.attack.against != seat:
            whose = f"{g.names[g.attack.against]}’s movie"
            why = f"this effect works only for your own movie, and it’s {whose} that is under attack"
            yield Refusal("fx/targets-named-when-played", why, "Wait until your own movie is attacked.")
    if kind == "credits" and not g.rolled:
        why = "this effect works only on Roll the Credits, and nobody is rolling the credits"
        yield Refusal("fx/targets-named-when-played", why, "Wait until somebody rolls the credits.")
    if kind == "fx":
        yield from _refuse_cancel(g, seat, effect, target, source, usable)
    elif not target and kind in ("character", "prop", "location"):
        id = "lethal/no-target-no-play" if effect.verb == "kill" else "fx/targets-named-when-played"
        where, fix = _WHERE_NONE[effect.where]
        why = f"there is no {kind} {where} that this effect could be aimed at"
        yield Refusal(id, why, fix.format(kind=kind))
    elif kind == "character":
        yield from _refuse_character(g, seat, effect, target, usable)
    if g.establishing and target and kind != "fx":
        owner = g.seat(target) if kind == "player" else g.home(target).seat
        own = usable and any(g.movies[seat].has(one) and qualifies(g, effect, one) for one in targets(g, seat, effect))
        own = own and not _harms(effect) and effect.verb != "remove"  # nobody wants to be told to harm their own movie
        fix = "choose a card in your own movie" if own else ""
        yield from refuse_harm(g, seat, owner, _harms(effect) or _lowers(g, effect, target), kind=source, own=fix)
    yield from refuse_turn_in_queue(g, effect)


def _refuse_cancel(g: Studio, seat: int, effect: Effect, target: str, source: str, usable: bool) -> Iterator[Refusal]:
    possible = usable and open_aims(g, seat, effect)
    wait = "Wait until there is an FX that you can cancel."
    if not target:
        yield Refusal(
            "fx/what-can-be-cancelled", "there is no FX for you to cancel", "Wait until somebody plays an FX."
        )
        return
    entry = g.entry(target)
    if entry is None:
        why = f"{aim_name(g, effect, target):has|have} already taken effect"
        fix = "Cancel an FX that hasn’t taken effect yet." if possible else wait
        yield Refusal("fx/what-can-be-cancelled", why, fix)
    elif entry.ability:
        why = f"you can cancel only FX cards, and {g.called(entry.card):’s} ability isn’t one"
        yield Refusal("fx/what-can-be-cancelled", why, "Cancel an FX card instead." if possible else wait)
    else:
        yield from refuse_harm(g, seat, entry.by, harmful=True, cancel=True, kind=source)


def _refuse_character(g: Studio, seat: int, effect: Effect, target: str, usable: bool) -> Iterator[Refusal]:
    if not qualifies(g, effect, target):
        id = "lethal/must-meet-the-condition" if effect.verb == "kill" else "fx/targets-named-when-played"
        why = f"this effect works only on a character who is {being(effect.only)}, and {g.called(target):isn’t|aren’t}"
        wait = f"Wait until you can choose a character who is {being(effect.only)}."
        yield Refusal(id, why, "Choose a different character." if usable and open_aims(g, seat, effect) else wait)
    elif effect.verb == "kill" and spares(g, seat, g.home(target).seat, harmful=True):
        legal = [card for card in g.home(target).characters if qualifies(g, effect, card)]
        yield from refuse_unforced(g, target, legal, lethal=True)


def qualifies(g: Studio, effect: Effect, card: str) -> bool:
    """Whether a card has the trait that an effect asks for."""
    return not effect.only or has_trait(g, card, effect.only)


def refuse_unforced(g: Studio, victim: str, legal: list[str], *, lethal: bool = False) -> Iterator[Refusal]:
    """Yield that another legal victim of the same movie must be chosen; `lethal` if a lethal effect is to kill it."""
    if g.printed[victim].forced:
        return
    for card in legal:
        if g.printed[card].forced:
            name = g.called(card)
            fix = f"Choose {name}."
            why = f"{name:has|have} to be the victim whenever that is possible, as the card itself says"
            yield Refusal("attack/forced-victim", why, fix)
            if lethal:
                why = f"the text on {name} makes this character the victim, so you can’t choose freely here"
                yield Refusal("lethal/card-may-say-otherwise", why, fix, repeats=True)
            why = f"the text on {name} takes precedence over your own choice"
            yield Refusal("overview/card-text-takes-precedence", why, fix, repeats=True)


def rules_about(effect: Effect) -> list[str]:
    """The rules that a player needs to know before using this effect."""
    return [_ABOUT[effect.verb]] if effect.verb in _ABOUT else []


def _harms(effect: Effect) -> bool:
    """Whether an effect harms the player whose cards it is aimed at."""
    return effect.verb in HARMFUL or (effect.verb == "defend" and effect.amount < 0)


def _may_lower(movie: Movie, effect: Effect) -> bool:
    """Whether the trait that an effect gives or takes can count in a movie."""
    return effect.verb in ("grant", "remove") and trait_counts(movie, effect.trait)


def _lowers(g: Studio, effect: Effect, card: str) -> bool:
    """Whether a trait gained or lost would lower the total of the movie it is in."""
    home, traits = g.home(card), g.traits
    if not _may_lower(home, effect):
        return False
    before = bare_defence(g, home)
    change = effect.trait if effect.verb == "grant" else f"-{effect.trait}"
    g.traits = {**traits, card: [*traits.get(card, ()), change]}  # only for as long as it takes to look
    after = bare_defence(g, home)
    g.traits = traits
    return after < before


def open_aims(g: Studio, seat: int, effect: Effect) -> list[str]:
    """Everything that an effect may be aimed at now: the `targets` that `refuse_aim` does not refuse."""
    kind = effect.target
    if g.queue and not may_join(g, effect):
        return []
    if kind in OF_THE_ATTACK:
        return [""] if g.attack and (kind != "own-movie" or g.attack.against == seat) else []
    if kind == "fx":
        own_only = g.establishing and g.reading("turn/what-is-detrimental") != "cancels-allowed"
        return [entry.key for entry in g.queue if not entry.ability and (entry.by == seat or not own_only)]
    if kind == "none":
        return [""]
    if kind == "credits":
        return [""] if g.rolled else []
    harmful = _harms(effect)
    if kind == "player":
        return [g.names[who] for who in g.others(seat) if spares(g, seat, who, harmful)]
    movies = [g.movies[seat]] if effect.where == "own" else g.movies
    if effect.where == "attacked":
        movies = [g.movies[g.attack.against]] if g.attack else []
    if g.establishing:
        movies = [movie for movie in movies if spares(g, seat, movie.seat, harmful)]
    found: list[str] = []
    for movie in movies:
        cards = _open_in(g, movie, effect)
        if g.establishing and movie.seat != seat and _may_lower(movie, effect):
            cards = [card for card in cards if not _lowers(g, effect, card)]
        found += cards
    return found


def _open_in(g: Studio, movie: Movie, effect: Effect) -> list[str]:
    """The cards of one movie that an effect may be aimed at."""
    if effect.target == "prop":
        return [card for props in movie.characters.values() for card in props]
    if effect.target == "location":
        return movie.locations()
    legal = [*movie.characters]
    if effect.only:
        legal = [card for card in legal if has_trait(g, card, effect.only)]
    if effect.verb != "kill":
        return legal
    return [card for card in legal if g.printed[card].forced] or legal
