"""Cookies, origins and headers: what every request passes."""

import pytest

from pyramids.web.visitor import COOKIE
from tests.web.serving import frames_until_pong

PAGES = ["/", "/api", "/nowhere", "/t/NOSUCH", "/api/nowhere", "/api/me", "/api/openapi.json"]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_forbids_foreign_and_inline_scripts(served, path):
    answer = served.stranger().http.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["/", "/api", "/nowhere"])
def test_no_page_has_an_inline_script_or_style(served, path):
    html = served.stranger().http.get(path).text
    assert " style=" not in html
    assert "<style" not in html
    assert "<script>" not in html


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(served):
    cookie = served.stranger().http.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_a_cookie_is_given_once(served):
    guest = served.stranger()
    guest.http.get("/")
    assert "set-cookie" not in guest.http.get("/").headers


def test_a_static_file_sets_no_cookie_and_is_kept(served):
    guest = served.stranger()
    page = guest.http.get("/").text
    path = page.split('href="/static/')[1].split('"')[0]
    answer = served.stranger().http.get("/static/" + path)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize(
    "path", ["/static/x/../../secret.key", "/static/x/%2e%2e/pages.py", "/static/x/none.js"]
)
def test_a_static_file_that_is_none_is_not_found(served, path):
    assert served.stranger().http.get(path).status_code == 404


FORGED = ["nonsense", "ImFubmEi.AAAA", "ImFubmEi.vEbaOnXhOVinvhb_Hhe9xAyVjVY", "%00", "a" * 3000]


@pytest.mark.parametrize("cookie", FORGED)
def test_a_forged_cookie_commands_nothing_and_is_replaced(served, cookie):
    guest = served.with_cookie(cookie)
    answer = guest.http.post("/api/tables", json={"board": "one", "minutes": 3})
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_session")
    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")


@pytest.mark.parametrize("cookie", FORGED)
def test_a_forged_cookie_is_told_on_the_page(served, cookie):
    answer = served.with_cookie(cookie).http.get("/")
    assert answer.status_code == 200
    assert "You are a new guest now" in answer.text


def test_a_forged_cookie_sees_as_a_stranger(served):
    anna = served.guest("anna")
    code = anna.open()
    anna.post(f"/api/tables/{code}/start")
    with served.with_cookie("nonsense").socket(f"/api/tables/{code}/live") as line:
        [only] = frames_until_pong(line)
    assert '"you":null' in only


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1.evil.example"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_command_from_another_site_is_refused(served, headers):
    answer = served.guest("anna").http.post("/api/me", json={"name": "Anna"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    assert answer.json()["message"]


def test_a_command_from_our_own_pages_is_carried_out(served):
    headers = {"origin": served.base, "sec-fetch-site": "same-origin"}
    assert (
        served.guest("anna").http.post("/api/me", json={"name": "Anna"}, headers=headers).status_code == 200
    )


@pytest.mark.parametrize("body", [b"[" * 5_000, b'{"name":' * 1_500])
def test_a_body_that_is_nested_too_deeply_is_refused_in_words(served, body):
    answer = served.guest("anna").http.post("/api/me", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_body_that_is_too_large_is_refused(served):
    answer = served.guest("anna").http.post("/api/me", json={"name": "x" * 20_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("path", ["/t/NOSUCH", "/t/NOSUCH/check"])
def test_the_page_of_an_unknown_table_says_so(served, path):
    answer = served.stranger().http.get(path)
    assert answer.status_code == 404
    assert "There is no table with this address." in answer.text


def test_a_tables_address_may_be_typed_in_small_letters(served):
    code = served.guest("anna").open()
    assert served.stranger().http.get(f"/t/{code.lower()}").status_code == 200


def test_a_method_that_is_not_there_is_told(served):
    answer = served.guest("anna").http.delete("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (405, "bad_request")


def test_the_key_is_readable_by_its_owner_alone(served):
    assert (served.folder / "secret.key").stat().st_mode & 0o777 == 0o600


def test_an_origin_that_is_no_address_is_a_wrong_origin(served):
    answer = served.stranger().http.post("/api/me", json={"name": "Anna"}, headers={"origin": "http://["})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")


@pytest.mark.parametrize("host", ["a:b", "a:99999999", "[::1"])
def test_a_host_that_is_no_address_is_a_bad_request(served, host):
    answer = served.stranger().http.get("/", headers={"host": host})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
