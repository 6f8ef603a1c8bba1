"""Tables and games arranged for one clause each."""

from pyramids.duel.table import (
    DAY_MS,
    Outcome,
    PlayerId,
    Table,
    finish,
    join,
    leave,
    open_table,
    start,
)
from pyramids.duel.timing import TimedGame
from pyramids.rules import Deal, Ended, Refusal, move_text
from tests.rules.builders import staircase

ANNA, BERT, CARA = PlayerId("anna"), PlayerId("bert"), PlayerId("cara")
OPENED_MS = 1_000_000
JOINED_MS = OPENED_MS + DAY_MS
STARTED_MS = JOINED_MS + 1_000
LEVEL = 5


def opened(*, highest_level: int = 10) -> Table:
    """Anna's table."""
    return open_table(ANNA, "one", 3, highest_level, OPENED_MS)


def joined(*, at_ms: int = JOINED_MS) -> Table:
    """Anna's table with Bert at it."""
    return join(opened(), BERT, LEVEL, at_ms)


def started(table: Table, *places: int, at_ms: int = STARTED_MS) -> Table:
    """With those games begun."""
    for place in places:
        table = start(table, place, at_ms)
    return table


def outcome(score: int = 100, playing_ms: int = 60_000, ended: Ended = Ended.STOPPED) -> Outcome:
    return Outcome(ended, score, playing_ms)


def finished(table: Table, *places: int, at_ms: int = STARTED_MS) -> Table:
    """With those games begun, if they were not, and ended."""
    for place in places:
        seat = table.seats[place]
        assert seat is not None
        if seat.started_ms is None:
            table = start(table, place, at_ms)
        table = finish(table, place, outcome(), at_ms)
    return table


def duel(first: Outcome, second: Outcome) -> Table:
    """A table that is over with these two games."""
    table = started(joined(), 0, 1)
    return finish(finish(table, 0, first, STARTED_MS), 1, second, STARTED_MS)


def left(table: Table, place: int, *, at_ms: int = STARTED_MS) -> Table:
    return leave(table, place, at_ms)


def code_of(command: object, *arguments: object) -> str:
    """Why a command is refused."""
    assert callable(command)
    try:
        command(*arguments)
    except Refusal as refusal:
        return str(refusal.code)
    raise AssertionError(f"{command} was accepted")


def clear_round(timed: TimedGame, first_ms: int, step_ms: int = 100) -> TimedGame:
    """A staircase's round cleared: its first move at `first_ms`, and one every `step_ms`."""
    for number, card in enumerate(reversed(timed.game.round.deal.pyramid)):
        timed = timed.play(card, first_ms + number * step_ms)
    return timed


def in_second_round(deal: Deal | None = None, *, at_ms: int = 0) -> TimedGame:
    """A game that began at `at_ms` and was cleared 2.7 s later."""
    timed = clear_round(TimedGame.start(staircase(), 3, at_ms), at_ms)
    return timed.next_round(deal or staircase(seed=1))


def open_texts(timed: TimedGame) -> tuple[str, ...]:
    return tuple(move_text(move) for move in timed.game.open_moves())
