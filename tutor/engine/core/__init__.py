"""What every game stands on: tables that declare themselves, questions, moves, rules, and matches."""
