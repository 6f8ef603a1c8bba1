"""Every state that a table can reach, by walking over all commands and over the moments at which time matters."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from pyramids.duel.rating import Rating
from pyramids.duel.table import (
    DAY_MS,
    Outcome,
    PlayerId,
    SeatState,
    Table,
    finish,
    join,
    leave,
    open_table,
    settle,
    start,
)
from pyramids.duel.timing import TimedGame
from pyramids.duel.view import Games, SeatFacts, TableFacts
from pyramids.duel.viewer import Viewer
from pyramids.rules import BOARDS, Action, Ended, Refusal
from tests.duel.tables import ANNA, BERT, CARA, LEVEL, OPENED_MS
from tests.rules.builders import staircase

#: Just before and at each deadline that a table joined at one of these can have, and some days between.
MOMENTS_MS = tuple(
    OPENED_MS + at_ms
    for at_ms in (
        0,
        1,
        3 * DAY_MS - 1,
        3 * DAY_MS,
        7 * DAY_MS - 1,
        7 * DAY_MS,
        10 * DAY_MS - 2,
        10 * DAY_MS - 1,
        11 * DAY_MS,
    )
)

Command = Callable[[Table, int], Table]


@dataclass(frozen=True, slots=True)
class State:
    """A settled table at a moment."""

    table: Table
    now_ms: int


def _finish(place: int, score: int) -> Command:
    return lambda table, now_ms: finish(table, place, Outcome(Ended.STOPPED, score, 1_000), now_ms)


COMMANDS: dict[str, Command] = {
    "bert joins": lambda table, now_ms: join(table, BERT, LEVEL, now_ms),
    "cara joins": lambda table, now_ms: join(table, CARA, LEVEL, now_ms),
    "anna joins": lambda table, now_ms: join(table, ANNA, LEVEL, now_ms),
    "0 starts": lambda table, now_ms: start(table, 0, now_ms),
    "1 starts": lambda table, now_ms: start(table, 1, now_ms),
    "0 ends": _finish(0, 10),
    "1 ends with less": _finish(1, 5),
    "1 ends with as much": _finish(1, 10),
    "0 leaves": lambda table, now_ms: leave(table, 0, now_ms),
    "1 leaves": lambda table, now_ms: leave(table, 1, now_ms),
}


def tried(state: State, command: Command) -> Table | None:
    """The table after a command, or None if it was refused."""
    try:
        return command(state.table, state.now_ms)
    except Refusal:
        return None


def _alike(state: State) -> State:
    """One of all states between which no rule can tell: when exactly something began or was over is no matter."""
    table = state.table
    for place, seat in enumerate(table.seats):
        if seat is not None and seat.started_ms is not None:
            table = table.with_seat(place, replace(seat, started_ms=0))
    return State(replace(table, over_ms=0) if table.over else table, state.now_ms)


def _next(state: State) -> Iterator[State]:
    for command in COMMANDS.values():
        table = tried(state, command)
        if table is not None:
            yield State(table, state.now_ms)
    for now_ms in MOMENTS_MS:
        if now_ms > state.now_ms:
            yield State(settle(state.table, now_ms), now_ms)
            return


@cache
def reachable() -> tuple[State, ...]:
    """All of them, breadth first."""
    first = State(open_table(ANNA, "one", 3, 10, OPENED_MS), OPENED_MS)
    seen, waiting = {_alike(first)}, [first]
    for state in waiting:
        for following in _next(state):
            alike = _alike(following)
            if alike not in seen:
                seen.add(alike)
                waiting.append(following)
    return tuple(waiting)


def runs(table: Table) -> bool:
    """Whether somebody plays."""
    return any(seat is not None and seat.state is SeatState.PLAYING for seat in table.seats)


FACTS = TableFacts(
    "K7M2QX",
    1_760_000_000_000,
    "ab" * 32,
    "cd" * 32,
    (SeatFacts("Anna", 5, True, False, True), SeatFacts("Bert", 5, True, False, False)),
)
NOBODY_JOINED = replace(FACTS, seats=(FACTS.seats[0], None))


def at_level(player: PlayerId | None, level: int) -> Viewer:
    """A viewer who has a level on every board."""
    return Viewer(player, dict.fromkeys(BOARDS, Rating(1_000 + 100 * level)))


def facts(table: Table) -> TableFacts:
    return NOBODY_JOINED if table.joiner is None else FACTS


@cache
def _game(moves: int, ended: bool) -> TimedGame:
    timed = TimedGame.start(staircase(), 3, 0)
    for _ in range(moves):
        timed = timed.play(Action.TURN, 10)
    return timed.end(Ended.STOPPED) if ended else timed


def games(table: Table) -> Games:
    """A game for each that was started; both seats' differ."""
    first, second = (
        None
        if seat is None or seat.started_ms is None
        else _game(place + (2 if seat.outcome else 0), seat.outcome is not None)
        for place, seat in enumerate(table.seats)
    )
    return first, second
