"""Who won (rules 5.2 and 5.7)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramids.duel.result import Result, ResultBy, decide, rated_score, result
from pyramids.duel.table import COMPUTER, DAY_MS, Outcome, Table, finish, settle
from pyramids.rules import Ended
from tests.duel.tables import (
    JOINED_MS,
    OPENED_MS,
    STARTED_MS,
    duel,
    finished,
    joined,
    left,
    opened,
    outcome,
    started,
)

START_BY_MS = JOINED_MS + 3 * DAY_MS
OUTCOMES = st.none() | st.builds(
    Outcome, st.sampled_from(Ended), st.integers(-700, 10_400), st.integers(0, 3_000_000)
)


@pytest.mark.parametrize(("scores", "winner"), [((105, 100), 0), ((100, 105), 1), ((-5, -10), 0)])
def test_more_points_win_whatever_the_time(scores: tuple[int, int], winner: int) -> None:
    longest_ms = 3_000_000
    first, second = (
        outcome(score, longest_ms if place == winner else 1) for place, score in enumerate(scores)
    )
    assert result(duel(first, second)) == Result(winner, ResultBy.POINTS)


@pytest.mark.parametrize(("times_ms", "winner"), [((1_000, 1_001), 0), ((1_001, 1_000), 1)])
def test_with_equal_points_a_millisecond_less_wins(times_ms: tuple[int, int], winner: int) -> None:
    first, second = (outcome(100, time_ms) for time_ms in times_ms)
    assert result(duel(first, second)) == Result(winner, ResultBy.TIME)


def test_equal_points_and_equal_time_are_a_draw() -> None:
    assert result(duel(outcome(), outcome())) == Result(None, ResultBy.DRAW)


def test_how_a_game_ended_decides_nothing() -> None:
    first, second = outcome(ended=Ended.TIMEOUT), outcome(ended=Ended.COMPLETED)
    assert result(duel(first, second)) == Result(None, ResultBy.DRAW)


# Rule 5.7: walkovers.


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("score", [500, -700])
def test_a_starter_wins_whatever_the_points_if_the_other_misses_the_time(place: int, score: int) -> None:
    table = finish(started(joined(), place), place, outcome(score), STARTED_MS)
    assert result(settle(table, START_BY_MS)) == Result(place, ResultBy.WALKOVER)


def test_a_joiner_who_has_finished_wins_over_an_opener_who_leaves_before_starting() -> None:
    table = left(finished(joined(), 1), 0)
    assert result(table) == Result(1, ResultBy.WALKOVER)


def test_a_joiner_who_plays_wins_over_an_opener_who_leaves_before_starting() -> None:
    table = finish(left(started(joined(), 1), 0), 1, outcome(-700), STARTED_MS)
    assert result(table) == Result(1, ResultBy.WALKOVER)


# Rule 5.7: no result.


@pytest.mark.parametrize(
    "table",
    [
        settle(opened(), OPENED_MS + 7 * DAY_MS),
        settle(finished(opened(), 0), OPENED_MS + 7 * DAY_MS),
        settle(joined(), START_BY_MS),
        left(opened(), 0),
        left(joined(), 0),
        settle(left(finished(joined(), 0), 1), OPENED_MS + 7 * DAY_MS),
    ],
    ids=[
        "nobody joined",
        "nobody joined an opener who finished",
        "neither started",
        "the opener left alone",
        "the opener left before either started",
        "the joiner left an opener who finished",
    ],
)
def test_there_is_no_result(table: Table) -> None:
    assert table.over
    assert result(table) == Result(None, ResultBy.NONE)


@pytest.mark.parametrize("table", [opened(), joined(), finished(joined(), 0), started(joined(), 0, 1)])
def test_a_table_that_is_not_over_has_no_result(table: Table) -> None:
    with pytest.raises(ValueError):
        result(table)


@given(first=OUTCOMES, second=OUTCOMES, joined_=st.booleans())
def test_the_seats_are_equal_before_the_rule(
    first: Outcome | None, second: Outcome | None, joined_: bool
) -> None:
    told, mirrored = (decide(*pair, joined=joined_) for pair in ((first, second), (second, first)))
    assert told.by is mirrored.by
    assert told.winner == (None if mirrored.winner is None else 1 - mirrored.winner)


# Rule 7.2: what is rated.


@pytest.mark.parametrize(
    ("first", "second", "score"), [(105, 100, 1), (100, 105, 0), (100, 100, 0.5)], ids=["won", "lost", "draw"]
)
def test_a_duel_between_people_is_rated_by_the_opener_s_score(first: int, second: int, score: float) -> None:
    assert rated_score(duel(outcome(first), outcome(second))) == score


def test_equal_points_are_no_draw_for_the_rating_if_the_time_decides() -> None:
    assert rated_score(duel(outcome(100, 1_000), outcome(100, 1_001))) == 1


@pytest.mark.parametrize(
    "table",
    [
        settle(finished(joined(), 0), START_BY_MS),
        settle(joined(), START_BY_MS),
        settle(finished(opened(), 0), OPENED_MS + 7 * DAY_MS),
    ],
    ids=["a walkover", "no result", "no opponent"],
)
def test_what_nobody_lost_in_play_is_not_rated(table: Table) -> None:
    assert rated_score(table) is None


@pytest.mark.parametrize("place", [0, 1])
def test_a_duel_with_a_computer_player_is_not_rated(place: int) -> None:
    table = duel(outcome(105), outcome(100))
    seat = table.seats[place]
    assert seat is not None
    assert rated_score(table.with_seat(place, replace(seat, player=COMPUTER))) is None
