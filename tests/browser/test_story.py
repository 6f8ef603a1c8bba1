"""The whole story of the site's social half, through real browsers: who one is, how good, whom one meets.

Two guests come. One signs up, and opens a table for level 6 at most. A player of level 7 is refused with the reason,
one of level 5 is invited and joins. Both play; the first watches the second. Both ratings change once, and playing
again seats both.
"""

import asyncio
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from itsdangerous import URLSafeSerializer
from playwright.sync_api import Browser, expect
from sqlalchemy import Connection, insert

from pyramids.duel.rating import Rating, after_duel
from pyramids.duel.table import PlayerId
from pyramids.storage.players import ensure, rename
from pyramids.storage.schema import ratings
from pyramids.web.visitor import COOKIE, GUEST
from tests.browser.people import People, Person
from tests.browser.server import Server
from tests.storage.stores import SqliteEngine

pytestmark = pytest.mark.browser

STRONG = PlayerId("strong")
PASSWORD = "seven pyramids in a row"


@pytest.fixture
def server_with_a_champion(tmp_path: Path) -> Iterator[Server]:
    """A site that knows a player of level 7."""
    folder = tmp_path / "data"
    folder.mkdir()
    with ThreadPoolExecutor(1) as elsewhere:  # The browser's own loop runs in this thread.
        elsewhere.submit(lambda: asyncio.run(_add_champion(folder))).result()
    running = Server(folder)
    yield running
    assert running.stop() == ""


async def _add_champion(folder: Path) -> None:
    def command(connection: Connection, _journal: object) -> None:
        ensure(connection, STRONG, "Champion", 0)
        rename(connection, STRONG, "Champion")
        values = {"rating": 1_750, "deviation": 60, "volatility": 0.06, "duels": 40}
        connection.execute(insert(ratings).values(player_id=STRONG, board="one", **values))

    async with SqliteEngine(folder).opened() as store:
        await store.write(command)


def become(person: Person, player: PlayerId, folder: Path) -> None:
    """Come with the cookie of a player who has been here before."""
    signer = URLSafeSerializer((folder / "secret.key").read_text(), salt=GUEST)
    person.context.add_cookies([{"name": COOKIE, "value": str(signer.dumps(player)), "url": person.base}])


def sign_up(person: Person, name: str) -> None:
    person.go("/")
    person.page.get_by_role("button", name="Sign up", exact=True).first.click()
    form = person.page.get_by_role("dialog")
    form.get_by_label("Name", exact=True).fill(name)
    form.get_by_label("Password", exact=True).fill(PASSWORD)
    form.get_by_role("button", name="Sign up", exact=True).click()
    expect(person.button("Log out")).to_be_attached()


def open_table(person: Person, highest: str) -> str:
    person.go("/")
    person.button("New Game").click()
    person.page.get_by_role("radio", name="One pyramid").check()
    person.page.get_by_label("Highest level of the opponent").select_option(highest)
    person.button("Open table").click()
    person.page.wait_for_url("**/t/*")
    return person.page.url.rsplit("/", 1)[1]


def rating_rows(folder: Path) -> dict[str, tuple[float, float, int]]:
    connection = sqlite3.connect(f"file:{folder / 'pyramids.sqlite3'}?mode=ro", uri=True)
    try:
        rows = connection.execute("select player_id, rating, deviation, duels from ratings").fetchall()
    finally:
        connection.close()
    return {player: (rating, deviation, duels) for player, rating, deviation, duels in rows}


def test_the_whole_story(chromium: Browser, server_with_a_champion: Server, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    people = People(chromium, server_with_a_champion.base)
    first, second, champion = people.come(), people.come(), people.come()
    become(champion, STRONG, folder)

    # Two guests; one becomes a member.
    sign_up(first, "Ottilie")
    second.post("/api/me", {"name": "Ruben"})
    code = open_table(first, "6")

    # A player of level 7 is refused, in the lobby and by the server, with the reason.
    champion.go("/")
    row = champion.page.locator(f"#table-{code}")
    expect(row).to_contain_text("Your level is higher than this table's opener asked for.")
    expect(row.get_by_role("button", name="Join Ottilie")).to_have_count(0)
    refused = champion.context.request.post(f"{champion.base}/api/tables/{code}/join", data={})
    assert (refused.status, refused.json()["code"]) == (403, "level_too_high")

    # One of level 5 is invited by name, sees it on another page, and joins.
    second.go("/help")
    first.button("Invite").click()
    first.page.get_by_role("button", name="Invite Ruben").click()
    invitation = second.page.get_by_role("region", name="Invitations")
    expect(invitation).to_contain_text("Ottilie")
    invitation.get_by_role("button", name="Join").click()
    second.page.wait_for_url(f"**/t/{code}")
    first.page.keyboard.press("Escape")
    expect(first.page.locator("#seats")).to_contain_text("Ruben")

    # Both play; the first ends, and watches the second live.
    for person in (first, second):
        person.button("Start").click()
        person.wait_for_game()
    first.turn.click()
    first.wait_for_moves(code, 1)
    first.button("End game").click()
    first.button("Yes, end it").click()
    first.button("Watch opponent").click()
    for at in range(2):
        second.turn.click()
        game = second.wait_for_moves(code, at + 1)
        first.wait_to_show(game)
    assert rating_rows(folder).keys() == {STRONG}  # Nothing is decided yet.

    # The result, and both ratings changed once.
    second.button("End game").click()
    second.button("Yes, end it").click()
    for person in (first, second):
        expect(person.page.locator("#panel")).to_contain_text("1662")
    won, lost = after_duel(Rating(), Rating(), 1)
    found = rating_rows(folder)
    del found[STRONG]
    assert sorted(found.values()) == sorted(
        [(won.rating, won.deviation, 1), (lost.rating, lost.deviation, 1)]
    )
    levels = [person.get("/api/me")["level"]["one"] for person in (first, second)]
    assert levels == [won.level, lost.level] == [6, 3]

    # Playing again seats both at one new table.
    first.button("Play again").click()
    first.page.wait_for_url(lambda url: not url.endswith(code))
    again = first.page.url.rsplit("/", 1)[1]
    second.button("Play again").click()
    second.page.wait_for_url(f"**/t/{again}")
    expect(first.page.locator("#seats")).to_contain_text("Ruben")
    table = first.get(f"/api/tables/{again}")["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Ottilie", "Ruben"]
    assert table["highest_level"] == 6
    people.go_home()
