"""Watching: every view in its order, also after a lost connection, and no more watchers than a game can have."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.web.serving import Guest, Served, frames_until_pong, receive


def live(code: str, seen: str = "") -> str:
    return f"/api/tables/{code}/live" + (f"?seen={seen}" if seen else "")


def watchable(served: Served) -> tuple[Guest, Guest, str]:
    """A table where Bert plays and everybody may watch, since Anna has finished."""
    anna, bert = served.guest("anna"), served.guest("bert")
    code = anna.open()
    bert.post(f"/api/tables/{code}/join")
    for command in ("start", "end"):
        anna.post(f"/api/tables/{code}/{command}")
    bert.post(f"/api/tables/{code}/start")
    return anna, bert, code


def play_on(player: Guest, code: str, moves: int) -> None:
    for _ in range(moves):
        player.play(code, player.game(code)["open"][0])


def games(frames: list[str]) -> list[str]:
    return [frame for frame in frames if json.loads(frame)["type"] == "game"]


def numbers(frames: list[str]) -> list[int]:
    return [json.loads(frame)["game"]["n"] for frame in games(frames)]


def test_who_comes_back_is_sent_what_a_watcher_who_stayed_was_sent(served):
    _, bert, code = watchable(served)
    carl, dora = served.guest("carl"), served.guest("dora")
    with dora.socket(live(code)) as stayed:
        frames_until_pong(stayed)
        with carl.socket(live(code)) as line:
            frames_until_pong(line)
            play_on(bert, code, 2)
            assert numbers(frames_until_pong(line)) == [1, 2]
        served.clock.ms += 1_000
        play_on(bert, code, 4)
        with carl.socket(live(code, "1:2")) as line:
            missed = games(frames_until_pong(line))
        assert numbers(missed) == [3, 4, 5, 6]
        assert missed == games(frames_until_pong(stayed))[2:]


def test_what_was_missed_is_shown_with_the_time_that_was_left_then(served):
    _, bert, code = watchable(served)
    for _ in range(3):
        served.clock.ms += 10_000
        play_on(bert, code, 1)
    served.clock.ms += 5_000
    with served.guest("carl").socket(live(code, "1:0")) as line:
        left_ms = [json.loads(frame)["game"]["left_ms"] for frame in games(frames_until_pong(line))]
    assert left_ms == [170_000, 160_000, 145_000]


def test_a_player_who_comes_back_sees_their_own_moves_and_may_go_on(served):
    _, bert, code = watchable(served)
    play_on(bert, code, 3)
    with bert.socket(live(code, "1:0,0:0")) as line:
        frames = frames_until_pong(line)
        own = [json.loads(frame) for frame in games(frames) if json.loads(frame)["seat"] == 1]
        assert [view["game"]["n"] for view in own] == [1, 2, 3]
        assert all(view["game"]["open"] for view in own)


def test_an_end_without_a_move_comes_after_what_was_missed(served):
    _, bert, code = watchable(served)
    play_on(bert, code, 3)
    bert.post(f"/api/tables/{code}/end")
    with served.guest("carl").socket(live(code, "1:1")) as line:
        views = [json.loads(frame) for frame in games(frames_until_pong(line))]
    assert [(view["game"]["n"], view["game"]["ended"]) for view in views if view["seat"] == 1] == [
        (2, None),
        (3, "stopped"),
    ]


@pytest.mark.parametrize(("seen", "sent"), [("1:0", [5]), ("1:1", [2, 3, 4, 5])])
def test_who_missed_too_much_is_sent_the_current_view_alone(served, monkeypatch, seen, sent):
    monkeypatch.setattr("pyramids.app.publish.MOST_MISSED", 3)
    _, bert, code = watchable(served)
    play_on(bert, code, 5)
    with served.guest("carl").socket(live(code, seen)) as line:
        assert numbers(frames_until_pong(line)) == sent


@pytest.mark.parametrize(
    "seen", ["", "1", "1:", "1:x", "1:-1", "1:3", "1:4", "1:99999", "2:0", "1:0;0:0", "1:٠", "0:0", "1:0,"]
)
def test_a_text_that_says_nothing_true_changes_nothing(served, seen):
    _, bert, code = watchable(served)
    play_on(bert, code, 3)
    with served.guest("carl").socket(f"/api/tables/{code}/live?seen={seen}") as line:
        assert numbers(frames_until_pong(line)) == [3]


def test_nothing_is_lost_or_doubled_between_the_first_view_and_the_next(served):
    _, bert, code = watchable(served)
    carl = served.guest("carl")
    player = threading.Thread(target=play_on, args=(bert, code, 20))
    player.start()
    last = 0
    while player.is_alive():
        with carl.socket(live(code, f"1:{last}")) as line:
            got = numbers(frames_until_pong(line))
        assert got[0] in (last, last + 1)
        assert got == list(range(got[0], got[-1] + 1))
        last = got[-1]
    player.join()


# How many may watch.


@pytest.fixture
def two_at_most(monkeypatch):
    monkeypatch.setattr("pyramids.app.publish.MOST_WATCHERS", 2)


def closed_with(line: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        receive(line)
    return None if closed.value.rcvd is None else closed.value.rcvd.code


@contextmanager
def watching(served: Served, code: str, *names: str) -> Iterator[None]:
    """These people at the table."""
    with ExitStack() as stack:
        for name in names:
            frames_until_pong(stack.enter_context(served.guest(name).socket(live(code))))
        yield


def test_one_watcher_too_many_is_sent_away_with_a_code_of_its_own(served, two_at_most):
    _, _, code = watchable(served)
    with watching(served, code, "carl"):
        with watching(served, code, "dora"), served.guest("emil").socket(live(code)) as line:
            assert closed_with(line) == 4430
        while len(tuple(served.site.hub.at(code))) > 1:
            time.sleep(0.01)
        with served.guest("emil").socket(live(code)) as line:
            assert receive(line)["type"] == "table"


@pytest.mark.parametrize("player", ["anna", "bert"])
def test_players_are_never_counted_among_the_watchers(served, two_at_most, player):
    anna, bert, code = watchable(served)
    with anna.socket(live(code)) as one, bert.socket(live(code)) as two:
        frames_until_pong(one)
        frames_until_pong(two)
        with watching(served, code, "carl", "dora"), served.guest(player).socket(live(code)) as line:
            assert receive(line)["type"] == "table"


def test_whoever_looks_at_a_table_where_nothing_can_be_watched_is_no_watcher(served, two_at_most):
    code = served.guest("anna").open()
    with watching(served, code, "bert", "carl", "dora"):
        assert len(tuple(served.site.hub.at(code))) == 3


def test_a_table_has_no_more_watchers_when_it_is_over(served, two_at_most):
    _, _, code = watchable(served)
    with watching(served, code, "carl", "dora"):
        served.guest("bert").post(f"/api/tables/{code}/end")
        with served.guest("emil").socket(live(code)) as line:
            assert closed_with(line) == 4430
