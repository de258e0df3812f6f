"""The rules of Doppelganger by rule id; the chapters in `rules/` bind their functions here."""

from tutor.engine.core.rules import Rules

rule = Rules()
