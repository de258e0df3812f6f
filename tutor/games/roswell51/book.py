"""The registry of this game's rule functions, which the chapters in `rules` fill."""

from tutor.engine.core.rules import Rules

rule = Rules()
