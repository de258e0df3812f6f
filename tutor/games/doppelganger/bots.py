"""A simple bot that plays its role: a Human who heads for civilization, or an Alien who quietly gets in the way.

It knows only what its seat knows: the position as the table writes it for this seat, and the open map.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from tutor.engine.core import Bot, Choose, Moves, Position, Random, Value
from tutor.games.doppelganger.cards import Tile
from tutor.games.doppelganger.desert import Cell, Desert, cell_at, cell_name, neighbours
from tutor.games.doppelganger.rules.dice import adds_a_die, count_dice
from tutor.games.doppelganger.rules.stacks import tiles_to_draw
from tutor.games.doppelganger.rules.vote import Ballot
from tutor.games.doppelganger.table import Expedition

MEAN = 3.5
SPARE_DICE = 1.5
SPARE_LIFE = 2
HELPFUL = 0.3
"""How many dice a card in somebody's hand gives, as far as others can guess."""

HOARD = 2.5
"""A player with so many more Life Tokens than the others have on average is suspected of having given little."""

FEW = 2
"""The largest number of other players who may have played a wrong Tool and are then suspected of it."""

BLUFF = 1.5
"""An Alien who is so far ahead gives a Life Token in order to stand out less, unless the Team would get home."""

ACCUSE = 0.3
"""The probability that somebody calls for a vote on a player who is suspected."""

CONDEMN = 0.8
"""The probability that a Human votes YES on a player who is suspected."""

CLOSE = 4
"""The largest number of players with whom one vote is likely to decide."""

SEEMING = 0.4
"""The probability that an Alien with Life Tokens to spare gives one against an ordinary obstacle, as a Human does."""

SABOTAGE = 0.7
"""The probability that an Alien gives a card that does not help against an ordinary obstacle."""

PATIENCE = 3
"""After this many shuffles of the discarded tiles, a Human no longer expects to find a way out."""

Asked: TypeAlias = Moves[Expedition, Any]
"""A question that offers moves."""

LIKED = {"civilization": 0, "open": 1, "mountain": 3, "canyon": 6}


def steady(ask: Choose, look: Callable[[], Position], random: Random) -> Value:
    """Answer a question in the interest of the seat's own role."""
    values = ask.open()
    if len(values) == 1:
        return values[0]
    decide = _DECIDE.get(ask.rule)
    if decide is None or not isinstance(ask, Moves):
        return _anything_else(ask, values, random)
    return decide(ask, values, Me(ask, look), random)


class Me:
    """What the bot knows of its own seat, and what everybody can see."""

    def __init__(self, ask: Asked, look: Callable[[], Position]) -> None:
        self.g: Expedition = ask.g
        name = self.g.names[ask.seat]
        own = look()["players"][name]
        self.tiles_left = tiles_to_draw(self.g) > 0 and self.g.reshuffles < PATIENCE
        self.hand: list[str] = own["hand"]
        self.life: int = own["life"]
        role = own["character"]
        alien = role in self.g.cards and self.g.person(role).alien
        self.alien = alien or own["tainted"] or any(card in self.g.infections for card in self.hand)
        self.seat = ask.seat
        self.living = len(self.g.living())

    def lead(self, seat: int) -> float:
        """Return how many more Life Tokens a seat has than the others on average, if everybody can see that."""
        g = self.g
        others = [g.life[other] for other in g.living() if other != seat]
        if not others or g.reading("secrecy/life-tokens-public") != "public":
            return 0
        return g.life[seat] - sum(others) / len(others)

    def suspects(self) -> list[str]:
        """Return the names of the other players whom there is a reason to suspect."""
        g = self.g
        seats = [seat for seat in g.living() if seat != self.seat]
        shirkers, saboteurs = _shirkers(g), _saboteurs(g, self.seat)
        return [
            g.names[seat]
            for seat in seats
            if self.lead(seat) >= HOARD or seat in shirkers or seat in saboteurs or self._infected(seat)
        ]

    def _infected(self, seat: int) -> bool:
        """Whether the bot has seen The Infection in another hand."""
        return any(card in self.g.infections for card in self.g.known.get((self.seat, seat), ()))


def _shirkers(g: Expedition) -> list[int]:
    """Return who gave nothing to the last attempt, which failed, although they had Life Tokens to spare."""
    last = g.rolled
    if last is None or not last.blame or not last.tokens:
        return []
    given = [tokens + cards for tokens, cards in zip(last.tokens, last.cards, strict=True)]
    return [seat for seat in last.team if not given[seat] and seat != last.leader and g.life[seat] > SPARE_LIFE]


def _saboteurs(g: Expedition, me: int) -> list[int]:
    """Return who else gave a card to the last attempt, if there was a wrong Tool in the pile and they are few."""
    last = g.rolled
    if last is None or not last.wrong or g.seats < g.parameters.mismatch_seats:
        return []
    others = [seat for seat, cards in enumerate(last.cards) if cards and seat != me]
    return others if len(others) <= FEW else []


def _anything_else(ask: Choose, values: Sequence[Value], random: Random) -> Value:
    for quiet in ("no", "keep", "done", "as they lie", "top", "say nothing", "explore", "take", "place"):
        if quiet in values:
            return quiet
    for value in values:
        if isinstance(value, tuple) and value[0] == "pay" and value[1] != "life":
            return value
    return values[int(random() * len(values))]


# -- the leader's turn -------------------------------------------------------------------------------------------------


def _act(ask: Asked, values: Sequence[Value], me: Me, random: Random) -> Value:
    """Accuse somebody if there is a reason, or lead on; the Alien does so, too, as long as it does no harm."""
    votes = [value for value in values if _verb(value) == "vote"]
    if votes and me.alien and me.living == 2:
        return votes[0]  # nobody else has a vote, and then no Human is left
    accused = [("vote", name) for name in me.suspects() if ("vote", name) in votes]
    if accused and random() < ACCUSE:
        return accused[int(random() * len(accused))]
    ahead = _lead_on(values, me)
    return _hold_up(values, me, random) if me.alien and _leads_home(ahead, me) else ahead


def _lead_on(values: Sequence[Value], me: Me) -> Value:
    """Return what brings the Team nearest to civilization."""
    desert = me.g.desert
    goal = _goal(me)
    if goal is not None and goal != desert.team:
        step = ("move", cell_name(_ways(desert)[goal][1]))
        return step if step in values else "end turn" if "end turn" in values else values[0]
    if goal is None and "give up" in values:
        return "give up"
    civil = [v for v in _clears(values) if _tile(desert, v).kind == "civilization"]
    clears = sorted(civil or _clears(values), key=lambda v: _tile(desert, v).value)
    strong = [v for v in clears if _strength(me, _tile(desert, v)) > _tile(desert, v).value]
    if strong and (civil or "scout" not in values or not me.tiles_left):
        return strong[0]
    if "scout" in values and me.tiles_left:
        return "scout"
    return strong[0] if strong else clears[0] if clears else "end turn" if "end turn" in values else values[0]


def _leads_home(value: Value, me: Me) -> bool:
    """Whether the Humans are as good as home after this, or an attempt against their last obstacle will succeed."""
    desert = me.g.desert
    if _verb(value) == "move":
        goal = _goal(me)
        return goal is not None and desert.placed[goal].tile.kind == "civilization"
    if _verb(value) != "clear":
        return False
    tile = _tile(desert, value)
    return tile.kind == "civilization" and _common_strength(me) > tile.value


def _hold_up(values: Sequence[Value], me: Me, random: Random) -> Value:
    """Return what keeps the Team where it is or, if there is nothing else to do, leads it back."""
    desert = me.g.desert
    clears = [v for v in _clears(values) if _tile(desert, v).kind != "civilization"]
    choices = [*(["scout"] * 3 if "scout" in values else []), *clears]
    if not choices:  # who turns round is found out at once
        moves = [v for v in values if _verb(v) == "move"]
        choices = [v for v in moves if desert.steps[cell_at(str(v[1]))] < desert.steps[desert.team]]  # type: ignore[index]
    if choices:
        return choices[int(random() * len(choices))]
    return "end turn" if "end turn" in values else values[0]


def _verb(value: Value) -> str:
    return str(value[0]) if isinstance(value, tuple) else str(value)


def _clears(values: Sequence[Value]) -> list[Value]:
    return [value for value in values if _verb(value) == "clear"]


def _tile(desert: Desert, value: Value) -> Tile:
    return desert.placed[cell_at(str(value[1]))].tile  # type: ignore[index]


def _strength(me: Me, tile: Tile) -> float:
    """Return what the Team might roll: the bot's own matching things, and one or two from each other player."""
    mine = sum(adds_a_die(me.g, card, tile.obstacle) for card in me.hand) + max(0, me.life - SPARE_LIFE)
    return MEAN * (min(mine, 3) + 1.2 * (me.living - 1))


def _common_strength(me: Me) -> float:
    """Return what the Team might roll by what everybody can count, so that all leaders head for the same place."""
    g = me.g
    return MEAN * sum(min(2.0, HELPFUL * len(g.hands[seat]) + max(0, g.life[seat] - SPARE_LIFE)) for seat in g.living())


def _ways(desert: Desert) -> dict[Cell, tuple[int, Cell]]:
    """Return for each cell the number of steps over cleared ground, and the first cell on the way."""
    found = {desert.team: (0, desert.team)}
    todo = deque([desert.team])
    while todo:
        here = todo.popleft()
        steps, first = found[here]
        for direction, side in enumerate(neighbours(here)):
            if side not in found and desert.enterable(side) and desert.crossable(here, direction):
                found[side] = (steps + 1, side if here == desert.team else first)
                todo.append(side)
    return found


def _goal(me: Me) -> Cell | None:
    """Return the most promising cell on cleared ground."""
    desert = me.g.desert
    best, goal = 0.0, None
    for cell, (steps, _) in _ways(desert).items():
        worth = _worth(me, cell) - steps
        if worth > best:
            best, goal = worth, cell
    return goal


def _anything_left(me: Me) -> bool:
    """Whether the Team, by what everybody can count, has enough left to try an obstacle."""
    g = me.g
    return sum(g.life[seat] + len(g.hands[seat]) for seat in g.living()) > 2 * me.living


def _worth(me: Me, cell: Cell) -> float:
    desert = me.g.desert
    if desert.placed[cell].tile.kind == "civilization":
        return 1000
    worth = 60.0 if desert.unexplored(cell) else 0.0
    for side in neighbours(cell):
        there = desert.placed.get(side)
        if there is None:
            worth = worth if not me.tiles_left else max(worth, 20 + 2.5 * desert.steps.get(cell, 0))
        elif desert.blocked(side) and there.tile.kind != "canyon":
            ready = _common_strength(me) > there.tile.value
            high = 120 if there.tile.kind == "civilization" else 15 + 2.5 * desert.steps.get(side, 0)
            worth = max(worth, high if ready else high / 3 if _anything_left(me) else 0)
    return worth


# -- tiles -------------------------------------------------------------------------------------------------------------


def _keep(ask: Asked, values: Sequence[Value], me: Me, random: Random) -> Value:
    def grade(value: Value) -> float:
        """Return how bad a tile is for the Humans."""
        tile = me.g.tiles[str(value[1])]  # type: ignore[index]
        return LIKED[tile.kind] + tile.value / 10 - (0.9 if tile.crash else 0)

    return max(values, key=grade) if me.alien else min(values, key=grade)


def _place(ask: Asked, values: Sequence[Value], me: Me, random: Random) -> Value:
    """Place good ground far from START and Canyons near it; the Alien does the opposite."""
    bad = me.g.tiles[ask.who.tile].kind == "canyon"

    def outwards(value: Value) -> float:
        x, y = cell_at(str(value[1]))  # type: ignore[index]
        return abs(x) + abs(y) + random() / 2

    spots = [value for value in values if isinstance(value, tuple)]
    return min(spots, key=outwards) if bad != me.alien else max(spots, key=outwards)


# -- supplies ----------------------------------------------------------------------------------------------------------


def _value_of(me: Me, card: str) -> float:
    """Return how much the bot wants to keep a card."""
    facts = me.g.supply(card)
    if facts.infects:
        return -1
    return {"tool": 3.0, "recovery": 2.5, "proof": 2.0 + facts.points, "trait": 1.5 + facts.points}[facts.kind]


def _trim(ask: Asked, values: Sequence[Value], me: Me, random: Random) -> Value:
    return min((v for v in values if v != "done"), key=lambda v: _value_of(me, str(v[1])))  # type: ignore[index]


def _give(ask: Asked, values: Sequence[Value], me: Me, random: Random) -> Value:
    """A Human gives the better card to the player with the fewest; the Alien keeps it or passes on The Infection."""
    g, mine = me.g, me.g.names[ask.seat]
    gifts = [value for value in values if isinstance(value, tuple)]
    if me.alien:
        sick = [v for v in gifts if v[1] in g.infections and v[2] != mine]
        return sick[0] if sick else next(v for v in gifts if v[2] == mine)
    best = max(gifts, key=lambda v: _value_of(me, str(v[1])))
    facts = g.supply(str(best[1]))
    poorest = min(g.living(), key=lambda seat: (len(g.hands[seat]), seat != ask.seat))
    return ("give", best[1], mine if facts.kind != "tool" else g.names[poorest])


def _contribute(ask: Asked, values: Sequence[Value], me: Me, random: Random) -> Value:
    """A Human adds a fair share; the Alien seems to, with a card that does not help if there is one."""
    g, attempt = me.g, me.g.running
    stop = values[-1]
    tile = g.desert.placed[attempt.target].tile
    given = len(attempt.given[ask.seat]) + attempt.tokens[ask.seat]
    cards = [v for v in values if isinstance(v, tuple) and v[1] != "life"]
    if me.alien:
        useless = [v for v in cards if not adds_a_die(g, str(v[1]), tile.obstacle)]
        home = tile.kind == "civilization"
        spare = not home and ("add", "life") in values
        if given:
            return stop
        if spare and me.lead(me.seat) >= BLUFF:
            return ("add", "life")
        if useless and (home or random() < SABOTAGE):
            return min(useless, key=lambda v: g.supply(str(v[1])).kind != "tool")
        return ("add", "life") if spare and me.life > SPARE_LIFE and random() < SEEMING else stop
    if ask.seat == g.leader and not any(map(len, attempt.given)) and not any(attempt.tokens):
        return stop
    share = (tile.value / MEAN + SPARE_DICE) / max(1, me.living - 0.5)
    if given >= share:
        return stop
    fitting = [v for v in cards if adds_a_die(g, str(v[1]), tile.obstacle) and g.supply(str(v[1])).kind != "recovery"]
    if fitting:
        return fitting[0]
    return ("add", "life") if ("add", "life") in values and me.life > SPARE_LIFE else stop


def _top_up(ask: Asked, values: Sequence[Value], me: Me, random: Random) -> Value:
    g = me.g
    value = g.desert.placed[g.running.target].tile.value
    if me.alien or count_dice(g) > value / MEAN + SPARE_DICE:
        return "roll"
    cards = [v for v in values if isinstance(v, tuple) and v[1] != "life"]
    if cards:
        return cards[0]
    return ("add", "life") if ("add", "life") in values and me.life > 1 else "roll"


def _ballot(ask: Asked, values: Sequence[Value], me: Me, random: Random) -> Value:
    """The leader, who has called for the vote, stands by it, and an Alien does if its vote may decide."""
    assert isinstance(ask, Ballot)
    decides = me.alien and me.living <= CLOSE
    suspected = me.g.names[ask.target] in me.suspects()
    return "yes" if me.seat == me.g.leader or decides or (suspected and random() < CONDEMN) else "no"


def _give_up(ask: Asked, values: Sequence[Value], me: Me, random: Random) -> Value:
    return "yes" if me.alien or _goal(me) is None else "no"


_DECIDE: Mapping[str, Callable[[Asked, Sequence[Value], Me, Random], Value]] = {
    "turn/sequential": _act,
    "scout/discard-one": _keep,
    "placing/leader-picks-within-step": _place,
    "setup-supplies/trim-free-choice": _trim,
    "crash/give-other": _give,
    "clear/contribution-voluntary": _contribute,
    "dice/top-up": _top_up,
    "vote/all-others-must-vote": _ballot,
    "end/give-up-who": _give_up,
}

BOTS: Mapping[str, Bot] = {"steady": steady}
"""The bots of the game, by name."""
