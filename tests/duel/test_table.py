"""The life of a table, clause by clause (rules 5.1 to 5.7)."""

import pytest

from pyramids.duel.table import (
    ANY_LEVEL,
    DAY_MS,
    Outcome,
    SeatState,
    Table,
    can_be_joined,
    deadline_ms,
    finish,
    join,
    leave,
    settle,
    start,
    why_not_play,
)
from tests.duel.tables import (
    ANNA,
    BERT,
    CARA,
    JOINED_MS,
    LEVEL,
    OPENED_MS,
    STARTED_MS,
    code_of,
    finished,
    joined,
    left,
    opened,
    outcome,
    started,
)

CLOSES_MS = OPENED_MS + 7 * DAY_MS
START_BY_MS = JOINED_MS + 3 * DAY_MS


def state(table: Table, place: int) -> SeatState | None:
    seat = table.seats[place]
    return None if seat is None else seat.state


# Rules 5.1, 5.3, 5.4: who may join.


def test_an_opener_sits_at_the_table_from_the_start() -> None:
    assert opened().seats[0].player == ANNA


def test_nobody_meets_themselves() -> None:  # Rule 5.1
    assert code_of(join, opened(), ANNA, LEVEL, JOINED_MS) == "already_seated"


def test_nobody_joins_twice() -> None:  # Rule 5.1
    assert code_of(join, joined(), BERT, LEVEL, JOINED_MS) == "already_seated"


@pytest.mark.parametrize(
    ("highest_level", "level"), [(5, 5), (5, 1), (9, 9), (ANY_LEVEL, 10), (ANY_LEVEL, 1)]
)
def test_a_level_up_to_the_highest_may_join(highest_level: int, level: int) -> None:  # Rule 5.3
    assert join(opened(highest_level=highest_level), BERT, level, JOINED_MS).joiner is not None


@pytest.mark.parametrize(("highest_level", "level"), [(4, 5), (1, 2), (9, 10)])
def test_a_level_above_the_highest_may_not_join(highest_level: int, level: int) -> None:  # Rule 5.3
    assert code_of(join, opened(highest_level=highest_level), BERT, level, JOINED_MS) == "level_too_high"


def test_a_third_player_finds_the_table_full() -> None:  # Rule 5.4
    assert code_of(join, joined(), CARA, LEVEL, JOINED_MS) == "table_full"


def test_a_table_whose_opener_has_started_may_be_joined() -> None:  # Rule 5.5
    assert join(started(opened(), 0), BERT, LEVEL, STARTED_MS).joiner is not None


def test_a_table_whose_opener_has_finished_may_be_joined() -> None:  # Rule 5.5
    assert join(finished(opened(), 0), BERT, LEVEL, STARTED_MS).joiner is not None


# Rule 5.5: the start.


def test_an_opener_may_start_before_anybody_has_joined() -> None:
    assert state(started(opened(), 0), 0) is SeatState.PLAYING


def test_both_play_at_the_same_time() -> None:  # Rule 5.1
    table = started(joined(), 0, 1)
    assert (state(table, 0), state(table, 1)) == (SeatState.PLAYING, SeatState.PLAYING)


def test_one_plays_after_the_other() -> None:  # Rule 5.1
    assert state(started(finished(joined(), 0), 1), 1) is SeatState.PLAYING


@pytest.mark.parametrize("place", [0, 1])
def test_nobody_starts_twice(place: int) -> None:
    assert code_of(start, started(joined(), place), place, STARTED_MS) == "already_started"


@pytest.mark.parametrize("place", [0, 1])
def test_nobody_starts_again_after_the_end(place: int) -> None:
    assert code_of(start, finished(joined(), place), place, STARTED_MS) == "already_started"


def test_nobody_starts_at_an_empty_seat() -> None:
    assert code_of(start, opened(), 1, STARTED_MS) == "not_seated"


def test_a_start_is_at_its_own_moment() -> None:
    assert started(opened(), 0).opener.started_ms == STARTED_MS


def test_no_game_is_moved_in_before_its_start() -> None:
    assert why_not_play(joined(), 0) == "not_started"


@pytest.mark.parametrize("place", [None, 1])
def test_no_game_is_moved_in_without_a_seat(place: int | None) -> None:
    assert why_not_play(opened(), place) == "not_seated"


def test_a_game_is_moved_in_after_its_start() -> None:
    assert why_not_play(started(joined(), 1), 1) is None


def test_no_game_ends_before_its_start() -> None:
    assert code_of(finish, joined(), 0, outcome(), STARTED_MS) == "not_started"


@pytest.mark.parametrize("place", [0, 1])
def test_a_game_ends_once(place: int) -> None:
    table = finished(joined(), place)
    assert code_of(finish, table, place, outcome(999), STARTED_MS) == "not_started"


# Rule 5.7: 7 days to be joined.


def test_a_table_may_be_joined_up_to_the_last_moment_of_seven_days() -> None:
    assert join(opened(), BERT, LEVEL, CLOSES_MS - 1).joiner is not None


@pytest.mark.parametrize("late_ms", [0, DAY_MS])
def test_a_table_may_not_be_joined_after_seven_days(late_ms: int) -> None:
    assert code_of(join, opened(), BERT, LEVEL, CLOSES_MS + late_ms) == "table_closed"


def test_a_table_that_nobody_joined_is_over_after_seven_days_and_not_before() -> None:
    assert [settle(opened(), CLOSES_MS - 1).over, settle(opened(), CLOSES_MS).over] == [False, True]


def test_an_opener_may_not_start_a_table_that_nobody_joined_for_seven_days() -> None:
    assert code_of(start, opened(), 0, CLOSES_MS) == "table_closed"


def test_a_table_that_nobody_joined_waits_for_its_openers_running_game() -> None:
    table = started(opened(), 0, at_ms=CLOSES_MS - 1)
    assert not settle(table, CLOSES_MS + 60_000).over
    assert finish(table, 0, outcome(), CLOSES_MS + 60_000).over


def test_a_table_may_not_be_joined_after_seven_days_while_its_opener_plays() -> None:
    table = started(opened(), 0, at_ms=CLOSES_MS - 1)
    assert code_of(join, table, BERT, LEVEL, CLOSES_MS) == "table_closed"


def test_a_table_is_not_over_while_somebody_may_still_join() -> None:
    assert not finished(opened(), 0).over


# Rule 5.7: 3 days to start, from the join, for both.


@pytest.mark.parametrize("place", [0, 1])
def test_each_player_may_start_up_to_the_last_moment_of_three_days(place: int) -> None:
    assert state(start(joined(), place, START_BY_MS - 1), place) is SeatState.PLAYING


@pytest.mark.parametrize("place", [0, 1])
def test_nobody_starts_three_days_after_the_join(place: int) -> None:
    assert code_of(start, joined(), place, START_BY_MS) == "table_closed"


def test_a_late_join_gives_both_three_days_beyond_the_seven() -> None:
    table = joined(at_ms=CLOSES_MS - 1)
    assert not settle(table, CLOSES_MS + 3 * DAY_MS - 2).over
    assert settle(table, CLOSES_MS + 3 * DAY_MS - 1).over


def test_a_table_at_which_nobody_started_is_over_after_three_days_and_not_before() -> None:
    assert [settle(joined(), START_BY_MS - 1).over, settle(joined(), START_BY_MS).over] == [False, True]


@pytest.mark.parametrize("place", [0, 1])
def test_a_table_at_which_one_finished_waits_three_days_for_the_other(place: int) -> None:
    table = finished(joined(), place)
    assert [settle(table, START_BY_MS - 1).over, settle(table, START_BY_MS).over] == [False, True]


@pytest.mark.parametrize("place", [0, 1])
def test_a_table_waits_for_a_game_that_runs_beyond_the_three_days(place: int) -> None:
    table = started(joined(), place, at_ms=START_BY_MS - 1)
    assert not settle(table, START_BY_MS + 60_000).over
    assert finish(table, place, outcome(), START_BY_MS + 60_000).over


# Rule 5.7: over.


@pytest.mark.parametrize("last", [0, 1])
def test_a_table_is_over_with_the_end_of_the_second_game(last: int) -> None:
    table = finished(joined(), 1 - last)
    assert not table.over
    assert finished(table, last).over


def test_a_table_is_over_when_its_end_is_found_and_that_stays() -> None:
    table = settle(opened(), CLOSES_MS + 5)
    assert (table.over_ms, settle(table, CLOSES_MS + 99)) == (CLOSES_MS + 5, table)


def test_nobody_joins_a_table_that_is_over() -> None:
    table = settle(left(opened(), 0), STARTED_MS)
    assert code_of(join, table, BERT, LEVEL, STARTED_MS) == "table_closed"


def test_nobody_starts_at_a_table_that_is_over() -> None:
    table = left(joined(), 0)
    assert code_of(start, table, 1, STARTED_MS) == "table_closed"


# Rule 5.7: a joiner leaves.


def test_a_joiner_who_leaves_before_starting_frees_the_seat() -> None:
    table = left(joined(), 1)
    assert (table.joiner, can_be_joined(table, STARTED_MS)) == (None, True)


def test_a_freed_seat_is_taken_by_another() -> None:
    table = join(left(joined(), 1), CARA, LEVEL, STARTED_MS)
    assert table.joiner is not None
    assert table.joiner.player == CARA


def test_whoever_gave_a_seat_back_may_take_it_again() -> None:
    assert join(left(joined(), 1), BERT, LEVEL, STARTED_MS).joiner is not None


def test_another_join_gives_three_days_anew() -> None:
    later_ms = JOINED_MS + 2 * DAY_MS
    table = join(left(joined(), 1, at_ms=later_ms), CARA, LEVEL, later_ms)
    assert deadline_ms(table) == later_ms + 3 * DAY_MS


def test_a_freed_seat_leaves_an_openers_end_as_it_was() -> None:
    table = left(finished(joined(), 0), 1)
    assert (table.over, state(table, 0)) == (False, SeatState.FINISHED)


def test_a_freed_seat_leaves_an_openers_running_game_as_it_was() -> None:
    assert state(left(started(joined(), 0), 1), 0) is SeatState.PLAYING


def test_a_seat_freed_after_seven_days_is_not_taken_again() -> None:
    table = left(joined(at_ms=CLOSES_MS - 1), 1, at_ms=CLOSES_MS)
    assert code_of(join, table, CARA, LEVEL, CLOSES_MS) == "table_closed"


def test_a_table_is_over_when_its_seat_is_freed_after_seven_days() -> None:
    assert left(joined(at_ms=CLOSES_MS - 1), 1, at_ms=CLOSES_MS).over


def test_a_table_whose_seat_is_freed_after_seven_days_waits_for_its_openers_running_game() -> None:
    table = started(joined(at_ms=CLOSES_MS - 1), 0, at_ms=CLOSES_MS)
    table = left(table, 1, at_ms=CLOSES_MS + 1)
    assert not table.over
    assert finish(table, 0, outcome(), CLOSES_MS + 2).over


# Rule 5.7: an opener leaves.


def test_an_opener_who_leaves_before_anybody_joined_closes_the_table() -> None:
    assert left(opened(), 0).over


def test_an_opener_who_leaves_before_either_has_started_closes_the_table() -> None:
    assert left(joined(), 0).over


def test_an_opener_who_leaves_while_the_joiner_plays_leaves_the_table_to_that_game() -> None:
    table = left(started(joined(), 1), 0)
    assert (table.over, state(table, 0), state(table, 1)) == (False, SeatState.LEFT, SeatState.PLAYING)


def test_a_table_whose_opener_left_is_over_with_the_joiners_end() -> None:
    assert finish(left(started(joined(), 1), 0), 1, outcome(), STARTED_MS).over


def test_an_opener_who_leaves_after_the_joiners_end_closes_the_table() -> None:
    assert left(finished(joined(), 1), 0).over


def test_an_opener_who_left_does_not_start_any_more() -> None:
    table = left(started(joined(), 1), 0)
    assert code_of(start, table, 0, STARTED_MS) == "table_closed"


def test_an_opener_who_left_keeps_the_seat() -> None:
    assert left(started(joined(), 1), 0).place_of(ANNA) == 0


# Rule 5.5: leaving after one's start.


@pytest.mark.parametrize("place", [0, 1])
def test_leaving_after_ones_own_end_changes_nothing(place: int) -> None:
    table = finished(joined(), place)
    assert left(table, place) == table


@pytest.mark.parametrize("place", [0, 1])
def test_a_running_game_is_not_left_but_ended_first(place: int) -> None:
    table = started(joined(), place)
    assert left(table, place) == table


@pytest.mark.parametrize("place", [0, 1])
def test_leaving_a_table_that_is_over_changes_nothing(place: int) -> None:
    table = settle(joined(), START_BY_MS)
    assert leave(table, place, START_BY_MS) == table


def test_nobody_leaves_an_empty_seat() -> None:
    assert code_of(leave, opened(), 1, STARTED_MS) == "not_seated"


# The next moment at which time alone ends a table.


@pytest.mark.parametrize(
    ("table", "at_ms"),
    [
        (opened(), CLOSES_MS),
        (finished(opened(), 0), CLOSES_MS),
        (joined(), START_BY_MS),
        (finished(joined(), 0), START_BY_MS),
        (finished(joined(), 1), START_BY_MS),
        (left(joined(), 1), CLOSES_MS),
        (started(joined(), 0), None),
        (finished(started(joined(), 1), 0), None),
        (finished(joined(), 0, 1), None),
    ],
)
def test_a_tables_deadline_is_when_time_alone_ends_it(table: Table, at_ms: int | None) -> None:
    assert deadline_ms(table) == at_ms


def test_a_players_place_is_their_seat() -> None:
    assert [joined().place_of(player) for player in (ANNA, BERT, CARA, None)] == [0, 1, None, None]


def test_an_openers_seat_is_never_empty() -> None:
    with pytest.raises(ValueError):
        opened().with_seat(0, None)


def test_a_seat_keeps_how_its_game_ended() -> None:
    end = Outcome(outcome().ended, -35, 1_234)
    assert finish(started(joined(), 1), 1, end, STARTED_MS).joiner.outcome == end  # type: ignore[union-attr]
