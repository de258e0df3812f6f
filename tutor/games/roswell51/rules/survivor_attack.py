"""A survivor attacks: weapon, target, the roll and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core import Choose, Roll, Rule, spelled_out, told
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Survivor
from tutor.games.roswell51.rules import damage, named_cards
from tutor.games.roswell51.rules.action_rolls import (
    BOXCARS,
    SNAKE_EYES,
    aimed,
    boost,
    hits,
    offer_star,
    target_of,
    tell_missing_stat,
    tell_roll,
)
from tutor.games.roswell51.rules.doubles import who_strikes
from tutor.games.roswell51.rules.foes import den, foe_name, lurkers
from tutor.games.roswell51.rules.weapons import (
    DECLINE,
    WALL,
    Weapon,
    meant,
    targets_for,
    top_card_only,
    weapon_of,
    which_target,
    which_weapon,
)
from tutor.games.roswell51.table import Foe, Movie

YES, NO = "yes", "no"


@rule("survivor-attack/any-alien-in-play")
def survivor_attack(
    g: Movie, who: Survivor, fixed: str = "", among: Sequence[Foe] | None = None, free: bool = False
) -> Rule[bool]:
    """A survivor attacks one alien; `among` limits the targets, `free` lets the attack be declined.

    Return whether it does, or False if it has nobody to attack because the Director does not allow a shot.
    """
    weapon = yield from choose_weapon(g, who, fixed, free)
    if weapon is None:
        return True
    g.step("sa-declare")
    foe = yield from declare(g, who, weapon, among)
    if foe is None:
        return False
    tell_attack(g, who, weapon, foe, free)
    named_cards.spend_dynamite(g, who, weapon.item)
    yield from roll_attack(g, who, weapon, foe)
    g.step("sa-done")
    return True


@rule("survivor-attack/declare-single-target")
def declare(g: Movie, who: Survivor, weapon: Weapon, among: Sequence[Foe] | None) -> Rule[Foe | None]:
    """The player names the target; with only one there is nothing to ask. None if there is none."""
    foes = targets_for(g, weapon.item, among)
    walled = [] if among is not None else [foe for foe in lurkers(g) if foe not in foes]
    no = False
    while foes:
        if len(foes) > 1:
            ask = which_target(g, who, foes, walled, no)
            foe = meant(g, ask.about[1], (yield ask))
        else:
            (foe,) = foes
        if foe.place != "inside" or who.at or among is not None:
            return foe
        no = not (yield from allow_shot(g, who, weapon, foe))
        if not no:
            return foe
        foes.remove(foe)
        walled.append(foe)
    return None


@rule("alternate-rules/back-seat-monster-inside")
def allow_shot(g: Movie, who: Survivor, weapon: Weapon, foe: Foe) -> Rule[bool]:
    """The Director says whether a ranged weapon may be fired into a sanctuary."""
    words = {"who": g.named(who.card), "foe": foe_name(g, foe), "item": g.named(weapon.item), "place": den(g, foe)}
    prompt = f"May {words['who']} attack {words['foe']} inside {words['place']}?"
    answer = yield Choose(DIRECTOR, WALL, (YES, NO), prompt, ("Allow the shot", "Don’t allow the shot"))
    says = "{boss} does not allow the shot, so {who} cannot attack {foe}"
    if answer == YES:
        says = "{boss} allows the shot into {place} with the {item}"
    g.note(WALL, says, boss=g.names[DIRECTOR], **words)
    return bool(answer == YES)


def choose_weapon(g: Movie, who: Survivor, fixed: str, free: bool) -> Rule[Weapon | None]:
    """The player says what the survivor attacks with; None if the attack is declined."""
    ask = which_weapon(g, who, fixed, free)
    values = ask.open()
    if len(values) > 1:
        answer = yield ask
    else:
        (answer,) = values
    if answer == DECLINE:
        g.note("doubles/counterstrike-optional", "{who} does not strike back", who=g.named(who.card))
        return None
    return weapon_of(answer)


@told
def tell_attack(g: Movie, who: Survivor, weapon: Weapon, foe: Foe, free: bool) -> None:
    """Say who attacks what with what, and by which rules; `free`: it is a counterstrike."""
    words = {"who": g.named(who.card), "foe": foe_name(g, foe), "stat": weapon.stat.capitalize()}
    if weapon.item:
        stats = g.cards[weapon.item].stats
        two = "survivor-attack/two-stat-item-choice" if len(stats) > 1 else ""
        g.note(
            "survivor-attack/item-stat",
            "{who} attacks {foe} with the {item} and tests {stat}",
            also=("survivor-attack/one-item-per-attack", "card-types/items-do-not-combine", two),
            item=g.named(weapon.item),
            **words,
        )
    else:
        g.note("survivor-attack/muscle-without-item", "{who} attacks {foe} with bare hands and tests {stat}", **words)
    if foe.place == "throng" and foe.card and not (free and top_card_only(g)):
        g.note("survivor-attack/any-card-of-throng", "a survivor may aim at any card in a throng", **words)
    if foe.seat:
        g.note("survivor-attack/pod-throngs", "a Pod Player’s throng may be attacked as well", **words)
    if not foe.card:
        g.note(
            "survivor-attack/throng-attack-every-card",
            "the whole throng is the target",
            also=("named-cards/dynamite-only-throng-item",),
            **words,
        )


def roll_attack(g: Movie, who: Survivor, weapon: Weapon, foe: Foe) -> Rule[None]:
    """Offer spoints, roll for the attack, and carry out what follows; a Horror Star may repeat a miss."""
    tell_missing_stat(g, who, weapon.stat)
    target = target_of(g, who, weapon.stat)
    while True:
        g.step("sa-boost")
        target = yield from boost(
            g,
            who,
            target,
            lambda: f"{g.named(who.card):attacks|attack} {foe_name(g, foe)} with {weapon.stat.capitalize()}",
        )
        g.step("sa-roll")
        aim = aimed(lambda: f"{g.named(who.card):hits|hit} {foe_name(g, foe)}", target)
        faces = yield Roll(2, "action-rolls/two-dice-at-or-under", who.seat, aim=aim)
        good = hits(faces, target)
        tell_roll(g, g.named(who.card), faces, target, "attack")
        if good:
            named_cards.spend_dynamite(g, who, weapon.item, "hits")
        if faces == SNAKE_EYES:
            yield from head_shot(g, who, weapon, foe)
            return
        if faces == BOXCARS:
            yield from fumble(g, who, weapon, foe)
            return
        if good:
            double = faces[0] if faces[0] == faces[1] else 0
            yield from damage.damage_aliens(g, who, weapon.item, damage.parts_of(g, foe), double)
            return
        g.step("sa-miss")
        g.note("survivor-attack/miss-does-nothing", "the attack misses")
        if faces[0] == faces[1]:
            g.note("doubles/no-bonus-on-miss", "the attack missed, so these doubles have no effect")
        if not who.stars:
            return
        g.step("sa-star")
        prompt = f"{g.named(who.card)}’s attack has missed. Do you spend a Horror Star to roll again?"
        again = yield from offer_star(g, who, "horror-star/use-reroll", prompt)
        if not again:
            return
        g.note("horror-star/reroll-stands", "the new roll counts, whatever it shows")


@rule("doubles/snake-eyes-head-shot")
def head_shot(g: Movie, who: Survivor, weapon: Weapon, foe: Foe) -> Rule[None]:
    """After a pair of ones, the alien is removed from play if a head shot can have an effect on it."""
    g.step("sa-head-shot")
    parts = damage.parts_of(g, foe)
    victims = [part for part in parts if not named_cards.immune(g, part)]
    if len(victims) > 1:
        one = g.reading("doubles/dynamite-head-shot") == "one-card"
        hit = "only one alien" if one else spelled_out(len(victims), "alien")
        g.note("doubles/dynamite-head-shot", "the head shot with the dynamite removes {hit}", hit=hit)
        if one:
            ask = which_target(g, who, victims, shot=True)
            victims = [meant(g, ask.about[1], (yield ask))]
    for part in parts:
        named_cards.tell_immune(g, part)
    if victims:
        damage.behead(g, victims, who.card)
    left = [part for part in parts if part not in victims and named_cards.shot_hurts(g, part)]
    if left:
        extra = int(any(named_cards.shot_adds(g, part) for part in left))
        yield from damage.damage_aliens(g, who, weapon.item, left, extra)
    elif victims and foe.place == "screen":
        g.step("sa-screen-gap")


@rule("doubles/boxcars-fumble")
def fumble(g: Movie, who: Survivor, weapon: Weapon, foe: Foe) -> Rule[None]:
    """After a pair of sixes, the target strikes back at once if its owner likes."""
    g.step("sa-fumble")
    star = "horror-star/not-fumble" if who.stars else ""
    g.note("doubles/boxcars-fumble", "{who} fumbles", also=(star,), who=g.named(who.card))
    if foe.card and g.cards.type_of(foe.card) not in ("monster", "survivor"):
        g.note("named-cards/blob-is-not-a-monster", "the space blob cannot strike back")
        return
    striker = who_strikes(g, weapon, foe)
    if g.reading("doubles/counterstrike-optional") == "optional":
        own = foe_name(g, striker) if striker.card else f"your throng {striker.slot + 1}"
        prompt = f"{g.named(who.card):has|have} fumbled. Do you strike back with {own}?"
        labels = ("Strike back", "Don’t strike back")
        answer = yield Choose(foe.seat, "doubles/counterstrike-optional", ("strike", DECLINE), prompt, labels)
        if answer == DECLINE:
            g.note("doubles/counterstrike-optional", "{foe:does|do} not strike back", foe=foe_name(g, striker))
            return
    g.note(
        "doubles/counterstrike-immediate",
        "{foe:strikes|strike} back at {who}",
        also=("doubles/counterstrike-is-attack-roll", "doubles/counterstrike-is-free"),
        foe=foe_name(g, striker),
        who=g.named(who.card),
    )
    yield from rule["monster-attack/targets"](g, striker, who)
