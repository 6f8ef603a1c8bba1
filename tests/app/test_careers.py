"""What players have done, as it is remembered: tests/web has what pages show of it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from pyramids.app import careers
from pyramids.app.site import Site
from pyramids.storage import careers as stored
from tests.app.sites import ANNA, BERT, CARA, Times, opened, over


def refuse(*_arguments: object) -> NoReturn:
    raise AssertionError("all duels are read")


@asynccontextmanager
async def started_again(folder: Path, monkeypatch: pytest.MonkeyPatch, many: int) -> AsyncIterator[Site]:
    """A site after its start, where Anna has sat at two tables, which are `many` or not; nobody else is read now."""
    times = Times()
    async with opened(folder, times) as site:
        await site.accounts.sign_up(ANNA, "Anna", "a long password", "Firefox")
        for _ in range(2):
            await over(site)
    monkeypatch.setattr(careers, "MANY", many)
    async with opened(folder, times) as site:
        # What the start has begun is done.
        await asyncio.wait(site._jobs, timeout=1, return_when=asyncio.FIRST_COMPLETED)
        monkeypatch.setattr(stored, "career", refuse)
        yield site


async def test_the_first_look_at_a_busy_member_since_the_start_reads_no_more_than_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started_again(tmp_path, monkeypatch, many=2) as site:
        profile = await site.careers.profile(ANNA, BERT)
        assert sum(board.duels for board in profile.boards.values()) == 2


async def test_who_has_played_little_is_read_when_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started_again(tmp_path, monkeypatch, many=3) as site:
        with pytest.raises(AssertionError):
            await site.careers.profile(ANNA, BERT)


async def test_the_busiest_are_remembered_longest_of_those_that_are_read_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, Times()) as site:
        monkeypatch.setattr(stored, "busiest", lambda *_arguments: [ANNA, BERT])
        monkeypatch.setattr(careers, "REMEMBERED", 2)
        await site.careers.warm()
        await site.careers.get(CARA)
        monkeypatch.setattr(stored, "career", refuse)
        await site.careers.get(ANNA)
        with pytest.raises(AssertionError):
            await site.careers.get(BERT)
