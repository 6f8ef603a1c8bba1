"""The connections of this process, by the table they show and by the player they belong to.

A connection's queue is bounded: whoever does not keep up is closed, comes back, and gets a fresh view. Nothing here
decides what may be sent; that is `duel.view`.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from pyramids.duel.table import PlayerId
from pyramids.duel.view import TableView
from pyramids.duel.viewer import Viewer

QUEUE = 64  # Frames that may wait for one connection.
ABSENT_AFTER_S = 3.0  # A page that is being changed for another is no absence.
# Why a socket closes, as docs/protocol.md says.
LOGGED_OUT = 4401
FELL_BEHIND = 4408


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """Which open tables a page of the lobby shows: those of one board or of all, which one can join, which page."""

    board: str | None = None
    joinable: bool = False
    page: int = 1


@dataclass(slots=True, eq=False)
class Connection:
    """One socket: what it shows, and the frames that wait for it."""

    viewer: Viewer
    code: str | None = None
    session: str | None = None  # The member's log-in that it came with.
    lobby: LobbyPage | None = None
    # Which views the client still has from an earlier connection, by seat: the number of their moves.
    seen: dict[int, int] = field(default_factory=dict)
    shown_table: TableView | None = None
    shown_games: dict[int, tuple[int, bool]] = field(default_factory=dict)
    shown_site: dict[str, bytes] = field(default_factory=dict)
    looks: dict[str, int] = field(default_factory=dict)  # By part, the number of the look that found it so.
    too_fast: int = 0  # Frames that were refused for their speed.
    send_at_once: Callable[[bytes], bool] | None = None  # Sends a frame, if the other side keeps up.
    closed: bool = False
    closed_with: int = FELL_BEHIND
    player: PlayerId | None = field(init=False)
    _waiting: deque[bytes] = field(default_factory=deque)
    _missed: int = 0
    _sender: asyncio.Future[None] | None = None

    def __post_init__(self) -> None:
        self.player = self.viewer.player

    def send(self, frame: bytes) -> None:
        """Send a frame, or queue it; a full queue ends the connection instead."""
        if self.closed:
            return
        waits = self._sender is not None and not self._sender.done()  # And so does no frame.
        if waits and self.send_at_once is not None and self.send_at_once(frame):
            return
        if len(self._waiting) >= QUEUE + self._missed:
            self.end()
            return
        self._waiting.append(frame)
        self._wake()

    def send_missed(self, frames: Sequence[bytes]) -> None:
        """Queue what an earlier connection did not bring; it takes no room from what comes after it."""
        self._missed += len(frames)
        for frame in frames:
            self.send(frame)

    def end(self, code: int = FELL_BEHIND) -> None:
        """Let the socket close with that code and without what still waits."""
        if not self.closed:
            self.closed, self.closed_with = True, code
        self._waiting.clear()
        self._wake()

    async def next_frame(self) -> bytes | None:
        """The next frame to be sent, as soon as there is one; None when the connection has ended.

        One task at a time may wait. (An `asyncio.Queue` costs four times as much, at every frame.)
        """
        while not self._waiting:
            if self.closed:
                return None
            self._sender = asyncio.get_running_loop().create_future()
            await self._sender
        return self._waiting.popleft()

    def _wake(self) -> None:
        if self._sender is not None and not self._sender.done():
            self._sender.set_result(None)


class Hub:
    """All connections. `on_presence` is called with a player who came on line or went."""

    def __init__(self, on_presence: Callable[[PlayerId], None]) -> None:
        self._tables: dict[str, set[Connection]] = defaultdict(set)
        self._players: dict[PlayerId, set[Connection]] = defaultdict(set)
        self._site: set[Connection] = set()
        self._going: dict[PlayerId, asyncio.TimerHandle] = {}
        self._on_presence = on_presence

    def add(self, connection: Connection) -> None:
        """A socket has opened."""
        if connection.code is None:
            self._site.add(connection)
        else:
            self._tables[connection.code].add(connection)
        player = connection.player
        if player is None:
            return
        was_online = self.online(player)
        self._players[player].add(connection)
        if going := self._going.pop(player, None):
            going.cancel()
        if not was_online:
            self._on_presence(player)

    def remove(self, connection: Connection) -> None:
        """A socket has closed."""
        self._site.discard(connection)
        if connection.code is not None and (there := self._tables.get(connection.code)):
            there.discard(connection)
            if not there:
                del self._tables[connection.code]
        player = connection.player
        if player is None or connection not in self._players.get(player, ()):
            return
        self._players[player].discard(connection)
        if not self._players[player]:
            loop = asyncio.get_running_loop()
            self._going[player] = loop.call_later(ABSENT_AFTER_S, self._gone, player)

    def part(self, player: PlayerId) -> None:
        """A player is nobody any more: off line from this moment, whatever their sockets still do."""
        self._players.pop(player, None)
        if going := self._going.pop(player, None):
            going.cancel()
        self._on_presence(player)

    def at(self, code: str) -> Iterable[Connection]:
        """The connections that show a table."""
        return tuple(self._tables.get(code, ()))

    def site(self, player: PlayerId | None = None) -> Iterable[Connection]:
        """The connections of the site's socket, of everybody or of one player."""
        if player is None:
            return tuple(self._site)
        return tuple(c for c in self._players.get(player, ()) if c.code is None)

    def of(self, player: PlayerId) -> Iterable[Connection]:
        """A player's connections."""
        return tuple(self._players.get(player, ()))

    def of_session(self, session: str) -> Iterable[Connection]:
        """The connections that came with a log-in."""
        there = (connection for connections in self._players.values() for connection in connections)
        return [connection for connection in there if connection.session == session]

    def players(self) -> Iterable[PlayerId]:
        """Who is on line."""
        return {*(player for player, there in self._players.items() if there), *self._going}

    def online(self, player: PlayerId) -> bool:
        """Whether a player has a page open."""
        return bool(self._players.get(player)) or player in self._going

    def watched_tables(self) -> Iterable[str]:
        """The codes of the tables that somebody shows."""
        return tuple(self._tables)

    def end_all(self) -> None:
        """Close every socket, as the server stops."""
        for connection in (*self._site, *(c for there in self._tables.values() for c in there)):
            connection.end()
        for going in self._going.values():
            going.cancel()

    def _gone(self, player: PlayerId) -> None:
        del self._going[player]
        if not self._players.get(player):
            self._players.pop(player, None)
            self._on_presence(player)
