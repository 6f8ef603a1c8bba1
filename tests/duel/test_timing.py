"""Rule 4.4, 4.5 and 5.2: a game against its clock."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramids.duel.timing import PAUSE_MS, TimedGame, after_each_move, playing_ms
from pyramids.rules import Action, Ended, Game, Refusal
from tests.duel.tables import clear_round, code_of, in_second_round
from tests.rules.builders import dead_end, moves, staircase

START_MS = 50_000
LIMIT_MS = 180_000
CLEARED_MS = START_MS + 27 * 100  # When `in_second_round` cleared its first one.


def begun(minutes: int = 3) -> TimedGame:
    return TimedGame.start(staircase(), minutes, START_MS)


def second_round() -> TimedGame:
    return in_second_round(at_ms=START_MS)


# Rule 4.5: the limit.


@pytest.mark.parametrize(("minutes", "limit_ms"), [(3, 180_000), (10, 600_000)])
def test_a_round_lasts_as_long_as_the_table_says(minutes: int, limit_ms: int) -> None:
    assert begun(minutes).deadline_ms - START_MS == limit_ms


def test_the_first_rounds_clock_begins_with_the_start() -> None:
    assert begun().left_ms(START_MS + 1) == LIMIT_MS - 1


def test_a_move_in_the_last_millisecond_counts() -> None:
    timed = begun().play(Action.TURN, START_MS + LIMIT_MS - 1)
    assert timed.times_ms == ((LIMIT_MS - 1,),)


@pytest.mark.parametrize("late_ms", [0, 1, 10_000_000])
def test_a_move_at_the_limit_or_after_it_is_refused_as_game_over(late_ms: int) -> None:
    assert code_of(begun().play, Action.TURN, START_MS + LIMIT_MS + late_ms) == "game_over"


def test_a_move_that_is_late_and_wrong_besides_is_refused_as_game_over() -> None:
    timed = begun()
    covered = timed.game.round.deal.pyramid[0]
    assert code_of(timed.play, covered, timed.deadline_ms) == "game_over"


@pytest.mark.parametrize(("now_ms", "late"), [(START_MS + LIMIT_MS - 1, False), (START_MS + LIMIT_MS, True)])
def test_a_game_is_late_from_the_limit_on(now_ms: int, late: bool) -> None:
    assert begun().is_late(now_ms) is late


def test_a_game_that_has_ended_is_never_late() -> None:
    assert not begun().end(Ended.STOPPED).is_late(START_MS + LIMIT_MS)


def test_what_is_left_never_falls_below_nothing() -> None:
    assert begun().left_ms(START_MS + 2 * LIMIT_MS) == 0


def test_a_first_move_moves_no_clock_in_the_first_round() -> None:
    assert begun().play(Action.TURN, START_MS + 9).begins_ms == START_MS


# Rule 4.5: the next round.


def test_the_next_rounds_clock_begins_three_seconds_after_the_clearing_move() -> None:
    assert second_round().begins_ms == CLEARED_MS + 3_000


def test_what_was_left_of_a_round_is_not_added_to_the_next() -> None:
    assert second_round().deadline_ms == CLEARED_MS + 3_000 + LIMIT_MS


def test_the_whole_limit_is_left_during_the_pause() -> None:
    assert second_round().left_ms(CLEARED_MS + 1) == LIMIT_MS


def test_the_pause_runs_down_to_nothing() -> None:
    timed = second_round()
    assert [timed.pause_ms(CLEARED_MS + after) for after in (0, 1, 2_999, 3_000, 9_000)] == [
        3_000,
        2_999,
        1,
        0,
        0,
    ]


def test_an_early_first_move_begins_a_later_rounds_clock() -> None:
    timed = second_round().play(Action.TURN, CLEARED_MS + 500)
    assert (timed.begins_ms, timed.times_ms[1]) == (CLEARED_MS + 500, (0,))


def test_an_early_second_move_counts_from_the_early_first_one() -> None:
    timed = second_round().play(Action.TURN, CLEARED_MS + 500).play(Action.TURN, CLEARED_MS + 700)
    assert (timed.begins_ms, timed.times_ms[1]) == (CLEARED_MS + 500, (0, 200))


def test_a_first_move_after_the_pause_moves_no_clock() -> None:
    timed = second_round().play(Action.TURN, CLEARED_MS + PAUSE_MS + 40)
    assert (timed.begins_ms, timed.times_ms[1]) == (CLEARED_MS + PAUSE_MS, (40,))


def test_a_first_move_with_the_pauses_last_moment_takes_no_time() -> None:
    assert second_round().play(Action.TURN, CLEARED_MS + PAUSE_MS).times_ms[1] == (0,)


def test_a_refused_early_move_begins_no_clock() -> None:
    timed = second_round()
    covered = timed.game.round.deal.pyramid[0]
    assert code_of(timed.play, covered, CLEARED_MS + 1) == "card_covered"
    assert timed.begins_ms == CLEARED_MS + PAUSE_MS


def test_a_later_round_is_late_at_its_own_limit() -> None:
    timed = second_round()
    assert [timed.is_late(timed.deadline_ms - 1), timed.is_late(timed.deadline_ms)] == [False, True]


def test_a_round_that_is_cleared_in_its_last_millisecond_is_followed_by_a_whole_one() -> None:
    timed = begun()
    cards = list(reversed(timed.game.round.deal.pyramid))
    for card in cards[:-1]:
        timed = timed.play(card, START_MS)
    timed = timed.play(cards[-1], START_MS + LIMIT_MS - 1).next_round(staircase(seed=1))
    assert timed.deadline_ms == START_MS + LIMIT_MS - 1 + PAUSE_MS + LIMIT_MS


def test_no_move_is_accepted_between_a_clear_and_the_next_deal() -> None:
    timed = clear_round(begun(), START_MS)
    assert code_of(timed.play, Action.TURN, START_MS + 5_000) == "game_over"


def test_no_round_follows_one_that_is_not_cleared() -> None:
    with pytest.raises(ValueError):
        begun().play(Action.TURN, START_MS).next_round(staircase(seed=1))


def test_a_game_that_clears_five_rounds_is_completed() -> None:
    timed = begun()
    for number in range(1, 5):
        timed = clear_round(timed, timed.begins_ms).next_round(staircase(seed=number))
    assert clear_round(timed, timed.begins_ms).game.ended is Ended.COMPLETED


# Rules 4.4 and 4.5: the end.


def test_a_stopped_game_keeps_its_points() -> None:
    timed = begun().play(Action.TURN, START_MS).end(Ended.STOPPED)
    assert (timed.game.ended, timed.game.score) == (Ended.STOPPED, -5)


def test_a_game_that_ran_out_keeps_its_points() -> None:
    timed = begun().play(Action.TURN, START_MS).end(Ended.TIMEOUT)
    assert (timed.game.ended, timed.game.score) == (Ended.TIMEOUT, -5)


@pytest.mark.parametrize("ended", [Ended.STOPPED, Ended.TIMEOUT])
def test_an_ended_game_takes_no_move(ended: Ended) -> None:
    assert code_of(begun().end(ended).play, Action.TURN, START_MS) == "game_over"


@pytest.mark.parametrize("ended", [Ended.STOPPED, Ended.TIMEOUT])
def test_a_game_ends_once(ended: Ended) -> None:
    assert code_of(begun().end(Ended.STOPPED).end, ended) == "game_over"


@pytest.mark.parametrize("now_ms", [START_MS + 700, START_MS + 900, START_MS + 9 * LIMIT_MS])
@pytest.mark.parametrize(("ended", "left_ms"), [(Ended.STOPPED, LIMIT_MS - 700), (Ended.TIMEOUT, 0)])
def test_the_clock_of_an_ended_game_stands_still(now_ms: int, ended: Ended, left_ms: int) -> None:
    assert begun().play(Action.TURN, START_MS + 700).end(ended).left_ms(now_ms) == left_ms


def test_the_whole_limit_is_left_of_a_game_that_was_stopped_without_a_move() -> None:
    assert begun().end(Ended.STOPPED).left_ms(START_MS + 900) == LIMIT_MS


# Rule 5.2: playing time.


def test_playing_time_is_up_to_the_last_move() -> None:
    timed = begun().play(Action.TURN, START_MS + 700).end(Ended.STOPPED)
    assert timed.playing_ms == 700


def test_a_game_that_was_stopped_without_a_move_took_no_time() -> None:
    assert begun().end(Ended.STOPPED).playing_ms == 0


def test_playing_time_is_the_sum_of_the_rounds_without_the_pause() -> None:
    timed = second_round().play(Action.TURN, CLEARED_MS + PAUSE_MS + 40).end(Ended.STOPPED)
    assert timed.playing_ms == 2_700 + 40


def test_an_early_round_is_counted_from_its_first_move() -> None:
    timed = second_round().play(Action.TURN, CLEARED_MS + 500).play(Action.TURN, CLEARED_MS + 4_000)
    assert timed.playing_ms == 2_700 + 3_500


def test_a_round_that_ran_out_counts_whole() -> None:
    timed = begun().play(Action.TURN, START_MS + 700).end(Ended.TIMEOUT)
    assert timed.playing_ms == LIMIT_MS


def test_only_the_round_that_ran_out_counts_whole() -> None:
    assert second_round().end(Ended.TIMEOUT).playing_ms == 2_700 + LIMIT_MS


def test_a_stuck_game_counts_up_to_its_last_move() -> None:
    timed = TimedGame.start(dead_end(), 3, START_MS)
    for number, move in enumerate([Action.TURN] * 23 + moves("* 2S")):
        timed = timed.play(move, START_MS + number * 10)
    assert (timed.game.ended, timed.playing_ms) == (Ended.STUCK, 240)


def test_a_round_without_a_move_counts_nothing() -> None:
    assert playing_ms(((5, 9), ()), Ended.STOPPED, LIMIT_MS) == 9


@given(chance=st.randoms(use_true_random=False), pauses_ms=st.lists(st.integers(0, 20_000), max_size=60))
def test_every_time_lies_within_its_round_and_never_falls(
    chance: random.Random, pauses_ms: list[int]
) -> None:
    timed, now_ms = second_round(), CLEARED_MS
    for pause_ms in pauses_ms:
        now_ms += pause_ms
        options = timed.game.open_moves()
        if timed.is_late(now_ms) or not options:
            break
        timed = timed.play(chance.choice(options), now_ms)
    for times in timed.times_ms:
        assert list(times) == sorted(times)
        assert all(0 <= time < LIMIT_MS for time in times)


@given(now_ms=st.integers(0, 3 * LIMIT_MS))
def test_a_move_is_accepted_exactly_while_the_game_is_not_late(now_ms: int) -> None:
    timed = second_round()
    try:
        accepted = isinstance(timed.play(Action.TURN, now_ms).game, Game)
    except Refusal:
        accepted = False
    assert accepted is not timed.is_late(now_ms)


# What a game was.


def test_a_game_is_told_move_by_move_over_its_rounds() -> None:
    timed = second_round().play(Action.TURN, CLEARED_MS + 500).play(Action.JOKER, CLEARED_MS + 700)
    at_ms = [START_MS + 100 * at for at in range(28)] + [CLEARED_MS + 500, CLEARED_MS + 700]
    for game in (timed, timed.end(Ended.STOPPED)):
        told = list(after_each_move(game, at_ms))
        assert [was.game.moves_made for was in told] == list(range(1, 31))
        assert told[0] == begun().play(told[0].game.round.moves[0], START_MS)
        assert told[27] == second_round()
        assert told[29] == timed


def test_of_a_game_without_a_move_there_is_nothing_to_tell() -> None:
    assert list(after_each_move(begun(), [])) == []
