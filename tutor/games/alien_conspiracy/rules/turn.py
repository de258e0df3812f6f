"""A player's turn: two actions, items for free, and who comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tutor.engine.asks import Choose, Refusal, Rule, Value
from tutor.engine.state import NOBODY
from tutor.engine.table import Many
from tutor.games.alien_conspiracy.book import rule, verb_of
from tutor.games.alien_conspiracy.layout import CITY, STORE
from tutor.games.alien_conspiracy.numbers import ACTIONS
from tutor.games.alien_conspiracy.rules.heal import MOST_HEALTH, refuse_heal, spend_on_healing
from tutor.games.alien_conspiracy.rules.investigate import attempt_face_up, flip, refuse_attempt, refuse_flip
from tutor.games.alien_conspiracy.rules.items import refuse_use, use_item
from tutor.games.alien_conspiracy.rules.look import look, looks_to_try, open_looks, refuse_look
from tutor.games.alien_conspiracy.rules.move import move, places_to_try, refuse_move
from tutor.games.alien_conspiracy.rules.phone import at_any_moment, phone_window
from tutor.games.alien_conspiracy.rules.round_start import end_here, events_are_gone
from tutor.games.alien_conspiracy.rules.search import refuse_search, search
from tutor.games.alien_conspiracy.rules.submit import refuse_submit, submit
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator

END = "end"

REFUSE: dict[str, Callable[..., Iterator[Refusal]]] = {
    "move": refuse_move,
    "flip": refuse_flip,
    "attempt": refuse_attempt,
    "look": refuse_look,
    "submit": refuse_submit,
    "search": refuse_search,
    "heal": refuse_heal,
}
"""For each action, the reasons against it."""

AT_ONCE: dict[str, Callable[..., None]] = {"move": move, "look": look, "submit": submit}
"""The actions that ask nothing."""

STEP_BY_STEP: dict[str, Callable[..., Rule[None]]] = {
    "flip": flip,
    "attempt": attempt_face_up,
    "search": search,
    "heal": spend_on_healing,
}
"""The actions in which more is asked."""

LABELS = {
    "move": "Move to {}",
    "flip": "Flip the card here and attempt it",
    "attempt": "Attempt the face-up card here",
    "look": "Look at the card on {}",
    "submit": "Submit all evidence",
    "search": "Search the store",
    "heal": "Regain one health die",
    "use": "Use {}",
    END: "End the turn",
}


class Act(Choose):
    """Take an action, use an item, or end the turn."""

    __slots__ = ("g", "hero", "listed")

    def __init__(self, g: Conspiracy, hero: Investigator) -> None:
        self.g = g
        self.hero = hero
        self.seat = hero.seat
        self.rule = "turn/six-actions"
        self.listed: list[Value] | None = None

    def prompt(self) -> str:
        return f"What do you do? {self.g.actions} of {ACTIONS} actions left"

    def label(self, value: Value) -> str:
        verb, rest = verb_of(value)
        what = " ".join(self.g.cards[one].name if verb in ("submit", "use") else one for one in rest)
        return f"Submit {what} only" if verb == "submit" and rest else LABELS[verb].format(what)

    def group(self, value: Value) -> str:
        verb, _ = verb_of(value)
        return {"use": "Items, free", END: ""}.get(verb, "Actions")

    def candidates(self) -> Sequence[Value]:
        g, hero = self.g, self.hero
        part = list(dict.fromkeys(hero.events)) if len(hero.events) > 1 else []
        return [
            *(("move", place) for place in places_to_try(g)),
            "flip",
            "attempt",
            *(("look", place) for place in looks_to_try(g, hero)),
            "submit",
            *(("submit", card) for card in part),
            "search",
            "heal",
            *(("use", item) for item in dict.fromkeys(hero.items)),
            END,
        ]

    def open(self) -> Sequence[Value]:
        if self.listed is None:
            self.listed = open_acts(self.g, self.hero)
        return self.listed

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g, hero = self.g, self.hero
        verb, rest = verb_of(value)
        if verb == END:
            if must_act(g):
                why = f"you have {Many(g.actions):action} left, and both actions of a turn must be used"
                yield Refusal("turn/may-stop-early", why, "Move, for instance.", g.layout.moves[hero.at][0])
            return
        if verb == "use":
            yield from refuse_use(g, hero, *rest)
            return
        reasons = REFUSE[verb](g, hero, *rest)
        if g.actions:
            yield from reasons
        else:
            yield Refusal("turn/two-actions", "you have no action left", "End your turn.", END)
            yield from (reason._replace(fix="", option=None) for reason in reasons)


def open_acts(g: Conspiracy, hero: Investigator) -> list[Value]:
    """Everything that the player may do now, in the order of the candidates."""
    at, actions = hero.at, g.actions
    values: list[Value] = []
    if actions:
        values += g.layout.moves[at]
        if at in g.lying:
            values.append("attempt" if g.lying[at].up else "flip")
        if g.lying:
            values += open_looks(g, hero)
        if at == CITY and hero.events:
            values.append("submit")
        elif at == STORE and g.item_deck:
            values.append("search")
        if len(hero.health) < MOST_HEALTH:
            values.append("heal")
    if hero.items:
        values += open_uses(g, hero)
    if not actions or not must_act(g):
        values.append(END)
    return values


def must_act(g: Conspiracy) -> bool:
    """Whether the turn may not end yet because actions are read as compulsory; a move is always possible."""
    return g.actions > 0 and g.reading("turn/may-stop-early") == "compulsory"


def open_uses(g: Conspiracy, hero: Investigator) -> list[Value]:
    """The items that may be used now."""
    return [("use", item) for item in dict.fromkeys(hero.items) if next(refuse_use(g, hero, item), None) is None]


@rule("turn/one-turn-each")
def next_player(g: Conspiracy) -> None:
    """The next living player of this round takes a turn; after the last one a new round begins."""
    g.step("next-player")
    if game_ends_without_events(g):
        return
    while g.waiting:
        hero = g.investigators[g.waiting.pop(0)]
        if hero.dead:
            g.note("turn/dead-skipped heal/not-the-dead", "{who} is dead: no turn, and no way back", who=g.name(hero))
            continue
        g.step("turn-start")
        g.turn, g.actions = hero.seat, ACTIONS
        g.note("turn/one-turn-each turn/two-actions", "{who}’s turn: {n} actions", who=g.name(hero), n=ACTIONS)
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
    answer = yield Act(g, hero)
    verb, rest = verb_of(answer)
    if verb == END:
        if g.actions:
            g.note("turn/may-stop-early", "{who} leaves {n:action} unused", who=g.name(hero), n=Many(g.actions))
        end_turn(g)
    elif verb == "use":
        yield from use_item(g, hero, *rest)
        g.agenda.append(("turn/six-actions",))
    else:
        yield from take_action(g, hero, verb, rest)


@rule("turn/two-actions")
def take_action(g: Conspiracy, hero: Investigator, verb: str, rest: tuple[Any, ...]) -> Rule[None]:
    """An action is carried out and used up; the turn goes on while an action or a usable item is left."""
    if verb in AT_ONCE:
        g.step(verb)
        AT_ONCE[verb](g, hero, *rest)
    else:
        yield from STEP_BY_STEP[verb](g, hero)
    g.actions -= 1
    g.step("action-done")
    if game_ends_without_events(g):
        return
    if g.actions or (hero.items and open_uses(g, hero)):
        g.agenda.append(("turn/six-actions",))
    else:
        end_turn(g)


def end_turn(g: Conspiracy) -> None:
    """It is nobody's turn until the next player's begins."""
    g.turn, g.actions = NOBODY, 0
    g.agenda.append(("turn/one-turn-each",))


def game_ends_without_events(g: Conspiracy) -> bool:
    """Whether the game ends at once because the event cards are gone, where decks/stalemate is read so."""
    if g.reading("decks/stalemate") != "when-events-are-gone" or not events_are_gone(g):
        return False
    g.step("stalemate-check")
    end_here(g)
    return True
