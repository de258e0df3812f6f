"""`rules-tutor balance`: how many games between bots end, and how."""

from typing import Annotated

import typer

from tutor.commands.shared import Cards, Json, Readings, Seed, Variants, cards_of, chosen_readings, print_json


def balance(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    players: Annotated[int | None, typer.Option(help="How many; as few as the game allows if left out.")] = None,
    games: Annotated[int, typer.Option(help="How many games to play.", min=1)] = 200,
    seed: Seed = 0,
    bots: Annotated[str | None, typer.Option(help="A bot for all, or one a seat, separated by commas.")] = None,
    variant: Variants = None,
    reading: Readings = None,
    cards: Cards = None,
    json: Json = False,
) -> None:
    """Play many games between the game's own bots and print how they end, who wins and how long they take."""
    from tutor.engine.game import find_game
    from tutor.lab.balance import balance as play
    from tutor.lab.bots import RANDOM, seat_bots

    found = find_game(game)
    chosen = chosen_readings(reading or ())
    count = players if players is not None else found.seat_counts(chosen, variant or ())[0]
    setup = found.setup(count, chosen, variant or (), cards_of(found, cards), "options")
    names = (bots or next(iter(found.bots), RANDOM)).split(",")
    result = play(found, setup, games, seed, seat_bots(found, [name.strip() for name in names], count))
    data = result.data()
    if json:
        print_json({"game": found.id, "players": count, "bots": names, "seed": seed, **data})
        return
    print(f"{found.title}, {count} players, {games:,} games from seed {seed}, bots: {', '.join(names)}")
    texts = {measure.id: measure.text for measure in found.measures}
    for title, rows in (
        ("Ends", data["ends"]),
        ("Games in which somebody", {texts[id]: row for id, row in data["measures"].items()}),
        ("Won by", {**data["wins"], "nobody": data["unwon"]}),
    ):
        print(title)
        for name, row in rows.items():
            print(f"  {row['share']:6.1%}  ({row['low']:.1%} to {row['high']:.1%})  {name or 'over'}")
    print("Answers a game: {least} to {most}, median {median:g}".format(**data["answers"]))
