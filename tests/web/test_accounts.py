"""Sign-up, log-in and sessions over HTTP: cookies, codes, limits, and what never leaves the server."""

import json
import sqlite3
from base64 import urlsafe_b64decode

import pytest
from itsdangerous import URLSafeSerializer
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from pyramids.web.devices import browser_and_system
from pyramids.web.visitor import COOKIE, secret_key
from tests.web.serving import PATIENCE_S, Guest, Served, frames_until_pong

PASSWORD = "a long way round"
OTHER = "quite another way"


def sign_up(guest: Guest, name: str, password: str = PASSWORD) -> str:
    """Make a member; gives the cookie."""
    return with_new_cookie(guest, "/api/signup", {"name": name, "password": password})


def log_in(guest: Guest, name: str, password: str = PASSWORD) -> str:
    """Log in; gives the cookie."""
    return with_new_cookie(guest, "/api/login", {"name": name, "password": password})


def with_new_cookie(guest: Guest, path: str, body: object) -> str:
    """Send a command whose answer brings a cookie, and come with that from now on."""
    before = guest.cookie
    answer = guest.http.post(path, json=body)
    assert answer.is_success, answer.text
    guest.cookie = answer.cookies[COOKIE]
    assert guest.cookie != before
    guest.http.cookies.clear()
    guest.http.cookies.set(COOKIE, guest.cookie)
    return guest.cookie


def member(served: Served, player: str, name: str) -> Guest:
    guest = served.guest(player)
    sign_up(guest, name)
    return guest


def player_of(guest: Guest) -> str:
    return str(guest.get("/api/me")["player"])


def closed_with(line: ClientConnection) -> int | None:
    """Read until the server closes; gives the code that it did it with."""
    try:
        while True:
            line.recv(timeout=PATIENCE_S)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def test_a_guest_who_signs_up_is_the_same_player_with_another_cookie(served):
    anna = served.guest("anna")
    code = anna.open()
    cookie = anna.cookie
    me = anna.get("/api/me")
    assert sign_up(anna, "Anna") != cookie
    now = anna.get("/api/me")
    assert (me["player"], me["member"]) == (now["player"], False)
    assert (now["name"], now["member"]) == ("Anna", True)
    assert anna.get(f"/api/tables/{code}")["table"]["you"] == 0


@pytest.mark.parametrize("how", ["signed up", "deleted"])
def test_the_cookie_of_a_guest_who_became_a_member_is_worth_nothing(served, how):
    old = served.guest("anna")
    anna = member(served, "anna", "Anna")
    if how == "deleted":
        with_new_cookie(anna, "/api/me/delete", {"password": PASSWORD})
    answer = old.http.get("/")
    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")
    assert 'class="site-notice"' not in answer.text
    me = old.get("/api/me")
    assert me["player"] != "anna"
    assert not me["member"]


def test_the_cookie_of_a_session_is_as_far_out_of_reach_as_a_guests(served):
    answer = served.guest("anna").http.post("/api/signup", json={"name": "Anna", "password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert answer.headers["cache-control"] == "no-store"


def test_each_log_in_has_a_token_of_its_own(served):
    anna = member(served, "anna", "Anna")
    others = [served.stranger() for _ in range(3)]
    assert len({anna.cookie, *(log_in(other, "anna") for other in others)}) == 4
    assert {player_of(guest) for guest in (anna, *others)} == {"anna"}


@pytest.mark.parametrize("salt", ["guest", "session"])
def test_a_token_that_nobody_was_given_is_a_new_guest(served, salt):
    member(served, "anna", "Anna")
    signed = URLSafeSerializer(secret_key(served.folder), salt=salt).dumps("anna")
    assert player_of(served.with_cookie(str(signed))) != "anna"


def test_whoever_logs_out_is_a_new_guest_and_the_cookie_is_worth_nothing(served):
    anna = member(served, "anna", "Anna")
    old = served.with_cookie(anna.cookie)
    with_new_cookie(anna, "/api/logout", {})
    assert not anna.get("/api/me")["member"]
    assert not old.get("/api/me")["member"]
    assert len({"anna", player_of(anna), player_of(old)}) == 3


def test_a_guest_who_logs_out_stays_who_they_are(served):
    anna = served.guest("anna")
    assert anna.post("/api/logout")["player"] == "anna"


def test_a_guests_tables_stay_with_that_guest(served):
    member(served, "anna", "Anna")
    guest = served.guest("gast")
    code = guest.open()
    still = served.with_cookie(guest.cookie)
    log_in(guest, "Anna")
    assert guest.get("/api/my/tables")["tables"] == []
    assert [table["code"] for table in still.get("/api/my/tables")["tables"]] == [code]


@pytest.mark.parametrize(
    ("name", "password", "answer"),
    [
        ("An", PASSWORD, (422, "bad_name")),
        ("Admin", PASSWORD, (422, "name_reserved")),
        ("BERT", PASSWORD, (409, "name_taken")),
        ("Anna", "too short", (422, "password_short")),
        ("Anna", "password123", (422, "password_common")),
        ("Anna", "x" * 201, (422, "password_long")),
        ("Anna", "x" * 1001, (400, "bad_request")),
    ],
)
def test_a_sign_up_is_refused_with_a_code(served, name, password, answer):
    member(served, "bert", "Bert")
    anna = served.guest("anna")
    assert anna.refused("/api/signup", {"name": name, "password": password}) == answer
    assert not anna.get("/api/me")["member"]


def test_a_wrong_login_is_answered_alike_whatever_is_wrong(served):
    member(served, "anna", "Anna")
    stranger = served.guest("cara")
    answers = {
        (answer.status_code, answer.text)
        for name in ("Anna", "Nobody", "<b>")
        for answer in [stranger.http.post("/api/login", json={"name": name, "password": OTHER})]
    }
    [(status, text)] = answers
    assert (status, json.loads(text)["code"]) == (401, "wrong_login")


def test_members_alone_may_do_what_needs_an_account(served):
    anna = served.guest("anna")
    for path, body in (
        ("/api/me/password", {"password": PASSWORD, "new_password": OTHER}),
        ("/api/me/delete", {"password": PASSWORD}),
        ("/api/me/sessions/end", {"others": True}),
    ):
        assert anna.refused(path, body) == (403, "not_member")
    assert anna.get("/api/me/sessions") == {"sessions": []}
    bert = member(served, "bert", "Bert")
    assert bert.refused("/api/signup", {"name": "Bertil", "password": PASSWORD}) == (409, "already_member")
    assert bert.refused("/api/me/delete", {"password": OTHER}) == (403, "wrong_password")
    assert bert.refused("/api/me", {"name": "Admin"}) == (422, "name_reserved")


@pytest.mark.parametrize("body", [{}, {"id": "x", "others": True}, {"others": False}, {"all": True}])
def test_what_names_no_session_is_refused(served, body):
    assert member(served, "anna", "Anna").refused("/api/me/sessions/end", body) == (400, "bad_request")


# Slowed down. E54


def test_passwords_are_tried_slowly_for_one_name(served):
    member(served, "anna", "Anna")
    stranger = served.guest("cara")
    for name in ["Anna", "ANNA"] * 5:
        assert stranger.refused("/api/login", {"name": name, "password": OTHER}) == (401, "wrong_login")
    answer = stranger.http.post("/api/login", json={"name": "anna", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
    assert answer.json()["what"] == "log_ins"
    assert 1 <= answer.json()["seconds"] <= 60
    assert answer.headers["retry-after"] == str(answer.json()["seconds"])


def test_passwords_are_tried_slowly_from_one_address(served):
    stranger = served.guest("cara")
    for at in range(30):
        login = {"name": f"Nobody_{at}", "password": OTHER}
        assert stranger.refused("/api/login", login) == (401, "wrong_login")
    assert stranger.refused("/api/login", {"name": "Somebody", "password": OTHER}) == (429, "too_fast")


def test_ones_own_password_is_tried_as_slowly(served):
    anna = member(served, "anna", "Anna")
    codes = [anna.refused("/api/me/delete", {"password": OTHER}) for _ in range(11)]
    assert codes == [(403, "wrong_password")] * 10 + [(429, "too_fast")]


def test_one_address_signs_up_slowly(served):
    anna = served.guest("anna")
    codes = {anna.refused("/api/signup", {"name": "x", "password": ""}) for _ in range(60)}
    assert codes == {(422, "bad_name")}
    assert anna.refused("/api/signup", {"name": "Anna", "password": PASSWORD}) == (429, "too_fast")


# Sessions.


def test_sessions_say_where_one_is_logged_in(served):
    anna = served.guest("anna")
    anna.http.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    sign_up(anna, "Anna")
    phone = served.stranger()
    log_in(phone, "Anna")
    found = anna.get("/api/me/sessions")["sessions"]
    assert {(one["browser"], one["system"], one["this"]) for one in found} == {
        ("Firefox", "Linux", True),
        (None, None, False),
    }


def test_the_others_end_and_one_stays(served):
    anna, other = member(served, "anna", "Anna"), served.stranger()
    log_in(other, "Anna")
    [left] = anna.post("/api/me/sessions/end", {"others": True})["sessions"]
    assert left["this"]
    assert anna.get("/api/me")["member"]
    assert not other.get("/api/me")["member"]


def test_to_end_ones_own_session_is_to_log_out(served):
    anna = member(served, "anna", "Anna")
    [mine] = anna.get("/api/me/sessions")["sessions"]
    with_new_cookie(anna, "/api/me/sessions/end", {"id": mine["id"]})
    assert not anna.get("/api/me")["member"]


@pytest.mark.parametrize("how", ["password", "others", "delete"])
def test_the_sockets_of_a_session_that_ends_are_closed(served, how):
    anna, other = member(served, "anna", "Anna"), served.stranger()
    code = anna.open()
    log_in(other, "Anna")
    with other.socket("/api/live") as site, other.socket(f"/api/tables/{code}/live") as table:
        for line in (site, table):
            frames_until_pong(line)
        match how:
            case "password":
                anna.post("/api/me/password", {"password": PASSWORD, "new_password": OTHER})
            case "others":
                anna.post("/api/me/sessions/end", {"others": True})
            case "delete":
                anna.post("/api/me/delete", {"password": PASSWORD})
        for line in (site, table):
            assert closed_with(line) == 4401


def test_a_guests_pages_come_back_as_the_member_who_logged_in_there(served):
    member(served, "anna", "Anna")
    guest = served.guest("gast")
    with guest.socket("/api/live") as line:
        frames_until_pong(line)
        log_in(guest, "Anna")
        assert closed_with(line) == 4401


def test_a_socket_plays_on_as_its_guest_signs_up(served):
    anna = served.guest("anna")
    code = anna.open()
    anna.post(f"/api/tables/{code}/start")
    with anna.socket(f"/api/tables/{code}/live") as line:
        frames_until_pong(line)
        sign_up(anna, "Anna")
        line.send('{"do":"turn","n":0}')
        assert any('"n":1' in frame for frame in frames_until_pong(line))


# What never leaves the server.


def test_no_answer_and_no_log_holds_a_password_a_hash_or_a_token(served, capfd):
    anna = served.guest("anna")
    sign_up(anna, "Anna")
    log_in(anna, "Anna")
    told = []
    for path, body in (
        ("/api/signup", {"name": "Anna", "password": PASSWORD}),
        ("/api/login", {"name": "Anna", "password": OTHER}),
        ("/api/me/password", {"password": PASSWORD, "new_password": OTHER}),
        ("/api/me/sessions/end", {"others": True}),
    ):
        told.append(anna.http.post(path, json=body).text)
    for path in ("/", "/account", "/api/me", "/api/me/sessions", "/api/me/download", "/api/openapi.json"):
        told.append(anna.http.get(path).text)
    everything = "".join([*told, *capfd.readouterr()])
    rows = rows_of(served)
    assert len(rows) == 2  # One hash, and one session: the log-in ended the first.
    token = json.loads(_payload(anna.cookie))
    for secret in (PASSWORD, OTHER, "argon2", token, *rows):
        assert secret not in everything


def rows_of(served: Served) -> list[str]:
    """The hash of the password, and the session's id, as the database has them."""
    connection = sqlite3.connect(served.folder / "pyramids.sqlite3")
    found = connection.execute(
        "select password from players where password is not null union select id from sessions"
    )
    rows = [str(row[0]) for row in found]
    connection.close()
    return rows


def _payload(cookie: str) -> str:
    part = cookie.partition(".")[0]
    return urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode()


def test_a_download_is_a_file_that_nobody_keeps(served):
    anna = served.guest("anna")
    anna.open()
    answer = anna.http.get("/api/me/download")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["cache-control"] == "no-store"
    assert len(answer.json()["tables"]) == 1


@pytest.mark.parametrize(
    ("device", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", ("Firefox", "Linux")),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
            ("Edge", "Windows"),
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/18.0 Mobile/15E148 Safari/604.1",
            ("Safari", "iPhone"),
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
            "Mobile Safari/537.36",
            ("Chrome", "Android"),
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/18.0 Safari/605.1.15",
            ("Safari", "macOS"),
        ),
        ("curl/8.0", (None, None)),
        ("", (None, None)),
    ],
)
def test_a_device_is_told_in_short_words(device, words):
    assert browser_and_system(device) == words
