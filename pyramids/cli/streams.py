"""Files in, lines out: every failure becomes one line and exit status 2."""

import errno
import os
import sys
from typing import TextIO

STANDARD_INPUT = "-"


class CommandError(Exception):
    """What a person is told in one line when a command cannot do its work."""


def one_line(text: str) -> str:
    """Give the text with all that could break a line, or a terminal, escaped."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def read_bytes(name: str, most: int) -> bytes:
    """Give the bytes of a file, or of standard input for `-`; of a longer one, one byte more than `most`."""
    try:
        if name == STANDARD_INPUT:
            if sys.stdin is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            return sys.stdin.buffer.read(most + 1)
        with open(name, "rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from error
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from error


def say(text: str) -> None:
    """Write a line to standard output."""
    if sys.stdout is None:
        raise CommandError("pyramids: standard output is closed")
    try:
        sys.stdout.write(text + "\n")
    except UnicodeEncodeError:
        sys.stdout.write(ascii(text)[1:-1] + "\n")


def detach(stream: TextIO | None) -> None:
    """Point a broken stream at nothing, so that the interpreter's last flush does not complain again."""
    if stream is None:
        return
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, descriptor)
    os.close(nothing)
