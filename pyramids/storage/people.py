"""Who has blocked whom, and whatever else decides what a player may see and join.

Every function runs in its caller's transaction.
"""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from pyramids.duel.table import PlayerId
from pyramids.duel.viewer import Viewer
from pyramids.storage import ratings
from pyramids.storage.schema import blocks, players


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the site knows them. `name` is None for a guest who has done nothing that lasts."""

    viewer: Viewer
    name: str | None
    member: bool
    deleted: bool


def person(connection: Connection, player: PlayerId) -> Person:
    """Everything about one player that decides what they may see and do."""
    row = connection.execute(select(players).where(players.c.id == player)).one_or_none()
    if row is None:
        return Person(Viewer(player), None, member=False, deleted=False)
    member = row.member_since_wall_ms is not None
    return Person(viewer(connection, player), row.name, member, row.deleted)


def viewer(connection: Connection, player: PlayerId) -> Viewer:
    """A player as a viewer: ratings and blocks as they are in this transaction."""
    by_me = connection.execute(select(blocks.c.blocked_id).where(blocks.c.player_id == player))
    of_me = connection.execute(select(blocks.c.player_id).where(blocks.c.blocked_id == player))
    return Viewer(
        player,
        ratings.of(connection, player),
        frozenset(PlayerId(row.blocked_id) for row in by_me),
        frozenset(PlayerId(row.player_id) for row in of_me),
    )


def block(connection: Connection, player: PlayerId, other: PlayerId, wall_ms: int) -> None:
    """Keep apart from somebody; repeating it changes nothing."""
    unblock(connection, player, other)
    connection.execute(insert(blocks).values(player_id=player, blocked_id=other, since_wall_ms=wall_ms))


def unblock(connection: Connection, player: PlayerId, other: PlayerId) -> None:
    """Take a block back."""
    connection.execute(delete(blocks).where(blocks.c.player_id == player, blocks.c.blocked_id == other))


def blocked(connection: Connection, player: PlayerId) -> list[tuple[PlayerId, str]]:
    """Whom a player has blocked, by name."""
    found = connection.execute(
        select(players.c.id, players.c.name)
        .join(blocks, blocks.c.blocked_id == players.c.id)
        .where(blocks.c.player_id == player)
        .order_by(players.c.name)
    )
    return [(PlayerId(row.id), row.name) for row in found]


def member_named(connection: Connection, key: str) -> PlayerId | None:
    """The member whose name has that key."""
    member = players.c.member_since_wall_ms.is_not(None)
    found = connection.execute(select(players.c.id).where(players.c.name_key == key, member)).one_or_none()
    return None if found is None else PlayerId(found.id)
