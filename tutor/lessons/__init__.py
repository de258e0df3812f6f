"""Pages, coach, drills, progress and coverage; knows no game."""
