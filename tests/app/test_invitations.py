"""Inviting (rule 5.4, E42): it tells somebody of a table, and changes nothing else."""

import asyncio

import pytest
from sqlalchemy import insert

from pyramids.app import invitations as invitations_module
from pyramids.app.players import guest_name
from pyramids.app.site import Site
from pyramids.duel.table import COMPUTER, DAY_MS, PlayerId
from pyramids.storage.schema import ratings
from tests.app.site_pages import SitePage
from tests.app.sites import ANNA, BERT, CARA, Times, code_of, players_at, started, table

DORA = PlayerId("dora")


async def open_to(site: Site, player: PlayerId) -> list[str]:
    """The codes of the tables that somebody is shown an invitation to."""
    return [one.code for one in await site.invitations.of(await site.people.viewer(player))]


async def invited(site: Site, *players: PlayerId, highest_level: int = 10) -> str:
    """A table of Anna's to which these are invited, each with a page open."""
    code = await table(site, joined=False, highest_level=highest_level)
    for player in players:
        await SitePage.of(site, player)
        await site.invitations.invite(code, ANNA, player)
    return code


async def give_level(site: Site, player: PlayerId, board: str, level: int) -> None:
    """Let a player with a row have a rating of that level."""
    rating = {"rating": 1000 + 100 * level, "deviation": 80, "volatility": 0.06, "duels": 9}
    row = insert(ratings).values(player_id=player, board=board, **rating)
    await site.store.write(lambda connection, _journal: connection.execute(row).close())
    site.people.forget(player)


async def test_the_invited_are_shown_the_table_and_nobody_else_is(site: Site) -> None:
    code = await invited(site, BERT)
    assert [await open_to(site, player) for player in (ANNA, BERT, CARA)] == [[], [code], []]


async def test_an_invitation_reserves_no_seat(site: Site) -> None:
    code = await invited(site, BERT)
    await site.lobby.join(code, CARA)
    assert await players_at(site, code) == [ANNA, CARA]
    assert await code_of(site.lobby.join(code, BERT)) == "table_full"


async def test_an_invitation_widens_no_level(site: Site) -> None:
    code = await invited(site, BERT, highest_level=6)
    await give_level(site, BERT, "three", 7)
    assert await code_of(site.lobby.join(code, BERT)) == "level_too_high"
    assert await open_to(site, BERT) == [code]


@pytest.mark.parametrize("who", [CARA, BERT])
async def test_only_a_player_at_the_table_invites(site: Site, who: PlayerId) -> None:
    code = await invited(site, BERT)
    assert await code_of(site.invitations.invite(code, who, DORA)) == "not_seated"


async def test_nobody_is_invited_to_a_seat_that_is_taken(site: Site) -> None:
    code = await table(site)
    await SitePage.of(site, CARA)
    assert await code_of(site.invitations.invite(code, ANNA, CARA)) == "not_offered"


async def test_nobody_is_invited_to_a_table_that_has_closed(site: Site, times: Times) -> None:
    code = await table(site, joined=False)
    await SitePage.of(site, CARA)
    times.pass_(7 * DAY_MS)
    assert await code_of(site.invitations.invite(code, ANNA, CARA)) == "not_offered"


async def test_an_opener_who_plays_invites_as_well(site: Site) -> None:
    code = await started(site, ANNA, joined=False)
    await SitePage.of(site, BERT)
    await site.invitations.invite(code, ANNA, BERT)
    assert await open_to(site, BERT) == [code]


async def test_nobody_invites_themselves(site: Site) -> None:
    code = await table(site, joined=False)
    assert await code_of(site.invitations.invite(code, ANNA, ANNA)) == "already_seated"


@pytest.mark.parametrize("nobody", [PlayerId("nobody"), COMPUTER])
async def test_who_is_no_person_on_line_and_has_done_nothing_cannot_be_invited(
    site: Site, nobody: PlayerId
) -> None:
    code = await table(site, joined=False)
    assert await code_of(site.invitations.invite(code, ANNA, nobody)) == "unknown_player"


async def test_a_guest_who_is_off_line_is_invited_if_they_have_done_something(site: Site) -> None:
    await site.lobby.open(BERT, "one", 3, 10)
    code = await table(site, joined=False)
    candidate = await site.invitations.invite(code, ANNA, BERT)
    assert (candidate.online, candidate.invited) == (False, True)
    assert await open_to(site, BERT) == [code]


@pytest.mark.parametrize(("by", "of"), [(ANNA, BERT), (BERT, ANNA)])
async def test_a_block_either_way_forbids_to_invite(site: Site, by: PlayerId, of: PlayerId) -> None:
    code = await table(site, joined=False)
    await SitePage.of(site, BERT)
    await site.blocks.block(by, of)
    assert await code_of(site.invitations.invite(code, ANNA, BERT)) == "blocked"


async def test_a_player_has_a_most_of_invitations_from_everybody_together(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations_module, "MOST_OPEN", 1)
    await invited(site, BERT)
    other = await site.lobby.open(CARA, "one", 3, 10)
    assert await code_of(site.invitations.invite(other, CARA, BERT)) == "too_many_invitations"


async def test_a_table_has_a_most_of_invitations_and_a_repeated_one_is_none(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations_module, "MOST_INVITED", 1)
    code = await invited(site, BERT)
    await SitePage.of(site, CARA)
    assert (await site.invitations.invite(code, ANNA, BERT)).invited
    assert await code_of(site.invitations.invite(code, ANNA, CARA)) == "too_many_invitations"


async def test_the_invited_are_told_once_with_the_inviters_name(site: Site) -> None:
    code = await table(site, joined=False)
    page = await SitePage.of(site, BERT)
    await site.invitations.invite(code, ANNA, BERT)
    await site.invitations.invite(code, ANNA, BERT)
    assert await page.told() == [("invited", code, guest_name(ANNA))]


async def test_an_invitation_appears_on_the_open_pages_of_the_invited_alone(site: Site) -> None:
    code = await table(site, joined=False)
    pages = [await SitePage.of(site, player) for player in (ANNA, BERT, CARA)]
    await site.invitations.invite(code, ANNA, BERT)
    assert [await page.changed() for page in pages] == [set(), {"invitations"}, set()]


async def test_an_invitation_ends_on_every_page_when_somebody_takes_the_seat(site: Site) -> None:
    code = await invited(site, BERT, CARA)
    page = await SitePage.of(site, BERT)
    await site.lobby.join(code, CARA)
    assert "invitations" in await page.changed()
    assert [await open_to(site, player) for player in (BERT, CARA)] == [[], []]


async def test_an_invitation_that_has_ended_does_not_come_back_with_a_free_seat(site: Site) -> None:
    code = await invited(site, BERT, CARA)
    await site.lobby.join(code, CARA)
    await site.lobby.leave(code, CARA)
    assert [await open_to(site, player) for player in (BERT, CARA)] == [[], []]


async def test_an_invitation_ends_when_the_opener_leaves(site: Site) -> None:
    code = await invited(site, BERT)
    page = await SitePage.of(site, BERT)
    await site.lobby.leave(code, ANNA)
    assert "invitations" in await page.changed()
    assert await open_to(site, BERT) == []


async def test_an_invitation_ends_when_nobody_can_join_any_more(site: Site, times: Times) -> None:
    code = await invited(site, BERT)
    page = await SitePage.of(site, BERT)
    times.pass_(7 * DAY_MS)
    await site.settle_due()
    assert "invitations" in await page.changed()
    assert await open_to(site, BERT) == []
    assert code


async def test_not_now_ends_it_for_good_and_tells_the_inviter_nothing(site: Site) -> None:
    code = await invited(site, BERT)
    before = await site.invitations.candidates(code, ANNA)
    inviter, page = await SitePage.of(site, ANNA), await SitePage.of(site, BERT)
    await site.invitations.decline(code, BERT)
    assert await page.changed() == {"invitations"}
    assert await inviter.frames() == []
    assert await site.invitations.candidates(code, ANNA) == before
    again = await site.invitations.invite(code, ANNA, BERT)
    assert again in before
    assert await page.frames() == []
    assert await open_to(site, BERT) == []


async def test_not_now_to_no_invitation_changes_nothing(site: Site) -> None:
    code = await invited(site, BERT)
    await site.invitations.decline(code, CARA)
    assert await open_to(site, BERT) == [code]
    assert await code_of(site.invitations.decline("ZZZZZZ", CARA)) == "unknown_table"


async def test_whoever_is_on_line_can_be_invited_with_the_reason_why_they_could_not_join(site: Site) -> None:
    code = await table(site, joined=False, highest_level=4)
    for player in (ANNA, BERT, CARA):
        await SitePage.of(site, player)
    await site.lobby.open(CARA, "one", 3, 10)
    await give_level(site, CARA, "three", 4)
    found = await site.invitations.candidates(code, ANNA)
    assert [(one.player, one.level, one.refused) for one in found] == [
        (CARA, 4, None),
        (BERT, 5, "level_too_high"),
    ]


async def test_the_list_leaves_out_who_is_kept_apart_and_follows_what_is_typed(site: Site) -> None:
    code = await table(site, joined=False)
    for player in (BERT, CARA, DORA):
        await SitePage.of(site, player)
    await site.blocks.block(DORA, ANNA)
    names = [guest_name(BERT), guest_name(CARA)]
    assert sorted(one.name for one in await site.invitations.candidates(code, ANNA)) == sorted(names)
    found = await site.invitations.candidates(code, ANNA, names[0].upper())
    assert [one.name for one in found] == names[:1]


async def test_nobody_asks_for_the_list_of_anothers_table(site: Site) -> None:
    code = await table(site, joined=False)
    assert await code_of(site.invitations.candidates(code, BERT)) == "not_seated"


async def test_a_guest_on_line_is_found_by_name_and_nobody_by_anothers(site: Site) -> None:
    await SitePage.of(site, BERT)
    assert await site.invitations.named(guest_name(BERT).upper()) == BERT
    assert await code_of(site.invitations.named("Nobody Here")) == "unknown_player"


async def test_of_two_who_take_the_seat_at_once_the_invited_has_no_precedence(site: Site) -> None:
    code = await invited(site, BERT)
    first, second = await asyncio.gather(
        site.lobby.join(code, CARA), site.lobby.join(code, BERT), return_exceptions=True
    )
    assert not isinstance(first, Exception)
    assert isinstance(second, Exception)
