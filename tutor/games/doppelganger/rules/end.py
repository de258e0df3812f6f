"""How the game ends: four endings, and who has won."""

from __future__ import annotations

from tutor.engine.core import Cut, Names, Rule, listed
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.outcome import revealed_seats, winners
from tutor.games.doppelganger.rules.scoring import tell_scores
from tutor.games.doppelganger.table import Expedition


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


@rule("end/no-humans")
def check_humans(g: Expedition) -> Rule[None]:
    """The game is over as soon as no Human is left in it."""
    if not g.any_human():
        yield from finish(g, "no-humans")


@rule("end/roles-revealed")
def reveal_roles(g: Expedition) -> None:
    """All players show their characters and any Infection in their hands, including dead players."""
    shown = revealed_seats(g)
    humans, aliens = (Names(g.names[seat] for seat in shown if g.alien(seat) is side) for side in (False, True))
    said = (f"{humans:is a Human|are Humans}" if humans else "", f"{aliens:is an Alien|are Aliens}" if aliens else "")
    roles = " and that ".join(filter(None, said))
    g.note(
        "end/roles-revealed",
        "the game is over, and everybody sees that {roles}" if roles else "the game is over, and no roles are shown",
        also=("end/immediate", "end/four-endings"),
        roles=roles,
    )


@rule("end/civilization")
def end_by_escape(g: Expedition) -> None:
    """The Aliens have lost; the Humans who are still with the Team count their points."""
    aboard = [g.names[seat] for seat in revealed_seats(g) if g.alien(seat) and not g.out[seat]]
    g.note(
        "end/civilization",
        "the Team has escaped, and {lost}{aboard}",
        also=("end/any-leader-may-enter", "end/alien-aboard-does-not-stop-escape" if aboard else ""),
        lost=_who_lost(g),
        aboard=f", although {listed(aboard)} escaped too" if aboard else "",
    )
    g.step("end-score")
    tell_scores(g)
    g.step("end-human-win")
    won = winners(g)
    g.note(
        "overview/human-winner-by-points",
        "{names} {verb} as the only Human who has escaped"
        if len(g.humans()) == 1 and len(revealed_seats(g)) == g.seats
        else "{names} {verb} with the most points of the Humans who have escaped",
        also=(
            "scoring/most-points-wins",
            "overview/human-goal",
            "scoring/zero-can-win",
            "scoring/ties-shared" if len(won) > 1 else "",
        ),
        names=listed(g.names[seat] for seat in won) or "nobody",
        verb="win together" if len(won) > 1 else "wins",
    )


def _who_lost(g: Expedition) -> str:
    """Return what an escape means for the Aliens, without their number if not all roles are shown."""
    if len(revealed_seats(g)) < g.seats or sum(map(g.alien, range(g.seats))) > 1:
        return "all Aliens have lost"
    return "the Alien has lost" if any(map(g.alien, range(g.seats))) else "nobody was an Alien"


@rule("end/all-aliens-share")
def end_by_failure(g: Expedition, how: str) -> None:
    """All Aliens win, even removed ones; if nobody was an Alien, nobody wins."""
    if how == "no-humans":
        g.note("end/no-humans", "there are no Humans left in the game", also=("end/check-times",))
    elif how == "give-up":
        g.note("end/give-up", "the Humans have given up")
    g.step("end-alien-test")
    won = winners(g)
    if not any(g.alien(seat) for seat in range(g.seats)):
        g.step("end-nobody")
        names = listed(g.names[seat] for seat in won)
        g.note("end/no-alien-in-game", "nobody was an Alien, so {won}", won=f"{names} wins" if won else "nobody wins")
        return
    g.step("end-alien-win")
    removed = any(g.out[seat] for seat in won)
    several = len([seat for seat in range(g.seats) if g.alien(seat)]) > 1
    g.note(
        "end/all-aliens-share",
        "the Aliens have won, {names}" if several else "the Alien has won, {names}",
        also=(
            "overview/alien-goal",
            "end/humans-lose-alien-victory",
            "overview/discovery-not-scored",
            "scoring/only-after-escape",
            *(("end/removed-aliens-win", "death/alien-can-still-win") if removed else ()),
        ),
        names=_who_wins(g, won, several),
    )


def _who_wins(g: Expedition, aliens: list[int], several: bool) -> str:
    if not aliens:
        return f"but {'all of them were' if several else 'was'} discovered, so nobody shares the win"
    return f"so {listed(g.names[seat] for seat in aliens)} {'is the winner' if len(aliens) == 1 else 'share the win'}"
