"""The tables of the lobby's lists as rows."""

from collections.abc import Callable

import pytest
from sqlalchemy import Connection, update

from pyramids.duel.table import DAY_MS, Table
from pyramids.storage import lists, tables
from pyramids.storage.schema import seats
from pyramids.storage.store import Store
from pyramids.storage.tables import KeptTable
from tests.duel.tables import OPENED_MS, finished, joined, left, opened, started
from tests.storage.test_tables import NOW_MS, asked, codes, create, keep


async def listed(store: Store, read: Callable[[Connection], list[KeptTable]], *steps: Table) -> list[str]:
    """The codes of what a list has of tables that were opened and then kept like this, AAAAAA first."""

    def work(connection: Connection) -> list[str]:
        for letter, table in zip("ABCDEF", steps, strict=False):
            kept = keep(connection, table, letter * 6)
            for place, seat in enumerate(table.seats):
                row = kept.seats[place]
                if seat is not None and row is not None and seat.started_ms and seat.outcome is None:
                    tables.set_game_deadline(connection, row.id, NOW_MS + 1)
        return codes(read(connection))

    return await asked(store, work)


async def test_open_tables_are_listed_newest_first(store: Store) -> None:
    def work(connection: Connection) -> list[str]:
        for code in ("AAAAAA", "CCCCCC", "BBBBBB"):
            create(connection, code)
        return codes(lists.open_tables(connection, NOW_MS, 2))

    assert await asked(store, work) == ["BBBBBB", "CCCCCC"]


@pytest.mark.parametrize(
    ("table", "is_open"),
    [
        (opened(), True),
        (finished(opened(), 0), True),
        (joined(), False),
        (left(joined(), 1), True),
        (left(opened(), 0), False),
    ],
)
async def test_a_table_is_listed_exactly_while_it_may_be_joined(
    store: Store, table: Table, is_open: bool
) -> None:
    found = await listed(store, lambda connection: lists.open_tables(connection, NOW_MS, 9), table)
    assert bool(found) is is_open


async def test_tables_whose_time_has_passed_take_no_place_of_an_open_one(store: Store) -> None:
    def work(connection: Connection) -> list[str]:
        create(connection, "AAAAAA")
        return codes(lists.open_tables(connection, OPENED_MS + 7 * DAY_MS, 9))

    assert await asked(store, work) == []


async def test_an_open_table_is_read_without_what_its_opener_has_played(store: Store) -> None:
    kept = await asked(store, lambda connection: keep(connection, finished(opened(), 0)))
    packed = update(seats).where(seats.c.id == kept.seats[0].id).values(moves="+", moves_at_ms="[500]")
    await asked(store, lambda connection: connection.execute(packed).rowcount)
    [found] = await store.read(lambda connection: lists.open_tables(connection, NOW_MS, 9))
    assert found.seats[0].played is None


@pytest.mark.parametrize(
    ("table", "is_listed"),
    [
        (started(joined(), 0), False),
        (started(joined(), 0, 1), False),
        (finished(started(joined(), 1), 0), True),
        (finished(started(joined(), 0), 1), True),
        (finished(joined(), 0), False),
        (finished(opened(), 0), False),
        (finished(joined(), 0, 1), False),
    ],
    ids=["one plays", "both play", "opener done", "joiner done", "other waits", "nobody joined", "over"],
)
async def test_a_table_is_half_finished_while_one_has_finished_and_the_other_plays(
    store: Store, table: Table, is_listed: bool
) -> None:
    found = await listed(store, lambda connection: lists.half_finished(connection, 9), table)
    assert bool(found) is is_listed


async def test_the_newest_half_finished_tables_are_listed_first(store: Store) -> None:
    half = finished(started(joined(), 1), 0)
    assert await listed(store, lambda c: lists.half_finished(c, 2), half, half, half) == ["CCCCCC", "BBBBBB"]


@pytest.mark.parametrize(
    ("table", "is_listed"),
    [
        (finished(joined(), 0, 1), True),
        (finished(joined(), 0), False),
        (left(finished(joined(), 1), 0), True),
        (left(opened(), 0), False),
        (left(joined(), 0), False),
    ],
    ids=["both finished", "one finished", "a walkover", "closed alone", "closed before both began"],
)
async def test_a_table_is_decided_when_it_is_over_with_a_result(
    store: Store, table: Table, is_listed: bool
) -> None:
    found = await listed(store, lambda connection: lists.decided_since(connection, OPENED_MS, 9), table)
    assert bool(found) is is_listed


async def test_only_tables_that_have_been_over_since_then_are_decided(store: Store) -> None:
    over = finished(joined(), 0, 1)
    assert over.over_ms is not None
    at_ms = over.over_ms
    assert await listed(store, lambda c: lists.decided_since(c, at_ms - 1, 9), over) == ["AAAAAA"]
    assert await asked(store, lambda c: codes(lists.decided_since(c, at_ms, 9))) == []


async def test_what_was_decided_last_is_listed_first(store: Store) -> None:
    over = finished(joined(), 0, 1)
    found = await listed(store, lambda c: lists.decided_since(c, OPENED_MS, 2), over, over, over)
    assert found == ["CCCCCC", "BBBBBB"]
