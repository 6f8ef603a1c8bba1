"""The command line: what all commands share.

A command is a module of this package with its name. `add_arguments(parser)` tells what it takes, and
`run(arguments)` does it and gives the exit status, or raises `CommandError` for one line on standard error
and exit status 2. Only the module of the chosen command is loaded: `pyramids replay` loads no web server.
"""

import argparse
import importlib
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from pyramids.cli.streams import CommandError, detach, one_line

#: To add a command, write its module and enter it here with what it does.
COMMANDS = {
    "replay": "play a record and print what came of it",
    "deal": "print the deal of a round that a seed gives",
    "verify": "check the export of a table that is over",
    "serve": "serve the game on this machine",
    "ratings": "compute all ratings anew from the results",
}


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line; argparse would print the usage before it."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{self.prog}: {message}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and give its exit status: 0, 1 where a check failed, 2 where the input is bad."""
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        # What is still in the buffer fails here, if it fails, and not while the interpreter ends.
        if sys.stdout is not None:
            sys.stdout.flush()
    except CommandError as error:
        _complain(str(error))
        return 2
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except OSError as error:
        detach(sys.stdout)
        _complain(f"pyramids: {error.strerror or error}")
        return 2
    return status


def _run(argv: Sequence[str]) -> int:
    name = argv[0] if argv else ""
    if name not in COMMANDS:
        return _without_command(argv)
    command = importlib.import_module(f"pyramids.cli.{name}")
    parser = _Parser(prog=f"pyramids {name}", description=COMMANDS[name], allow_abbrev=False)
    command.add_arguments(parser)
    status: int = command.run(parser.parse_args(argv[1:]))
    return status


def _without_command(argv: Sequence[str]) -> int:
    """Print the help that was asked for; anything else is an error."""
    parser = _Parser(prog="pyramids", description="The card duel for two.", allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=argparse.ArgumentParser)
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=summary)
    parser.parse_args(argv)
    return 0


def _complain(text: str) -> None:
    """Print one line to standard error."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(one_line(text) + "\n")
            sys.stderr.flush()
    except OSError:
        # Nobody reads it; the exit status says enough.
        detach(sys.stderr)
