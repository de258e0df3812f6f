"""The desks: pages that a visitor sits at. Each says what is its own; `tutor.ui.screen` has what they share."""
