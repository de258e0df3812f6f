"""`rules-tutor`: registers the commands, each a small module of `tutor.commands`, and shows their errors."""

import os
import sys
import traceback
from pathlib import Path

import typer

from tutor.commands.bench import bench
from tutor.commands.check import check
from tutor.commands.coverage import coverage
from tutor.commands.explore import explore
from tutor.commands.lab import lab
from tutor.commands.odds import odds
from tutor.commands.place import place
from tutor.commands.play import play
from tutor.commands.preview import preview
from tutor.commands.replay import replay
from tutor.commands.run import run
from tutor.commands.serve import serve
from tutor.commands.shared import complain
from tutor.commands.simulate import simulate
from tutor.commands.site import site
from tutor.commands.soak import soak
from tutor.commands.where import where

BAD_INPUT = 2
MISUSE: type[Exception] = typer.BadParameter.__mro__[2]
"""The base of all errors that a wrong option raises, for which typer has no name."""

TRACEBACK = "RULES_TUTOR_TRACEBACK"
"""The environment variable that makes errors show where in the code they were raised."""

COMMANDS = (
    *(serve, site, lab, preview, check),
    *(play, replay, run, odds, place, simulate, explore),
    *(coverage, where, soak, bench),
)

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
    """Run a command; if an error ends it, print one line and end with exit code 2.

    There is a traceback only if the environment variable that `TRACEBACK` names is set.

    A command raises ValueError for input that cannot be used, and `typer.Exit(1)` when something that a file expects
    does not hold. Of an OSError, only the file’s name and the operating system’s reason are printed.
    """
    whole = bool(os.environ.get(TRACEBACK))
    try:
        sys.exit(app(sys.argv[1:] or ["--help"], standalone_mode=False) or 0)
    except MISUSE as error:
        command = getattr(getattr(error, "ctx", None), "command_path", app.info.name)
        told = getattr(error, "format_message", error.__str__)()
        complain(f"{told} `{command} --help` lists its options.")
    except typer.Abort:
        complain("interrupted")
    except (ValueError, OSError) as error:
        if whole:
            raise
        complain(error)
    except MemoryError:
        complain("this needs more memory than this machine has")
    except Exception as error:
        if whole:
            raise
        complain(f"something went wrong inside the tutor, at {_place(error)}; {TRACEBACK}=1 shows the whole traceback")
    sys.exit(BAD_INPUT)


def _place(error: Exception) -> str:
    """Where in the code an error was raised."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}, line {last.lineno}"
