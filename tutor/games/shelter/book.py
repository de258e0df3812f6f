"""The game's rules by rule id; the chapters in `rules/` fill it."""

from tutor.engine.rules import Rules

rule = Rules()
