"""Pages, the coach, drills and progress, for whatever game there is."""
