"""The desk, which draws plain data with ipywidgets and anywidget, for whatever game there is."""
