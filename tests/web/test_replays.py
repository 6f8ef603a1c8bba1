"""Looking back over HTTP: a game move by move, its record, and the page. Rule 5.6, E5, E30"""

import pytest

from pyramids.rules import notation
from tests.web.serving import Guest, Served


def played(served: Served) -> tuple[Guest, Guest, str]:
    """A table where Anna has made two moves and ended her game, and Bert has made one and plays."""
    anna, bert = served.guest("anna"), served.guest("bert")
    code = anna.open()
    bert.post(f"/api/tables/{code}/join")
    for guest, moves in ((anna, "+*"), (bert, "+")):
        guest.post(f"/api/tables/{code}/start")
        for move in moves:
            served.clock.ms += 1_500
            guest.play(code, move)
    anna.post(f"/api/tables/{code}/end")
    return anna, bert, code


def over(served: Served) -> tuple[Guest, Guest, str]:
    anna, bert, code = played(served)
    bert.post(f"/api/tables/{code}/end")
    return anna, bert, code


def refusal(guest: Guest, path: str) -> tuple[int, str]:
    answer = guest.http.get(path)
    return answer.status_code, answer.json()["code"]


def test_a_game_comes_move_by_move_with_its_times_and_its_ledger(served):
    anna, _, code = played(served)
    found = anna.get(f"/api/tables/{code}/games/0")
    assert [view["n"] for view in found["views"]] == [0, 1, 2]
    assert found["at_ms"] == [0, 1_500, 3_000]
    assert [(line["n"], line["why"], line["points"]) for line in found["ledger"]] == [
        (1, "turn", -5),
        (2, "joker", -50),
    ]
    assert found["views"][-1]["ended"] == "stopped"


def test_a_running_game_is_shown_as_far_as_it_was_played_to_whoever_may_watch_it(served):
    _, bert, code = played(served)
    watcher = served.guest("carl")
    assert len(watcher.get(f"/api/tables/{code}/games/1")["views"]) == 2
    bert.play(code, "+")
    assert len(watcher.get(f"/api/tables/{code}/games/1")["views"]) == 3


def test_nobody_looks_back_at_a_game_that_they_may_not_see(served):  # Rule 5.6
    _, bert, code = played(served)
    assert refusal(bert, f"/api/tables/{code}/games/0") == (409, "not_over")
    assert refusal(served.guest("carl"), f"/api/tables/{code}/games/0") == (409, "not_over")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_record_of_a_finished_table_reads_back_as_the_game(served, seat):
    anna, _, code = over(served)
    answer = served.guest("carl").http.get(f"/api/tables/{code}/games/{seat}/record")
    game = notation.parse(answer.content)
    view = anna.get(f"/api/tables/{code}/games/{seat}")["views"][-1]
    assert (game.score, game.ended, game.moves_made) == (view["score"], "stopped", view["n"])
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-disposition"] == f'attachment; filename="pyramids-{code}-{seat + 1}.txt"'


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("player", ["anna", "bert", "carl"])
def test_no_record_with_its_face_down_cards_is_given_while_somebody_plays(served, player, seat):  # E30
    """Whoever has finished could else tell the other which card comes next."""
    _, _, code = played(served)
    assert refusal(served.guest(player), f"/api/tables/{code}/games/{seat}/record") == (409, "not_over")


def test_a_seat_that_nobody_played_at_has_neither_replay_nor_record(served):
    anna = served.guest("anna")
    code = anna.open()
    anna.post(f"/api/tables/{code}/leave")
    for path in ("games/0", "games/1", "games/0/record"):
        assert refusal(anna, f"/api/tables/{code}/{path}") == (409, "not_over")


@pytest.mark.parametrize("path", ["games/2", "games/-1", "games/2/record"])
def test_a_seat_that_there_is_not_is_refused(served, path):
    _, _, code = over(served)
    assert served.guest("anna").http.get(f"/api/tables/{code}/{path}").is_client_error


def test_the_page_itself_is_the_same_to_everybody(served):  # E30
    """What one may see comes through the API alone."""
    anna, bert, code = played(served)
    pages = [guest.http.get(f"/t/{code}/replay").text for guest in (anna, bert, served.guest("carl"))]
    parts = {page[page.index("<main") : page.index("</main>")] for page in pages}
    assert len(parts) == 1
    assert f'data-code="{code}"' in parts.pop()


def test_a_table_that_there_is_not_has_no_replay(served):
    assert served.guest("anna").http.get("/t/NOSUCH/replay").status_code == 404
