"""Pages, coach, drills and progress; knows no game."""
