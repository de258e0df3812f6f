"""Action rolls: two dice against a target number."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.core import Aim, Choose, Name, Names, Part, Prompt, Roll, Rule, Sum, told
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.numbers import BELOW_TWELVE
from tutor.games.roswell51.people import DIRECTOR, Survivor
from tutor.games.roswell51.rules.spoints import boosted, collect
from tutor.games.roswell51.rules.throngs import value_of
from tutor.games.roswell51.table import Movie

SNAKE_EYES = (1, 1)
BOXCARS = (6, 6)
NO_ATTACK = {SNAKE_EYES: "two ones are not a head shot", BOXCARS: "two sixes are not a fumble"}
NO_EFFECT = "the doubles have no special effect"
"""What doubles are not, or do not do, in a roll that is not an attack."""
USE, KEEP = "star", "pass"
DANGEROUS = 4
"""The least strength of aliens whose attack is a danger: they hit in one of six cases."""


def hits(faces: tuple[int, ...], target: int) -> bool:
    """Whether two dice meet a target: at or under it, never on a twelve, always on a two."""
    total = faces[0] + faces[1]
    return total == 2 or (total <= target and total < 12)


def aimed(text: Callable[[], str], target: Sum) -> Callable[[], Aim]:
    """What a roll against a target hopes for; nothing is worked out before somebody looks."""
    return lambda: Aim(text(), lambda faces: hits(faces, target), target)


def target_of(g: Movie, who: Survivor, stat: str, *more: Part) -> Sum:
    """The target of a survivor's roll: a stat, and what power plays add; nothing raises it above the limit."""
    n = stat_of(g, who, stat)
    return Sum("target", Part(n, stat, "", who.card), *more, most=max(n, g.parameters.most_target))


@rule("action-rolls/boost-before-roll")
def boost(g: Movie, who: Survivor, target: Sum, doing: Callable[[], str], saves: bool = False) -> Rule[Sum]:
    """Before the roll, spoints may raise the target number up to a limit; return the resulting number.

    `doing` tells what the survivor is about to roll for; `saves`: the roll can save a life.
    """

    def case(spent: int) -> str:
        return f"{doing()} and {'need' if g.named(who.card).several else 'needs'} {target + spent} or less."

    cap = g.parameters.most_target - target
    spent = yield from collect(g, who, "action-rolls/boost-before-roll", case, cap, saves, target)
    return boosted(target, spent) if spent else target


def offer_star(g: Movie, who: Survivor, why: str, prompt: Prompt) -> Rule[bool]:
    """The owner of a Horror Star may spend it; return whether it was spent."""
    if not who.stars:
        return False
    answer = yield Choose(who.seat, why, (USE, KEEP), prompt, ("Spend a Horror Star", "Don’t spend a Horror Star"))
    if answer == KEEP:
        return False
    g.note(
        why,
        "{hero} spends Reel {star}’s Horror Star",
        also=("horror-star/single-use",),
        hero=g.named(who.card),
        star=who.stars[0],
    )
    who.stars = who.stars[1:]
    return True


@told
def tell_roll(g: Movie, name: Name, faces: tuple[int, ...], target: int, what: str) -> None:
    """Tell whether a roll succeeds."""
    total, good = sum(faces), hits(faces, target)
    s = "" if name.several else "s"
    words = {
        "who": name,
        "faces": Names(faces),
        "total": total,
        "target": min(target, BELOW_TWELVE),
        "what": what,
        "rolls": f"roll{s}",
    }
    words["ends"] = f"succeed{s}" if good else f"fail{s}"
    if total == 2:
        template = "{who:rolls|roll} {faces} for the {what}, and a 2 always succeeds"
        g.note("action-rolls/two-always-succeeds", template, **words)
    elif total == 12:
        template = "{who:rolls|roll} {faces} for the {what}, and a 12 always fails"
        g.note("action-rolls/twelve-always-fails", template, **words)
    else:
        rule = "action-rolls/two-dice-at-or-under" if good else "action-rolls/over-fails"
        g.note(rule, "{who:needs|need} {target} or less for the {what}, {rolls} {total} and {ends}", **words)


def stat_of(g: Movie, who: Survivor, stat: str) -> int:
    """A survivor's target number; one that lacks the stat tests Muscle."""
    return int(g.cards[who.card].stat(stat))


@rule("named-cards/robot-two-stats")
def tell_missing_stat(g: Movie, who: Survivor, stat: str) -> None:
    """A survivor without this stat tests Muscle, or fails or passes without a roll, depending on the reading."""
    if not getattr(g.cards[who.card], stat):
        templates = {
            "muscle": "{who} has no {stat} and tests Muscle instead",
            "fails": "{who} has no {stat}, so the test fails without a roll",
            "passes": "{who} has no {stat}, so the test counts as passed without a roll",
        }
        template = templates[g.reading("named-cards/robot-two-stats")]
        g.note("named-cards/robot-two-stats", template, who=g.named(who.card), stat=stat.capitalize())


@rule("horror-star/reroll-flail")
def rolls_again(g: Movie) -> bool:
    """Whether a Horror Star can repeat a roll that is not made for an action: a flail or the test of an event."""
    return g.reading("horror-star/reroll-flail") == "every-roll"


def threatens(g: Movie, card: str) -> bool:
    """Whether failing the test of a card is dangerous: because of spores, or of an attack that may well hit."""
    effect = g.cards[card].effect
    if effect not in ("attack-cycle", "full-assault"):
        return bool(effect == "spore")
    whole = effect == "full-assault"
    strengths = [value_of(g, frame.top) for frame in g.screen if whole and frame.top]
    for person in g.people if whole else [g.people[DIRECTOR]]:
        strengths += [sum(value_of(g, one) for one in throng) for throng in person.throngs]
    return max(strengths, default=0) >= DANGEROUS


@rule("action-rolls/no-doubles-outside-attacks")
def test(g: Movie, who: Survivor, card: str, why: str) -> Rule[bool]:
    """A survivor tests a card's stat outside an attack, with spoints and a Horror Star; return whether it succeeds."""
    wanted = g.cards[card].stat
    tell_missing_stat(g, who, wanted)
    stat = wanted if getattr(g.cards[who.card], wanted) else "muscle"
    if stat != wanted and g.reading("named-cards/robot-two-stats") != "muscle":
        return g.reading("named-cards/robot-two-stats") == "passes"
    target = target_of(g, who, stat)

    def doing() -> str:
        return f"Because of {g.named(card)}, {g.named(who.card):tests|test} {stat.capitalize()}"

    def failed() -> str:
        return f"{g.named(who.card):has|have} failed the test. Do you spend a Horror Star to roll again?"

    def passes() -> str:
        return f"{g.named(who.card):passes|pass} the {stat.capitalize()} test"

    while True:
        target = yield from boost(g, who, target, doing, saves=threatens(g, card))
        faces = yield Roll(2, why, who.seat, aim=aimed(passes, target))
        good = hits(faces, target)
        tell_roll(g, g.named(who.card), faces, target, f"{stat.capitalize()} test")
        if faces[0] == faces[1]:
            g.note(
                "action-rolls/no-doubles-outside-attacks",
                "this is not an attack, so {what}",
                also=("action-rolls/head-shot-fumble-only-attacks", "doubles/attack-rolls-only"),
                what=NO_ATTACK.get(faces, NO_EFFECT),
            )
        if good:
            return True
        if card != who.probed and not rolls_again(g):
            return False
        again = yield from offer_star(g, who, "horror-star/use-reroll", failed)
        if not again:
            return False
        g.note(
            "horror-star/reroll-flail", "the new roll counts, whatever it shows", also=("horror-star/reroll-stands",)
        )
