"""Setup as a whole, and the first survivors."""

from __future__ import annotations

from tutor.engine.core import Rule, draw
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Survivor
from tutor.games.roswell51.rules import pod_players
from tutor.games.roswell51.rules.large_cast import FULL_CAST, before_the_game, hide_monster
from tutor.games.roswell51.rules.setup_cards import place_cards
from tutor.games.roswell51.rules.setup_spoints import hand_out
from tutor.games.roswell51.rules.spoints import gain_rest
from tutor.games.roswell51.table import Movie


@rule("survivor-draw/two-start-tasks")
def set_up(g: Movie) -> Rule[None]:
    """Tokens and cards are laid out, everybody draws a survivor, then the Opening Scene is dealt."""
    g.step("start")
    g.note(
        "overview/one-director",
        "{who} is the Director of a movie with {n} players",
        also=("overview/participant-range", "overview/player-count-excludes-director"),
        who=g.names[DIRECTOR],
        n=len(g.players),
    )
    g.step("choose-options")
    hand_out(g)
    g.step("place-tokens")
    g.note(
        "setup-tokens/reel-tokens-stacked",
        "the reel tokens are put on the track, the fade tokens beside the reel title, and the dynamite and countdown "
        "tokens on the reels in the top corners",
        also=(
            "setup-tokens/fade-in-left",
            "setup-tokens/fade-out-right",
            "setup-tokens/dynamite-on-corner",
            "setup-tokens/countdown-on-corner",
        ),
    )
    yield from place_cards(g)
    hidden = yield from before_the_game(g)
    yield from first_survivors(g)
    if hidden:
        yield from hide_monster(g, hidden)
    elif not g.survivor_pile:
        pod_players.tell_surfaces(g)
    g.reel = 1
    g.agenda.append(("opening-scene/deal-ten-to-reel",))


@rule("survivor-draw/one-each")
def first_survivors(g: Movie) -> Rule[None]:
    """Every player draws one survivor; only the Robot brings rest spoints."""
    g.step("starting-survivors")
    for person in g.players:
        (card,) = yield from draw(g.survivor_pile, 1, "survivor-draw/random-from-pile")
        who = Survivor(card, person.seat)
        person.pool.append(who)
        g.note(
            "survivor-draw/one-each",
            "{who} draws {hero}",
            also=("survivor-draw/random-from-pile", "survivor-draw/no-starting-rest"),
            who=g.names[person.seat],
            hero=g.named(card),
        )
        bonus = int(g.cards[card].rest)
        if bonus:
            gain_rest(g, who, bonus, "named-cards/robot-six-bonus-rest")
            if len(g.players) == FULL_CAST and not g.pool:
                g.note("setup-spoints/twelve-player-exhaustion", "the pool is empty now")
