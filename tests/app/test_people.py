"""What is remembered of players is never older than what has been told."""

import asyncio

from pyramids.app.players import guest_name
from pyramids.app.site import Site
from pyramids.duel.viewer import Viewer
from pyramids.storage import people
from pyramids.storage.players import ensure
from tests.app.sites import ANNA, BERT, BOARD, CARA, Screen, code_of, over


async def test_a_player_without_a_row_is_called_as_a_guest(site: Site) -> None:
    assert await site.people.name(ANNA) == guest_name(ANNA)
    assert await site.people.viewer(ANNA) == Viewer(ANNA)


async def test_what_was_read_before_a_change_is_not_kept(site: Site) -> None:
    def block(connection, _journal) -> None:
        for player in (ANNA, BERT):
            ensure(connection, player, player, 0)
        people.block(connection, ANNA, BERT, 0)

    reading = asyncio.create_task(site.people.viewer(ANNA))
    await site.store.write(block)
    site.people.forget(ANNA)
    assert (await site.people.viewer(ANNA)).blocks == {BERT}
    await reading
    assert (await site.people.viewer(ANNA)).blocks == {BERT}


async def test_a_result_shows_the_new_levels_at_every_table_at_once(site: Site) -> None:
    other = await site.lobby.open(BERT, BOARD, 3, 10)
    screen = await Screen(site, CARA, other).open()
    assert (await screen.shows())["table"]["seats"][0]["level"] == 5
    await over(site)
    assert (await screen.shows())["table"]["seats"][0]["level"] == 6
    assert (await site.people.viewer(BERT)).level(BOARD) == 6


async def test_an_open_page_refuses_as_soon_as_its_players_level_is_too_high(site: Site) -> None:
    waiting = await site.lobby.open(CARA, BOARD, 3, 5)
    screen = await Screen(site, BERT, waiting).open()
    assert (await screen.shows())["table"]["join_refused"] is None
    await over(site)
    assert (await screen.shows())["table"]["join_refused"] == "level_too_high"
    assert await code_of(site.lobby.join(waiting, BERT)) == "level_too_high"
