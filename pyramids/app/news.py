"""What the site's own sockets are told: which parts of a page would be drawn anew, and nothing of what they show.

A part is a name and what it would show, as bytes. A socket is told of a part only when those differ from what it was
told last, so that an event which a viewer may not know of sends that viewer not a byte (rule 5.6).
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from hashlib import blake2b

import structlog

from pyramids.app import frames
from pyramids.duel.table import PlayerId
from pyramids.live.hub import Connection, Hub, LobbyPage

log = structlog.get_logger()

CHANGES_EVERY_S = 0.5  # Lists that everybody sees change at most twice a second.
PAUSE_AFTER = 8  # Sockets that are looked after before others may use the event loop.
UNREAD = b""

State = Callable[[Connection], Awaitable[bytes]]


class News:
    """`own`: the parts of every page that are one player's. `lists`: those of the lobby, which everybody sees."""

    def __init__(self, hub: Hub, own: Mapping[str, State], lists: Mapping[str, State]) -> None:
        self._hub = hub
        self._own = own
        self._lists = lists
        self._throttle = Throttle(CHANGES_EVERY_S, self.sweep)
        self._asked: set[str] = set()
        self._looks = 0  # Each look at a part has a number, in the order in which they began.
        self._sweep: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, *lists: str) -> None:
        """Lists may have changed, all of them if none is named: tell soon whoever would see it."""
        self._asked.update(lists or self._lists)
        self._throttle.ask()

    def ask_own(self, part: str, players: Iterable[PlayerId]) -> None:
        """A part may have changed for these players: tell them now."""
        for connection in [connection for player in players for connection in self._hub.site(player)]:
            self._spawn(self._tell_changed(connection, [part]))

    def tell(self, player: PlayerId, frame: bytes) -> None:
        """Send a frame to every page of a player that listens to the site's socket."""
        for connection in self._hub.site(player):
            connection.send(frame)

    async def show(self, connection: Connection, page: LobbyPage | None) -> None:
        """Note what a page shows from now on, and let it fetch that; `page` is None outside the lobby."""
        parts = self._own if page is None else self._lists
        connection.lobby = page
        for part, state_of in parts.items():
            await _note(connection, part, state_of)
        connection.send(frames.changed_frame(*parts))

    def sweep(self) -> None:
        """Look after all sockets: one sweep at a time, and again if one was asked for while it ran."""
        if self._sweep is None or self._sweep.done():
            self._sweep = self._spawn(self._sweep_all())

    async def close(self) -> None:
        """Tell what is being told, and nothing more."""
        self._throttle.cancel()
        await self.settled()

    async def settled(self) -> None:
        """Wait until everything has been told that is being told."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _sweep_all(self) -> None:
        while self._asked:
            asked = [part for part in self._lists if part in self._asked]
            self._asked.clear()
            for number, connection in enumerate(self._hub.site(), 1):
                await self._tell_changed(connection, asked)
                if number % PAUSE_AFTER == 0:
                    await asyncio.sleep(0)

    async def _tell_changed(self, connection: Connection, parts: Iterable[str]) -> None:
        try:
            changed = [part for part in parts if await self._has_changed(connection, part)]
        except Exception:
            log.exception("telling_failed", player=connection.player)
            return
        if changed:
            connection.send(frames.changed_frame(*changed))

    async def _has_changed(self, connection: Connection, part: str) -> bool:
        """Whether a page would look different now. Rule 5.6: it is told of nothing else."""
        if part not in connection.shown_site:
            return False
        page = connection.lobby
        self._looks += 1
        look = self._looks
        state = _digest(await (self._own.get(part) or self._lists[part])(connection))
        if look < connection.looks.get(part, 0):
            return False  # A look that began later has been noted, and what that one saw is no older.
        connection.looks[part] = look
        before = connection.shown_site[part]
        if before == state or connection.lobby != page:
            return False
        connection.shown_site[part] = state
        return before != UNREAD

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


class Throttle:
    """Calls something soon after it is asked to, at most every `every_s`, however often it is asked."""

    def __init__(self, every_s: float, call: Callable[[], None]) -> None:
        self._every_s = every_s
        self._call = call
        self._last_s = float("-inf")
        self._waiting: asyncio.TimerHandle | None = None

    def ask(self) -> None:
        """Call now, or as soon as the last call is long enough ago."""
        loop = asyncio.get_running_loop()
        if self._waiting is None:
            self._waiting = loop.call_at(max(loop.time(), self._last_s + self._every_s), self._go)

    def cancel(self) -> None:
        """Forget what was asked for."""
        if self._waiting is not None:
            self._waiting.cancel()

    def _go(self) -> None:
        self._waiting = None
        self._last_s = asyncio.get_running_loop().time()
        self._call()


async def _note(connection: Connection, part: str, state_of: State) -> None:
    while True:
        connection.shown_site[part] = UNREAD
        state = _digest(await state_of(connection))
        # A sweep that came by meanwhile has left what it read, and nobody knows which is newer.
        if connection.shown_site[part] == UNREAD:
            connection.shown_site[part] = state
            return


def _digest(state: bytes) -> bytes:
    """What is kept of a state, of one length however long a list is."""
    return blake2b(state, digest_size=16).digest()
