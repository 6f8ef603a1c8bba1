"""Site time: it stands still while no process runs, and a jump of the wall clock changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramids.app.clock import SiteClock
from pyramids.storage.store import Beat
from tests.app.sites import Times

START_MS = Times().wall


def restarted(times: Times, beat: Beat | None) -> SiteClock:
    clock = times.site_clock()
    clock.resume(beat)
    return clock


def test_the_first_process_begins_with_the_wall_clock() -> None:
    clock = restarted(Times(), None)
    assert (clock.now_ms(), clock.wall_ms(), clock.beat()) == (START_MS, START_MS, Beat(START_MS, 0))


def test_site_time_goes_by_the_monotonic_clock() -> None:
    times = Times()
    clock = restarted(times, None)
    times.monotonic += 250
    assert (clock.now_ms(), clock.wall_ms()) == (START_MS + 250, START_MS + 250)


@pytest.mark.parametrize("jump_ms", [-3_600_000, 3_600_000])
def test_a_jump_of_the_wall_clock_changes_nothing_in_a_process(jump_ms: int) -> None:
    times = Times()
    clock = restarted(times, None)
    times.wall += jump_ms
    times.pass_(10)
    assert (clock.now_ms(), clock.beat()) == (START_MS + 10, Beat(START_MS + 10, 0))


def test_a_restart_goes_on_where_the_last_beat_was() -> None:
    times = Times()
    beat = restarted(times, None).beat()
    times.pass_(60_000)
    assert restarted(times, beat).now_ms() == START_MS


def test_downtime_is_kept_with_the_next_beat() -> None:
    times = Times()
    beat = restarted(times, None).beat()
    times.pass_(60_000)
    assert restarted(times, beat).beat() == Beat(START_MS + 60_000, 60_000)


def test_downtime_adds_up_over_restarts() -> None:
    times = Times()
    beat = restarted(times, None).beat()
    for _ in range(3):
        times.pass_(1_000)
        clock = restarted(times, beat)
        times.pass_(50)
        beat = clock.beat()
    assert (clock.now_ms(), beat.downtime_ms) == (START_MS + 150, 3_000)


def test_time_of_a_process_that_never_wrote_is_downtime() -> None:
    times = Times()
    beat = restarted(times, None).beat()
    restarted(times, beat)
    times.pass_(5_000)
    assert restarted(times, beat).now_ms() == START_MS


@pytest.mark.parametrize("jump_ms", [-3_600_000, -1, 1, 3_600_000])
def test_a_wall_clock_that_jumped_while_nothing_ran_changes_no_site_time(jump_ms: int) -> None:
    times = Times()
    beat = restarted(times, None).beat()
    times.wall += jump_ms
    assert restarted(times, beat).now_ms() == START_MS


def test_the_wall_time_that_is_shown_never_falls_below_the_last_beat() -> None:
    times = Times()
    beat = restarted(times, None).beat()
    times.wall -= 3_600_000
    assert restarted(times, beat).wall_ms() == START_MS


def test_a_machine_that_was_rebooted_changes_nothing() -> None:
    times = Times(monotonic=9_000_000)
    beat = restarted(times, None).beat()
    times.wall, times.monotonic = times.wall + 100, 3
    clock = restarted(times, beat)
    times.pass_(7)
    assert clock.now_ms() == START_MS + 7


@given(
    lives=st.lists(
        st.tuples(st.integers(0, 10**7), st.integers(-(10**10), 10**10), st.integers(0, 10**7)), max_size=8
    )
)
def test_site_time_is_the_time_that_processes_ran(lives: list[tuple[int, int, int]]) -> None:
    """Each life: how long a process ran, how the wall clock jumped, and how long nothing ran."""
    times = Times()
    beat, ran_ms = restarted(times, None).beat(), 0
    for alive_ms, jump_ms, down_ms in lives:
        clock = restarted(times, beat)
        times.pass_(alive_ms)
        ran_ms += alive_ms
        beat = clock.beat()
        times.wall += jump_ms
        times.pass_(down_ms)
    assert restarted(times, beat).now_ms() == START_MS + ran_ms
