"""What decides what a player may see and join, as rows."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from pyramids.duel.viewer import Viewer
from pyramids.storage import people
from pyramids.storage.players import ensure
from pyramids.storage.store import Store
from tests.duel.tables import ANNA, BERT, CARA


async def asked(store: Store, work: Callable[[Connection], Any]) -> Any:
    def command(connection: Connection, _journal: object) -> Any:
        for player in (ANNA, BERT):
            ensure(connection, player, player.title(), 0)
        return work(connection)

    return await store.write(command)


async def test_a_player_without_a_row_is_a_guest_without_a_name(store: Store) -> None:
    found = await store.read(lambda connection: people.person(connection, CARA))
    assert found == people.Person(Viewer(CARA), None, member=False, deleted=False)


async def test_a_block_is_known_to_both_sides(store: Store) -> None:
    await asked(store, lambda connection: people.block(connection, ANNA, BERT, 7))
    anna = await store.read(lambda connection: people.viewer(connection, ANNA))
    bert = await store.read(lambda connection: people.viewer(connection, BERT))
    assert (anna.blocks, anna.blocked_by) == ({BERT}, frozenset())
    assert (bert.blocks, bert.blocked_by) == (frozenset(), {ANNA})
    assert anna.is_apart_from(BERT)
    assert bert.is_apart_from(ANNA)


async def test_blocking_twice_is_blocking_once_and_can_be_taken_back(store: Store) -> None:
    for _ in range(2):
        await asked(store, lambda connection: people.block(connection, ANNA, BERT, 7))
    await asked(store, lambda connection: people.unblock(connection, ANNA, BERT))
    assert await store.read(lambda connection: people.viewer(connection, ANNA)) == Viewer(ANNA)
