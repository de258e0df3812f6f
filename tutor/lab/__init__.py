"""Scenes, variants, simulation and benchmarks for designers; nothing here depends on a particular game."""
