"""A damaged survivor: paying the damage off, and the flail."""

from __future__ import annotations

from functools import partial

from tutor.engine.core import Choose, Many, Roll, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Person, Survivor, without
from tutor.games.roswell51.rules.action_rolls import (
    NO_ATTACK,
    NO_EFFECT,
    aimed,
    boost,
    hits,
    offer_star,
    rolls_again,
    stat_of,
    target_of,
    tell_roll,
)
from tutor.games.roswell51.rules.blows import annihilates, is_play, plays
from tutor.games.roswell51.rules.damage import bury
from tutor.games.roswell51.rules.elimination import aftermath, lose
from tutor.games.roswell51.rules.pledges import Asked
from tutor.games.roswell51.rules.spoints import bars_help, helpers, pay, purse, spend, wording
from tutor.games.roswell51.table import Movie


@rule("damage/survivor-two-options")
def defend(g: Movie, who: Survivor, total: int, by: int) -> Rule[None]:
    """Either all of the damage to a survivor is paid for, or the survivor flails."""
    g.step("ma-defend")
    if annihilates(g, total):
        enough = sum(purse(person, who) for person in helpers(g, who)) >= total
        g.note(
            "annihilation/survivor-may-still-defend",
            f"{{who}} can still {'pay for all {n} points of damage or ' if enough else ''}flail",
            who=g.named(who.card),
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
            "{total:spoint pays|spoints pay} for all the damage, so {who} is unharmed",
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
    who.held = without(who.held, card)
    g.discard(card)
    template = "{who} discards {card} and so avoids all the damage"
    g.note("card-types/power-play-discard", template, card=name, who=g.named(who.card))
    return True


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
            question = "Do you pay spoints or flail?" if person.seat == who.seat else "Do you pay any spoints?"
            prompt = wording(g, person, who, partial(_case, g, who, total, need), question)
            because = f"{{cap:already pays|already pay}} for {'the rest of' if need < total else 'all'} the damage"
            asked = Asked(g, who, person, need, left)
            n = yield spend(
                person.seat,
                "damage/survivor-two-options",
                prompt,
                have,
                need,
                asked.least(),
                because,
                asked.lacking(),
                asked.label,
            )
            if person.seat == who.seat and not n and left < need:
                told = {"who": g.names[person.seat], "hero": g.named(who.card), "n": Many(left), "need": need}
                template = (
                    "{who} does not pay, and the others’ {n:spoint} cannot pay for {need} damage, so {hero} flails"
                )
                alone = "{who} does not pay, so {hero} flails"
                g.note("flail/choice-is-players", template if left else alone, **told)
                return False
            pledges.append((person, n))
            need -= n
            if need > left or (person.seat == who.seat and bars_help(g, who.rest - n)):
                break
    if need:
        template = "{n:spoint is|spoints are} not enough to pay for {total} damage, so no spoints are spent"
        if need == total:
            template = "nobody pays for the damage, so no spoints are spent"
        g.note("spoints/no-partial-negate", template, n=Many(total - need), total=total)
        return False
    for person, n in pledges:
        if n:
            yield from pay(g, person, who, n, "spoints/negate-full-cost")
    return True


def _flailing(g: Movie, who: Survivor, stat: str) -> str:
    """What a survivor who flails is about to do."""
    return f"{g.named(who.card):flails|flail} with {stat.capitalize()}"


@rule("flail/speed-test")
def flail(g: Movie, who: Survivor, total: int, by: int) -> Rule[None]:
    """A life-or-death test of Speed, which spoints may raise first; a survivor who fails is eliminated."""
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
        doing = partial(_flailing, g, who, stat)
        target = yield from boost(g, who, target, doing, saves=True)
        g.step("ma-flail")
        aim = aimed(lambda: f"{g.named(who.card):survives|survive}", target)
        faces = yield Roll(2, "flail/speed-test", who.seat, aim=aim)
        good = hits(faces, target)
        tell_roll(g, g.named(who.card), faces, target, "flail")
        if faces[0] == faces[1]:
            g.note(
                "flail/two-and-twelve",
                "a flail is not an attack, so {what}",
                also=("doubles/attack-rolls-only",),
                what=NO_ATTACK.get(faces, NO_EFFECT),
            )
        if good:
            g.step("ma-survived")
            g.note("flail/success-unharmed", "{who} is unharmed", also=("damage/survivor-no-wounds",), who=card.name)
            if annihilates(g, total):
                g.note("annihilation/survivor-successful-flail", "the flail avoids all {n} points of damage", n=total)
            return
        if who.stars and rolls_again(g):
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
    lose(g, who)
    yield from aftermath(g, who.seat, by)
