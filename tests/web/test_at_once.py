"""Moves that are made where they are received: in their order, counted, and answered whatever happens."""

import asyncio
import json
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from pyramids.duel.table import PlayerId
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import LOGGED_OUT, Connection
from pyramids.rules import Move
from pyramids.storage.store import NotSavedError
from pyramids.web.at_once import MovesAtOnce
from pyramids.web.limits import FrameLimit, Rates
from tests.web.serving import (
    PATIENCE_S,
    at_a_game,
    count_ordinary,
    frame,
    frames_until_pong,
    play_on,
    receive,
    send_together,
    serve,
)


def full(_connection, _jobs):
    """A disk that takes nothing."""
    raise NotSavedError("full")


def broken(*_arguments):
    raise RuntimeError("a bug")


def test_moves_pass_by_the_ordinary_way(served, monkeypatch):
    anna, path = at_a_game(served)
    ordinary = count_ordinary(served, monkeypatch)
    with anna.socket(path) as line:
        receive(line)
        view = play_on(line, receive(line), 200)
    assert view["game"]["n"] > 20
    assert (view["game"]["ended"], len(ordinary)) == ("stuck", 1)  # Its end alone.


def test_moves_that_come_together_are_made_in_their_order(served):
    anna, path = at_a_game(served)
    with anna.socket(path) as line:
        frames_until_pong(line)
        send_together(line, *(json.dumps(frame("+", n)) for n in range(10)))
        assert [receive(line)["game"]["n"] for _ in range(10)] == list(range(1, 11))


def test_a_move_that_comes_twice_together_is_made_once(served):  # E10
    anna, path = at_a_game(served)
    with anna.socket(path) as line:
        frames_until_pong(line)
        send_together(line, *[json.dumps(frame("+", 0))] * 3)
        assert [receive(line)["game"]["n"] for _ in range(3)] == [1, 1, 1]


def test_a_move_behind_another_frame_waits_for_it(served):
    anna, path = at_a_game(served)
    with anna.socket(path) as line:
        frames_until_pong(line)
        send_together(line, '{"do":"ping"}', json.dumps(frame("+", 0)), "rubbish", json.dumps(frame("+", 1)))
        told = [receive(line) for _ in range(4)]
    assert [f.get("code") or f["type"] for f in told] == ["pong", "game", "bad_frame", "game"]


def test_what_follows_a_move_is_answered_after_it(served):
    anna, path = at_a_game(served)
    with anna.socket(path) as line:
        frames_until_pong(line)
        for n in range(20):
            send_together(line, json.dumps(frame("+", n)), '{"do":"ping"}')
            assert [receive(line)["type"], receive(line)["type"]] == ["game", "pong"]


def test_moves_at_once_are_counted(tmp_path):  # E54
    with serve(tmp_path, Rates(moves_per_second=5, commands_per_minute=100)) as served:
        anna, path = at_a_game(served)
        told, n = [], 0
        with anna.socket(path) as line:
            receive(line), receive(line)
            for _ in range(20):  # Each after the answer to the last: all of them could go at once.
                line.send(json.dumps(frame("+", n)))
                told.append(receive(line))
                n = told[-1].get("game", {"n": n})["n"]
    # At most two seconds' moves: the second may change on the way.
    assert 5 <= sum(f["type"] == "game" for f in told) <= 10
    assert {f["code"] for f in told if f["type"] == "refused"} == {"too_fast"}


def test_a_move_in_too_large_a_frame_is_refused(served):
    anna, path = at_a_game(served)
    with anna.socket(path) as line:
        frames_until_pong(line)
        line.send(json.dumps(frame("+", 0)) + 2_000 * " ")
        assert receive(line)["code"] == "too_large"


def test_a_move_that_is_not_saved_is_answered_and_can_be_made_again(served, monkeypatch):
    anna, path = at_a_game(served)
    store = served.site.store
    append = store._append

    with anna.socket(path) as line:
        frames_until_pong(line)
        monkeypatch.setattr(store, "_append", full)
        line.send(json.dumps(frame("+", 0)))
        refused = receive(line)
        monkeypatch.setattr(store, "_append", append)
        line.send(json.dumps(frame("+", 0)))
        view = receive(line)
    assert (refused["code"], refused["n"], view["game"]["n"]) == ("not_saved", 0, 1)


def test_a_move_that_is_not_saved_is_answered_before_what_follows_it(served, monkeypatch):
    anna, path = at_a_game(served)
    store = served.site.store
    append, failed = store._append, []

    def full_at_first(connection, jobs):
        if not failed:
            failed.append(True)
            raise NotSavedError("full")
        append(connection, jobs)

    with anna.socket(path) as line:
        frames_until_pong(line)
        monkeypatch.setattr(store, "_append", full_at_first)
        send_together(line, json.dumps(frame("+", 0)), '{"do":"ping"}', json.dumps(frame("+", 1)), "rubbish")
        told = [receive(line) for _ in range(4)]
    assert [f["game"]["n"] if f["type"] == "game" else f["type"] for f in told] == [1, "pong", 2, "refused"]


def test_a_move_that_is_not_saved_is_counted_once(tmp_path, monkeypatch):
    with serve(tmp_path, Rates(moves_per_second=1, commands_per_minute=100)) as served:
        anna, path = at_a_game(served)

        with anna.socket(path) as line:
            receive(line), receive(line)
            monkeypatch.setattr(served.site.store, "_append", full)
            line.send(json.dumps(frame("+", 0)))
            assert receive(line)["code"] == "not_saved"


def test_a_move_on_its_way_as_the_server_stops_is_kept(tmp_path, monkeypatch, capfd):
    with ExitStack() as lines:
        with serve(tmp_path) as served:
            anna, path = at_a_game(served)
            store = served.site.store
            append, reached = store._append, threading.Event()

            def slow(connection, jobs):
                reached.set()
                time.sleep(0.5)
                append(connection, jobs)

            line = lines.enter_context(anna.socket(path))
            frames_until_pong(line)
            monkeypatch.setattr(store, "_append", slow)
            line.send(json.dumps(frame("+", 0)))
            assert reached.wait(PATIENCE_S)
        assert "Error" not in "".join(capfd.readouterr())
        with serve(tmp_path) as served:
            assert served.guest("anna").game(path.split("/")[3])["n"] == 1


def test_a_fault_as_a_move_is_made_at_once_is_answered(served, monkeypatch):
    anna, path = at_a_game(served)

    with anna.socket(path) as line:
        frames_until_pong(line)
        monkeypatch.setattr(served.site.clock, "now_ms", broken)
        line.send(json.dumps(frame("+", 0)))
        assert receive(line)["code"] == "bug"
        monkeypatch.undo()
        line.send(json.dumps(frame("+", 0)))
        assert receive(line)["game"]["n"] == 1


def test_a_move_that_could_not_be_told_is_answered(served, monkeypatch):
    anna, path = at_a_game(served)

    with anna.socket(path) as line:
        frames_until_pong(line)
        monkeypatch.setattr(served.site.play, "_game_changed", broken)
        line.send(json.dumps(frame("+", 0)))
        assert receive(line)["game"]["n"] == 1  # It is made, and found as the ordinary way looks.


# One socket's moves by themselves.


class Seat:
    """Takes each move, and keeps who is to be told of it."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[bool], None]] = []

    def move(self, _move: Move, _n: int, done: Callable[[bool], None]) -> bool:
        self.waiting.append(done)
        return True


def moves_at_once() -> tuple[MovesAtOnce, Seat, Connection, list[None]]:
    """One socket's, with its seat, and a list that grows each time that its task is woken."""
    seat, connection, woken = Seat(), Connection(Viewer(PlayerId("anna")), "AAAAAA"), []
    moves = MovesAtOnce(connection, FrameLimit(100), seat.move, lambda: woken.append(None))
    return moves, seat, connection, woken


def test_a_connection_that_has_ended_makes_no_move():
    moves, _, connection, _ = moves_at_once()
    connection.end(LOGGED_OUT)
    assert not moves.take(b'{"do":"turn","n":0}')


def test_one_move_at_a_time_is_made():
    moves, seat, _, _ = moves_at_once()
    assert moves.take(b'{"do":"turn","n":0}')
    assert not moves.take(b'{"do":"turn","n":1}')
    seat.waiting.pop()(True)
    assert moves.take(b'{"do":"turn","n":1}')


async def test_a_move_that_was_not_told_is_left_and_wakes_the_task():
    moves, seat, _, woken = moves_at_once()
    moves.take(b'{"do":"turn","n":0}')
    seat.waiting.pop()(False)
    assert not moves.take(b'{"do":"turn","n":1}')  # What is left comes first.
    assert (woken, await moves.settled()) == ([None], b'{"do":"turn","n":0}')
    assert await moves.settled() is None
    assert moves.take(b'{"do":"turn","n":1}')


@pytest.mark.parametrize(("told", "left"), [(True, None), (False, b'{"do":"turn","n":0}')])
async def test_no_move_overtakes_a_frame_that_waits(told, left):
    moves, seat, _, woken = moves_at_once()
    moves.take(b'{"do":"turn","n":0}')
    waiting = asyncio.ensure_future(moves.settled())
    await asyncio.sleep(0)
    seat.waiting.pop()(told)
    assert not moves.take(b'{"do":"turn","n":1}')  # Whoever waits has not gone on yet.
    assert (await waiting, woken) == (left, [])
    assert moves.take(b'{"do":"turn","n":1}')
