"""A player's turn: two actions, items for free, and who comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tutor.engine.core import NOBODY, Many, Menu, Move, Moves, Refusal, Rule, Value
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.layout import CITY, STORE
from tutor.games.alien_conspiracy.rules.actions import Action
from tutor.games.alien_conspiracy.rules.decks import end_here, events_are_gone
from tutor.games.alien_conspiracy.rules.heal import Heal
from tutor.games.alien_conspiracy.rules.investigate import Attempt, Flip
from tutor.games.alien_conspiracy.rules.items import Use
from tutor.games.alien_conspiracy.rules.items_phone import at_any_moment, phone_window
from tutor.games.alien_conspiracy.rules.look import Look
from tutor.games.alien_conspiracy.rules.move import Go
from tutor.games.alien_conspiracy.rules.search import Search
from tutor.games.alien_conspiracy.rules.submit import Submit
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator


class End(Move[Conspiracy, Investigator]):
    """End the turn, even if there are actions left."""

    verb, words = "end", "End the turn"

    def refuse(self, g: Conspiracy, hero: Investigator) -> Iterator[Refusal]:
        if must_act(g):
            why = f"you have {Many(g.actions):action} left, and you have to use all the actions of your turn"
            yield Refusal(
                "turn/may-stop-early", why, "Move to another location, for instance.", g.layout.moves[hero.at][0]
            )

    @staticmethod
    def do(g: Conspiracy, hero: Investigator) -> None:
        if g.actions:
            g.note("turn/may-stop-early", "{who} leaves {n:action} unused", who=g.name(hero), n=Many(g.actions))
        end_turn(g)


def must_act(g: Conspiracy) -> bool:
    """Whether the turn cannot end yet because actions are compulsory; a move is always possible."""
    return g.actions > 0 and g.reading("turn/may-stop-early") == "compulsory"


LOOK, USE, END = Look(), Use(), End()
MOVES = Menu(Go(), Flip(), Attempt(), LOOK, Submit(), Search(), Heal(), USE, END)


class Act(Moves[Conspiracy, Investigator]):
    """Take an action, use an item, or end the turn."""

    __slots__ = ()

    def prompt(self) -> str:
        left, most = self.g.actions, self.g.parameters.actions
        return f"You have {f'{left} of {most}' if left else 'no'} actions left. What do you do?"

    def now_open(self) -> list[Value]:
        g, hero = self.g, self.who
        at, actions = hero.at, g.actions
        values: list[Value] = []
        if actions:
            values += g.layout.moves[at]
            if at in g.lying:
                values.append("attempt" if g.lying[at].up else "flip")
            if g.lying:
                values += LOOK.open(g, hero)
            if at == CITY and hero.events:
                values.append("submit")
            elif at == STORE and g.item_deck:
                values.append("search")
            if len(hero.health) < g.parameters.most_health:
                values.append("heal")
        if hero.items:
            values += USE.open(g, hero)
        if not actions or not must_act(g):
            values.append("end")
        return values

    def refuse(self, value: Value) -> Iterator[Refusal]:
        reasons = super().refuse(value)
        if isinstance(self.meant(value)[0], Action) and not self.g.actions:
            fix = "Use an item, or end your turn." if USE.open(self.g, self.who) else "End your turn."
            yield Refusal("turn/two-actions", "you have no actions left", fix, END.verb)
            reasons = (reason._replace(fix="", option=None) for reason in reasons)
        yield from reasons


@rule("turn/one-turn-each")
def next_player(g: Conspiracy) -> None:
    """The next living player of this round takes a turn; after the last one a new round begins."""
    g.step("next-player")
    if game_ends_without_events(g):
        return
    while g.waiting:
        hero = g.investigators[g.waiting.pop(0)]
        if hero.dead:
            g.note(
                "turn/dead-skipped",
                "{who} is dead and can neither take a turn nor come back",
                also=("heal/not-the-dead",),
                who=g.name(hero),
            )
            continue
        g.step("turn-start")
        g.turn, g.actions = hero.seat, g.parameters.actions
        g.note(
            "turn/one-turn-each",
            "{who}’s turn begins, with {n:action}",
            also=("turn/two-actions",),
            who=g.name(hero),
            n=Many(g.actions),
        )
        g.agenda.append(("turn/six-actions",))
        return
    if g.reading("setup/first-player") == "rotating":
        g.first = (g.first + 1) % g.seats
        g.first = g.opener
        g.note("setup/first-player", "{who} goes first in the next round", who=g.names[g.first])
    g.agenda.append(("round-start/then-turns",))


@rule("turn/six-actions")
def act(g: Conspiracy) -> Rule[None]:
    """The player takes one of six actions, uses an item, or ends the turn."""
    hero = g.investigators[g.turn]
    g.step("choose")
    if at_any_moment(g):
        yield from phone_window(g, g.clockwise(g.turn)[1:], "choose")
    ask = Act(hero.seat, "turn/six-actions", MOVES, g, hero)
    answer = yield ask
    move, what = ask.meant(answer)
    if isinstance(move, Action):
        yield from take_action(g, hero, move, what)
    else:
        yield from move.make(g, hero, what)
    if move is USE:
        if goes_on(g, hero):
            g.agenda.append(("turn/six-actions",))
        else:
            g.step("choose")
            end_turn(g)


@rule("turn/two-actions")
def take_action(g: Conspiracy, hero: Investigator, action: Action, what: tuple[Any, ...]) -> Rule[None]:
    """The player carries out an action; the turn goes on while they have another action or a usable item."""
    g.actions -= 1
    yield from action.make(g, hero, what)
    g.step("action-done")
    if game_ends_without_events(g):
        return
    if goes_on(g, hero):
        g.agenda.append(("turn/six-actions",))
    else:
        end_turn(g)


def goes_on(g: Conspiracy, hero: Investigator) -> bool:
    """Whether the player whose turn it is has another action or a usable item."""
    return g.actions > 0 or bool(hero.items and USE.open(g, hero))


def end_turn(g: Conspiracy) -> None:
    """End the turn, so that it is nobody's until the next player's begins."""
    g.turn, g.actions = NOBODY, 0
    g.agenda.append(("turn/one-turn-each",))


def game_ends_without_events(g: Conspiracy) -> bool:
    """End the game if the event cards are gone and decks/stalemate is read that way; return whether it ends."""
    if g.reading("decks/stalemate") != "when-events-are-gone" or not events_are_gone(g):
        return False
    g.step("stalemate-check")
    end_here(g)
    return True
