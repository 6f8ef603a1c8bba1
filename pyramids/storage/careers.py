"""What players have done: results, ratings over time, bests, head-to-head, and who leads.

Only tables that are over count, so that nothing here tells of a deal that somebody may still have to play (rule 5.6).
Every function runs in its caller's transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, case, func, or_, select

from pyramids.duel.rating import PROVISIONAL_ABOVE, Rating
from pyramids.duel.result import ResultBy
from pyramids.duel.table import PlayerId
from pyramids.storage.schema import players, ratings, seats, tables


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel that is over, as one player's career has it. `won` is None where nobody won; times are wall time."""

    code: str
    board: str
    minutes: int
    over_wall_ms: int
    place: int
    opponent: PlayerId
    opponent_name: str
    opponent_is_member: bool
    score: int | None
    opponent_score: int | None
    won: bool | None
    by: ResultBy
    rating_before: float | None
    rating_after: float | None


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after a rated duel."""

    over_wall_ms: int
    rating: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Bests:
    """What a player's games on a board come to; a best is None before the first ended game."""

    games: int
    won: int
    lost: int
    drawn: int
    rounds_cleared: int
    longest_sequence: int
    best_score: int | None
    best_code: str | None
    best_place: int | None


@dataclass(frozen=True, slots=True)
class Against:
    """How a player has done against one other."""

    opponent: PlayerId
    name: str
    member: bool
    duels: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Leader:
    """A place in a leaderboard."""

    player: PlayerId
    name: str
    rating: Rating
    duels: int


_MINE, _OTHER = seats.alias("mine"), seats.alias("other")
_OVER_WALL = tables.c.opened_wall_ms + tables.c.over_ms - tables.c.opened_ms
# Rules 5.2 and 5.7: more points, else less time; whoever never started loses to whoever did.
_BETTER = or_(
    _OTHER.c.score.is_(None),
    _MINE.c.score > _OTHER.c.score,
    and_(_MINE.c.score == _OTHER.c.score, _MINE.c.playing_ms < _OTHER.c.playing_ms),
)
_EQUAL = and_(_MINE.c.score == _OTHER.c.score, _MINE.c.playing_ms == _OTHER.c.playing_ms)
_WON = and_(_MINE.c.score.is_not(None), _BETTER)
_DUELS = (
    _MINE.join(tables, tables.c.id == _MINE.c.table_id)
    .join(_OTHER, and_(_OTHER.c.table_id == _MINE.c.table_id, _OTHER.c.place != _MINE.c.place))
    .join(players, players.c.id == _OTHER.c.player_id)
)


def _of(player: PlayerId) -> ColumnElement[bool]:
    """The duels of a player that have a result."""
    return and_(
        _MINE.c.player_id == player,
        tables.c.over_ms.is_not(None),
        or_(_MINE.c.score.is_not(None), _OTHER.c.score.is_not(None)),
    )


def by_name_key(connection: Connection, key: str) -> PlayerId | None:
    """The member of that name."""
    found = connection.execute(select(players.c.id).where(players.c.name_key == key)).scalar_one_or_none()
    return None if found is None else PlayerId(found)


def duels(
    connection: Connection, player: PlayerId, most: int, before_id: int | None = None
) -> list[tuple[int, Duel]]:
    """A player's duels, the newest table first, each with its table's row: the next page is `before_id` the last."""
    query = (
        select(
            tables.c.id,
            tables.c.code,
            tables.c.board,
            tables.c.minutes,
            _OVER_WALL.label("over_wall_ms"),
            _MINE.c.place,
            _OTHER.c.player_id,
            players.c.name,
            players.c.member_since_wall_ms,
            _MINE.c.score,
            _OTHER.c.score.label("other_score"),
            _MINE.c.playing_ms,
            _OTHER.c.playing_ms.label("other_playing_ms"),
            _MINE.c.rating_before,
            _MINE.c.rating_after,
        )
        .select_from(_DUELS)
        .where(_of(player))
        .order_by(tables.c.id.desc())
        .limit(most)
    )
    if before_id is not None:
        query = query.where(tables.c.id < before_id)
    return [(row.id, _duel(row)) for row in connection.execute(query)]


def chart(connection: Connection, player: PlayerId, board: str) -> list[Point]:
    """A player's ratings on a board, in the order in which they came."""
    found = connection.execute(
        select(_OVER_WALL.label("at"), seats.c.rating_after, seats.c.deviation_after)
        .select_from(seats.join(tables, tables.c.id == seats.c.table_id))
        .where(seats.c.player_id == player, tables.c.board == board, seats.c.rating_after.is_not(None))
        .order_by(tables.c.rated_n)
    )
    return [Point(row.at, row.rating_after, row.deviation_after) for row in found]


def bests(connection: Connection, player: PlayerId, board: str) -> Bests:
    """What a player's games on a board come to."""
    won, drawn = case((_WON, 1), else_=0), case((_EQUAL, 1), else_=0)
    row = connection.execute(
        select(
            func.count(),
            func.coalesce(func.sum(won), 0),
            func.coalesce(func.sum(drawn), 0),
            func.coalesce(func.sum(_MINE.c.rounds_cleared), 0),
            func.coalesce(func.max(_MINE.c.longest_sequence), 0),
        )
        .select_from(_DUELS)
        .where(_of(player), tables.c.board == board)
    ).one()
    best = connection.execute(
        select(_MINE.c.score, tables.c.code, _MINE.c.place)
        .select_from(_DUELS)
        .where(_of(player), tables.c.board == board, _MINE.c.score.is_not(None))
        .order_by(_MINE.c.score.desc(), _MINE.c.playing_ms)
        .limit(1)
    ).one_or_none()
    games, wins, draws, rounds, longest = row
    score, code, place = (None, None, None) if best is None else best
    return Bests(games, wins, games - wins - draws, draws, rounds, longest, score, code, place)


def head_to_head(connection: Connection, player: PlayerId, most: int) -> list[Against]:
    """Against whom a player has played most."""
    lost = case((or_(_WON, _EQUAL), 0), else_=1)
    number = func.count().label("number")
    found = connection.execute(
        select(
            _OTHER.c.player_id,
            players.c.name,
            players.c.member_since_wall_ms,
            number,
            func.sum(case((_WON, 1), else_=0)).label("won"),
            func.sum(lost).label("lost"),
        )
        .select_from(_DUELS)
        .where(_of(player))
        .group_by(_OTHER.c.player_id, players.c.name, players.c.member_since_wall_ms)
        .order_by(number.desc(), players.c.name)
        .limit(most)
    )
    return [
        Against(
            PlayerId(row.player_id),
            row.name,
            row.member_since_wall_ms is not None,
            row.number,
            row.won,
            row.lost,
        )
        for row in found
    ]


def leaders(connection: Connection, board: str, most: int, since_ms: int | None = None) -> Sequence[Leader]:
    """The members with the highest ratings on a board that are known well; `since_ms`: of a rated duel at least."""
    query = (
        select(ratings, players.c.name)
        .join(players, players.c.id == ratings.c.player_id)
        .where(
            ratings.c.board == board,
            ratings.c.deviation <= PROVISIONAL_ABOVE,
            players.c.member_since_wall_ms.is_not(None),
        )
        .order_by(ratings.c.rating.desc(), players.c.name)
        .limit(most)
    )
    if since_ms is not None:
        played = (
            select(seats.c.player_id)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(tables.c.over_ms >= since_ms, tables.c.board == board, tables.c.rated_n.is_not(None))
        )
        query = query.where(ratings.c.player_id.in_(played))
    return [
        Leader(
            PlayerId(row.player_id), row.name, Rating(row.rating, row.deviation, row.volatility), row.duels
        )
        for row in connection.execute(query)
    ]


def _duel(row: Any) -> Duel:
    mine, other = (row.score, row.playing_ms), (row.other_score, row.other_playing_ms)
    won: bool | None
    if row.score is None or row.other_score is None:
        won, by = row.score is not None, ResultBy.WALKOVER
    elif row.score != row.other_score:
        won, by = row.score > row.other_score, ResultBy.POINTS
    elif mine != other:
        won, by = row.playing_ms < row.other_playing_ms, ResultBy.TIME
    else:
        won, by = None, ResultBy.DRAW
    return Duel(
        row.code,
        row.board,
        row.minutes,
        row.over_wall_ms,
        row.place,
        PlayerId(row.player_id),
        row.name,
        row.member_since_wall_ms is not None,
        row.score,
        row.other_score,
        won,
        by,
        row.rating_before,
        row.rating_after,
    )
