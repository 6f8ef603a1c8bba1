"""What somebody missed is sent when they come back: a reader who cannot keep up gets every view in the end."""

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from pyramids.app.site import Site
from pyramids.duel.table import PlayerId
from pyramids.rules import Action
from tests.app.sites import ANNA, BERT, CARA, Screen, clear_round, play, room_of, started, view

QUEUE, MOST_MISSED = 8, 12


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyramids.live.hub.QUEUE", QUEUE)
    monkeypatch.setattr("pyramids.app.publish.MOST_MISSED", MOST_MISSED)


async def watched(site: Site) -> str:
    """A table where Bert plays and Cara may watch."""
    code = await started(site, ANNA, BERT)
    await site.play.end(code, ANNA)
    return code


class Reader:
    """A watcher's page: takes a frame now and then, and comes back when it was sent away."""

    def __init__(self, site: Site, code: str, player: PlayerId = CARA) -> None:
        self._site, self._code, self._player = site, code, player
        self.closed = 0
        self.got: list[Any] = []

    async def come(self) -> "Reader":
        self._screen = Screen(self._site, self._player, self._code)
        if self.got:
            self._screen.connection.seen = {1: self.got[-1]["n"]}
        await self._screen.open()
        return self

    async def take(self, most: int) -> None:
        """Read some frames; a closed socket is opened again."""
        connection = self._screen.connection
        if connection.closed:
            self.closed += 1
            self._site.hub.remove(connection)
            await self.come()
            connection = self._screen.connection
        for _ in range(min(most, len(connection._waiting))):
            told = json.loads(await connection.next_frame() or b"")
            if told["type"] == "game" and told["seat"] == 1:
                self.got.append(told["game"])

    @property
    def numbers(self) -> list[int]:
        """The views that it got, by their number, each once."""
        return list(dict.fromkeys(game["n"] for game in self.got))


async def some_move(site: Site, code: str) -> None:
    seen = await view(site, code, BERT)
    await play(site, code, BERT, Action.TURN if "+" in seen["open"] else Action.JOKER)


async def test_a_reader_whose_mailbox_was_full_gets_every_view_in_the_end(site: Site) -> None:
    code = await watched(site)
    reader = await Reader(site, code).come()
    await reader.take(QUEUE)
    for _ in range(QUEUE + 1):
        await some_move(site, code)
    for _ in range(QUEUE):
        await reader.take(2)
        await some_move(site, code)
    await reader.take(2 * QUEUE)
    assert reader.closed == 1
    assert reader.numbers == list(range(2 * QUEUE + 2))


@pytest.mark.parametrize("seed", range(12))
async def test_a_jump_is_never_shorter_than_what_is_sent_again(site: Site, seed: int) -> None:
    chance = random.Random(seed)
    code = await watched(site)
    reader = await Reader(site, code).come()
    for _ in range(24):
        await some_move(site, code)
        await reader.take(chance.choice([0, 0, 0, 1, 4]))
    await reader.take(QUEUE)
    await reader.take(QUEUE)
    numbers = reader.numbers
    assert numbers == sorted(numbers)
    assert numbers[-1] == 24
    jumps = [later - at for at, later in pairwise(numbers) if later != at + 1]
    assert all(jump > MOST_MISSED for jump in jumps)


async def test_what_was_missed_leads_into_the_next_round(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyramids.app.publish.MOST_MISSED", 200)
    monkeypatch.setattr("pyramids.live.hub.QUEUE", 200)
    code = await watched(site)
    stayed = await Screen(site, CARA, code).open()
    await stayed.receive()
    await clear_round(site, code, BERT)
    await some_move(site, code)
    live = await stayed.receive()
    back = Screen(site, PlayerId("dora"), code)
    back.connection.seen = {1: 0}
    frames = [frame for frame in await (await back.open()).receive() if b'"game","seat":1' in frame]
    assert frames == live
    assert [json.loads(frame)["game"]["round"] for frame in frames[-3:]] == [1, 2, 2]


async def test_a_move_before_the_first_views_takes_its_place_among_what_was_missed(site: Site) -> None:
    code = await watched(site)
    back = Screen(site, CARA, code)
    back.connection.seen = {1: 0}
    await some_move(site, code)
    site.hub.add(back.connection)
    await some_move(site, code)
    assert await back.receive() == []
    site.publish.catch_up(await room_of(site, code), back.connection)
    views = [json.loads(frame) for frame in await back.receive()]
    assert [view["game"]["n"] for view in views if view.get("seat") == 1] == [1, 2]
