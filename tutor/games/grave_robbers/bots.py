"""Simple bots that look after their own movie. They know the question and what their seat can see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tutor.engine.core import PASS, Bot, Choose, Pick, Position, Random, Value
from tutor.games.grave_robbers.book import words_of
from tutor.games.grave_robbers.cards import CHARACTER, CREATURE, CREDITS, FX, LOCATION, PSYCHO, WEAPON, Effect
from tutor.games.grave_robbers.rules.attack_totals import always_succeeds, attack_total, defence_total, provisional
from tutor.games.grave_robbers.rules.fx_queue import cancelled, effect_of
from tutor.games.grave_robbers.rules.popcorn import cost_of, full_buckets
from tutor.games.grave_robbers.rules.scoring import points, title_words
from tutor.games.grave_robbers.rules.speak import Speak
from tutor.games.grave_robbers.rules.traits_psycho import boost_of
from tutor.games.grave_robbers.rules.turn import DECLINE
from tutor.games.grave_robbers.rules.turn_hand import END, hand_limit
from tutor.games.grave_robbers.table import Attack, Movie, Studio
from tutor.games.grave_robbers.values import has_trait

LAST = (DECLINE, END)
NEVER, DECISIVE = -99, 99
FREED = 2
"""For how many new cards, at least, a bot makes room at the end of its turn."""


def _player(bite: float, answers: float) -> Bot:
    """Return a bot that values a point lost by another at `bite` of its own and meddles as often as `answers` says."""

    def choose(ask: Choose, look: Callable[[], Position], random: Random) -> Value:
        values = list(ask.open())
        if isinstance(ask, Speak) and ask.who.main:
            return max(values, key=lambda value: 0 if value in LAST else _worth(ask.g, ask.seat, value, bite))
        if isinstance(ask, Speak):
            return _answer(ask.g, ask.seat, values, answers, random)
        if isinstance(ask, Pick) and ask.rule in PICKS:
            return PICKS[ask.rule](ask.about, ask.seat, values)
        usual = [value for value in values if value in ("agree", "take")]
        return usual[0] if usual else values[int(random() * len(values))]

    return choose


def _worth(g: Studio, seat: int, value: Value, bite: float) -> float:
    """How many points an answer on a bot’s turn is worth if nobody interferes, less the cards that pay for it."""
    verb, card, target = words_of(value)
    printed, mine = g.printed[card], g.movies[seat]
    if verb not in ("play", "attack"):
        return NEVER
    cost = 0 if printed.kind == CHARACTER and not mine.characters else cost_of(g, card)
    price = max(0, cost - len(full_buckets(g, mine))) + 0.1 * cost
    if verb == "attack":
        return bite * _booty(g, seat, card, g.movies[g.seat(target)]) - price
    if printed.kind == CREDITS:
        return -NEVER if g.final is None and _leads(g, seat, g.others(seat)) else NEVER
    if printed.kind == FX:
        return _gain(g, seat, effect_of(g, card), target, bite) - price
    movie = g.movies[g.seat(target)] if target in g.names else g.home(target) if target else mine
    change: int = printed.defence + printed.bucket
    if printed.kind == LOCATION and not printed.add_on:
        change -= sum(g.printed[one].defence for one in movie.locations())
    return (change if movie is mine else -bite * change) - price


def _gain(g: Studio, seat: int, effect: Effect, target: str, bite: float) -> float:
    """What an FX outside an attack is worth: only drawing and what sends a card to the graveyard is worth anything."""
    if effect.verb == "draw":
        return effect.amount
    if effect.verb not in ("kill", "wreck"):
        return NEVER
    movie = g.home(target)
    return (-1 if movie.seat == seat else bite) * _loss(g, movie, target)


def _loss(g: Studio, movie: Movie, card: str) -> int:
    """How many points a movie would lose with a card, and with the props that it holds."""
    cards = [card, *movie.characters.get(card, ())]
    return sum(g.printed[one].defence + g.parameters.title_bonus * bool(title_words(g, one)) for one in cards)


def _booty(g: Studio, seat: int, creature: str, movie: Movie) -> int:
    """What an attack would cost a movie, if the creature can succeed with the weapons in hand."""
    attack = Attack(creature, movie.seat)
    psycho = has_trait(g, creature, PSYCHO)
    arms = [boost_of(g, card) for card in g.movies[seat].hand if psycho and WEAPON in g.printed[card].traits]
    if attack_total(g, attack) + sum(arms) < defence_total(g, attack) and not always_succeeds(g, attack):
        return NEVER
    return max([_loss(g, movie, card) for card in movie.characters], default=NEVER)


def _answer(g: Studio, seat: int, values: list[Value], answers: float, random: Random) -> Value:
    """Turn an attack, cancel what harms one’s movie, stop the credits of others, or do nothing."""
    if g.attack is not None and (seat in (g.turn, g.attack.against) or random() < answers / 2):
        return _turn_attack(g, seat, g.attack, values)
    useful = {"cancel"} if g.attack is None else set()
    if g.rolled and not _leads(g, seat, g.others(seat)):
        useful.add("counter")
    for value in values:
        verb, card, target = words_of(value)
        if verb == "play" and g.printed[card].kind == FX and effect_of(g, card).verb in useful:
            entry = g.entry(target)
            if not entry or (g.movies[seat].has(entry.target) and entry.by != seat and entry.key not in cancelled(g)):
                return value
    return PASS


def _turn_attack(g: Studio, seat: int, attack: Attack, values: list[Value]) -> Value:
    """Help one’s attack or movie, or whoever is behind, with the smallest help that is enough."""
    helped = seat == g.turn or (seat != attack.against and not _leads(g, seat, [attack.against]))
    (strength, defence), outcome = provisional(g)
    if outcome.startswith("succeed") == helped:
        return PASS
    gap = defence - strength if helped else strength - defence + 1
    if outcome not in ("succeed", "fail"):
        gap = DECISIVE
    pushes = {value: _push(g, attack, value) * (1 if helped else -1) for value in values}
    pushes = {value: n for value, n in pushes.items() if n > 0}
    if not pushes or sum(pushes.values()) < gap:
        return PASS
    return min(pushes, key=lambda value: (pushes[value] < gap, abs(pushes[value] - gap)))


def _push(g: Studio, attack: Attack, value: Value) -> int:
    """How much an answer helps the attack that goes on; what helps the defence is negative."""
    verb, card, target = words_of(value)
    movie = g.movies[attack.against]
    if verb == "weapon":
        return boost_of(g, card)
    if verb == "play" and g.printed[card].kind == CHARACTER and target == g.names[attack.against]:
        return -int(g.printed[card].defence)
    if verb == "use" or (verb == "play" and g.printed[card].kind == FX):
        effect, entry = effect_of(g, card, verb == "use"), g.entry(target)
        if effect.verb == "cancel" and entry is not None and entry.key not in cancelled(g):
            return -_force(g, movie, effect_of(g, entry.card, entry.ability), entry.target)
        return _force(g, movie, effect, target)
    return 0


def _force(g: Studio, movie: Movie, effect: Effect, target: str) -> int:
    """How much an effect helps the attack on a movie."""
    if effect.verb == "end-attack":
        return -DECISIVE
    if effect.verb == "defend":
        return -effect.amount if not target or movie.has(target) else 0
    if effect.verb == "kill" and movie.has(target):
        return _loss(g, movie, target)
    return effect.amount if effect.verb == "strengthen" else 0


def _leads(g: Studio, seat: int, others: Any) -> bool:
    """Whether a player has more points than others, as far as this player can see."""
    mine = g.movies[seat].score + points(g, g.movies[seat])
    return all(mine > g.movies[who].score + points(g, g.movies[who], hand=False) for who in others)


def _spared(g: Studio, value: Value) -> tuple[bool, bool, bool]:
    """How unwillingly a bot gives this up: buckets come first, title words and Roll the Credits last."""
    verb, card, _ = words_of(value)
    kind = g.printed[card].kind
    return verb != "spill", bool(title_words(g, card)) or kind == CREDITS, kind not in (CREATURE, LOCATION)


def _hold(g: Studio, seat: int, values: list[Value]) -> Value:
    """Hold back the characters that would weaken the movie, and no others."""
    weak = {card for card in g.movies[seat].hand if getattr(g.printed[card], "negative", False)}
    return next((value for value in values if isinstance(value, tuple) and {*value[1:]} == weak), values[0])


def _discard(g: Studio, seat: int, values: list[Value]) -> Value:
    """Discard what is worth least, so that there are always new cards to draw."""
    movie = g.movies[seat]
    if END in values and len(movie.hand) <= hand_limit(g, movie) - FREED:
        return END
    return min((value for value in values if value != END), key=lambda value: _spared(g, value))


def _pay(g: Studio, seat: int, values: list[Value]) -> Value:
    """Pay with what a bot gives up most willingly."""
    return min(values, key=lambda value: _spared(g, value))


def _victim(g: Studio, seat: int, values: list[Value]) -> Value:
    """Kill the character whose death costs the beaten movie most."""

    def loss(value: Value) -> int:
        _, card, _ = words_of(value)
        return _loss(g, g.home(card), card)

    return max((value for value in values if isinstance(value, tuple)), key=loss)


PICKS: dict[str, Callable[[Any, int, list[Value]], Value]] = {
    "popcorn/must-pay-cost": _pay,
    "turn/discard-down-to-limit": _discard,
    "attack/attacker-picks-victim": _victim,
    "setup/place-all-characters": _hold,
}
"""The questions about cards, each with how it is answered."""

BOTS: dict[str, Bot] = {
    "producer": _player(bite=0.6, answers=0.3),
    "slasher": _player(bite=1.2, answers=0.3),
    "meddler": _player(bite=0.9, answers=0.9),
}
