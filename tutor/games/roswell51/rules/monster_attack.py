"""Aliens attack: a target, the roll and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tutor.engine.core import NOBODY, Pick, Refusal, Roll, Rule, Value, told
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.numbers import BELOW_TWELVE
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.rules import doubles, monster_attack_damage, sanctuaries, survivor_attack
from tutor.games.roswell51.rules.action_rolls import BOXCARS, SNAKE_EYES, aimed, hits, offer_star, tell_roll
from tutor.games.roswell51.rules.foes import foe_name, spelled
from tutor.games.roswell51.rules.throngs import strength, there
from tutor.games.roswell51.rules.weapons import usable
from tutor.games.roswell51.table import Foe, Movie, Shelter

Target: TypeAlias = "Survivor | Shelter"


def refuse_target(g: Movie, card: str) -> Iterator[Refusal]:
    """Yield why aliens cannot attack this survivor or this sanctuary."""
    who = g.survivor(card)
    if who is not None and who.at:
        fix = f"Attack {g.named(who.at)} instead."
        why = f"{g.named(card)} is inside {g.named(who.at)}, so you can’t attack that survivor directly"
        yield Refusal("monster-attack/not-inside-sanctuary", why, fix, who.at)
        why = f"aliens outside can’t reach anybody inside {g.named(who.at)}"
        yield Refusal("sanctuaries/no-outside-targeting", why, fix, who.at)
    if who is None and not g.inside(card):
        why = f"nobody is inside {g.named(card)}, so you can’t attack it"
        yield Refusal("monster-attack/empty-sanctuary-safe", why, "Choose another target.")
        why = f"normally, aliens can attack a sanctuary only while somebody is inside, and {g.named(card)} is empty"
        yield Refusal("sanctuaries/attack-needs-occupant", why, "Choose another target.")


def targets(g: Movie) -> list[Target]:
    """Everything that aliens may attack."""
    survivors = g.survivors()
    found: list[Target] = [who for who in survivors if not who.at]
    if len(found) < len(survivors):  # the others are inside
        found += [place for place in g.sanctuaries if g.inside(place.card)]
    return found


@rule("monster-attack/targets")
def monster_attack(
    g: Movie, foe: Foe, target: Target | None = None, others: Sequence[Foe] = (), by: int = NOBODY
) -> Rule[Foe]:
    """Aliens attack once, either a given target or one that their owner names.

    Args:
        g: The table.
        foe: Who attacks.
        target: Whom they attack; somebody names a target if None.
        others: The throngs that are still to attack as well, any of which the owner may send first.
        by: The seat that names the target instead of the owner.

    Returns:
        Who has attacked.
    """
    among = targets(g) if target is None else [target]
    if not among:
        g.note("monster-attack/targets", "there is nobody in play to attack")
        return foe
    g.step("ma-declare")
    target = among[0]
    if others or len(among) > 1:
        foe, target = yield from choose_target(g, foe, among, others, foe.seat if by == NOBODY else by)
    tell_strength(g, foe, target)
    extra = yield from roll_attack(g, foe, target)
    g.step("ma-done")
    if extra is not None:
        g.note("doubles/head-shot-new-throng-attacks", "the new throng attacks at once")
        yield from monster_attack(g, extra)
    return foe


def choose_target(
    g: Movie, foe: Foe, among: Sequence[Target], others: Sequence[Foe], by: int
) -> Rule[tuple[Foe, Target]]:
    """The seat `by` names one of the targets, or sends another throng first and names a target for that one."""
    first = {spelled(g, other): other for other in others}

    def prompt() -> str:
        whom = "Who or what" if any(isinstance(one, Shelter) for one in among) else "Who"
        name = f"throng {foe.slot + 1}" if not foe.card and by == foe.seat else foe_name(g, foe)
        return f"{whom} should {name} attack?"

    def refuse(value: Value) -> Iterator[Refusal]:
        return refuse_target(g, str(value)) if value not in first else iter(())

    answer = yield Pick(
        by,
        "monster-attack/declare-target-first",
        lambda: [*[who.card for who in g.survivors()], *[place.card for place in g.sanctuaries], *first],
        prompt,
        refuse,
        lambda value: f"Send throng {first[value].slot + 1} first" if value in first else g.named(value),
        [*[target.card for target in among], *first],
    )
    if answer in first:
        sent = first[answer]
        rest = sorted((one for one in (foe, *others) if one != sent), key=lambda one: one.slot)
        return (yield from choose_target(g, sent, among, rest, by))
    return foe, next(target for target in among if target.card == answer)


@told
def tell_strength(g: Movie, foe: Foe, target: Target) -> None:
    """Say who attacks whom with what strength."""
    value = strength(g, foe)
    if g.standing and isinstance(target, Shelter):
        g.note(
            "last-one-standing/sanctuary-protects",
            "the last survivor is inside a sanctuary, so that sanctuary is attacked first",
        )
    also = ("monster-attack/roll-at-or-under-value", "" if foe.card else "monster-attack/throng-sum")
    name = foe_name(g, foe)
    words = {
        "foe": name,
        "target": g.named(target.card),
        "value": value,
        "most": min(value, BELOW_TWELVE),
        "hits": "hit" if name.several else "hits",
    }
    template = "{foe:attacks|attack} {target} and {hits} on {most} or less"
    g.note("monster-attack/declare-target-first", template, also=also, **words)
    if value > BELOW_TWELVE:
        template = "even with a strength of {value}, {foe} cannot hit on a roll of 12, which is always a fumble"
        g.note("monster-attack/twelve-always-fumbles", template, **words)


def roll_attack(g: Movie, foe: Foe, target: Target) -> Rule[Foe | None]:
    """Roll for the attack and carry out what follows; return a new throng that may attack at once, if any."""
    on_survivor = isinstance(target, Survivor)
    while True:
        g.step("ma-roll")
        value = strength(g, foe)
        aim = aimed(lambda: f"{foe_name(g, foe):hits|hit} {g.named(target.card)}", value)
        faces = yield Roll(2, "monster-attack/roll-at-or-under-value", foe.seat, aim=aim)
        good = hits(faces, value)
        tell_roll(g, foe_name(g, foe), faces, value, "attack")
        if faces == SNAKE_EYES:
            if isinstance(target, Survivor):
                return (yield from doubles.head_shot(g, foe, target))
            yield from sanctuaries.breach(g, target, "sanctuaries/head-shot-breaches")
            return None
        if faces == BOXCARS:
            yield from fumble(g, foe, target)
            return None
        if not good:
            g.step("ma-miss")
            g.note("action-rolls/over-fails", "the attack misses")
            if faces[0] == faces[1]:
                g.note("doubles/no-bonus-on-miss", "the attack missed, so these doubles have no effect")
            return None
        if on_survivor or g.reading("horror-star/force-not-for-sanctuary") == "inside":
            again = yield from force_reroll(g, foe, target)
            if again:
                continue
        elif any(who.stars for who in g.survivors()):
            g.note("horror-star/force-not-for-sanctuary", "a Horror Star cannot protect a sanctuary")
        double = faces[0] if faces[0] == faces[1] else 0
        yield from monster_attack_damage.suffer(g, foe, target, double)
        return None


@rule("horror-star/use-force-reroll")
def force_reroll(g: Movie, foe: Foe, target: Target) -> Rule[bool]:
    """Whoever has a Horror Star may make the aliens roll again, before damage is rolled."""
    owners = [who for person in g.people for who in person.pool if who.stars]
    if isinstance(target, Shelter):
        owners = [who for who in owners if who.at == target.card]
    if not owners:
        return False
    g.step("ma-star")
    name = foe_name(g, foe)
    for who in owners:
        hit = f"{name:has|have} hit {g.named(target.card)}."
        prompt = f"{hit} Does {g.named(who.card)} spend a Horror Star to force a re-roll?"
        spent = yield from offer_star(g, who, "horror-star/use-force-reroll", prompt)
        if spent:
            screen = "creature-feature/horror-star-usable" if foe.place == "screen" else ""
            also = ("horror-star/force-any-survivor", screen)
            g.note("horror-star/force-before-damage", "the attack is rolled again", also=also)
            g.note("horror-star/reroll-stands", "the new roll counts, whatever it shows")
            return True
    if isinstance(target, Shelter):
        g.step("ma-skip")
    return False


def fumble(g: Movie, foe: Foe, target: Target) -> Rule[None]:
    """After a pair of sixes, the target, or everybody inside the sanctuary, may strike back."""
    g.step("ma-fumble")
    star = "horror-star/not-fumble" if any(who.stars for who in g.survivors()) else ""
    also = ("monster-attack/twelve-always-fumbles", star)
    g.note("doubles/boxcars-fumble", "{foe:fumbles|fumble}", also=also, foe=foe_name(g, foe))
    if isinstance(target, Survivor):
        yield from strike_back(g, foe, target)
        return
    g.note(
        "sanctuaries/fumble-all-inside-counter",
        "everybody inside {place} {may} strike back",
        place=g.named(target.card),
        may=doubles.may(g),
    )
    for who in g.inside(target.card):
        if there(g, foe) and g.survivor(who.card) is who:
            yield from strike_back(g, foe, who)


@rule("doubles/counterstrike-survivor-target")
def strike_back(g: Movie, foe: Foe, who: Survivor) -> Rule[None]:
    """A survivor may attack those who fumbled: one card of a throng or, with the dynamite, the whole throng."""
    g.note(
        "doubles/counterstrike-immediate",
        "{who} {may} strike back at {foe}",
        also=(
            "doubles/counterstrike-survivor-target",
            "doubles/counterstrike-is-attack-roll",
            "doubles/counterstrike-is-free",
        ),
        who=g.named(who.card),
        foe=foe_name(g, foe),
        may=doubles.may(g),
    )
    if not foe.card and any(usable(g, who, card) and g.cards[card].throng for card in who.held):
        template = "with the dynamite, {who} may strike back at the whole throng"
        g.note("doubles/dynamite-counterstrike", template, who=g.named(who.card))
    yield from survivor_attack.survivor_attack(g, who, among=(foe,), free=True)
