"""Members as rows: their names, passwords and sessions.

Every function runs in its caller's transaction.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, or_, select, update

from pyramids.duel.table import PlayerId
from pyramids.storage.schema import blocks, invitations, players, ratings, seats, sessions, tables

MOST_SESSIONS = 50  # Of one player; the longest unseen makes room for a new one.


@dataclass(frozen=True, slots=True)
class Account:
    """What only members have. `password` is the argon2id hash and leaves the server nowhere."""

    player: PlayerId
    name: str
    password: str
    member_since_wall_ms: int


@dataclass(frozen=True, slots=True)
class Session:
    """One log-in. `id` is the SHA-256 of the token that only the browser has; `device` what that called itself."""

    id: str
    player: PlayerId
    device: str
    since_wall_ms: int
    seen_wall_ms: int


def account(connection: Connection, player: PlayerId) -> Account | None:
    """A member's account; None for a guest and for somebody who has gone."""
    return _account(connection.execute(_MEMBERS.where(players.c.id == player)).one_or_none())


def account_called(connection: Connection, name_key: str) -> Account | None:
    """The account of the member whose name has this key."""
    return _account(connection.execute(_MEMBERS.where(players.c.name_key == name_key)).one_or_none())


def become_member(connection: Connection, player: PlayerId, password: str, wall_ms: int) -> None:
    """Make a member of a guest with a row; `password` is the hash."""
    values = {"password": password, "member_since_wall_ms": wall_ms}
    connection.execute(update(players).where(players.c.id == player).values(values))


def guests_called(connection: Connection, name_key: str) -> list[PlayerId]:
    """The guests whose chosen names have this key."""
    found = connection.execute(
        select(players.c.id).where(players.c.name_key == name_key, players.c.member_since_wall_ms.is_(None))
    )
    return [PlayerId(row.id) for row in found]


def set_password(connection: Connection, player: PlayerId, password: str) -> None:
    """Keep another hash."""
    connection.execute(update(players).where(players.c.id == player).values(password=password))


def delete_account(connection: Connection, player: PlayerId, name: str) -> None:
    """Take from a member all but the id, which their duels need, and the ratings, which their opponents' follow from.

    E52: the name goes (`name` is what the site calls them now), the duel stays.
    """
    running = select(tables.c.id).where(tables.c.over_ms.is_(None))
    # An opponent who may still play would know by the name that this player has finished. Rule 5.6
    connection.execute(
        update(seats)
        .where(seats.c.player_id == player, seats.c.table_id.in_(running))
        .values(name_until_over=select(players.c.name).where(players.c.id == player).scalar_subquery())
    )
    gone = {"name": name, "name_key": None, "password": None, "member_since_wall_ms": None, "deleted": True}
    connection.execute(update(players).where(players.c.id == player).values(gone))
    end_sessions(connection, player)
    connection.execute(delete(blocks).where(or_(blocks.c.player_id == player, blocks.c.blocked_id == player)))
    connection.execute(
        delete(invitations).where(or_(invitations.c.from_id == player, invitations.c.to_id == player))
    )


def begin_session(connection: Connection, session: Session) -> list[str]:
    """Write a new session; gives those that had to end for it, where a player has too many."""
    evicted = [old.id for old in sessions_of(connection, session.player)[MOST_SESSIONS - 1 :]]
    for old in evicted:
        end_sessions(connection, session.player, only=old)
    connection.execute(
        insert(sessions).values(
            id=session.id,
            player_id=session.player,
            device=session.device,
            since_wall_ms=session.since_wall_ms,
            seen_wall_ms=session.seen_wall_ms,
        )
    )
    return evicted


def session(connection: Connection, session_id: str) -> Session | None:
    """One session; None when it has ended."""
    row = connection.execute(select(sessions).where(sessions.c.id == session_id)).one_or_none()
    return None if row is None else _session(row)


def sessions_of(connection: Connection, player: PlayerId) -> list[Session]:
    """A player's sessions, the last seen first."""
    mine = select(sessions).where(sessions.c.player_id == player)
    found = connection.execute(mine.order_by(sessions.c.seen_wall_ms.desc(), sessions.c.id))
    return [_session(row) for row in found]


def set_seen(connection: Connection, session_id: str, wall_ms: int) -> None:
    """Keep when a session was last seen."""
    connection.execute(update(sessions).where(sessions.c.id == session_id).values(seen_wall_ms=wall_ms))


def end_sessions(
    connection: Connection, player: PlayerId, *, only: str | None = None, but: str | None = None
) -> list[str]:
    """End one of a player's sessions, all, or all but one; gives the ids of those that it ended."""
    ended = [
        found.id
        for found in sessions_of(connection, player)
        if (only is None or found.id == only) and found.id != but
    ]
    connection.execute(delete(sessions).where(sessions.c.id.in_(ended)))
    return ended


def rated_duels(connection: Connection, player: PlayerId) -> dict[str, int]:
    """How many rated duels a player has had, by board."""
    found = connection.execute(select(ratings.c.board, ratings.c.duels).where(ratings.c.player_id == player))
    return {row.board: row.duels for row in found}


def table_codes(connection: Connection, player: PlayerId) -> list[str]:
    """The codes of all tables at which a player has a seat, oldest first."""
    found = connection.execute(
        select(tables.c.code)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.player_id == player)
        .order_by(tables.c.id)
    )
    return [row.code for row in found]


_MEMBERS = select(players).where(players.c.member_since_wall_ms.is_not(None))


def _account(row: Row[Any] | None) -> Account | None:
    return (
        None if row is None else Account(PlayerId(row.id), row.name, row.password, row.member_since_wall_ms)
    )


def _session(row: Row[Any]) -> Session:
    return Session(row.id, PlayerId(row.player_id), row.device, row.since_wall_ms, row.seen_wall_ms)
