"""`pyramids verify`: check the export of a table that is over."""

import argparse

from pyramids.cli.streams import CommandError, read_bytes, say
from pyramids.duel.export import MOST_BYTES, ExportError, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell what the command takes."""
    parser.add_argument("file", metavar="FILE", help="an export, or - for standard input")


def run(arguments: argparse.Namespace) -> int:
    """Print one line for each check; exit status 1 if any is wrong."""
    try:
        checks = verify(read_bytes(arguments.file, MOST_BYTES))
    except ExportError as error:
        raise CommandError(f"{arguments.file}: {error}") from error
    for check in checks:
        say(str(check))
    return 0 if all(check.right for check in checks) else 1
