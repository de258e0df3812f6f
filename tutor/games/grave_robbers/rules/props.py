"""Props: given to characters, one new one per turn, moved, and lost with their holder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Many, Refusal, Rule, Value
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.cards import PROP
from tutor.games.grave_robbers.rules.end import has_turn_left
from tutor.games.grave_robbers.rules.establishing import harms, refuse_harm, spares
from tutor.games.grave_robbers.rules.fx_queue import cancelled, effect_name, effect_of, with_owner
from tutor.games.grave_robbers.rules.popcorn import can_make, cost_of, pay, refuse_cost
from tutor.games.grave_robbers.rules.props_leaving import enter
from tutor.games.grave_robbers.rules.timing import Act, Play, Speaker, on_own_turn, played
from tutor.games.grave_robbers.table import DECLINED, DONE, Pending, Studio
from tutor.games.grave_robbers.values import is_character


def may_receive(g: Studio, character: str) -> bool:
    """Whether a character can get a new prop this turn."""
    return g.received.count(character) < g.parameters.new_props


def _later(g: Studio, fix: str) -> str:
    """What the active player can do with a prop on a later turn, if there is one in this movie."""
    over = "You don’t have another turn in this movie, so the prop has to stay where it is."
    return fix if has_turn_left(g, g.turn) else over


def refuse_received(g: Studio, character: str, other: bool) -> Iterator[Refusal]:
    """Yield that a character has had its new prop this turn; `other` says whether another one can get this prop now."""
    if not may_receive(g, character):
        most = g.parameters.new_props
        props = "a new prop" if most == 1 else f"{most} new props"
        given = f"{g.called(character):has|have} already been given {props} this turn"
        why = f"{given}, and each character can get only {'one' if most == 1 else most}"
        wait = "Choose another character, or wait for your next turn." if other else "Wait for your next turn."
        fix = "Choose another character." if other and not has_turn_left(g, g.turn) else _later(g, wait)
        yield Refusal("props/one-new-prop-per-character-per-turn", why, fix)


class Give(Play):
    """Give a prop to a character as it is played."""

    kind, node = PROP, "prop-check"

    def label(self, g: Studio, who: Speaker, card: str, target: str = "") -> str:
        return f"Give {g.called(card)} to {with_owner(g, who.seat, target)}" if target else super().label(g, who, card)

    def ways(self, g: Studio, seat: int, card: str) -> Sequence[Value]:
        seats = g.clockwise(seat) if g.printed[card].opponents else [seat]
        return [("play", card, who) for one in seats for who in g.movies[one].characters] or [("play", card)]

    def open_ways(self, g: Studio, seat: int, card: str, popcorn: int) -> Sequence[Value]:
        printed = g.printed[card]
        if cost_of(g, card) > popcorn:
            return []
        seats = g.clockwise(seat) if printed.opponents else [seat]
        found = [who for one in seats for who in g.movies[one].characters if may_receive(g, who)]
        if g.establishing:
            homes = [(who, g.home(who)) for who in found]
            found = [who for who, movie in homes if spares(g, seat, movie.seat, harms(g, seat, movie, card, who))]
        return [("play", card, who) for who in found]

    def reasons(self, g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
        if not target:
            have = "nobody has" if g.printed[card].opponents else "you don’t have"
            why = f"{have} a character to give {g.called(card)} to"
            able = any(is_character(g, one) for one in g.movies[seat].hand)
            they = "somebody has" if g.printed[card].opponents else "you have"
            fix = "Play a character first." if able else f"Keep {g.called(card)} until {they} a character."
            yield Refusal("props/no-character-no-prop", why, fix)
            why = f"you have to give a prop to a character when you play it, and {have} any characters"
            fix = "Keep the prop until there is a character to give it to."
            yield Refusal("props/given-to-a-character", why, fix, repeats=True)
            return
        popcorn = can_make(g, g.movies[seat]) - g.parameters.per_card
        yield from refuse_received(g, target, other=bool(self.open_ways(g, seat, card, popcorn)))
        if g.establishing:
            useful = g.movies[seat].characters and g.printed[card].defence >= 0
            own = f"give {g.called(card)} to one of your own characters" if useful else ""
            movie = g.home(target)
            yield from refuse_harm(g, seat, movie.seat, harms(g, seat, movie, card, target), own=own)
        yield from refuse_cost(g, seat, card, cost_of(g, card))

    @staticmethod
    @rule("props/given-to-a-character")
    def do(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
        """A prop is given to one character; that is the character's one new prop this turn."""
        movie = g.home(target)
        yield from pay(g, seat, card, cost_of(g, card))
        g.step("attack-permanent-enters" if g.attack else "prop-enters")
        movie.characters[target].append(card)
        g.received.append(target)
        g.note(
            "props/given-to-a-character",
            "{who} gives {card}, with a defence of {n}, to {holder}, who now holds {held:prop} and {more} this turn",
            also=(
                *played(g, seat, PROP),
                "props/one-new-prop-per-character-per-turn",
                "props/limit-is-per-character",
                "props/some-go-to-opponents" if movie.seat != seat else "",
                "props/no-limit-held",
                "props/defence-adds-to-movie",
            ),
            who=g.names[seat],
            card=g.called(card),
            n=g.printed[card].defence,
            holder=g.called(target),
            held=Many(len(movie.characters[target])),
            more="can get another new one" if may_receive(g, target) else "cannot get another new one",
        )
        enter(g, movie, card, seat)


def moves(g: Studio, seat: int) -> list[tuple[str, str, str]]:
    """The moves of props among a player's characters."""
    movie = g.movies[seat]
    return [
        ("move", prop, to)
        for holder, props in movie.characters.items()
        for prop in props
        for to in movie.characters
        if to != holder
    ]


def killers(g: Studio, character: str) -> list[Pending]:
    """The pending FX and abilities that are about to kill this character."""
    aimed = [entry for entry in g.queue if entry.target == character]
    return [entry for entry in aimed if effect_of(g, entry.card, entry.ability).verb == "kill"]


class MoveProp(Act):
    """Move a prop from one character of one's movie to another."""

    verb, heading = "move", "Move props"

    def label(self, g: Studio, who: Speaker, prop: str, to: str = "") -> str:
        return f"Move {g.called(prop)}" + (f" to {g.called(to)}" if to else "")

    def tries(self, g: Studio, who: Speaker) -> Sequence[Value]:
        if who.seat == g.turn:
            return moves(g, who.seat)
        return self.each(prop for held in g.movies[who.seat].characters.values() for prop in held)

    def open_to(self, g: Studio, seat: int) -> list[Value]:
        """The open moves of the active player; while something is pending, only the rescue that one reading allows."""
        if not g.queue:
            return [(verb, prop, to) for verb, prop, to in moves(g, seat) if may_receive(g, to)]
        if g.reading("props/no-rescue-after-declaration") == "may-not":
            return []
        own = Speaker(seat, main=False)
        return [move for move in moves(g, seat) if next(self.refuse(g, own, *move[1:]), None) is None]

    def refuse(self, g: Studio, who: Speaker, prop: str, to: str = "") -> Iterator[Refusal]:
        if who.seat != g.turn:
            why = f"it’s {g.names[g.turn]}’s turn, and you can move props only on your own turn"
            yield Refusal("props/no-moving-off-turn", why, on_own_turn(g, who.seat, "Wait for your own turn."))
            return
        movie = g.movies[who.seat]
        holder = movie.holder(prop)
        barred = list(self._refuse_now(g, prop, holder))
        yield from barred
        others = [one for one in movie.characters if one != holder and may_receive(g, one)]
        yield from refuse_received(g, to, other=bool(others) and not barred)
        if not may_receive(g, to):
            most = g.parameters.new_props
            limit = f"the limit of {'one new prop' if most == 1 else f'{most} new props'} per character each turn"
            had = f"{g.called(to):has|have} already had {'one' if most == 1 else most}"
            why = f"a prop that you move counts towards {limit}, and {had}"
            fix = _later(g, f"You can move the prop to {g.called(to)} on a later turn.")
            yield Refusal("props/moving-counts-as-new", why, fix, repeats=True)

    @staticmethod
    def _refuse_now(g: Studio, prop: str, holder: str) -> Iterator[Refusal]:
        """Yield why this is not the moment for the active player to move a prop."""
        if g.rolled:
            why = "you can’t move props now, because rolling the credits has ended your turn"
            yield Refusal("credits/ends-turn-at-once", why, "You can still play FX.")
            return
        if g.step_of_turn == DECLINED and not g.queue:
            why = "you have declined to play cards this turn, so you can’t move props either"
            yield Refusal("turn/decline-is-binding", why, "You can still play FX.")
        elif g.step_of_turn == DONE and not g.queue:
            why = "you have said that you’re done playing cards this turn, so you can’t move props either"
            yield Refusal("turn/play-any-number", why, "You can still play FX.")
        may = g.reading("props/no-rescue-after-declaration") == "may"
        deadly = [entry for entry in killers(g, holder) if may or entry.key not in cancelled(g)]
        if deadly and not may:
            killer = effect_name(g, deadly[0])
            why = f"{killer:is|are} about to kill {g.called(holder)}, so it’s too late to save {g.called(prop)}"
            yield Refusal("props/no-rescue-after-declaration", why, f"Cancel {killer} if you can.")
        elif not deadly and (g.queue or g.attack):
            pending = "an attack is going on" if g.attack else "an FX is waiting to take effect"
            why = f"you can’t move props while {pending}"
            over = g.step_of_turn in (DECLINED, DONE)
            fix = "You can still play FX." if over else "You can move props again once everything is settled."
            yield Refusal("props/move-only-when-nothing-pending", why, fix)

    @staticmethod
    @rule("props/move-on-own-turn")
    def do(g: Studio, seat: int, prop: str, to: str) -> None:
        """A prop changes hands within a movie; for the receiver it is the new prop of this turn."""
        g.step("prop-move-check")
        movie = g.movies[seat]
        holder = movie.holder(prop)
        rescue = bool(killers(g, holder))
        movie.characters[holder].remove(prop)
        movie.characters[to].append(prop)
        g.received.append(to)
        g.step("prop-moved")
        g.note(
            "props/no-rescue-after-declaration" if rescue else "props/move-on-own-turn",
            "{who} moves {prop} from {old} to {new} for free, and it counts as a new prop for {new} this turn",
            also=(
                "props/move-on-own-turn" if rescue else "",
                "props/moving-is-free",
                "props/move-within-own-movie",
                "props/moving-counts-as-new",
                "props/giver-not-limited",
                "turn/first-card-must-come-from-hand",
            ),
            who=g.names[seat],
            prop=g.called(prop),
            old=g.called(holder),
            new=g.called(to),
        )
