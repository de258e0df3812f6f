"""Characters: bringing them into a movie, for free, for popcorn, or into an opponent's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tutor.engine.core import Many, Refusal, Rule, Value, told
from tutor.games.grave_robbers.book import CLASSIC, rule
from tutor.games.grave_robbers.cards import CHARACTER, Ability, InPlay
from tutor.games.grave_robbers.rules.establishing import EFFECTS, harms, refuse_harm, spares
from tutor.games.grave_robbers.rules.fx_aims import open_aims, refuse_aim, rules_about, targets
from tutor.games.grave_robbers.rules.fx_queue import aim_for, aim_of, effect_of, enqueue
from tutor.games.grave_robbers.rules.popcorn import cost_of, pay, refuse_cost
from tutor.games.grave_robbers.rules.props_leaving import enter
from tutor.games.grave_robbers.rules.timing import (
    Act,
    PlayInto,
    Speaker,
    card_and_target,
    is_on_turn,
    on_own_turn,
    played,
)
from tutor.games.grave_robbers.table import Movie, Studio
from tutor.games.grave_robbers.values import has_trait


def cost_in(g: Studio, seat: int, card: str, target: str) -> int:
    """What a character costs in the movie of `target`, or in the player's own."""
    if not target and len(g.movies[seat].characters) < g.parameters.free_characters:
        return 0
    return cost_of(g, card)


class PlayCharacter(PlayInto):
    """Play a character into one's own movie, or a negative one into an opponent's."""

    kind, node = CHARACTER, "character-check"

    def about(self, g: Studio, who: Speaker, card: str, target: str = "") -> Sequence[str]:
        printed = g.printed[card]
        rules = {
            "characters/negative-lowers-total": printed.negative,
            "characters/creature-compatible-choice": printed.attack,
            "traits/family-bonus": has_trait(g, card, "family"),
        }
        return [rule for rule, matters in rules.items() if matters]

    def open_ways(self, g: Studio, seat: int, card: str, popcorn: int) -> Sequence[Value]:
        found: list[Value] = [("play", card)] if cost_in(g, seat, card, "") <= popcorn else []
        if g.printed[card].negative and cost_of(g, card) <= popcorn:
            others = [who for who in g.others(seat) if spares(g, seat, who, harms(g, seat, g.movies[who], card))]
            found += [("play", card, g.names[who]) for who in others]
        return found

    def reasons(self, g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
        printed = g.printed[card]
        if target:
            if not printed.negative:
                why = (
                    f"{printed.name} has a defence of {printed.defence}, "
                    "and only a character with a negative defence can go into another player’s movie"
                )
                yield Refusal("turn/characters-and-props-where", why, f"Play {printed.name} into your own movie.")
            owner, own = g.seat(target), "" if printed.negative else f"play {printed.name} into your own movie"
            yield from refuse_harm(g, seat, owner, harms(g, seat, g.movies[owner], card), own=own)
        cost = cost_in(g, seat, card, target)
        if cost:
            yield from refuse_cost(g, seat, card, cost)

    @staticmethod
    @rule("turn/characters-and-props-where")
    def do(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
        """A character joins the player's movie, or a negative one an opponent's."""
        movie = g.movies[g.seat(target) if target else seat]
        cost = cost_in(g, seat, card, target)
        _tell_cost(g, seat, card, target, cost)
        yield from pay(g, seat, card, cost)
        g.step("attack-permanent-enters" if g.attack else "character-enters")
        movie.characters[card] = []
        g.note(
            "turn/characters-and-props-where",
            "{who} plays {card} into {whose}’s movie, which now has {n:character}"
            if target
            else "{who} plays {card} and now has {n:character}",
            also=(*played(g, seat, CHARACTER), "characters/no-limit-in-movie", "characters/no-limit-per-turn"),
            who=g.names[seat],
            card=g.called(card),
            whose=g.names[movie.seat],
            n=Many(len(movie.characters)),
        )
        if g.printed[card].negative:
            _tell_negative(g, movie, card, target)
        if g.printed[card].attack:
            g.note(
                "characters/creature-compatible-choice",
                "{card} can also be played as a creature, but joins the movie as a character this time",
                card=g.called(card),
            )
        enter(g, movie, card, seat)


@told
def _tell_cost(g: Studio, seat: int, card: str, target: str, cost: int) -> None:
    printed, movie, free = g.printed[card], g.movies[seat], g.parameters.free_characters
    if CLASSIC in g.variants or not printed.cost:
        return
    held = Many(len(movie.characters))
    if target:
        if len(g.movies[g.seat(target)].characters) < free:
            ones = "first character is" if free == 1 else f"first {free} characters are"
            g.note(
                "characters/free-only-in-own-movie",
                "playing {card} into {whose}’s movie costs {cost} popcorn, "
                "because the {ones} free only in a player’s own movie",
                card=printed.name,
                whose=target,
                cost=cost,
                ones=ones,
            )
    elif held < free:
        g.note(
            "characters/first-one-free",
            "{who} has {held}, so playing {card} is free instead of costing {cost} popcorn",
            also=("popcorn/zero-cost",),
            who=g.names[seat],
            held=f"only {held:character}" if held else "no characters",
            card=printed.name,
            cost=printed.cost,
        )
    else:
        unwanted = held > 0 and all(one in movie.foreign for one in movie.characters)
        ones = "first one is" if free == 1 else f"first {free} are"
        g.note(
            "characters/second-one-costs",
            "{who} already has {held:character}, and only the {ones} free, so playing {card} costs {cost} popcorn"
            if free
            else "no character is free, so playing {card} costs {cost} popcorn",
            also=("characters/unwanted-character-counts" if unwanted else "",),
            who=g.names[seat],
            held=held,
            ones=ones,
            card=printed.name,
            cost=cost,
        )


@told
def _tell_negative(g: Studio, movie: Movie, card: str, target: str) -> None:
    g.note(
        "characters/negative-lowers-total",
        "{card:’s} defence of {n} counts against {whose} movie",
        also=("characters/play-into-opponents-movie" if target else "",),
        card=g.called(card),
        whose=f"{g.names[movie.seat]}’s",
        n=g.printed[card].defence,
    )


class UseAbility(Act):
    """Use the paid ability of a card in one's movie."""

    verb, heading = "use", "Abilities"

    def label(self, g: Studio, who: Speaker, card: str, target: str = "") -> str:
        return f"Use {g.called(card)}{aim_for(g, who.seat, effect_of(g, card, ability=True), target)}"

    def about(self, g: Studio, who: Speaker, card: str, target: str = "") -> Sequence[str]:
        return rules_about(effect_of(g, card, ability=True))

    def tries(self, g: Studio, who: Speaker) -> Sequence[Value]:
        found: list[Value] = []
        for card in g.movies[who.seat].able:
            aims = targets(g, who.seat, effect_of(g, card, ability=True))
            found += [("use", card, target) if target else ("use", card) for target in aims]
        return found

    def open_to(self, g: Studio, seat: int, popcorn: int) -> list[Value]:
        """The `tries` that are open to a player who can make so much popcorn."""
        found: list[Value] = []
        for card in g.movies[seat].able:
            printed: InPlay = g.printed[card]
            ability = printed.ability
            assert ability is not None
            if ability.cost <= popcorn and (not ability.own_turn or is_on_turn(g, seat)):
                aims = open_aims(g, seat, ability.effect)
                found += [("use", card, target) if target else ("use", card) for target in aims]
        return found

    def refuse(self, g: Studio, who: Speaker, card: str, target: str = "") -> Iterator[Refusal]:
        ability = g.printed[card].ability
        now = list(self._refuse_now(g, who, card, ability))
        yield from now
        yield from refuse_aim(g, who.seat, ability.effect, target, EFFECTS, usable=not now)

    @staticmethod
    def _refuse_now(g: Studio, who: Speaker, card: str, ability: Ability) -> Iterator[Refusal]:
        """Yield why an ability cannot be used now, whatever its target."""
        if ability.own_turn and not is_on_turn(g, who.seat):
            over = "and that ended when you rolled the credits"
            more = over if who.seat == g.turn else "because the card says so"
            why = f"you can use {g.called(card):’s} ability only on your own turn, {more}"
            again = "Use it on your next turn, if the movie goes on until then."
            fix = on_own_turn(g, who.seat, again if who.seat == g.turn else "Wait for your turn.")
            yield Refusal("overview/card-text-takes-precedence", why, fix)
        yield from refuse_cost(g, who.seat, card, ability.cost)

    def make(self, g: Studio, who: Speaker, what: tuple[Any, ...] = ()) -> Rule[None]:
        card, target = card_and_target(what)
        return self.do(g, who.seat, card, target)

    @staticmethod
    @rule("characters/ability-any-time")
    def do(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
        """A paid ability is used: it costs popcorn, may be used at any time, and joins the queue."""
        g.step("attack-fx-check" if g.attack else "ability-check")
        yield from pay(g, seat, card, g.printed[card].ability.cost, ability=True)
        g.note(
            "characters/ability-any-time",
            "{who} uses {card:’s} ability{aim} and can use it again at the same price",
            also=(
                "characters/ability-without-cost",
                "" if g.printed[card].kind == CHARACTER else "anatomy/abilities-on-other-cards",
                "turn/off-turn-exceptions" if seat != g.turn else "",
                "" if g.opened else "characters/ability-before-first-card",
            ),
            who=g.names[seat],
            card=g.called(card),
            aim=aim_of(g, effect_of(g, card, ability=True), target),
        )
        enqueue(g, seat, card, target, ability=True)
