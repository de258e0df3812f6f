"""The desk: draws plain data with ipywidgets and anywidget; knows no game."""
