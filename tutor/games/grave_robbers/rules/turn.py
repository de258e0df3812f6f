"""Order of play: Ready, Play, and the end of a turn."""

from __future__ import annotations

from tutor.engine.core.asks import PASS, Rule
from tutor.engine.core.table import Many
from tutor.games.grave_robbers.book import CLASSIC, STUDENT, rule, words_of
from tutor.games.grave_robbers.rules.end import movie_is_over
from tutor.games.grave_robbers.rules.hand import fill_hand, throw_away
from tutor.games.grave_robbers.rules.speak import DECLINE, END, Speak, offer
from tutor.games.grave_robbers.rules.window import carry_out
from tutor.games.grave_robbers.table import CREDITED, DECLINED, DONE, Names, Studio
from tutor.games.grave_robbers.table import PLAY as PLAY_STEP


@rule("turn/first-player")
def first_turn(g: Studio) -> None:
    """The player on the dealer's left begins."""
    g.turn = g.others(g.dealer)[0]
    g.note("turn/first-player", "{who}, on the dealer’s left, takes the first turn", who=g.names[g.turn])
    g.agenda.append(("turn/three-steps",))


@rule("turn/three-steps")
def begin_turn(g: Studio) -> Rule[None]:
    """A turn begins with its Ready step: buckets upright, and the hand filled to the limit."""
    g.step("turn-start")
    movie = g.movies[g.turn]
    movie.turns += 1
    g.opened, g.received, g.resolved, g.step_of_turn = False, [], [], PLAY_STEP
    template = "{who}’s turn number {n}: Ready, Play, Discard"
    g.note("turn/three-steps overview/active-player", template, who=g.names[g.turn], n=movie.turns)
    if CLASSIC not in g.variants:
        g.step("ready-popcorn")
        rules = "turn/ready-fill-popcorn popcorn/refilled-in-own-ready-step"
        if STUDENT in g.variants:
            rules += " student/popcorn-still-filled-at-start"
        g.note(rules, "{who} turns {n:spilled bucket} upright", n=Many(len(movie.spilled)), who=g.names[g.turn])
        movie.spilled = []
    g.step("ready-fill-hand")
    if STUDENT in g.variants:
        template = "a Student Film: no cards are drawn now; {who} plays with {n:card}"
        g.note("student/no-fill-at-start", template, who=g.names[g.turn], n=Many(len(movie.hand)))
    elif (yield from fill_hand(g, movie, "turn/ready-fill-hand")):
        g.step("ready-deck-ran-out")
    g.agenda.append(("turn/play-any-number",))


@rule("turn/play-any-number")
def play_step(g: Studio) -> Rule[None]:
    """Between plays the others may speak, then the active player plays a card, moves a prop, declines or stops."""
    g.step("play-decision")
    for seat in g.others(g.turn):
        ask = offer(g, seat)
        if ask is not None:
            answer = yield ask
            if answer != PASS:
                yield from carry_out(g, seat, answer)
                return
    answer = yield Speak(g, g.turn, main=True)
    verb, card, _ = words_of(answer)
    if verb == DECLINE:
        decline(g)
    elif verb == END:
        g.step_of_turn = DONE
        rules = "turn/play-any-number fx/playable-on-any-turn"
        g.note(rules, "{who} plays no more cards; the others may still use FX", who=g.names[g.turn])
        g.agenda.append(("fx/who-may-act-next",))
    elif verb == "discard":
        g.step("discard-step")
        g.step("discard-choice")
        throw_away(g, g.movies[g.turn], card)
        g.agenda.append(("turn/discard-more-if-wished",))
    else:
        yield from carry_out(g, g.turn, answer)


@rule("turn/declining-opens-fx")
def decline(g: Studio) -> None:
    """The active player plays no cards this turn; from now on the others may play FX."""
    g.step("declined")
    g.opened, g.step_of_turn = True, DECLINED
    rules = "turn/declining-opens-fx turn/decline-is-binding"
    g.note(rules, "{who} declines to play cards; now FX may be played", who=g.names[g.turn])
    g.agenda.append(("fx/who-may-act-next",))


@rule("turn/direction")
def end_turn(g: Studio) -> Rule[None]:
    """The turn ends; in a Student Film the hand is filled now."""
    movie = g.movies[g.turn]
    rolled = g.step_of_turn == CREDITED
    g.step("student-fill")
    g.step_of_turn = ""
    end_bonuses(g)
    if STUDENT in g.variants:
        rules = "student/fill-at-end-of-turn student/fill-after-discard student/fill-to-eight-or-limit"
        rules += " student/fill-after-credits" if rolled else ""
        if (yield from fill_hand(g, movie, "student/fill-at-end-of-turn")):
            g.step("student-deck-ran-out")
            rules += " student/deck-out-at-end-of-turn"
        g.note(rules, "{who} has filled the hand at the end of the turn", who=g.names[g.turn])
    g.step("turn-end")
    g.agenda.append(("end/two-ways",))


@rule("fx/bonus-outside-an-attack")
def end_bonuses(g: Studio) -> None:
    """What effects have added to the defence of single cards ends with the turn, unless it is read to last."""
    if g.bonus and g.reading("fx/bonus-outside-an-attack") == "until-end-of-turn":
        cards = Names(map(g.called, g.bonus))
        g.note("fx/bonus-outside-an-attack", "what effects added to the defence of {cards} ends", cards=cards)
        g.bonus.clear()


@rule("end/two-ways")
def end_check(g: Studio) -> None:
    """The movie is over, or the next player to the left has a turn."""
    g.step("end-check")
    if movie_is_over(g):
        g.agenda.append(("scoring/everyone-scores",))
        return
    _end_establishing(g)
    g.step("next-player")
    if g.final is not None:
        g.agenda.append(("credits/final-turn-optional",))
    else:
        _pass_on(g)


def _end_establishing(g: Studio) -> None:
    g.step("establishing-check")
    if g.establishing and all(movie.turns for movie in g.movies):
        g.step("establishing-ends")
        g.establishing = False
        g.note("turn/establishing-shot-ends", "everybody has had a first turn: now harmful plays are allowed")


def _pass_on(g: Studio) -> None:
    g.turn = (g.turn + 1) % g.seats
    g.note("turn/direction", "the turn passes to the left, to {who}", who=g.names[g.turn])
    g.agenda.append(("turn/three-steps",))
