"""The commands of `rules-tutor`, one module each."""
