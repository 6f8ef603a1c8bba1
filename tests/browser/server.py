"""`pyramids serve` as a process of its own, which a test may kill and start again on the same port and folder."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx

REPO = Path(__file__).parents[2]
PATIENCE_S = 20
# The tests' players share one address and ask quickly; how fast a player may move stays as it is.
ENVIRONMENT = {**os.environ, "PYRAMIDS_COMMANDS_PER_MINUTE": "100000"}


class Server:
    """A running server; `base` is where."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = folder.with_name(folder.name + ".log")
        self._port = 0
        self.start()

    @property
    def base(self) -> str:
        """The address without a path."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def port(self) -> int:
        """The port on 127.0.0.1."""
        return self._port

    def start(self) -> None:
        """Serve; gives back when it does."""
        command = [sys.executable, "-m", "pyramids", "serve", "--port", str(self._port)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--data", str(self._folder)],
                cwd=REPO,
                env=ENVIRONMENT,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+) ", line)
        assert found, (line, self._log.read_text())
        self._port = int(found[1])
        # The port listens from before that line; the answer comes when the site is open.
        httpx.get(self.base + "/api/me", timeout=PATIENCE_S).raise_for_status()

    def kill(self) -> None:
        """End it as `kill -9` does."""
        self._finish(signal.SIGKILL)

    def stop(self) -> str:
        """End it in order; gives what it logged."""
        if self._process.poll() is None:
            self._finish(signal.SIGTERM)
        return self._log.read_text()

    def _finish(self, how: signal.Signals) -> None:
        self._process.send_signal(how)
        self._process.wait(PATIENCE_S)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def let_pass(self, ms: int) -> None:
        """Let site time go on while the server is down, as if it had not been."""
        connection = sqlite3.connect(self._folder / "pyramids.sqlite3")
        try:
            with connection:
                connection.execute("update clock set downtime_ms = downtime_ms - ?", (ms,))
        finally:
            connection.close()

    def keep_day(self, board: str, day: int, seed: bytes) -> None:
        """Let a day have had that seed, as if the server had run on it."""
        connection = sqlite3.connect(self._folder / "pyramids.sqlite3")
        try:
            with connection:
                connection.execute("insert into days (board, day, seed) values (?, ?, ?)", (board, day, seed))
        finally:
            connection.close()

    def seed(self, code: str) -> bytes:
        """The seed of a table, which nobody can ask for before it is over: read from the file."""
        connection = sqlite3.connect(f"file:{self._folder / 'pyramids.sqlite3'}?mode=ro", uri=True)
        try:
            (seed,) = connection.execute("select seed from tables where code = ?", (code,)).fetchone()
        finally:
            connection.close()
        return bytes(seed)
