"""What the site's sockets are told: that a part of their page has changed, and not a byte more (rule 5.6)."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest

from pyramids.app.lists import RESULTS_MS
from pyramids.app.news import News, Throttle
from pyramids.app.site import Site
from pyramids.duel.table import PlayerId
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import Connection, Hub, LobbyPage
from tests.app.sites import ANNA, BERT, CARA, Times, act_out, over, started, table

Shown = dict[str, bytes]


def news_of(shown: Shown) -> tuple[News, Hub]:
    """News whose parts show what a test writes into `shown`: one of each player's own, two lists."""
    hub = Hub(lambda _player: None)

    def part(name: str) -> Callable[[Connection], Awaitable[bytes]]:
        async def state(_connection: Connection) -> bytes:
            await asyncio.sleep(0)
            return shown[name]

        return state

    return News(hub, {"own": part("own")}, {"one": part("one"), "two": part("two")}), hub


async def page_of(news: News, hub: Hub, player: PlayerId, *, lobby: bool = True) -> Connection:
    connection = Connection(Viewer(player))
    hub.add(connection)
    await news.show(connection, None)
    if lobby:
        await news.show(connection, LobbyPage())
    await told(connection)
    return connection


async def told(connection: Connection) -> list[list[str]]:
    found = []
    while connection._waiting:
        frame = await connection.next_frame()
        assert frame is not None
        if "what" in (sent := json.loads(frame)):
            found.append(sent["what"])
    return found


async def swept(news: News, *lists: str) -> None:
    news.ask(*lists)
    news.sweep()
    await news.settled()


@pytest.fixture
def shown() -> Shown:
    return {"own": b"1", "one": b"1", "two": b"1"}


async def test_a_page_is_first_told_to_fetch_what_it_shows(shown: Shown) -> None:
    news, hub = news_of(shown)
    connection = Connection(Viewer(ANNA))
    hub.add(connection)
    await news.show(connection, None)
    await news.show(connection, LobbyPage())
    assert await told(connection) == [["own"], ["one", "two"]]


async def test_a_page_is_told_once_of_each_part_that_would_look_different(shown: Shown) -> None:
    news, hub = news_of(shown)
    page = await page_of(news, hub, ANNA)
    shown["two"] = b"2"
    await swept(news)
    await swept(news)
    assert await told(page) == [["two"]]


async def test_a_page_outside_the_lobby_is_told_of_no_list(shown: Shown) -> None:
    news, hub = news_of(shown)
    page = await page_of(news, hub, ANNA, lobby=False)
    shown["one"] = b"2"
    await swept(news)
    assert await told(page) == []


async def test_a_list_that_was_not_asked_for_is_not_looked_at(shown: Shown) -> None:
    news, hub = news_of(shown)
    page = await page_of(news, hub, ANNA)
    shown["one"] = shown["two"] = b"2"
    await swept(news, "two")
    assert await told(page) == [["two"]]


async def test_ones_own_part_is_told_to_ones_own_pages(shown: Shown) -> None:
    news, hub = news_of(shown)
    mine, other = await page_of(news, hub, ANNA, lobby=False), await page_of(news, hub, BERT)
    shown["own"] = b"2"
    news.ask_own("own", [ANNA])
    await news.settled()
    assert (await told(mine), await told(other)) == ([["own"]], [])


async def test_a_frame_is_told_to_every_page_of_a_player_but_a_tables(shown: Shown) -> None:
    news, hub = news_of(shown)
    pages = [await page_of(news, hub, player) for player in (ANNA, ANNA, BERT)]
    hub.add(at_table := Connection(Viewer(ANNA), "AAAAAA"))
    news.tell(ANNA, b'{"type":"changed","what":["x"]}')
    assert [await told(page) for page in (*pages, at_table)] == [[["x"]], [["x"]], [], []]


async def test_what_changes_while_a_page_is_noted_is_told(shown: Shown) -> None:
    """Whatever the order in which both read, the page's note is not older than what it was told to fetch."""
    news, hub = news_of(shown)
    for pauses in range(8):
        shown["one"] = b"before"
        connection = Connection(Viewer(ANNA))
        hub.add(connection)
        noting = asyncio.create_task(news.show(connection, LobbyPage()))
        for _ in range(pauses):
            await asyncio.sleep(0)
        shown["one"] = b"between"
        await swept(news)
        await noting
        await told(connection)
        shown["one"] = b"before"
        await swept(news)
        assert await told(connection) == [["one"]], pauses
        hub.remove(connection)


async def test_a_slow_look_puts_nothing_older_over_what_was_seen_since() -> None:
    now, gate, calls = b"1", asyncio.Event(), 0

    async def state(_connection: Connection) -> bytes:
        nonlocal calls
        calls += 1
        seen = now
        if calls == 2:
            await gate.wait()
        return seen

    hub = Hub(lambda _player: None)
    news = News(hub, {"own": state}, {})
    page = await page_of(news, hub, ANNA, lobby=False)
    news.ask_own("own", [ANNA])
    await asyncio.sleep(0)
    now = b"2"
    news.ask_own("own", [ANNA])
    await asyncio.sleep(0)
    gate.set()
    await news.settled()
    assert await told(page) == [["own"]]
    now = b"1"
    news.ask_own("own", [ANNA])
    await news.settled()
    assert await told(page) == [["own"]]


async def test_a_sweep_that_is_asked_for_while_one_runs_follows_it(shown: Shown) -> None:
    running = most = reads = 0

    async def slow(_connection: Connection) -> bytes:
        nonlocal running, most, reads
        running, reads = running + 1, reads + 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return b""

    hub = Hub(lambda _player: None)
    news = News(hub, {}, {"list": slow})
    await page_of(news, hub, ANNA)
    reads = 0
    for _ in range(5):
        news.ask()
        news.sweep()
        await asyncio.sleep(0)
    await news.settled()
    assert most == 1
    assert reads > 1


async def test_a_part_that_fails_for_one_page_is_told_to_the_others() -> None:
    state = b"1"

    async def fails_for_anna(connection: Connection) -> bytes:
        if connection.player == ANNA and state == b"2":
            raise RuntimeError("a bug")
        return state

    hub = Hub(lambda _player: None)
    news = News(hub, {}, {"list": fails_for_anna})
    pages = [await page_of(news, hub, player) for player in (ANNA, BERT)]
    state = b"2"
    await swept(news)
    assert [await told(page) for page in pages] == [[], [["list"]]]


async def test_a_throttle_calls_at_once_and_then_once_for_many() -> None:
    calls: list[int] = []
    called = asyncio.Event()
    throttle = Throttle(0.01, lambda: (calls.append(1), called.set()))
    for _ in range(2):
        called.clear()
        for _ in range(5):
            throttle.ask()
        await asyncio.wait_for(called.wait(), 5)
    assert len(calls) == 2


# The site's own parts.


async def lobby_of(site: Site, player: PlayerId | None) -> Connection:
    connection = Connection(Viewer(player))
    site.hub.add(connection)
    await site.news.show(connection, None)
    await site.news.show(connection, LobbyPage())
    await changes(site, connection)
    return connection


async def changes(site: Site, connection: Connection) -> list[str]:
    await swept(site.news)
    return sorted(part for frame in await told(connection) for part in frame)


async def test_a_duel_that_is_decided_changes_the_results_of_all(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    await site.play.end(code, ANNA)
    page = await lobby_of(site, CARA)
    await site.play.end(code, BERT)
    assert "results" in await changes(site, page)


async def test_a_result_leaves_its_list_after_an_hour_by_itself(site: Site, times: Times) -> None:
    await over(site)
    page = await lobby_of(site, CARA)
    times.pass_(RESULTS_MS - 1)
    await site._age()
    assert await changes(site, page) == []
    times.pass_(1)
    await site._age()
    assert await changes(site, page) == ["results"]


async def test_whoever_comes_on_line_changes_who_is_on_line(site: Site) -> None:
    page = await lobby_of(site, ANNA)
    site.hub.add(Connection(Viewer(BERT)))
    assert await changes(site, page) == ["online"]


async def test_a_page_is_told_of_the_tables_that_it_shows_alone(site: Site) -> None:
    page = await lobby_of(site, CARA)
    await site.news.show(page, LobbyPage(board="one"))
    await changes(site, page)
    await site.lobby.open(ANNA, "three", 3, 10)
    assert await changes(site, page) == []
    await site.lobby.open(ANNA, "one", 3, 10)
    assert await changes(site, page) == ["lobby"]


async def test_an_open_table_changes_the_lobby_of_all(site: Site) -> None:
    page = await lobby_of(site, None)
    await table(site, joined=False)
    assert await changes(site, page) == ["lobby"]


async def test_a_join_changes_ones_own_tables(site: Site) -> None:
    code = await table(site, joined=False)
    page = await lobby_of(site, ANNA)
    await site.lobby.join(code, BERT)
    assert await changes(site, page) == ["lobby", "yours"]


@pytest.mark.parametrize("player", [BERT, CARA, None])
async def test_the_sites_socket_sends_no_byte_of_anothers_game(site: Site, player: PlayerId | None) -> None:
    code = await table(site)
    page = await lobby_of(site, player)
    await act_out(site, code, ANNA)
    assert await changes(site, page) == []


async def test_ones_own_end_changes_ones_own_tables(site: Site) -> None:
    code = await started(site, ANNA)
    page = await lobby_of(site, ANNA)
    await site.play.end(code, ANNA)
    assert await changes(site, page) == ["yours"]
