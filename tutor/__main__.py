"""`python -m tutor` is `rules-tutor`."""

from tutor.cli import main

main()
