"""The journal of moves (docs/architecture.md): one row per accepted move of a running game, only ever appended."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, select, union_all, update

from pyramids.storage.schema import moves, seats, tries

_APPEND = (
    "INSERT INTO moves (seat_id, n, move, at_ms) "
    "SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)"
)
_PACKED = (
    "SELECT id FROM seats WHERE moves IS NOT NULL AND id IN (SELECT value FROM json_each(?1)) UNION ALL "
    "SELECT -id FROM tries WHERE moves IS NOT NULL AND id IN (SELECT -value FROM json_each(?1))"
)
_PACK_SEAT = update(seats).where(seats.c.id == bindparam("packed_id"), seats.c.moves.is_(None))
_PACK_TRY = update(tries).where(tries.c.id == bindparam("packed_id"), tries.c.moves.is_(None))
_encode = msgspec.json.Encoder().encode


def try_key(try_id: int) -> int:
    """What stands for a try in the place of a seat's id, which is never below 1."""
    return -try_id


class JournalMove(NamedTuple):
    """One accepted move; `n` counts over the whole game from 0, `at_ms` is site time.

    `seat_id` is a seat's id or the `try_key` of a try, here and wherever the journal speaks of seats.
    """

    seat_id: int
    n: int
    move: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game's moves in order, as text, and when each was made."""

    moves: tuple[str, ...] = ()
    at_ms: tuple[int, ...] = ()


class ConflictError(Exception):
    """Somebody else wrote this move's place in the journal: reload, and decide again."""


class SqliteJournal:
    """The journal on SQLite; only the writer calls it, and brief commands while the writer waits for them.

    The process owns the file, so this memory of each running game's next `n` is what keeps `n` unique.
    """

    def __init__(self) -> None:
        self._next_n: dict[int, int] = {}
        # What this transaction has changed: a seat, and what its next `n` was before.
        self._changes: list[tuple[int, int]] = []

    def load(self, connection: Connection) -> dict[int, Played]:
        """Read the whole journal, sweep what has ended, and give every running game's moves by seat."""
        self.sweep(connection)
        found: dict[int, list[tuple[int, str, int]]] = defaultdict(list)
        for seat_id, n, move, at_ms in connection.execute(select(moves)):
            found[seat_id].append((n, move, at_ms))
        played = {}
        for seat_id, rows in found.items():
            rows.sort()
            played[seat_id] = Played(tuple(row[1] for row in rows), tuple(row[2] for row in rows))
        self._next_n = {seat_id: len(game.moves) for seat_id, game in played.items()}
        return played

    def begin(self) -> None:
        """A transaction begins."""
        self._changes.clear()

    def mark(self) -> int:
        """A place in the running transaction to which `take_back` may return."""
        return len(self._changes)

    def take_back(self, mark: int = 0) -> None:
        """Count as before the mark, or as before the transaction: its rows are taken back too."""
        while len(self._changes) > mark:
            seat_id, n = self._changes.pop()
            self._next_n[seat_id] = n

    def of_seat(self, connection: Connection, seat_id: int) -> Played:
        """One running game's moves; reads the journal once."""
        found = connection.execute(
            select(moves.c.move, moves.c.at_ms).where(moves.c.seat_id == seat_id).order_by(moves.c.n)
        ).all()
        return Played(tuple(row.move for row in found), tuple(row.at_ms for row in found))

    def append(self, connection: Connection, rows: Sequence[JournalMove]) -> list[JournalMove]:
        """Append in one statement; gives the rows whose place was taken, which are not written.

        A packed game has left this memory: only a first move could be taken for one of a game without moves.
        """
        accepted, refused = [], []
        # The driver itself, and one step for all rows: SQLAlchemy's layer costs more than the insert, and sqlite3
        # gives up the interpreter's lock at each step, to get it back when the loop next pauses.
        driver = connection.connection.driver_connection
        assert driver is not None
        first = [row.seat_id for row in rows if row.n == 0]
        packed = {seat_id for (seat_id,) in driver.execute(_PACKED, (_json(first),))} if first else ()
        for row in rows:
            if row.n == self._next_n.get(row.seat_id, 0) and row.seat_id not in packed:
                self._changes.append((row.seat_id, row.n))
                self._next_n[row.seat_id] = row.n + 1
                accepted.append(row)
            else:
                refused.append(row)
        if accepted:
            driver.execute(_APPEND, (_json(accepted),))
        return refused

    def pack(self, connection: Connection, seat_id: int, played: Played, unwritten: int = 0) -> None:
        """Move an ended game out of the journal into the row of its seat or try.

        `played` is all of it; its last `unwritten` moves were never in the journal. Raises `ConflictError` if the
        journal holds another number of moves, or has packed the game already.
        """
        written = self._next_n.get(seat_id, 0)
        if written != len(played.moves) - unwritten:
            raise ConflictError
        values = {
            "packed_id": abs(seat_id),
            "moves": " ".join(played.moves),
            "moves_at_ms": _json(played.at_ms),
        }
        if connection.execute(_PACK_SEAT if seat_id > 0 else _PACK_TRY, values).rowcount == 0:
            raise ConflictError
        self._changes.append((seat_id, written))
        self._next_n.pop(seat_id, None)

    def sweep(self, connection: Connection) -> None:
        """Delete the rows of games that are packed. Without an index this reads the journal once: do it rarely."""
        packed_seats = select(seats.c.id).where(seats.c.moves.is_not(None))
        packed_tries = select(-tries.c.id).where(tries.c.moves.is_not(None))
        connection.execute(delete(moves).where(moves.c.seat_id.in_(union_all(packed_seats, packed_tries))))


def unpack(moves_text: str, moves_at_ms: str) -> Played:
    """The inverse of what `pack` writes."""
    return Played(tuple(moves_text.split()), tuple(msgspec.json.decode(moves_at_ms)))


def _json(value: object) -> str:
    return _encode(value).decode()
