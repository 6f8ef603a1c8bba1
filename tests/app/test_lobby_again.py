"""Starting again with the same settings (rule 5.5)."""

import asyncio

import pytest

from pyramids.app.site import Site
from pyramids.duel.table import DAY_MS, PlayerId
from tests.app.sites import ANNA, BERT, CARA, Times, code_of, over, players_at, room_of, started


@pytest.mark.parametrize("order", [(ANNA, BERT), (BERT, ANNA)])
async def test_both_are_seated_at_one_new_table(site: Site, order: tuple[PlayerId, PlayerId]) -> None:
    code = await over(site)
    first, second = [await site.lobby.again(code, player) for player in order]
    assert first == second != code
    assert await players_at(site, first) == list(order)


async def test_starting_again_at_once_leads_both_to_one_table(site: Site) -> None:
    code = await over(site)
    first, second = await asyncio.gather(*(site.lobby.again(code, player) for player in (ANNA, BERT)))
    assert first == second


async def test_repeating_it_leads_to_the_same_table(site: Site) -> None:
    code = await over(site)
    led = [await site.lobby.again(code, player) for player in (ANNA, ANNA, BERT, BERT, ANNA)]
    assert len(set(led)) == 1


async def test_repeating_it_at_once_opens_one_table(site: Site) -> None:
    code = await over(site)
    led = await asyncio.gather(*(site.lobby.again(code, ANNA) for _ in range(4)))
    assert len(set(led)) == 1


async def test_the_settings_stay_the_same(site: Site) -> None:  # E40
    code = await site.lobby.open(ANNA, "one", 10, 6)
    await site.play.start(code, ANNA)
    await site.play.end(code, ANNA)
    again = (await room_of(site, await site.lobby.again(code, ANNA))).table
    assert (again.board, again.minutes, again.highest_level) == ("one", 10, 6)


async def test_the_new_table_has_other_deals(site: Site) -> None:
    code = await over(site)
    again = await site.lobby.again(code, ANNA)
    assert (await room_of(site, again)).kept.seed != (await room_of(site, code)).kept.seed


async def test_a_player_may_start_again_while_the_other_still_plays(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    await site.play.end(code, ANNA)
    assert await players_at(site, await site.lobby.again(code, ANNA)) == [ANNA, None]


@pytest.mark.parametrize("players", [(), (ANNA,)])
async def test_nobody_starts_again_before_their_own_end(site: Site, players: tuple[PlayerId, ...]) -> None:
    code = await started(site, *players)
    assert await code_of(site.lobby.again(code, ANNA)) == "not_finished"


async def test_nobody_starts_again_where_they_did_not_sit(site: Site) -> None:
    assert await code_of(site.lobby.again(await over(site), CARA)) == "not_seated"


async def test_whoever_missed_the_start_may_start_again_when_the_table_is_over(
    site: Site, times: Times
) -> None:
    code = await started(site, BERT)
    await site.play.end(code, BERT)
    times.pass_(3 * DAY_MS)
    assert await players_at(site, await site.lobby.again(code, ANNA)) == [ANNA, None]


async def test_a_new_table_that_another_took_is_replaced_by_one_more(site: Site) -> None:
    code = await over(site)
    first = await site.lobby.again(code, ANNA)
    await site.lobby.join(first, CARA)
    second = await site.lobby.again(code, BERT)
    assert second != first
    assert await players_at(site, second) == [BERT, None]


async def test_a_new_table_that_its_opener_left_is_replaced_by_one_more(site: Site) -> None:
    code = await over(site)
    first = await site.lobby.again(code, ANNA)
    await site.lobby.leave(first, ANNA)
    assert await players_at(site, await site.lobby.again(code, BERT)) == [BERT, None]


async def test_whoever_joined_the_new_table_from_the_lobby_is_led_to_it(site: Site) -> None:
    code = await over(site)
    first = await site.lobby.again(code, ANNA)
    await site.lobby.join(first, BERT)
    assert await site.lobby.again(code, BERT) == first


async def test_many_duels_follow_each_other(site: Site) -> None:
    code = await over(site)
    for _ in range(3):
        following = await site.lobby.again(code, BERT)
        assert await site.lobby.again(code, ANNA) == following
        for player in (ANNA, BERT):
            await site.play.start(following, player)
            await site.play.end(following, player)
        code = following
