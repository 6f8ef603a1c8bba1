"""The lists of the lobby: what each viewer may see in them, page by page, and nothing of an unfinished duel."""

import asyncio
from pathlib import Path

import pytest

from pyramids.app import lists
from pyramids.app.lists import Shared
from pyramids.app.site import Site
from pyramids.duel.rating import Rating
from pyramids.duel.table import DAY_MS, PlayerId
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import Connection, LobbyPage
from pyramids.rules import Action
from pyramids.storage import careers
from tests.app.sites import ANNA, BERT, CARA, Times, code_of, over, play, started
from tests.app.sites import opened as process

DORA = PlayerId("dora")
ONE_AT_LEVEL_8 = {"one": Rating(1_850.0)}


async def opened(site: Site, count: int, player: PlayerId = ANNA, board: str = "one", highest: int = 10):
    return [await site.lobby.open(player, board, 3, highest) for _ in range(count)]


async def shown(site: Site, viewer: Viewer, **page: object) -> list[str]:
    found = await site.lists.open_tables(viewer, LobbyPage(**page))  # type: ignore[arg-type]
    return [table.code for table in found.tables]


async def half_finished(site: Site) -> str:
    """A table where Anna has finished and Bert plays."""
    code = await started(site, ANNA, BERT)
    await site.play.end(code, ANNA)
    return code


# Open tables.


async def test_open_tables_come_in_pages_that_leave_none_out(site: Site, monkeypatch) -> None:
    monkeypatch.setattr(lists, "ON_A_PAGE", 2)
    codes = await opened(site, 5)
    pages = [await shown(site, Viewer(BERT), page=number) for number in (1, 2, 3)]
    assert [code for page in pages for code in page] == codes[::-1]
    assert [len(page) for page in pages] == [2, 2, 1]


async def test_a_page_says_how_many_tables_and_pages_there_are(site: Site, monkeypatch) -> None:
    monkeypatch.setattr(lists, "ON_A_PAGE", 2)
    await opened(site, 3)
    found = await site.lists.open_tables(Viewer(BERT), LobbyPage(page=2))
    assert (found.count, found.page, found.pages) == (3, 2, 2)


async def test_a_page_that_is_there_no_more_is_the_last_one(site: Site, monkeypatch) -> None:
    monkeypatch.setattr(lists, "ON_A_PAGE", 2)
    codes = await opened(site, 3)
    await site.lobby.join(codes[0], BERT)
    found = await site.lists.open_tables(Viewer(BERT), LobbyPage(page=2))
    assert (found.page, [table.code for table in found.tables]) == (1, codes[:0:-1])


async def test_tables_of_one_board_can_be_asked_for(site: Site) -> None:
    one, three = await opened(site, 1), await opened(site, 1, board="three")
    assert [await shown(site, Viewer(BERT), board=board) for board in ("one", "three")] == [one, three]


async def test_tables_that_one_can_join_leave_out_the_others(site: Site) -> None:  # E40
    low, high = await opened(site, 1, highest=4), await opened(site, 1, highest=6)
    assert await shown(site, Viewer(BERT)) == [*high, *low]
    assert await shown(site, Viewer(BERT), joinable=True) == high


async def test_the_level_of_each_tables_board_decides(site: Site) -> None:
    one, three = await opened(site, 1, highest=6), await opened(site, 1, board="three", highest=6)
    good = Viewer(BERT, ONE_AT_LEVEL_8)
    assert await shown(site, good, joinable=True) == three
    assert await shown(site, Viewer(CARA), joinable=True) == [*three, *one]


@pytest.mark.parametrize(
    "viewer",
    [Viewer(ANNA), Viewer(BERT, blocks=frozenset([ANNA])), Viewer(BERT, blocked_by=frozenset([ANNA]))],
    ids=["one's own", "blocks", "blocked by"],
)
async def test_ones_own_tables_and_those_of_whom_one_is_kept_apart_from_cannot_be_joined(
    site: Site, viewer: Viewer
) -> None:  # E43
    await opened(site, 2)
    assert len(await shown(site, Viewer(CARA), joinable=True)) == 2
    assert await shown(site, viewer, joinable=True) == []


async def test_the_tables_that_one_can_join_are_those_that_are_not_refused(site: Site) -> None:
    await opened(site, 2, highest=4)
    await opened(site, 2, BERT, highest=9)
    await opened(site, 1, CARA, board="three", highest=5)
    for viewer in (Viewer(ANNA), Viewer(BERT, ONE_AT_LEVEL_8), Viewer(DORA, blocks=frozenset([CARA]))):
        all_tables = (await site.lists.open_tables(viewer, LobbyPage())).tables
        may_join = [table.code for table in all_tables if table.refused is None and not table.yours]
        assert await shown(site, viewer, joinable=True) == may_join


async def test_a_table_whose_time_has_passed_is_listed_no_more(site: Site, times: Times) -> None:
    [old] = await opened(site, 1)
    times.pass_(DAY_MS)
    [new] = await opened(site, 1)
    assert await shown(site, Viewer(BERT)) == [new, old]
    times.pass_(6 * DAY_MS)
    assert await shown(site, Viewer(BERT)) == [new]


# Games to watch.


async def watched(site: Site, viewer: Viewer) -> list[str]:
    return [table.code for table in await site.lists.watched(viewer)]


async def test_a_game_may_be_watched_once_the_other_has_finished(site: Site) -> None:  # Rule 5.6
    code = await started(site, ANNA, BERT)
    assert await watched(site, Viewer(CARA)) == []
    await site.play.end(code, ANNA)
    [found] = await site.lists.watched(Viewer(CARA))
    assert (found.code, [seat.plays for seat in found.seats]) == (code, [False, True])


async def test_whoever_still_plays_is_not_shown_that_they_can_be_watched(site: Site) -> None:  # Rule 5.6
    code = await half_finished(site)
    assert await watched(site, Viewer(BERT)) == []
    assert await watched(site, Viewer(ANNA)) == [code]


async def test_whom_a_player_of_the_table_has_blocked_is_not_shown_it(site: Site) -> None:  # E43
    await half_finished(site)
    for player in (ANNA, BERT):
        assert await watched(site, Viewer(CARA, blocked_by=frozenset([player]))) == []


async def test_no_points_are_told_of_a_game_to_watch(site: Site) -> None:
    await half_finished(site)
    [found] = await site.lists.watched(Viewer(CARA))
    assert [(seat.score, seat.playing_ms) for seat in found.seats] == [(None, None)] * 2


async def test_a_game_is_to_be_watched_no_more_when_the_table_is_over(site: Site) -> None:
    code = await half_finished(site)
    await site.play.end(code, BERT)
    assert await watched(site, Viewer(CARA)) == []


async def test_the_newest_games_are_shown_and_what_one_may_not_see_takes_no_place(
    site: Site, times: Times, monkeypatch
) -> None:
    monkeypatch.setattr(lists, "MOST_SHOWN", 2)
    codes = []
    for _ in range(3):
        codes.append(await half_finished(site))
        times.pass_(1_000)
    assert await watched(site, Viewer(CARA)) == codes[:0:-1]
    joined = await site.lobby.open(DORA, "three", 3, 10)
    await site.lobby.join(joined, CARA)
    for player in (DORA, CARA):
        await site.play.start(joined, player)
    await site.play.end(joined, DORA)
    assert await watched(site, Viewer(CARA)) == codes[:0:-1]  # Cara still plays at the newest of all.


# Results.


async def test_a_result_says_who_won_and_by_what(site: Site, times: Times) -> None:
    code = await over(site)
    [found] = await site.lists.results()
    assert (found.code, found.winner, found.by, found.over_ms) == (code, 1, "points", times.wall)
    assert [seat.score for seat in found.seats] == [-5, 0]


async def test_a_result_and_a_past_duel_have_the_wall_time_of_the_end_whatever_downtime_comes(
    tmp_path: Path, times: Times
) -> None:
    async with process(tmp_path, times) as site:
        code = await started(site, ANNA, BERT)
    times.pass_(20 * 60_000)
    async with process(tmp_path, times) as site:
        await site.play.end(code, ANNA)
        await site.play.end(code, BERT)
        over_ms = times.wall
    times.pass_(50 * 60_000)
    async with process(tmp_path, times) as site:
        [found] = await site.lists.results()
        played = await site.store.read(lambda connection: careers.career(connection, ANNA))
        [duel] = await site.store.read(
            lambda connection: careers.duels(connection, ANNA, played.codes.values())
        )
    assert (found.over_ms, duel.over_wall_ms) == (over_ms, over_ms)


async def test_a_table_that_is_not_over_has_no_result(site: Site) -> None:  # Rule 5.7
    await half_finished(site)
    assert await site.lists.results() == []


async def test_a_table_that_ended_without_a_result_is_not_listed(site: Site) -> None:
    code = await started(site)
    await site.lobby.leave(code, ANNA)
    assert await site.lists.results() == []


async def test_a_walkover_is_listed(site: Site) -> None:
    code = await started(site, BERT)
    await site.play.end(code, BERT)
    await site.lobby.leave(code, ANNA)
    [found] = await site.lists.results()
    assert (found.by, found.winner, [seat.score for seat in found.seats]) == ("walkover", 1, [None, 0])


async def test_results_older_than_an_hour_of_site_time_are_not_listed(site: Site, times: Times) -> None:
    await over(site)
    times.pass_(lists.RESULTS_MS - 1)
    assert len(await site.lists.results()) == 1
    times.pass_(1)
    assert await site.lists.results() == []


# Who is on line.


def come(site: Site, *players: PlayerId) -> None:
    for player in players:
        site.hub.add(Connection(Viewer(player)))


async def test_whoever_has_a_page_open_is_on_line_oneself_first_and_then_by_name(site: Site) -> None:
    come(site, ANNA, BERT, CARA)
    for player, name in ((ANNA, "zoe"), (BERT, "Yve"), (CARA, "adam")):
        await site.accounts.rename(player, name)
    found = await site.lists.players(Viewer(BERT))
    assert [(one.name, one.you) for one in found.players] == [("Yve", True), ("adam", False), ("zoe", False)]
    assert found.count == 3


async def test_whom_one_has_blocked_is_marked(site: Site) -> None:
    come(site, ANNA, BERT)
    found = await site.lists.players(Viewer(ANNA, blocks=frozenset([BERT])))
    assert [one.blocked for one in found.players] == [False, True]


async def test_only_so_many_are_shown_and_oneself_always(site: Site, monkeypatch) -> None:
    monkeypatch.setattr(lists, "MOST_PLAYERS", 2)
    come(site, ANNA, BERT, CARA)
    for player in (ANNA, BERT, CARA):
        found = await site.lists.players(Viewer(player))
        assert (found.players[0].player, len(found.players), found.count) == (player, 2, 3)


async def test_presence_tells_nothing_of_who_plays(site: Site) -> None:  # Rule 5.6
    come(site, ANNA, BERT)
    code = await started(site)
    before = await site.lists.players(Viewer(BERT))
    await site.play.start(code, ANNA)
    await play(site, code, ANNA, Action.TURN)
    await site.play.end(code, ANNA)
    assert await site.lists.players(Viewer(BERT)) == before


async def test_the_players_who_may_join_are_counted_by_the_highest_level(site: Site) -> None:
    come(site, ANNA, BERT, CARA)
    assert await site.lists.may_join(Viewer(ANNA), "one") == [0, 0, 0, 0, 2, 2, 2, 2, 2, 2]


@pytest.mark.parametrize("kept", ["blocks", "blocked_by"])
async def test_whom_a_block_keeps_apart_is_not_counted(site: Site, kept: str) -> None:
    come(site, ANNA, BERT, CARA)
    viewer = Viewer(ANNA, **{kept: frozenset([BERT])})  # type: ignore[arg-type]
    assert (await site.lists.may_join(viewer, "one"))[-1] == 1


async def test_whoever_is_counted_may_join(site: Site) -> None:  # E40
    come(site, ANNA, BERT)
    for highest in (4, 5):
        counted = (await site.lists.may_join(Viewer(ANNA), "three"))[highest - 1]
        code = await site.lobby.open(ANNA, "three", 3, highest)
        if counted:
            await site.lobby.join(code, BERT)
        else:
            assert await code_of(site.lobby.join(code, BERT)) == "level_too_high"


# What is read once for all.


async def test_many_who_ask_at_once_share_one_read() -> None:
    reads = 0

    async def read() -> int:
        nonlocal reads
        reads += 1
        await asyncio.sleep(0)
        return reads

    shared = Shared(read)
    assert await asyncio.gather(*(shared.get() for _ in range(5))) == [1] * 5
    assert await shared.get() == 1


async def test_whoever_asks_after_a_change_gets_nothing_that_was_read_before_it() -> None:
    value = "old"
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def read() -> str:
        found = value
        begun.set()
        await go_on.wait()
        return found

    shared = Shared(read)
    first = asyncio.create_task(shared.get())
    await begun.wait()
    value = "new"
    shared.forget()
    second = asyncio.create_task(shared.get())
    await asyncio.sleep(0)
    go_on.set()
    assert await second == "new"
    assert await first in ("old", "new")


async def test_a_read_that_failed_is_tried_again_by_the_next_who_asks() -> None:
    fails = True

    async def read() -> str:
        if fails:
            raise RuntimeError("the disk")
        return "read"

    shared = Shared(read)
    with pytest.raises(RuntimeError):
        await shared.get()
    fails = False
    assert await shared.get() == "read"
