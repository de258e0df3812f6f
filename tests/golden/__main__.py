"""`python -m tests.golden [GAME …]` plays the golden games and counts the positions again, and stores the results."""

import sys

from tests.golden import chosen_positions, counted, perft_cases, perft_file, perft_text, playthroughs, told
from tutor.engine.core.game import find_game, games

chosen = sys.argv[1:] or games()
for playthrough in playthroughs():
    if playthrough.game.id not in chosen:
        continue
    playthrough.file.parent.mkdir(exist_ok=True)
    playthrough.file.write_text("\n".join(told(playthrough)) + "\n", encoding="utf-8")
    print(playthrough.file, playthrough.file.stat().st_size)
for game in map(find_game, chosen):
    file = perft_file(game)
    if file.exists():
        cases = [{**case, "counts": counted(game, case["scene"], case["depth"])} for case in perft_cases(game)]
    else:
        cases = list(chosen_positions(game))
    file.write_text(perft_text(game, cases), encoding="utf-8")
    print(file, [(case["title"], case["depth"], sum(case["counts"].values())) for case in cases])
