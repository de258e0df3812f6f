"""The turn of the Director, and of those who have joined the aliens."""

from __future__ import annotations

from tutor.engine.core import Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules import alternate_rules_back_seat as back_seat
from tutor.games.roswell51.rules import fade_out, reel_end, screen
from tutor.games.roswell51.rules.director_turn_actions import one_action
from tutor.games.roswell51.table import Movie


@rule("director-turn/exactly-one-attack-action")
def directors_turn(g: Movie) -> Rule[None]:
    """A marked card fades out, and then come one attack action, the reveal and the end of the turn."""
    g.step("dt-start")
    g.final = g.dry
    g.step("dt-fade-due")
    yield from fade_out.fade_due(g)
    yield from back_seat.directors_turn(g)
    g.step("dt-choice")
    yield from one_action(g, g.people[DIRECTOR])
    g.step("dt-acted")
    if g.reading("director-turn/end-of-turn-order") == "reveal-last":
        g.note("director-turn/end-of-turn-order", "the Director’s special actions, if any, come before the reveal")
        yield from fade_out.specials(g)
        yield from reveal_own(g)
    else:
        yield from reveal_own(g)
        yield from fade_out.specials(g)
    g.step("dt-end")
    yield from reel_end.end_of_round(g)


@rule("director-turn/mystery-after-action")
def reveal_own(g: Movie) -> Rule[None]:
    """What the Director's action caused is revealed, and the reel may end."""
    g.step("dt-reveal")
    yield from screen.reveal(g, "director-turn/mystery-after-action")
    yield from reel_end.check(g)


@rule("bonus-cards/shuffler-resume")
def bonus_turn(g: Movie) -> Rule[None]:
    """An extra turn in mid-reel: one attack action, the reveal of what it caused, and in one reading the specials."""
    g.extra = True
    g.step("dt-choice")
    yield from one_action(g, g.people[DIRECTOR])
    g.step("dt-acted")
    yield from reveal_own(g)
    if g.reading("bonus-cards/shuffler-bonus-turn") == "specials":
        g.note("bonus-cards/shuffler-bonus-turn", "the extra turn, too, can end with the Director’s special actions")
        yield from fade_out.specials(g)
    g.step("dt-end")
    g.extra = False


@rule("pod-players/same-actions")
def pod_turn(g: Movie) -> Rule[None]:
    """A player on the aliens' side may take one attack action, but cannot fade out a card or clip the reel."""
    person = g.people[g.turn]
    g.step("pp-turn")
    g.step("pp-choice")
    g.note(
        "pod-players/same-actions",
        "{who} may take one attack action, but cannot fade out a card or clip the reel",
        also=(
            "pod-players/same-limits",
            "pod-players/no-fade-out",
            "pod-players/no-clip",
            "fade-out/pod-players-cannot",
            "clip-reel/pod-players-cannot",
        ),
        who=g.names[g.turn],
    )
    yield from one_action(g, person)
    g.step("pp-reveal")
    yield from screen.reveal(g, "pod-players/reveal-caused-by-pod")
    yield from reel_end.check(g)
    g.step("pp-end")
    reel_end.next_turn(g)
