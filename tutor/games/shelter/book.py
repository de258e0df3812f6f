"""The game's rules by rule id; the chapters in `rules/` fill it."""

from tutor.engine.core.rules import Rules

rule = Rules()
