"""The game-agnostic core: asks, rules, match, chance, records, piles, the rulebook index."""
