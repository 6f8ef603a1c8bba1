"""Deals in memory: made once, for everybody who asks, and no more of them than a game has rounds."""

import asyncio
from collections.abc import Iterator

import pytest

from pyramids import deals
from pyramids.app import dealing as module
from pyramids.app.dealing import Dealing
from pyramids.rules import BOARDS
from pyramids.rules.game import MOST_ROUNDS

SEED = bytes(32)


@pytest.fixture
def dealing() -> Iterator[Dealing]:
    made = Dealing()
    yield made
    made.close()


async def test_a_deal_is_that_of_the_seed_the_board_and_the_round(dealing: Dealing) -> None:
    assert await dealing.deal(SEED, "three", 2) == deals.deal(SEED, BOARDS["three"], 2)


async def test_a_deal_that_was_prepared_is_made_once(
    dealing: Dealing, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds: list[int] = []
    monkeypatch.setattr(deals, "deal", lambda _seed, _board, number: rounds.append(number))
    dealing.prepare(SEED, "three", 1)
    await asyncio.gather(*(dealing.deal(SEED, "three", 1) for _ in range(3)))
    assert rounds == [1]


async def test_no_deal_is_prepared_that_no_game_has(dealing: Dealing) -> None:
    dealing.prepare(SEED, "three", MOST_ROUNDS + 1)
    assert not dealing._deals


async def test_somebody_who_goes_takes_a_deal_from_no_other(dealing: Dealing) -> None:
    gone, stays = (asyncio.ensure_future(dealing.deal(SEED, "three", 1)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == deals.deal(SEED, BOARDS["three"], 1)


async def test_the_deals_that_were_not_asked_for_longest_are_forgotten(
    dealing: Dealing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 2)
    for number in (1, 2, 1, 3):
        await dealing.deal(SEED, "three", number)
    assert [number for _, _, number in dealing._deals] == [1, 3]
