"""Players who have done something that lasts."""

from collections.abc import Iterable

from sqlalchemy import Connection, insert, select, update

from pyramids.duel.table import PlayerId
from pyramids.storage.schema import players


def names(connection: Connection, ids: Iterable[PlayerId]) -> dict[PlayerId, tuple[str, bool]]:
    """What those of these players are called who have a row, and whether they are members."""
    found = connection.execute(
        select(players.c.id, players.c.name, players.c.member_since_wall_ms).where(players.c.id.in_(set(ids)))
    )
    return {PlayerId(row.id): (row.name, row.member_since_wall_ms is not None) for row in found}


def ensure(connection: Connection, player: PlayerId, name: str, wall_ms: int) -> None:
    """Write a player's row if there is none; `name` is what they have been called so far."""
    if not names(connection, [player]):
        connection.execute(insert(players).values(id=player, name=name, since_wall_ms=wall_ms))


def is_deleted(connection: Connection, player: PlayerId) -> bool:
    """Whether a player had an account and has deleted it."""
    return connection.execute(select(players.c.deleted).where(players.c.id == player)).scalar() is True


def rename(connection: Connection, player: PlayerId, name: str, name_key: str | None = None) -> None:
    """Give a player with a row another name; one that nobody chose has no key."""
    connection.execute(update(players).where(players.c.id == player).values(name=name, name_key=name_key))
