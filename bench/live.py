"""How many moves a second a server answers: `python -m bench.live [--json]`; `--help` names what can be set.

A real server process (`pyramids serve`) and bare echoes (bench/echo.py) take turns; this process drives all with the
same client. A round of play: every connection has a few games ready, makes a move, waits for the answer, makes the
next at once, and goes to its next game when one ends. The round ends when the first connection has no game left, so
that all of them play all the time. Opening tables and dealing happen between the rounds; what they cost is measured
apart, as whole games. All servers are started anew a few times, because starts differ more than rounds do.
Needs Linux for the server's share of a core.
"""

import argparse
import asyncio
import contextlib
import dataclasses
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

import httpx
import uvloop

from bench.client import PlayingSocket, Tally

REPO = Path(__file__).parents[1]
BOARD = "three"  # Its deals are made faster, and moves cost the same.
GAMES_READY = 3  # For each connection in a round of play: some 40 moves each.
FRAMES_KEPT = 5_000
LONGEST_ROUND_S = 20.0
ECHO_ROUND_S = 2.0
WHOLE_GAMES_S = 5.0

T = TypeVar("T")
Figures = dict[str, float]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Server:
    """A server process on a port of its own; stopped when the `with` ends."""

    def __init__(self, command: Callable[[int], list[str]], **environment: str) -> None:
        self.port = free_port()
        self._process = subprocess.Popen(command(self.port), cwd=REPO, env=os.environ | environment)

    def __enter__(self) -> "Server":
        for _ in range(200):
            if self._process.poll() is not None:
                sys.exit(f"a server did not start: {self._process.args!r}")
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.05)
            else:
                return self
        sys.exit(f"a server did not answer: {self._process.args!r}")

    def __exit__(self, *_error: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def cpu_s(self) -> float:
        """Processor time that the process and its threads have used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Guest:
    """A visitor with a cookie, who opens tables through the API as a program does."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self._host, self._chance = f"127.0.0.1:{port}", chance
        # The server closes what is idle for 5 s: never send on what may be about to close.
        idle = httpx.Limits(keepalive_expiry=2)
        self._http = httpx.AsyncClient(base_url=f"http://{self._host}", timeout=60, limits=idle)

    async def come(self) -> "Guest":
        """Fetch the cookie, and wait until it is there."""
        (await self._http.get("/api/me")).raise_for_status()
        return self

    async def open_game(self) -> PlayingSocket:
        """Open a table, start, and give the connection once its first view is there."""
        table = {"board": BOARD, "minutes": 10, "highest_level": 10}
        code = (await self._post("/api/tables", table))["code"]
        await self._post(f"/api/tables/{code}/start", {})
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        return await connect(self._host, f"/api/tables/{code}/live", cookie, self._chance)

    async def close(self) -> None:
        await self._http.aclose()

    async def _post(self, path: str, body: object) -> dict[str, str]:
        answer = await self._http.post(path, json=body)
        if answer.is_error:
            sys.exit(f"{path}: {answer.status_code} {answer.text}")
        found: dict[str, str] = answer.json()
        return found


async def connect(host: str, path: str, cookie: str, chance: random.Random) -> PlayingSocket:
    name, _, port = host.partition(":")
    loop = asyncio.get_running_loop()
    _, playing = await loop.create_connection(
        lambda: PlayingSocket(path, host, cookie, chance), name, int(port)
    )
    await asyncio.wait_for(playing.ready, 30)
    return playing


async def in_turns(work: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """The results of all, a few at a time."""
    gate = asyncio.Semaphore(16)

    async def one(job: Callable[[], Awaitable[T]]) -> T:
        async with gate:
            return await job()

    return await asyncio.gather(*(one(job) for job in work))


async def play(
    server: Server, ready: list[list[PlayingSocket]], tally: Tally, longest_s: float = LONGEST_ROUND_S
) -> Figures:
    """One measured round: a list of games for each connection."""
    done = asyncio.Event()
    all_sockets = [playing for games in ready for playing in games]

    def go_on(games: list[PlayingSocket]) -> None:
        if not games:
            done.set()
            return
        playing = games.pop()
        playing.play(tally, lambda: go_on(games))

    server_s, client_s, begin = server.cpu_s(), time.process_time(), time.perf_counter()
    for games in ready:
        go_on(games)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(done.wait(), longest_s)
    spent = time.perf_counter() - begin
    figures = figures_of(tally, spent)
    figures["client"] = (time.process_time() - client_s) / spent
    figures["server"] = (server.cpu_s() - server_s) / spent
    for playing in all_sockets:
        playing.stop()
    await asyncio.gather(*(playing.close() for playing in all_sockets))
    if tally.refused:
        sys.exit(f"refused: {sorted(set(tally.refused))}")
    return figures


def figures_of(tally: Tally, spent_s: float) -> Figures:
    cuts = statistics.quantiles(tally.answer_ns, n=100)
    return {
        "per_second": len(tally.answer_ns) / spent_s,
        "p50_ms": cuts[49] / 1e6,
        "p99_ms": cuts[98] / 1e6,
    }


@contextlib.asynccontextmanager
async def some_guests(server: Server, number: int, chance: random.Random) -> AsyncIterator[list[Guest]]:
    """New ones each time: a player may have only some tables that nobody has joined."""
    guests = await in_turns([Guest(server.port, chance).come for _ in range(number)])
    yield guests
    for guest in guests:
        await guest.close()


async def play_games(
    server: Server, connections: int, chance: random.Random, frames: list[bytes] | None = None
) -> Figures:
    async with some_guests(server, connections, chance) as guests:
        games = await in_turns([guest.open_game for guest in guests for _ in range(GAMES_READY)])
    ready = [games[at : at + GAMES_READY] for at in range(0, len(games), GAMES_READY)]
    tally = Tally()
    tally.frames = frames
    return await play(server, ready, tally)


async def play_echo(server: Server, connections: int, chance: random.Random) -> Figures:
    host = f"127.0.0.1:{server.port}"
    jobs = [lambda: connect(host, "/echo", "", chance)] * connections
    ready = [[playing] for playing in await in_turns(jobs)]
    return await play(server, ready, Tally(), ECHO_ROUND_S)


async def play_whole_games(server: Server, connections: int, chance: random.Random) -> Figures:
    """Every connection opens a table, plays its game to the end, and opens the next."""
    tally, tables = Tally(), 0

    async def one(guest: Guest) -> None:
        nonlocal tables
        while time.perf_counter() < until:
            playing = await guest.open_game()
            tables += 1
            ended = asyncio.Event()
            playing.play(tally, ended.set)
            await ended.wait()
            await playing.close()

    async with some_guests(server, connections, chance) as guests:
        begin = time.perf_counter()
        until = begin + WHOLE_GAMES_S
        await asyncio.gather(*(one(guest) for guest in guests))
        spent = time.perf_counter() - begin
    return {**figures_of(tally, spent), "tables_per_second": tables / spent}


def medians(rounds: list[Figures]) -> Figures:
    return {name: statistics.median(figures[name] for figures in rounds) for name in rounds[0]}


@dataclasses.dataclass
class Measured:
    """All rounds of all starts."""

    moves: list[Figures] = dataclasses.field(default_factory=list)
    echo: list[Figures] = dataclasses.field(default_factory=list)
    direct_echo: list[Figures] = dataclasses.field(default_factory=list)
    whole_games: list[Figures] = dataclasses.field(default_factory=list)
    frame_bytes: list[int] = dataclasses.field(default_factory=list)

    def figures(self, connections: int) -> dict[str, Figures]:
        ratios = [
            moves["per_second"] / echo["per_second"]
            for moves, echo in zip(self.moves, self.echo, strict=True)
        ]
        return {
            "moves": medians(self.moves),
            "echo": medians(self.echo),
            "direct_echo": medians(self.direct_echo),
            "whole_games": medians(self.whole_games),
            "ratio": {"median": statistics.median(ratios), "least": min(ratios), "most": max(ratios)},
            "run": {
                "connections": connections,
                "rounds": len(ratios),
                "starts": len(self.whole_games),
                "frame_bytes": statistics.fmean(self.frame_bytes),
            },
        }


async def measure(connections: int, rounds: int, chance: random.Random, data: Path, into: Measured) -> None:
    """Start all servers, and measure some rounds."""
    frames: list[bytes] = []
    with Server(
        lambda port: [sys.executable, "-m", "pyramids", "serve", "--port", str(port), "--data", str(data)],
        PYRAMIDS_MOVES_PER_SECOND="1000000",
        PYRAMIDS_COMMANDS_PER_MINUTE="1000000",
    ) as site:
        await play_games(site, connections, chance, frames)
        into.frame_bytes += map(len, frames)
        kept = data / "frames"
        goes_on = [frame for frame in frames if b'"open":[]' not in frame]
        kept.write_bytes(b"\n".join(chance.sample(goes_on, min(FRAMES_KEPT, len(goes_on)))))
        command = [sys.executable, "-m", "bench.echo"]
        with (
            Server(lambda port: [*command, str(port), str(kept)]) as echo,
            Server(lambda port: [*command, str(port), str(kept), "--direct"]) as direct,
        ):
            for _ in range(rounds):
                into.moves.append(await play_games(site, connections, chance))
                into.echo.append(await play_echo(echo, connections, chance))
                into.direct_echo.append(await play_echo(direct, connections, chance))
        into.whole_games.append(await play_whole_games(site, connections, chance))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--starts", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=5, help="of each start")
    parser.add_argument("--connections", type=int, default=200)
    arguments = parser.parse_args()
    measured, chance = Measured(), random.Random(1)
    for _ in range(arguments.starts):
        with tempfile.TemporaryDirectory(prefix="pyramids-bench-") as folder:
            uvloop.run(measure(arguments.connections, arguments.rounds, chance, Path(folder), measured))
    figures = measured.figures(arguments.connections)
    if arguments.json:
        print(json.dumps(figures))
        return 0
    for side in ("moves", "echo", "direct_echo"):
        print(
            f"{side:11} {figures[side]['per_second']:8.0f}/s   p50 {figures[side]['p50_ms']:6.2f} ms"
            f"   p99 {figures[side]['p99_ms']:6.2f} ms"
            f"   server {figures[side]['server']:.2f} and client {figures[side]['client']:.2f} of a core"
        )
    ratio = figures["ratio"]
    print(
        f"ratio       {ratio['median']:8.2f}     from {ratio['least']:.2f} to {ratio['most']:.2f} (goal: 0.3)"
    )
    whole = figures["whole_games"]
    print(f"whole games: {whole['per_second']:.0f} moves/s on {whole['tables_per_second']:.0f} new tables/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
