"""The chapters of the book; importing this registers every rule."""

from tutor.engine.core.rules import load_chapters

load_chapters(__name__, __path__)
