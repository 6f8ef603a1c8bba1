"""The sockets: what comes, in which order, and what bad input gets. E20 to E24, and "Bad input"."""

import json
import time
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pyramids.duel.table import DAY_MS
from pyramids.storage.store import NotSavedError
from pyramids.web import limits
from pyramids.web.limits import Rates
from tests.web.serving import Guest, Served, frame, frames_until_pong, receive, serve

COMMANDS = ["start", "end", "leave", "join", "again"]


def playing(served: Served) -> tuple[Guest, str]:
    anna = served.guest("anna")
    code = anna.open()
    anna.post(f"/api/tables/{code}/start")
    return anna, code


def live(code: str) -> str:
    return f"/api/tables/{code}/live"


def test_a_socket_begins_with_the_table_and_ones_own_game(served):
    anna, code = playing(served)
    with anna.socket(live(code)) as line:
        first, second = receive(line), receive(line)
    assert (first["type"], second["type"], second["seat"]) == ("table", "game", 0)
    assert first["table"]["code"] == code
    assert second["game"] == anna.game(code)


def test_a_move_is_answered_with_the_view_after_it(served):
    anna, code = playing(served)
    with anna.socket(live(code)) as line:
        frames_until_pong(line)
        line.send(json.dumps(frame("+", 0)))
        view = receive(line)
    assert (view["type"], view["game"]["n"], view["game"]["last"]["points"]) == ("game", 1, -5)


def test_every_tab_of_a_player_shows_the_same(served):  # E24
    anna, code = playing(served)
    with anna.socket(live(code)) as one, anna.socket(live(code)) as two:
        frames_until_pong(one)
        frames_until_pong(two)
        two.send(json.dumps(frame("*", 0)))
        assert receive(one) == receive(two)


def test_a_move_sent_twice_is_applied_once_and_answered_twice(served):  # E10, E22
    anna, code = playing(served)
    with anna.socket(live(code)) as line:
        frames_until_pong(line)
        line.send(json.dumps(frame("+", 0)))
        line.send(json.dumps(frame("+", 0)))
        views = [receive(line), receive(line)]
    assert [view["game"]["n"] for view in views] == [1, 1]


def test_a_stale_move_gets_the_current_view(served):
    anna, code = playing(served)
    anna.play(code, "+")
    with anna.socket(live(code)) as line:
        frames_until_pong(line)
        line.send(json.dumps(frame("*", 0)))
        view = receive(line)
    assert (view["type"], view["game"]["n"], view["game"]["joker"]) == ("game", 1, True)


def test_a_refused_move_is_answered_with_its_code_and_number(served):
    anna, code = playing(served)
    covered = anna.game(code)["cards"][0]
    with anna.socket(live(code)) as line:
        frames_until_pong(line)
        line.send(json.dumps(frame(covered, 0)))
        assert receive(line) == {"type": "refused", "n": 0, "code": "card_covered"}


def test_a_watcher_moves_nothing(served):
    _anna, code = playing(served)
    with served.guest("carl").socket(live(code)) as line:
        frames_until_pong(line)
        line.send(json.dumps(frame("+", 0)))
        assert receive(line)["code"] == "not_seated"


BAD_FRAMES = [
    "",
    "{",
    "[]",
    "null",
    '"turn"',
    '{"do":"turn"}',
    '{"do":"fly","n":0}',
    '{"do":"place","n":0}',
    '{"do":"place","card":"1Z","n":0}',
    '{"do":"place","card":"7H7","n":0}',
    '{"do":"turn","n":-1}',
    '{"do":"turn","n":99999999999999999999}',
    '{"do":"turn","n":0,"seat":1}',
    '{"do":"turn","n":"0"}',
    '{"do":"place","card":"\\ud800H","n":0}',
    "\u0000",
    "[" * 500,
]


@pytest.mark.parametrize("text", BAD_FRAMES)
def test_a_wrong_frame_gets_a_code_and_the_socket_lives(served, text):
    anna, code = playing(served)
    with anna.socket(live(code)) as line:
        frames_until_pong(line)
        line.send(text)
        assert receive(line)["code"] == "bad_frame"
        line.send(json.dumps(frame("+", 0)))
        assert receive(line)["game"]["n"] == 1


def test_a_binary_frame_is_a_wrong_frame(served):
    anna, code = playing(served)
    with anna.socket(live(code)) as line:
        frames_until_pong(line)
        line.send(b"\xff\xfe")
        assert receive(line)["code"] == "bad_frame"


def test_a_large_frame_is_refused_in_words(served):
    anna, code = playing(served)
    with anna.socket(live(code)) as line:
        frames_until_pong(line)
        line.send(" " * 2_000)
        assert receive(line)["code"] == "too_large"
        assert frames_until_pong(line) == []


def test_a_large_binary_frame_is_too_large(served):
    anna, code = playing(served)
    with anna.socket(live(code)) as line:
        frames_until_pong(line)
        line.send(b" " * 2_000)
        assert receive(line)["code"] == "too_large"
        assert frames_until_pong(line) == []


def test_a_huge_frame_ends_the_socket_and_nothing_else(served):
    anna, code = playing(served)
    with anna.socket(live(code)) as line:
        frames_until_pong(line)
        line.send(" " * 100_000)
        with pytest.raises(ConnectionClosed):
            receive(line)
    assert anna.game(code)["n"] == 0


def test_a_sender_who_is_too_fast_is_told_for_how_long(tmp_path):  # E54
    with serve(tmp_path, Rates(moves_per_second=5, commands_per_minute=1000)) as served:
        anna, code = playing(served)
        with anna.socket(live(code)) as line:
            for n in range(20):
                line.send(json.dumps(frame("+", n)))
            answers = [receive(line) for _ in range(20)]
    refused = [answer for answer in answers if answer["type"] == "refused"]
    told = {(answer["code"], answer["what"], answer["seconds"]) for answer in refused}
    assert told == {("too_fast", "moves", 1)}


def test_large_frames_are_counted_as_others_are(tmp_path):  # E54
    with serve(tmp_path, Rates(moves_per_second=5, commands_per_minute=1000)) as served:
        anna, code = playing(served)
        with anna.socket(live(code)) as line:
            for _ in range(20):
                line.send("7" * 2_000)
            answers = [receive(line) for _ in range(20)]
    codes = {answer["code"] for answer in answers if answer["type"] == "refused"}
    assert codes == {"too_large", "too_fast"}


def test_commands_that_come_too_fast_are_told_for_how_long(tmp_path):  # E54
    with serve(tmp_path, Rates(moves_per_second=5, commands_per_minute=3)) as served:
        anna = served.guest("anna")
        answers = [anna.http.post("/api/me", json={"name": "Anna"}) for _ in range(4)]
    last = answers[-1]
    assert (last.status_code, last.json()["code"]) == (429, "too_fast")
    assert last.json()["what"] == "commands"
    assert 0 < int(last.headers["retry-after"]) == last.json()["seconds"] <= 60
    assert str(last.json()["seconds"]) in last.json()["message"]


def test_an_unknown_table_closes_with_its_own_number(served):
    with served.guest("anna").socket(live("NOSUCH")) as line, pytest.raises(ConnectionClosed) as closed:
        receive(line)
    assert closed.value.rcvd.code == 4404


@pytest.mark.parametrize("path", ["/api/live", "/api/tables/AAAAAA/live"])
def test_a_socket_from_another_site_is_not_opened(served, path):
    with pytest.raises(InvalidStatus) as refused:
        connect(served.base.replace("http", "ws") + path, origin="http://evil.example", proxy=None)
    assert refused.value.response.status_code == 403


def test_a_socket_from_our_own_pages_is_opened(served):
    with connect(served.base.replace("http", "ws") + "/api/live", origin=served.base, proxy=None) as line:
        assert frames_until_pong(line) == ['{"type":"changed","what":["yours","invitations"]}']


def test_too_many_sockets_of_one_player_are_closed(served):
    anna = served.guest("anna")
    with ExitStack() as lines:
        for _ in range(20):
            frames_until_pong(lines.enter_context(anna.socket("/api/live")))
        with anna.socket("/api/live") as line, pytest.raises(ConnectionClosed) as closed:
            receive(line)
    assert closed.value.rcvd.code == 4429


def closed_with(guest: Guest, path: str) -> int:
    """The number that a socket ends with, whatever it is sent first."""
    with guest.socket(path) as line:
        try:
            while True:
                receive(line)
        except ConnectionClosed as closed:
            return closed.rcvd.code


@pytest.mark.parametrize("path", ["/api/live", "/api/tables/NOSUCH/live"])
def test_too_many_sockets_of_one_address_are_closed(served, monkeypatch, path):
    monkeypatch.setattr(limits, "MOST_SOCKETS_OF_ADDRESS", 3)
    with ExitStack() as lines:
        for _ in range(3):
            frames_until_pong(lines.enter_context(served.stranger().socket("/api/live")))
        assert closed_with(served.stranger(), path) == 4429


def test_sockets_that_are_opened_too_fast_are_closed(tmp_path):  # E54
    with serve(tmp_path, Rates(commands_per_minute=2)) as served:
        anna = served.guest("anna")
        for _ in range(2):
            with anna.socket("/api/live") as line:
                frames_until_pong(line)
        with anna.socket("/api/live") as line:
            told = receive(line)
            assert (told["code"], told["what"], told["n"]) == ("too_fast", "sockets", None)
            assert 0 < told["seconds"] <= 60
            with pytest.raises(ConnectionClosed) as closed:
                receive(line)
        assert closed.value.rcvd.code == 4429
        with served.guest("bert").socket("/api/live") as line:
            frames_until_pong(line)


def test_an_address_that_opens_sockets_too_fast_is_closed(tmp_path):  # E54
    with serve(tmp_path, Rates(commands_per_minute=1)) as served:
        for _ in range(limits.ADDRESS_FACTOR):
            with served.stranger().socket("/api/live") as line:
                frames_until_pong(line)
        assert closed_with(served.stranger(), "/api/live") == 4429


def test_the_sites_socket_tells_when_the_lobby_changes(served):
    anna, bert = served.guest("anna"), served.guest("bert")
    with bert.socket("/api/live") as line:
        line.send('{"do":"show"}')
        frames_until_pong(line)
        anna.open()
        assert receive(line) == {"type": "changed", "what": ["lobby"]}


def test_a_page_outside_the_lobby_is_not_told_of_it(served):
    anna, bert = served.guest("anna"), served.guest("bert")
    with anna.socket("/api/live") as lobby, bert.socket("/api/live") as line:
        lobby.send('{"do":"show"}')
        frames_until_pong(line)
        anna.open()
        while "lobby" not in receive(lobby)["what"]:
            pass
        assert frames_until_pong(line) == []


def test_a_table_shows_no_open_tables(served):
    anna, code = playing(served)
    with anna.socket(live(code)) as line:
        frames_until_pong(line)
        line.send('{"do":"show"}')
        assert receive(line) == {"type": "refused", "n": None, "code": "bad_frame"}


def test_the_sites_socket_tells_when_ones_own_tables_change(served):
    anna = served.guest("anna")
    with anna.socket("/api/live") as line:
        frames_until_pong(line)
        anna.open()
        assert receive(line) == {"type": "changed", "what": ["yours"]}


def test_a_name_that_comes_on_line_is_seen_at_the_table(served):
    anna, code = playing(served)
    bert = served.guest("bert")
    bert.post(f"/api/tables/{code}/join")
    with anna.socket(live(code)) as line:
        frames_until_pong(line)
        with bert.socket(live(code)) as other:
            frames_until_pong(other)
            seats = receive(line)["table"]["seats"]
    assert seats[1]["online"]


def test_a_table_whose_end_was_shown_live_has_been_looked_at(served):
    anna, code = playing(served)
    bert = served.guest("bert")
    bert.post(f"/api/tables/{code}/join")
    bert.post(f"/api/tables/{code}/start")
    bert.post(f"/api/tables/{code}/end")
    with anna.socket(live(code)) as line, anna.socket("/api/live") as site:
        frames_until_pong(line)
        frames_until_pong(site)
        anna.post(f"/api/tables/{code}/end")
        end = time.monotonic() + 5
        while (found := anna.get("/api/my/tables")["tables"]) and time.monotonic() < end:
            time.sleep(0.02)
    assert found == []


def test_the_opponent_is_watched_live_after_ones_own_end(served):  # Rule 5.5
    anna, code = playing(served)
    bert = served.guest("bert")
    bert.post(f"/api/tables/{code}/join")
    bert.post(f"/api/tables/{code}/start")
    with bert.socket(live(code)) as line:
        frames_until_pong(line)
        bert.post(f"/api/tables/{code}/end")
        at_the_end = [json.loads(text) for text in frames_until_pong(line)]
        anna.play(code, "+")
        seen = receive(line)
    assert {f["seat"] for f in at_the_end if f["type"] == "game"} == {0, 1}
    assert (seen["seat"], seen["game"]["n"], seen["game"]["open"]) == (0, 1, [])


def test_a_table_is_shown_though_the_disk_is_full(served, monkeypatch):
    anna, code = playing(served)
    anna.post(f"/api/tables/{code}/end")
    served.clock.ms += 7 * DAY_MS
    assert served.guest("carl").get(f"/api/tables/{code}")["table"]["over"]

    async def refuse(*_arguments, **_settings):
        raise NotSavedError("full")

    monkeypatch.setattr(served.site.store, "write", refuse)
    with anna.socket(live(code)) as line:
        assert receive(line)["table"]["over"]
        assert "game" in {json.loads(text)["type"] for text in frames_until_pong(line)}
    assert anna.get(f"/api/tables/{code}")["table"]["over"]
