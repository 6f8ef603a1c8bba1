"""The contract of the one writer, for every engine."""

import asyncio
import errno
import threading
from collections.abc import AsyncIterator
from functools import partial
from types import SimpleNamespace

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from pyramids.rules import Refusal
from pyramids.storage.journal import JournalMove, SqliteJournal
from pyramids.storage.schema import players
from pyramids.storage.store import MOST_BRIEF, Beat, InUseError, NotSavedError, Store
from tests.storage.stores import SqliteEngine, add_player, seat, together


@pytest.fixture(params=[False, True], ids=["long", "brief"])
async def store(request: pytest.FixtureRequest, engine: SqliteEngine) -> AsyncIterator[Store]:
    """An open store, all of whose commands are brief or none is."""
    async with engine.opened() as opened:
        opened.write = partial(opened.write, brief=request.param)
        yield opened


NAMES = "SELECT id FROM players ORDER BY id"


def add_then(name: str, error: Exception):
    def command(connection: Connection, journal: SqliteJournal) -> None:
        add_player(name)(connection, journal)
        raise error

    return command


def name_twice(connection: Connection, journal: SqliteJournal) -> None:
    add_player("twice")(connection, journal)
    add_player("twice")(connection, journal)


async def test_a_command_gives_its_result(store: Store) -> None:
    assert await store.write(lambda _connection, _journal: 42) == 42


async def test_a_query_gives_its_result(store: Store) -> None:
    await store.write(add_player("anna"))
    assert await store.read(lambda connection: connection.scalar(select(players.c.name))) == "anna"


async def test_a_command_is_on_disk_when_it_is_answered(engine: SqliteEngine, store: Store) -> None:
    for name in "abcdefgh":
        await store.write(add_player(name))
        assert (name,) in engine.rows(NAMES)


async def test_a_restart_finds_what_was_written(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        await store.write(add_player("anna"))
    async with engine.opened() as store:
        assert await store.read(lambda connection: connection.scalar(select(players.c.name))) == "anna"


async def test_commands_of_a_batch_run_in_their_order(store: Store) -> None:
    order: list[int] = []
    await together(*(store.write(lambda _c, _j, n=n: order.append(n)) for n in range(50)))
    assert order == list(range(50))


async def test_brief_commands_and_long_ones_of_a_batch_run_in_their_order(engine: SqliteEngine) -> None:
    order: list[int] = []
    async with engine.opened() as store:
        before = engine.beats
        await together(
            *(store.write(lambda _c, _j, n=n: order.append(n), brief=n % 3 > 0) for n in range(50))
        )
        assert engine.beats == before + 1
    assert order == list(range(50))


async def test_brief_commands_run_in_the_loops_thread_and_long_ones_beside_it(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        here = threading.get_ident()
        assert await store.write(lambda _c, _j: threading.get_ident(), brief=True) == here
        assert await store.write(lambda _c, _j: threading.get_ident()) != here


async def test_too_many_brief_commands_at_a_time_do_not_stop_the_loop(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        asked = (store.write(lambda _c, _j: threading.get_ident(), brief=True) for _ in range(MOST_BRIEF + 1))
        assert threading.get_ident() not in await together(*asked)


async def test_a_brief_command_that_is_interrupted_ends_no_writer(engine: SqliteEngine) -> None:
    interrupted: list[object] = []
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()

    def interrupt(_connection: Connection, _journal: SqliteJournal) -> None:
        raise asyncio.CancelledError  # A BaseException that the loop's callbacks may raise.

    async with engine.opened() as store:
        loop.set_exception_handler(lambda _loop, context: interrupted.append(context))
        try:
            with pytest.raises(NotSavedError):
                await store.write(interrupt, brief=True)
        finally:
            loop.set_exception_handler(before)
        await store.write(add_player("anna"), brief=True)
        assert engine.rows(NAMES) == [("anna",)]


async def test_commands_of_a_batch_are_one_transaction(engine: SqliteEngine, store: Store) -> None:
    before = engine.beats
    await together(*(store.write(add_player(f"p{n}")) for n in range(20)))
    assert engine.beats == before + 1


async def test_what_follows_a_commit_is_done_in_order_though_nobody_waits(store: Store) -> None:
    done: list[int] = []
    gone = [asyncio.ensure_future(store.write(lambda _c, _j, n=n: n, done.append)) for n in range(3)]
    move = asyncio.ensure_future(store.append(JournalMove(7, 0, "+", 1), lambda _: done.append(7)))
    await asyncio.sleep(0)
    for waiting in (*gone, move):
        waiting.cancel()
    await store.write(lambda _connection, _journal: None)
    assert sorted(done) == [0, 1, 2, 7]
    assert [n for n in done if n < 7] == [0, 1, 2]


async def test_nothing_follows_a_command_that_was_refused(store: Store) -> None:
    done: list[None] = []
    with pytest.raises(Refusal):
        await store.write(add_then("anna", Refusal("table_full")), done.append)
    assert done == []


async def test_a_fault_in_what_follows_a_commit_is_its_callers_alone(store: Store) -> None:
    results = await together(
        store.write(lambda _connection, _journal: 0, lambda n: 1 // n), store.write(lambda _c, _j: 2)
    )
    assert [type(results[0]), results[1]] == [ZeroDivisionError, 2]


async def test_nobody_reads_what_is_not_committed(engine: SqliteEngine) -> None:
    loop = asyncio.get_running_loop()
    found: list[object] = []

    def command(connection: Connection, journal: SqliteJournal) -> None:
        add_player("anna")(connection, journal)
        read = store.read(lambda other: other.scalar(select(players.c.name)))
        found.append(asyncio.run_coroutine_threadsafe(read, loop).result(5))

    async with engine.opened() as store:
        await store.write(command)
    assert found == [None]


async def test_a_refused_command_leaves_nothing_and_takes_nothing_with_it(
    engine: SqliteEngine, store: Store
) -> None:
    refusal = Refusal("table_full")
    results = await together(
        store.write(add_player("before")),
        store.write(add_then("refused", refusal)),
        store.write(add_player("after")),
        store.append(JournalMove(1, 0, "+", 1)),
    )
    assert results == [None, refusal, None, None]
    assert engine.rows(NAMES) == [("after",), ("before",)]
    assert engine.rows("SELECT move FROM moves") == [("+",)]


async def test_a_bug_in_a_command_is_its_callers_alone(engine: SqliteEngine, store: Store) -> None:
    bug = KeyError("a bug")
    results = await together(
        store.write(add_player("before")), store.write(add_then("bug", bug)), store.write(add_player("x"))
    )
    assert results == [None, bug, None]
    assert engine.rows(NAMES) == [("before",), ("x",)]


async def test_a_command_that_breaks_a_constraint_fails_alone(engine: SqliteEngine, store: Store) -> None:
    results = await together(
        store.write(add_player("before")), store.write(name_twice), store.write(add_player("after"))
    )
    assert [type(result) for result in results] == [type(None), IntegrityError, type(None)]
    assert engine.rows(NAMES) == [("after",), ("before",)]


async def test_a_command_whose_caller_has_gone_is_kept_and_disturbs_nobody(
    engine: SqliteEngine, store: Store
) -> None:
    gone = asyncio.ensure_future(store.write(add_player("gone")))
    await asyncio.sleep(0)
    gone.cancel()
    await store.write(add_player("here"))
    assert engine.rows(NAMES) == [("gone",), ("here",)]


async def test_what_waits_is_committed_as_the_store_closes(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        waiting = [asyncio.ensure_future(store.write(add_player(f"p{n}"))) for n in range(30)]
        await asyncio.sleep(0)
    assert await asyncio.gather(*waiting) == [None] * 30
    assert len(engine.rows(NAMES)) == 30


async def test_a_store_that_is_closed_saves_nothing_and_says_so(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        pass
    with pytest.raises(NotSavedError):
        await asyncio.wait_for(store.write(add_player("late")), 5)
    with pytest.raises(NotSavedError):
        await asyncio.wait_for(store.append(JournalMove(1, 0, "+", 1)), 5)


async def test_a_seats_row_is_never_given_again(engine: SqliteEngine, store: Store) -> None:
    first = await seat(store, "AAAAAA")
    await store.write(lambda connection, _journal: connection.exec_driver_sql("DELETE FROM seats").close())
    assert await seat(store, "BBBBBB") > first


async def test_a_database_is_opened_by_one_process_alone(engine: SqliteEngine, store: Store) -> None:
    other = engine.store()
    with pytest.raises(InUseError):
        other.open()
    await other.close()


async def test_a_database_that_was_closed_is_opened_by_another(engine: SqliteEngine) -> None:
    for _ in range(2):
        async with engine.opened() as store:
            await store.write(lambda _connection, _journal: None)


# The clock's row.


async def test_a_new_database_has_no_beat(engine: SqliteEngine) -> None:
    assert (await engine.found())[0] is None


async def test_a_beat_is_kept_as_the_store_starts(engine: SqliteEngine) -> None:
    async with engine.opened():
        assert engine.rows("SELECT beat_wall_ms, downtime_ms FROM clock") == [(1_000_001, 0)]


async def test_every_command_carries_a_beat(engine: SqliteEngine, store: Store) -> None:
    for _ in range(3):
        await store.write(add_player(f"p{engine.beats}"))
        assert engine.rows("SELECT beat_wall_ms FROM clock") == [(1_000_000 + engine.beats,)]


async def test_the_beat_is_taken_after_all_commands_of_its_transaction(
    engine: SqliteEngine, store: Store
) -> None:
    beats: list[int] = []
    await store.write(lambda _connection, _journal: beats.append(engine.beats))
    assert engine.rows("SELECT beat_wall_ms FROM clock") == [(1_000_000 + beats[0] + 1,)]


async def test_a_restart_finds_the_last_beat(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        await store.write(add_player("anna"))
    assert (await engine.found())[0] == Beat(1_000_000 + engine.beats, 0)


async def test_a_restart_finds_no_beat_before_the_last_move(engine: SqliteEngine) -> None:
    engine.downtime_ms = 7
    async with engine.opened() as store:
        await store.append(JournalMove(1, 0, "+", 5_000_000))
        await store.append(JournalMove(2, 0, "+", 4_000_000))
    assert (await engine.found())[0] == Beat(5_000_007, 7)


async def test_the_clock_is_one_row_after_many_starts(engine: SqliteEngine) -> None:
    for _ in range(3):
        async with engine.opened() as store:
            await store.write(add_player(f"p{engine.beats}"))
    assert len(engine.rows("SELECT * FROM clock")) == 1


# A full disk.


async def test_a_full_disk_refuses_a_command_whole(engine: SqliteEngine, store: Store) -> None:
    await engine.fill(store)
    with pytest.raises(NotSavedError):
        await store.write(add_player("x" * 100_000))
    assert engine.rows(NAMES) == []


async def test_a_full_disk_refuses_all_of_a_batch(engine: SqliteEngine, store: Store) -> None:
    await engine.fill(store)
    results = await together(
        store.write(add_player("a")), store.write(add_player("x" * 100_000)), store.write(add_player("b"))
    )
    assert [type(result) for result in results] == [NotSavedError] * 3
    assert engine.rows(NAMES) == []


async def test_a_full_disk_is_read_as_ever(engine: SqliteEngine, store: Store) -> None:
    await store.write(add_player("anna"))
    await engine.fill(store)
    with pytest.raises(NotSavedError):
        await store.write(add_player("x" * 100_000))
    assert await store.read(lambda connection: connection.scalar(select(players.c.name))) == "anna"


async def test_commands_are_saved_again_when_there_is_room(engine: SqliteEngine, store: Store) -> None:
    await engine.fill(store)
    with pytest.raises(NotSavedError):
        await store.write(add_player("x" * 100_000))
    await engine.make_room(store)
    await store.write(add_player("anna"))
    assert engine.rows(NAMES) == [("anna",)]


async def test_a_log_that_cannot_be_written_stops_no_writer(
    engine: SqliteEngine, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object, **_facts: object) -> None:
        raise OSError(errno.ENOSPC, "the log lies on the same disk")

    monkeypatch.setattr("pyramids.storage.store.log", SimpleNamespace(error=full))
    await engine.fill(store)
    with pytest.raises(NotSavedError):
        await store.write(add_player("x" * 100_000))
    await engine.make_room(store)
    await asyncio.wait_for(store.write(add_player("anna")), 5)


async def test_a_store_that_a_full_disk_failed_closes_and_opens_again(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        await store.write(add_player("anna"))
        await engine.fill(store)
        with pytest.raises(NotSavedError):
            await store.write(add_player("x" * 100_000))
    async with engine.opened() as store:
        await store.write(add_player("bert"))
    assert engine.rows(NAMES) == [("anna",), ("bert",)]
