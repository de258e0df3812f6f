"""Pictures as marks in drawing order: graphs, the turn flow, the map of tiles."""
