"""The lobby's lists over HTTP: the API's answers, and the fragments that pages fetch."""

import re

import pytest

from tests.web.serving import frames_until_pong


def codes(answer) -> list[str]:
    return [table["code"] for table in answer["tables"]]


def half_finished(anna, bert) -> str:
    """A table where Anna has finished and Bert plays."""
    code = anna.open()
    bert.post(f"/api/tables/{code}/join")
    for player in (anna, bert):
        player.post(f"/api/tables/{code}/start")
    anna.post(f"/api/tables/{code}/end")
    return code


def test_open_tables_are_asked_for_by_board_and_by_who_may_join(served):
    anna, bert = served.guest("anna"), served.guest("bert")
    one, three, low = anna.open("one"), anna.open("three"), anna.open("one", highest_level=4)
    assert bert.get("/api/tables") | {"tables": 0} == {"tables": 0, "count": 3, "page": 1, "pages": 1}
    assert codes(bert.get("/api/tables")) == [low, three, one]
    assert codes(bert.get("/api/tables?board=three")) == [three]
    assert codes(bert.get("/api/tables?board=one&joinable=true")) == [one]


@pytest.mark.parametrize(
    "query", ["board=two", "joinable=perhaps", "page=0", "page=x", "page=99999999999999999999"]
)
def test_a_list_that_there_is_not_is_refused_as_the_api_and_shown_in_full_as_a_page(served, query):
    anna = served.guest("anna")
    code = anna.open()
    answer = anna.http.get(f"/api/tables?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    for path in ("/", "/fragments/lobby"):
        assert f"table-{code}" in anna.http.get(f"{path}?{query}").text


def test_pages_of_open_tables_lead_to_each_other(served):
    anna, bert = served.guest("anna"), served.guest("bert")
    for opener in ("anna", "carl"):
        for _ in range(20):
            served.guest(opener).open("three")
    first, second = (anna.http.get(f"/?board=three&page={page}").text for page in (1, 2))
    assert "40 tables" in first
    link = re.compile(r'<a class="button" rel="(\w+)"[^>]* href="([^"]+)"')
    assert link.findall(first) == [("next", "/?board=three&amp;page=2")]
    assert link.findall(second) == [("prev", "/?board=three")]
    assert [len(codes(bert.get(f"/api/tables?page={page}"))) for page in (1, 2)] == [30, 10]


def test_a_game_to_watch_is_listed_for_those_who_may_watch_it(served):  # Rule 5.6
    anna, bert, carl = (served.guest(player) for player in ("anna", "bert", "carl"))
    code = half_finished(anna, bert)
    [found] = carl.get("/api/watch")["tables"]
    assert (found["code"], [seat["plays"] for seat in found["seats"]]) == (code, [False, True])
    assert f"/t/{code}" in carl.http.get("/fragments/watch").text
    assert bert.get("/api/watch") == {"tables": []}
    assert code not in bert.http.get("/fragments/watch").text


def test_a_result_says_what_decided(served):
    anna, bert, carl = (served.guest(player) for player in ("anna", "bert", "carl"))
    code = half_finished(anna, bert)
    assert carl.get("/api/results") == {"tables": []}
    bert.play(code, "+")
    bert.post(f"/api/tables/{code}/end")
    [found] = carl.get("/api/results")["tables"]
    assert (found["code"], found["winner"], found["by"]) == (code, 0, "points")
    assert [seat["score"] for seat in found["seats"]] == [0, -5]
    assert "0 to -5 points" in carl.http.get("/fragments/results").text


def test_who_is_on_line_is_listed_and_counted_for_a_new_table(served):
    anna, bert = served.guest("anna"), served.guest("bert")
    with anna.socket("/api/live") as line, bert.socket("/api/live") as other:
        for socket in (line, other):
            frames_until_pong(socket)
        found = anna.get("/api/players")
        assert [(one["player"], one["you"]) for one in found["players"]] == [("anna", True), ("bert", False)]
        assert found["count"] == 2
        assert anna.get("/api/players/joining?board=three") == {"counts": [0] * 4 + [1] * 6}
        text = anna.http.get("/fragments/online").text
    assert (text.count('id="person-'), text.count("data-block=")) == (2, 1)


def test_a_computer_player_is_called_one_wherever_it_is_listed(served):  # E33
    anna, carl = served.guest("anna"), served.guest("carl")
    settings = {"board": "one", "minutes": 3, "highest_level": 10, "opponent": "computer"}
    code = anna.post("/api/tables", settings)["code"]
    anna.post(f"/api/tables/{code}/start")
    anna.post(f"/api/tables/{code}/end")
    [found] = carl.get("/api/watch")["tables"] or carl.get("/api/results")["tables"]
    assert [seat["computer"] for seat in found["seats"]] == [False, True]
    pages = carl.http.get("/fragments/watch").text + carl.http.get("/fragments/results").text
    assert "Computer, a computer player" in pages
