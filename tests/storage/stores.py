"""The engines that keep the contract of `storage`, each with what a test needs to look behind it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert

from pyramids.duel.table import PlayerId, open_table
from pyramids.storage import tables
from pyramids.storage.journal import JournalMove, Played, SqliteJournal
from pyramids.storage.players import ensure
from pyramids.storage.schema import players
from pyramids.storage.store import Beat, Store


class SqliteEngine:
    """One file. `PRAGMA max_page_count` fills its disk."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "pyramids.sqlite3"
        self.beats = 0
        self.downtime_ms = 0

    def store(self) -> Store:
        return Store(self.path)

    def beat(self) -> Beat:
        """A clock that counts commits."""
        self.beats += 1
        return Beat(1_000_000 + self.beats, self.downtime_ms)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Store]:
        """A store that writes."""
        store = self.store()
        store.open()
        store.start(self.beat)
        try:
            yield store
        finally:
            await store.close()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What somebody else finds in the database at this moment."""
        with closing(sqlite3.connect(self.path)) as other:
            return other.execute(query).fetchall()

    async def found(self) -> tuple[Beat | None, dict[int, Played]]:
        """What a process that starts now finds: the last beat, and the running games' moves by seat."""
        store = self.store()
        try:
            return store.open()
        finally:
            await store.close()

    async def fill(self, store: Store) -> None:
        """Let nothing more be written that needs room."""

        def command(connection: Connection, _journal: SqliteJournal) -> None:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

        await store.write(command)

    async def make_room(self, store: Store) -> None:
        """Let everything be written again."""
        await store.write(
            lambda connection, _journal: connection.exec_driver_sql("PRAGMA max_page_count = 1000000").close()
        )


ENGINES = {"sqlite": SqliteEngine}  # Another engine joins here.


async def together(*work: Coroutine[Any, Any, Any]) -> list[Any]:
    """What comes of things that are asked for in one turn of the loop, and so are one transaction."""
    return await asyncio.gather(*work, return_exceptions=True)


def moves(seat_id: int, *texts: str, first: int = 0) -> list[JournalMove]:
    """Moves of a seat from its move `first` on, one each millisecond."""
    return [JournalMove(seat_id, first + n, text, 500 + first + n) for n, text in enumerate(texts)]


def played(*texts: str) -> Played:
    """A game of those `moves`."""
    return Played(texts, tuple(500 + n for n in range(len(texts))))


def add_player(name: str) -> Callable[[Connection, SqliteJournal], None]:
    """A command that writes a row which others can look for."""

    def command(connection: Connection, _journal: SqliteJournal) -> None:
        connection.execute(insert(players).values(id=name, name=name, since_wall_ms=0))

    return command


async def seat(store: Store, code: str) -> int:
    """A table with that code; gives its opener's seat."""

    def command(connection: Connection, _journal: SqliteJournal) -> int:
        ensure(connection, PlayerId("anna"), "Anna", 0)
        table = open_table(PlayerId("anna"), "one", 3, 10, 0)
        kept = tables.by_id(connection, tables.create(connection, code, bytes(32), table, 0))
        assert kept is not None
        return kept.seats[0].id

    return await store.write(command)


def pack(seat_id: int, game: Played) -> Callable[[Connection, SqliteJournal], None]:
    """The command that ends a game in the journal."""
    return lambda connection, journal: journal.pack(connection, seat_id, game)
