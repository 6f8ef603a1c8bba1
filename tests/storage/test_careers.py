"""What players have done, counted from tables that are over alone (rules 5.2, 5.6 and 5.7)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import Connection, update

from pyramids.duel.result import ResultBy
from pyramids.duel.table import Outcome, PlayerId, Seat, Table, open_table
from pyramids.rules import Ended
from pyramids.storage import careers, schema, tables
from pyramids.storage.players import ensure
from pyramids.storage.store import Store
from tests.duel.tables import ANNA, BERT, CARA, OPENED_MS

WEEK_MS = 7 * 24 * 60 * 60 * 1000


async def asked(store: Store, work: Callable[[Connection], Any]) -> Any:
    def command(connection: Connection, _journal: object) -> Any:
        for player in (ANNA, BERT, CARA):
            ensure(connection, player, player.title(), 0)
        return work(connection)

    return await store.write(command)


def game(score: int, playing_ms: int = 60_000, rounds: int = 0, longest: int = 0) -> Outcome:
    return Outcome(Ended.STOPPED, score, playing_ms, rounds, longest)


def keep(
    connection: Connection,
    code: str,
    opener: tuple[PlayerId, Outcome | None],
    joiner: tuple[PlayerId, Outcome | None],
    *,
    board: str = "one",
    over_ms: int | None = OPENED_MS + 5,
) -> None:
    """A table whose two games came to that."""
    opened = open_table(opener[0], board, 3, 10, OPENED_MS)
    kept = tables.by_id(connection, tables.create(connection, code, bytes(32), opened, 1_000))
    assert kept is not None
    kept = tables.save(connection, kept, opened.with_seat(1, Seat(joiner[0], OPENED_MS)), OPENED_MS, 0)
    seated = [
        Seat(player, OPENED_MS, None if outcome is None else OPENED_MS, outcome)
        for player, outcome in (opener, joiner)
    ]
    tables.save(
        connection, kept, Table(board, 3, 10, OPENED_MS, seated[0], seated[1], over_ms), OPENED_MS, 1_001
    )


def some(connection: Connection) -> None:
    keep(connection, "AAAAAA", (ANNA, game(50, rounds=1, longest=7)), (BERT, game(10)), over_ms=OPENED_MS + 1)
    keep(
        connection, "BBBBBB", (BERT, game(90, longest=3)), (ANNA, game(20, longest=4)), over_ms=OPENED_MS + 2
    )
    keep(connection, "CCCCCC", (ANNA, game(30, 5_000, 2)), (BERT, game(30, 9_000)), over_ms=OPENED_MS + 3)
    keep(connection, "DDDDDD", (ANNA, game(30)), (CARA, game(30)), over_ms=OPENED_MS + 4)
    keep(connection, "EEEEEE", (ANNA, None), (CARA, game(-5)), over_ms=OPENED_MS + 5)
    keep(
        connection,
        "FFFFFF",
        (ANNA, game(500, rounds=5)),
        (CARA, game(400)),
        board="three",
        over_ms=OPENED_MS + 6,
    )
    keep(connection, "GGGGGG", (ANNA, game(900, rounds=5, longest=28)), (BERT, None), over_ms=None)


async def career_of(store: Store, player: PlayerId) -> careers.Career:
    return await store.read(lambda connection: careers.career(connection, player))


async def duels_of(store: Store, player: PlayerId, table_ids: list[int]) -> list[careers.Duel]:
    return await store.read(lambda connection: careers.duels(connection, player, table_ids))


async def test_duels_say_who_won_and_by_what(store: Store) -> None:
    await asked(store, some)
    ids = list(reversed((await career_of(store, ANNA)).codes.values()))
    found = await duels_of(store, ANNA, ids)
    assert [(duel.code, duel.won, duel.by, duel.score, duel.opponent_score) for duel in found] == [
        ("FFFFFF", True, ResultBy.POINTS, 500, 400),
        ("EEEEEE", False, ResultBy.WALKOVER, None, -5),
        ("DDDDDD", None, ResultBy.DRAW, 30, 30),
        ("CCCCCC", True, ResultBy.TIME, 30, 30),
        ("BBBBBB", False, ResultBy.POINTS, 20, 90),
        ("AAAAAA", True, ResultBy.POINTS, 50, 10),
    ]
    assert found[-1].opponent_name == "Bert"
    assert found[-1].over_wall_ms == 1_001


async def test_duels_are_in_the_order_in_which_they_ended(store: Store) -> None:
    def three(connection: Connection) -> None:
        for code, over_ms in (("AAAAAA", 30), ("BBBBBB", 10), ("CCCCCC", 20)):
            keep(connection, code, (ANNA, game(5)), (BERT, game(1)), over_ms=OPENED_MS + over_ms)

    await asked(store, three)
    assert list((await career_of(store, ANNA)).codes) == ["BBBBBB", "CCCCCC", "AAAAAA"]


async def test_duels_at_other_tables_or_not_yet_over_are_not_told(store: Store) -> None:
    await asked(store, some)
    assert await duels_of(store, BERT, [4, 7]) == []  # Cara's, and the one that runs.
    assert "GGGGGG" not in (await career_of(store, ANNA)).codes


async def test_a_board_counts_its_tables_that_are_over(store: Store) -> None:
    await asked(store, some)
    board = (await career_of(store, ANNA)).boards["one"]
    assert board.score == careers.Score(5, 2, 2)
    assert (board.rounds_cleared, board.longest_sequence) == (3, 7)
    assert board.best == careers.Best(50, 60_000, "AAAAAA", 0)


async def test_of_two_games_with_as_many_points_the_faster_one_is_the_best(store: Store) -> None:
    def two(connection: Connection) -> None:
        keep(connection, "AAAAAA", (ANNA, game(50, 9_000)), (BERT, game(10)))
        keep(connection, "BBBBBB", (BERT, game(90)), (ANNA, game(50, 8_000)))

    await asked(store, two)
    assert (await career_of(store, ANNA)).boards["one"].best == careers.Best(50, 8_000, "BBBBBB", 1)


async def test_a_career_is_the_same_read_at_once_and_duel_by_duel(store: Store) -> None:
    await asked(store, some)
    whole, grown = await career_of(store, ANNA), careers.Career({}, {}, {})
    for table_id in (1, 2, 3, 4, 5, 6, 7, 1):  # The seventh is not over, and the first is counted once.
        for played in await store.read(partial(careers.played_at, player=ANNA, table_ids=[table_id])):
            grown.add(played)
    assert grown == whole


async def test_who_has_played_nothing_has_an_empty_career(store: Store) -> None:
    assert await career_of(store, ANNA) == careers.Career({}, {}, {})


async def test_head_to_head_counts_both_sides_alike(store: Store) -> None:
    await asked(store, some)
    assert (await career_of(store, ANNA)).against == {
        BERT: careers.Score(3, 2, 1),
        CARA: careers.Score(3, 1, 1),
    }
    assert (await career_of(store, BERT)).against == {ANNA: careers.Score(3, 1, 2)}


async def test_a_board_has_a_rating_for_each_rated_duel(store: Store) -> None:
    await asked(store, some)
    points = (await career_of(store, ANNA)).boards["one"].points
    assert len(points) == 4  # A walkover changes no rating.
    assert points[0].rating > 1500 > points[1].rating - 200
    kept = await store.read(lambda connection: connection.execute(schema.ratings.select()).all())
    assert points[-1].rating in {row.rating for row in kept if row.player_id == ANNA}


def known_well(connection: Connection) -> None:
    some(connection)
    connection.execute(update(schema.ratings).values(deviation=80))
    connection.execute(
        update(schema.players)
        .where(schema.players.c.id != CARA)
        .values(member_since_wall_ms=1, name_key=schema.players.c.id)
    )


async def test_members_whose_rating_is_known_well_are_led_by_the_best(store: Store) -> None:
    await asked(store, known_well)
    found = await store.read(lambda connection: careers.leaders(connection, "one", 10))
    assert {leader.name for leader in found} == {"Anna", "Bert"}
    assert [leader.rating.rating for leader in found] == sorted(
        (leader.rating.rating for leader in found), reverse=True
    )
    assert found[0].duels > 0


async def test_nobody_provisional_leads(store: Store) -> None:
    await asked(store, known_well)
    await asked(
        store, lambda connection: connection.execute(update(schema.ratings).values(deviation=110.1)).rowcount
    )
    assert await store.read(lambda connection: careers.leaders(connection, "one", 10)) == []


async def test_the_weeks_leaders_have_played_a_rated_duel_in_it(store: Store) -> None:
    await asked(store, known_well)
    this_week = await store.read(lambda connection: careers.leaders(connection, "one", 10, OPENED_MS))
    later = await store.read(lambda connection: careers.leaders(connection, "one", 10, OPENED_MS + WEEK_MS))
    assert ({leader.name for leader in this_week}, later) == ({"Anna", "Bert"}, [])


async def test_the_busiest_are_members_and_come_by_their_tables(store: Store) -> None:
    await asked(store, known_well)
    for at_least, most, found in ((1, 10, [ANNA, BERT]), (1, 1, [ANNA]), (5, 10, [ANNA]), (8, 10, [])):
        busiest = partial(careers.busiest, at_least=at_least, most=most)
        assert await store.read(busiest) == found
