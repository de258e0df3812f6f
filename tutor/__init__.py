"""An interactive rules tutor for five alien-themed tabletop games."""
