"""Invitations and blocks through the API and the pages (rule 5.4, E42, E43)."""

import json
from pathlib import Path

import pytest

from pyramids.app.players import guest_name
from pyramids.duel.table import PlayerId
from pyramids.web.limits import Rates
from tests.web.serving import Guest, Served, receive, serve


def called(player: str) -> str:
    """What a guest is called who has chosen no name."""
    return guest_name(PlayerId(player))


def on_line(*guests: Guest) -> None:
    """Let these be known: they have opened a table."""
    for guest in guests:
        guest.open()


def invited(anna: Guest, player: str) -> str:
    """A table of Anna's that somebody is invited to."""
    code = anna.open("three", highest_level=6)
    anna.post(f"/api/tables/{code}/invitations", {"player": player})
    return code


def test_an_invitation_says_who_and_what(served: Served) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    on_line(bert)
    code = invited(anna, "bert")
    assert bert.get("/api/my/invitations")["invitations"] == [
        {
            "code": code,
            "player": "anna",
            "name": called("anna"),
            "level": 5,
            "provisional": True,
            "member": False,
            "board": "three",
            "minutes": 3,
            "highest_level": 6,
            "refused": None,
        }
    ]


def test_the_inviter_is_answered_with_whom_they_have_invited(served: Served) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    on_line(bert)
    code = anna.open(highest_level=4)
    answer = anna.post(f"/api/tables/{code}/invitations", {"player": "bert"})
    assert answer == {
        "player": "bert",
        "name": called("bert"),
        "level": 5,
        "provisional": True,
        "member": False,
        "online": False,
        "invited": True,
        "refused": "level_too_high",
    }
    assert anna.post(f"/api/tables/{code}/invitations", {"player": "bert"}) == answer


@pytest.mark.parametrize("body", [{}, {"player": "bert", "name": "Bert"}, {"player": 1}, {"who": "bert"}])
def test_an_invitation_names_one_player(served: Served, body: object) -> None:
    anna = served.guest("anna")
    assert anna.refused(f"/api/tables/{anna.open()}/invitations", body) == (400, "bad_request")


def test_a_guest_on_line_is_invited_by_name(served: Served) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    code = anna.open()
    assert anna.refused(f"/api/tables/{code}/invitations", {"name": called("bert")}) == (
        404,
        "unknown_player",
    )
    with bert.socket("/api/live") as line:
        receive(line)
        anna.post(f"/api/tables/{code}/invitations", {"name": called("bert")})
        assert [one["code"] for one in bert.get("/api/my/invitations")["invitations"]] == [code]


def test_the_list_of_whom_to_invite_follows_the_name_that_is_asked_for(served: Served) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    code = anna.open()
    with bert.socket("/api/live") as line:
        receive(line)
        path = f"/api/tables/{code}/invitations"
        assert [one["player"] for one in anna.get(path)["players"]] == ["bert"]
        assert anna.get(f"{path}?name=nobody")["players"] == []


def test_too_many_invitations_in_a_minute_are_refused_with_the_time_to_wait(tmp_path: Path) -> None:  # E54
    rates = Rates(commands_per_minute=1_000, invitations_per_minute=1)
    with serve(tmp_path, rates) as served:
        anna, bert = served.guest("anna"), served.guest("bert")
        on_line(bert)
        code = invited(anna, "bert")
        answer = anna.http.post(f"/api/tables/{code}/invitations", json={"player": "bert"})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
        assert answer.json()["seconds"] >= 1


def test_not_now_takes_the_invitation_away(served: Served) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    on_line(bert)
    code = invited(anna, "bert")
    assert bert.post(f"/api/tables/{code}/invitations/decline") == {"invitations": []}
    assert bert.get("/api/my/invitations") == {"invitations": []}


@pytest.mark.parametrize("path", ["/", "/t/{own}", "/t/{own}/check", "/api", "/account", "/nowhere"])
def test_every_page_shows_an_invitation(served: Served, path: str) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    own = bert.open()
    code = invited(anna, "bert")
    page = bert.http.get(path.format(own=own)).text
    assert f'data-accept="{code}"' in page
    assert f'data-decline="{code}"' in page
    assert called("anna") in page


def test_a_page_says_why_an_invited_player_may_not_join(served: Served) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    on_line(bert)
    code = anna.open(highest_level=4)
    anna.post(f"/api/tables/{code}/invitations", {"player": "bert"})
    page = bert.http.get("/fragments/invitations").text
    assert "Your level is higher than this table&#39;s opener asked for." in page
    assert "data-accept" not in page


def test_the_site_socket_tells_who_invites(served: Served) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    with bert.socket("/api/live") as line:
        receive(line)
        code = invited(anna, "bert")
        frames = [receive(line) for _ in range(2)]
    told = {"type": "told", "event": "invited", "code": code, "name": called("anna")}
    assert told in frames
    assert {"type": "changed", "what": ["invitations"]} in frames


@pytest.mark.parametrize("wish", ["private", "password", "invite_only", "reserved", "player"])
def test_there_is_no_way_to_open_a_private_table(served: Served, wish: str) -> None:  # Rule 5.4
    anna = served.guest("anna")
    body = {"board": "one", "minutes": 3, "highest_level": 10, wish: "bert"}
    assert anna.refused("/api/tables", body) == (422, "no_private_tables")
    assert anna.get("/api/my/tables") == {"tables": []}


# The QR code


def test_a_tables_qr_code_is_a_picture_of_its_address(served: Served) -> None:
    anna = served.guest("anna")
    code, other = anna.open(), anna.open()
    answer = anna.http.get(f"/t/{code}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["cache-control"].startswith("private")
    assert answer.content.lstrip().startswith((b"<?xml", b"<svg"))
    assert answer.content != anna.http.get(f"/t/{other}/qr.svg").content
    assert anna.http.get("/t/NOSUCH/qr.svg").status_code == 404


# Blocks


def test_a_block_is_listed_for_whoever_made_it_alone_until_it_is_taken_back(served: Served) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    on_line(bert)
    listed = {"blocks": [{"player": "bert", "name": called("bert")}]}
    assert anna.post("/api/blocks", {"player": "bert"}) == listed
    assert anna.get("/api/blocks") == listed
    assert called("bert") in anna.http.get("/account").text
    assert bert.get("/api/blocks") == {"blocks": []}
    assert anna.post("/api/blocks/remove", {"player": "bert"}) == {"blocks": []}


def test_who_is_nobody_cannot_be_blocked(served: Served) -> None:
    assert served.guest("anna").refused("/api/blocks", {"player": "nobody"}) == (404, "unknown_player")


def test_the_lobby_has_the_reason_for_both(served: Served) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    codes = {anna.open(): bert, bert.open(): anna}
    anna.post("/api/blocks", {"player": "bert"})
    for code, viewer in codes.items():
        reasons = {table["code"]: table["refused"] for table in viewer.get("/api/tables")["tables"]}
        assert reasons[code] == "blocked"
        assert viewer.refused(f"/api/tables/{code}/join") == (403, "blocked")


def test_a_block_tells_the_blocked_not_a_byte_where_nothing_of_theirs_changes(served: Served) -> None:
    anna, bert = served.guest("anna"), served.guest("bert")
    on_line(bert)
    with bert.socket("/api/live") as line:
        receive(line)
        anna.post("/api/blocks", {"player": "bert"})
        line.send('{"do":"ping"}')
        assert json.loads(line.recv(timeout=5)) == {"type": "pong"}
