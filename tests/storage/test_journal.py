"""The contract of the journal, for every engine (docs/architecture.md, "The truth is the journal")."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from pyramids.rules import Refusal
from pyramids.storage import tables
from pyramids.storage.journal import ConflictError, JournalMove, Played, SqliteJournal, unpack
from pyramids.storage.store import NotSavedError, Store
from tests.storage.stores import SqliteEngine, add_player, moves, pack, played, seat, together

ANNA, BERT = 11, 12  # Two running games' seats.


async def append(store: Store, *some: JournalMove) -> None:
    for move in some:
        await store.append(move)


def kinds(results: list[object]) -> list[str | None]:
    return [None if result is None else type(result).__name__ for result in results]


async def test_a_restart_finds_every_move_in_order(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        await append(store, *moves(ANNA, "7H", "+", "*"))
    assert (await engine.found())[1] == {ANNA: played("7H", "+", "*")}


async def test_each_seat_counts_its_own_moves(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        for first, second in zip(moves(ANNA, "7H", "+"), moves(BERT, "+", "*"), strict=True):
            await append(store, first, second)
    assert (await engine.found())[1] == {ANNA: played("7H", "+"), BERT: played("+", "*")}


async def test_a_restart_goes_on_counting_where_the_last_process_stopped(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        await append(store, *moves(ANNA, "7H", "+"))
    async with engine.opened() as store:
        await append(store, *moves(ANNA, "*", first=2))
    assert (await engine.found())[1] == {ANNA: played("7H", "+", "*")}


async def test_a_running_game_is_read_in_order(store: Store) -> None:
    await append(store, *moves(ANNA, "7H", "+", "*"))
    assert await store.running_game(ANNA) == played("7H", "+", "*")


async def test_a_game_without_a_move_is_empty(store: Store) -> None:
    assert await store.running_game(ANNA) == Played()


@pytest.mark.parametrize("n", [0, 1, 3, 400])
async def test_a_move_whose_place_is_taken_or_ahead_is_a_conflict(store: Store, n: int) -> None:
    await append(store, *moves(ANNA, "7H", "+"))
    with pytest.raises(ConflictError):
        await store.append(JournalMove(ANNA, n, "*", 900))


async def test_a_conflict_writes_nothing(engine: SqliteEngine, store: Store) -> None:
    await append(store, *moves(ANNA, "7H"))
    await together(store.append(JournalMove(ANNA, 0, "*", 900)))
    assert engine.rows("SELECT move FROM moves") == [("7H",)]


async def test_a_conflict_in_a_batch_does_not_fail_the_others(engine: SqliteEngine, store: Store) -> None:
    results = await together(
        store.append(JournalMove(ANNA, 0, "7H", 1)),
        store.append(JournalMove(ANNA, 0, "*", 2)),
        store.append(JournalMove(BERT, 0, "+", 3)),
        store.append(JournalMove(ANNA, 1, "+", 4)),
    )
    assert kinds(results) == [None, "ConflictError", None, None]
    assert engine.rows("SELECT seat_id, n, move FROM moves ORDER BY at_ms") == [
        (ANNA, 0, "7H"),
        (BERT, 0, "+"),
        (ANNA, 1, "+"),
    ]


async def test_the_same_move_twice_in_a_batch_is_accepted_once(engine: SqliteEngine, store: Store) -> None:
    move = JournalMove(ANNA, 0, "7H", 1)
    results = await together(store.append(move), store.append(JournalMove(*move)))
    assert kinds(results) == [None, "ConflictError"]
    assert engine.rows("SELECT move FROM moves") == [("7H",)]


async def test_a_move_is_on_disk_when_it_is_answered(engine: SqliteEngine, store: Store) -> None:
    for n in range(20):
        await store.append(JournalMove(ANNA, n, "+", n))
        assert engine.rows("SELECT max(n) FROM moves") == [(n,)]


async def test_a_move_whose_sender_has_gone_is_kept(engine: SqliteEngine, store: Store) -> None:
    gone = asyncio.ensure_future(store.append(JournalMove(ANNA, 0, "+", 1)))
    await asyncio.sleep(0)
    gone.cancel()
    await store.append(JournalMove(ANNA, 1, "*", 2))
    assert engine.rows("SELECT move FROM moves ORDER BY n") == [("+",), ("*",)]


# A move that no task waits for.


class Outcomes(list[tuple[int, BaseException | None]]):
    """Which moves are done, in order, and with what error."""

    def of(self, move: JournalMove) -> Callable[[BaseException | None], None]:
        return lambda error: self.append((move.n, error))


async def test_who_submits_a_move_is_called_when_it_is_on_disk(engine: SqliteEngine, store: Store) -> None:
    found: list[list[tuple[Any, ...]]] = []
    for n in range(5):
        store.submit(
            JournalMove(ANNA, n, "+", n), lambda _: found.append(engine.rows("SELECT max(n) FROM moves"))
        )
        await store.append(JournalMove(BERT, n, "+", n))
    assert found == [[(n,)] for n in range(5)]


async def test_who_submits_a_move_whose_place_is_taken_is_told_of_the_conflict(store: Store) -> None:
    outcomes = Outcomes()
    for move in (JournalMove(ANNA, 0, "7H", 1), JournalMove(ANNA, 0, "*", 2), JournalMove(ANNA, 1, "+", 3)):
        store.submit(move, outcomes.of(move))
    await store.append(JournalMove(BERT, 0, "+", 4))
    assert [(n, None if error is None else type(error)) for n, error in outcomes] == [
        (0, None),
        (0, ConflictError),
        (1, None),
    ]


async def test_who_submits_a_move_to_a_full_disk_is_told(engine: SqliteEngine, store: Store) -> None:
    outcomes = Outcomes()
    await engine.fill(store)
    for n in range(2_000):  # More than the room that is left in the last page.
        store.submit(JournalMove(ANNA, n, "+", n), outcomes.of(JournalMove(ANNA, n, "+", n)))
    await together(store.append(JournalMove(BERT, 0, "+", 1)))
    assert {type(error) for _, error in outcomes} == {NotSavedError}
    await engine.make_room(store)
    await store.append(JournalMove(ANNA, 0, "+", 1))


async def test_a_fault_in_what_follows_a_submitted_move_disturbs_nobody(store: Store) -> None:
    def fail(_error: BaseException | None) -> None:
        raise RuntimeError("a bug")

    store.submit(JournalMove(ANNA, 0, "7H", 1), fail)
    await append(store, JournalMove(BERT, 0, "+", 2), JournalMove(ANNA, 1, "+", 3))
    assert await store.running_game(ANNA) == Played(("7H", "+"), (1, 3))


async def test_a_store_that_is_closed_takes_no_move(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        pass
    with pytest.raises(NotSavedError):
        store.submit(JournalMove(ANNA, 0, "7H", 1), lambda _: None)


# A move that a command appends stands or falls with the command.


def append_then(move: JournalMove, error: Exception):
    def command(connection: Connection, journal: SqliteJournal) -> None:
        assert journal.append(connection, [move]) == []
        raise error

    return command


@pytest.mark.parametrize("error", [Refusal("game_over"), ConflictError(), RuntimeError("a bug")])
async def test_a_failed_commands_move_leaves_its_place_free(
    engine: SqliteEngine, store: Store, error: Exception
) -> None:
    move = JournalMove(ANNA, 0, "7H", 1)
    assert await together(store.write(append_then(move, error))) == [error]
    await store.append(move)
    assert engine.rows("SELECT move FROM moves") == [("7H",)]


async def test_a_failed_command_takes_back_no_move_of_its_batch(engine: SqliteEngine, store: Store) -> None:
    first, second, third = moves(ANNA, "7H", "+", "*")
    error = ConflictError()
    assert await together(store.append(first), store.write(append_then(second, error))) == [None, error]
    await append(store, second, third)
    assert (await store.running_game(ANNA)) == played("7H", "+", "*")


# Packing.


async def test_a_packed_game_is_read_from_its_seat(engine: SqliteEngine, store: Store) -> None:
    seat_id = await seat(store, "AAAAAA")
    await append(store, *moves(seat_id, "7H", "+", "*"))
    await store.write(pack(seat_id, played("7H", "+", "*")))
    kept = await store.read(lambda connection: tables.by_code(connection, "AAAAAA"))
    assert kept is not None
    assert kept.seats[0].played == played("7H", "+", "*")


async def test_a_packed_game_without_a_move_is_not_a_running_one(store: Store) -> None:
    seat_id = await seat(store, "AAAAAA")
    await store.write(pack(seat_id, Played()))
    kept = await store.read(lambda connection: tables.by_code(connection, "AAAAAA"))
    assert kept is not None
    assert kept.seats[0].played == Played()


async def test_a_restart_finds_no_packed_game_among_the_running_ones(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        seat_id = await seat(store, "AAAAAA")
        await append(store, *moves(seat_id, "7H"), *moves(ANNA + 900, "+"))
        await store.write(pack(seat_id, played("7H")))
    assert (await engine.found())[1] == {ANNA + 900: played("+")}


async def test_a_game_is_not_packed_without_all_of_its_moves(store: Store) -> None:
    seat_id = await seat(store, "AAAAAA")
    await append(store, *moves(seat_id, "7H", "+"))
    with pytest.raises(ConflictError):
        await store.write(pack(seat_id, played("7H")))


async def test_a_game_whose_packing_was_undone_goes_on(store: Store) -> None:
    seat_id = await seat(store, "AAAAAA")
    await append(store, *moves(seat_id, "7H"))

    def command(connection: Connection, journal: SqliteJournal) -> None:
        journal.pack(connection, seat_id, played("7H"))
        raise Refusal("game_over")

    with pytest.raises(Refusal):
        await store.write(command)
    await append(store, *moves(seat_id, "+", first=1))
    assert await store.running_game(seat_id) == played("7H", "+")


@pytest.mark.parametrize("texts", [(), ("7H", "+")], ids=["without a move", "of two moves"])
async def test_a_packed_game_takes_no_first_move_again(
    engine: SqliteEngine, store: Store, texts: tuple[str, ...]
) -> None:
    seat_id = await seat(store, "AAAAAA")
    await append(store, *moves(seat_id, *texts))
    await store.write(pack(seat_id, played(*texts)))
    await store.write(lambda connection, journal: journal.sweep(connection))
    results = await together(
        *(store.append(JournalMove(each, 0, "*", 900)) for each in (seat_id, ANNA + 900))
    )
    assert kinds(results) == ["ConflictError", None]
    assert engine.rows("SELECT seat_id FROM moves") == [(ANNA + 900,)]


async def test_a_packed_game_takes_no_first_move_after_a_restart(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        seat_id = await seat(store, "AAAAAA")
        await store.write(pack(seat_id, Played()))
    async with engine.opened() as store:
        with pytest.raises(ConflictError):
            await store.append(JournalMove(seat_id, 0, "*", 900))


async def test_a_game_is_packed_once(store: Store) -> None:
    seat_id = await seat(store, "AAAAAA")
    await store.write(pack(seat_id, Played()))
    with pytest.raises(ConflictError):
        await store.write(pack(seat_id, Played()))


async def test_packed_games_are_swept_and_running_ones_are_not(engine: SqliteEngine, store: Store) -> None:
    packed, running = await seat(store, "AAAAAA"), await seat(store, "BBBBBB")
    await append(store, *moves(packed, "7H", "+"), *moves(running, "*"))
    await store.write(pack(packed, played("7H", "+")))
    await store.write(lambda connection, journal: journal.sweep(connection))
    assert engine.rows("SELECT seat_id, move FROM moves") == [(running, "*")]


async def test_a_start_sweeps_packed_games(engine: SqliteEngine) -> None:
    async with engine.opened() as store:
        seat_id = await seat(store, "AAAAAA")
        await append(store, *moves(seat_id, "7H"))
        await store.write(pack(seat_id, played("7H")))
    await engine.found()
    assert engine.rows("SELECT * FROM moves") == []


@pytest.mark.parametrize("game", [Played(), played("7H"), played("7H", "+", "*", "TC")])
def test_what_is_packed_is_unpacked_again(game: Played) -> None:
    assert unpack(" ".join(game.moves), str(list(game.at_ms))) == game


# A full disk.


async def fill_with_moves(store: Store, seat_id: int) -> int:
    """Append until the disk is full; gives how many moves were accepted."""
    for n in range(2_000):
        try:
            await store.append(JournalMove(seat_id, n, "+", n))
        except NotSavedError:
            return n
    raise AssertionError("the disk never filled")


async def test_a_full_disk_refuses_a_move_and_loses_none(engine: SqliteEngine, store: Store) -> None:
    await engine.fill(store)
    accepted = await fill_with_moves(store, ANNA)
    assert engine.rows("SELECT count(*) FROM moves") == [(accepted,)]


async def test_a_move_that_a_full_disk_refused_is_accepted_when_there_is_room(
    engine: SqliteEngine, store: Store
) -> None:
    await engine.fill(store)
    accepted = await fill_with_moves(store, ANNA)
    await engine.make_room(store)
    await store.append(JournalMove(ANNA, accepted, "*", accepted))
    assert len((await store.running_game(ANNA)).moves) == accepted + 1


async def test_a_full_disk_refuses_a_commands_move_as_not_saved(engine: SqliteEngine, store: Store) -> None:
    await engine.fill(store)
    accepted = await fill_with_moves(store, ANNA)

    def command(connection: Connection, journal: SqliteJournal) -> None:
        journal.append(connection, [JournalMove(ANNA, accepted, "*", accepted)])

    with pytest.raises(NotSavedError):
        await store.write(command)


async def test_a_move_is_counted_right_after_the_disk_failed_in_the_middle_of_a_batch(
    engine: SqliteEngine, store: Store
) -> None:
    await engine.fill(store)
    accepted = await fill_with_moves(store, ANNA)
    results = await together(
        store.append(JournalMove(BERT, 0, "7H", 1)),
        store.write(add_player("x" * 100_000)),
        store.append(JournalMove(BERT, 1, "+", 2)),
    )
    assert kinds(results) == ["NotSavedError"] * 3
    await engine.make_room(store)
    await append(store, *moves(BERT, "*"), JournalMove(ANNA, accepted, "*", 3))
    assert await store.running_game(BERT) == played("*")


async def test_a_game_is_packed_when_there_is_room_again(engine: SqliteEngine, store: Store) -> None:
    seat_id = await seat(store, "AAAAAA")
    await append(store, *moves(seat_id, "7H"))

    def command(connection: Connection, journal: SqliteJournal) -> None:
        journal.pack(connection, seat_id, played("7H"))
        add_player("x" * 100_000)(connection, journal)

    await engine.fill(store)
    with pytest.raises(NotSavedError):
        await store.write(command)
    await engine.make_room(store)
    await store.write(pack(seat_id, played("7H")))
    assert engine.rows("SELECT moves FROM seats") == [("7H",)]
