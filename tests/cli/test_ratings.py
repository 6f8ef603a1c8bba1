"""`pyramids ratings rebuild`: says where ratings differ from the results, and puts them right."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import update

from pyramids.storage import schema
from pyramids.storage.store import Store
from tests.cli.commands import pyramids
from tests.storage.stores import SqliteEngine
from tests.storage.test_ratings import asked, many


async def fill(folder: Path, *, spoil: bool) -> None:
    async with SqliteEngine(folder).opened() as store:
        await asked(store, many)
        if spoil:
            await asked(
                store, lambda connection: connection.execute(update(schema.ratings).values(rating=7)).rowcount
            )


@pytest.mark.parametrize("spoil", [False, True])
def test_ratings_are_computed_anew(tmp_path: Path, spoil: bool) -> None:
    asyncio.run(fill(tmp_path, spoil=spoil))
    done = pyramids(["ratings", "rebuild", "--data", str(tmp_path)])
    lines = done.stdout.decode().splitlines()
    assert done.returncode == int(spoil)
    assert lines[-1] == ("put right: 6" if spoil else "all ratings are what the results make of them")
    again = pyramids(["ratings", "rebuild", "--data", str(tmp_path)])
    assert again.returncode == 0


def test_a_folder_without_a_site_is_told_in_one_line(tmp_path: Path) -> None:
    done = pyramids(["ratings", "rebuild", "--data", str(tmp_path)])
    assert done.returncode == 2
    assert done.stderr.decode() == f"pyramids ratings: {tmp_path}: there is no site in this folder\n"


def test_a_folder_that_is_served_is_told_in_one_line(tmp_path: Path) -> None:
    store = Store(tmp_path / "pyramids.sqlite3")
    store.open()
    done = pyramids(["ratings", "rebuild", "--data", str(tmp_path)])
    asyncio.run(store.close())
    assert done.returncode == 2
    assert done.stderr.decode() == f"pyramids ratings: {tmp_path} is being served; end that first\n"
