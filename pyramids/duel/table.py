"""The life of a table (rules 5.1 to 5.7): two seats, and every command that changes them.

A table is a frozen value; a command is a function from a table to the next, or raises `Refusal` and
changes nothing. What a player is offered and what is accepted is decided by the same `why_not_…`.
Whoever holds a table calls `settle` before deciding anything on it: time alone can end it.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NewType

from pyramids.duel.codes import TableCode
from pyramids.rules.errors import Refusal
from pyramids.rules.game import Ended

PlayerId = NewType("PlayerId", str)

DAY_MS = 24 * 60 * 60 * 1000
JOIN_WITHIN_MS = 7 * DAY_MS  # Rule 5.7
START_WITHIN_MS = 3 * DAY_MS  # Rule 5.7, from the join, for both
ANY_LEVEL = 10
COMPUTER = PlayerId("computer")


def is_computer(player: PlayerId) -> bool:
    """Whether a player is one of ours, and no person."""
    return player.startswith(COMPUTER)


class SeatState(StrEnum):
    """Where a player stands at a table."""

    SEATED = "seated"
    PLAYING = "playing"
    FINISHED = "finished"
    LEFT = "left"  # An opener who left before starting.


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: its points, the playing time of rule 5.2, and what its player may be proud of."""

    ended: Ended
    score: int
    playing_ms: int
    rounds_cleared: int = 0
    longest_sequence: int = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's part of a table. `since_ms`, `started_ms`: site time."""

    player: PlayerId
    since_ms: int
    started_ms: int | None = None
    outcome: Outcome | None = None
    left: bool = False

    @property
    def state(self) -> SeatState:
        """The seat's state, from what has happened at it."""
        if self.outcome is not None:
            return SeatState.FINISHED
        if self.started_ms is not None:
            return SeatState.PLAYING
        return SeatState.LEFT if self.left else SeatState.SEATED


@dataclass(frozen=True, slots=True)
class Table:
    """A table as the rules know it; `over_ms` is set once by `settle`."""

    board: str
    minutes: int
    highest_level: int
    opened_ms: int
    opener: Seat
    joiner: Seat | None = None
    over_ms: int | None = None

    @property
    def seats(self) -> tuple[Seat, Seat | None]:
        """Both seats, the opener's first."""
        return self.opener, self.joiner

    @property
    def over(self) -> bool:
        """Whether the table is over: result and seed are open, every seat counts as finished."""
        return self.over_ms is not None

    def place_of(self, player: PlayerId | None) -> int | None:
        """Which seat a player has: 0, 1 or None."""
        if player is None:
            return None
        if self.opener.player == player:
            return 0
        return 1 if self.joiner is not None and self.joiner.player == player else None

    def with_seat(self, place: int, seat: Seat | None) -> "Table":
        """The table with one seat changed."""
        if place == 1:
            return replace(self, joiner=seat)
        if seat is None:
            raise ValueError("the opener's seat is never empty")
        return replace(self, opener=seat)


def open_table(player: PlayerId, board: str, minutes: int, highest_level: int, now_ms: int) -> Table:
    """A new public table with its opener seated."""
    return Table(board, minutes, highest_level, now_ms, Seat(player, now_ms))


def join_by_ms(table: Table) -> int:
    """The first moment that is too late to join. Rule 5.7"""
    return table.opened_ms + JOIN_WITHIN_MS


def start_by_ms(table: Table) -> int:
    """The first moment that is too late to start, for either seat. Rule 5.7"""
    if table.joiner is None:
        return join_by_ms(table)
    return table.joiner.since_ms + START_WITHIN_MS


def can_be_joined(table: Table, now_ms: int) -> bool:
    """Whether a seat is free for somebody."""
    return not table.over and table.joiner is None and not table.opener.left and now_ms < join_by_ms(table)


def why_not_join(
    table: Table, player: PlayerId, level: int, now_ms: int, *, apart: bool = False
) -> TableCode | None:
    """The reason why a player of that level may not join, or None. Rules 5.1, 5.3, 5.4

    `apart`: whether one of the two has blocked the other.
    """
    if table.place_of(player) is not None:
        return TableCode.ALREADY_SEATED
    if table.joiner is not None:
        return TableCode.TABLE_FULL
    if not can_be_joined(table, now_ms):
        return TableCode.TABLE_CLOSED
    if apart:
        return TableCode.BLOCKED
    if level > table.highest_level:
        return TableCode.LEVEL_TOO_HIGH
    return None


def join(table: Table, player: PlayerId, level: int, now_ms: int, *, apart: bool = False) -> Table:
    """Take the free seat."""
    if code := why_not_join(table, player, level, now_ms, apart=apart):
        raise Refusal(code)
    return replace(table, joiner=Seat(player, now_ms))


def why_not_start(table: Table, place: int, now_ms: int) -> TableCode | None:
    """The reason why the player at that seat may not start, or None. Rules 5.5, 5.7"""
    seat = table.seats[place]
    if seat is None:
        return TableCode.NOT_SEATED
    if seat.started_ms is not None:
        return TableCode.ALREADY_STARTED
    if table.over or table.opener.left or now_ms >= start_by_ms(table):
        return TableCode.TABLE_CLOSED
    return None


def start(table: Table, place: int, now_ms: int) -> Table:
    """Begin one's own game: the clock runs and the deal may be shown to this player."""
    if code := why_not_start(table, place, now_ms):
        raise Refusal(code)
    seat = _seat(table, place)
    return table.with_seat(place, replace(seat, started_ms=now_ms))


def why_not_play(table: Table, place: int | None) -> TableCode | None:
    """The reason why no game at that seat can be moved in or ended, or None; the rules know ended games."""
    if place is None or (seat := table.seats[place]) is None:
        return TableCode.NOT_SEATED
    return TableCode.NOT_STARTED if seat.started_ms is None else None


def finish(table: Table, place: int, outcome: Outcome, now_ms: int) -> Table:
    """Record the end of one's game, and the table's if it was the last."""
    seat = _seat(table, place)
    if seat.state is not SeatState.PLAYING:
        raise Refusal(TableCode.NOT_STARTED)
    return settle(table.with_seat(place, replace(seat, outcome=outcome)), now_ms)


def has_finished(table: Table, place: int) -> bool:
    """Whether a seat's player has nothing left to play: may watch and start again. Rules 5.5, 5.7"""
    seat = table.seats[place]
    return seat is not None and (table.over or seat.state is SeatState.FINISHED)


def leave(table: Table, place: int, now_ms: int) -> Table:
    """Leave before one's own start. Rule 5.7

    Whoever plays ends the game first (`finish`); after one's end leaving changes nothing.
    """
    seat = _seat(table, place)
    if table.over or seat.state is not SeatState.SEATED:
        return table
    gone = None if place == 1 else replace(seat, left=True)
    return settle(table.with_seat(place, gone), now_ms)


def settle(table: Table, now_ms: int) -> Table:
    """The table with its end recorded if it is over by now. Rule 5.7"""
    if table.over or not _is_over(table, now_ms):
        return table
    return replace(table, over_ms=now_ms)


def deadline_ms(table: Table) -> int | None:
    """When time alone ends this table: `settle` is due then. None while somebody plays: games have their own."""
    if table.over or any(seat is not None and seat.state is SeatState.PLAYING for seat in table.seats):
        return None
    return join_by_ms(table) if table.joiner is None else start_by_ms(table)


def _is_over(table: Table, now_ms: int) -> bool:
    if can_be_joined(table, now_ms):
        return False
    places = [place for place in (0, 1) if table.seats[place] is not None]
    return all(
        _seat(table, place).state is not SeatState.PLAYING and why_not_start(table, place, now_ms) is not None
        for place in places
    )


def _seat(table: Table, place: int) -> Seat:
    seat = table.seats[place]
    if seat is None:
        raise Refusal(TableCode.NOT_SEATED)
    return seat
