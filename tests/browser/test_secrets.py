"""Rule 5.6, E30 and E31 at the browsers: what those are sent who may not know, while somebody plays.

`tests/web/test_secrets.py` compares whole runs to the byte. Here stand real pages, with everything that they fetch by
themselves: while the other starts, plays and ends, nothing reaches them but answers to their own pings.
"""

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import WebSocket, expect

from pyramids.rules import DECK
from tests.browser.cards import within
from tests.browser.people import PATIENCE_S, People, Person
from tests.browser.server import Server
from tests.browser.wire import Wire

pytestmark = pytest.mark.browser


@dataclass
class Line:
    """One socket: the frames that came, and how many pings went out."""

    frames: list[str] = field(default_factory=list)
    pings: int = 0

    @property
    def news(self) -> list[str]:
        """The frames that are more than the answer to a ping."""
        return [frame for frame in self.frames if json.loads(frame)["type"] != "pong"]

    @property
    def pongs(self) -> int:
        """How many pings have been answered."""
        return len(self.frames) - len(self.news)


class Eyes:
    """Somebody, all bytes that their browser is sent, and the frames among them."""

    def __init__(self, person: Person, wire: Wire) -> None:
        self.person = person
        self.wire = wire
        self.lines: list[Line] = []
        person.page.on("websocket", self._follow)
        person.context.on("page", lambda page: page.on("websocket", self._follow))

    def open_their_eyes(self, *paths: str) -> None:
        """From now on all counts. What is the same for everybody, card names among it, their browser has by then."""
        for path in paths:
            self.person.go(path)
        self.person.page.goto("about:blank")
        self.lines.clear()
        self.wire.listen()

    def _follow(self, socket: WebSocket) -> None:
        line = Line()
        self.lines.append(line)

        def count(frame: str | bytes) -> None:
            line.pings += "ping" in str(frame)

        socket.on("framereceived", lambda frame: line.frames.append(str(frame)))
        socket.on("framesent", count)

    @property
    def news(self) -> list[str]:
        """All frames that are more than the answer to a ping."""
        return [frame for line in self.lines for frame in line.news]

    def secrets(self, *seeds: bytes) -> set[str]:
        """What they were sent of cards, of a game or of a seed."""
        # Without the lines of drawings, in which anything can be read.
        text = re.sub(r' d="[^"]*"', "", self.wire.heard.decode("latin-1"))
        assert "<h1" in text
        assert '"type":"table"' in text
        found = {seed.hex() for seed in seeds if seed.hex() in text.lower()}
        for card in map(str, DECK):
            found |= set(re.findall(rf"(?<![\w.]){card}(?!\w)|(?i:{within(card)})", text))
        return found | set(re.findall(r'"(?:score|pile|cards|open|moves|rounds|n)":|Score -?\d+', text))


def settle(*all_eyes: Eyes) -> None:
    """Wait until each socket has had the answer to two later pings: whatever was to come has come before."""
    lines = [(line, line.pings + 2) for eyes in all_eyes for line in eyes.lines]
    assert lines
    end = time.monotonic() + PATIENCE_S
    while any(line.pongs < pings for line, pings in lines):
        assert time.monotonic() < end
        all_eyes[0].person.page.wait_for_timeout(50)


def play_and_end(person: Person, code: str) -> None:
    person.page.goto(f"{person.base}/t/{code}")
    person.button("Start").click()
    person.wait_for_game()
    person.joker.click()
    person.wait_for_moves(code, 1)
    person.button(person.shown().fitting[0]).click()
    person.wait_for_moves(code, 2)
    person.button("End game").click()
    person.button("Yes, end it").click()
    expect(person.button("Play again")).to_be_visible()


def look(person: Person, path: str) -> None:
    person.page.evaluate("path => fetch(path).then((answer) => answer.text())", path)


def test_who_may_not_know_is_sent_nothing_while_the_other_starts_plays_and_ends(
    people: People, server: Server, new_wire: Callable[[], Wire]
) -> None:
    def come() -> Eyes:
        wire = new_wire()
        return Eyes(people.come(wire.base), wire)

    opener, joiner, stranger = come(), come(), come()
    anna, bert, carl = opener.person, joiner.person, stranger.person
    elsewhere = people.come().open()
    opener.open_their_eyes(f"/t/{elsewhere}")
    joiner.open_their_eyes(f"/t/{elsewhere}")
    stranger.open_their_eyes("/", f"/t/{elsewhere}")
    # At one table Bert has joined and not started; at the other nobody has.
    code, lone = anna.open(), anna.open()
    seeds = server.seed(code), server.seed(lone)
    bert.command(code, "join")
    for person in (bert, carl, anna):
        person.go(f"/t/{code}")
    expect(bert.button("Start")).to_be_visible()
    watching = carl.page
    for path in (f"/t/{lone}", "/"):
        carl.page = carl.tab()
        carl.go(path)
    settle(opener, joiner, stranger)
    assert opener.secrets(*seeds) == set()

    known = joiner.news, stranger.news
    # A second tab keeps Anna's presence as it is while she goes from table to table.
    anna.page = anna.tab()
    play_and_end(anna, code)
    play_and_end(anna, lone)
    settle(joiner, stranger)
    assert (joiner.news, stranger.news) == known

    # Nor do they find anything when they look by themselves.
    for person in (bert, carl):
        person.expect_faults("status of 409")
        for path in ("/", "/fragments/lobby", "/fragments/yours", "/api/tables", "/api/my/tables"):
            look(person, path)
        for table in (code, lone):
            person.go(f"/t/{table}")
            for path in (f"/t/{table}/check", f"/api/tables/{table}", f"/api/tables/{table}/export"):
                look(person, path)
    watching.reload()
    assert joiner.secrets(*seeds) == set()
    assert stranger.secrets(*seeds) == set()

    # The same eyes do see it when it is over.
    for command in ("start", "end"):
        bert.command(code, command)
    bert.go(f"/t/{code}")
    for page in (watching, bert.page):
        expect(page.get_by_role("heading", name=re.compile("wins$|You win"))).to_be_visible()
    for eyes in (joiner, stranger):
        found = eyes.secrets(*seeds)
        assert {seeds[0].hex(), '"score":', '"cards":'} <= found
        assert seeds[1].hex() not in found
