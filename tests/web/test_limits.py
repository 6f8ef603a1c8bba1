"""What is counted of whoever sends: sockets by player and by address, frames by the second."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pyramids.web.limits import (
    MOST_SOCKETS,
    FrameLimit,
    Limits,
    Rates,
    TooFastError,
)


def test_a_socket_that_has_closed_makes_room_for_another() -> None:
    limits = Limits(Rates())
    for _ in range(MOST_SOCKETS + 1):
        with limits.socket("anna", "::1"):
            pass


def test_a_refused_socket_is_not_counted_as_open() -> None:
    limits = Limits(Rates(commands_per_minute=1))
    with limits.socket("anna", "::1"):
        pass
    for _ in range(MOST_SOCKETS):
        with pytest.raises(TooFastError), limits.socket("anna", "::1"):
            pass
    assert not limits._sockets
    assert not limits._sockets_of_address


def test_sockets_and_commands_are_counted_apart() -> None:
    limits = Limits(Rates(commands_per_minute=1))
    limits.command("anna", "::1")
    with limits.socket("anna", "::1"), pytest.raises(TooFastError):
        limits.command("anna", "::1")


def test_frames_are_counted_anew_each_second() -> None:
    limit = FrameLimit(2)
    for now_s in (1.0, 1.9, 2.0, 2.1):
        limit.count(now_s)
    with pytest.raises(TooFastError):
        limit.count(2.9)


def test_commands_are_counted_in_one_thread(served, monkeypatch) -> None:
    """The library's memory takes no two at a time: both would start its timer, and one command would fail."""
    threads = set()
    monkeypatch.setattr(Limits, "command", lambda *_: threads.add(threading.get_ident()))
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: served.guest(f"guest{n}").open(), range(24)))
    assert len(threads) == 1
