"""Invitations as rows: an invitation stands while its table has a free seat, and is never made twice."""

from sqlalchemy import Connection

from pyramids.duel.table import DAY_MS, PlayerId, join, leave
from pyramids.storage import invitations, tables
from pyramids.storage.store import Store
from pyramids.storage.tables import KeptTable
from tests.duel.tables import ANNA, BERT, CARA, OPENED_MS
from tests.storage.test_tables import asked, create

SOON_MS = OPENED_MS + 1_000


def invite(connection: Connection, kept: KeptTable, *to: PlayerId) -> None:
    for player in to:
        invitations.add(connection, kept, player, SOON_MS)


def codes_open_to(connection: Connection, player: PlayerId, now_ms: int = SOON_MS) -> list[str]:
    return [kept.code for kept in invitations.open_to(connection, player, now_ms)]


async def test_an_invited_player_finds_the_tables_the_newest_invitation_first(store: Store) -> None:
    def work(connection: Connection) -> list[str]:
        older, newer = create(connection, "AAAAAA"), create(connection, "BBBBBB")
        invite(connection, newer, BERT)
        invite(connection, older, BERT)
        return codes_open_to(connection, BERT)

    assert await asked(store, work) == ["AAAAAA", "BBBBBB"]


async def test_nobody_else_finds_them(store: Store) -> None:
    def work(connection: Connection) -> list[str]:
        invite(connection, create(connection), BERT)
        return codes_open_to(connection, CARA) + codes_open_to(connection, ANNA)

    assert await asked(store, work) == []


async def test_a_second_invitation_to_the_same_table_is_none(store: Store) -> None:
    def work(connection: Connection) -> list[bool]:
        kept = create(connection)
        return [invitations.add(connection, kept, BERT, SOON_MS) for _ in range(2)]

    assert await asked(store, work) == [True, False]


async def test_a_declined_invitation_is_not_found_again_also_when_it_is_repeated(store: Store) -> None:
    def work(connection: Connection) -> list[str]:
        kept = create(connection)
        invite(connection, kept, BERT)
        invitations.decline(connection, kept.id, BERT)
        invite(connection, kept, BERT)
        return codes_open_to(connection, BERT)

    assert await asked(store, work) == []


async def test_declining_is_for_that_table_and_that_player_alone(store: Store) -> None:
    def work(connection: Connection) -> tuple[list[str], list[str]]:
        kept = create(connection, "AAAAAA")
        invite(connection, kept, BERT, CARA)
        invite(connection, create(connection, "BBBBBB"), BERT)
        invitations.decline(connection, kept.id, BERT)
        return codes_open_to(connection, BERT), codes_open_to(connection, CARA)

    assert await asked(store, work) == (["BBBBBB"], ["AAAAAA"])


async def test_a_table_that_takes_nobody_any_more_invites_nobody(store: Store) -> None:
    def work(connection: Connection) -> tuple[list[str], list[str]]:
        invite(connection, create(connection, "AAAAAA"), BERT)
        closed = create(connection, "BBBBBB")
        invite(connection, closed, BERT)
        tables.save(connection, closed, leave(closed.table, 0, SOON_MS), SOON_MS, 0)
        too_late = codes_open_to(connection, BERT, OPENED_MS + 7 * DAY_MS)
        return codes_open_to(connection, BERT), too_late

    assert await asked(store, work) == (["AAAAAA"], [])


async def test_a_taken_seat_ends_the_invitations_but_those_that_were_declined(store: Store) -> None:  # E42
    def work(connection: Connection) -> tuple[list[str], list[PlayerId]]:
        kept = create(connection)
        invite(connection, kept, BERT, CARA)
        invitations.decline(connection, kept.id, CARA)
        seated = tables.save(connection, kept, join(kept.table, BERT, 1, SOON_MS), SOON_MS, 0)
        invitations.end(connection, kept.id)
        tables.save(connection, seated, leave(seated.table, 1, SOON_MS), SOON_MS, 0)
        return codes_open_to(connection, BERT), invitations.invited(connection, [kept.id])

    assert await asked(store, work) == ([], [CARA])
