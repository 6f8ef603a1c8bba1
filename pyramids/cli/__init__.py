"""The command `pyramids`: each subcommand is one module, entered in `main.COMMANDS`."""

from pyramids.cli.main import main

__all__ = ["main"]
