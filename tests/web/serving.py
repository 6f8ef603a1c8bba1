"""A real server in a thread of the test, with a clock that the test moves, and guests who talk to it."""

import asyncio
import json
import random
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from itsdangerous import URLSafeSerializer
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from pyramids.app.clock import SiteClock
from pyramids.app.computer import Sleep
from pyramids.app.site import Site
from pyramids.web.application import application
from pyramids.web.limits import Rates
from pyramids.web.server import server_config
from pyramids.web.visitor import COOKIE, secret_key
from tests.app.sites import CHEAP

PATIENCE_S = 5.0
TLS = ssl.create_default_context()  # Never used, and each client would make its own, which takes a while.
OFTEN = Rates(moves_per_second=100_000, commands_per_minute=100_000)


@dataclass
class TestClock:
    """A clock that stands still until it is told."""

    __test__ = False
    ms: int = 1_800_000_000_000

    def site_clock(self) -> SiteClock:
        """The site's clock that follows this one."""
        return SiteClock(lambda: self.ms, lambda: self.ms)


@dataclass
class Guest:
    """A visitor with a cookie: HTTP, and sockets."""

    base: str
    cookie: str
    http: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        cookies = {COOKIE: self.cookie} if self.cookie else None
        # A hash of a password takes its time on a machine that is busy.
        self.http = httpx.Client(base_url=self.base, cookies=cookies, timeout=30, verify=TLS)

    def get(self, path: str) -> Any:
        """The JSON of an answer that must be a success."""
        answer = self.http.get(path)
        assert answer.is_success, answer.text
        return answer.json()

    def post(self, path: str, body: object = None) -> Any:
        """The JSON of an answer that must be a success."""
        answer = self.http.post(path, json={} if body is None else body)
        assert answer.is_success, answer.text
        return answer.json()

    def refused(self, path: str, body: object = None) -> tuple[int, str]:
        """The status and the code of an answer that must be a refusal."""
        answer = self.http.post(path, json={} if body is None else body)
        assert answer.is_client_error, answer.text
        assert answer.json()["message"]
        return answer.status_code, answer.json()["code"]

    def open(self, board: str = "one", highest_level: int = 10, minutes: int = 3) -> str:
        """Open a table; gives its code."""
        settings = {"board": board, "minutes": minutes, "highest_level": highest_level}
        return str(self.post("/api/tables", settings)["code"])

    def play(self, code: str, move: str) -> Any:
        """Play a move at the place where the game is."""
        n = self.game(code)["n"]
        return self.post(f"/api/tables/{code}/moves", frame(move, n))

    def game(self, code: str) -> Any:
        """One's own game."""
        view = self.get(f"/api/tables/{code}")
        return view["games"][view["table"]["you"]]

    def socket(self, path: str, over: socket.socket | None = None) -> ClientConnection:
        """A socket with this guest's cookie, `over` a connection that is there already."""
        url = self.base.replace("http", "ws") + path
        return connect(
            url,
            additional_headers={"Cookie": f"{COOKIE}={self.cookie}"},
            proxy=None,
            compression=None,
            sock=over,
        )


def frame(move: str, n: int) -> dict[str, Any]:
    """The frame of a move."""
    if move in "+*":
        return {"do": "turn" if move == "+" else "joker", "n": n}
    return {"do": "place", "card": move, "n": n}


def receive(line: ClientConnection) -> Any:
    """The next frame of a socket."""
    return json.loads(line.recv(timeout=PATIENCE_S))


def frames_until_pong(line: ClientConnection) -> list[str]:
    """Everything that was sent before now, as it was sent."""
    line.send('{"do":"ping"}')
    found = []
    while True:
        text = line.recv(timeout=PATIENCE_S)
        assert isinstance(text, str)
        if json.loads(text)["type"] == "pong":
            return found
        found.append(text)


@dataclass
class Served:
    """A running server."""

    base: str
    site: Site
    clock: TestClock
    folder: Path
    guests: list[Guest] = field(default_factory=list)

    def guest(self, player: str) -> Guest:
        """A guest with a chosen id."""
        signer = URLSafeSerializer(secret_key(self.folder), salt="guest")
        return self.with_cookie(str(signer.dumps(player)))

    def stranger(self) -> Guest:
        """Somebody who comes without a cookie."""
        return self.with_cookie("")

    def with_cookie(self, cookie: str) -> Guest:
        """Somebody who comes with any cookie."""
        self.guests.append(Guest(self.base, cookie))
        return self.guests[-1]


def send_together(line: ClientConnection, *texts: str) -> None:
    """Several frames in one packet."""
    packet = b"".join(Frame(Opcode.TEXT, text.encode()).serialize(mask=True, extensions=[]) for text in texts)
    with line.protocol_mutex:
        line.socket.sendall(packet)


def at_a_game(served: Served, board: str = "three") -> tuple[Guest, str]:
    """A guest who plays, and the address of the table's socket."""
    anna = served.guest("anna")
    code = anna.open(board)
    anna.post(f"/api/tables/{code}/start")
    return anna, f"/api/tables/{code}/live"


def play_on(line: ClientConnection, view, moves: int, seed: int = 1):
    """Play at random; gives the last view."""
    chance = random.Random(seed)
    for _ in range(moves):
        if not view["game"]["open"]:
            break
        line.send(json.dumps(frame(chance.choice(view["game"]["open"]), view["game"]["n"])))
        view = receive(line)
        while view["type"] != "game":
            view = receive(line)
    return view


def count_ordinary(served: Served, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the moves that go the ordinary way."""
    found: list[int] = []
    move_in = served.site.play.move_in

    async def counted(room, player, move, n):
        found.append(n)
        await move_in(room, player, move, n)

    monkeypatch.setattr(served.site.play, "move_in", counted)
    return found


@contextmanager
def serve(folder: Path, rates: Rates = OFTEN, sleep: Sleep = asyncio.sleep) -> Iterator[Served]:
    """Serve a folder on a free port of 127.0.0.1 until the block ends; `sleep` is the computer's."""
    clock = TestClock()
    site = Site(folder, clock.site_clock(), sleep, CHEAP)
    app = application(folder, rates, site)
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(server_config(app, "error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    end = time.monotonic() + PATIENCE_S
    while not server.started and time.monotonic() < end:
        time.sleep(0.01)
    running = Served(f"http://127.0.0.1:{listener.getsockname()[1]}", site, clock, folder)
    try:
        yield running
    finally:
        for guest in running.guests:
            guest.http.close()
        server.should_exit = True
        thread.join()
