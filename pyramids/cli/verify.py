"""`pyramids verify`: check the export of a table that is over."""

import argparse

from pyramids.cli.streams import CommandError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell what the command takes."""
    parser.add_argument("file", metavar="FILE", help="an export, or - for standard input")


def run(arguments: argparse.Namespace) -> int:
    """Print one line for each check; exit status 1 if any is wrong."""
    raise CommandError(f"{arguments.file}: not yet")
