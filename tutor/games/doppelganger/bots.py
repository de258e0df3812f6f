"""Simple bots."""
from collections.abc import Mapping
from tutor.engine.game import Bot
BOTS: Mapping[str, Bot] = {}
