"""Invitations as rows: who was told of which table. Whether one still stands follows from its table (rule 5.4).

Whoever invites is the table's opener: while a seat is free nobody else sits there. Every function runs in its caller's
transaction.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select, update

from pyramids.duel.table import PlayerId, can_be_joined
from pyramids.storage import tables as kept_tables
from pyramids.storage.schema import invitations, tables
from pyramids.storage.tables import KeptTable


def add(connection: Connection, kept: KeptTable, to: PlayerId, at_ms: int) -> bool:
    """Invite somebody to a table; False if they have been before, whatever they have said to it."""
    if to in invited(connection, [kept.id]):
        return False
    connection.execute(
        insert(invitations).values(
            table_id=kept.id, from_id=kept.table.opener.player, to_id=to, at_ms=at_ms, declined=False
        )
    )
    return True


def decline(connection: Connection, table_id: int, to: PlayerId) -> None:
    """Keep that somebody has said "Not now"; nothing for whoever is not invited."""
    row = (invitations.c.table_id == table_id, invitations.c.to_id == to)
    connection.execute(update(invitations).where(*row).values(declined=True))


def end(connection: Connection, table_id: int) -> None:
    """The seat is taken: what was not declined is over, also if the seat becomes free again. E42"""
    row = (invitations.c.table_id == table_id, invitations.c.declined.is_(False))
    connection.execute(delete(invitations).where(*row))


def invited(connection: Connection, table_ids: Iterable[int]) -> list[PlayerId]:
    """Everybody who was invited to one of these tables, declined or not."""
    found = connection.execute(select(invitations.c.to_id).where(invitations.c.table_id.in_(set(table_ids))))
    return [PlayerId(row.to_id) for row in found]


def open_to(connection: Connection, player: PlayerId, now_ms: int) -> list[KeptTable]:
    """The tables with a free seat that a player is invited to and has not declined, the newest invitation first."""
    found = connection.execute(
        select(invitations.c.table_id)
        .join(tables, tables.c.id == invitations.c.table_id)
        .where(invitations.c.to_id == player, invitations.c.declined.is_(False), tables.c.joinable)
        .order_by(invitations.c.id.desc())
    )
    ids = [row.table_id for row in found]
    kept = {table.id: table for table in kept_tables.by_ids(connection, ids)}
    return [kept[at] for at in ids if can_be_joined(kept[at].table, now_ms)]
