"""The tables of the lobby's lists, without what was played at them: nobody is shown that there.

Every function runs in its caller's transaction.
"""

from typing import Any

from sqlalchemy import ColumnElement, Connection, CursorResult, Row, and_, null, select

from pyramids.duel.table import JOIN_WITHIN_MS, can_be_joined
from pyramids.storage.schema import seats, tables
from pyramids.storage.tables import KeptTable, kept_table_of, select_seats

_PLAYED = ("moves", "moves_at_ms")
_SEATS = select_seats(
    *(column for column in seats.c if column.name not in _PLAYED),
    *(null().label(name) for name in _PLAYED),
)
_THIS, _OTHER = seats.alias(), seats.alias()


def open_tables(connection: Connection, now_ms: int, most: int) -> list[KeptTable]:
    """The open tables, newest first."""
    newest = (
        select(tables.c.id)
        .where(tables.c.joinable, tables.c.opened_ms > now_ms - JOIN_WITHIN_MS)
        .order_by(tables.c.id.desc())
        .limit(most)
        .scalar_subquery()
    )
    found = _kept(connection, tables.c.id.in_(newest), tables.c.id.desc())
    return [kept for kept in found if can_be_joined(kept.table, now_ms)]


def half_finished(connection: Connection, most: int) -> list[KeptTable]:
    """The tables where one has finished and the other plays, those first where the other began last."""
    # Only running games have a deadline, and it has an index.
    newest = (
        select(_THIS.c.table_id)
        .join(_OTHER, and_(_OTHER.c.table_id == _THIS.c.table_id, _OTHER.c.place != _THIS.c.place))
        .where(_THIS.c.deadline_ms.is_not(None), _THIS.c.ended.is_(None), _OTHER.c.ended.is_not(None))
        .order_by(_THIS.c.started_ms.desc(), _THIS.c.id.desc())
        .limit(most)
    )
    ids = [row.table_id for row in connection.execute(newest)]
    found = {kept.id: kept for kept in _kept(connection, tables.c.id.in_(ids), tables.c.id)}
    return [found[table_id] for table_id in ids]


def decided_since(connection: Connection, since_ms: int, most: int) -> list[KeptTable]:
    """The tables that have been over since then with somebody's game played and both seats taken, newest first."""
    newest = (
        select(tables.c.id)
        .where(tables.c.over_ms > since_ms)
        .where(select(seats.c.id).where(seats.c.table_id == tables.c.id, seats.c.place == 1).exists())
        .where(select(seats.c.id).where(seats.c.table_id == tables.c.id, seats.c.ended.is_not(None)).exists())
        .order_by(tables.c.over_ms.desc(), tables.c.id.desc())
        .limit(most)
        .scalar_subquery()
    )
    return _kept(connection, tables.c.id.in_(newest), tables.c.over_ms.desc(), tables.c.id.desc())


def _kept(connection: Connection, which: ColumnElement[bool], *order: ColumnElement[Any]) -> list[KeptTable]:
    rows = connection.execute(select(tables).where(which).order_by(*order)).all()
    seated: dict[int, dict[int, Row[Any]]] = {row.id: {} for row in rows}
    found: CursorResult[Any] = connection.execute(_SEATS.where(which))
    for seat in found:
        seated[seat.table_id][seat.place] = seat
    return [kept_table_of(row, seated[row.id]) for row in rows]
