"""Which language a page comes in: its address says so, and who comes without one is led to their own (E55)."""

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pyramids.web import words
from tests.web.serving import Served, serve

CZECH = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'


@pytest.fixture
def czech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A site that is served in Czech too, without a word of it."""
    (tmp_path / "cs.po").write_text(CZECH, "utf-8")
    monkeypatch.setattr(words, "LOCALES", tmp_path)
    monkeypatch.setitem(words.LANGUAGES, "cs", "Čeština")
    with serve(tmp_path) as served:
        yield served


def get(served: Served, path: str, accept: str = "", cookie: str = "") -> httpx.Response:
    headers = {"accept-language": accept, "cookie": cookie}
    return httpx.get(served.base + path, headers=headers, follow_redirects=False)


def test_who_reads_czech_is_led_to_the_czech_page(czech: Served) -> None:
    answer = get(czech, "/?board=one", "cs, en;q=0.5")
    assert (answer.status_code, answer.headers["location"]) == (302, "/cs?board=one")
    assert get(czech, "/t/ABCDEF", "cs").headers["location"] == "/cs/t/ABCDEF"


def test_who_reads_english_stays(czech: Served) -> None:
    assert get(czech, "/", "en, cs;q=0.5").status_code == 200


def test_an_address_with_a_language_is_answered_in_it(czech: Served) -> None:
    answer = get(czech, "/cs", "en")
    assert answer.status_code == 200
    assert answer.headers["content-language"] == "cs"
    assert '<html lang="cs">' in answer.text


def test_every_page_names_its_address_in_each_language(czech: Served) -> None:
    text = get(czech, "/cs/help", "en").text
    for language, path in (("en", "/help"), ("cs", "/cs/help"), ("x-default", "/help")):
        assert f'hreflang="{language}" href="{czech.base}{path}"' in text


def test_a_chosen_language_is_kept_and_leads_on_to_the_same_page(czech: Served) -> None:
    answer = get(czech, "/language/cs?to=/help%3Fa%3D1", "en")
    assert (answer.status_code, answer.headers["location"]) == (303, "/cs/help?a=1")
    cookie = answer.headers["set-cookie"].split(";")[0]
    assert get(czech, "/help", "en", cookie).headers["location"] == "/cs/help"


def test_english_can_be_kept_by_who_reads_czech(czech: Served) -> None:
    cookie = get(czech, "/language/en?to=/", "cs").headers["set-cookie"].split(";")[0]
    assert get(czech, "/", "cs", cookie).status_code == 200


@pytest.mark.parametrize(
    "to", ["//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere.example", "help"]
)
def test_choosing_a_language_leads_to_our_own_pages_alone(czech: Served, to: str) -> None:
    answer = httpx.get(czech.base + "/language/en", params={"to": to}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_parts_of_pages_are_in_the_language_of_their_address(czech: Served) -> None:
    assert get(czech, "/fragments/lobby", "cs").status_code == 200


def test_answers_for_programs_are_in_the_language_that_they_ask_for(czech: Served) -> None:
    assert get(czech, "/api/tables/ZZZZZZ", "cs").json()["code"] == "unknown_table"


def test_the_control_offers_each_language_by_its_own_name(czech: Served) -> None:
    text = get(czech, "/help?a=1", "en").text
    assert '<a href="/language/cs?to=/help%3Fa%3D1" lang="cs" hreflang="cs">Čeština</a>' in text


@pytest.mark.parametrize("accept", ["en", "cs"])
@pytest.mark.parametrize(
    "path",
    [
        "/cs/api/me",
        "/cs//api/me",
        "/cs/static/app.css",
        "/cs/language/en",
        "/cs/language/%0Ax",
        "/cs/cs/help",
    ],
)
def test_nothing_but_pages_is_below_a_language(czech: Served, path: str, accept: str) -> None:
    assert (
        httpx.get(czech.base + path, headers={"accept-language": accept}, follow_redirects=True).status_code
        == 404
    )


@pytest.mark.parametrize("path", ["/cs/api", "/cs/api/", "/cs/api//", "//cs/help", "/cs//help/"])
def test_slashes_too_many_lead_astray_from_no_page(czech: Served, path: str) -> None:
    for accept in ("en", "cs"):
        answer = get(czech, path, accept)
        assert (answer.status_code, answer.headers["content-language"]) == (200, "cs")


def test_a_page_that_takes_no_commands_links_to_itself_all_the_same(czech: Served) -> None:
    answer = httpx.post(czech.base + "/cs/help")
    assert answer.status_code == 405
    assert f'rel="canonical" href="{czech.base}/cs/help"' in answer.text
    assert "/cs/cs/" not in answer.text


def test_a_request_of_no_address_is_refused_in_order(czech: Served) -> None:
    host = czech.base.removeprefix("http://")
    with socket.create_connection(tuple(host.split(":")), 5) as line:  # type: ignore[arg-type]
        line.sendall(f"OPTIONS * HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        status = line.makefile("rb").readline()
    assert b" 500 " not in status
