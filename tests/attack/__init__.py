"""Attacks: what somebody could send or write to stop the tutor, and what happens then."""
