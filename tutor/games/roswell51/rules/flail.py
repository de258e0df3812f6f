"""What a hit by aliens does: damage, paying it off, and the flail."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tutor.engine.core.asks import Choose, Roll, Rule
from tutor.engine.core.table import Many, told
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Person, Survivor
from tutor.games.roswell51.rules import sanctuaries
from tutor.games.roswell51.rules.action_rolls import aimed, boost, hits, offer_star, stat_of, target_of, tell_roll
from tutor.games.roswell51.rules.blows import Blow, Damage, annihilates, blow_of_aliens, is_play, plays, tell_damage
from tutor.games.roswell51.rules.damage import bury
from tutor.games.roswell51.rules.elimination import eliminate
from tutor.games.roswell51.rules.foes import foe_name
from tutor.games.roswell51.rules.spoints import helpers, pay, purse, spend, wording
from tutor.games.roswell51.rules.throngs import cards_of
from tutor.games.roswell51.table import Foe, Movie

if TYPE_CHECKING:
    from tutor.games.roswell51.rules.monster_attack import Target

SKIP, ROLL = "skip", "roll"


@rule("monster-attack/hit-then-damage")
def suffer(g: Movie, foe: Foe, target: Target, double: int) -> Rule[None]:
    """After a hit aliens roll damage; a survivor pays all of it or flails, a sanctuary loses points."""
    blow = blow_of_aliens(g, foe, double)
    if isinstance(target, Survivor):
        g.step("ma-skip")
        skipped = yield from skip_damage(g, foe, target, blow)
        if skipped:
            yield from flail(g, target, 0, foe.seat)
            return
    g.step("ma-damage")
    faces = yield blow.roll(foe.seat, 1)
    damage = blow.lands(faces)
    tell_damage(g, damage)
    tell_suffering(g, foe, damage)
    if isinstance(target, Survivor):
        yield from defend(g, target, damage, foe.seat)
    else:
        sanctuaries.lose_points(g, target, damage, bool(double))


@told
def tell_suffering(g: Movie, foe: Foe, damage: Damage) -> None:
    """Say how much damage aliens do, and by which rules."""
    familiar = sum(g.cards.type_of(card) == "survivor" for card in cards_of(g, foe))
    doubles = damage.blow.doubles
    g.note(
        "monster-attack/hit-then-damage",
        "{foe:does|do} {total} damage",
        also=(
            "damage/modifiers-for-aliens-too",
            "doubles/bonus-for-aliens-too" if doubles else "",
            "familiar-face/shad-damage" if familiar else "",
            "familiar-face/throng-gains-shad" if familiar else "",
            "alternate-rules/alien-technology-bonus" if damage.blow.added > doubles else "",
            "familiar-face/shad-not-cumulative" if familiar > 1 else "",
        ),
        foe=foe_name(g, foe),
        total=damage,
    )


def skip_damage(g: Movie, foe: Foe, who: Survivor, blow: Blow) -> Rule[bool]:
    """Nobody can help: the damage roll may be skipped, unless it could annihilate. Return whether it was."""
    if who.rest or any(is_play(g, card, "escape") for card in who.held):
        return False
    if any(person.power and not person.pod for person in g.people):
        g.note("damage/must-roll-with-any-power", "there are power spoints left to pay with, so the damage is rolled")
        return False
    if annihilates(g, blow.most()):
        g.note(
            "damage/must-roll-if-ten-possible",
            "{most} damage is possible, so the damage is rolled",
            also=("damage/skip-arithmetic",),
            most=blow.most(),
        )
        return False
    ask = Choose(
        foe.seat,
        "damage/skip-roll-when-helpless",
        (SKIP, ROLL),
        "Nobody can pay for the damage. Do you roll it all the same?",
        ("Skip the damage roll", "Roll the damage"),
    )
    answer = yield ask
    if answer == ROLL:
        return False
    g.note(
        "damage/skip-roll-when-helpless",
        "nobody can pay for the damage, so {who} flails at once",
        who=g.named(who.card),
    )
    return True


@rule("damage/survivor-two-options")
def defend(g: Movie, who: Survivor, total: int, by: int) -> Rule[None]:
    """A damaged survivor is paid free in full, or it flails."""
    g.step("ma-defend")
    if annihilates(g, total):
        g.note(
            "annihilation/survivor-may-still-defend",
            "even {n} damage may still be paid for or avoided with a flail",
            n=total,
        )
    escaped = yield from escape(g, who, total)
    if escaped:
        g.step("ma-negated")
        return
    paid = yield from negate(g, who, total)
    if paid:
        g.step("ma-negated")
        g.note(
            "spoints/negate-full-cost",
            "{who} pays {total:spoint} and is unharmed",
            also=("damage/survivor-no-wounds",),
            who=g.named(who.card),
            total=Many(total),
        )
        return
    yield from flail(g, who, total, by)


def escape(g: Movie, who: Survivor, total: int) -> Rule[bool]:
    """A power play may save its holder from the whole damage once; return whether it did."""
    card = next((card for card in who.held if is_play(g, card, "escape")), "")
    if not card:
        return False
    name = g.named(card)
    prompt = f"{g.named(who.card):suffers|suffer} {total} damage. Do you discard {name} to avoid all of it?"
    labels = (f"Discard {name}", f"Keep {name}")
    answer = yield Choose(who.seat, "card-types/power-play-discard", (card, "pass"), prompt, labels)
    if answer != card:
        return False
    who.held = tuple(held for held in who.held if held != card)
    g.discard(card)
    g.note("card-types/power-play-discard", "{card} is used up, so no harm is done", card=g.named(card))
    return True


def tell_pledges(g: Movie, who: Survivor, pledged: int, total: int) -> None:
    """Say that part payment is not possible."""
    template = "{n:spoint is|spoints are} not enough to pay for {total} damage, so none are spent"
    if not pledged:
        template = "nobody pays for the damage, so no spoints are spent"
    g.note("spoints/no-partial-negate", template, who=g.named(who.card), n=Many(pledged), total=total)


def _case(g: Movie, who: Survivor, total: int, need: int) -> str:
    """What a survivor suffers, and how much of it nobody has offered to pay for."""
    left = f", of which {need} still {'has' if need == 1 else 'have'} to be paid for" if need < total else ""
    return f"{g.named(who.card):suffers|suffer} {total} damage{left}."


@rule("spoints/negate-after-damage-roll")
def negate(g: Movie, who: Survivor, total: int) -> Rule[bool]:
    """All who can may pledge spoints, which are spent if they cover the damage; return whether they do."""
    able = helpers(g, who)
    left = sum(purse(person, who) for person in able)
    if left < total:
        words = {"who": g.named(who.card), "n": Many(left), "total": total}
        template = "{n:spoint} cannot pay for {total} damage, so {who} flails"
        g.note(
            "flail/when",
            template if left else "there are no spoints to pay with, so {who} flails",
            also=("spoints/no-partial-negate",),
            **words,
        )
        return False
    pledges: list[tuple[Person, int]] = []
    need = total
    for person in able:
        have = purse(person, who)
        left -= have
        if need and have:
            least = max(1, need - left)
            prompt = wording(g, person, who, partial(_case, g, who, total, need), "pay")
            n = yield spend(person.seat, "damage/survivor-two-options", prompt, have, need, least)
            if person.seat == who.seat and not n and left < need:
                told = {"who": g.names[person.seat], "hero": g.named(who.card)}
                g.note("flail/choice-is-players", "{who} does not pay, so {hero} flails", **told)
                return False
            pledges.append((person, n))
            need -= n
            if need > left:
                break
    if need:
        tell_pledges(g, who, total - need, total)
        return False
    for person, n in pledges:
        if n:
            pay(g, person, who, n, "spoints/negate-full-cost")
    return True


@rule("flail/speed-test")
def flail(g: Movie, who: Survivor, total: int, by: int) -> Rule[None]:
    """A life-or-death test of Speed, which spoints may raise before; who fails is eliminated."""
    card = g.cards[who.card]
    stat = "speed" if card.speed else "muscle"
    g.note(
        "flail/speed-test" if card.speed else "flail/robot-uses-muscle",
        "{who} flails and tests {stat}, which is {n}",
        also=("flail/boost-first" if card.speed else "named-cards/robot-flails-with-muscle",),
        who=card.name,
        stat=stat.capitalize(),
        n=stat_of(g, who, stat),
    )
    target = target_of(g, who, stat, *plays(g, who, "flail"))
    while True:
        g.step("ma-flail-boost")
        target = yield from boost(g, who, target, lambda: f"{g.named(who.card):flails|flail} to stay alive")
        g.step("ma-flail")
        faces = yield Roll(2, "flail/speed-test", who.seat, aim=aimed(lambda: "survives", target))
        good = hits(faces, target)
        if g.heard:
            tell_roll(g, g.named(who.card), faces, target, "flail")
        if faces[0] == faces[1]:
            g.note(
                "flail/two-and-twelve",
                "doubles have no special meaning in a flail",
                also=("doubles/attack-rolls-only",),
            )
        if good:
            g.step("ma-survived")
            g.note("flail/success-unharmed", "{who} is unharmed", also=("damage/survivor-no-wounds",), who=card.name)
            if annihilates(g, total):
                g.note("annihilation/survivor-successful-flail", "the flail avoids all {n} damage", n=total)
            return
        if who.stars:
            g.step("ma-flail-star")
            prompt = f"{g.named(who.card)}’s flail has failed. Do you spend a Horror Star to roll again?"
            again = yield from offer_star(g, who, "horror-star/use-reroll", prompt)
            if again:
                if faces == (6, 6):
                    g.note("horror-star/reroll-plain-twelve", "a 12 may be rolled again, because this is not an attack")
                g.note(
                    "horror-star/reroll-flail",
                    "the new roll counts, whatever it shows",
                    also=("horror-star/reroll-stands",),
                )
                continue
        break
    yield from fall(g, who, total, by)


@rule("flail/failure-eliminates")
def fall(g: Movie, who: Survivor, total: int, by: int) -> Rule[None]:
    """The flail has failed: the survivor is eliminated, or annihilated by ten or more damage."""
    gone = annihilates(g, total)
    g.step("ma-annihilated" if gone else "ma-eliminated")
    if gone:
        g.note(
            "annihilation/survivor-failed-flail",
            "{who} is annihilated and removed from play",
            also=("familiar-face/not-after-annihilation", "annihilation/belongings-discarded"),
            who=g.named(who.card),
        )
    else:
        g.note(
            "flail/failure-eliminates",
            "{who} is eliminated and becomes a Familiar Face in the discard pile",
            also=("flail/eliminated-card-to-discard", "familiar-face/elimination-creates"),
            who=g.named(who.card),
        )
    if total == 1:
        g.note("damage/survivor-one-point-lethal", "a single point of damage was lethal")
    bury(g, who.card, gone)
    yield from eliminate(g, who, by)
