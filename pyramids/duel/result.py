"""Who won a table that is over (rules 5.2 and 5.7)."""

from dataclasses import dataclass
from enum import StrEnum

from pyramids.duel.table import Outcome, Table, is_computer


class ResultBy(StrEnum):
    """What decided."""

    POINTS = "points"
    TIME = "time"
    DRAW = "draw"
    WALKOVER = "walkover"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Result:
    """The winner's seat, or None, and what decided."""

    winner: int | None
    by: ResultBy


def result(table: Table) -> Result:
    """The result of a table that is over."""
    if not table.over:
        raise ValueError("a table has no result before it is over")
    outcomes = [None if seat is None else seat.outcome for seat in table.seats]
    return decide(outcomes[0], outcomes[1], joined=table.joiner is not None)


def decide(opener: Outcome | None, joiner: Outcome | None, *, joined: bool) -> Result:
    """The result from both outcomes; None stands for a game that was never started."""
    if not joined or (opener is None and joiner is None):
        return Result(None, ResultBy.NONE)
    if opener is None or joiner is None:
        # The other missed the time, or is an opener who left: whatever the points. Rule 5.7
        return Result(0 if joiner is None else 1, ResultBy.WALKOVER)
    if opener.score != joiner.score:
        return Result(0 if opener.score > joiner.score else 1, ResultBy.POINTS)
    if opener.playing_ms != joiner.playing_ms:
        return Result(0 if opener.playing_ms < joiner.playing_ms else 1, ResultBy.TIME)
    return Result(None, ResultBy.DRAW)


def rated_score(table: Table) -> float | None:
    """The opener's score in a table that is over: 1, 0.5 or 0; None if it changes no rating. Rules 5.7, 7.2"""
    decided = result(table)
    # A duel with a computer player is not rated before the levels of computer players are known.
    if decided.by in (ResultBy.NONE, ResultBy.WALKOVER) or any(
        seat is None or is_computer(seat.player) for seat in table.seats
    ):
        return None
    return 0.5 if decided.winner is None else 1.0 - decided.winner
