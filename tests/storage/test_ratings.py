"""Ratings as rows: each result changes both once, in its own transaction, and can be computed anew (rule 7)."""

import random
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, update

from pyramids.duel.rating import Rating, after_duel
from pyramids.duel.table import COMPUTER, Outcome, PlayerId, Seat, Table, open_table
from pyramids.rules import Ended
from pyramids.storage import ratings, schema, tables
from pyramids.storage.players import ensure
from pyramids.storage.store import Store
from pyramids.storage.tables import KeptTable
from tests.duel.tables import ANNA, BERT, CARA, OPENED_MS

WALKOVER = None


async def asked(store: Store, work: Callable[[Connection], Any]) -> Any:
    def command(connection: Connection, _journal: object) -> Any:
        for player in (ANNA, BERT, CARA, COMPUTER):
            ensure(connection, player, player.title(), 0)
        return work(connection)

    return await store.write(command)


def outcome(score: int) -> Outcome:
    return Outcome(Ended.STOPPED, score, 60_000)


def over(
    opener: PlayerId, score: int, joiner: PlayerId, other: int | None, board: str = "one", at: int = 0
) -> Table:
    seat = Seat(
        joiner, OPENED_MS, None if other is None else OPENED_MS, None if other is None else outcome(other)
    )
    return Table(
        board, 3, 10, OPENED_MS, Seat(opener, OPENED_MS, OPENED_MS, outcome(score)), seat, OPENED_MS + at
    )


def keep(connection: Connection, code: str, table: Table) -> KeptTable:
    """A table that two have joined and that is now over."""
    opened = open_table(table.opener.player, table.board, table.minutes, 10, OPENED_MS)
    table_id = tables.create(connection, code, bytes(32), opened, 0)
    assert table.joiner is not None
    kept = tables.by_id(connection, table_id)
    assert kept is not None
    seated = opened.with_seat(1, Seat(table.joiner.player, OPENED_MS))
    return tables.save(connection, tables.save(connection, kept, seated, OPENED_MS, 0), table, OPENED_MS, 0)


async def rating(store: Store, player: PlayerId, board: str = "one") -> Rating | None:
    return (await store.read(lambda connection: ratings.of(connection, player))).get(board)


async def test_a_result_changes_both_ratings(store: Store) -> None:
    kept = await asked(store, lambda connection: keep(connection, "AAAAAA", over(ANNA, 50, BERT, 10)))
    right = after_duel(Rating(), Rating(), 1)
    assert (await rating(store, ANNA), await rating(store, BERT)) == right
    assert [seat.rating for seat in kept.seats] == list(right)
    assert [seat.rated for seat in kept.seats] == [ratings.Rated(1500, made) for made in right]
    found = await store.read(lambda connection: tables.by_code(connection, "AAAAAA"))
    assert found is not None
    assert found.seats == kept.seats


async def test_a_draw_is_rated_as_a_draw(store: Store) -> None:
    await asked(store, lambda connection: keep(connection, "AAAAAA", over(ANNA, 50, BERT, 50)))
    found = await rating(store, ANNA)
    assert found == after_duel(Rating(), Rating(), 0.5)[0]


async def test_boards_are_rated_apart(store: Store) -> None:
    await asked(store, lambda connection: keep(connection, "AAAAAA", over(ANNA, 50, BERT, 10, "three")))
    assert await rating(store, ANNA) is None
    assert await rating(store, ANNA, "three") is not None


async def test_a_result_is_rated_once(store: Store) -> None:
    kept = await asked(store, lambda connection: keep(connection, "AAAAAA", over(ANNA, 50, BERT, 10)))
    before = await rating(store, ANNA)
    await asked(store, lambda connection: tables.save(connection, kept, kept.table, OPENED_MS, 0))
    assert await rating(store, ANNA) == before


async def test_a_walkover_changes_no_rating(store: Store) -> None:
    kept = await asked(store, lambda connection: keep(connection, "AAAAAA", over(ANNA, 50, BERT, WALKOVER)))
    assert kept.seats[1].rated is None
    assert await rating(store, ANNA) is None


async def test_a_duel_with_the_computer_changes_no_rating(store: Store) -> None:
    await asked(store, lambda connection: keep(connection, "AAAAAA", over(ANNA, 50, COMPUTER, 10)))
    assert (await rating(store, ANNA), await rating(store, COMPUTER)) == (None, None)


def many(connection: Connection) -> None:
    """Results of three players on both boards, several in one millisecond."""
    chance = random.Random(5)
    for n in range(40):
        opener, joiner = chance.sample([ANNA, BERT, CARA], 2)
        scores = chance.choices([0, 50, 100], k=2)
        board = chance.choice(["one", "three"])
        keep(connection, f"{n:06}", over(opener, scores[0], joiner, scores[1], board, n // 4))


async def test_ratings_that_are_computed_anew_differ_nowhere(store: Store) -> None:
    await asked(store, many)
    before = await store.read(lambda connection: connection.execute(schema.ratings.select()).all())
    assert len(before) == 6
    assert await asked(store, ratings.rebuild) == []
    assert sorted(
        await store.read(lambda connection: connection.execute(schema.ratings.select()).all())
    ) == sorted(before)


async def test_a_wrong_rating_is_named_and_put_right(store: Store) -> None:
    await asked(store, many)
    right = await rating(store, BERT, "three")
    wrong = update(schema.ratings).where(
        schema.ratings.c.player_id == BERT, schema.ratings.c.board == "three"
    )
    await asked(store, lambda connection: connection.execute(wrong.values(rating=2000)).rowcount)
    [found] = await asked(store, ratings.rebuild)
    assert (found.player, found.board, found.right) == (BERT, "three", right)
    assert found.kept.rating == 2000
    assert await rating(store, BERT, "three") == right


async def test_results_from_before_there_were_ratings_are_rated_too(store: Store) -> None:
    await asked(store, many)
    right = [await rating(store, player, board) for player in (ANNA, BERT) for board in ("one", "three")]

    def forget(connection: Connection) -> None:
        connection.execute(schema.ratings.delete())
        connection.execute(update(schema.tables).values(rated_n=None))

    await asked(store, forget)
    assert len(await asked(store, ratings.rebuild)) == 6
    assert [
        await rating(store, player, board) for player in (ANNA, BERT) for board in ("one", "three")
    ] == right
