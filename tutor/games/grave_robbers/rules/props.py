"""Props: given to characters, one new one a turn, moved, and lost with their holder."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.asks import Refusal, Rule, Value
from tutor.engine.core.table import Many
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.rules.establishing import refuse_harm, spares
from tutor.games.grave_robbers.rules.leaving import enter
from tutor.games.grave_robbers.rules.popcorn import cost_of, pay, refuse_cost
from tutor.games.grave_robbers.rules.queue import effect_of
from tutor.games.grave_robbers.table import DECLINED, DONE, Studio


def tries(g: Studio, seat: int, card: str) -> list[Value]:
    """The characters that a prop could be given to."""
    seats = g.clockwise(seat) if g.printed[card].opponents else [seat]
    return [("play", card, who) for one in seats for who in g.movies[one].characters] or [("play", card)]


def ways(g: Studio, seat: int, card: str, popcorn: int) -> list[Value]:
    """Those of `tries` that are open to who can make so much popcorn."""
    printed = g.printed[card]
    if cost_of(g, card) > popcorn:
        return []
    seats = g.clockwise(seat) if printed.opponents else [seat]
    if g.establishing:
        seats = [one for one in seats if spares(g, seat, one, harmful=printed.defence < 0)]
    return [("play", card, who) for one in seats for who in g.movies[one].characters if who not in g.received]


def refuse_received(g: Studio, character: str) -> Iterator[Refusal]:
    """Yield that a character has had its new prop this turn."""
    if character in g.received:
        why = f"{g.called(character)} has had its one new prop this turn"
        yield Refusal("props/one-new-prop-per-character-per-turn", why, "Choose another character.")


def refuse(g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
    """Yield why a prop cannot be given to this character."""
    if not target:
        yield Refusal("props/no-character-no-prop", "there is no character to give it to", "Play a character first.")
        yield Refusal("props/given-to-a-character", "a prop is given to a character as it is played")
        return
    yield from refuse_received(g, target)
    if g.establishing:
        yield from refuse_harm(g, seat, g.home(target).seat, harmful=g.printed[card].defence < 0)
    yield from refuse_cost(g, seat, card, cost_of(g, card))


@rule("props/given-to-a-character")
def play(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
    """A prop is given to one character; that is the character's one new prop this turn."""
    movie = g.home(target)
    yield from pay(g, seat, card, cost_of(g, card))
    g.step("attack-permanent-enters" if g.attack else "prop-enters")
    movie.characters[target].append(card)
    g.received.append(target)
    rules = "props/given-to-a-character props/one-new-prop-per-character-per-turn props/limit-is-per-character"
    if movie.seat != seat:
        rules += " props/some-go-to-opponents"
    g.note(
        f"{rules} props/no-limit-held props/defence-adds-to-movie",
        "{who} gives {card} ({n:+}) to {holder}, who now holds {held:prop} and can get no other this turn",
        who=g.names[seat],
        card=g.called(card),
        n=g.printed[card].defence,
        holder=g.called(target),
        held=Many(len(movie.characters[target])),
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


def open_moves(g: Studio, seat: int) -> list[Value]:
    """Those of `moves` that are open; while something is pending, only the rescue that one reading allows."""
    if not g.queue:
        return [(verb, prop, to) for verb, prop, to in moves(g, seat) if to not in g.received]
    if g.reading("props/no-rescue-after-declaration") == "may-not":
        return []
    return [(verb, prop, to) for verb, prop, to in moves(g, seat) if next(refuse_move(g, seat, prop, to), None) is None]


def doomed(g: Studio, character: str) -> bool:
    """Whether a pending FX or ability is about to kill this character."""
    return any(
        entry.target == character and effect_of(g, entry.card, entry.ability).verb == "kill" for entry in g.queue
    )


def refuse_move(g: Studio, seat: int, prop: str, to: str) -> Iterator[Refusal]:
    """Yield why a prop cannot be moved now."""
    if seat != g.turn:
        why = f"it is {g.names[g.turn]}’s turn, and props move on one’s own turn only"
        yield Refusal("props/no-moving-off-turn", why, "Wait for your own turn.")
        return
    holder = g.movies[seat].holder(prop)
    if g.step_of_turn == DECLINED and not g.queue:
        yield Refusal("turn/decline-is-binding", "you have declined to play on this turn")
    elif g.step_of_turn == DONE and not g.queue:
        yield Refusal("turn/play-any-number", "you have said that you play no more cards")
    if doomed(g, holder):
        if g.reading("props/no-rescue-after-declaration") == "may-not":
            why = f"{g.called(holder)} is about to be killed, and that has been declared"
            yield Refusal("props/no-rescue-after-declaration", why, "Cancel the FX instead.")
    elif g.queue or g.attack or g.rolled:
        why = "something is still being settled"
        yield Refusal("props/move-only-when-nothing-pending", why, "Move props between your other plays.")
    yield from refuse_received(g, to)
    if to in g.received:
        yield Refusal("props/moving-counts-as-new", f"a moved prop is a new prop for {g.called(to)}")


@rule("props/move-on-own-turn")
def move(g: Studio, seat: int, prop: str, to: str) -> None:
    """A prop changes hands within a movie; for the receiver it is the new prop of this turn."""
    g.step("prop-move-check")
    movie = g.movies[seat]
    holder = movie.holder(prop)
    rescue = doomed(g, holder)
    movie.characters[holder].remove(prop)
    movie.characters[to].append(prop)
    g.received.append(to)
    g.step("prop-moved")
    rules = (
        "props/move-on-own-turn props/moving-is-free props/move-within-own-movie props/moving-counts-as-new"
        " props/giver-not-limited turn/first-card-must-come-from-hand"
    )
    g.note(
        f"props/no-rescue-after-declaration {rules}" if rescue else rules,
        "{who} moves {prop} from {old} to {new}, within the own movie and free; {old} may go on giving",
        who=g.names[seat],
        prop=g.called(prop),
        old=g.called(holder),
        new=g.called(to),
    )
