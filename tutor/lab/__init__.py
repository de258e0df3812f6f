"""Scenes, variants, simulation and benchmarks for designers; knows no game."""
