"""The direct way past ASGI: what it takes, what it sends, and that nothing but speed depends on it."""

import json
import socket
import time

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from pyramids.duel.table import PlayerId
from pyramids.live.hub import FELL_BEHIND
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


def test_a_move_in_two_pieces_is_made(served):
    anna, path = at_a_game(served)
    with anna.socket(path) as line:
        frames_until_pong(line)
        line.send(iter(['{"do":"tu', 'rn","n":0}']))
        assert receive(line)["game"]["n"] == 1


def read_on(line: ClientConnection) -> None:
    """Read until the other side closes."""
    while True:
        line.recv(timeout=PATIENCE_S)


def test_who_does_not_read_is_closed_and_moves_nothing_any_more(served):
    anna, path = at_a_game(served)
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    narrow.connect(("127.0.0.1", int(served.base.rpartition(":")[2])))
    with anna.socket(path, narrow) as line:
        receive(line), receive(line)
        (connection,) = served.site.hub.of(PlayerId("anna"))
        end = time.monotonic() + 4 * PATIENCE_S
        # Each is answered with the whole view, until nothing more fits anywhere.
        while not connection.closed and time.monotonic() < end:
            send_together(line, *[json.dumps(frame("+", 9))] * 20)
        assert connection.closed
        send_together(line, json.dumps(frame("+", 0)))
        with pytest.raises(ConnectionClosed) as closed:
            read_on(line)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == FELL_BEHIND
    with anna.socket(path) as line:
        assert (receive(line)["type"], receive(line)["game"]["n"]) == ("table", 0)


def test_other_server_software_serves_the_same(tmp_path, monkeypatch):
    """Without the direct way every move goes the ordinary one."""

    def plain(app, log_level):
        return uvicorn.Config(app, ws="websockets-sansio", ws_per_message_deflate=False, log_level=log_level)

    monkeypatch.setattr("tests.web.serving.server_config", plain)
    with serve(tmp_path) as served:
        anna, path = at_a_game(served)
        ordinary = count_ordinary(served, monkeypatch)
        with anna.socket(path) as line:
            receive(line)
            view = receive(line)
            send_together(line, *['{"do":"ping"}'] * 400)  # Each is answered, though none had a turn between.
            assert {receive(line)["type"] for _ in range(400)} == {"pong"}
            view = play_on(line, view, 200)
    assert (view["game"]["ended"], len(ordinary)) == ("stuck", view["game"]["n"])
