"""The deal of the day, finished deals and tries, in the JSON API and by sockets; and what nobody is sent. E30, E31"""

import json
import re
from collections.abc import Callable

import pytest

from pyramids import deals
from pyramids.app.days import day_text
from pyramids.duel.table import DAY_MS
from pyramids.rules import notation
from pyramids.rules.boards import BOARDS
from tests.web.serving import Guest, Served, frame, frames_until_pong, receive

BOARD = "three"


@pytest.fixture
def today(served: Served) -> str:
    return day_text(served.site.days.today())


def start(guest: Guest, address: str) -> int:
    """Begin a try; gives its id."""
    return int(guest.post(f"/api/{address}/start")["deal"]["own"]["id"])


def finish(guest: Guest, address: str, turns: int = 0) -> int:
    """A whole try, with -5 points for each turn."""
    made = start(guest, address)
    for n in range(turns):
        guest.post(f"/api/tries/{made}/moves", frame("+", n))
    guest.post(f"/api/tries/{made}/end")
    return made


def table_over(served: Served) -> str:
    """A table of Anna's and Bert's that is over."""
    anna, bert = served.guest("anna"), served.guest("bert")
    code = anna.open(BOARD)
    bert.post(f"/api/tables/{code}/join")
    for guest in (anna, bert):
        guest.post(f"/api/tables/{code}/start")
        guest.post(f"/api/tables/{code}/end")
    return code


def test_the_deal_of_the_day_is_started_played_and_ended(served, today):
    anna = served.guest("anna")
    address = f"days/{BOARD}/{today}"
    before = anna.get(f"/api/{address}")
    assert (before["game"], before["deal"]["offers"], before["deal"]["day"]) == (None, ["start"], today)
    began = anna.post(f"/api/{address}/start")
    assert (began["game"]["n"], began["deal"]["offers"]) == (0, ["end"])
    made = began["deal"]["own"]["id"]
    assert anna.post(f"/api/tries/{made}/moves", frame("+", 0))["game"]["n"] == 1
    assert anna.post(f"/api/tries/{made}/moves", frame("+", 0))["game"]["n"] == 1
    ended = anna.post(f"/api/tries/{made}/end")
    assert ended["deal"]["own"]["result"]["score"] == -5
    assert ended["deal"]["standing"] == {"players": 1, "place": 1, "ahead_of": None, "best": -5, "median": -5}
    assert anna.get(f"/api/{address}") == ended


def test_each_refusal_has_its_status_and_code(served, today):
    anna, bert = served.guest("anna"), served.guest("bert")
    made = start(anna, f"days/{BOARD}/{today}")
    tomorrow = day_text(served.site.days.today() + 1)
    assert anna.refused(f"/api/days/{BOARD}/{today}/start") == (409, "already_tried")
    assert anna.refused(f"/api/days/{BOARD}/{tomorrow}/start") == (404, "unknown_deal")
    assert anna.refused(f"/api/days/none/{today}/start") == (404, "unknown_deal")
    assert bert.refused(f"/api/tries/{made}/end") == (404, "unknown_deal")
    assert bert.refused(f"/api/tries/{made}/moves", frame("+", 0)) == (404, "unknown_deal")
    served.clock.ms += DAY_MS
    assert bert.refused(f"/api/days/{BOARD}/{today}/start") == (409, "not_today")


@pytest.mark.parametrize("number", [0, -1, 2**31, 2**63, 2**200])
def test_no_number_is_too_large_or_too_small_to_be_unknown(served, number):
    assert served.guest("anna").http.post(f"/api/tries/{number}/end", json={}).status_code == 404
    code = table_over(served)
    assert served.guest("anna").http.get(f"/api/deals/{code}/{number}").status_code == 404


def test_a_month_has_ones_own_points_alone(served, today):
    finish(served.guest("bert"), f"days/{BOARD}/{today}")
    anna = served.guest("anna")
    finish(anna, f"days/{BOARD}/{today}", turns=2)
    found = anna.get(f"/api/days?board={BOARD}")
    entry = {"board": BOARD, "day": today, "tried": True, "score": -10, "cleared": False}
    assert found == {"today": today, "streak": 1, "days": [entry]}
    assert {one["board"] for one in anna.get(f"/api/days?month={today[:7]}")["days"]} == {"one", "three"}
    for month in ("2026", "0000-01", "1-1", "9999-12", "9" * 5_000):
        assert anna.http.get(f"/api/days?month={month}").status_code == 404


def test_a_finished_deal_is_tried_once_by_who_has_not_met_it(served):
    code = table_over(served)
    address = f"deals/{code}/1"
    assert served.guest("anna").refused(f"/api/{address}/start") == (409, "already_tried")
    carl = served.guest("carl")
    assert carl.get(f"/api/{address}")["deal"]["standing"] is None
    finish(carl, address, turns=1)
    assert carl.get(f"/api/{address}")["deal"]["standing"]["players"] == 3


def test_a_table_that_is_not_over_has_no_deals_yet(served):
    anna = served.guest("anna")
    code = anna.open(BOARD)
    for guest in (anna, served.guest("carl")):
        assert guest.refused(f"/api/deals/{code}/1/start") == (409, "not_over")
        assert guest.http.get(f"/api/deals/{code}/1").json()["code"] == "not_over"
        assert guest.http.get(f"/d/{code}/1").status_code == 409


def test_what_one_takes_along_has_ones_own_tries(served, today):
    code = table_over(served)
    anna, carl = served.guest("anna"), served.guest("carl")
    finish(anna, f"days/{BOARD}/{today}", turns=2)
    finish(carl, f"deals/{code}/1")
    (mine,), (carls,) = (guest.get("/api/me/download")["tries"] for guest in (anna, carl))
    assert (mine["day"], mine["table"], mine["score"], mine["moves"]) == (today, None, -10, "+ +")
    assert (carls["day"], carls["table"], carls["round"], carls["ended"]) == (None, code, 1, "stopped")
    assert mine["record"] is None
    assert carls["record"].startswith("pyramids 1\n")
    assert "id" not in carls
    start(carl, f"days/{BOARD}/{today}")
    assert carl.get("/api/me/download")["tries"][1]["score"] is None


# Looking back


def test_ones_own_try_comes_move_by_move_and_nobody_elses(served, today):  # E5
    anna, bert = served.guest("anna"), served.guest("bert")
    made = start(anna, f"days/{BOARD}/{today}")
    for n, move in enumerate("+*"):
        served.clock.ms += 1_500
        anna.post(f"/api/tries/{made}/moves", frame(move, n))
    assert len(anna.get(f"/api/tries/{made}/replay")["views"]) == 3
    anna.post(f"/api/tries/{made}/end")
    found = anna.get(f"/api/tries/{made}/replay")
    assert [view["n"] for view in found["views"]] == [0, 1, 2]
    assert (found["seat"], found["at_ms"], found["views"][-1]["ended"]) == (0, [0, 1_500, 3_000], "stopped")
    assert sum(line["points"] for line in found["ledger"]) == found["views"][-1]["score"] == -55
    for path in ("replay", "record"):
        assert bert.http.get(f"/api/tries/{made}/{path}").json()["code"] == "unknown_deal"


def test_the_record_of_a_days_deal_comes_with_its_seed(served, today):  # Rule 5.6
    anna, bert = served.guest("anna"), served.guest("bert")
    made = finish(anna, f"days/{BOARD}/{today}", turns=2)
    path = f"/api/tries/{made}/record"
    assert anna.http.get(path).json()["code"] == "not_over"
    served.clock.ms += DAY_MS - served.clock.ms % DAY_MS - 1
    last = start(bert, f"days/{BOARD}/{today}")
    served.clock.ms += 1
    assert anna.http.get(path).json()["code"] == "not_over"
    bert.post(f"/api/tries/{last}/end")
    answer = anna.http.get(path)
    game = notation.parse(answer.text.encode())
    assert (answer.status_code, game.score, str(game.ended)) == (200, -10, "stopped")
    assert anna.get("/api/me/download")["tries"][0]["record"] == answer.text


def test_the_record_of_a_finished_deal_comes_after_ones_own_end(served):
    code, carl = table_over(served), served.guest("carl")
    made = start(carl, f"deals/{code}/1")
    assert carl.http.get(f"/api/tries/{made}/record").json()["code"] == "not_over"
    carl.post(f"/api/tries/{made}/end")
    assert carl.http.get(f"/api/tries/{made}/record").text.endswith("play\nend stopped\n")


# The socket


def test_a_try_is_played_by_its_socket(served, today):
    anna = served.guest("anna")
    made = start(anna, f"days/{BOARD}/{today}")
    with anna.socket(f"/api/tries/{made}/live") as line:
        assert [receive(line)["type"] for _ in range(2)] == ["deal", "game"]
        line.send(json.dumps(frame("+", 0)))
        assert receive(line)["game"]["n"] == 1
        line.send(json.dumps(frame("+", 0)))
        assert [receive(line)["type"], receive(line)["game"]["n"]] == ["deal", 1]
        line.send(json.dumps(frame("AS", 7_000)))
        assert receive(line)["code"] == "bad_frame"
        line.send('{"do":"show"}')
        assert receive(line)["code"] == "bad_frame"


def test_anybody_elses_try_has_no_socket(served, today):
    made = start(served.guest("anna"), f"days/{BOARD}/{today}")
    for path in (f"/api/tries/{made}/live", f"/api/tries/{made + 1}/live", f"/api/tries/{2**70}/live"):
        with served.guest("bert").socket(path) as line, pytest.raises(Exception, match="4404"):
            line.recv(timeout=5)


# Pages


def test_each_page_is_there_before_and_after_ones_try(served, today):
    code = table_over(served)
    anna = served.guest("anna")
    finish(anna, f"days/{BOARD}/{today}")
    for guest in (anna, served.stranger()):
        for path in (
            "/day",
            f"/day?month={today[:7]}",
            f"/day/{BOARD}/{today}",
            f"/day/{BOARD}/{today}/check",
            f"/d/{code}/1",
        ):
            assert guest.http.get(path).status_code == 200, path


@pytest.mark.parametrize(
    "path",
    [
        "/day/one/2020-01-01",
        "/day/one/x",
        "/day/two/DAY",
        "/day?month=13",
        "/day?month=9999-12",
        "/d/NOSUCH/1",
    ],
)
def test_an_address_without_a_deal_is_an_error_page(served, today, path):
    answer = served.stranger().http.get(path.replace("DAY", today))
    assert (answer.status_code, "text/html" in answer.headers["content-type"]) == (404, True)


# What nobody is sent


def everything_sent(viewer: Guest, address: str, happening: Callable[[], None]) -> list[str]:
    """All that a viewer is sent while something happens, and all that they can ask for after it."""
    with viewer.socket("/api/live") as line:
        sent = frames_until_pong(line)
        happening()
        sent += frames_until_pong(line)
    for path in (
        "/",
        "/day",
        f"/{address.replace('days', 'day')}",
        f"/api/{address}",
        "/api/days",
        "/api/my/tables",
    ):
        answer = viewer.http.get(path)
        headers = {name: value for name, value in answer.headers.items() if name != "date"}
        sent.append(f"{path} {answer.status_code} {headers} {answer.text}")
    return sent


@pytest.mark.parametrize("runs", [False, True], ids=["who may still try", "whose try runs"])
def test_on_its_day_nobody_learns_of_others_tries_before_their_own_end(served, today, runs):  # E31
    address = f"days/{BOARD}/{today}"
    viewer, others = served.guest("anna"), [served.guest(name) for name in ("bert", "carl")]
    viewer.http.get("/")
    if runs:
        start(viewer, address)
    quiet = everything_sent(viewer, address, lambda: None)

    def busy() -> None:
        start(others[0], address)
        finish(others[1], address, turns=3)

    assert everything_sent(viewer, address, busy) == quiet


def test_no_card_of_a_deal_is_sent_before_the_start_and_no_face_down_one_before_its_turn(
    served, today
):  # E30
    anna = served.guest("anna")
    address = f"days/{BOARD}/{today}"
    before = "".join(everything_sent(anna, address, lambda: None))
    assert not re.search(r'"[A2-9TJQK][SHDC]"', before)

    made = 0

    def story() -> None:
        nonlocal made
        made = start(anna, address)
        anna.post(f"/api/tries/{made}/moves", frame("+", 0))

    sent = "".join(everything_sent(anna, address, story))
    with anna.socket(f"/api/tries/{made}/live") as line:
        sent += "".join(frames_until_pong(line))
    live = served.site.tries._running[made]
    deal = live.game.timed.game.round.deal
    assert deal == deals.deal(live.kept.target.seed, BOARDS[BOARD], 1)
    assert all(f'"{card}"' in sent for card in (*deal.pyramid, deal.fan[1]))
    assert not [card for card in deal.fan[2:] if f'"{card}"' in sent]
    assert live.kept.target.seed.hex() not in sent + before
