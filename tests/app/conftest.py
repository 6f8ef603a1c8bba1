"""What the tests of the shell share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pyramids.app.site import Site
from tests.app.sites import Times, opened


@pytest.fixture
def times() -> Times:
    return Times()


@pytest.fixture
async def site(tmp_path: Path, times: Times) -> AsyncIterator[Site]:
    async with opened(tmp_path, times) as running:
        yield running
