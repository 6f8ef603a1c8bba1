"""`pyramids serve`: one process, one SQLite file."""

import argparse
import errno
import gc
import logging
import os
import socket
import sys
from pathlib import Path

from pyramids.cli.streams import CommandError

HOST = "127.0.0.1"
SWITCH_S = 0.001


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--port", type=int, default=8000, help="the port on 127.0.0.1 (8000)")
    parser.add_argument(
        "--data", type=Path, default=Path("data"), help="the folder that holds everything (data)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    listener = _listen(arguments.port)
    folder: Path = arguments.data
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"pyramids serve: {folder}: {error.strerror}") from None
    import uvicorn  # noqa: PLC0415

    from pyramids.storage.store import InUseError  # noqa: PLC0415
    from pyramids.web.application import application  # noqa: PLC0415
    from pyramids.web.limits import Rates  # noqa: PLC0415
    from pyramids.web.server import server_config  # noqa: PLC0415

    _log()
    rates = Rates(
        _setting("PYRAMIDS_MOVES_PER_SECOND", Rates().moves_per_second),
        _setting("PYRAMIDS_COMMANDS_PER_MINUTE", Rates().commands_per_minute),
        _setting("PYRAMIDS_LOGINS_PER_MINUTE", Rates().logins_per_minute),
    )
    try:
        app = application(folder, rates)
    except InUseError:
        raise CommandError(
            f"pyramids serve: {folder} is served by another process; choose another folder: make play DATA=other"
        ) from None
    port = listener.getsockname()[1]
    print(f"Pyramids is served on http://{HOST}:{port} (Ctrl+C ends it)", flush=True)
    config = server_config(app, "warning")
    _tune()
    uvicorn.Server(config).run(sockets=[listener])
    return 0


def _log() -> None:
    """One event a line, on the standard error."""
    import structlog  # noqa: PLC0415

    structlog.configure(
        processors=[
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,  # Never with the values of locals: seeds are among them.
            structlog.processors.LogfmtRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _tune() -> None:
    """Set up the interpreter for a process that serves until it ends."""
    # What lives as long as the process is never garbage: fewer and shorter looks for it cost a tenth of a move.
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    # The writer's thread gets the interpreter back after each of its waits for the disk: soon, or moves wait with it.
    sys.setswitchinterval(SWITCH_S)


def _listen(port: int) -> socket.socket:
    """The socket that is served; a port that is taken is one line for its user."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen(2048)
    except OverflowError:
        raise CommandError(f"pyramids serve: {port} is no port: it must be between 0 and 65535") from None
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CommandError(
                f"pyramids serve: port {port} is taken; choose another: make play PORT={port + 1}"
            ) from None
        raise CommandError(f"pyramids serve: port {port}: {error.strerror}") from None
    return listener


def _setting(name: str, default: int) -> int:
    text = os.environ.get(name, "")
    if not text:
        return default
    if not text.isdecimal() or int(text) < 1:
        raise CommandError(f"pyramids serve: {name} must be a whole number above 0, not {text!r}")
    return int(text)
