"""The lists that everybody sees, each as one viewer may see it: open tables, games to watch, results, who is on line.

What they are drawn from is read once for all viewers, and again after a change. Nothing of a game that its viewer may
not see is in them: neither a row nor a place in the order nor a count (rule 5.6).
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from pyramids.app import frames
from pyramids.app.clock import SiteClock
from pyramids.app.news import State
from pyramids.app.people import People
from pyramids.duel.result import ResultBy, result
from pyramids.duel.table import ANY_LEVEL, PlayerId, SeatState, Table, can_be_joined, is_computer
from pyramids.duel.view import offers
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import Connection, Hub, LobbyPage
from pyramids.rules.boards import BOARDS
from pyramids.storage import lists
from pyramids.storage.store import Store
from pyramids.storage.tables import KeptSeat, KeptTable

T = TypeVar("T")

ON_A_PAGE = 30
MOST_OPEN = 5_000  # Older ones come up when newer ones are taken.
MOST_SHOWN = 50  # Of games to watch, and of results.
MOST_READ = 200  # Of games to watch, of which a viewer may see fewer.
MOST_PLAYERS = 200
RESULTS_MS = 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table in the lobby, as one viewer sees it. Nothing of the opener's game is here. Rule 5.6"""

    code: str
    name: str
    level: int
    provisional: bool
    member: bool
    online: bool
    board: str
    minutes: int
    highest_level: int
    opened_ms: int
    yours: bool
    refused: str | None


@dataclass(frozen=True, slots=True)
class OpenTables:
    """One page of the open tables, newest first; `count` is of all pages."""

    tables: list[OpenTable]
    count: int
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A player of a table in a list. `score` and `playing_ms` are None before the table is over."""

    name: str
    level: int
    provisional: bool
    member: bool
    computer: bool
    plays: bool
    score: int | None = None
    playing_ms: int | None = None


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """A table where one has finished and the other plays, for somebody who may watch."""

    code: str
    board: str
    minutes: int
    seats: tuple[ListedSeat, ListedSeat]


@dataclass(frozen=True, slots=True)
class TableResult:
    """How a table ended. `over_ms`: when, as wall time."""

    code: str
    board: str
    minutes: int
    winner: int | None
    by: ResultBy
    over_ms: int
    seats: tuple[ListedSeat, ListedSeat]


@dataclass(frozen=True, slots=True)
class OnlinePlayer:
    """Somebody who is on line, whatever they do. Levels are by board; `blocked`: by this viewer."""

    player: PlayerId
    name: str
    member: bool
    level: dict[str, int]
    provisional: dict[str, bool]
    you: bool = False
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class OnlinePlayers:
    """Who is on line, this viewer first and then by name; `count` is of all."""

    players: list[OnlinePlayer]
    count: int


@dataclass(frozen=True, slots=True)
class _OpenRows:
    """What the open tables are drawn from, and which of them each kind of viewer may join."""

    rows: list[KeptTable]
    openers: frozenset[PlayerId]
    joinable: dict[object, list[KeptTable]] = field(default_factory=dict)


class Lists:
    """Ask `changed` after every change of a table or a player, and `presence_changed` when somebody comes or goes."""

    def __init__(self, store: Store, clock: SiteClock, people: People, hub: Hub) -> None:
        self._store = store
        self._clock = clock
        self._people = people
        self._hub = hub
        self._open = Shared(self._read_open)
        self._watched = Shared(self._read_watched)
        self._results = Shared(self._read_results)
        self._players = Shared(self._read_players)

    def changed(self) -> None:
        """A table or a player is not what they were."""
        for shared in (self._open, self._watched, self._results, self._players):
            shared.forget()

    def presence_changed(self) -> None:
        """Somebody has come on line or gone."""
        self._players.forget()

    async def open_tables(self, viewer: Viewer, page: LobbyPage) -> OpenTables:
        """The tables that wait for somebody, newest first: those of a page that there is."""
        found, now_ms = await self._open.get(), self._clock.now_ms()
        rows = self._joinable(found, viewer, now_ms) if page.joinable else found.rows
        while rows and not can_be_joined(rows[-1].table, now_ms):
            rows.pop()  # The oldest, whose time has passed since they were read.
        if page.board is not None:
            rows = [kept for kept in rows if kept.table.board == page.board]
        pages = max(1, -(-len(rows) // ON_A_PAGE))
        number = min(page.page, pages)
        shown = rows[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]
        return OpenTables(self.shown_to(viewer, shown), len(rows), number, pages)

    def shown_to(self, viewer: Viewer, waiting: Iterable[KeptTable]) -> list[OpenTable]:
        """What one viewer sees of open tables."""
        now_ms = self._clock.now_ms()
        return [self._open_table(kept, viewer, now_ms) for kept in waiting]

    async def watched(self, viewer: Viewer) -> list[WatchedTable]:
        """The games that this viewer may watch, the newest first. Rule 5.6"""
        now_ms, found = self._clock.now_ms(), []
        for kept in await self._watched.get():
            if "watch" in offers(kept.table, viewer, now_ms):
                found.append(WatchedTable(kept.code, kept.table.board, kept.table.minutes, _seats(kept)))
            if len(found) == MOST_SHOWN:
                break
        return found

    async def results(self) -> list[TableResult]:
        """How the tables ended that have been over for less than an hour of site time, newest first."""
        since_ms = self._clock.now_ms() - RESULTS_MS
        return [shown for over_ms, shown in await self._results.get() if over_ms > since_ms]

    async def players(self, viewer: Viewer) -> OnlinePlayers:
        """Who is on line."""
        everybody = await self._players.get()
        own = [replace(one, you=True) for one in everybody if one.player == viewer.player]
        others = (one for one in everybody if one.player != viewer.player)
        marked = (replace(one, blocked=True) if one.player in viewer.blocks else one for one in others)
        return OnlinePlayers([*own, *marked][:MOST_PLAYERS], len(everybody))

    async def may_join(self, viewer: Viewer, board: str) -> list[int]:
        """How many others on line might join a table of this viewer's, by its highest level from 1 to 10. Rule 5.3"""
        levels = [
            one.level[board]
            for one in await self._players.get()
            if one.player != viewer.player and not viewer.is_apart_from(one.player)
        ]
        return [sum(level <= highest for level in levels) for highest in range(1, ANY_LEVEL + 1)]

    def parts(self) -> dict[str, State]:
        """What pages of the lobby are told of."""
        return {
            "lobby": self._open_state,
            "watch": self._watched_state,
            "results": self._results_state,
            "online": self._players_state,
        }

    async def _open_state(self, connection: Connection) -> bytes:
        return frames.encode(await self.open_tables(connection.viewer, connection.lobby or LobbyPage()))

    async def _watched_state(self, connection: Connection) -> bytes:
        return frames.encode(await self.watched(connection.viewer))

    async def _results_state(self, _connection: Connection) -> bytes:
        return frames.encode(await self.results())

    async def _players_state(self, connection: Connection) -> bytes:
        return frames.encode(await self.players(connection.viewer))

    def _joinable(self, found: _OpenRows, viewer: Viewer, now_ms: int) -> list[KeptTable]:
        """The tables that a viewer may join. Viewers who differ in nothing that decides it share the answer."""
        apart = (viewer.blocks | viewer.blocked_by) & found.openers
        own = viewer.player if viewer.player is None or viewer.player in found.openers else ""
        kind = (own, tuple(viewer.level(board) for board in BOARDS), apart)
        if kind not in found.joinable:
            found.joinable[kind] = [
                kept for kept in found.rows if viewer.why_not_join(kept.table, now_ms) is None
            ]
        return found.joinable[kind]

    def _open_table(self, kept: KeptTable, viewer: Viewer, now_ms: int) -> OpenTable:
        table = kept.table
        opener, row = table.opener.player, kept.seats[0]
        yours = viewer.player == opener
        refused = None if yours or viewer.player is None else viewer.why_not_join(table, now_ms)
        return OpenTable(
            kept.code,
            row.name,
            row.rating.level,
            row.rating.provisional,
            row.member,
            self._hub.online(opener),
            table.board,
            table.minutes,
            table.highest_level,
            kept.opened_wall_ms,
            yours,
            refused,
        )

    async def _read_open(self) -> _OpenRows:
        now_ms = self._clock.now_ms()
        rows = await self._store.read(lambda connection: lists.open_tables(connection, now_ms, MOST_OPEN))
        return _OpenRows(rows, frozenset(kept.table.opener.player for kept in rows))

    async def _read_watched(self) -> list[KeptTable]:
        return await self._store.read(lambda connection: lists.half_finished(connection, MOST_READ))

    async def _read_results(self) -> list[tuple[int, TableResult]]:
        """Each with when it was over, as site time."""
        since_ms = self._clock.now_ms() - RESULTS_MS
        found = await self._store.read(
            lambda connection: lists.decided_since(connection, since_ms, MOST_SHOWN)
        )
        return [(kept.table.over_ms or 0, _result(kept)) for kept in found]

    async def _read_players(self) -> list[OnlinePlayer]:
        people = [player for player in self._hub.players() if not is_computer(player)]
        return sorted([await self._player(player) for player in people], key=lambda one: one.name.casefold())

    async def _player(self, player: PlayerId) -> OnlinePlayer:
        person = await self._people.get(player)
        ratings = person.viewer.rating_by_board()
        return OnlinePlayer(
            player,
            await self._people.name(player),
            person.member,
            {board: rating.level for board, rating in ratings.items()},
            {board: rating.provisional for board, rating in ratings.items()},
        )


class Shared(Generic[T]):
    """Something that is read once for all who ask, and again for whoever asks after `forget`."""

    def __init__(self, read: Callable[[], Awaitable[T]]) -> None:
        self._read = read
        self._changes = 1
        self._as_of = 0  # Which changes are in the value.
        self._value: T | None = None
        self._reading: asyncio.Task[None] | None = None

    def forget(self) -> None:
        """What has been read may be old."""
        self._changes += 1

    async def get(self) -> T:
        """The value as it has been read after everything that happened before this was called."""
        wanted = self._changes
        while self._as_of < wanted:
            if self._reading is None or self._reading.done():
                self._reading = asyncio.create_task(self._read_anew())
            await asyncio.shield(self._reading)
        assert self._value is not None
        return self._value

    async def _read_anew(self) -> None:
        as_of = self._changes
        self._value = await self._read()
        self._as_of = as_of


def _seats(kept: KeptTable) -> tuple[ListedSeat, ListedSeat]:
    first, second = (_seat(kept.table, place, row) for place, row in enumerate(kept.seats) if row is not None)
    return first, second


def _seat(table: Table, place: int, row: KeptSeat) -> ListedSeat:
    seat = table.seats[place]
    assert seat is not None
    rating, shown = row.rating, seat.outcome if table.over else None
    return ListedSeat(
        row.name,
        rating.level,
        rating.provisional,
        row.member,
        is_computer(seat.player),
        seat.state is SeatState.PLAYING,
        None if shown is None else shown.score,
        None if shown is None else shown.playing_ms,
    )


def _result(kept: KeptTable) -> TableResult:
    table, decided = kept.table, result(kept.table)
    assert kept.over_wall_ms is not None
    return TableResult(
        kept.code,
        table.board,
        table.minutes,
        decided.winner,
        decided.by,
        kept.over_wall_ms,
        _seats(kept),
    )
