"""What the speed of the games is compared with: a game of another library, driven from Python in the same run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import process_time

from tutor.lab.extra import need

Play = Callable[[int], tuple[float, int]]
"""Plays a game with a seed, and returns how many seconds of processor time and how many decisions it took."""


def crazy_eights() -> Play:
    """Return a function that plays OpenSpiel's crazy eights, which is written in C++, with five random players.

    It works like OpenSpiel's own examples: a player takes one of the legal actions, and chance one of its
    outcomes by their probabilities.

    Raises:
        Missing: if OpenSpiel is not installed.
    """
    game = need("pyspiel", "bench --beside open_spiel", library="open_spiel", extra="bench").load_game("crazy_eights")

    def play(seed: int) -> tuple[float, int]:
        source = Random(seed)
        random, choices, answers = source.random, source.choices, 0
        begun = process_time()
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                (action,) = choices(actions, weights)
            else:
                actions = state.legal_actions()
                action = actions[int(random() * len(actions))]
            state.apply_action(action)
            answers += 1
        return process_time() - begun, answers

    return play


BESIDE: Mapping[str, tuple[str, Callable[[], Play]]] = {"open_spiel": ("OpenSpiel’s crazy eights", crazy_eights)}
"""The libraries that can be named: name → what the game is called, and what makes the function that plays it."""
