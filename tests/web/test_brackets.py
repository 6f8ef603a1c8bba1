"""No page shows a word that no catalogue has (E55)."""

from collections.abc import Iterator
from html.parser import HTMLParser

import httpx
import pytest

from tests.web.brackets import invented_language, plain_words
from tests.web.serving import Guest, Served, serve

SPOKEN = ("alt", "aria-label", "aria-roledescription", "content", "placeholder", "title")
SILENT = {"script", "style", "template", "code", "pre", "kbd"}
VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Shown(HTMLParser):
    """What a page says: its texts and the attributes that are shown or read out."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent: list[bool] = [False]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        silent = self._silent[-1] or tag in SILENT or values.get("translate") == "no" or "hreflang" in values
        silent = silent or (tag == "svg" and values.get("aria-hidden") == "true")
        if tag not in VOID:
            self._silent.append(silent)
        if not silent and not (tag == "meta" and values.get("name") != "description"):
            self.said += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent[-1]:
            self.said.append(data)


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with (
        invented_language(tmp_path_factory.mktemp("words")),
        serve(tmp_path_factory.mktemp("data")) as served,
    ):
        yield served


@pytest.fixture(scope="module")
def code(invented: Served) -> str:
    """A table that is over."""
    anna, bert = invented.guest("anna"), invented.guest("bert")
    found = str(anna.post("/api/tables", {"board": "three", "minutes": 3, "highest_level": 10})["code"])
    bert.post(f"/api/tables/{found}/join", {})
    for guest in (anna, bert):
        guest.post(f"/api/tables/{found}/start", {})
        guest.post(f"/api/tables/{found}/moves", {"do": "turn", "n": 0})
        guest.post(f"/api/tables/{found}/end", {})
    anna.post("/api/tables", {"board": "one", "minutes": 10, "highest_level": 4})
    for _ in range(2):
        play_the_computer(anna)
    anna.post("/api/signup", {"name": "Anna_B", "password": "a long way round"})
    return found


def play_the_computer(guest: Guest) -> None:
    """A table at which the guest has ended at once, and the computer goes on as long as it likes."""
    code = guest.post(
        "/api/tables", {"board": "three", "minutes": 3, "highest_level": 10, "opponent": "computer"}
    )["code"]
    guest.post(f"/api/tables/{code}/start", {})
    guest.post(f"/api/tables/{code}/end", {})


PAGES = [
    "",
    "/help",
    "/fairness",
    "/leaders",
    "/day",
    "/account",
    "/api",
    "/nowhere",
    "/t/CODE",
    "/t/CODE/check",
    "/t/CODE/replay",
    "/t/ZZZZZZ",
    "/d/CODE/1",
    "/fragments/lobby",
    "/fragments/results",
    "/fragments/watch",
    "/fragments/online",
    "/fragments/yours",
    "/fragments/invitations",
    "/fragments/blocks",
    "/leaders?board=three&since=week",
    "/p/Anna_B",
    "/day/one/2027-01-15",
    "/day/three/2027-01-14/check",
]


@pytest.mark.parametrize("who", ["anna", "carol"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_in_an_invented_language_has_no_plain_word(
    invented: Served, code: str, path: str, who: str
) -> None:
    cookie = invented.guest(who).cookie
    answer = httpx.get(
        f"{invented.base}/cs{path.replace('CODE', code)}", cookies={"pyramids": cookie}, follow_redirects=True
    )
    assert answer.headers["content-language"] == "cs"
    shown = Shown()
    shown.feed(answer.text)
    assert plain_words("\n".join(shown.said)) == []


def test_a_plain_word_would_be_found() -> None:
    assert plain_words("⟦Open table⟧ or ⟦not⟧, Pyramids") == ["or"]
