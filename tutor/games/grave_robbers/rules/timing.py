"""Playing a card from hand, of whatever type, and whether this is the moment for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from tutor.engine.core import NOTHING, Move, Name, Refusal, Rule, Value, ordinal
from tutor.engine.core.table import SEAT_NAMES
from tutor.games.grave_robbers.cards import CHARACTER, CREATURE, CREDITS, FX, LOCATION, PROP
from tutor.games.grave_robbers.rules.end import has_turn_left
from tutor.games.grave_robbers.rules.establishing import from_when
from tutor.games.grave_robbers.rules.fx_queue import effect_name
from tutor.games.grave_robbers.table import DECLINED, DONE, Studio

OWN_TURN = {
    CHARACTER: "play characters",
    PROP: "give props to characters",
    LOCATION: "play locations",
    CREATURE: "play creatures",
    CREDITS: "play Roll the Credits",
}
"""For each type of card that waits for its player’s own turn, what can be done with it then."""


class Speaker(NamedTuple):
    """Who may act."""

    seat: int
    main: bool
    """Whether it is the active player's Play step with nothing pending."""


ACTING, WAITING = ([Speaker(seat, main) for seat in range(len(SEAT_NAMES))] for main in (True, False))
"""Everybody who may act, by seat: made once, because everybody is asked all the time."""


def speaker(seat: int, main: bool) -> Speaker:
    """Who may act."""
    return ACTING[seat] if main else WAITING[seat]


def card_and_target(what: tuple[Any, ...]) -> tuple[str, str]:
    """What follows the verb in an answer; the target is empty if there is none."""
    return what[0], what[1] if len(what) > 1 else ""


class Act(Move[Studio, Speaker]):
    """What a player may do between plays or in answer to them. Its rule `do` is handed the seat, and a target or ""."""

    goes_on: bool = True
    """Whether the game goes on afterwards where it was."""

    def make(self, g: Studio, who: Speaker, what: tuple[Any, ...] = ()) -> Rule[None]:
        yield from self.do(g, who.seat, *what) or NOTHING


class Play(Act):
    """Playing a card of one type from hand."""

    verb = "play"
    kind: ClassVar[str]
    """The type of card."""
    in_attack: str = "attack-permanent-check"
    """The node of the flow to which playing it during an attack comes first."""

    def ways(self, g: Studio, seat: int, card: str) -> Sequence[Value]:
        """Every way in which somebody could try to play a card."""
        raise NotImplementedError

    def open_ways(self, g: Studio, seat: int, card: str, popcorn: int) -> Sequence[Value]:
        """The `ways` that are open to a player who can make so much popcorn, if the moment is right."""
        raise NotImplementedError

    def reasons(self, g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
        """Yield why a card cannot be played like this although the moment is right."""
        raise NotImplementedError

    def refuse(self, g: Studio, who: Speaker, card: str, target: str = "") -> Iterator[Refusal]:
        timing = list(refuse_timing(g, who, self.kind, card, target))
        yield from timing or self.reasons(g, who.seat, card, target)

    def label(self, g: Studio, who: Speaker, card: str, target: str = "") -> str:
        return f"Play {g.called(card)}"

    def group(self, g: Studio, who: Speaker, card: str, target: str = "") -> str:
        return g.called(card)

    def make(self, g: Studio, who: Speaker, what: tuple[Any, ...] = ()) -> Rule[None]:
        """The active player's first card opens the turn to FX; then the card is paid for and played."""
        card, target = card_and_target(what)
        open_turn(g, who.seat)
        node = self.node if g.attack is None else self.in_attack
        if node:
            g.step(node)
        yield from self.do(g, who.seat, card, target)


class PlayInto(Play):
    """Playing a card into a movie, one's own if the answer does not name another player."""

    def label(self, g: Studio, who: Speaker, card: str, target: str = "") -> str:
        return f"Play {g.called(card)}" + (f" into {target}’s movie" if target else "")

    def ways(self, g: Studio, seat: int, card: str) -> Sequence[Value]:
        return [("play", card), *(("play", card, g.names[who]) for who in g.others(seat))]


def played(g: Studio, seat: int, kind: str) -> tuple[str, ...]:
    """The rules by which somebody plays a card of this type now; the note on the card cites them besides its own."""
    own = ("turn/play-any-number", "turn/play-any-type") if seat == g.turn else ()
    midst = g.attack is not None and kind not in (CREATURE, FX)
    return (*own, "attack/active-player-may-play-other-types") if midst else own


def open_turn(g: Studio, seat: int) -> None:
    """The active player plays a card from hand; the first one opens the turn to FX."""
    if seat == g.turn and not g.opened:
        g.opened = True
        g.note(
            "turn/active-plays-first-card",
            "{who} plays the first card of the turn from hand, so from now on everybody can play FX",
            also=("turn/first-card-must-come-from-hand",),
            who=g.names[seat],
        )


def refuse_timing(g: Studio, who: Speaker, kind: str, card: str, target: str = "") -> Iterator[Refusal]:
    """Yield why this is not the moment for a card of this type."""
    if kind == FX:
        yield from _refuse_first_card(g, who.seat)
    elif who.seat != g.turn:
        yield from _refuse_off_turn(g, who.seat, kind)
    elif not who.main:
        yield from _refuse_in_window(g, kind, card, target)


def _refuse_first_card(g: Studio, seat: int) -> Iterator[Refusal]:
    if seat != g.turn and not g.opened:
        who = g.names[g.turn]
        why = f"you can’t play FX until {who} has played a card this turn or declined to play one"
        yield Refusal("fx/not-before-first-card", why, f"Wait for {who} to do one or the other.")
        why = f"only {who} can play the first card of this turn"
        fix = f"You can play FX once {who} has played a card or declined to play one."
        yield Refusal("turn/active-plays-first-card", why, fix, repeats=True)


def is_on_turn(g: Studio, seat: int) -> bool:
    """Whether it is a player's own turn, which ends at once when they roll the credits."""
    return seat == g.turn and not g.rolled


def on_own_turn(g: Studio, seat: int, fix: str) -> str:
    """What somebody can do on their own turn instead, if they have another one in this movie."""
    return fix if has_turn_left(g, seat) else "Pass, because you don’t have another turn in this movie."


def _refuse_off_turn(g: Studio, seat: int, kind: str) -> Iterator[Refusal]:
    why = f"it’s {g.names[g.turn]}’s turn, and you can {OWN_TURN[kind]} only on your own turn"
    fix = on_own_turn(g, seat, "Keep this card for your own turn.")
    yield Refusal("turn/only-fx-off-turn", why, fix)
    had = g.movies[seat].turns
    if kind == CREATURE:
        early = g.establishing and had < g.parameters.protected
        fix = on_own_turn(g, seat, from_when(g) if early else "You can attack when it’s your turn.")
        why = "only the player whose turn it is can attack with a creature"
        yield Refusal("creatures/own-turn-only", why, fix, repeats=True)
    if kind == CREDITS:
        earliest = g.parameters.earliest_credits
        later = f"You can roll them from your {ordinal(earliest)} turn on."
        fix = on_own_turn(g, seat, later if had + 1 < earliest else "Roll them when it’s your turn.")
        why = "only the player whose turn it is can roll the credits"
        yield Refusal("credits/own-turn-only", why, fix, repeats=True)


def _refuse_in_window(g: Studio, kind: str, card: str, target: str) -> Iterator[Refusal]:
    name = g.called(card)
    if g.rolled:
        why = "you have rolled the credits, and that has ended your turn"
        yield Refusal("credits/ends-turn-at-once", why, "You can still play FX.")
    elif g.attack is not None:
        yield from _refuse_in_attack(g, kind, name, target)
    elif g.step_of_turn == DECLINED:
        why = f"you have already declined to play cards this turn, so you can’t play {name}"
        yield Refusal("turn/decline-is-binding", why, "You can still play FX.")
    elif g.step_of_turn == DONE:
        why = "you have said that you’re done playing cards this turn, so you can play only FX now"
        yield Refusal("turn/play-any-number", why, "Play an FX, or pass.")
    else:
        waiting = effect_name(g, g.queue[-1])
        why = f"{waiting:is|are} still waiting to take effect, so you can’t play {name} yet"
        yield Refusal("fx/when-the-queue-resolves", why, "Pass now, and wait until all FX are settled.")


def _refuse_in_attack(g: Studio, kind: str, name: Name, target: str) -> Iterator[Refusal]:
    assert g.attack is not None
    rule = "attack/active-player-may-play-other-types"
    reading = g.reading(rule)
    creature = g.called(g.attack.creature)
    if kind == CREATURE:
        why = f"you can’t attack again while {creature:is|are} still attacking"
        yield Refusal("attack/one-at-a-time", why, "Wait until this attack is over.")
        why = f"each creature attacks alone, so {name} can’t join in"
        fix = f"Play {name} when this attack is over."
        yield Refusal("creatures/resolved-one-by-one", why, fix, repeats=True)
    elif kind == CREDITS:
        yield Refusal(
            rule, f"you can’t roll the credits while {creature:is|are} attacking", "Wait until the attack is settled."
        )
    elif reading == "fx-only":
        why = "during an attack, you can play only FX, or Weapons if a Psycho is attacking"
        yield Refusal(rule, why, "Play this card after the attack.")
    elif reading == "direct-only" and _movie(g, target) != g.attack.against:
        why = "this card wouldn’t join the movie under attack, so you can’t play it now"
        yield Refusal(rule, why, "Play this card after the attack.")


def _movie(g: Studio, target: str) -> int:
    """The seat of the movie that a character, prop or location would join."""
    if not target:
        return g.turn
    return g.seat(target) if target in g.names else g.home(target).seat
