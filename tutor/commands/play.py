"""`rules-tutor play`: a whole game between bots."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tutor.commands.shared import Cards, Json, Readings, Seed, Variants, cards_of, chosen_readings, say, tell

if TYPE_CHECKING:
    from tutor.engine.core.asks import Choose, Value


def play(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    seats: Annotated[int | None, typer.Option(help="How many players; by default, as few as the game allows.")] = None,
    seed: Seed = 0,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one per seat, separated by commas.")] = "random",
    variant: Variants = None,
    reading: Readings = None,
    cards: Cards = None,
    record: Annotated[Path | None, typer.Option(help="File in which to save the game’s record.")] = None,
    why: Annotated[bool, typer.Option(help="Also print the bots’ reasons for their moves, if they give any.")] = False,
    json: Json = False,
) -> None:
    """Play a whole game and print its notes and how it ended."""
    from tutor.engine.core.asks import spell
    from tutor.engine.core.game import find_game
    from tutor.engine.core.match import Match
    from tutor.engine.play.record import save
    from tutor.lab.bots import policy, seat_bots

    found = find_game(game)
    chosen = chosen_readings(reading or ())
    count = seats if seats is not None else found.seat_counts(chosen, variant or ())[0]
    setup = found.setup(count, chosen, variant or (), cards_of(found, cards), "options")
    match = Match(found, found.new(setup), seed)
    reasons: list[dict[str, str]] = []

    def said(ask: "Choose", value: "Value", reason: str) -> None:
        reasons.append({"player": setup.names[ask.seat], "rule": ask.rule, "answer": spell(value), "why": reason})

    match.play(policy(match, seat_bots(found, [name.strip() for name in bots.split(",")], count), said))
    if record:
        record.write_text(save(match), encoding="utf-8")
    if why and not json:
        say("\n".join("{player}: {answer}  [{rule}]\n  {why}".format(**reason) for reason in reasons))
    tell(match, json, seed=seed, **({"reasons": reasons} if why else {}))
