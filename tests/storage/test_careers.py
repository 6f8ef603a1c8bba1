"""What players have done, counted from tables that are over alone (rules 5.2, 5.6 and 5.7)."""

from collections.abc import Callable
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
    kept = tables.save(connection, kept, opened.with_seat(1, Seat(joiner[0], OPENED_MS)), OPENED_MS)
    seated = [
        Seat(player, OPENED_MS, None if outcome is None else OPENED_MS, outcome)
        for player, outcome in (opener, joiner)
    ]
    tables.save(connection, kept, Table(board, 3, 10, OPENED_MS, seated[0], seated[1], over_ms), OPENED_MS)


def some(connection: Connection) -> None:
    keep(connection, "AAAAAA", (ANNA, game(50, rounds=1, longest=7)), (BERT, game(10)))
    keep(connection, "BBBBBB", (BERT, game(90, longest=3)), (ANNA, game(20, longest=4)))
    keep(connection, "CCCCCC", (ANNA, game(30, 5_000, 2)), (BERT, game(30, 9_000)))
    keep(connection, "DDDDDD", (ANNA, game(30)), (CARA, game(30)))
    keep(connection, "EEEEEE", (ANNA, None), (CARA, game(-5)))
    keep(connection, "FFFFFF", (ANNA, game(500, rounds=5)), (CARA, game(400)), board="three")
    keep(connection, "GGGGGG", (ANNA, game(900, rounds=5, longest=28)), (BERT, None), over_ms=None)


async def test_duels_are_listed_newest_first_with_who_won_and_by_what(store: Store) -> None:
    await asked(store, some)
    found = await store.read(lambda connection: careers.duels(connection, ANNA, 10))
    assert [(duel.code, duel.won, duel.by, duel.score, duel.opponent_score) for _, duel in found] == [
        ("FFFFFF", True, ResultBy.POINTS, 500, 400),
        ("EEEEEE", False, ResultBy.WALKOVER, None, -5),
        ("DDDDDD", None, ResultBy.DRAW, 30, 30),
        ("CCCCCC", True, ResultBy.TIME, 30, 30),
        ("BBBBBB", False, ResultBy.POINTS, 20, 90),
        ("AAAAAA", True, ResultBy.POINTS, 50, 10),
    ]
    assert found[-1][1].opponent_name == "Bert"
    assert found[-1][1].over_wall_ms == 1_005


async def test_duels_come_in_pages(store: Store) -> None:
    await asked(store, some)
    first = await store.read(lambda connection: careers.duels(connection, ANNA, 4))
    rest = await store.read(lambda connection: careers.duels(connection, ANNA, 4, first[-1][0]))
    assert [duel.code for _, duel in (*first, *rest)] == [
        "FFFFFF",
        "EEEEEE",
        "DDDDDD",
        "CCCCCC",
        "BBBBBB",
        "AAAAAA",
    ]


async def test_bests_count_the_tables_of_the_board_that_are_over(store: Store) -> None:
    await asked(store, some)
    found = await store.read(lambda connection: careers.bests(connection, ANNA, "one"))
    assert found == careers.Bests(5, 2, 2, 1, 3, 7, 50, "AAAAAA", 0)


async def test_who_has_played_nothing_has_no_bests(store: Store) -> None:
    found = await store.read(lambda connection: careers.bests(connection, ANNA, "one"))
    assert found == careers.Bests(0, 0, 0, 0, 0, 0, None, None, None)


async def test_head_to_head_counts_both_sides_alike(store: Store) -> None:
    await asked(store, some)
    against = await store.read(lambda connection: careers.head_to_head(connection, ANNA, 5))
    assert [(found.name, found.duels, found.won, found.lost) for found in against] == [
        ("Bert", 3, 2, 1),
        ("Cara", 3, 1, 1),
    ]
    [of_bert] = await store.read(lambda connection: careers.head_to_head(connection, BERT, 5))
    assert (of_bert.name, of_bert.duels, of_bert.won, of_bert.lost) == ("Anna", 3, 1, 2)


async def test_the_chart_has_a_point_for_each_rated_duel_of_the_board(store: Store) -> None:
    await asked(store, some)
    points = await store.read(lambda connection: careers.chart(connection, ANNA, "one"))
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


async def test_a_member_is_found_by_what_names_that_look_alike_share(store: Store) -> None:
    await asked(store, known_well)
    assert await store.read(lambda connection: careers.by_name_key(connection, "anna")) == ANNA
    assert await store.read(lambda connection: careers.by_name_key(connection, "cara")) is None
