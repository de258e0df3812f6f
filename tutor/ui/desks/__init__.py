"""The desks: the pages at which visitors sit. Each contains what is its own; `tutor.ui.screen` has what they share."""
