"""`rules-tutor`: each command is a small module of `tutor.commands`; here they get their names and errors."""

import sys

import typer

from tutor.commands.bench import bench
from tutor.commands.check import check
from tutor.commands.coverage import coverage
from tutor.commands.explore import explore
from tutor.commands.lab import lab
from tutor.commands.odds import odds
from tutor.commands.place import place
from tutor.commands.play import play
from tutor.commands.replay import replay
from tutor.commands.run import run
from tutor.commands.serve import serve
from tutor.commands.simulate import simulate
from tutor.commands.site import site

BAD_INPUT = 2
COMMANDS = (serve, site, lab, play, replay, run, odds, place, coverage, check, simulate, explore, bench)

app = typer.Typer(
    name="rules-tutor",
    help="An interactive rules tutor for five alien-themed tabletop games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in COMMANDS:
    app.command()(command)


def main() -> None:
    """Run a command; what is wrong with its input is one line and exit code 2, never a traceback.

    A command raises ValueError or OSError for input that cannot be used, and `typer.Exit(1)` when what a file
    expects did not hold.
    """
    try:
        app()
    except (ValueError, OSError) as error:
        print(f"rules-tutor: {' '.join(str(error).split())}", file=sys.stderr)
        sys.exit(BAD_INPUT)
