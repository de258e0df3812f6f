"""The rules, a module for each chapter of the index or for a part of it; importing this registers every rule."""

from tutor.engine.core.rules import load_chapters

load_chapters(__name__, __path__)
