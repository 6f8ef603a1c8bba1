"""Tables in memory: a cache that may be emptied at any moment and is never older than what was told."""

import asyncio
from pathlib import Path

import pytest

from pyramids.app import rooms
from pyramids.app.play import StaleError
from pyramids.app.site import Site
from pyramids.duel.table import PlayerId
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import Connection
from pyramids.rules import Action
from pyramids.storage.journal import JournalMove, Played
from tests.app.sites import (
    ANNA,
    BERT,
    CARA,
    Times,
    clear_round,
    code_of,
    fetched,
    forget,
    get_stuck,
    n_of,
    opened,
    over,
    play,
    players_at,
    room_of,
    started,
    table,
)


class Gate:
    """Holds every deal that is asked for until it is opened; `reached` when one waits."""

    def __init__(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.open = asyncio.Event(), asyncio.Event()
        deal = site.dealing.deal

        async def held(seed: bytes, board: str, round_number: int):
            self.reached.set()
            await self.open.wait()
            return await deal(seed, board, round_number)

        monkeypatch.setattr(site.dealing, "deal", held)


async def everything(site: Site, code: str) -> list[object]:
    """What each of four viewers would be given."""
    room = await room_of(site, code)
    return [fetched(site, room, player) for player in (ANNA, BERT, CARA, None)]


async def crowd(site: Site) -> None:
    """So many other tables that no room stays that need not."""
    for number in range(rooms.REMEMBERED + 1):
        code = await site.lobby.open(PlayerId(f"p{number}"), "three", 3, 10)
        await site.rooms.get(code)


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "REMEMBERED", 2)


@pytest.mark.usefixtures("forgetful")
async def test_a_table_that_nobody_plays_at_is_forgotten_when_others_come(site: Site) -> None:
    code = await table(site)
    await crowd(site)
    assert site.rooms.find(code) is None


@pytest.mark.usefixtures("forgetful")
async def test_a_running_game_is_never_forgotten(site: Site) -> None:
    code = await started(site, ANNA)
    await crowd(site)
    assert site.rooms.find(code) is not None


@pytest.mark.usefixtures("forgetful")
async def test_a_table_that_somebody_shows_is_not_forgotten(site: Site) -> None:
    code = await table(site)
    site.hub.add(Connection(Viewer(CARA), code))
    await crowd(site)
    assert site.rooms.find(code) is not None


@pytest.mark.usefixtures("forgetful")
async def test_however_many_are_in_use_a_load_looks_at_a_few(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []

    def shown(code: str) -> bool:
        looked_at.append(code)
        return True

    monkeypatch.setattr(site.rooms, "_shown", shown)
    codes = [await site.lobby.open(PlayerId(f"p{number}"), "three", 3, 10) for number in range(50)]
    for code in codes:
        await site.rooms.get(code)
    assert len(looked_at) <= 50 * rooms.LOOKED_AT
    assert set(looked_at) >= set(codes[:40])  # Each has its turn.
    monkeypatch.setattr(site.rooms, "_shown", lambda _code: False)
    for _ in range(16):
        await crowd(site)
    assert [code for code in codes if site.rooms.find(code) is not None] == []


@pytest.mark.usefixtures("forgetful")
async def test_a_forgotten_table_that_waits_is_the_same_when_it_comes_back(site: Site) -> None:
    code = await table(site)
    before = await everything(site, code)
    await crowd(site)
    assert await everything(site, code) == before


@pytest.mark.usefixtures("forgetful")
async def test_a_forgotten_table_that_is_over_is_the_same_when_it_comes_back(site: Site) -> None:
    code = await over(site)
    before = await everything(site, code)
    await crowd(site)
    assert await everything(site, code) == before


@pytest.mark.usefixtures("forgetful")
async def test_a_forgotten_player_starts_and_plays_as_ever(site: Site) -> None:
    code = await started(site, ANNA)
    await site.play.end(code, ANNA)
    await crowd(site)
    await site.play.start(code, BERT)
    await play(site, code, BERT, Action.TURN)
    assert await n_of(site, code, BERT) == 1


@pytest.mark.parametrize("rounds", [0, 1, 2])
async def test_a_game_that_is_read_again_is_the_same(site: Site, times: Times, rounds: int) -> None:
    code = await started(site, ANNA, BERT)
    for _ in range(rounds):
        times.pass_(500)
        await clear_round(site, code, ANNA)
    times.pass_(700)
    await play(site, code, ANNA, Action.TURN, Action.JOKER)
    before = await everything(site, code)
    forget(site, code)
    assert await everything(site, code) == before


@pytest.mark.parametrize("ended", ["stopped", "timeout", "stuck", "completed"])
async def test_an_ended_game_that_is_read_again_is_the_same(site: Site, times: Times, ended: str) -> None:
    code = await started(site, ANNA)
    await play(site, code, ANNA, Action.TURN)
    match ended:
        case "stopped":
            await site.play.end(code, ANNA)
        case "timeout":
            times.pass_(180_000)
            await site.settle_due()
        case "stuck":
            await get_stuck(site, code, ANNA)
        case "completed":
            forget(site, code)
            code = await started(site, ANNA)
            for _ in range(5):
                await clear_round(site, code, ANNA)
    before = await everything(site, code)
    assert before[0]["games"][0]["ended"] == ended  # type: ignore[index]
    forget(site, code)
    assert await everything(site, code) == before


async def test_a_game_that_was_read_again_goes_on(site: Site) -> None:
    code = await started(site, ANNA)
    await play(site, code, ANNA, Action.TURN)
    forget(site, code)
    await play(site, code, ANNA, Action.TURN)
    assert await n_of(site, code, ANNA) == 2


async def test_a_table_is_read_once_by_all_who_ask_at_once(site: Site) -> None:
    code = await over(site)
    forget(site, code)
    found = await asyncio.gather(*(site.rooms.get(code) for _ in range(5)))
    assert len(set(map(id, found))) == 1


async def test_an_unknown_table_is_unknown_each_time(site: Site) -> None:
    assert [await code_of(site.rooms.get("ZZZZZZ")) for _ in range(2)] == ["unknown_table"] * 2


async def test_a_reader_who_goes_takes_the_table_from_no_other(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await over(site)
    forget(site, code)
    gate = Gate(site, monkeypatch)
    gone, stays = (asyncio.ensure_future(site.rooms.get(code)) for _ in range(2))
    await gate.reached.wait()
    gone.cancel()
    gate.open.set()
    assert (await asyncio.wait_for(stays, 5)).kept.code == code


# What is written while a table is read.


async def being_read(site: Site, code: str, monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Begin to read a table that is not in memory; its rows have been read when this returns."""
    forget(site, code)
    gate = Gate(site, monkeypatch)
    site._spawn(_read(site, code))
    await gate.reached.wait()
    return gate


async def _read(site: Site, code: str) -> None:
    await site.rooms.get(code)


async def alone_and_finished(site: Site) -> str:
    """A table whose opener has finished, and whose seat is free."""
    code = await started(site, ANNA, joined=False)
    await site.play.end(code, ANNA)
    return code


async def test_a_join_while_the_table_is_read_is_not_lost(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await alone_and_finished(site)
    gate = await being_read(site, code, monkeypatch)
    join = asyncio.ensure_future(site.lobby.join(code, BERT))
    await site.store.write(lambda _connection, _journal: None)  # The join has been committed before this.
    gate.open.set()
    await join
    assert await players_at(site, code) == [ANNA, BERT]


async def test_a_join_while_the_table_is_read_is_answered_as_it_is(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await alone_and_finished(site)
    gate = await being_read(site, code, monkeypatch)
    join = asyncio.ensure_future(site.lobby.join(code, BERT))
    await site.store.write(lambda _connection, _journal: None)
    gate.open.set()
    assert (await join).table.place_of(BERT) == 1


async def test_a_new_name_while_the_table_is_read_is_not_lost(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await alone_and_finished(site)
    gate = await being_read(site, code, monkeypatch)
    await site.accounts.rename(ANNA, "Ada")
    gate.open.set()
    assert (await room_of(site, code)).kept.seats[0].name == "Ada"


async def test_a_new_name_is_shown_at_a_table_that_was_looked_at_long_ago(site: Site) -> None:
    code = await over(site)
    for player in (ANNA, BERT):
        await site.lobby.looked(await room_of(site, code), player)
    await site.accounts.rename(ANNA, "Ada")
    assert (await room_of(site, code)).kept.seats[0].name == "Ada"


# What is in use while others forget it.


@pytest.mark.usefixtures("forgetful")
async def test_a_table_that_is_in_use_has_no_second_room(site: Site) -> None:
    room = await room_of(site, await table(site))
    await crowd(site)
    assert await room_of(site, room.kept.code) is room


@pytest.mark.usefixtures("forgetful")
async def test_what_is_written_reaches_a_room_that_was_forgotten_in_use(site: Site) -> None:
    room = await room_of(site, await table(site, joined=False))
    await crowd(site)
    await site.lobby.join(room.kept.code, BERT)
    assert room.table.place_of(BERT) == 1


async def moved_elsewhere(site: Site, code: str) -> None:
    """A first move of Anna's that the room does not know of."""
    row = (await room_of(site, code)).seat_row(0)
    await site.store.append(JournalMove(row.id, 0, "+", site.clock.now_ms()))


async def test_a_conflict_lets_the_true_game_be_read_into_the_same_room(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    room = await room_of(site, code)
    await moved_elsewhere(site, code)
    async with room.locks[1]:  # Bert is in the middle of a move.
        with pytest.raises(StaleError):
            await site.play.move(code, ANNA, Action.TURN, 0)
    assert await room_of(site, code) is room
    assert await n_of(site, code, ANNA) == 1


async def test_a_game_is_ended_with_all_its_moves_after_a_conflict(site: Site) -> None:
    code = await started(site, ANNA)
    await moved_elsewhere(site, code)
    await site.play.end(code, ANNA)
    assert (await room_of(site, code)).seat_row(0).played == Played(("+",), (site.clock.now_ms(),))


async def test_a_game_that_has_ended_elsewhere_is_over(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    room = await room_of(site, code)
    kept, games = room.kept, list(room.games)
    await site.play.end(code, ANNA)
    room.kept, room.games = kept, games
    assert await code_of(site.play.end(code, ANNA)) == "game_over"


async def test_what_a_restart_reads_is_what_was_kept(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times) as site:
        code = await started(site, ANNA, BERT)
        await clear_round(site, code, ANNA)
        await play(site, code, ANNA, Action.TURN)
        await site.play.end(code, BERT)
        before = await everything(site, code)
    async with opened(tmp_path, times) as site:
        assert await everything(site, code) == before
