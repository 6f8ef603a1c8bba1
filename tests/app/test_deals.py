"""What each viewer may see of a deal that one tries alone, and what a try's page is sent. E30, E31"""

import asyncio
import json
import threading
from typing import Any

import msgspec
import pytest

from pyramids import deals
from pyramids.app.days import day_text
from pyramids.app.deals import ShownDeal, key_of
from pyramids.app.site import Site
from pyramids.duel.table import DAY_MS, PlayerId
from pyramids.duel.tries import Standing
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import Connection
from pyramids.rules import Action
from pyramids.storage import tries
from tests.app.sites import ANNA, BERT, BOARD, CARA, Times, clear_round, code_of, opened, over, play, started

LIMIT_MS = 180_000


def date(site: Site, days: int = 0) -> str:
    return day_text(site.days.today() + days)


async def shown(site: Site, player: PlayerId, day: str | None = None) -> ShownDeal:
    return await site.deals.of_day(player, BOARD, day or date(site))


async def begin(site: Site, player: PlayerId) -> int:
    """A try of today's deal; gives its id."""
    found = await site.deals.start_day(player, BOARD, date(site))
    assert found.deal.own is not None
    assert found.deal.own.id is not None
    return found.deal.own.id


async def finish(site: Site, player: PlayerId, turns: int) -> int:
    """A whole try of today's deal, with -5 points for each turn."""
    try_id = await begin(site, player)
    for n in range(turns):
        await site.tries.move(try_id, player, Action.TURN, n)
    await site.tries.end(try_id, player)
    return try_id


def sent(value: object) -> bytes:
    return msgspec.json.encode(value)


class Page:
    """A try's page."""

    def __init__(self, site: Site, player: PlayerId, try_id: int) -> None:
        self.connection = Connection(Viewer(player), key_of(try_id))
        self._site = site
        self._try_id = try_id

    async def open(self) -> "Page":
        self._site.hub.add(self.connection)
        await self._site.deals.greet(self.connection, self._try_id)
        return self

    async def frames(self) -> list[Any]:
        await asyncio.gather(*self._site._telling)
        found = []
        while self.connection._waiting:
            frame = await self.connection.next_frame()
            assert frame is not None
            found.append(json.loads(frame))
        return found


# Today


async def test_before_ones_try_a_deal_shows_its_seal_and_tomorrows_and_nothing_else(site: Site) -> None:
    today, tomorrow = [await site.days.deal_of(BOARD, site.days.today() + at) for at in (0, 1)]
    found = await shown(site, ANNA)
    assert found.game is None
    deal = found.deal
    assert (deal.seal, deal.next_seal) == (deals.seal(today.seed), deals.seal(tomorrow.seed))
    assert (deal.seed, deal.own, deal.standing, deal.offers, deal.refused) == (
        None,
        None,
        None,
        ("start",),
        None,
    )


async def test_others_tries_change_no_byte_for_who_may_still_try(site: Site) -> None:
    before = sent(await shown(site, ANNA))
    await begin(site, BERT)
    await finish(site, CARA, 3)
    assert sent(await shown(site, ANNA)) == before


async def test_others_tries_change_no_byte_for_whose_try_runs(site: Site) -> None:
    await begin(site, ANNA)
    before = sent(await shown(site, ANNA))
    await finish(site, BERT, 1)
    assert sent(await shown(site, ANNA)) == before


async def test_after_ones_own_end_one_sees_where_one_stands_and_no_seed(site: Site) -> None:
    await finish(site, BERT, 1)
    await finish(site, CARA, 3)
    await begin(site, PlayerId("dora"))
    await finish(site, ANNA, 2)
    found = await shown(site, ANNA)
    assert found.deal.standing == Standing(3, 2, 50, -5, -10)
    assert (found.deal.seed, found.deal.streak, found.deal.offers) == (None, 1, ())
    assert found.game is not None
    assert found.game.ended == "stopped"


async def test_a_try_is_shown_to_nobody_else(site: Site) -> None:
    try_id = await finish(site, ANNA, 2)
    assert (await site.deals.of_try(ANNA, try_id)).deal.own is not None
    assert await code_of(site.deals.of_try(BERT, try_id)) == "unknown_deal"
    assert await code_of(site.deals.of_try(None, try_id)) == "unknown_deal"


async def test_tomorrows_deal_is_not_there_yet(site: Site) -> None:
    for command in (site.deals.of_day, site.deals.start_day):
        assert await code_of(command(ANNA, BOARD, date(site, 1))) == "unknown_deal"


# Midnight


async def test_when_the_day_is_over_its_seed_and_standing_are_everybodys_and_nobody_starts(
    site: Site, times: Times
) -> None:
    day = date(site)
    await finish(site, BERT, 1)
    times.pass_(DAY_MS)
    found = await shown(site, ANNA, day)
    assert found.deal.seed is not None
    assert deals.seal(bytes.fromhex(found.deal.seed)) == found.deal.seal
    assert found.deal.standing == Standing(1, None, None, -5, -5)
    assert (found.deal.offers, found.deal.refused) == ((), "not_today")
    assert await code_of(site.deals.start_day(ANNA, BOARD, day)) == "not_today"


async def test_a_try_from_before_midnight_goes_on_and_keeps_the_seed_back(site: Site, times: Times) -> None:
    times.pass_(DAY_MS - times.wall % DAY_MS - 1)
    day = date(site)
    await finish(site, BERT, 1)
    try_id = await begin(site, ANNA)
    times.pass_(LIMIT_MS - 1)
    assert date(site) != day
    await site.tries.move(try_id, ANNA, Action.TURN, 0)
    for player in (ANNA, CARA):
        found = await shown(site, player, day)
        assert (found.deal.seed, found.deal.standing) == (None, None)
    assert (await shown(site, BERT, day)).deal.seed is None
    times.pass_(1)
    await site.tries.settle_due()
    for player in (ANNA, BERT, CARA):
        found = await shown(site, player, day)
        assert found.deal.seed is not None
        assert found.deal.standing is not None
        assert found.deal.standing.players == 2


async def test_a_last_try_of_yesterday_that_a_restart_found_keeps_the_seed_back(
    tmp_path, times: Times
) -> None:
    times.pass_(DAY_MS - times.wall % DAY_MS - 1)
    async with opened(tmp_path, times) as site:
        day = date(site)
        try_id = await begin(site, ANNA)
    times.pass_(DAY_MS // 2)
    async with opened(tmp_path, times) as site:
        assert (await shown(site, BERT, day)).deal.seed is None
        await site.tries.end(try_id, ANNA)
        assert (await shown(site, BERT, day)).deal.seed is not None


async def test_a_start_before_midnight_that_is_not_on_disk_yet_keeps_the_seed_back(
    site: Site, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    times.pass_(DAY_MS - times.wall % DAY_MS - 1)
    berts = await finish(site, BERT, 1)
    written, looked = threading.Event(), threading.Event()
    create = tries.create

    def create_and_wait(*args: Any) -> int:
        made = create(*args)
        written.set()
        looked.wait(5)
        return made

    monkeypatch.setattr(tries, "create", create_and_wait)
    starting = asyncio.create_task(begin(site, ANNA))
    await asyncio.to_thread(written.wait, 5)
    times.pass_(1)
    looking = asyncio.create_task(site.deals.of_try(BERT, berts))
    await asyncio.wait([looking], timeout=0.2)  # Long enough for a look that waits for nothing.
    looked.set()
    assert (await looking).deal.seed is None
    await starting


async def test_the_next_days_deal_is_another_with_its_own_try(site: Site, times: Times) -> None:
    await finish(site, ANNA, 0)
    seal = (await shown(site, ANNA)).deal.seal
    times.pass_(DAY_MS)
    found = await shown(site, ANNA)
    assert found.deal.offers == ("start",)
    assert found.deal.seal != seal


# A table's rounds


async def test_a_table_that_is_not_over_shows_none_of_its_deals(site: Site) -> None:
    code = await started(site, ANNA)
    for player in (ANNA, BERT, CARA):
        assert await code_of(site.deals.of_table(player, code, 1)) == "not_over"
        assert await code_of(site.deals.start_table(player, code, 1)) == "not_over"


async def test_a_finished_deal_shows_nothing_before_ones_try(site: Site) -> None:
    code = await over(site)
    found = await site.deals.of_table(CARA, code.lower(), 1)
    deal = found.deal
    assert (deal.table, deal.round, deal.offers) == (code, 1, ("start",))
    assert (found.game, deal.own, deal.standing, deal.seed, deal.streak) == (None, None, None, None, None)


async def test_who_met_the_cards_at_the_table_sees_the_standing_and_cannot_try(site: Site) -> None:
    code = await over(site)  # Anna has -5 points, Bert 0.
    assert await code_of(site.deals.start_table(ANNA, code, 1)) == "already_tried"
    found = await site.deals.of_table(ANNA, code, 1)
    assert found.deal.standing == Standing(2, 2, 0, 0, -5)
    assert found.deal.refused == "already_tried"


async def test_a_try_stands_among_the_tables_players_and_other_tries(site: Site) -> None:
    code = await over(site)
    for player, turns in ((CARA, 0), (PlayerId("dora"), 3)):
        started_try = await site.deals.start_table(player, code, 1)
        assert started_try.deal.own is not None
        try_id = started_try.deal.own.id
        assert try_id is not None
        for n in range(turns):
            await site.tries.move(try_id, player, Action.TURN, n)
        await site.tries.end(try_id, player)
    assert (await site.deals.of_table(CARA, code, 1)).deal.standing == Standing(4, 1, 66, 0, -5)
    assert (await site.deals.of_table(PlayerId("dora"), code, 1)).deal.standing == Standing(4, 4, 0, 0, -5)


async def test_a_round_that_nobody_reached_has_no_deal(site: Site) -> None:
    code = await over(site)
    for number in (0, 2, 6):
        assert await code_of(site.deals.of_table(CARA, code, number)) == "unknown_deal"
    assert await code_of(site.deals.of_table(CARA, "NOSUCH", 1)) == "unknown_table"


async def test_a_player_may_try_the_round_that_only_the_opponent_reached(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    await clear_round(site, code, ANNA)
    await play(site, code, ANNA, Action.TURN)
    await site.play.end(code, ANNA)
    await site.play.end(code, BERT)
    assert (await site.deals.of_table(BERT, code, 2)).deal.offers == ("start",)
    found = await site.deals.start_table(BERT, code, 2)
    assert found.game is not None
    first = (await site.deals.of_table(ANNA, code, 1)).deal.own
    assert first is not None
    assert first.result is not None
    assert first.result.cleared


# A try's page


async def test_a_page_is_sent_the_deal_and_the_game_first(site: Site) -> None:
    page = await Page(site, ANNA, await begin(site, ANNA)).open()
    deal, game = await page.frames()
    assert (deal["type"], deal["deal"]["offers"]) == ("deal", ["end"])
    assert (game["type"], game["seat"], game["game"]["n"]) == ("game", 0, 0)


async def test_a_move_is_sent_to_every_page_of_the_try_and_to_no_other(site: Site) -> None:
    mine, others = await begin(site, ANNA), await begin(site, BERT)
    pages = [await Page(site, ANNA, mine).open() for _ in range(2)]
    other = await Page(site, BERT, others).open()
    for page in (*pages, other):
        await page.frames()
    await site.tries.move(mine, ANNA, Action.TURN, 0)
    assert [[frame["game"]["n"] for frame in await page.frames()] for page in pages] == [[1], [1]]
    assert await other.frames() == []


@pytest.mark.parametrize("how", ["end", "clock"])
async def test_the_end_is_sent_with_the_standing(site: Site, times: Times, how: str) -> None:
    await finish(site, BERT, 0)
    try_id = await begin(site, ANNA)
    page = await Page(site, ANNA, try_id).open()
    await page.frames()
    if how == "end":
        await site.tries.end(try_id, ANNA)
    else:
        times.pass_(LIMIT_MS)
        await site.tries.settle_due()
    game, deal = await page.frames()
    assert game["game"]["ended"] == {"end": "stopped", "clock": "timeout"}[how]
    assert deal["deal"]["standing"]["players"] == 2
    assert deal["deal"]["own"]["result"]["score"] == 0


async def test_others_ends_are_sent_to_no_page_of_a_running_try(site: Site) -> None:
    page = await Page(site, ANNA, await begin(site, ANNA)).open()
    await page.frames()
    await finish(site, BERT, 2)
    assert await page.frames() == []
