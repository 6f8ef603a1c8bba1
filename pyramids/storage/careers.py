"""What players have done: results, ratings over time, bests, head-to-head, and who leads.

Only tables that are over count, so that nothing here tells of a deal that somebody may still have to play (rule 5.6).
Every function runs in its caller's transaction.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, and_, func, or_, select

from pyramids.duel.rating import PROVISIONAL_ABOVE, Rating
from pyramids.duel.result import ResultBy, decide
from pyramids.duel.table import Outcome, PlayerId
from pyramids.rules.game import Ended
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


@dataclass(slots=True)
class Score:
    """How often a player has won and lost; the rest was drawn."""

    duels: int = 0
    won: int = 0
    lost: int = 0

    def count(self, won: bool | None) -> None:
        """Count one duel more."""
        self.duels += 1
        self.won += won is True
        self.lost += won is False


@dataclass(frozen=True, slots=True)
class Best:
    """The game with the most points, and among those the least time."""

    score: int
    ms: int
    code: str
    place: int


@dataclass(slots=True)
class BoardCareer:
    """What a player's duels on a board come to. `points` has their ratings, in the order in which they came."""

    score: Score = field(default_factory=Score)
    rounds_cleared: int = 0
    longest_sequence: int = 0
    best: Best | None = None
    points: list[Point] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Career:
    """All that a player has done. `codes`: of their duels, with the table's row, in the order in which they ended."""

    boards: dict[str, BoardCareer]
    against: dict[PlayerId, Score]
    codes: dict[str, int]

    def add(self, played: tuple[Any, ...]) -> None:
        """Count a duel of `played` or `played_at`, once."""
        table_id, code, board_name, over_ms, place, opponent, score, others, ms, others_ms, *rest = played
        if code in self.codes:
            return
        rating, deviation, rounds, longest, _ = rest
        won, _ = _decided(score, others, ms, others_ms)
        if (board := self.boards.get(board_name)) is None:
            board = self.boards[board_name] = BoardCareer()
        board.score.count(won)
        self.against.setdefault(opponent, Score()).count(won)
        board.rounds_cleared += rounds or 0
        board.longest_sequence = max(board.longest_sequence, longest or 0)
        if rating is not None:
            board.points.append(Point(over_ms, rating, deviation))
        if score is not None and (board.best is None or (score, -ms) > (board.best.score, -board.best.ms)):
            board.best = Best(score, ms, code, place)
        self.codes[code] = table_id


@dataclass(frozen=True, slots=True)
class Leader:
    """A place in a leaderboard."""

    player: PlayerId
    name: str
    rating: Rating
    duels: int


_MINE, _OTHER = seats.alias("mine"), seats.alias("other")
_DUELS = _MINE.join(tables, tables.c.id == _MINE.c.table_id).join(
    _OTHER, and_(_OTHER.c.table_id == _MINE.c.table_id, _OTHER.c.place != _MINE.c.place)
)
# Over, and with a result. Rule 5.7
_DECIDED = and_(tables.c.over_ms.is_not(None), or_(_MINE.c.score.is_not(None), _OTHER.c.score.is_not(None)))
_PLAYED = (
    tables.c.id,
    tables.c.code,
    tables.c.board,
    tables.c.over_wall_ms,
    _MINE.c.place,
    _OTHER.c.player_id,
    _MINE.c.score,
    _OTHER.c.score.label("other_score"),
    _MINE.c.playing_ms,
    _OTHER.c.playing_ms.label("other_playing_ms"),
    _MINE.c.rating_after,
)


_CAREER = (
    select(
        *_PLAYED,
        _MINE.c.deviation_after,
        _MINE.c.rounds_cleared,
        _MINE.c.longest_sequence,
        _MINE.c.player_id.label("mine_id"),
    )
    .select_from(_DUELS)
    .where(_DECIDED)
    # Two results of one millisecond: the number says which came first.
    .order_by(tables.c.over_ms, tables.c.rated_n, tables.c.id)
)


def career(connection: Connection, player: PlayerId) -> Career:
    """All that a player has done: it reads every duel of theirs, so remember it, and add what comes."""
    found = Career({}, {}, {})
    # Plain tuples: to ask rows of thousands of duels for columns by name takes longer than to read them.
    for row in connection.execute(_CAREER.where(_MINE.c.player_id == player)).all():
        found.add(tuple(row))
    return found


def busiest(connection: Connection, at_least: int, most: int) -> list[PlayerId]:
    """The members who have sat at that many tables or more, those at the most tables first."""
    sat = func.count()
    query = (
        select(seats.c.player_id)
        .join(players, players.c.id == seats.c.player_id)
        .where(players.c.member_since_wall_ms.is_not(None))
        .group_by(seats.c.player_id)
        .having(sat >= at_least)
        .order_by(sat.desc())
        .limit(most)
    )
    return [PlayerId(player) for player in connection.execute(query).scalars()]


def played_at(connection: Connection, player: PlayerId, table_ids: Collection[int]) -> list[tuple[Any, ...]]:
    """What `Career.add` takes of a player's duels at these tables."""
    found = connection.execute(_CAREER.where(tables.c.id.in_(table_ids)))
    # Whose seats they are is asked here: SQLite would look through all that the player ever had.
    return [tuple(row) for row in found if row.mine_id == player]


def duels(connection: Connection, player: PlayerId, table_ids: Iterable[int]) -> list[Duel]:
    """A player's duels at these tables, in their order."""
    wanted = list(table_ids)
    query = (
        select(
            *_PLAYED,
            tables.c.minutes,
            players.c.name,
            players.c.member_since_wall_ms,
            _MINE.c.rating_before,
            _MINE.c.player_id.label("mine_id"),
        )
        .select_from(_DUELS.join(players, players.c.id == _OTHER.c.player_id))
        .where(tables.c.id.in_(wanted), _DECIDED)
    )
    # Whose seats they are is asked here: SQLite would look through all that the player ever had.
    found = {row.id: _duel(row) for row in connection.execute(query) if row.mine_id == player}
    return [found[table_id] for table_id in wanted if table_id in found]


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


def _outcome(score: int | None, playing_ms: int | None) -> Outcome | None:
    """What decides of how a game ended; how does not."""
    return None if score is None else Outcome(Ended.COMPLETED, score, playing_ms or 0)


def _decided(
    score: int | None, others: int | None, ms: int | None, others_ms: int | None
) -> tuple[bool | None, ResultBy]:
    """Whether the player won, None for a draw, and by what."""
    decided = decide(_outcome(score, ms), _outcome(others, others_ms), joined=True)
    return None if decided.winner is None else decided.winner == 0, decided.by


def _duel(row: Any) -> Duel:
    won, by = _decided(row.score, row.other_score, row.playing_ms, row.other_playing_ms)
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
