"""What players have done, as it is remembered: tests/web has what pages show of it."""

import asyncio
from pathlib import Path
from typing import NoReturn

import pytest

from pyramids.app import careers
from pyramids.app.site import Site
from pyramids.storage import careers as stored
from tests.app.sites import ANNA, BERT, Times, opened, over


async def a_member_plays(folder: Path, times: Times) -> None:
    async with opened(folder, times) as site:
        await site.accounts.sign_up(ANNA, "Anna", "a long password", "Firefox")
        for _ in range(2):
            await over(site)


def refuse(*_arguments: object) -> NoReturn:
    raise AssertionError("all duels are read")


async def settled(site: Site) -> None:
    """What the start has begun is done."""
    await asyncio.wait(site._jobs, timeout=1, return_when=asyncio.FIRST_COMPLETED)


async def test_the_first_look_at_a_busy_member_since_the_start_reads_no_more_than_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = Times()
    await a_member_plays(tmp_path, times)
    monkeypatch.setattr(careers, "MANY", 2)
    async with opened(tmp_path, times) as site:
        await settled(site)
        monkeypatch.setattr(stored, "career", refuse)
        profile = await site.careers.profile(ANNA, BERT)
        assert sum(board.duels for board in profile.boards.values()) == 2


async def test_who_has_played_little_is_read_when_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = Times()
    await a_member_plays(tmp_path, times)
    monkeypatch.setattr(careers, "MANY", 3)
    async with opened(tmp_path, times) as site:
        await settled(site)
        monkeypatch.setattr(stored, "career", refuse)
        with pytest.raises(AssertionError):
            await site.careers.profile(ANNA, BERT)
