"""Tries: one round alone, what is shown of it, and where it stands."""

import pytest

from pyramids.duel.codes import TryCode
from pyramids.duel.timing import TimedGame
from pyramids.duel.tries import (
    MINUTES,
    OwnTry,
    RoundResult,
    Standing,
    may_see_standing,
    offers,
    round_result,
    standing,
    start_try,
    streak,
    why_not_try,
)
from pyramids.rules import Action, Ended
from tests.duel.tables import in_second_round
from tests.rules.builders import staircase

START_MS = 50_000
RESULT = RoundResult(Ended.STOPPED, 10, 5, 1, cleared=False, cards_left=20)
RUNS, HAS_ENDED = OwnTry(1, None), OwnTry(1, RESULT)


def cleared_try() -> TimedGame:
    timed = start_try(staircase(), START_MS)
    for at, card in enumerate(reversed(staircase().pyramid)):
        timed = timed.play(card, START_MS + 100 * at)
    return timed


def test_a_try_has_three_minutes_from_its_start() -> None:
    assert start_try(staircase(), START_MS).deadline_ms == START_MS + MINUTES * 60_000 == START_MS + 180_000


def test_clearing_its_one_round_completes_a_try() -> None:
    assert cleared_try().game.ended is Ended.COMPLETED


def test_a_cleared_try_has_the_points_time_and_longest_sequence_of_its_round() -> None:
    assert round_result(cleared_try(), 1) == RoundResult(
        Ended.COMPLETED, 2_080, 2_700, 28, cleared=True, cards_left=0
    )


def test_a_try_that_was_ended_counts_up_to_its_last_move() -> None:
    timed = start_try(staircase(), START_MS).play(Action.TURN, START_MS + 900).end(Ended.STOPPED)
    assert round_result(timed, 1) == RoundResult(Ended.STOPPED, -5, 900, 0, cleared=False, cards_left=28)


def test_a_try_that_ran_out_of_time_counts_whole() -> None:
    timed = start_try(staircase(), START_MS).play(Action.TURN, START_MS + 900).end(Ended.TIMEOUT)
    result = round_result(timed, 1)
    assert result is not None
    assert result.playing_ms == 180_000


def test_a_running_try_has_no_result() -> None:
    assert round_result(start_try(staircase(), START_MS), 1) is None


def test_each_round_of_a_longer_game_has_a_result_once_it_is_left() -> None:
    timed = in_second_round(at_ms=START_MS)
    first = round_result(timed, 1)
    assert first is not None
    assert (first.ended, first.cleared) == (Ended.COMPLETED, True)
    assert [round_result(timed, number) for number in (2, 3)] == [None, None]


@pytest.mark.parametrize(
    ("own", "is_its_day", "code"),
    [
        (None, True, None),
        (None, False, TryCode.NOT_TODAY),
        (RUNS, True, TryCode.ALREADY_TRIED),
        (HAS_ENDED, True, TryCode.ALREADY_TRIED),
        (HAS_ENDED, False, TryCode.ALREADY_TRIED),
    ],
)
def test_a_deal_is_tried_once_and_a_days_deal_on_its_day(
    own: OwnTry | None, is_its_day: bool, code: TryCode | None
) -> None:
    assert why_not_try(own, is_its_day=is_its_day) is code


@pytest.mark.parametrize(
    ("own", "closed", "seen"),
    [
        (None, False, False),
        (None, True, True),
        (RUNS, False, False),
        (RUNS, True, False),
        (HAS_ENDED, False, True),
        (HAS_ENDED, True, True),
    ],
)
def test_others_results_are_shown_after_ones_own_end_or_when_all_is_over(  # E31
    own: OwnTry | None, closed: bool, seen: bool
) -> None:
    assert may_see_standing(own, closed=closed) is seen


def test_a_running_try_can_be_ended_and_an_ended_one_offers_nothing() -> None:
    assert offers(None, None) == ("start",)
    assert offers(RUNS, TryCode.ALREADY_TRIED) == ("end",)
    assert offers(HAS_ENDED, TryCode.ALREADY_TRIED) == ()
    assert offers(None, TryCode.NOT_TODAY) == ()


def test_a_place_counts_those_above_and_a_percentage_those_below_among_the_others() -> None:
    assert standing(8, 2, 5, 300, 120, own=True) == Standing(8, 3, 71, 300, 120)


def test_the_only_one_stands_first_and_ahead_of_nobody() -> None:
    assert standing(1, 0, 0, 7, 7, own=True) == Standing(1, 1, None, 7, 7)


def test_a_bystander_has_no_place() -> None:
    assert standing(3, 0, 0, 9, 8, own=False) == Standing(3, None, None, 9, 8)


@pytest.mark.parametrize(
    ("days", "count"),
    [
        ([], 0),
        ([100], 1),
        ([99], 1),
        ([98], 0),
        ([100, 99, 98, 96], 3),
        ([99, 98, 90], 2),
        ([100, 98, 97], 1),
    ],
)
def test_a_streak_counts_days_on_end_up_to_today_or_yesterday(days: list[int], count: int) -> None:
    assert streak(days, 100) == count
