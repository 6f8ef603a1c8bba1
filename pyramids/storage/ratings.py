"""Ratings as rows (rule 7): what a player has on each board, and what each result made of them.

Every function runs in its caller's transaction.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, RowMapping, and_, delete, func, insert, select, update

from pyramids.duel.rating import Rating, after_duel
from pyramids.duel.result import rated_score
from pyramids.duel.table import Outcome, PlayerId, Seat, Table
from pyramids.rules.game import Ended
from pyramids.storage.schema import ratings, seats, tables

_COLUMNS = ("rating_before", "rating_after", "deviation_after", "volatility_after")


@dataclass(frozen=True, slots=True)
class Rated:
    """What a result made of one player's rating."""

    before: float
    after: Rating


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
    made = _made(before[0], before[1], score)
    last = connection.execute(select(func.max(tables.c.rated_n))).scalar_one()
    connection.execute(update(tables).where(tables.c.id == table_id).values(rated_n=(last or 0) + 1))
    for seat_id, player, rated in zip(seat_ids, players, made, strict=True):
        _keep(connection, player, table.board, rated.after)
        connection.execute(update(seats).where(seats.c.id == seat_id).values(_columns(rated)))
    return made


@dataclass(frozen=True, slots=True)
class Difference:
    """A rating that is not what the results make of it; None stands for a newcomer's."""

    player: PlayerId
    board: str
    kept: Rating | None
    right: Rating | None


def rebuild(connection: Connection) -> list[Difference]:
    """Compute every rating anew from the results, in the order in which they came, and keep it.

    Gives the ratings that were not so before.
    """
    right: dict[tuple[PlayerId, str], tuple[Rating, int]] = {}
    results = list(_results(connection))
    connection.execute(update(tables).where(tables.c.rated_n.is_not(None)).values(rated_n=None))
    connection.execute(update(seats).where(seats.c.rating_after.is_not(None)).values(dict.fromkeys(_COLUMNS)))
    for n, (table_id, seat_ids, table, score) in enumerate(results, 1):
        assert table.joiner is not None
        keys = ((table.opener.player, table.board), (table.joiner.player, table.board))
        before = [right.get(key, (Rating(), 0)) for key in keys]
        made = _made(before[0][0], before[1][0], score)
        connection.execute(update(tables).where(tables.c.id == table_id).values(rated_n=n))
        for key, seat_id, rated, (_, duels) in zip(keys, seat_ids, made, before, strict=True):
            right[key] = rated.after, duels + 1
            connection.execute(update(seats).where(seats.c.id == seat_id).values(_columns(rated)))
    kept = {
        (PlayerId(row.player_id), row.board): Rating(row.rating, row.deviation, row.volatility)
        for row in connection.execute(select(ratings))
    }
    connection.execute(delete(ratings))
    for (player, board), (rating, duels) in right.items():
        _insert(connection, player, board, rating, duels)
    wanted = {key: rating for key, (rating, _) in right.items()}
    return [
        Difference(player, board, kept.get((player, board)), wanted.get((player, board)))
        for player, board in sorted(kept | wanted)
        if kept.get((player, board)) != wanted.get((player, board))
    ]


def _results(connection: Connection) -> Iterator[tuple[int, tuple[int, int], Table, float]]:
    """Every rated result: the table's row, its seats' rows, the table without its moves, the opener's score."""
    opener, joiner = seats.alias("opener"), seats.alias("joiner")
    found = connection.execute(
        select(
            tables,
            *(
                column.label(f"{seat.name}_{column.name}")
                for seat in (opener, joiner)
                for column in (
                    seat.c.id,
                    seat.c.player_id,
                    seat.c.started_ms,
                    seat.c.ended,
                    seat.c.score,
                    seat.c.playing_ms,
                )
            ),
        )
        .join(opener, and_(opener.c.table_id == tables.c.id, opener.c.place == 0))
        .join(joiner, and_(joiner.c.table_id == tables.c.id, joiner.c.place == 1))
        .where(tables.c.over_ms.is_not(None))
        # Two results of one millisecond: the number says which came first.
        .order_by(tables.c.over_ms, tables.c.rated_n.is_(None), tables.c.rated_n, tables.c.id)
    )
    for row in found.mappings():
        table = Table(
            row["board"],
            row["minutes"],
            row["highest_level"],
            row["opened_ms"],
            _seat(row, "opener"),
            _seat(row, "joiner"),
            row["over_ms"],
        )
        if (score := rated_score(table)) is not None:
            yield row["id"], (row["opener_id"], row["joiner_id"]), table, score


def rated_of(row: Row[Any]) -> Rated | None:
    """What a seat's row says that its table's result made of the rating."""
    if row.rating_after is None:
        return None
    return Rated(row.rating_before, Rating(row.rating_after, row.deviation_after, row.volatility_after))


def _seat(row: RowMapping, name: str) -> Seat:
    ended = row[f"{name}_ended"]
    outcome = (
        None if ended is None else Outcome(Ended(ended), row[f"{name}_score"], row[f"{name}_playing_ms"])
    )
    return Seat(PlayerId(row[f"{name}_player_id"]), 0, row[f"{name}_started_ms"], outcome)


def _made(first: Rating, second: Rating, score: float) -> tuple[Rated, Rated]:
    after = after_duel(first, second, score)
    return Rated(first.rating, after[0]), Rated(second.rating, after[1])


def _keep(connection: Connection, player: PlayerId, board: str, rating: Rating) -> None:
    values = {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}
    row = and_(ratings.c.player_id == player, ratings.c.board == board)
    changed = connection.execute(update(ratings).where(row).values(duels=ratings.c.duels + 1, **values))
    if changed.rowcount == 0:
        _insert(connection, player, board, rating, 1)


def _insert(connection: Connection, player: PlayerId, board: str, rating: Rating, duels: int) -> None:
    connection.execute(
        insert(ratings).values(
            player_id=player,
            board=board,
            rating=rating.rating,
            deviation=rating.deviation,
            volatility=rating.volatility,
            duels=duels,
        )
    )


def _columns(rated: Rated) -> dict[str, float]:
    after = rated.after
    return dict(zip(_COLUMNS, (rated.before, after.rating, after.deviation, after.volatility), strict=True))
