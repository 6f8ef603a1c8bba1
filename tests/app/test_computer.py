"""The computer at its tables: when it sits down to its game, and that it plays as a person does. E33, E44"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pyramids import bots
from pyramids.app.site import Site
from pyramids.bots import QUICKEST_MS
from pyramids.duel.table import COMPUTER, SeatState, Table
from pyramids.duel.view import GameView
from pyramids.rules.boards import Board
from pyramids.rules.round import Move
from tests.app.sites import ANNA, BOARD, MINUTE_MS, Screen, Times, opened, players_at, room_of, started, view

PATIENCE_S = 20


@dataclass
class Pace:
    """The computer's waiting, in which the test's clock runs; after `most` pauses it waits for ever."""

    times: Times
    most: int = 10_000
    pauses: int = 0

    async def sleep(self, seconds: float) -> None:
        self.pauses += 1
        if self.pauses > self.most:
            await asyncio.Event().wait()
        self.times.pass_(round(seconds * 1000))


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(0.005)


async def until_it_is(site: Site, code: str, state: SeatState, place: int = 1) -> Table:
    room = await room_of(site, code)

    def holds() -> bool:
        seat = room.table.seats[place]
        return seat is not None and seat.state is state

    await until(holds)
    return room.table


async def against_it(site: Site) -> str:
    return await site.lobby.open(ANNA, BOARD, 3, 10, computer=True)


def its_tasks() -> list[str]:
    names = [str(task.get_coro()) for task in asyncio.all_tasks()]
    return [name for name in names if "_play_to_the_end" in name]


async def test_it_waits_for_its_opponents_start(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times, Pace(times).sleep) as site:
        code = await against_it(site)
        await site.computer.take_up()
        assert not its_tasks()
        joiner = (await room_of(site, code)).table.joiner
        assert joiner is not None
        assert joiner.state is SeatState.SEATED


async def test_it_starts_with_its_opponents_start(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times, Pace(times, most=0).sleep) as site:
        code = await against_it(site)
        await site.play.start(code, ANNA)
        await until_it_is(site, code, SeatState.PLAYING)


async def test_it_starts_at_once_where_its_opponent_has_finished(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times, Pace(times, most=0).sleep) as site:
        code = await site.lobby.open(ANNA, BOARD, 3, 10)
        await site.play.start(code, ANNA)
        await site.play.end(code, ANNA)
        await site.lobby.seat_computer(code, ANNA)
        await until_it_is(site, code, SeatState.PLAYING)


@pytest.mark.parametrize("board", ["one", "three"])
async def test_it_plays_a_whole_game_at_a_persons_pace(tmp_path: Path, times: Times, board: str) -> None:
    async with opened(tmp_path, times, Pace(times).sleep) as site:
        code = await site.lobby.open(ANNA, board, 3, 10, computer=True)
        await site.play.start(code, ANNA)
        table = await until_it_is(site, code, SeatState.FINISHED)
        played = (await room_of(site, code)).games[1]
        assert played is not None
        assert table.joiner is not None
        assert table.joiner.outcome is not None
        assert table.joiner.outcome.ended in ("completed", "stuck")
        between = [later - at for at, later in zip(played.at_ms, played.at_ms[1:], strict=False)]
        assert min(between) >= QUICKEST_MS
        assert all(times_ms[-1] < 3 * MINUTE_MS for times_ms in played.timed.times_ms if times_ms)


async def test_what_it_starts_and_plays_is_not_sent_to_its_opponent(tmp_path: Path, times: Times) -> None:
    # Rule 5.6
    pace = Pace(times)
    async with opened(tmp_path, times, pace.sleep) as site:
        code = await site.lobby.open(ANNA, BOARD, 10, 10, computer=True)  # Her own clock does not run out.
        anna = await Screen(site, ANNA, code).open()
        await site.play.start(code, ANNA)
        await anna.receive()
        await until_it_is(site, code, SeatState.FINISHED)
        assert await anna.receive() == []
        assert anna.table["seats"][1]["state"] is None


async def test_it_is_labelled_and_always_on_line(tmp_path: Path, times: Times) -> None:  # E33
    async with opened(tmp_path, times, Pace(times).sleep) as site:
        code = await against_it(site)
        seats = (await (await Screen(site, ANNA, code).open()).shows())["table"]["seats"]
        assert [(seat["name"], seat["computer"], seat["online"]) for seat in seats[1:]] == [
            ("Computer", True, True)
        ]
        assert not seats[0]["computer"]


async def test_it_sees_nothing_but_its_own_game(
    tmp_path: Path, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[GameView] = []

    def choose(seen: GameView, board: Board) -> Move:
        shown.append(seen)
        return bots.choose(seen, board)

    monkeypatch.setattr("pyramids.app.computer.choose", choose)
    async with opened(tmp_path, times, Pace(times, most=5).sleep) as site:
        code = await against_it(site)
        await site.play.start(code, ANNA)
        await until(lambda: len(shown) == 6)
        assert [seen.n for seen in shown] == [0, 1, 2, 3, 4, 5]
        assert shown[-1].n == (await view(site, code, COMPUTER))["n"]


async def test_it_goes_on_after_a_restart(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times, Pace(times, most=7).sleep) as site:
        code = await against_it(site)
        await site.play.start(code, ANNA)
        room = await room_of(site, code)
        await until(lambda: room.games[1] is not None and room.games[1].moves_made == 7)
    times.pass_(60 * MINUTE_MS)
    async with opened(tmp_path, times, Pace(times).sleep) as site:
        await until_it_is(site, code, SeatState.FINISHED)


async def test_it_starts_after_a_restart_where_its_opponent_had_started(
    tmp_path: Path, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, times) as site:
        monkeypatch.setattr(site.computer, "notice", lambda code, table: None)
        code = await against_it(site)
        await site.play.start(code, ANNA)
    async with opened(tmp_path, times, Pace(times, most=0).sleep) as site:
        await until_it_is(site, code, SeatState.PLAYING)


async def test_a_game_is_played_by_one_task_however_often_it_is_noticed(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times, Pace(times, most=0).sleep) as site:
        code = await against_it(site)
        await site.play.start(code, ANNA)
        await until_it_is(site, code, SeatState.PLAYING)
        for _ in range(3):
            await site.computer.take_up()
        assert len(its_tasks()) == 1


async def test_it_takes_a_game_up_again_after_a_fault(
    tmp_path: Path, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(seen: GameView, board: Board) -> Move:
        raise RuntimeError("a fault")

    async with opened(tmp_path, times, Pace(times).sleep) as site:
        code = await against_it(site)
        with monkeypatch.context() as patched:
            patched.setattr("pyramids.app.computer.choose", fault)
            await site.play.start(code, ANNA)
            await until_it_is(site, code, SeatState.PLAYING)
            await until(lambda: not its_tasks())
        await site.computer.take_up()
        await until_it_is(site, code, SeatState.FINISHED)


async def test_a_clock_that_ran_out_ends_its_game(tmp_path: Path, times: Times) -> None:  # Rule 4.5
    async def oversleep(seconds: float) -> None:
        times.pass_(4 * MINUTE_MS)

    async with opened(tmp_path, times, oversleep) as site:
        code = await against_it(site)
        await site.play.start(code, ANNA)
        table = await until_it_is(site, code, SeatState.FINISHED)
        assert table.joiner is not None
        assert table.joiner.outcome is not None
        assert table.joiner.outcome.ended == "timeout"
        await until(lambda: not its_tasks())


async def test_it_leaves_no_task_behind(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times, Pace(times, most=2).sleep) as site:
        code = await against_it(site)
        await site.play.start(code, ANNA)
        await until_it_is(site, code, SeatState.PLAYING)
        assert its_tasks()
    assert not its_tasks()


async def test_a_duel_with_it_is_not_rated(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times, Pace(times).sleep) as site:
        code = await against_it(site)
        await site.play.start(code, ANNA)
        await site.play.end(code, ANNA)
        await until_it_is(site, code, SeatState.FINISHED)
        room = await room_of(site, code)
        assert room.table.over
        assert [row and row.rated for row in room.kept.seats] == [None, None]
        assert (await site.people.viewer(ANNA)).ratings == {}


@pytest.mark.parametrize("joined_late", [False, True])
async def test_starting_again_seats_it_again(tmp_path: Path, times: Times, joined_late: bool) -> None:
    async with opened(tmp_path, times, Pace(times).sleep) as site:
        code = await site.lobby.open(ANNA, BOARD, 3, 10, computer=not joined_late)
        await site.play.start(code, ANNA)
        await site.play.end(code, ANNA)
        if joined_late:
            await site.lobby.seat_computer(code, ANNA)
        again = await site.lobby.again(code, ANNA)
        assert await players_at(site, again) == [ANNA, COMPUTER]
        await until_it_is(site, code, SeatState.FINISHED)
        assert await site.lobby.again(code, ANNA) == again
        await site.play.start(again, ANNA)
        await until_it_is(site, again, SeatState.FINISHED)


async def test_it_plays_at_no_table_of_people(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times, Pace(times).sleep) as site:
        await started(site, ANNA)
        await site.computer.take_up()
        assert not its_tasks()
