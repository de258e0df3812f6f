"""Creature attacks: declared, settled, and cleaned up after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Names, Refusal, Rule, Value, told
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.cards import AQUATIC, CREATURE
from tutor.games.grave_robbers.rules.attack_outcome import choose_victim, succeeds
from tutor.games.grave_robbers.rules.attack_totals import always_succeeds, attack_total, defence_total, tell_totals
from tutor.games.grave_robbers.rules.end import has_turn_left
from tutor.games.grave_robbers.rules.establishing import from_when, protection, turns
from tutor.games.grave_robbers.rules.fx_effects import resolve
from tutor.games.grave_robbers.rules.fx_queue import dismiss, settle_cancels, unsettled
from tutor.games.grave_robbers.rules.popcorn import cost_of, pay, refuse_cost
from tutor.games.grave_robbers.rules.props_leaving import send_away
from tutor.games.grave_robbers.rules.timing import Play, Speaker, played
from tutor.games.grave_robbers.rules.traits import guns_switched_off
from tutor.games.grave_robbers.table import Attack, Movie, Studio
from tutor.games.grave_robbers.values import has_trait, traits_of


def is_dry(g: Studio, movie: Movie) -> bool:
    """Whether a movie's location keeps Aquatic creatures away."""
    return bool(movie.location) and not has_trait(g, movie.location, AQUATIC)


class DeclareAttack(Play):
    """Attack another player's movie with a creature."""

    verb, kind = "attack", CREATURE
    goes_on = False

    def label(self, g: Studio, who: Speaker, card: str, target: str = "") -> str:
        if not target:
            return super().label(g, who, card)
        return f"Attack {'your own movie' if g.seat(target) == who.seat else target} with {g.called(card)}"

    def detail(self, g: Studio, who: Speaker, card: str, target: str) -> str:
        attack = Attack(card, g.seat(target))
        if always_succeeds(g, attack):
            return "always succeeds there, whatever the defence is"
        return f"an attack of {attack_total(g, attack):d} against a defence of {defence_total(g, attack):d}"

    def ways(self, g: Studio, seat: int, card: str) -> Sequence[Value]:
        return [("attack", card, g.names[who]) for who in [*g.others(seat), seat]]

    def open_ways(self, g: Studio, seat: int, card: str, popcorn: int) -> Sequence[Value]:
        if g.establishing or cost_of(g, card) > popcorn:
            return []
        aquatic = has_trait(g, card, AQUATIC)
        return [("attack", card, g.names[who]) for who in g.others(seat) if not (aquatic and is_dry(g, g.movies[who]))]

    def reasons(self, g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
        against = g.seat(target)
        possible = bool(self.open_ways(g, seat, card, cost_of(g, card)))  # there is a movie that it can attack now
        suitable = "a movie with an Aquatic location or without a location"
        if against == seat:
            why = "a creature can’t attack the movie of the player who plays it"
            fix = "Attack another player’s movie." if possible else _later(g, seat, f"another player has {suitable}")
            fix = from_when(g, " another player’s movie") if g.establishing else fix
            yield Refusal("attack/never-own-movie", why, fix)
        if g.establishing:
            why = f"{protection(g)}, so you can’t attack before everybody has had {turns(g)}"
            yield Refusal("turn/establishing-shot-no-attacks", why, from_when(g), repeats=against == seat)
        movie = g.movies[against]
        if against != seat and has_trait(g, card, AQUATIC) and is_dry(g, movie):
            dry = f"the location there, {g.called(movie.location)}, isn’t Aquatic"
            why = f"{g.called(card):is|are} Aquatic and can’t attack {target}’s movie, because {dry}"
            fix = f"Attack {suitable}." if possible else _later(g, seat, f"you can attack {suitable}")
            yield Refusal("traits/aquatic-blocked-by-dry-location", why, fix)
            why = "the location is checked when you name the movie, so changing it during the attack wouldn’t help"
            fix = "You would have to change the location before you attack."
            yield Refusal("traits/aquatic-checked-on-targeting", why, fix, repeats=True)
        yield from refuse_cost(g, seat, card, cost_of(g, card))

    @staticmethod
    @rule("attack/declare")
    def do(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
        """The active player plays a creature, pays for it and names another player's movie."""
        g.step("attack-check")
        yield from pay(g, seat, card, cost_of(g, card))
        against = g.seat(target)
        g.attack = Attack(card, against)
        g.step("attack-open")
        g.note(
            "attack/declare",
            "{who} attacks {target}’s movie with {card}",
            also=(
                *played(g, seat, CREATURE),
                "creatures/cost-paid-on-playing",
                "creatures/resolved-one-by-one",
                "creatures/no-limit-per-turn",
                "attack/one-at-a-time",
                "attack/unlimited-attacks",
            ),
            who=g.names[seat],
            target=target,
            card=g.called(card),
        )
        if g.printed[card].kind == "character":
            g.note(
                "characters/creature-compatible-choice", "{card} attacks as a creature this time", card=g.called(card)
            )
        _tell_target(g, g.attack)
        tell_totals(g)
        g.agenda.append(("fx/who-may-act-next",))


@told
def _tell_target(g: Studio, attack: Attack) -> None:
    movie = g.movies[attack.against]
    if has_trait(g, attack.creature, AQUATIC):
        wet = bool(movie.location)
        g.note(
            "traits/aquatic-allowed-at-aquatic-location" if wet else "traits/aquatic-allowed-without-location",
            "{card:is|are} Aquatic and can attack here, because {where}",
            also=("traits/aquatic-checked-on-targeting", "" if wet else "locations/may-be-absent"),
            card=g.called(attack.creature),
            where=f"{g.called(movie.location):is|are} Aquatic too" if wet else "there is no location",
        )
    if not movie.characters:
        template = "{who}’s movie has no characters, but it can be attacked all the same"
        g.note("attack/movie-without-characters", template, who=g.names[movie.seat])
    if guns := guns_switched_off(g, movie, attack.creature):
        g.note(
            "traits/swarm-switches-off-guns",
            "against this Swarm, the defence of {guns} does not count, but everything else does",
            also=("traits/swarm-only-that-attack",),
            guns=Names(map(g.called, guns)),
        )


@rule("attack/window-closes")
def settle(g: Studio) -> Rule[None]:
    """When nobody adds anything, cancels are settled, direct FX applied in order, and the totals compared."""
    attack = g.attack
    assert attack is not None
    entries = list(unsettled(g))
    one_by_one = bool(entries) and g.reading("fx/when-the-queue-resolves") == "one-by-one"
    said = "nobody adds anything else, so " + ("what is waiting is settled" if one_by_one else "the attack is settled")
    g.note("attack/window-closes", said, also=("fx/who-may-act-next",))
    g.step("attack-settle")
    for entry in settle_cancels(g, entries):
        yield from resolve(g, entry)
        dismiss(g, entry)
        g.resolved.append(entry.card)
    if one_by_one and not attack.eliminated:
        g.note("fx/when-the-queue-resolves", "now everybody can add something again")
        tell_totals(g)
        g.agenda.append(("fx/who-may-act-next",))
        return
    if succeeds(g, attack):
        yield from choose_victim(g, attack)
    clean_up(g, attack)


@rule("attack/used-cards-to-graveyard")
def clean_up(g: Studio, attack: Attack) -> None:
    """Changes end, and creature, weapons and FX go to the graveyard; by one reading, so does what joined a movie."""
    g.step("attack-cleanup")
    _end_changes(g, attack)
    gone = [attack.creature, *attack.weapons, *attack.used]
    g.graveyard += gone
    g.attack = None
    g.note(
        "attack/used-cards-to-graveyard",
        "{cards:goes|go} to the graveyard",
        also=(
            "attack/creature-to-graveyard",
            "fx/go-to-graveyard",
            "traits/psycho-weapons-to-graveyard" if attack.weapons else "",
        ),
        cards=Names(map(g.called, gone)),
    )
    if entered := [card for card in attack.entered if g.is_in_play(card)]:
        _clear_what_entered(g, entered)
    g.step("attack-waiting-fx")
    if g.queue:
        what = "effect" if len(g.queue) == 1 else "{n} effects"
        g.note(
            "attack/waiting-fx-order",
            f"it is time for the {what} that waited, but everybody can respond first",
            n=len(g.queue),
        )
        g.agenda.append(("fx/who-may-act-next",))
    else:
        g.agenda.append(("turn/play-any-number",))


def _later(g: Studio, seat: int, hope: str) -> str:
    """What a player can do whose creature cannot attack any movie now; on a last turn, waiting does not help."""
    if has_turn_left(g, seat):
        return f"Wait until {hope}."
    return "You can still attack if a location changes in time, but this is your last turn in this movie."


def _end_changes(g: Studio, attack: Attack) -> None:
    """What FX have changed on traits for the attack ends with it; a card that has left play has lost it already."""
    ended = []
    for card, changes in attack.before.items():
        there, now = g.is_in_play(card), {*traits_of(g, card)}
        if changes and there:
            g.traits[card] = changes
        else:
            g.traits.pop(card, None)
        if (there or card == attack.creature) and {*traits_of(g, card)} != now:
            ended.append(g.called(card))
    if ended:
        template = "the changes to the traits of {cards} end with the attack"
        g.note("attack/used-cards-to-graveyard", template, cards=Names(ended))


def _clear_what_entered(g: Studio, entered: list[str]) -> None:
    names = Names(map(g.called, entered))
    if g.reading("attack/permanent-cards-played-during-attack") == "everything-goes":
        g.note(
            "attack/permanent-cards-played-during-attack",
            "{cards}, which joined a movie during the attack, also {goes} to the graveyard",
            cards=names,
            goes="goes" if len(names) == 1 else "go",
        )
        for card in entered:
            send_away(g, card)
    else:
        template = "{cards} joined a movie during the attack and {stays} there"
        stays = "stays" if len(names) == 1 else "stay"
        g.note("attack/permanent-cards-played-during-attack", template, cards=names, stays=stays)
