"""How the game ends: four endings, giving up, and who has won."""

from __future__ import annotations

from tutor.engine.asks import Choose, Cut, Rule, Value
from tutor.engine.windows import vote
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.desert import Cell, movement_graph, neighbours
from tutor.games.doppelganger.rules.scoring import revealed_seats, tell_scores, winners
from tutor.games.doppelganger.table import Expedition

MOST_TOTAL = 60
"""Ten dice show at most this."""
DICE_LIMIT = 10
FACES = 6
YES, NO = "yes", "no"


@rule("end/four-endings")
def finish(g: Expedition, how: str) -> Rule[None]:
    """The game is over at once, in one of four ways; roles are revealed and the winners named."""
    g.step(f"end-{how}")
    g.ending = how
    g.agenda.clear()
    reveal_roles(g)
    if how == "escape":
        end_by_escape(g)
    else:
        end_by_failure(g, how)
    yield Cut("end/four-endings")


@rule("end/roles-revealed")
def reveal_roles(g: Expedition) -> None:
    """All characters and every Infection in a hand are shown, those of the dead included."""
    shown = revealed_seats(g)
    roles = ", ".join(f"{g.names[seat]} {'Alien' if g.alien(seat) else 'Human'}" for seat in shown)
    g.note("end/roles-revealed end/immediate end/four-endings", "the game is over; {roles}", roles=roles or "no winner")


@rule("end/civilization")
def end_by_escape(g: Expedition) -> None:
    """The Aliens have lost; the Humans who are still with the Team count their points."""
    aboard = [g.names[seat] for seat in g.living() if g.alien(seat)]
    g.note(
        "end/civilization end/any-leader-may-enter" + (" end/alien-aboard-does-not-stop-escape" if aboard else ""),
        "the Team has escaped, and all Aliens have lost{aboard}",
        aboard=f", {', '.join(aboard)} on the Team too" if aboard else "",
    )
    g.step("end-score")
    tell_scores(g)
    g.step("end-human-win")
    won = winners(g)
    g.note(
        "overview/human-winner-by-points scoring/most-points-wins overview/human-goal scoring/zero-can-win"
        + (" scoring/ties-shared" if len(won) > 1 else ""),
        "{names} {verb}",
        names=" and ".join(g.names[seat] for seat in won),
        verb="win together" if len(won) > 1 else "wins",
    )


@rule("end/all-aliens-share")
def end_by_failure(g: Expedition, how: str) -> None:
    """All Aliens win, removed ones too; if nobody was one, nobody wins."""
    if how == "no-humans":
        g.note("end/no-humans end/check-times", "no Human is left in the game")
    elif how == "give-up":
        g.note("end/give-up", "the Humans have given up")
    g.step("end-alien-test")
    won = winners(g)
    if not any(g.alien(seat) for seat in range(g.seats)):
        g.step("end-nobody")
        names = ", ".join(g.names[seat] for seat in won)
        g.note("end/no-alien-in-game", "nobody was an Alien: {won}", won=f"{names} wins" if won else "the desert wins")
        return
    g.step("end-alien-win")
    removed = any(g.out[seat] for seat in won)
    g.note(
        "end/all-aliens-share overview/alien-goal end/humans-lose-alien-victory overview/discovery-not-scored"
        " scoring/only-after-escape" + (" end/removed-aliens-win death/alien-can-still-win" if removed else ""),
        "the Aliens have won: {names}",
        names=", ".join(g.names[seat] for seat in won) or "but all were discovered",
    )


@rule("end/check-times")
def check_endings(g: Expedition) -> Rule[None]:
    """After an action: is a Human left? Some readings ask more."""
    if not g.humans():
        yield from finish(g, "no-humans")
    if g.reading("trapped/definition") == "walls-without-supplies" or g.reading("trapped/no-tiles-left") == "trapped":
        from tutor.games.doppelganger.rules.trapped import end_trapped, is_trapped

        if is_trapped(g):
            yield from end_trapped(g)
    if g.reading("end/give-up-who") == "automatic" and provably_lost(g):
        g.note("end/give-up-who", "the public counts prove that no obstacle here can be beaten")
        yield from finish(g, "give-up")


class GiveUp(Choose):
    """Whether a player wants to give up."""

    __slots__ = ("g",)

    def __init__(self, g: Expedition, seat: int) -> None:
        super().__init__(seat, "end/give-up-who", (YES, NO), "Give up?")
        self.g = g


@rule("end/give-up-who")
def propose_giving_up(g: Expedition) -> Rule[None]:
    """Any player may propose to give up between two actions; everybody in the game has to agree."""
    g.step("giveup-propose")
    names = [g.names[seat] for seat in g.living()]
    name = yield Choose(g.leader, "end/give-up-who", names, "Who proposes to give up?")
    g.note("end/give-up-who", "{who} proposes to give up", who=name)
    asked = [seat for seat in g.in_turn_order(g.leader) if g.names[seat] != name]
    asks = [GiveUp(g, seat) for seat in asked]
    answers: dict[int, Value] = {g.seat(name): YES}
    if asks:
        answers.update((yield from vote(asks, "end/give-up-who")))
    agreed = give_up_agreed(g, answers)
    if agreed:
        yield from finish(g, "give-up")
    g.note("end/give-up-who end/no-turn-limit", "the Team goes on")
    g.step("turn-choose")


def give_up_agreed(g: Expedition, answers: dict[int, Value]) -> bool:
    """Whether the answers are enough under the reading in force."""
    match g.reading("end/give-up-who"):
        case "majority":
            return 2 * sum(answer == YES for answer in answers.values()) > len(answers)
        case "secret-humans":
            return all(answers[seat] == YES for seat in g.humans())
    return all(answer == YES for answer in answers.values())


def provably_lost(g: Expedition) -> bool:
    """Whether public counts prove that nothing around the ground in reach can ever be beaten, searched or scouted."""
    desert = g.desert
    walkable = {desert.team}
    todo = [desert.team]
    ways = movement_graph(desert)
    while todo:
        for side in ways.successors(todo.pop()):
            if side not in walkable:
                walkable.add(side)
                todo.append(side)
    if any(desert.placed[cell].tile.kind == "civilization" for cell in walkable):
        return False
    if g.tiles_left() and any(desert.open_sides(cell) for cell in walkable):
        return False
    most = FACES * min(DICE_LIMIT, dice_in_sight(g, walkable))
    around = {side for cell in walkable for side in neighbours(cell) if side in desert.placed}
    return all(desert.placed[cell].tile.value >= most for cell in around if desert.blocked(cell))


def dice_in_sight(g: Expedition, walkable: set[Cell]) -> int:
    """The most dice that Life Tokens, cards in hand and, where a Crash Site can be reached, the piles could make."""
    dice = sum(g.life[seat] + len(g.hands[seat]) for seat in g.living())
    if any(g.desert.unexplored(cell) for cell in walkable):
        dice += len(g.deck) + len(g.discards)
    return dice
