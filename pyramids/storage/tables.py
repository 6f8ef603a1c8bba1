"""Tables and seats as rows: read into `duel` values, and written back.

Every function runs in its caller's transaction.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)

from pyramids.duel.rating import Rating
from pyramids.duel.table import (
    COMPUTER,
    Outcome,
    PlayerId,
    Seat,
    SeatState,
    Table,
    can_be_joined,
    deadline_ms,
)
from pyramids.rules.game import Ended
from pyramids.storage.journal import Played, unpack
from pyramids.storage.ratings import Rated, rate, rated_of
from pyramids.storage.schema import players, ratings, seats, tables


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat's row beside what `duel` knows of it; `played` is None unless the game has ended.

    `name_after`: what the player is called once the table is over, if that is not `name`.
    `rating` is the player's on the table's board as it was when this was read; `rated` is what the table's result
    made of it.
    """

    id: int
    name: str
    member: bool
    rating: Rating
    played: Played | None
    looked: bool
    again_table_id: int | None
    rated: Rated | None = None
    name_after: str | None = None


class News(StrEnum):
    """What a command has made of a table that players are told wherever they are."""

    JOINED = "joined"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table's rows; `news` is what the command has made of it that wrote them, and empty where they were read."""

    id: int
    code: str
    seed: bytes
    opened_wall_ms: int
    table: Table
    seats: tuple[KeptSeat, KeptSeat | None]
    over_wall_ms: int | None
    news: frozenset[News] = field(default=frozenset(), compare=False)


def select_seats(*columns: ColumnElement[Any]) -> Select[Any]:
    """These columns of seats, with what a seat's row takes of its player (`kept_table_of`)."""
    return (
        select(
            *columns,
            players.c.name,
            players.c.member_since_wall_ms,
            ratings.c.rating,
            ratings.c.deviation,
            ratings.c.volatility,
        )
        .select_from(seats)
        .join(players, players.c.id == seats.c.player_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .outerjoin(ratings, and_(ratings.c.player_id == seats.c.player_id, ratings.c.board == tables.c.board))
    )


# Statements that every command needs are built once: building one costs more than running it.
_SEATS = select_seats(*seats.c)
_TABLE = select_seats(*seats.c, *(column for column in tables.c if column.name not in seats.c))
_TABLE_BY_CODE = _TABLE.where(tables.c.code == bindparam("code"))
_TABLE_BY_ID = _TABLE.where(tables.c.id == bindparam("table_id"))
_SEATS_OF_TABLE = _SEATS.where(seats.c.table_id == bindparam("table_id"))
_LATE_GAMES = select(seats.c.table_id).where(seats.c.deadline_ms <= bindparam("now_ms"))
_DUE = (
    select(tables.c.code)
    .where(or_(tables.c.deadline_ms <= bindparam("now_ms"), tables.c.id.in_(_LATE_GAMES.scalar_subquery())))
    .order_by(tables.c.id)
    .limit(bindparam("most"))
)
_UPDATE_TABLE = update(tables).where(tables.c.id == bindparam("of_table"))
_INSERT_SEAT = insert(seats)
_UPDATE_SEAT = update(seats).where(seats.c.id == bindparam("of_seat"))


def create(connection: Connection, code: str, seed: bytes, table: Table, wall_ms: int) -> int:
    """Write a new table and its opener's seat; gives the table's id."""
    key = connection.execute(
        insert(tables).values(
            code=code,
            seed=seed,
            board=table.board,
            minutes=table.minutes,
            highest_level=table.highest_level,
            opened_ms=table.opened_ms,
            opened_wall_ms=wall_ms,
            joinable=True,
            over_ms=table.over_ms,
            over_wall_ms=wall_ms if table.over else None,
            deadline_ms=deadline_ms(table),
        )
    ).inserted_primary_key
    assert key is not None
    _insert_seat(connection, key[0], 0, table.opener)
    return int(key[0])


def by_code(connection: Connection, code: str) -> KeptTable | None:
    """One table by its code."""
    return _one(connection.execute(_TABLE_BY_CODE, {"code": code}).all())


def by_id(connection: Connection, table_id: int) -> KeptTable | None:
    """One table by its row."""
    return _one(connection.execute(_TABLE_BY_ID, {"table_id": table_id}).all())


def by_ids(connection: Connection, table_ids: Collection[int]) -> list[KeptTable]:
    """These tables, the oldest first."""
    return _kept(connection, tables.c.id.in_(table_ids))


def save(connection: Connection, kept: KeptTable, table: Table, now_ms: int, wall_ms: int) -> KeptTable:
    """Write what a command changed, with a table's end both ratings too; gives the table as it is kept now."""
    is_its_end = table.over and not kept.table.over
    over_wall_ms = wall_ms if is_its_end else kept.over_wall_ms
    if _of_row(table) != _of_row(kept.table):
        values = {
            "joinable": can_be_joined(table, now_ms),
            "over_ms": table.over_ms,
            "over_wall_ms": over_wall_ms,
            "deadline_ms": deadline_ms(table),
        }
        connection.execute(_UPDATE_TABLE, {"of_table": kept.id, **values})
    seated = [_save_seat(connection, kept, place, table.seats[place]) for place in (0, 1)]
    assert seated[0] is not None
    news = _news(kept.table, table)
    saved = replace(kept, table=table, seats=(seated[0], seated[1]), over_wall_ms=over_wall_ms, news=news)
    return _rate(connection, _with_names_after(saved)) if is_its_end else saved


def _with_names_after(kept: KeptTable) -> KeptTable:
    first, second = (
        row if row is None or row.name_after is None else replace(row, name=row.name_after, member=False)
        for row in kept.seats
    )
    assert first is not None
    return replace(kept, seats=(first, second))


def _news(before: Table, after: Table) -> frozenset[News]:
    joined = before.joiner is None and after.joiner is not None
    decided = after.over and not before.over and after.joiner is not None
    return frozenset([*([News.JOINED] if joined else []), *([News.DECIDED] if decided else [])])


def _rate(connection: Connection, kept: KeptTable) -> KeptTable:
    """The table with what its result has just made of both ratings. Rule 7.2"""
    opener, joiner = kept.seats
    if joiner is None or (made := rate(connection, kept.id, (opener.id, joiner.id), kept.table)) is None:
        return kept
    first = replace(opener, rating=made[0].after, rated=made[0])
    return replace(kept, seats=(first, replace(joiner, rating=made[1].after, rated=made[1])))


def with_played(kept: KeptTable, place: int, played: Played) -> KeptTable:
    """The table as it is kept once the journal has packed a game at it."""
    rows = [replace(row, played=played) if row and at == place else row for at, row in enumerate(kept.seats)]
    assert rows[0] is not None
    return replace(kept, seats=(rows[0], rows[1]))


def set_game_deadline(connection: Connection, seat_id: int, at_ms: int | None) -> None:
    """Keep when a running game's clock runs out."""
    connection.execute(_UPDATE_SEAT, {"of_seat": seat_id, "deadline_ms": at_ms})


def set_again(connection: Connection, seat_id: int, table_id: int) -> None:
    """Keep which table this player's "start again" led to. Rule 5.5"""
    connection.execute(_UPDATE_SEAT, {"of_seat": seat_id, "again_table_id": table_id})


def set_looked(connection: Connection, seat_id: int) -> None:
    """Keep that the player has looked at a table that is over."""
    connection.execute(_UPDATE_SEAT, {"of_seat": seat_id, "looked": True})


def unfinished_business(connection: Connection, player: PlayerId) -> list[KeptTable]:
    """The tables where a player sits which are not over, or over and not yet looked at; newest first."""
    mine = (
        select(seats.c.table_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.player_id == player, or_(tables.c.over_ms.is_(None), seats.c.looked.is_(False)))
        .where(or_(seats.c.left.is_(False), tables.c.over_ms.is_not(None)))
        .scalar_subquery()
    )
    return list(reversed(_kept(connection, tables.c.id.in_(mine))))


def of_computers(connection: Connection) -> list[KeptTable]:
    """The tables that are not over where a computer player's game has not ended, and somebody has started."""
    here = seats.c.table_id == tables.c.id
    unfinished = exists().where(here, seats.c.player_id.startswith(COMPUTER), seats.c.ended.is_(None))
    begun = exists().where(here, seats.c.started_ms.is_not(None))
    return _kept(connection, and_(tables.c.over_ms.is_(None), unfinished, begun))


def waiting_tables(connection: Connection, player: PlayerId) -> int:
    """How many joinable tables a player has open."""
    mine = select(seats.c.table_id).where(seats.c.player_id == player, seats.c.place == 0).scalar_subquery()
    return len(connection.execute(select(tables.c.id).where(tables.c.joinable, tables.c.id.in_(mine))).all())


def due(connection: Connection, now_ms: int, most: int) -> list[str]:
    """The codes of tables with a deadline past, theirs or a game's."""
    found = connection.execute(_DUE, {"now_ms": now_ms, "most": most})
    return [row.code for row in found]


def _one(rows: Sequence[Row[Any]]) -> KeptTable | None:
    """A table of its seats' rows, each of which has the table's too: one statement is quicker than two."""
    return kept_table_of(rows[0], {row.place: row for row in rows}) if rows else None


def _kept(connection: Connection, which: Any) -> list[KeptTable]:
    rows = connection.execute(select(tables).where(which).order_by(tables.c.id)).all()
    seated: dict[int, dict[int, Row[Any]]] = {row.id: {} for row in rows}
    if rows:
        for seat in connection.execute(_SEATS.where(seats.c.table_id.in_(list(seated)))):
            seated[seat.table_id][seat.place] = seat
    return [kept_table_of(row, seated[row.id]) for row in rows]


def kept_table_of(row: Row[Any], seated: dict[int, Row[Any]]) -> KeptTable:
    """A table of its own row and those of its seats by their places."""
    joiner = seated.get(1)
    table = Table(
        row.board,
        row.minutes,
        row.highest_level,
        row.opened_ms,
        _seat(seated[0]),
        None if joiner is None else _seat(joiner),
        row.over_ms,
    )
    kept_seats = (
        _kept_seat(seated[0], table.over),
        None if joiner is None else _kept_seat(joiner, table.over),
    )
    return KeptTable(
        seated[0].table_id, row.code, row.seed, row.opened_wall_ms, table, kept_seats, row.over_wall_ms
    )


def _seat(row: Row[Any]) -> Seat:
    outcome = None
    if row.ended is not None:
        bests = row.rounds_cleared or 0, row.longest_sequence or 0
        outcome = Outcome(Ended(row.ended), row.score, row.playing_ms, *bests)
    return Seat(PlayerId(row.player_id), row.since_ms, row.started_ms, outcome, row.left)


def _kept_seat(row: Row[Any], over: bool) -> KeptSeat:
    played = None if row.moves is None else unpack(row.moves, row.moves_at_ms)
    rating = Rating() if row.rating is None else Rating(row.rating, row.deviation, row.volatility)
    name, member, name_after = row.name, row.member_since_wall_ms is not None, None
    if row.name_until_over is not None and not over:
        name, member, name_after = row.name_until_over, True, row.name
    return KeptSeat(
        row.id, name, member, rating, played, row.looked, row.again_table_id, rated_of(row), name_after
    )


def _seat_values(seat: Seat) -> dict[str, Any]:
    outcome = seat.outcome
    return {
        "player_id": seat.player,
        "since_ms": seat.since_ms,
        "started_ms": seat.started_ms,
        "left": seat.left,
        "ended": None if outcome is None else outcome.ended,
        "score": None if outcome is None else outcome.score,
        "playing_ms": None if outcome is None else outcome.playing_ms,
        "rounds_cleared": None if outcome is None else outcome.rounds_cleared,
        "longest_sequence": None if outcome is None else outcome.longest_sequence,
    }


def _of_row(table: Table) -> tuple[object, ...]:
    """What the table's own row follows from."""
    joined_ms = None if table.joiner is None else table.joiner.since_ms
    return table.over_ms, table.opener.left, joined_ms, deadline_ms(table)


def _insert_seat(connection: Connection, table_id: int, place: int, seat: Seat) -> None:
    values = {"table_id": table_id, "place": place, "looked": False, **_seat_values(seat)}
    connection.execute(_INSERT_SEAT, values)


def _save_seat(connection: Connection, kept: KeptTable, place: int, seat: Seat | None) -> KeptSeat | None:
    """Write one seat if it has changed; gives its row as it is kept now."""
    row = kept.seats[place]
    if seat == kept.table.seats[place]:
        return row
    if seat is None:
        connection.execute(delete(seats).where(seats.c.table_id == kept.id, seats.c.place == place))
        return None
    if row is None:
        _insert_seat(connection, kept.id, place, seat)
        found = connection.execute(_SEATS_OF_TABLE, {"table_id": kept.id})
        return next(_kept_seat(row, over=False) for row in found if row.place == place)
    values = _seat_values(seat)
    if seat.state is not SeatState.PLAYING:
        values["deadline_ms"] = None
    connection.execute(_UPDATE_SEAT, {"of_seat": row.id, **values})
    return row
