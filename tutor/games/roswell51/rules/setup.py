"""Set-up: spoints, tokens, cards and the first survivors."""

from __future__ import annotations

from tutor.engine.core.asks import Rule, draw, shuffle
from tutor.engine.core.table import Many
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.cards import replaced_play
from tutor.games.roswell51.numbers import SPOINTS
from tutor.games.roswell51.people import DIRECTOR, Survivor
from tutor.games.roswell51.rules import pod_players
from tutor.games.roswell51.rules.large_cast import FULL_CAST, before_the_game, hide_monster
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
        "reel tokens on the track, fade tokens beside the reel title, dynamite and countdown tokens on the corners",
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


def allotment(g: Movie) -> int:
    """How many power spoints each player begins with."""
    return power_spoints(g)[0]


def power_spoints(g: Movie) -> tuple[int, str]:
    """How many power spoints each player begins with, by the number of players, and the rule that says so."""
    n, numbers = len(g.players), g.parameters
    if n >= 8:
        return numbers.power_of_more, "setup-spoints/eight-or-more-players"
    if n >= 6:
        return numbers.power_of_seven, "setup-spoints/six-or-seven-players"
    if n >= 4:
        return numbers.power_of_five, "setup-spoints/four-or-five-players"
    return numbers.power_of_three, "setup-spoints/two-or-three-players"


@rule("setup-spoints/rest-of-tokens-form-pool")
def hand_out(g: Movie) -> None:
    """Every player gets power spoints by the number of players; the rest is the pool. The Director gets none."""
    g.step("place-spoints")
    n, (each, why) = len(g.players), power_spoints(g)
    for person in g.players:
        person.power = each
    g.pool = SPOINTS - n * each
    g.note(
        why,
        "{n} players get {each} power spoints each; {pool} of 54 form the pool",
        also=(
            "setup-spoints/director-gets-none",
            "setup-spoints/power-on-reel-can",
            "setup-spoints/rest-of-tokens-form-pool",
            "setup-spoints/pool-arithmetic",
            "overview/player-count-excludes-director",
        ),
        n=n,
        each=each,
        pool=g.pool,
    )
    g.note(
        "setup-spoints/sanctuary-one-two-tokens",
        "two four-point tokens on Sanctuary I, three on Sanctuary II, five to spare",
        also=("setup-spoints/sanctuary-two-three-tokens", "setup-spoints/spare-sanctuary-tokens"),
    )


@rule("setup-cards/movie-deck-shuffled")
def place_cards(g: Movie) -> Rule[None]:
    """The endgame cards lie below the shuffled survivors; the movie deck is shuffled onto the discard pile."""
    g.step("place-cards")
    g.note(
        "setup-cards/endgame-last-one-bottom",
        "{n:survivor} cover Turning Point and Last One Standing",
        also=("setup-cards/endgame-turning-point-above", "setup-cards/survivors-shuffled-on-top"),
        n=Many(len(g.survivor_pile)),
    )
    g.note("setup-cards/cue-cards-in-reach", "the four cue cards lie in everybody’s reach")
    yield from shuffle(g.survivor_pile, "setup-cards/survivors-shuffled-on-top")
    yield from shuffle(g.discard_pile, "setup-cards/movie-deck-shuffled")
    g.note("setup-cards/movie-deck-shuffled", "{n} cards of the movie deck are shuffled", n=len(g.discard_pile))
    bonus = sorted(g.variants & {"popcorn", "shuffler"})
    if bonus:
        g.note(
            "setup-cards/bonus-cards-shuffled-in",
            "{n:bonus card is|bonus cards are} shuffled in",
            also=("bonus-cards/popcorn-shuffler-enlarge-deck", "bonus-cards/for-experienced-directors"),
            n=Many(len(bonus)),
        )
    if gone := replaced_play(g.cards, g.variants):
        g.note("bonus-cards/scream-queen-substitutes", "The Scream Queen replaces {card}", card=g.named(gone))


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
            if len(g.players) == FULL_CAST:
                g.note("setup-spoints/twelve-player-exhaustion", "the pool is empty now")
