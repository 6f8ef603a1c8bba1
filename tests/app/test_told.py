"""Being told wherever one looks: who joined, and that a duel is decided; never what rule 5.6 forbids."""

from pathlib import Path

from pyramids.app.players import guest_name
from pyramids.app.site import Site
from pyramids.duel.table import DAY_MS
from tests.app.site_pages import SitePage
from tests.app.sites import ANNA, BERT, CARA, Times, act_out, opened, over, started, table


async def test_the_opener_is_told_who_joined_and_nobody_else_is(site: Site) -> None:
    code = await table(site, joined=False)
    pages = [await SitePage.of(site, player) for player in (ANNA, BERT, CARA)]
    await site.lobby.join(code, BERT)
    assert [await page.told() for page in pages] == [[("joined", code, guest_name(BERT))], [], []]


async def test_the_opener_is_told_of_a_join_at_a_table_that_nobody_has_shown_since_the_start(
    tmp_path: Path, times: Times
) -> None:
    async with opened(tmp_path, times) as site:
        code = await table(site, joined=False)
    async with opened(tmp_path, times) as site:
        page = await SitePage.of(site, ANNA)
        await site.lobby.join(code, BERT)
        assert [event for event, _, _ in await page.told()] == ["joined"]


async def test_a_second_join_by_starting_again_is_told_to_its_opener(site: Site) -> None:
    code = await over(site)
    again = await site.lobby.again(code, ANNA)
    page = await SitePage.of(site, ANNA)
    await site.lobby.again(code, BERT)
    assert await page.told() == [("joined", again, guest_name(BERT))]


async def test_the_computer_is_no_news_as_it_comes(site: Site) -> None:
    code = await table(site, joined=False)
    page = await SitePage.of(site, ANNA)
    await site.lobby.seat_computer(code, ANNA)
    assert await page.told() == []


async def test_both_are_told_once_when_a_duel_is_decided(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    pages = [await SitePage.of(site, player) for player in (ANNA, BERT, CARA)]
    await site.play.end(code, ANNA)
    await site.play.end(code, BERT)
    await site.play.settle(code)
    assert [await page.told() for page in pages] == [
        [("decided", code, guest_name(BERT))],
        [("decided", code, guest_name(ANNA))],
        [],
    ]


async def test_both_are_told_that_a_duel_has_ended_without_a_result(site: Site, times: Times) -> None:
    code = await table(site)
    pages = [await SitePage.of(site, player) for player in (ANNA, BERT)]
    times.pass_(3 * DAY_MS)
    await site.settle_due()
    await site.settle_due()
    assert [await page.told() for page in pages] == [
        [("decided", code, guest_name(BERT))],
        [("decided", code, guest_name(ANNA))],
    ]


async def test_nothing_is_told_of_a_table_that_nobody_has_joined(site: Site, times: Times) -> None:
    await table(site, joined=False)
    page = await SitePage.of(site, ANNA)
    times.pass_(7 * DAY_MS)
    await site.settle_due()
    assert await page.told() == []


async def test_neither_start_nor_end_of_the_opponents_game_is_told(site: Site) -> None:  # Rule 5.6
    code = await table(site)
    page = await SitePage.of(site, BERT)
    await act_out(site, code, ANNA)
    assert await page.frames() == []
