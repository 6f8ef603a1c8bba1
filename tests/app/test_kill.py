"""`kill -9` of the server during play loses no answered move: a real process, twenty times on one folder."""

import contextlib
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

REPO = Path(__file__).parents[2]
KILLS = 20
GUESTS = 3
PATIENCE_S = 20.0
DOWN_S = 0.1
LIMIT_MS = 600_000


class Server:
    """`pyramids serve` on a folder and a port; killed, never asked to stop.

    `alive_s` is how long servers have been alive in all: no clock of a game can have run for longer.
    """

    def __init__(self, folder: Path, port: int, alive_s: float = 0.0) -> None:
        self._began_s = time.monotonic() - alive_s
        self.base = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "pyramids", "serve", "--port", str(port), "--data", str(folder)]
        fast = {"PYRAMIDS_MOVES_PER_SECOND": "100000", "PYRAMIDS_COMMANDS_PER_MINUTE": "100000"}
        self._process = subprocess.Popen(
            command, cwd=REPO, env=os.environ | fast, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                httpx.get(f"{self.base}/api/me")
            except httpx.TransportError:
                if self._process.poll() is not None:
                    break
                time.sleep(0.02)
            else:
                return
        self.kill()
        raise AssertionError("the server does not answer")

    def alive_s(self) -> float:
        return time.monotonic() - self._began_s

    def kill(self) -> float:
        """Gives for how long servers have been alive by now."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        return self.alive_s()


class Player:
    """A guest who plays as fast as answered, and remembers which moves were answered."""

    def __init__(self, server: Server, chance: random.Random) -> None:
        self._chance = chance
        with httpx.Client(base_url=server.base) as http:
            http.get("/api/me")
            self.cookies = dict(http.cookies)
        self.new_table(server)

    def new_table(self, server: Server) -> None:
        self.answered: list[str] = []
        settings = {"board": "three", "minutes": 10, "highest_level": 10}
        self.code = self.call(server, "POST", "/api/tables", settings)["code"]
        self.started_s = server.alive_s()
        self.call(server, "POST", f"/api/tables/{self.code}/start", {})

    def call(self, server: Server, method: str, path: str, body: object = None):
        answer = httpx.request(method, server.base + path, json=body, cookies=self.cookies)
        assert answer.is_success, answer.text
        return answer.json()

    def play(self, server: Server) -> None:
        """Play until the game ends or the server is gone."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        url = f"{server.base.replace('http', 'ws')}/api/tables/{self.code}/live"
        try:
            with connect(url, additional_headers={"Cookie": cookie}, proxy=None) as line:
                self._play(line)
        except (
            ConnectionClosed,
            InvalidHandshake,
            OSError,
            EOFError,
        ):  # It may be killed while it answers the first request.
            return

    def _play(self, line) -> None:
        sent = None
        for text in line:
            frame = json.loads(text)
            if frame["type"] != "game":
                continue
            game = frame["game"]
            if sent is not None and game["n"] == len(self.answered) + 1:
                self.answered.append(sent)
            if game["ended"]:
                return
            sent = self._chance.choice(game["open"])
            line.send(json.dumps(move_frame(sent, game["n"])))

    def go_on(self, server: Server) -> None:
        """What a restart has found is what was told, and may be played on."""
        game = self.game(server)
        assert game["n"] == len(self.answered)
        if game["ended"]:
            self.new_table(server)
            return
        ran_ms = LIMIT_MS - game["left_ms"]
        assert (
            ran_ms <= (server.alive_s() - self.started_s) * 1_000 + 10
        )  # Downtime is taken off no clock. E23
        move = game["open"][0]
        self.call(server, "POST", f"/api/tables/{self.code}/moves", move_frame(move, game["n"]))
        self.answered.append(move)

    def game(self, server: Server):
        return self.call(server, "GET", f"/api/tables/{self.code}")["games"][0]


def move_frame(move: str, n: int) -> dict[str, object]:
    do = {"+": {"do": "turn"}, "*": {"do": "joker"}}.get(move, {"do": "place", "card": move})
    return {**do, "n": n}


def kept_moves(folder: Path, code: str) -> list[str]:
    """The moves of a table's opener as they are on disk, running or packed."""
    with contextlib.closing(sqlite3.connect(folder / "pyramids.sqlite3")) as database:
        seat_id, packed = database.execute(
            "SELECT seats.id, seats.moves FROM seats JOIN tables ON tables.id = table_id WHERE code = ?",
            (code,),
        ).fetchone()
        rows = database.execute("SELECT move FROM moves WHERE seat_id = ? ORDER BY n", (seat_id,)).fetchall()
    return packed.split() if packed is not None else [row[0] for row in rows]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def test_a_killed_server_has_kept_every_answered_move(tmp_path):
    chance = random.Random(20)
    port = free_port()
    server = Server(tmp_path, port)
    answered = 0
    try:
        players = [Player(server, random.Random(seed)) for seed in range(GUESTS)]
        for _ in range(KILLS):
            threads = [threading.Thread(target=player.play, args=(server,)) for player in players]
            for thread in threads:
                thread.start()
            time.sleep(chance.uniform(0.02, 0.12))
            alive_s = server.kill()
            for thread in threads:
                thread.join()
            for player in players:
                kept = kept_moves(tmp_path, player.code)
                answered += len(player.answered)
                # One more may have been committed when its answer was cut off.
                assert kept[: len(player.answered)] == player.answered
                assert len(kept) - len(player.answered) in (0, 1)
                player.answered = kept
            time.sleep(DOWN_S)
            server = Server(tmp_path, port, alive_s)
            for player in players:
                player.go_on(server)
    finally:
        server.kill()
    assert answered > KILLS * GUESTS


def test_a_killed_server_has_kept_every_answered_move_of_a_try(tmp_path):
    port = free_port()
    server = Server(tmp_path, port)
    try:
        with httpx.Client(base_url=server.base) as http:
            day = http.get("/api/days").json()["today"]
            made = http.post(f"/api/days/three/{day}/start", json={}).json()["deal"]["own"]["id"]
            for n in range(3):
                told = http.post(f"/api/tries/{made}/moves", json=move_frame("+", n)).json()["game"]
            server.kill()
            server = Server(tmp_path, port)
            found = http.get(f"/api/days/three/{day}").json()
    finally:
        server.kill()
    assert found["deal"]["own"] == {"id": made, "result": None}
    assert {**found["game"], "left_ms": 0} == {**told, "left_ms": 0}
