"""What every game is built on: tables that declare themselves, questions, moves, rules, and matches."""
