"""The queue of pending FX: what bears on an attack, cancels and cancels of cancels."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Name, Refusal, ordinal, told
from tutor.games.grave_robbers.book import CLASSIC, rule
from tutor.games.grave_robbers.cards import FAMILY, FX, Effect, Fx, InPlay
from tutor.games.grave_robbers.powers import counts_for_a_text
from tutor.games.grave_robbers.rules.popcorn import cost_of, name_of_use
from tutor.games.grave_robbers.table import Movie, Pending, Studio, pending_key

OF_THE_ATTACK = ("attack", "own-movie", "attacked-movie", "creature")
"""Targets that are there only while an attack goes on."""


def effect_of(g: Studio, card: str, ability: bool = False) -> Effect:
    """What an FX card or the ability of a card in play does."""
    if not ability:
        fx: Fx = g.printed[card]
        return fx.effect
    printed: InPlay = g.printed[card]
    assert printed.ability is not None
    return printed.ability.effect


def is_cancel(g: Studio, entry: Pending) -> bool:
    """Whether a pending FX cancels another."""
    return effect_of(g, entry.card, entry.ability).verb == "cancel"


def unsettled(g: Studio) -> list[Pending]:
    """The pending FX that the window now open is about: in an attack, those that bear on it."""
    return [entry for entry in g.queue if entry.direct] if g.attack else g.queue


def effect_name(g: Studio, entry: Pending) -> Name:
    """The name of what is about to take effect: an FX card, or the ability of a card in play."""
    return name_of_use(g, entry.card, ability=entry.ability)


def pending_name(g: Studio, entry: Pending) -> Name:
    """The name of a pending FX, which tells it from others of the same card: “Ben’s Cut!”, “Ben’s second Cut!”."""
    name = effect_name(g, entry)
    same = [one for one in g.queue if one.card == entry.card]
    if not same[1:]:
        return name
    own = [one.key for one in same if one.by == entry.by]
    if entry.ability:
        return Name(f"the {ordinal(own.index(entry.key) + 1)} use of {name}")
    which = f"{ordinal(own.index(entry.key) + 1)} " if own[1:] else ""
    return type(name)(f"{Name(g.names[entry.by]):’s} {which}{name}")


def aim_name(g: Studio, effect: Effect, target: str) -> Name:
    """The name of what an effect is aimed at: an FX, pending or over, or else a card or a player."""
    if effect.target != "fx":  # a card whose ability is pending has the same id as the ability
        return g.called(target)
    entry = g.entry(target)
    return pending_name(g, entry) if entry else name_of_use(g, target, ability=g.printed[target].kind != FX)


def aim_of(g: Studio, effect: Effect, target: str) -> str:
    """The words “on …” for what an effect is aimed at; empty if nothing is named."""
    return f" on {aim_name(g, effect, target)}" if target else ""


def aim_for(g: Studio, seat: int, effect: Effect, target: str) -> str:
    """The words “on …” as `aim_of` has them, which tell the player at `seat` whose a card in another movie is."""
    in_a_movie = target and effect.target in ("character", "prop", "location")
    return f" on {with_owner(g, seat, target)}" if in_a_movie else aim_of(g, effect, target)


def with_owner(g: Studio, seat: int, card: str) -> str:
    """The name of a card in play, with its owner’s name if it is not in the movie of the player at `seat`."""
    owner = g.home(card).seat
    return f"{'' if owner == seat else f'{Name(g.names[owner]):’s} '}{g.called(card)}"


def enqueue(g: Studio, seat: int, card: str, target: str, ability: bool) -> None:
    """An FX or ability goes to the end of the queue; in an attack, a note says whether it affects the outcome."""
    direct = is_direct(g, effect_of(g, card, ability), target)
    entry = Pending(pending_key(g.queue, card), card, seat, target, ability, direct)
    g.queue.append(entry)
    if g.attack is None:
        g.step("fx-pending")
    else:
        g.step("attack-fx-queued")
        _tell_direct(g, entry)


@told
def _tell_direct(g: Studio, entry: Pending) -> None:
    same = effect_of(g, entry.card, entry.ability).verb in ("kill", "defend", "wreck", "grant")
    either = "attack/same-card-direct-or-not" if same else ""
    if entry.direct:
        g.note(
            "attack/direct-effects-apply-now",
            "{card} affects the attack, so it takes effect during the attack",
            also=("attack/what-is-direct", either),
            card=effect_name(g, entry),
        )
    else:
        g.note(
            "attack/other-effects-wait",
            "{card} does not affect the attack, so it waits until the attack is over",
            also=("attack/what-is-direct", "attack/waiting-fx-can-be-cancelled", either),
            card=effect_name(g, entry),
        )


def is_direct(g: Studio, effect: Effect, target: str) -> bool:
    """Whether an effect bears on the attack: judged by what it does and what it is aimed at, never by its name."""
    attack = g.attack
    if attack is None:
        return False
    if effect.target in OF_THE_ATTACK:
        return True
    if effect.target == "fx":
        entry = g.entry(target)
        return entry is not None and entry.direct
    if effect.target not in ("character", "prop", "location") or g.home(target).seat != attack.against:
        return False
    return effect.verb not in ("grant", "remove") or trait_counts(g.movies[attack.against], effect.trait)


def trait_counts(movie: Movie, trait: str) -> bool:
    """Whether a trait counts for the defence of a movie: for the Family bonus, or for a text."""
    return trait == FAMILY or counts_for_a_text(movie, trait)


def cancelled(g: Studio) -> list[str]:
    """The keys of pending FX that are cancelled, worked out from the last cancel back."""
    gone: list[str] = []
    for entry in reversed(g.queue):
        if entry.key not in gone and is_cancel(g, entry):
            gone.append(entry.target)
    return gone


def chain(g: Studio, key: str) -> list[str]:
    """The cancels aimed at a pending FX, at those cancels, and so on."""
    found: list[str] = []
    for entry in g.queue:
        if (entry.target == key or entry.target in found) and is_cancel(g, entry):
            found.append(entry.key)
    return found


@rule("fx/cancel-exception")
def settle_cancels(g: Studio, entries: list[Pending]) -> list[Pending]:
    """Cancels are settled before anything else, the last one first; return what is left, in its old order."""
    gone = cancelled(g)
    left: list[Pending] = []
    for entry in reversed(entries):
        _tell_cancels(g, entry, entry.key in gone)
        if entry.key not in gone and not is_cancel(g, entry):
            left.insert(0, entry)
    for entry in entries.copy():
        if entry not in left:
            dismiss(g, entry)
    return left


def _popcorn_paid(g: Studio, entry: Pending) -> int:
    """How much popcorn the use of a card or ability has cost; an ability costs cards in the Cult Classic."""
    if not entry.ability:
        return cost_of(g, entry.card)
    ability = g.printed[entry.card].ability
    return 0 if CLASSIC in g.variants else int(ability.cost)


@told
def _tell_cancels(g: Studio, entry: Pending, gone: bool) -> None:
    """Say what has become of a pending FX through cancels, if anything."""
    name = pending_name(g, entry)
    if gone:
        paid = _popcorn_paid(g, entry)
        g.note(
            "fx/cancelled-card-has-no-effect",
            "{card:is|are} cancelled, so it does nothing" + (", and the popcorn paid for it is lost" if paid else ""),
            also=("fx/cancel-chain-parity", "popcorn/no-refund" if paid else ""),
            card=name,
        )
    elif chain(g, entry.key):
        several = sum(one.target == entry.key and is_cancel(g, one) for one in g.queue) > 1
        cancels = "all cancels aimed at {card} are themselves" if several else "the cancel aimed at {card} is itself"
        g.note(
            "fx/restored-as-if-never-cancelled",
            cancels + " cancelled, so {card} keeps its old place in the order",
            also=("fx/cancel-of-a-cancel", "fx/cancel-chain-parity"),
            card=name,
        )
    elif is_cancel(g, entry):
        what = aim_name(g, effect_of(g, entry.card, entry.ability), entry.target)
        g.note("fx/cancel-exception", "{card} cancels {what} before that FX can take effect", card=name, what=what)


def dismiss(g: Studio, entry: Pending) -> None:
    """An entry leaves the queue; a card goes to the graveyard, after the attack if it was used in one."""
    g.queue.remove(entry)
    if entry.ability:
        return
    if g.attack is not None:
        g.attack.used.append(entry.card)
    else:
        g.graveyard.append(entry.card)
        g.note("fx/go-to-graveyard", "{card:goes|go} to the graveyard", card=g.called(entry.card))


def _waiting(g: Studio) -> list[Pending]:
    """The pending FX that are not cancels, and so take effect unless they are cancelled."""
    return [entry for entry in unsettled(g) if not is_cancel(g, entry)]


def may_join(g: Studio, effect: Effect) -> bool:
    """Whether an effect may be played while others are pending."""
    return effect.verb == "cancel" or g.reading("fx/when-the-queue-resolves") != "one-by-one" or not _waiting(g)


def refuse_turn_in_queue(g: Studio, effect: Effect) -> Iterator[Refusal]:
    """Yield that another FX must take effect first, where the reading has them resolve one by one."""
    if not may_join(g, effect):
        waiting = _waiting(g)
        name = effect_name(g, waiting[0])
        fix = f"Pass now, and do this once {name} has taken effect."
        yield Refusal("fx/when-the-queue-resolves", f"{name} must take effect first", fix)
