"""What the tests of storage share."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from pyramids.storage.store import Store
from tests.storage.stores import ENGINES, SqliteEngine


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """A disk that fails on purpose fills no log."""
    with capture_logs():
        yield


@pytest.fixture(params=ENGINES.values(), ids=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> SqliteEngine:
    """Each engine, with an empty database."""
    made = request.param(tmp_path)
    assert isinstance(made, SqliteEngine)
    return made


@pytest.fixture
async def store(engine: SqliteEngine) -> AsyncIterator[Store]:
    """An open store of each engine."""
    async with engine.opened() as opened:
        yield opened
