"""Days, tries and standings as rows; the journal of a running try."""

import random
import statistics

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from pyramids.duel.table import PlayerId
from pyramids.duel.tries import RoundResult, Standing
from pyramids.rules.game import Ended
from pyramids.storage import players, tables, tries
from pyramids.storage.journal import ConflictError, JournalMove, Played, SqliteJournal, try_key
from pyramids.storage.store import Store
from pyramids.storage.tries import DayResult, Target
from tests.storage.stores import SqliteEngine, moves, pack, played, seat

ANNA, BERT = PlayerId("anna"), PlayerId("bert")
DAY = 20_000


def result(score: int, playing_ms: int = 1_000, *, cleared: bool = False) -> RoundResult:
    return RoundResult(Ended.STOPPED, score, playing_ms, 3, cleared=cleared, cards_left=9)


async def a_day(store: Store, day: int = DAY, board: str = "one") -> Target:
    """A day's deal."""

    def command(connection: Connection, _journal: SqliteJournal) -> Target:
        return tries.ensure_day(connection, board, day, bytes(32))

    return await store.write(command)


async def a_round(store: Store, number: int = 2) -> Target:
    """A round of a table."""
    await seat(store, "K7M2QX")
    kept = await store.read(lambda connection: tables.by_code(connection, "K7M2QX"))
    assert kept is not None
    return Target("one", kept.seed, number, table_id=kept.id, code=kept.code)


async def begin(store: Store, target: Target, player: PlayerId = ANNA) -> int:
    """A try that runs; gives its id."""

    def command(connection: Connection, _journal: SqliteJournal) -> int:
        players.ensure(connection, player, player, 0)
        return tries.create(connection, player, target, 1_000, 2_000, 181_000)

    return await store.write(command)


async def tried(store: Store, target: Target, *results: RoundResult) -> None:
    """Tries that have ended, each of another player's."""

    def command(connection: Connection, journal: SqliteJournal) -> None:
        for number, one in enumerate(results):
            player = PlayerId(f"player{number}")
            players.ensure(connection, player, player, 0)
            made = tries.create(connection, player, target, 1_000, 2_000, 181_000)
            journal.pack(connection, try_key(made), Played())
            tries.finish(connection, made, one)

    await store.write(command)


async def test_a_day_keeps_its_first_seed(store: Store) -> None:
    await a_day(store)
    await store.write(lambda connection, _: tries.ensure_day(connection, "one", DAY, bytes([1] * 32)))
    found = await store.read(lambda connection: tries.day(connection, "one", DAY))
    assert found is not None
    assert (found.seed, found.round, found.day) == (bytes(32), 1, DAY)


async def test_each_board_has_its_own_day(store: Store) -> None:
    await a_day(store)
    assert await store.read(lambda connection: tries.day(connection, "three", DAY)) is None


@pytest.mark.parametrize("make", [a_day, a_round])
async def test_a_try_is_found_with_its_deal(store: Store, make) -> None:
    target = await make(store)
    made = await begin(store, target)
    for query in (
        lambda connection: tries.by_id(connection, made),
        lambda connection: tries.of_player(connection, ANNA, target),
    ):
        assert await store.read(query) == tries.KeptTry(made, ANNA, target, 1_000, None, None)


@pytest.mark.parametrize("make", [a_day, a_round])
async def test_a_player_tries_a_deal_once(store: Store, make) -> None:
    target = await make(store)
    await begin(store, target)
    with pytest.raises(IntegrityError):
        await begin(store, target)
    await begin(store, target, BERT)


async def test_a_running_try_is_due_when_its_clock_has_run_out(store: Store) -> None:
    made = await begin(store, await a_day(store))
    assert await store.read(lambda connection: tries.due(connection, 180_999, 9)) == []
    assert await store.read(lambda connection: tries.due(connection, 181_000, 9)) == [made]
    await store.write(lambda connection, _: tries.finish(connection, made, result(5)))
    assert await store.read(lambda connection: tries.due(connection, 999_999, 9)) == []


async def test_a_running_try_is_known_as_such_until_its_end(store: Store) -> None:
    target = await a_day(store)
    made = await begin(store, target)
    assert await store.read(tries.running) == [made]
    assert await store.read(lambda connection: tries.is_in_play(connection, target))
    await store.write(lambda connection, _: tries.finish(connection, made, result(5)))
    assert await store.read(tries.running) == []
    assert not await store.read(lambda connection: tries.is_in_play(connection, target))


# The journal


async def test_the_journal_keeps_a_running_try_apart_from_the_seat_of_its_number(
    engine: SqliteEngine,
) -> None:
    async with engine.opened() as store:
        made = await begin(store, await a_day(store))
        seat_id = await seat(store, "ABC234")
        assert made == seat_id
        for move in (*moves(seat_id, "+"), *moves(try_key(made), "*", "7H")):
            await store.append(move)
    _, found = await engine.found()
    assert found == {seat_id: played("+"), try_key(made): played("*", "7H")}


async def test_an_ended_try_is_packed_into_its_row_and_swept(engine: SqliteEngine, store: Store) -> None:
    made = await begin(store, await a_day(store))
    seat_id = await seat(store, "ABC234")
    for move in (*moves(try_key(made), "+", "7H"), *moves(seat_id, "+")):
        await store.append(move)
    await store.write(pack(try_key(made), played("+", "7H")))
    kept = await store.read(lambda connection: tries.by_id(connection, made))
    assert kept is not None
    assert kept.played == played("+", "7H")
    await store.write(lambda connection, journal: journal.sweep(connection))
    assert engine.rows("SELECT seat_id, move FROM moves") == [(seat_id, "+")]


async def test_a_packed_try_takes_no_move_and_no_second_packing(store: Store) -> None:
    made = await begin(store, await a_day(store))
    await store.write(pack(try_key(made), played()))
    with pytest.raises(ConflictError):
        await store.append(JournalMove(try_key(made), 0, "+", 500))
    with pytest.raises(ConflictError):
        await store.write(pack(try_key(made), played()))


# Standings


@pytest.mark.parametrize("make", [a_day, a_round])
async def test_a_standing_is_that_of_all_who_met_the_cards(store: Store, make) -> None:
    """Against a slow count of the same, with scores and times that are often equal."""
    target = await make(store)
    chance = random.Random(4)
    results = [result(chance.randrange(-3, 4) * 5, chance.randrange(3)) for _ in range(30)]
    elsewhere = results[:2]
    await tried(store, target, *results[2:])
    keys = [(-one.score, one.playing_ms) for one in results]
    scores = [one.score for one in results]
    for own in results:
        found = await store.read(
            lambda connection, own=own: tries.standing_at(connection, target, own, elsewhere)
        )
        key = (-own.score, own.playing_ms)
        worse = sum(other > key for other in keys)
        assert found == Standing(
            30,
            1 + sum(other < key for other in keys),
            100 * worse // 29,
            max(scores),
            statistics.median_low(scores),
        )


@pytest.mark.parametrize("others", [[], [-50], [100], [-50, 100], [100, 100], [-50, -50]])
@pytest.mark.parametrize("tries_made", [0, 1, 2, 3, 6])
async def test_the_median_counts_results_from_the_table_too(
    store: Store, others: list[int], tries_made: int
) -> None:
    target = await a_round(store)
    scores = [10 * number for number in range(tries_made)]
    await tried(store, target, *map(result, scores))
    found = await store.read(
        lambda connection: tries.standing_at(connection, target, None, [result(one) for one in others])
    )
    everybody = [*scores, *others]
    assert (found is None) is (not everybody)
    if found is not None:
        assert (found.median, found.best) == (statistics.median_low(everybody), max(everybody))


async def test_a_running_try_is_in_no_standing(store: Store) -> None:
    target = await a_day(store)
    await begin(store, target)
    assert await store.read(lambda connection: tries.standing_at(connection, target, None)) is None


async def test_a_deals_standing_has_no_others_tries(store: Store) -> None:
    target, elsewhere = await a_day(store), await a_day(store, board="three")
    await tried(store, elsewhere, result(90))
    assert await store.read(lambda connection: tries.standing_at(connection, target, None)) is None


async def test_a_standing_is_read_from_an_index(store: Store) -> None:
    """So that a page stays quick however many have tried."""
    plan = await store.read(
        lambda connection: connection.exec_driver_sql(
            "EXPLAIN QUERY PLAN SELECT count(*) FROM tries WHERE day_id = 1 AND score > 5"
        ).all()
    )
    assert "USING COVERING INDEX tries_day" in str(plan)


# A player's days


async def test_days_that_were_played_to_an_end_are_listed_newest_first(store: Store) -> None:
    for day, board in ((DAY, "one"), (DAY, "three"), (DAY + 2, "one")):
        made = await begin(store, await a_day(store, day, board))
        await store.write(lambda connection, _, made=made: tries.finish(connection, made, result(5)))
    await begin(store, await a_day(store, DAY + 3))
    assert await store.read(lambda connection: list(tries.days_played(connection, ANNA))) == [DAY + 2, DAY]
    assert await store.read(lambda connection: list(tries.days_played(connection, BERT))) == []


async def test_a_calendar_has_each_days_deal_with_ones_own_points(store: Store) -> None:
    await tried(store, await a_day(store), result(45, cleared=True))
    await a_day(store, DAY + 1)
    await a_day(store, DAY + 9)
    found = await store.read(lambda connection: tries.results(connection, PlayerId("player0"), DAY, DAY + 8))
    assert found == [DayResult("one", DAY, True, 45, True), DayResult("one", DAY + 1, False, None, None)]
    assert await store.read(tries.first_day) == DAY


async def test_the_first_day_of_an_empty_site_is_none(store: Store) -> None:
    assert await store.read(tries.first_day) is None
