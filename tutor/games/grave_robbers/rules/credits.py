"""Roll the Credits: from the third turn on, with a living character; the turn ends, and one final round follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import NOBODY, Choose, Many, Refusal, Rule, Value, ordinal
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.cards import CREDITS
from tutor.games.grave_robbers.rules.popcorn import cost_of, pay, refuse_cost
from tutor.games.grave_robbers.rules.timing import Play, played
from tutor.games.grave_robbers.table import CREDITED, Studio
from tutor.games.grave_robbers.values import is_character


class RollCredits(Play):
    """Roll the credits."""

    kind = CREDITS
    goes_on = False

    def ways(self, g: Studio, seat: int, card: str) -> Sequence[Value]:
        return [("play", card)]

    def open_ways(self, g: Studio, seat: int, card: str, popcorn: int) -> Sequence[Value]:
        movie = g.movies[seat]
        ready = movie.turns >= g.parameters.earliest_credits and movie.characters and cost_of(g, card) <= popcorn
        return [("play", card)] if ready else []

    def reasons(self, g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
        movie = g.movies[seat]
        earliest = g.parameters.earliest_credits
        if movie.turns < earliest:
            why = (
                f"you can’t roll the credits before your {ordinal(earliest)} turn in this movie, "
                f"and this is only your {ordinal(movie.turns)}"
            )
            yield Refusal("credits/not-before-third-turn", why, f"Keep the card until your {ordinal(earliest)} turn.")
            why = (
                f"you can roll the credits only from your own {ordinal(earliest)} turn on, "
                f"however many turns the others have had, and this is your {ordinal(movie.turns)}"
            )
            fix = f"Wait for your {ordinal(earliest)} turn."
            yield Refusal("credits/turns-counted-per-player", why, fix, repeats=True)
        if not movie.characters:
            free = " Your next character is free." if g.parameters.free_characters else ""
            able = any(is_character(g, one) for one in movie.hand)
            fix = f"Play a character first.{free}" if able else "Keep the card until you have a character."
            why = "you can’t roll the credits without a living character in your movie"
            yield Refusal("credits/needs-living-character", why, fix)
        yield from refuse_cost(g, seat, card, cost_of(g, card))

    @staticmethod
    @rule("credits/ends-turn-at-once")
    def do(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
        """The card ends its player's turn whatever happens next; others may counter it."""
        g.step("credits-check")
        yield from pay(g, seat, card, cost_of(g, card))
        g.step("credits-played")
        g.rolled, g.countered, g.step_of_turn = card, False, CREDITED
        g.note(
            "credits/ends-turn-at-once",
            "{who} rolls the credits on turn {n} with {living:living character}, and {over}",
            also=(*played(g, seat, CREDITS), "credits/needs-living-character", "credits/turns-counted-per-player"),
            who=g.names[seat],
            n=g.movies[seat].turns,
            living=Many(len(g.movies[seat].characters)),
            over="that ends the turn whatever happens next",
        )
        g.agenda.append(("fx/who-may-act-next",))


@rule("credits/skips-discard-step")
def settle_credits(g: Studio) -> None:
    """When nobody adds anything, the credits succeed or are countered; the turn ends without its Discard step."""
    card, g.rolled = g.rolled, ""
    g.graveyard.append(card)
    if g.countered:
        g.step("credits-countered")
        g.note(
            "credits/countered-no-final-round",
            "the credits are countered, but the turn ends all the same",
            also=("credits/ends-turn-even-if-countered", "credits/skips-discard-step"),
        )
    else:
        g.step("credits-succeed")
        _begin_final_round(g)
    g.countered = False
    g.agenda.append(("turn/direction",))


def _begin_final_round(g: Studio) -> None:
    ended = ("credits/skips-discard-step", "credits/character-needed-when")
    if g.final is not None:
        template = "there is only one final round, and it has already begun, so these credits only end the turn"
        g.note("credits/second-credits-in-final-round", template, also=ended)
        return
    everybody = g.reading("credits/roller-final-turn") == "everybody"
    if g.last != NOBODY:
        if g.reading("end/deck-out-and-credits-same-turn") == "movie-over":
            template = "the deck has run out, so there is no final round"
            g.note("end/deck-out-and-credits-same-turn", template)
            return
        g.last = NOBODY
        g.note(
            "end/deck-out-and-credits-same-turn",
            "the deck is empty, but the final round is still played, and nobody draws",
        )
    g.final = [*g.others(g.turn), *([g.turn] if everybody else [])]
    g.note(
        "credits/final-round",
        "there is one final round, in which {n:player has|players have} another turn, and {who} begins"
        if g.final[1:]
        else "there is one final round, in which only {who} has another turn",
        also=("credits/final-round-order", "credits/roller-final-turn", "credits/purpose", *ended),
        n=Many(len(g.final)),
        who=g.names[g.final[0]],
    )


@rule("credits/final-turn-optional")
def offer_final_turn(g: Studio) -> Rule[None]:
    """The next player of the final round takes the final turn or waives it."""
    assert g.final is not None
    seat = g.turn = g.final.pop(0)
    g.step("final-turn-offer")
    prompt = "It’s the final round. Do you take your final turn?"
    labels = ("Take your final turn", "Give up your final turn")
    answer = yield Choose(seat, "credits/final-turn-optional", ("take", "waive"), prompt, labels)
    if answer == "take":
        g.note("credits/final-turns-are-normal", "{who} takes a final turn with all its steps", who=g.names[seat])
        g.agenda.append(("turn/three-steps",))
    else:
        g.step("final-turn-waived")
        g.note(
            "credits/final-turn-optional",
            "{who} gives up the final turn and neither draws nor discards",
            who=g.names[seat],
        )
        g.agenda.append(("end/two-ways",))
