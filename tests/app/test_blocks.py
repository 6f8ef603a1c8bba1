"""Blocking (E43): it covers joining, inviting and watching, and leaves a shared table as it is."""

import pytest

from pyramids.app.players import guest_name
from pyramids.app.site import Site
from pyramids.duel.table import COMPUTER, PlayerId
from pyramids.rules import Action
from tests.app.site_pages import SitePage
from tests.app.sites import ANNA, BERT, CARA, Screen, act_out, code_of, play, players_at, started, table


async def known(site: Site, *players: PlayerId) -> None:
    """Let these have done something that lasts."""
    for player in players:
        await site.lobby.open(player, "one", 3, 10)


@pytest.mark.parametrize(("by", "of"), [(ANNA, BERT), (BERT, ANNA)])
async def test_a_block_either_way_forbids_to_join(site: Site, by: PlayerId, of: PlayerId) -> None:
    await known(site, ANNA, BERT)
    code = await table(site, joined=False)
    await site.blocks.block(by, of)
    assert await code_of(site.lobby.join(code, BERT)) == "blocked"


async def test_whoever_is_unblocked_joins_again(site: Site) -> None:
    await known(site, BERT)
    code = await table(site, joined=False)
    await site.blocks.block(ANNA, BERT)
    await site.blocks.unblock(ANNA, BERT)
    await site.lobby.join(code, BERT)
    assert await players_at(site, code) == [ANNA, BERT]


async def test_only_whoever_has_blocked_finds_it_in_their_list(site: Site) -> None:
    await known(site, BERT)
    await site.blocks.block(ANNA, BERT)
    await site.blocks.block(ANNA, BERT)
    assert [(one.player, one.name) for one in await site.blocks.of(ANNA)] == [(BERT, guest_name(BERT))]
    assert await site.blocks.of(BERT) == []


async def test_a_guest_who_has_done_nothing_is_blocked_while_on_line(site: Site) -> None:
    assert await code_of(site.blocks.block(ANNA, BERT)) == "unknown_player"
    await SitePage.of(site, BERT)
    await site.blocks.block(ANNA, BERT)
    assert [one.player for one in await site.blocks.of(ANNA)] == [BERT]


@pytest.mark.parametrize("nobody", [ANNA, COMPUTER])
async def test_neither_oneself_nor_the_computer_is_blocked(site: Site, nobody: PlayerId) -> None:
    await site.lobby.open(ANNA, "one", 3, 10, computer=True)
    assert await code_of(site.blocks.block(ANNA, nobody)) == "unknown_player"


async def test_a_later_block_leaves_a_shared_table_as_it_is(site: Site) -> None:  # Rule 5.4
    code = await started(site, BERT)
    await act_out(site, code, ANNA)
    screen = await Screen(site, ANNA, code).open()
    assert (await screen.shows())["games"][1] is not None
    await site.blocks.block(BERT, ANNA)
    await play(site, code, BERT, Action.TURN)
    assert (await screen.shows())["games"][1]["n"] == 1


async def test_a_watched_game_stops_where_a_player_of_it_blocks_the_watcher(site: Site) -> None:
    code = await started(site, BERT)
    await act_out(site, code, ANNA)
    await known(site, CARA)
    screen = await Screen(site, CARA, code).open()
    assert (await screen.shows())["table"]["offers"] == ["watch"]
    await site.blocks.block(BERT, CARA)
    assert (await screen.shows())["table"]["offers"] == []
    await play(site, code, BERT, Action.TURN)
    assert await screen.receive() == []


async def test_a_watched_game_goes_on_where_the_block_is_taken_back(site: Site) -> None:
    code = await started(site, BERT)
    await act_out(site, code, ANNA)
    await known(site, CARA)
    screen = await Screen(site, CARA, code).open()
    await site.blocks.block(BERT, CARA)
    await play(site, code, BERT, Action.TURN)
    await site.blocks.unblock(BERT, CARA)
    assert (await screen.shows())["games"][1]["n"] == 1


async def test_an_open_page_of_a_table_is_told_the_reason_at_once(site: Site) -> None:
    code = await table(site, joined=False)
    await known(site, BERT)
    screen = await Screen(site, BERT, code).open()
    await site.blocks.block(ANNA, BERT)
    assert (await screen.shows())["table"]["join_refused"] == "blocked"


@pytest.mark.parametrize(("by", "of"), [(ANNA, BERT), (BERT, ANNA)])
async def test_an_invitation_goes_with_a_block_either_way(site: Site, by: PlayerId, of: PlayerId) -> None:
    code = await table(site, joined=False)
    await known(site, BERT)
    await site.invitations.invite(code, ANNA, BERT)
    page = await SitePage.of(site, BERT)
    await site.blocks.block(by, of)
    assert "invitations" in await page.changed()
    assert await site.invitations.of(await site.people.viewer(BERT)) == []


async def test_nobody_is_told_that_somebody_has_blocked_them(site: Site) -> None:
    await known(site, ANNA, BERT)
    page = await SitePage.of(site, BERT)
    await site.blocks.block(CARA, BERT)
    await site.blocks.block(ANNA, BERT)
    assert await page.told() == []


# Starting again where joining is not possible. Rule 5.5, E40, E41


@pytest.mark.parametrize(("by", "of"), [(ANNA, BERT), (BERT, ANNA)])
async def test_whoever_is_blocked_starts_again_at_a_table_of_their_own(
    site: Site, by: PlayerId, of: PlayerId
) -> None:
    code = await started(site, ANNA, BERT, minutes=10, highest_level=6)
    for player in (ANNA, BERT):
        await site.play.end(code, player)
    await site.blocks.block(by, of)
    theirs, own = await site.lobby.again(code, ANNA), await site.lobby.again(code, BERT)
    assert await players_at(site, theirs) == [ANNA, None]
    assert await players_at(site, own) == [BERT, None]
    opened = (await site.rooms.get(own)).table
    assert (opened.minutes, opened.highest_level) == (10, 6)
    assert await site.lobby.again(code, BERT) == own
