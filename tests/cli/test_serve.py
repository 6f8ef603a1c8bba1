"""`pyramids serve`: what is wrong with its port or folder is one line."""

import asyncio
import socket

from pyramids.storage.store import Store
from tests.cli.commands import pyramids


def test_a_folder_that_is_served_already_is_told_in_one_line(tmp_path) -> None:
    store = Store(tmp_path / "pyramids.sqlite3")
    store.open()
    done = pyramids(["serve", "--port", "0", "--data", str(tmp_path)])
    asyncio.run(store.close())
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        f"pyramids serve: {tmp_path} is served by another process; choose another folder: make play DATA=other"
    ]


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = pyramids(["serve", "--port", str(port), "--data", str(tmp_path)])
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        f"pyramids serve: port {port} is taken; choose another: make play PORT={port + 1}"
    ]
