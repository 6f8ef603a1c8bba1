"""Which day it is, each day's seed, and a player's calendar."""

import pytest

from pyramids.app.days import day_of, day_text
from pyramids.app.site import Site
from pyramids.duel.table import DAY_MS
from tests.app.sites import ANNA, BOARD, Times, code_of, opened

FAR_MONTHS = ["0000-01", "0001-01", "1969-12", "1-1", "9999-12", "99999-01", "9" * 5_000]


def month_of(site: Site) -> str:
    return day_text(site.days.today())[:7]


async def played(site: Site, board: str = BOARD) -> None:
    """Let Anna play today's deal to an end."""
    live = await site.tries.start(ANNA, await site.days.deal_of(board, site.days.today()))
    await site.tries.end(live.kept.id, ANNA)


@pytest.mark.parametrize(("day", "text"), [(0, "1970-01-01"), (20_787, "2026-11-30"), (11_016, "2000-02-29")])
def test_a_day_is_written_as_its_date(day: int, text: str) -> None:
    assert (day_text(day), day_of(text)) == (text, day)


@pytest.mark.parametrize("text", ["", "20261130", "2026-11-31", "2026-W49-1", "today", "2026-11-30 "])
async def test_what_is_no_date_is_no_day(text: str) -> None:
    async def read() -> int:
        return day_of(text)

    assert await code_of(read()) == "unknown_deal"


async def test_each_board_and_day_has_a_seed_of_its_own(site: Site) -> None:
    today = site.days.today()
    found = [await site.days.deal_of(board, today + at) for board in ("one", "three") for at in (0, 1)]
    assert len({target.seed for target in found}) == 4


async def test_a_days_seed_is_the_one_that_was_sealed_the_day_before(site: Site, times: Times) -> None:
    sealed = await site.days.deal_of(BOARD, site.days.today() + 1)
    times.pass_(DAY_MS)
    assert await site.days.deal_of(BOARD, site.days.today()) == sealed


async def test_a_restart_changes_no_seed(tmp_path, times) -> None:
    async with opened(tmp_path, times) as site:
        before = await site.days.deal_of(BOARD, site.days.today())
    async with opened(tmp_path, times) as site:
        assert await site.days.deal_of(BOARD, site.days.today()) == before


async def test_a_day_without_a_server_has_no_deal(tmp_path, times) -> None:
    async with opened(tmp_path, times) as site:
        first = site.days.today()
    times.pass_(5 * DAY_MS)
    async with opened(tmp_path, times) as site:
        assert await code_of(site.days.deal_of(BOARD, first + 3)) == "unknown_deal"
        await site.days.deal_of(BOARD, first + 5)


async def test_a_streak_counts_days_on_any_board_and_survives_until_the_end_of_the_next_day(
    site: Site, times: Times
) -> None:
    counts = []
    for boards in (["one", "three"], ["three"], [], []):
        for board in boards:
            await played(site, board)
        counts.append(await site.days.streak(ANNA))
        times.pass_(DAY_MS)
    assert counts == [1, 2, 2, 0]


async def test_a_month_shows_the_days_that_have_a_deal_and_ones_own_points(site: Site) -> None:
    await played(site)
    month = await site.days.month(ANNA, None)
    days = {day.day: day for week in month.weeks for day in week if day.results}
    today = days[day_text(site.days.today())]
    assert list(days) == [today.day]
    assert [(result.board, result.score) for result in today.results] == [("one", None), ("three", 0)]
    assert today.open
    assert (month.before, month.after) == (None, None)


async def test_a_calendar_leads_from_month_to_month_as_far_as_there_are_deals(
    site: Site, times: Times
) -> None:
    first = month_of(site)
    times.pass_(40 * DAY_MS)
    await site.days.ensure()
    now = await site.days.month(ANNA, None)
    assert (now.month, now.after) == (month_of(site), None)
    assert now.before is not None
    before = await site.days.month(ANNA, first)
    assert before.before is None
    assert before.after is not None


@pytest.mark.parametrize("month", ["2026", "2026-13", "2026-11-30", "x", *FAR_MONTHS])
async def test_what_is_no_month_has_no_calendar(site: Site, month: str) -> None:
    assert await code_of(site.days.month(ANNA, month)) == "unknown_deal"


async def test_tomorrow_is_in_no_calendar(site: Site) -> None:
    found = await site.days.results(ANNA, month_of(site))
    assert {result.day for result in found} == {site.days.today()}
