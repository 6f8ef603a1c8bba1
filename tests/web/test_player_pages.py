"""Members' pages and leaderboards over HTTP, and the same in the API."""

import re

import pytest

from tests.web.members import duel, known_well, member
from tests.web.serving import Guest, Served
from tests.web.test_accounts import PASSWORD, with_new_cookie

WEEK_MS = 7 * 24 * 60 * 60 * 1000


def page(guest: Guest, path: str) -> str:
    answer = guest.http.get(path)
    assert answer.status_code == 200, answer.text
    return answer.text


def words(html: str) -> str:
    """What a page says, without its marks."""
    main = re.sub(r"<title>.*?</title>", "", html[html.index("<main") :])
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))


def test_a_member_has_a_page_by_their_name(served: Served) -> None:
    member(served, "anna", "Anna")
    shown = words(page(served.guest("carl"), "/p/Anna"))
    assert "Anna Member since Jan 15, 2027" in shown
    assert shown.count("No level yet") == 2
    assert "No duel yet." in shown


@pytest.mark.parametrize("written", ["anna", "ANNA", "\N{CYRILLIC SMALL LETTER A}nna"])
def test_a_name_that_looks_like_a_members_leads_to_their_page(served: Served, written: str) -> None:
    member(served, "anna", "Anna")
    answer = served.guest("carl").http.get(f"/p/{written}")
    assert (answer.status_code, answer.headers["location"]) == (302, "/p/Anna")
    assert served.guest("carl").get(f"/api/players/{written}")["name"] == "Anna"


def test_a_name_of_another_script_is_an_address_too(served: Served) -> None:
    member(served, "zofia", "Żółw")
    assert "Żółw" in words(page(served.guest("carl"), "/p/%C5%BB%C3%B3%C5%82w"))


@pytest.mark.parametrize("name", ["Nobody", "bert", "x" * 3_000, "%3Cb%3E", "computer"])
def test_nobody_else_has_a_page(served: Served, name: str) -> None:
    bert = served.guest("bert")
    bert.post("/api/me", {"name": "bert"})
    answer = bert.http.get(f"/p/{name}")
    assert answer.status_code == 404
    assert "No member has this name." in answer.text
    answer = bert.http.get(f"/api/players/{name}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_member")


def test_a_page_tells_of_results_levels_and_bests(served: Served) -> None:
    anna, bert, carl = member(served, "anna", "Anna"), member(served, "bert", "Bert"), served.guest("carl")
    codes = [duel(anna, bert, loser=bert), duel(bert, anna, loser=anna), duel(anna, carl, "three")]
    profile = carl.get("/api/players/Anna")
    assert profile["boards"]["one"] | {"level": 0, "rating": 0, "deviation": 0} == {
        **{"level": 0, "provisional": True, "rating": 0, "deviation": 0, "rated": 2},
        **{"duels": 2, "won": 1, "lost": 1, "drawn": 0, "rounds_cleared": 0, "longest_sequence": 0},
        "best": {"code": codes[0], "seat": 0, "score": -5},
    }
    assert [(found["name"], found["member"], found["duels"]) for found in profile["against"]] == [
        ("Bert", True, 2),
        (carl.get("/api/me")["name"], False, 1),
    ]
    html = page(carl, "/p/Anna")
    shown = words(html)
    assert "2 rated duels" in shown
    assert shown.index("Draw against") < shown.index("Lost against Bert") < shown.index("Won against Bert")
    assert f'href="/t/{codes[0]}/replay"' in html
    assert 'href="/p/Bert"' in html
    assert "/p/Guest" not in html
    assert html.count('class="dot provisional"') == 3


def test_a_page_says_how_its_viewer_has_done_against_the_member(served: Served) -> None:
    anna, carl = member(served, "anna", "Anna"), served.guest("carl")
    for loser in (anna, anna, carl):
        duel(anna, carl, loser=loser)
    assert "You against Anna : 3 duels, 2 won, 1 lost" in words(page(carl, "/p/Anna"))
    assert carl.get("/api/players/Anna")["you"]["won"] == 2
    for other in (anna, served.guest("dora")):
        assert "You against" not in words(page(other, "/p/Anna"))


def test_results_come_in_pages(served: Served) -> None:
    anna, carl = member(served, "anna", "Anna"), served.guest("carl")
    codes = [duel(anna, carl) for _ in range(21)]
    first = carl.get("/api/players/Anna/duels")
    assert [found["code"] for found in first["duels"]] == codes[:0:-1]
    assert first["before"] == codes[1]
    rest = carl.get(f"/api/players/Anna/duels?before={codes[1]}")
    assert ([found["code"] for found in rest["duels"]], rest["before"]) == ([codes[0]], None)
    assert f'href="/p/Anna?before={codes[1]}#duels-title"' in page(carl, "/p/Anna")
    older = page(carl, f"/p/Anna?before={codes[1]}")
    assert f'href="/t/{codes[0]}/replay"' in older
    assert f'href="/t/{codes[2]}/replay"' not in older


def test_duels_before_a_table_without_one_are_refused_and_a_page_shows_the_newest(served: Served) -> None:
    anna, carl = member(served, "anna", "Anna"), served.guest("carl")
    code, running = duel(anna, carl), anna.open()
    for before in ("NOSUCH", running):
        answer = carl.http.get(f"/api/players/Anna/duels?before={before}")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_table")
        assert f"/t/{code}" in page(carl, f"/p/Anna?before={before}")


def test_a_duel_counts_from_the_moment_at_which_its_table_is_over(served: Served) -> None:  # E31
    anna, carl = member(served, "anna", "Anna"), served.guest("carl")
    code = anna.open()
    carl.post(f"/api/tables/{code}/join")
    for player in (anna, carl):
        player.post(f"/api/tables/{code}/start")
    anna.post(f"/api/tables/{code}/end")
    assert carl.get("/api/players/Anna/duels")["duels"] == []
    carl.post(f"/api/tables/{code}/end")
    assert len(carl.get("/api/players/Anna/duels")["duels"]) == 1


def test_a_member_who_went_has_no_page_and_their_duels_stay_as_a_guests(served: Served) -> None:  # E52
    anna, bert = member(served, "anna", "Anna"), member(served, "bert", "Bert")
    duel(anna, bert)
    with_new_cookie(bert, "/api/me/delete", {"password": PASSWORD})
    assert anna.http.get("/p/Bert").status_code == 404
    html = page(anna, "/p/Anna")
    assert "Bert" not in html
    assert re.search(r"against Guest \d{5}", words(html))
    assert anna.get("/api/players/Anna")["against"][0]["name"].startswith("Guest ")


def test_the_computer_is_called_one_and_its_duels_change_no_level(served: Served) -> None:  # E33
    anna = member(served, "anna", "Anna")
    code = anna.post("/api/tables", {"board": "one", "minutes": 3, "opponent": "computer"})["code"]
    anna.post(f"/api/tables/{code}/start")
    anna.post(f"/api/tables/{code}/end")
    served.clock.ms += 60 * 60 * 1000
    anna.get(f"/api/tables/{code}")
    assert anna.get("/api/players/Anna")["against"][0]["computer"]
    shown = words(page(anna, "/p/Anna"))
    assert "a computer player" in shown
    assert "No level yet" in shown


def test_names_lead_to_members_pages_from_the_lobby(served: Served) -> None:
    anna, carl = member(served, "anna", "Anna"), served.guest("carl")
    duel(anna, carl)
    anna.open()
    with anna.socket("/api/live"):
        html = page(carl, "/")
    assert html.count('href="/p/Anna"') == 3  # Her open table, the result, and who is on line.


def test_leaders_are_members_whose_level_is_known_well(served: Served) -> None:
    anna, bert, carl = member(served, "anna", "Anna"), member(served, "bert", "Bert"), served.guest("carl")
    duel(anna, bert, loser=bert)
    duel(carl, bert, loser=bert)
    assert "Nobody leads here yet" in words(page(bert, "/leaders"))
    known_well(served)
    found = bert.get("/api/leaders")["leaders"]
    assert [(leader["rank"], leader["name"], leader["rated"], leader["you"]) for leader in found] == [
        (1, "Anna", 1, False),
        (2, "Bert", 2, True),
    ]
    html = page(bert, "/leaders")
    assert re.search(r'<tr class="own">(?:(?!</tr>).)*/p/Bert', html, re.DOTALL)
    assert "Nobody leads here yet" in words(page(bert, "/leaders?board=three"))


def test_the_leaders_of_the_week_have_played_in_it(served: Served) -> None:
    anna, bert = member(served, "anna", "Anna"), member(served, "bert", "Bert")
    duel(anna, bert)
    known_well(served)
    assert len(anna.get("/api/leaders?board=one&since=week")["leaders"]) == 2
    served.clock.ms += WEEK_MS + 1
    assert anna.get("/api/leaders?board=one&since=week")["leaders"] == []
    assert len(anna.get("/api/leaders")["leaders"]) == 2
    assert "Nobody leads here this week" in words(page(anna, "/leaders?since=week"))


@pytest.mark.parametrize("query", ["board=two", "since=yesterday"])
def test_a_leaderboard_that_there_is_not_is_refused_as_the_api_and_one_is_shown_as_a_page(
    served: Served, query: str
) -> None:
    anna = served.guest("anna")
    assert anna.http.get(f"/api/leaders?{query}").json()["code"] == "bad_request"
    assert "Leaderboards" in page(anna, f"/leaders?{query}")


@pytest.mark.parametrize("path", ["/", "/help", "/leaders", "/account"])
def test_every_page_leads_to_the_leaderboards(served: Served, path: str) -> None:
    assert 'href="/leaders"' in page(served.guest("anna"), path)
