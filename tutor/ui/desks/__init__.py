"""The desks: the pages at which visitors sit. Each module has what only it needs; `tutor.ui.screen` has the rest."""
