"""A whole site in the test's own loop, with clocks that the test moves, and players who use it."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from argon2 import PasswordHasher

from pyramids.app.clock import SiteClock
from pyramids.app.computer import Sleep
from pyramids.app.rooms import Room
from pyramids.app.site import Site
from pyramids.deals import deal
from pyramids.duel.table import PlayerId
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import Connection
from pyramids.rules import BOARDS, Action, Card, Deal, Move, Refusal, Round

ANNA, BERT, CARA = PlayerId("anna"), PlayerId("bert"), PlayerId("cara")
MINUTE_MS = 60_000
# What passwords cost is measured elsewhere.
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
BOARD = "three"  # Its deals are made faster.


@dataclass
class Times:
    """The two clocks of a machine. They stand still until they are told."""

    wall: int = 1_800_000_000_000
    monotonic: int = 5_000

    def pass_(self, ms: int) -> None:
        """Let time pass for both."""
        self.wall += ms
        self.monotonic += ms

    def site_clock(self) -> SiteClock:
        """The site's clock that follows these."""
        return SiteClock(lambda: self.wall, lambda: self.monotonic)


@asynccontextmanager
async def opened(folder: Path, times: Times, sleep: Sleep = asyncio.sleep) -> AsyncIterator[Site]:
    """A process of the site, from its start to its end; `sleep` is the computer's."""
    site = Site(folder, times.site_clock(), sleep, CHEAP)
    await site.open()
    try:
        yield site
    finally:
        await site.close()


async def table(site: Site, *, minutes: int = 3, highest_level: int = 10, joined: bool = True) -> str:
    """A table of Anna's, with Bert at it; gives its code."""
    code = await site.lobby.open(ANNA, BOARD, minutes, highest_level)
    if joined:
        await site.lobby.join(code, BERT)
    return code


async def started(site: Site, *players: PlayerId, **settings: Any) -> str:
    """A table at which these have started; gives its code."""
    code = await table(site, **settings)
    for player in players:
        await site.play.start(code, player)
    return code


async def over(site: Site) -> str:
    """A table at which both have finished; Bert has more points."""
    code = await started(site, ANNA, BERT)
    await play(site, code, ANNA, Action.TURN)
    await site.play.end(code, ANNA)
    await site.play.end(code, BERT)
    return code


async def players_at(site: Site, code: str) -> list[PlayerId | None]:
    return [seat and seat.player for seat in (await room_of(site, code)).table.seats]


async def play(site: Site, code: str, player: PlayerId, *moves: Move) -> None:
    """Play moves where the game is."""
    for move in moves:
        await site.play.move(code, player, move, await n_of(site, code, player))


async def room_of(site: Site, code: str) -> Room:
    return await site.rooms.get(code)


def forget(site: Site, code: str) -> None:
    """As when nobody has used a table for long: it is read anew."""
    site.rooms._rooms.pop(code, None)
    site.rooms._used.pop(code, None)


async def n_of(site: Site, code: str, player: PlayerId) -> int:
    return (await view(site, code, player))["n"]


async def view(site: Site, code: str, player: PlayerId) -> Any:
    """A player's own game as protocol.md sends it."""
    room = await room_of(site, code)
    place = room.table.place_of(player)
    assert place is not None
    return fetched(site, room, player)["games"][place]


def fetched(site: Site, room: Room, player: PlayerId | None) -> Any:
    """What somebody would be given who asked for the table now."""
    viewer = Viewer(player)
    told = {"table": site.publish.table_view(room, viewer), "games": site.publish.games_view(room, viewer)}
    return json.loads(msgspec.json.encode(told))


async def code_of(work: Any) -> str:
    """Why something is refused."""
    try:
        await work
    except Refusal as refusal:
        return str(refusal.code)
    raise AssertionError("it was accepted")


def deals_of(room: Room) -> Iterator[Deal]:
    """The deals of a table, which only a test may know."""
    return (deal(room.kept.seed, BOARDS[room.table.board], number) for number in range(1, 6))


def clearing(cards: Deal) -> tuple[Move, ...]:
    """Moves that clear a deal, found by trying."""
    for seed in range(2_000):
        chance, played = random.Random(seed), Round.start(cards)
        while not played.cleared and (options := played.open_moves()):
            fitting = [move for move in options if isinstance(move, Card)]
            played = played.play(chance.choice(fitting) if fitting else options[0])
        if played.cleared:
            return played.moves
    raise AssertionError(f"nobody clears {cards!r}")


async def clear_round(site: Site, code: str, player: PlayerId) -> None:
    """Clear the round that a player is in."""
    number = (await view(site, code, player))["round"]
    for at, cards in enumerate(deals_of(await room_of(site, code)), 1):
        if at == number:
            await play(site, code, player, *clearing(cards))


async def get_stuck(site: Site, code: str, player: PlayerId) -> None:
    """Play on without a plan until the game has ended."""
    for _ in range(1_000):
        seen = await view(site, code, player)
        if seen["ended"]:
            return
        move = seen["open"][-1] if len(seen["open"]) > 1 else seen["open"][0]
        await play(site, code, player, Action(move) if move in "+*" else Card.parse(move))
    raise AssertionError("the game never ended")


async def act_out(site: Site, code: str, player: PlayerId) -> None:
    """A whole game of somebody's."""
    await site.play.start(code, player)
    await play(site, code, player, Action.TURN, Action.JOKER)
    await site.play.end(code, player)


class Screen:
    """What somebody at a table's page has been sent, folded as the page does."""

    def __init__(self, site: Site, player: PlayerId | None, code: str) -> None:
        self.connection = Connection(Viewer(player), code)
        self.frames: list[bytes] = []
        self.table: Any = None
        self.games: list[Any] = [None, None]
        self._site = site
        self._player = player

    async def open(self) -> "Screen":
        """As the table's socket does."""
        self._site.hub.add(self.connection)
        assert self.connection.code is not None
        room = await self._site.play.settle(self.connection.code)
        self._site.publish.catch_up(room, self.connection)
        return self

    async def receive(self) -> list[bytes]:
        """Take in everything that was sent; gives what is new."""
        new = []
        while self.connection._waiting:
            frame = await self.connection.next_frame()
            assert frame is not None
            new.append(frame)
            told = json.loads(frame)
            if told["type"] == "table":
                self.table = told["table"]
            elif told["type"] == "game":
                self.games[told["seat"]] = told["game"]
        self.frames += new
        return new

    async def shows(self) -> Any:
        """The fold of all frames."""
        await self.receive()
        return {"table": self.table, "games": self.games}
