"""Ratings as rows (rule 7): what a player has on each board, and what each result made of them.

Every function runs in its caller's transaction.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, and_, func, insert, select, update

from pyramids.duel.rating import Rating, after_duel
from pyramids.duel.result import rated_score
from pyramids.duel.table import PlayerId, Table
from pyramids.storage.schema import ratings, seats, tables


@dataclass(frozen=True, slots=True)
class Rated:
    """What a result made of one player's rating."""

    before: float
    after: Rating


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A rated result as it is kept: the opener's score, and for both the seat's row, the player and what it made."""

    board: str
    score: float
    seats: tuple[tuple[int, PlayerId, Rated], tuple[int, PlayerId, Rated]]


def of(connection: Connection, player: PlayerId) -> Mapping[str, Rating]:
    """A player's ratings by board; a board without a rated duel is missing."""
    found = connection.execute(select(ratings).where(ratings.c.player_id == player))
    return {row.board: Rating(row.rating, row.deviation, row.volatility) for row in found}


def rate(
    connection: Connection, table_id: int, seat_ids: tuple[int, int], table: Table
) -> tuple[Rated, Rated] | None:
    """Change both ratings by a table's result, once; None if it changes none. Rule 7.2"""
    score = rated_score(table)
    if score is None or table.joiner is None:
        return None
    players = (table.opener.player, table.joiner.player)
    before = tuple(of(connection, player).get(table.board, Rating()) for player in players)
    after = after_duel(before[0], before[1], score)
    made = (Rated(before[0].rating, after[0]), Rated(before[1].rating, after[1]))
    last = connection.execute(select(func.max(tables.c.rated_n))).scalar_one()
    connection.execute(update(tables).where(tables.c.id == table_id).values(rated_n=(last or 0) + 1))
    for seat_id, player, rated in zip(seat_ids, players, made, strict=True):
        _keep(connection, player, table.board, rated.after)
        connection.execute(update(seats).where(seats.c.id == seat_id).values(_columns(rated)))
    return made


def rated_of(row: Row[Any]) -> Rated | None:
    """What a seat's row says that its table's result made of the rating."""
    if row.rating_after is None:
        return None
    return Rated(row.rating_before, Rating(row.rating_after, row.deviation_after, row.volatility_after))


def _keep(connection: Connection, player: PlayerId, board: str, rating: Rating) -> None:
    values = {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}
    row = and_(ratings.c.player_id == player, ratings.c.board == board)
    changed = connection.execute(update(ratings).where(row).values(duels=ratings.c.duels + 1, **values))
    if changed.rowcount == 0:
        connection.execute(insert(ratings).values(player_id=player, board=board, duels=1, **values))


def _columns(rated: Rated) -> dict[str, float]:
    return {
        "rating_before": rated.before,
        "rating_after": rated.after.rating,
        "deviation_after": rated.after.deviation,
        "volatility_after": rated.after.volatility,
    }
