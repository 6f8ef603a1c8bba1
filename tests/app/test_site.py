"""The process as a whole: what a restart finds, the jobs, and the site's own socket."""

import asyncio
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from pyramids.app import site as site_module
from pyramids.app.site import Site
from pyramids.duel.table import DAY_MS
from pyramids.rules import Action
from pyramids.storage.store import NotSavedError
from tests.app.sites import (
    ANNA,
    BERT,
    MINUTE_MS,
    Screen,
    Times,
    clear_round,
    forget,
    n_of,
    opened,
    over,
    play,
    room_of,
    started,
    table,
    view,
)

LIMIT_MS = 3 * MINUTE_MS


# Downtime.


async def left_ms(site: Site, code: str) -> int:
    return (await view(site, code, ANNA))["left_ms"]


@pytest.mark.parametrize("down_ms", [0, 1, 5_000, 30 * DAY_MS])
async def test_downtime_is_taken_off_no_clock(tmp_path: Path, times: Times, down_ms: int) -> None:  # E23
    async with opened(tmp_path, times) as site:
        code = await started(site, ANNA)
        times.pass_(MINUTE_MS)
        await play(site, code, ANNA, Action.TURN)
    times.pass_(down_ms)
    async with opened(tmp_path, times) as site:
        assert await left_ms(site, code) == 2 * MINUTE_MS


@pytest.mark.parametrize("jump_ms", [-DAY_MS, DAY_MS])
async def test_a_wall_clock_that_jumps_changes_no_clock(tmp_path: Path, times: Times, jump_ms: int) -> None:
    async with opened(tmp_path, times) as site:
        code = await started(site, ANNA)
        times.wall += jump_ms
        times.pass_(1_000)
        await play(site, code, ANNA, Action.TURN)
        assert await left_ms(site, code) == LIMIT_MS - 1_000
        times.wall -= jump_ms
    async with opened(tmp_path, times) as site:
        assert await left_ms(site, code) == LIMIT_MS - 1_000


async def test_many_restarts_take_nothing_off_a_clock(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times) as site:
        code = await started(site, ANNA)
    for n in range(4):
        times.pass_(DAY_MS)
        async with opened(tmp_path, times) as site:
            times.pass_(1_000)
            await site.play.move(code, ANNA, Action.TURN, n)
    async with opened(tmp_path, times) as site:
        assert await left_ms(site, code) == LIMIT_MS - 4_000


async def test_downtime_counts_in_no_deadline_of_a_table(tmp_path: Path, times: Times) -> None:  # Rule 5.7
    async with opened(tmp_path, times) as site:
        code = await table(site)
        times.pass_(2 * DAY_MS)
        await site.play.start(code, BERT)
    times.pass_(30 * DAY_MS)
    async with opened(tmp_path, times) as site:
        times.pass_(DAY_MS - 1)
        await site.play.start(code, ANNA)


async def test_downtime_is_in_no_playing_time(tmp_path: Path, times: Times) -> None:  # Rule 5.2
    async with opened(tmp_path, times) as site:
        code = await started(site, ANNA)
        times.pass_(1_000)
        await play(site, code, ANNA, Action.TURN)
    times.pass_(DAY_MS)
    async with opened(tmp_path, times) as site:
        times.pass_(500)
        await play(site, code, ANNA, Action.TURN)
        await site.play.end(code, ANNA)
        outcome = (await room_of(site, code)).table.opener.outcome
    assert outcome is not None
    assert outcome.playing_ms == 1_500


async def test_the_pause_between_rounds_goes_on_after_downtime(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times) as site:
        code = await started(site, ANNA)
        await clear_round(site, code, ANNA)
    times.pass_(DAY_MS)
    async with opened(tmp_path, times) as site:
        seen = await view(site, code, ANNA)
    assert (seen["pause_ms"], seen["left_ms"]) == (3_000, LIMIT_MS)


# What a restart finds.


async def test_a_game_goes_on_after_a_restart(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times) as site:
        code = await started(site, ANNA)
        await play(site, code, ANNA, Action.TURN, Action.TURN)
        before = await view(site, code, ANNA)
    async with opened(tmp_path, times) as site:
        assert await view(site, code, ANNA) == before
        await site.play.move(code, ANNA, Action.JOKER, 2)
        assert await n_of(site, code, ANNA) == 3


async def test_a_running_game_that_nobody_looks_at_after_a_restart_is_ended_by_the_job(
    tmp_path: Path, times: Times
) -> None:
    async with opened(tmp_path, times) as site:
        code = await started(site, ANNA)
        await play(site, code, ANNA, Action.TURN)
    async with opened(tmp_path, times) as site:
        times.pass_(LIMIT_MS)
        await site.settle_due()
        seen = await view(site, code, ANNA)
    assert (seen["ended"], seen["n"]) == ("timeout", 1)


async def test_starting_again_leads_to_the_same_table_after_a_restart(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times) as site:
        code = await over(site)
        again = await site.lobby.again(code, ANNA)
    async with opened(tmp_path, times) as site:
        assert [await site.lobby.again(code, player) for player in (ANNA, BERT)] == [again, again]


async def test_names_are_kept_over_a_restart(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times) as site:
        await site.accounts.rename(ANNA, "Ada")
    async with opened(tmp_path, times) as site:
        assert await site.people.name(ANNA) == "Ada"


# The jobs.


async def test_time_ends_a_game_by_itself(
    tmp_path: Path, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:  # E26
    monkeypatch.setattr(site_module, "SETTLE_EVERY_S", 0.01)
    async with opened(tmp_path, times) as site:
        code = await started(site, ANNA)
        room = await room_of(site, code)
        changed = asyncio.Event()
        monkeypatch.setattr(site.publish, "room", lambda _room: changed.set())
        times.pass_(LIMIT_MS)
        await asyncio.wait_for(changed.wait(), 5)
    assert room.table.opener.outcome is not None


async def test_one_table_that_cannot_be_settled_stops_no_other(
    site: Site, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = await started(site, ANNA), await started(site, ANNA)
    settle = site.play.settle

    async def settle_some(code: str):
        if code == broken:
            raise RuntimeError("a bug")
        return await settle(code)

    monkeypatch.setattr(site.play, "settle", settle_some)
    times.pass_(LIMIT_MS)
    await site.settle_due()
    assert (await view(site, sound, ANNA))["ended"] == "timeout"


async def test_games_that_run_past_their_tables_deadline_keep_no_other_waiting(
    site: Site, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:  # Rule 5.7
    monkeypatch.setattr(site_module, "DUE_AT_ONCE", 2)
    running = [await table(site) for _ in range(3)]
    waits = await table(site)
    times.pass_(3 * DAY_MS - 1)
    for code in running:
        await site.play.start(code, ANNA)
    times.pass_(1)
    await site.settle_due()
    assert [(await room_of(site, code)).table.over for code in (*running, waits)] == [False] * 3 + [True]


async def test_a_job_that_fails_is_tried_again(
    tmp_path: Path, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_module, "BEAT_EVERY_S", 0.01)
    beats = 0
    beaten = asyncio.Event()

    async def beat(_site: Site) -> None:
        nonlocal beats
        beats += 1
        if beats == 3:
            beaten.set()
        raise NotSavedError("full")

    monkeypatch.setattr(Site, "_beat", beat)
    async with opened(tmp_path, times):
        await asyncio.wait_for(beaten.wait(), 5)


async def test_swept_games_are_still_shown(site: Site) -> None:
    code = await over(site)
    before = await view(site, code, ANNA)
    await site._sweep()
    forget(site, code)
    assert await view(site, code, ANNA) == before


# A full disk: the store refuses (tests/storage), and the game is what it was.


async def refuse(*_arguments: object, **_settings: object) -> None:
    raise NotSavedError("full")


async def test_a_move_that_was_not_saved_has_not_happened_and_may_be_sent_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await started(site, ANNA)
    before = await view(site, code, ANNA)
    with monkeypatch.context() as full:
        full.setattr(site.store, "append", refuse)
        with pytest.raises(NotSavedError):
            await site.play.move(code, ANNA, Action.TURN, 0)
    assert await view(site, code, ANNA) == before
    await site.play.move(code, ANNA, Action.TURN, 0)


@pytest.mark.parametrize("command", ["end", "start"])
async def test_a_command_that_was_not_saved_has_not_happened_and_may_be_sent_again(
    site: Site, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    code = await started(site, *([ANNA] if command == "end" else []))
    before = (await room_of(site, code)).kept
    with monkeypatch.context() as full:
        full.setattr(site.store, "write", refuse)
        with pytest.raises(NotSavedError):
            await getattr(site.play, command)(code, ANNA)
    assert (await room_of(site, code)).kept == before
    await getattr(site.play, command)(code, ANNA)


async def test_a_look_that_cannot_be_saved_does_no_harm(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await room_of(site, await over(site))
    with capture_logs() as logs, monkeypatch.context() as full:
        full.setattr(site.store, "write", refuse)
        await site.lobby.looked(room, ANNA)
    assert [entry["event"] for entry in logs] == ["look_not_saved"]
    assert site.lobby.has_to_look(room, ANNA)
    await site.lobby.looked(room, ANNA)
    assert not site.lobby.has_to_look(room, ANNA)


async def test_a_fault_in_what_nobody_waits_for_is_logged(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_arguments: object) -> None:
        raise RuntimeError("a bug")

    code = await started(site, ANNA, BERT)
    await site.play.end(code, ANNA)
    await Screen(site, ANNA, code).open()
    monkeypatch.setattr(site.lobby, "looked", fail)
    with capture_logs() as logs:
        await site.play.end(code, BERT)
        while site._telling:
            await asyncio.sleep(0)
    assert [entry["event"] for entry in logs] == ["telling_failed"]
