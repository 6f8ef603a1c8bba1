"""Days' seeds and tries as rows, and the standings that follow from them.

Every function runs in its caller's transaction.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from pyramids.duel.table import PlayerId
from pyramids.duel.tries import RoundResult, Standing, standing
from pyramids.rules.game import Ended
from pyramids.storage.journal import Played, unpack
from pyramids.storage.schema import days, tables, tries


@dataclass(frozen=True, slots=True)
class Target:
    """What is tried: the deal of a day (`day_id`, `day`) or of a round of a table (`table_id`, `code`)."""

    board: str
    seed: bytes
    round: int = 1
    day_id: int | None = None
    day: int | None = None
    table_id: int | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class KeptTry:
    """A try's rows; `ended` and `played` are None while it runs."""

    id: int
    player: PlayerId
    target: Target
    started_ms: int
    ended: Ended | None
    played: Played | None


@dataclass(frozen=True, slots=True)
class DayResult:
    """One board's deal of a day, and how a player did there; None where they have not finished it."""

    board: str
    day: int
    tried: bool
    score: int | None
    cleared: bool | None


_TRIES = (
    select(
        tries,
        days.c.board.label("day_board"),
        days.c.seed.label("day_seed"),
        days.c.day,
        tables.c.board.label("table_board"),
        tables.c.seed.label("table_seed"),
        tables.c.code,
    )
    .outerjoin(days, days.c.id == tries.c.day_id)
    .outerjoin(tables, tables.c.id == tries.c.table_id)
)
_DAY = select(days).where(days.c.board == bindparam("board"), days.c.day == bindparam("day"))

# Asked for five times a second: building a statement costs more than running it.
_DUE = (
    select(tries.c.id)
    .where(tries.c.deadline_ms <= bindparam("now_ms"))
    .order_by(tries.c.deadline_ms)
    .limit(bindparam("most"))
)


def ensure_day(connection: Connection, board: str, number: int, seed: bytes) -> Target:
    """Keep a day's seed unless it has one; gives the day's deal."""
    if day(connection, board, number) is None:
        connection.execute(insert(days).values(board=board, day=number, seed=seed))
    found = day(connection, board, number)
    assert found is not None
    return found


def day(connection: Connection, board: str, number: int) -> Target | None:
    """The deal of a day."""
    row = connection.execute(_DAY, {"board": board, "day": number}).one_or_none()
    return None if row is None else Target(board, row.seed, day_id=row.id, day=number)


def create(
    connection: Connection, player: PlayerId, target: Target, now_ms: int, wall_ms: int, deadline_ms: int
) -> int:
    """Write a try that begins now; gives its id."""
    key = connection.execute(
        insert(tries).values(
            player_id=player,
            day_id=target.day_id,
            table_id=target.table_id,
            round=None if target.table_id is None else target.round,
            started_ms=now_ms,
            started_wall_ms=wall_ms,
            deadline_ms=deadline_ms,
        )
    ).inserted_primary_key
    assert key is not None
    return int(key[0])


def finish(connection: Connection, try_id: int, result: RoundResult) -> None:
    """Write how a try ended."""
    values = {
        "ended": result.ended,
        "score": result.score,
        "playing_ms": result.playing_ms,
        "longest_sequence": result.longest_sequence,
        "cleared": result.cleared,
        "deadline_ms": None,
    }
    connection.execute(update(tries).where(tries.c.id == try_id).values(values))


def by_id(connection: Connection, try_id: int) -> KeptTry | None:
    """One try."""
    return _one(connection.execute(_TRIES.where(tries.c.id == try_id)).one_or_none())


def of_player(connection: Connection, player: PlayerId, target: Target) -> KeptTry | None:
    """A player's try of a deal."""
    mine = _TRIES.where(tries.c.player_id == player, _of(target))
    return _one(connection.execute(mine).one_or_none())


def all_of(connection: Connection, player: PlayerId) -> list[dict[str, Any]]:
    """Everything that is kept of a player's tries, the oldest first; a running one has no result and no moves yet."""
    columns = (
        *(
            tries.c.id,
            days.c.day,
            tables.c.code,
            tries.c.round,
            tries.c.started_wall_ms,
            tries.c.ended,
            tries.c.score,
        ),
        *(tries.c.playing_ms, tries.c.longest_sequence, tries.c.cleared, tries.c.moves),
    )
    board = func.coalesce(days.c.board, tables.c.board).label("board")
    found = connection.execute(
        select(board, *columns)
        .select_from(tries)
        .outerjoin(days, days.c.id == tries.c.day_id)
        .outerjoin(tables, tables.c.id == tries.c.table_id)
        .where(tries.c.player_id == player)
        .order_by(tries.c.id)
    )
    return [dict(row._mapping) for row in found]


def running(connection: Connection) -> list[int]:
    """The ids of all tries that have not ended."""
    return list(connection.execute(select(tries.c.id).where(tries.c.deadline_ms.is_not(None))).scalars())


def due(connection: Connection, now_ms: int, most: int) -> list[int]:
    """The ids of running tries whose clock has run out."""
    return list(connection.execute(_DUE, {"now_ms": now_ms, "most": most}).scalars())


def is_in_play(connection: Connection, target: Target) -> bool:
    """Whether somebody tries that deal now."""
    query = select(exists().where(_of(target), tries.c.score.is_(None)))
    return bool(connection.execute(query).scalar_one())


def standing_at(
    connection: Connection, target: Target, own: RoundResult | None, others: Sequence[RoundResult] = ()
) -> Standing | None:
    """The standing of a result among all ended tries of a deal, and `others` who met its cards elsewhere.

    `own` is one of those. None if nobody has finished the deal.
    """
    ended = and_(_of(target), tries.c.score.is_not(None))
    tried, best = connection.execute(select(func.count(), func.max(tries.c.score)).where(ended)).one()
    players = tried + len(others)
    if players == 0:
        return None
    best = max([*([] if best is None else [best]), *(other.score for other in others)])
    median = _median(connection, ended, players, sorted(other.score for other in others))
    if own is None:
        return standing(players, 0, 0, best, median, own=False)
    better = _count(connection, ended, _is_better(own)) + sum(_order(one) < _order(own) for one in others)
    worse = _count(connection, ended, _is_worse(own)) + sum(_order(one) > _order(own) for one in others)
    return standing(players, better, worse, best, median, own=True)


def days_played(connection: Connection, player: PlayerId) -> Iterator[int]:
    """On which days a player has finished a deal of the day, the newest first, each once."""
    mine = (
        select(days.c.day)
        .join(tries, tries.c.day_id == days.c.id)
        .where(tries.c.player_id == player, tries.c.score.is_not(None))
        .distinct()
        .order_by(days.c.day.desc())
    )
    yield from connection.execute(mine).scalars()


def results(connection: Connection, player: PlayerId, first: int, last: int) -> list[DayResult]:
    """The deals of some days, and how a player did."""
    mine = and_(tries.c.day_id == days.c.id, tries.c.player_id == player)
    found = connection.execute(
        select(days.c.board, days.c.day, tries.c.id.is_not(None), tries.c.score, tries.c.cleared)
        .outerjoin(tries, mine)
        .where(days.c.day.between(first, last))
        .order_by(days.c.day, days.c.board)
    )
    return [DayResult(row[0], row[1], bool(row[2]), row[3], row[4]) for row in found]


def first_day(connection: Connection) -> int | None:
    """The first day that has a deal."""
    found: int | None = connection.execute(select(func.min(days.c.day))).scalar_one()
    return found


def _of(target: Target) -> ColumnElement[bool]:
    if target.day_id is not None:
        return tries.c.day_id == target.day_id
    return and_(tries.c.table_id == target.table_id, tries.c.round == target.round)


def _order(result: RoundResult) -> tuple[int, int]:
    """The better one first. Rule 5.2"""
    return -result.score, result.playing_ms


def _is_better(own: RoundResult) -> ColumnElement[bool]:
    faster = and_(tries.c.score == own.score, tries.c.playing_ms < own.playing_ms)
    return or_(tries.c.score > own.score, faster)


def _is_worse(own: RoundResult) -> ColumnElement[bool]:
    slower = and_(tries.c.score == own.score, tries.c.playing_ms > own.playing_ms)
    return or_(tries.c.score < own.score, slower)


def _count(connection: Connection, *which: ColumnElement[bool]) -> int:
    counted: int = connection.execute(select(func.count()).select_from(tries).where(*which)).scalar_one()
    return counted


def _median(connection: Connection, ended: ColumnElement[bool], players: int, others: list[int]) -> int:
    """The lower median of the tries' scores and a few others, without reading all of them."""
    middle = (players - 1) // 2
    # Each of the others moves it by one place at most.
    skipped = max(0, middle - len(others))
    scores = select(tries.c.score).where(ended).order_by(tries.c.score)
    near: list[int] = list(connection.execute(scores.offset(skipped).limit(middle - skipped + 1)).scalars())
    return sorted([*near, *others])[middle - skipped]


def _one(row: Row[Any] | None) -> KeptTry | None:
    if row is None:
        return None
    if row.day_id is not None:
        target = Target(row.day_board, row.day_seed, day_id=row.day_id, day=row.day)
    else:
        target = Target(row.table_board, row.table_seed, row.round, table_id=row.table_id, code=row.code)
    ended = None if row.ended is None else Ended(row.ended)
    played = None if row.moves is None else unpack(row.moves, row.moves_at_ms)
    return KeptTry(row.id, PlayerId(row.player_id), target, row.started_ms, ended, played)
