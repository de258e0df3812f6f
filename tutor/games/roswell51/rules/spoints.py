"""Spoints: how they are gained, paid and given back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from tutor.engine.core import Many, Part, Pick, Prompt, Refusal, Rule, Sum, choose
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.numbers import BELOW_TWELVE
from tutor.games.roswell51.people import Person, Survivor
from tutor.games.roswell51.table import Movie

GRIM_TOLL = "grim-toll"
RESTS = ("player-turn/action-rest", "sanctuaries/rest-three")
"""The rules by which a survivor gains rest spoints for an action."""


class Stake(NamedTuple):
    """What spoints are for: how many may count, whether they help somebody else, and whether they can save a life."""

    cap: int
    helps: bool
    saves: bool


def spend(
    seat: int,
    rule: str,
    prompt: Prompt,
    have: int,
    cap: int,
    short: int = 1,
    because: str = "",
    lacking: str = "",
    label: Callable[[int], str] = lambda n: f"Spend {n or 'none'}",
    helps: bool = False,
    saves: bool = False,
) -> Pick:
    """Ask how many spoints to commit, from none to all that there are, for a survivor's roll or damage.

    There are `have` spoints, of which no more than `cap` may count, for the reason `because`. Fewer than `short`, but
    not none, cannot be enough, for the reason `lacking`. `helps` and `saves`: see `Stake`.
    """
    opened = [n for n in range(min(have, cap) + 1) if n >= short or not n]

    def reasons(n: int) -> Iterator[Refusal]:
        if n > cap:
            id = "spoints/target-max-eleven" if rule == "action-rolls/boost-before-roll" else rule
            why = f"you can’t spend {Many(n):spoint}, because {because.format(cap=Many(cap))}"
            yield Refusal(id, why, f"{label(cap)}.", opened[-1])
        if 0 < n < short:
            why = f"{Many(n):spoint} would not be enough to pay for the damage, and {lacking}"
            fix = f"Pay {'' if short == cap else 'at least '}{short}, or pay none and let the survivor flail."
            yield Refusal("spoints/no-partial-negate", why, fix, short)

    return Pick(seat, rule, range(have + 1), prompt, reasons, label, opened, about=Stake(cap, helps, saves))


def wording(g: Movie, person: Person, who: Survivor, case: Callable[[], str], question: str) -> Callable[[], str]:
    """What a person is asked: whom it helps, if not their own survivor, what it is about, and what to decide."""

    def prompt() -> str:
        helped = "" if person.seat == who.seat else f"You can help {g.names[who.seat]}. "
        return f"{helped}{case()} {question}"

    return prompt


def helpers(g: Movie, who: Survivor) -> list[Person]:
    """Who may spend spoints on a survivor: its own player first, then all others clockwise who have power spoints."""
    people = g.people
    return [
        person
        for seat in g.clockwise(who.seat)
        if ((person := people[seat]).power > 0 and not person.pod) or (seat == who.seat and who.rest > 0)
    ]


def purse(person: Person, who: Survivor) -> int:
    """How many spoints a person can spend on a survivor."""
    return person.power + who.rest if person.seat == who.seat else person.power


def rest_part(g: Movie, person: Person, who: Survivor, n: int) -> Rule[int]:
    """In one reading, a player says how many of the spoints spent are the survivor's own rest spoints."""
    values = range(max(0, n - person.power), min(n, who.rest) + 1)
    prompt = f"You spend {Many(n):spoint}. How many of {g.named(who.card)}’s rest spoints do you use?"
    labels = [f"Use {rest or 'none'}" for rest in values]
    return int((yield from choose(person.seat, "spoints/rest-first", values, prompt, labels)))


def bought(spent: int, rule: str) -> Part:
    """What so many spoints add to a sum, by this rule."""
    return Part(spent, "spoint" if spent == 1 else "spoints", rule)


def boosted(target: Sum, spent: int) -> Sum:
    """A target number after so many spoints have been spent on it."""
    return target.plus(bought(spent, "spoints/plus-one-target"))


def bars_help(g: Movie, left: int) -> bool:
    """Whether, by the reading in force, nobody else may help a survivor who has rest spoints left."""
    return left > 0 and g.reading("spoints/rest-first") == "everybody"


@rule("spoints/rest-first")
def pay(g: Movie, person: Person, who: Survivor, n: int, why: str, target: Sum | None = None) -> Rule[None]:
    """Spent spoints go to the pool; the survivor's own rest spoints are used up before its player's power spoints.

    `target` is the number that they raise, if they are spent on a roll.
    """
    rest = min(n, who.rest) if person.seat == who.seat else 0
    if rest and g.reading("spoints/rest-first") == "advice":
        rest = yield from rest_part(g, person, who, n)
    who.rest -= rest
    person.power -= n - rest
    g.pool += n
    if not g.heard:
        return
    told: dict[str, object] = {"who": g.names[person.seat], "hero": g.named(who.card)}
    told |= {"rest": Many(rest), "power": Many(n - rest)}
    what_for = " to raise the damage" if why == "spoints/damage-timing" else ""
    raising: tuple[str, ...] = ()
    if target is not None:
        told |= {"old": target, "new": boosted(target, n)}
        what_for = " to raise the target from {old} to {new}"
        raising = ("spoints/plus-one-target", "spoints/spend-any-number")
    power = ("spoints/power-any-survivor", "spoints/power-never-replenish")
    source = ("spoints/rest-own-survivor-only",) if rest else power
    spent = ["{rest:rest spoint}"] * bool(rest) + ["{power:power spoint}"] * (n > rest)
    g.note(
        why,
        f"{{who}} spends {' and '.join(spent)} on {{hero}}{what_for}",
        also=(*raising, "spoints/three-uses", "spoints/committed-are-lost", "setup-spoints/spent-go-to-pool", *source),
        **told,
    )
    if rest and n > rest and not who.rest:
        g.note(
            "spoints/rest-first",
            "{hero}’s only rest spoint is spent first" if rest == 1 else "{hero}’s {rest:rest spoint} are spent first",
            also=("spoints/combine-sources",),
            **told,
        )
    if not person.pool:
        g.note("spoints/power-of-player-without-survivors", "{who} has no survivors, but may still help", **told)
    if person.seat != who.seat:
        g.note("spoints/owner-decides-power", "{who} helps {hero}", also=("spoints/combine-sources",), **told)


def collect(
    g: Movie,
    who: Survivor,
    why: str,
    case: Callable[[int], str],
    cap: int,
    saves: bool = False,
    target: Sum | None = None,
) -> Rule[int]:
    """Everybody in turn may spend spoints on a survivor, `cap` in all; return how many were spent.

    `case` tells what is about to be rolled once so many spoints are spent; `saves`: the roll can save a life;
    `target`: the number that the spoints raise, if they are spent on a roll.
    """
    spent = 0
    most = g.parameters.most_target
    limit = "a 12 always fails" if most == BELOW_TWELVE else "no target can be higher"
    enough = f"{{cap:already raises|already raise}} the target to {most}, and {limit}"
    for person in helpers(g, who):
        if spent >= cap:
            break
        if person.seat != who.seat and bars_help(g, who.rest):
            hero = g.named(who.card)
            g.note("spoints/rest-first", "{hero:has|have} rest spoints left, so nobody else can help", hero=hero)
            break
        prompt = wording(g, person, who, partial(case, spent), "How many spoints do you spend?")
        have, helps, because = purse(person, who), person.seat != who.seat, "" if target is None else enough
        n = yield spend(person.seat, why, prompt, have, cap - spent, because=because, helps=helps, saves=saves)
        if n:
            yield from pay(g, person, who, n, why, None if target is None else boosted(target, spent))
            spent += n
    return spent


@rule("spoints/pool-finite")
def gain_rest(g: Movie, who: Survivor, n: int, why: str, also: Sequence[str] = (), most: int = 0) -> None:
    """A survivor gains rest spoints from the pool, no more than there are, and up to `most`, 0 for the usual limit."""
    if not n:
        return
    most = most or g.parameters.most_rest
    want = max(0, min(n, most - who.rest))
    got = min(want, g.pool)
    if got < want and g.reading("spoints/short-pool-partial-gain") != "partial":
        got = want if g.reading("spoints/short-pool-partial-gain") == "substitute" else 0
    who.rest += got
    had = max(0, g.pool)
    short = want > had
    told = {
        "hero": g.named(who.card),
        "n": Many(got),
        "due": Many(n),
        "rest": Many(who.rest),
        "most": most,
        "pool": f"only {g.pool}" if g.pool > 0 else "none",
    }
    g.pool -= got
    also = (*also, "spoints/rest-on-card")
    full = "{hero} already has {rest:rest spoint}, so there is no room for more"
    lacking = "{hero} gains no rest spoints, because there are too few in the pool" if want else full
    g.note(why, "{hero} gains {n:rest spoint} and now has {rest}" if got else lacking, also=also, **told)
    if want < n:
        g.note(
            "spoints/rest-max-seven",
            "{due:rest spoint was|rest spoints were} due, but {most} is the most that {hero} can have",
            **told,
        )
    if short:
        g.note(
            "spoints/short-pool-partial-gain",
            "{want:rest spoint was|rest spoints were} due, but the pool had {pool}"
            + (", so {lent:marker stands|markers stand} in for what is missing" if got == want else ""),
            also=("spoints/pool-finite",),
            want=Many(want),
            lent=Many(want - had),
            **told,
        )
    if not got and why in RESTS:
        g.note("spoints/rest-when-nothing-to-gain", "{hero} may rest even though there is nothing to gain", **told)


def give_back(g: Movie, n: int, grim: str, why: Sequence[str], whose: str) -> None:
    """Unused spoints go back to the pool, or out of play under Grim Toll."""
    if not n:
        return
    if GRIM_TOLL in g.variants:  # exception large-cast/grim-toll-rest
        g.gone += n
        says = "{who}’s only spoint is removed from play" if n == 1 else "{who}’s {n} spoints are removed from play"
        g.note(grim, says, n=n, who=whose)
        return
    g.pool += n
    rule, *also = why
    says = "{who}’s only spoint goes to the pool" if n == 1 else "{who}’s {n} spoints go to the pool"
    g.note(rule, says, also=also, n=n, who=whose)
