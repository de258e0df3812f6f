"""The Establishing Shot: for one round nobody may harm another player's movie."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Refusal
from tutor.games.grave_robbers import powers
from tutor.games.grave_robbers.cards import CHARACTER, FAMILY
from tutor.games.grave_robbers.rules.traits import bare_defence
from tutor.games.grave_robbers.table import Movie, Studio
from tutor.games.grave_robbers.values import has_trait

CARDS, EFFECTS = "turn/establishing-shot-no-harmful-cards", "turn/establishing-shot-no-harmful-effects"
"""The rules against what may harm: cards that are played, and the effects of abilities."""


def protection(g: Studio) -> str:
    """Why nobody may be harmed yet."""
    rounds = g.parameters.protected
    return f"nobody can be harmed in the first {'round' if rounds == 1 else f'{rounds} rounds'}"


def turns(g: Studio) -> str:
    """How many turns everybody has to have had before anybody can be harmed."""
    rounds = g.parameters.protected
    return "a turn" if rounds == 1 else f"{rounds} turns"


def from_when(g: Studio, what: str = "") -> str:
    """When a player can attack who cannot do so in the first round."""
    rounds = g.parameters.protected
    return f"You can attack{what} from {'your second turn' if rounds == 1 else f'turn {rounds + 1}'} on."


def harms(g: Studio, seat: int, movie: Movie, card: str, holder: str = "") -> bool:
    """Whether one more card would lower another’s total while nobody may be harmed; a prop goes to its `holder`."""
    if not g.establishing or movie.seat == seat:
        return False
    printed = g.printed[card]
    defence: int = printed.defence
    crowds = printed.kind == CHARACTER and not powers.LESS_IN_COMPANY.isdisjoint(movie.characters)
    if defence >= 0 and not crowds:
        return False
    if powers.DEFENCE.keys().isdisjoint((*movie.characters, card)) and not has_trait(g, card, FAMILY):
        return True
    characters, location, add_ons = movie.characters, movie.location, movie.add_ons
    if holder:
        characters = {**characters, holder: [*characters[holder], card]}
    elif printed.kind == CHARACTER:
        characters = {**characters, card: []}
    elif printed.add_on:
        add_ons = [*add_ons, card]
    else:
        location = card
    joined = Movie(movie.seat, characters=characters, location=location, add_ons=add_ons)
    return bare_defence(g, joined) < bare_defence(g, movie)


def spares(g: Studio, seat: int, owner: int, harmful: bool) -> bool:
    """Whether something aimed at `owner` is open in the first round too."""
    if owner == seat or not g.establishing:
        return True
    return not harmful and g.reading("turn/what-is-detrimental") != "any-target"


def refuse_harm(
    g: Studio, seat: int, owner: int, harmful: bool, cancel: bool = False, kind: str = CARDS, own: str = ""
) -> Iterator[Refusal]:
    """Yield why something aimed at `owner` is closed in the first round.

    `harmful` is said by the effect. `own` says how to aim it at one’s own movie instead; empty if that cannot be done.
    """
    if not g.establishing or owner == seat:
        return
    name, when = g.names[owner], f"everybody has had {turns(g)}"
    later = f"Wait until {when}{f', or {own}' if own else ''}."
    fix = f"You can cancel another player’s FX once {when}." if cancel else later
    reading = g.reading("turn/what-is-detrimental")
    if reading == "any-target" and not harmful:
        aimed = f"this move is aimed at {name}, so it counts as harm under the chosen reading"
        why = f"{aimed}, and {protection(g)}"
        yield Refusal("turn/what-is-detrimental", why, fix, repeats=True)
    if not harmful and reading != "any-target":
        return
    if cancel and reading == "cancels-allowed":
        return
    harm = "this move would harm" if harmful else "under the chosen reading, this move counts as harm to"
    why = f"cancelling {name}’s FX counts as harming {name}" if cancel else f"{harm} {name}"
    yield Refusal(kind, f"{why}, and {protection(g)}", fix)
    remove = "remove or replace" if reading == "cancels-allowed" else "remove, replace or cancel"
    counted = (
        "during the Establishing Shot, you can’t lower another player’s defence, "
        f"kill their characters, spill their buckets, make them discard, or {remove} their cards"
    )
    if harmful:
        fix = "Choose a move that doesn’t harm another player."
        yield Refusal("turn/what-is-detrimental", counted, fix, repeats=True)
    if seat != g.turn:
        why = f"it’s {g.names[g.turn]}’s turn, but the Establishing Shot binds you too, so you can’t harm anybody yet"
        over = fix if cancel else "Wait until the Establishing Shot is over."
        yield Refusal("turn/establishing-shot-binds-everyone", why, over, repeats=True)
