"""Tables as rows: what is written is what is read, and the lists find what they should."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection

from pyramids.duel.table import (
    COMPUTER,
    DAY_MS,
    PlayerId,
    Table,
    can_be_joined,
    deadline_ms,
    open_table,
    settle,
)
from pyramids.rules import Refusal
from pyramids.storage import lists, tables
from pyramids.storage.journal import SqliteJournal
from pyramids.storage.players import ensure, names, rename
from pyramids.storage.store import Store
from pyramids.storage.tables import KeptTable
from tests.duel.tables import ANNA, BERT, CARA, OPENED_MS, finished, joined, left, opened, started
from tests.duel.walk import COMMANDS, MOMENTS_MS
from tests.storage.stores import played

SEED = bytes(range(32))
NOW_MS = OPENED_MS + 2 * DAY_MS


async def asked(store: Store, work: Callable[[Connection], Any]) -> Any:
    """Run some work in a transaction, among players who have rows."""

    def command(connection: Connection, _journal: SqliteJournal) -> Any:
        for player in (ANNA, BERT, CARA):
            ensure(connection, player, player.title(), 0)
        return work(connection)

    return await store.write(command)


def create(connection: Connection, code: str = "AAAAAA", at_ms: int = OPENED_MS) -> KeptTable:
    """A new table of Anna's."""
    table_id = tables.create(connection, code, SEED, open_table(ANNA, "one", 3, 10, at_ms), 7)
    kept = tables.by_id(connection, table_id)
    assert kept is not None
    return kept


def keep(connection: Connection, table: Table, code: str = "AAAAAA", now_ms: int = NOW_MS) -> KeptTable:
    """A table in that state."""
    return tables.save(connection, create(connection, code), table, now_ms, 0)


def codes(found: list[KeptTable]) -> list[str]:
    return [kept.code for kept in found]


async def test_a_new_table_is_found_by_its_code(store: Store) -> None:
    kept = await asked(store, create)
    assert (kept.code, kept.seed, kept.opened_wall_ms, kept.table) == ("AAAAAA", SEED, 7, opened())
    assert await store.read(lambda connection: tables.by_code(connection, "AAAAAA")) == kept


async def test_a_table_that_is_none_is_not_found(store: Store) -> None:
    assert await store.read(lambda connection: tables.by_code(connection, "ZZZZZZ")) is None


async def test_a_seats_row_has_its_players_name(store: Store) -> None:
    kept = await asked(store, lambda connection: keep(connection, joined()))
    assert [seat and seat.name for seat in kept.seats] == ["Anna", "Bert"]


@pytest.mark.parametrize("seed", range(15))
async def test_what_a_save_gives_is_what_is_read_back(store: Store, seed: int) -> None:
    """Through a table's whole life, by chance."""
    chance = random.Random(seed)

    def live(connection: Connection) -> None:
        kept, now_ms = create(connection), OPENED_MS
        for _ in range(16):
            if chance.random() < 0.2:
                now_ms = chance.choice([moment for moment in MOMENTS_MS if moment >= now_ms])
            settled = settle(kept.table, now_ms)
            try:
                table = chance.choice(list(COMMANDS.values()))(settled, now_ms)
            except Refusal:
                table = settled
            kept = tables.save(connection, kept, table, now_ms, 0)
            assert kept.table == table
            assert tables.by_code(connection, "AAAAAA") == replace(kept, news=frozenset())
            assert ("AAAAAA" in tables.due(connection, now_ms, 9)) is (
                (deadline_ms(table) or now_ms + 1) <= now_ms
            )
            assert bool(lists.open_tables(connection, now_ms, 9)) is can_be_joined(table, now_ms)

    await asked(store, live)


async def test_a_packed_game_is_kept_as_the_journal_has_it(store: Store) -> None:
    def work(connection: Connection) -> tuple[KeptTable, KeptTable | None]:
        kept = keep(connection, finished(opened(), 0))
        journal = SqliteJournal()
        journal.pack(connection, kept.seats[0].id, played("7H", "+"), unwritten=2)
        return tables.with_played(kept, 0, played("7H", "+")), tables.by_code(connection, "AAAAAA")

    told, found = await asked(store, work)
    assert told == found


async def test_looking_at_a_table_is_kept(store: Store) -> None:
    def work(connection: Connection) -> KeptTable | None:
        tables.set_looked(connection, keep(connection, joined()).seats[0].id)
        return tables.by_code(connection, "AAAAAA")

    kept = await asked(store, work)
    assert kept is not None
    assert [seat and seat.looked for seat in kept.seats] == [True, False]


async def test_where_starting_again_led_is_kept(store: Store) -> None:
    def work(connection: Connection) -> tuple[KeptTable | None, int]:
        kept, new = keep(connection, joined()), create(connection, "BBBBBB")
        tables.set_again(connection, kept.seats[0].id, new.id)
        return tables.by_code(connection, "AAAAAA"), new.id

    kept, new_id = await asked(store, work)
    assert kept is not None
    assert [seat and seat.again_table_id for seat in kept.seats] == [new_id, None]


# Deadlines.


async def test_a_running_games_deadline_is_due_when_it_is_past(store: Store) -> None:
    def work(connection: Connection) -> list[list[str]]:
        kept = keep(connection, started(opened(), 0))
        tables.set_game_deadline(connection, kept.seats[0].id, NOW_MS)
        return [tables.due(connection, at_ms, 9) for at_ms in (NOW_MS - 1, NOW_MS)]

    assert await asked(store, work) == [[], ["AAAAAA"]]


async def test_an_ended_game_is_due_no_more(store: Store) -> None:
    def work(connection: Connection) -> list[str]:
        kept = keep(connection, started(opened(), 0))
        tables.set_game_deadline(connection, kept.seats[0].id, NOW_MS)
        tables.save(connection, kept, finished(kept.table, 0), NOW_MS, 0)
        return tables.due(connection, NOW_MS, 9)

    assert await asked(store, work) == []


async def test_the_other_seats_end_leaves_a_games_deadline_as_it_was(store: Store) -> None:
    def work(connection: Connection) -> list[str]:
        kept = keep(connection, started(joined(), 0, 1))
        tables.set_game_deadline(connection, kept.seats[0].id, NOW_MS)
        tables.save(connection, kept, finished(kept.table, 1), NOW_MS, 0)
        return tables.due(connection, NOW_MS, 9)

    assert await asked(store, work) == ["AAAAAA"]


async def test_a_table_is_due_only_when_the_game_at_it_has_ended(store: Store) -> None:
    def work(connection: Connection) -> list[list[str]]:
        late_ms = OPENED_MS + 30 * DAY_MS
        kept = tables.save(connection, create(connection), started(joined(), 0), NOW_MS, 0)
        running = tables.due(connection, late_ms, 9)
        tables.save(connection, kept, finished(kept.table, 0), NOW_MS, 0)
        return [running, tables.due(connection, late_ms, 9)]

    assert await asked(store, work) == [[], ["AAAAAA"]]


async def test_the_oldest_due_tables_come_first(store: Store) -> None:
    def work(connection: Connection) -> list[str]:
        for code in ("CCCCCC", "AAAAAA", "BBBBBB"):
            create(connection, code)
        return tables.due(connection, OPENED_MS + 7 * DAY_MS, 2)

    assert await asked(store, work) == ["CCCCCC", "AAAAAA"]


# Lists.


@pytest.mark.parametrize(
    ("table", "mine", "theirs"),
    [
        (joined(), True, True),
        (finished(joined(), 0), True, True),
        (finished(joined(), 0, 1), True, True),
        (left(started(joined(), 1), 0), False, True),
        (left(finished(joined(), 1), 0), True, True),
        (left(joined(), 1), True, False),
    ],
    ids=["joined", "one finished", "over", "the opener left", "the opener left and it is over", "seat freed"],
)
async def test_a_table_is_its_players_business(store: Store, table: Table, mine: bool, theirs: bool) -> None:
    def work(connection: Connection) -> list[bool]:
        keep(connection, table)
        return [bool(tables.unfinished_business(connection, player)) for player in (ANNA, BERT, CARA)]

    assert await asked(store, work) == [mine, theirs, False]


async def test_a_table_that_was_looked_at_when_over_is_business_no_more(store: Store) -> None:
    def work(connection: Connection) -> list[bool]:
        kept = keep(connection, finished(joined(), 0, 1))
        tables.set_looked(connection, kept.seats[0].id)
        return [bool(tables.unfinished_business(connection, player)) for player in (ANNA, BERT)]

    assert await asked(store, work) == [False, True]


async def test_only_an_openers_own_open_tables_wait(store: Store) -> None:
    def work(connection: Connection) -> list[int]:
        create(connection, "AAAAAA")
        create(connection, "BBBBBB")
        keep(connection, joined(), "CCCCCC")
        return [tables.waiting_tables(connection, player) for player in (ANNA, BERT)]

    assert await asked(store, work) == [2, 0]


# Players.


async def test_a_players_row_is_written_once(store: Store) -> None:
    def work(connection: Connection) -> dict[PlayerId, tuple[str, bool]]:
        ensure(connection, ANNA, "Another", 9)
        return names(connection, [ANNA, PlayerId("nobody")])

    assert await asked(store, work) == {ANNA: ("Anna", False)}


async def test_a_new_name_is_at_every_table(store: Store) -> None:
    def work(connection: Connection) -> list[KeptTable]:
        create(connection, "AAAAAA")
        create(connection, "BBBBBB")
        rename(connection, ANNA, "Ada")
        return lists.open_tables(connection, NOW_MS, 9)

    assert [kept.seats[0].name for kept in await asked(store, work)] == ["Ada", "Ada"]


async def test_a_command_that_fills_the_seat_or_ends_the_duel_brings_news(store: Store) -> None:
    def work(connection: Connection) -> list[set[str]]:
        kept = create(connection)
        seated, told = joined(), []
        for table in (seated, started(seated, 0), finished(seated, 0), finished(seated, 0, 1)):
            kept = tables.save(connection, kept, table, NOW_MS, 0)
            told.append(set(kept.news))
        return told

    assert await asked(store, work) == [{"joined"}, set(), set(), {"decided"}]


async def test_what_is_read_brings_no_news(store: Store) -> None:
    await asked(store, lambda connection: keep(connection, joined()))
    kept = await store.read(lambda connection: tables.by_code(connection, "AAAAAA"))
    assert kept is not None
    assert kept.news == frozenset()


async def test_a_table_that_nobody_joined_decides_no_duel(store: Store) -> None:
    def work(connection: Connection) -> set[str]:
        kept = create(connection)
        return set(tables.save(connection, kept, left(opened(), 0), NOW_MS, 0).news)

    assert await asked(store, work) == set()


@pytest.mark.parametrize(
    ("table", "found"),
    [
        (joined(), False),
        (started(joined(), 0), True),
        (started(joined(), 1), True),
        (finished(joined(), 0), True),
        (finished(joined(), 1), False),
        (finished(joined(), 0, 1), False),
    ],
    ids=["nobody started", "opponent plays", "plays", "opponent finished", "finished", "over"],
)
async def test_a_computers_game_is_found_until_it_has_ended(store: Store, table: Table, found: bool) -> None:
    assert table.joiner is not None
    against_it = replace(table, joiner=replace(table.joiner, player=COMPUTER))

    def work(connection: Connection) -> list[KeptTable]:
        ensure(connection, COMPUTER, "Computer", 0)
        keep(connection, against_it)
        return tables.of_computers(connection)

    assert bool(await asked(store, work)) is found
