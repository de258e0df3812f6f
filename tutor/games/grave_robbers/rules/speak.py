"""What a player may do at a moment: on their own turn between plays, or in a window while others wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tutor.engine.core import PASS, Choose, Decline, Menu, Move, Moves, Value
from tutor.games.grave_robbers.cards import CHARACTER, FX, LOCATION, PROP
from tutor.games.grave_robbers.rules.attack import DeclareAttack
from tutor.games.grave_robbers.rules.characters import PlayCharacter, UseAbility
from tutor.games.grave_robbers.rules.credits import RollCredits
from tutor.games.grave_robbers.rules.fx import PlayFx
from tutor.games.grave_robbers.rules.fx_queue import effect_name
from tutor.games.grave_robbers.rules.locations import PlayLocation
from tutor.games.grave_robbers.rules.popcorn import can_make
from tutor.games.grave_robbers.rules.props import Give, MoveProp
from tutor.games.grave_robbers.rules.timing import Speaker, refuse_timing, speaker
from tutor.games.grave_robbers.rules.traits_psycho import AddWeapon
from tutor.games.grave_robbers.rules.turn import DeclineToPlay, StopPlaying
from tutor.games.grave_robbers.rules.turn_hand import DiscardAndStop
from tutor.games.grave_robbers.table import DECLINED, Studio, each_once

ATTACK, USE, MOVE, WEAPON, FX_PLAY = DeclareAttack(), UseAbility(), MoveProp(), AddWeapon(), PlayFx()
PLAYS = {play.kind: play for play in (PlayCharacter(), Give(), PlayLocation(), ATTACK, FX_PLAY, RollCredits())}
"""For each type, playing a card from hand."""
FROM_HAND = ("play", "attack")
"""The verbs with which a card is played from hand."""
JOINS = (CHARACTER, PROP, LOCATION)
"""What can join a movie in the midst of an attack."""
UNLESS = ", unless I’m targeted or the credits roll"
"""What ends the passing for another player’s turn, in the words of the player who passes."""
ENDS = (DiscardAndStop(), DeclineToPlay(), StopPlaying())
"""How the Play step ends."""
MAIN: Menu[Studio, Speaker] = Menu(USE, MOVE, *ENDS)
WINDOW: Menu[Studio, Speaker] = Menu(WEAPON, USE, MOVE, Decline(PASS, "Pass"))


class Speak(Moves[Studio, Speaker]):
    """A player acts or passes. Cards in hand come first, in their order, and each is played as its type is."""

    __slots__ = ()

    @property
    def hidden_pass(self) -> bool:
        return not self.who.main

    def prompt(self) -> str:
        g = self.g
        if self.who.main:
            return "It’s your turn. What do you do?"
        if g.attack is not None:
            whose = "Your" if g.attack.against == self.who.seat else f"{g.names[g.attack.against]}’s"
            creature = g.called(g.attack.creature)
            return f"{whose} movie is under attack by {creature}. Do you add anything to either side?"
        if g.queue:
            return f"{effect_name(g, g.queue[-1]):hasn’t|haven’t} taken effect yet. Do you respond?"
        if g.rolled:
            now = "have been countered, and the turn is about to end" if g.countered else "are about to roll"
            return f"The credits {now}. Do you play an FX before that?"
        if self.who.seat == g.turn:
            what = "declined to play cards" if g.step_of_turn == DECLINED else "finished playing cards"
            return f"You’ve {what} this turn, but FX are still possible. Do you play one?"
        return f"It’s {g.names[g.turn]}’s turn. Do you {'play an FX' if g.opened else 'use an ability'}?"

    def occasion(self) -> str:
        g, own = self.g, self.who.seat
        if g.attack is not None and own in (g.turn, g.attack.against):
            return f"the attack by {g.called(g.attack.creature)}"
        target = g.queue[-1].target if g.queue else ""
        pending = g.entry(target)
        own_fx = pending is not None and pending.by == own
        aimed_here = target and (own_fx or target == g.names[own] or g.movies[own].has(target))
        return "" if aimed_here or g.rolled or own == g.turn else f"{g.names[g.turn]}’s turn{UNLESS}"

    def meant(self, value: Any) -> tuple[Move[Studio, Speaker], tuple[Any, ...]]:
        if isinstance(value, tuple) and value[0] in FROM_HAND:
            return ATTACK if value[0] == ATTACK.verb else PLAYS[self.g.printed[value[1]].kind], value[1:]
        return super().meant(value)

    def accepts(self, answer: Any) -> bool:
        return Choose.accepts(self, answer)

    def now_tries(self) -> list[Value]:
        hand = each_once(self.g.movies[self.who.seat].hand)
        return [*(way for card in hand for way in self._ways(card)), *super().now_tries()]

    def _ways(self, card: str) -> list[Value]:
        g, (seat, main) = self.g, self.who
        kind = g.printed[card].kind
        joins = seat == g.turn and (main or (g.attack is not None and kind in JOINS))
        if kind != FX and not joins:
            return [("play", card)]
        ways = [*PLAYS[kind].ways(g, seat, card)]
        if main and kind == CHARACTER and g.printed[card].attack:
            ways += ATTACK.ways(g, seat, card)
        return ways

    def now_open(self) -> list[Value]:
        g, who = self.g, self.who
        seat, main = who
        movie, mine = g.movies[seat], seat == g.turn
        popcorn = can_make(g, movie)
        beside = popcorn - g.parameters.per_card
        values: list[Value] = []
        any_type = mine and (main or g.attack is not None)
        if not any_type and (mine or g.opened):
            for card in movie.fx_in_hand(g.cards):
                values += FX_PLAY.open_ways(g, seat, card, beside)
        for card in each_once(movie.hand) if any_type else ():
            kind = g.cards.type_of(card)
            if kind == FX or main:
                values += PLAYS[kind].open_ways(g, seat, card, beside)
                if main and kind == CHARACTER and g.printed[card].attack:
                    values += ATTACK.open_ways(g, seat, card, beside)
            elif mine and g.attack is not None and kind in JOINS:
                ways = PLAYS[kind].open_ways(g, seat, card, beside)
                values += [way for way in ways if next(refuse_timing(g, who, kind, *self.meant(way)[1]), None) is None]
        if main:
            ends: Sequence[Value] = [value for end in ENDS for value in end.tries(g, who)]
        else:
            if g.attack is not None:
                values += WEAPON.open(g, who)
            ends = (PASS,)
        if movie.able:
            values += USE.open_to(g, seat, popcorn)
        if mine and (main or g.queue):
            values += MOVE.open_to(g, seat)
        values += ends
        return values


def speak(g: Studio, seat: int, main: bool) -> Speak:
    """Ask what a player does; `main` says that it is the active player's Play step with nothing pending."""
    return Speak(seat, _rule(g, main), MAIN if main else WINDOW, g, speaker(seat, main))


def _rule(g: Studio, main: bool) -> str:
    if main:
        return "turn/play-any-number"
    if g.attack is not None:
        return "attack/everyone-may-play-fx"
    if g.queue or g.rolled:
        return "fx/who-may-act-next"
    return "turn/declining-opens-fx" if g.step_of_turn == DECLINED else "fx/playable-on-any-turn"


def offer(g: Studio, seat: int) -> Speak | None:
    """The question for a player in a window; None where everybody can see that there is nothing but passing."""
    movie = g.movies[seat]
    silent = not movie.able and (not movie.hand or (seat != g.turn and not g.opened))
    if silent and not (seat == g.turn and g.queue and MOVE.open_to(g, seat)):
        return None
    return speak(g, seat, main=False)
