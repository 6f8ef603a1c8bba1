"""Moves that are made where they are received: in their order, counted, and answered whatever happens."""

import json

from pyramids.storage.store import NotSavedError
from pyramids.web.limits import Rates
from tests.web.serving import (
    at_a_game,
    count_ordinary,
    frame,
    frames_until_pong,
    play_on,
    receive,
    send_together,
    serve,
)


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
        with anna.socket(path) as line:
            receive(line), receive(line)
            send_together(line, *(json.dumps(frame("+", n)) for n in range(20)))
            told = [receive(line) for _ in range(20)]
    # At most two seconds' moves: the second may change on the way.
    assert 5 <= sum(f["type"] == "game" for f in told) <= 10
    assert {f["code"] for f in told if f["type"] == "refused"} == {"too_fast"}


def test_a_move_that_is_not_saved_is_answered_and_can_be_made_again(served, monkeypatch):
    anna, path = at_a_game(served)
    store = served.site.store
    append = store._append

    def full(_connection, _jobs):
        raise NotSavedError("full")

    with anna.socket(path) as line:
        frames_until_pong(line)
        monkeypatch.setattr(store, "_append", full)
        line.send(json.dumps(frame("+", 0)))
        refused = receive(line)
        monkeypatch.setattr(store, "_append", append)
        line.send(json.dumps(frame("+", 0)))
        view = receive(line)
    assert (refused["code"], refused["n"], view["game"]["n"]) == ("not_saved", 0, 1)


def test_a_fault_as_a_move_is_made_at_once_is_answered(served, monkeypatch):
    anna, path = at_a_game(served)

    def broken(*_arguments):
        raise RuntimeError("a bug")

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

    def broken(*_arguments):
        raise RuntimeError("a bug")

    with anna.socket(path) as line:
        frames_until_pong(line)
        monkeypatch.setattr(served.site.play, "_game_changed", broken)
        line.send(json.dumps(frame("+", 0)))
        assert receive(line)["game"]["n"] == 1  # It is made, and found as the ordinary way looks.
