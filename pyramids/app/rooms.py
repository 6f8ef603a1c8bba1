"""The tables that this process has in its memory: rows, games folded from the journal, and who may not interleave.

A room is a cache, never the truth: what counts is decided in the writer's transaction, and whoever meets a conflict
calls `reread` and decides again. There is never a second room of a table, however long somebody uses the first.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from weakref import WeakValueDictionary

from anyio import Semaphore
from sqlalchemy import Connection

from pyramids.app.codes import SiteCode
from pyramids.app.dealing import Dealing
from pyramids.duel.rating import Rating
from pyramids.duel.table import PlayerId, Seat, SeatState, Table
from pyramids.duel.timing import TimedGame
from pyramids.rules.errors import Refusal
from pyramids.rules.game import Ended
from pyramids.rules.round import parse_move
from pyramids.storage import tables
from pyramids.storage.journal import Played, SqliteJournal
from pyramids.storage.store import Store
from pyramids.storage.tables import KeptSeat, KeptTable

REMEMBERED = 2_048
LOOKED_AT = 4  # Rooms for each that is loaded, if there are more.


def seat_lock() -> Semaphore:
    """A lock that can be taken without a task, too, if it is free: if its value is 1."""
    return Semaphore(1, max_value=1, fast_acquire=True)


@dataclass(slots=True)
class LiveGame:
    """A game and the site times of its moves, as the journal has them."""

    timed: TimedGame
    at_ms: list[int]

    @property
    def version(self) -> tuple[int, bool]:
        """Grows with every change of the game."""
        return len(self.at_ms), self.timed.game.ended is not None

    @property
    def moves_made(self) -> int:
        """The `n` of the next move."""
        return len(self.at_ms)


@dataclass(slots=True, eq=False, weakref_slot=True)
class Room:
    """One table in memory. Whoever changes a seat's game holds its lock until the change is on disk."""

    kept: KeptTable
    games: list[LiveGame | None]
    locks: tuple[Semaphore, Semaphore] = field(default_factory=lambda: (seat_lock(), seat_lock()))

    @property
    def table(self) -> Table:
        """The table as the rules know it."""
        return self.kept.table

    @property
    def timed(self) -> tuple[TimedGame | None, TimedGame | None]:
        """Both games."""
        first, second = (None if game is None else game.timed for game in self.games)
        return first, second

    def seat_row(self, place: int) -> KeptSeat:
        """The row of a seat that is taken."""
        row = self.kept.seats[place]
        assert row is not None
        return row

    @property
    def running(self) -> bool:
        """Whether somebody plays here now."""
        return any(seat is not None and seat.state is SeatState.PLAYING for seat in self.table.seats)


class Rooms:
    """Finds rooms by their codes and keeps those in use: where somebody plays, and those that are `shown`."""

    def __init__(
        self, store: Store, dealing: Dealing, journal: dict[int, Played], shown: Callable[[str], bool]
    ) -> None:
        self._store = store
        self._dealing = dealing
        self._shown = shown
        self._journal = journal  # What the journal held as the process started; a room takes its part.
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._used: WeakValueDictionary[str, Room] = WeakValueDictionary()  # Those, and what is still in use.
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._written: dict[str, KeptTable] = {}  # What was written to a table while it was being read.

    async def get(self, code: str) -> Room:
        """The room of a table; raises `Refusal` with `unknown_table`."""
        if room := self._rooms.get(code) or self._used.get(code):
            self._rooms[code] = room
            self._rooms.move_to_end(code)
            return room
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loaded(code))
        return await asyncio.shield(self._loading[code])

    def codes_of(self, player: PlayerId) -> list[str]:
        """The tables in memory at which a player sits."""
        return [code for code, room in self._used.items() if room.table.place_of(player) is not None]

    def find(self, code: str) -> Room | None:
        """The room if it is in memory."""
        return self._used.get(code)

    def keep(self, kept: KeptTable) -> Room | None:
        """Take over what a transaction has written to a table's rows."""
        if kept.code in self._loading:
            self._written[kept.code] = kept
        room = self.find(kept.code)
        if room is not None:
            room.kept = kept
            for place, seat in enumerate(kept.table.seats):
                if seat is None or seat.started_ms is None:
                    room.games[place] = None
        return room

    def rate(self, player: PlayerId, board: str, rating: Rating) -> list[Room]:
        """Take over a player's new rating wherever it is shown; gives the rooms that it changed."""
        changed = []
        for room in self._used.values():
            place = room.table.place_of(player)
            if place is None or room.table.board != board or room.seat_row(place).rating == rating:
                continue
            rows = list(room.kept.seats)
            rows[place] = replace(room.seat_row(place), rating=rating)
            assert rows[0] is not None
            room.kept = replace(room.kept, seats=(rows[0], rows[1]))
            changed.append(room)
        return changed

    async def reread(self, room: Room, place: int) -> None:
        """Take over the truth of a game after a conflict. The caller holds the seat's lock."""

        def command(connection: Connection, _journal: SqliteJournal) -> KeptTable | None:
            return tables.by_code(connection, room.kept.code)

        kept = await self._store.write(command)  # In the writer's turn: what is kept next is never older.
        assert kept is not None
        self.keep(kept)
        seat, row = kept.table.seats[place], kept.seats[place]
        room.games[place] = None if seat is None or row is None else await self._fold(kept, seat, row)

    async def _load(self, code: str) -> Room:
        kept = await self._store.read(lambda connection: tables.by_code(connection, code))
        if kept is None:
            raise Refusal(SiteCode.UNKNOWN_TABLE)
        games: list[LiveGame | None] = []
        for seat, row in zip(kept.table.seats, kept.seats, strict=True):
            games.append(None if seat is None or row is None else await self._fold(kept, seat, row))
        room = Room(kept, games)
        self._rooms[code] = self._used[code] = room
        if (written := self._written.pop(code, None)) is not None:
            self.keep(written)
        self._evict()
        return room

    def _loaded(self, code: str) -> None:
        self._loading.pop(code, None)
        self._written.pop(code, None)

    async def _fold(self, kept: KeptTable, seat: Seat, row: KeptSeat) -> LiveGame | None:
        """A game is the fold of its moves over its deals."""
        if seat.started_ms is None:
            return None
        played = row.played
        if played is None:
            played = self._journal.pop(row.id, None) or await self._store.running_game(row.id)
        table = kept.table
        deal = await self._dealing.deal(kept.seed, table.board, 1)
        timed = TimedGame.start(deal, table.minutes, seat.started_ms)
        for move, at_ms in zip(played.moves, played.at_ms, strict=True):
            timed = await self.advance(kept, timed.play(parse_move(move), at_ms))
        if seat.outcome is not None and seat.outcome.ended in (Ended.STOPPED, Ended.TIMEOUT):
            timed = timed.end(seat.outcome.ended)
        return LiveGame(timed, list(played.at_ms))

    async def advance(self, kept: KeptTable, timed: TimedGame) -> TimedGame:
        """The game with its next round dealt if its round is cleared. Rule 4.2"""
        if not timed.game.awaits_deal:
            return timed
        next_round = len(timed.game.rounds) + 1
        deal = await self._dealing.deal(kept.seed, kept.table.board, next_round)
        self._dealing.prepare(kept.seed, kept.table.board, next_round + 1)
        return timed.next_round(deal)

    def _evict(self) -> None:
        """Forget some of those least lately used; one that is in use goes to the back, so that no load looks at all."""
        for _ in range(LOOKED_AT):
            if len(self._rooms) <= REMEMBERED:
                return
            code, room = next(iter(self._rooms.items()))
            if room.running or self._shown(code) or any(not lock.value for lock in room.locks):
                self._rooms.move_to_end(code)
            else:
                del self._rooms[code]
