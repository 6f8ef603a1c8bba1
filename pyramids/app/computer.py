"""The computer player at its tables: through the same door as a person, by what a person in its seat is sent."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from pyramids.app.play import Play, StaleError
from pyramids.app.publish import Publish
from pyramids.bots import choose, pause_ms
from pyramids.duel.table import PlayerId, SeatState, Table, is_computer
from pyramids.duel.view import GameView
from pyramids.duel.viewer import Viewer
from pyramids.rules.boards import BOARDS
from pyramids.rules.errors import Refusal, RefusalCode
from pyramids.storage import tables
from pyramids.storage.store import Store

log = structlog.get_logger()

Sleep = Callable[[float], Awaitable[object]]


def has_to_play(table: Table) -> PlayerId | None:
    """The computer player who plays at a table, or may start there because its opponent has; or None. E44"""
    if table.over:
        return None
    for seat, other in (table.seats, table.seats[::-1]):
        if seat is None or not is_computer(seat.player):
            continue
        invited = seat.state is SeatState.SEATED and other is not None and other.started_ms is not None
        if seat.state is SeatState.PLAYING or invited:
            return seat.player
    return None


class Computer:
    """Plays the computer's games, each in a task of its own; `sleep` waits for some seconds.

    Of its opponent it uses nothing but that they have started, so that nothing it does tells more. Rule 5.6
    """

    def __init__(self, store: Store, play: Play, publish: Publish, sleep: Sleep = asyncio.sleep) -> None:
        self._store = store
        self._play = play
        self._publish = publish
        self._sleep = sleep
        self._games: dict[str, asyncio.Task[None]] = {}

    async def take_up(self) -> None:
        """Play on wherever it has to: after a restart, and after a fault."""
        for kept in await self._store.read(tables.of_computers):
            self.notice(kept.code, kept.table)

    def notice(self, code: str, table: Table) -> None:
        """A table is like this now: sit down to the game if there is one to play and nobody does yet."""
        player = has_to_play(table)
        if player is None or code in self._games:
            return
        task = asyncio.create_task(self._play_to_the_end(code, player))
        self._games[code] = task
        task.add_done_callback(partial(self._finished, code))

    async def close(self) -> None:
        """Leave the games as they are; another process takes them up."""
        games = tuple(self._games.values())
        for task in games:
            task.cancel()
        await asyncio.gather(*games, return_exceptions=True)

    async def _play_to_the_end(self, code: str, player: PlayerId) -> None:
        room = await self._play.settle(code)
        if has_to_play(room.table) is None:
            return
        place = room.table.place_of(player)
        assert place is not None
        if room.games[place] is None:
            await self._play.start(code, player)
        board = BOARDS[room.table.board]
        while (view := await self._view(code, player)) is not None and view.ended is None:
            choice = choose(view, board)
            await self._sleep(pause_ms(view, choice, secrets.randbelow(1_000) / 1_000) / 1000)
            try:
                await self._play.move(code, player, choice, view.n)
            except StaleError:
                continue  # Whoever made that move, the next view has it.
            except Refusal as refusal:
                if refusal.code != RefusalCode.GAME_OVER:
                    raise

    async def _view(self, code: str, player: PlayerId) -> GameView | None:
        """Its own game as its player is sent it."""
        room = await self._play.settle(code)
        place = room.table.place_of(player)
        return None if place is None else self._publish.games_view(room, Viewer(player))[place]

    def _finished(self, code: str, task: asyncio.Task[None]) -> None:
        del self._games[code]
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("computer_failed", table=code, exc_info=fault)
