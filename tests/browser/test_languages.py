"""Every page in every language, on a phone: in that language, whole, and led to by one control (E12, E55)."""

import re

import pytest
from playwright.sync_api import expect

from pyramids.web.words import LANGUAGES, catalogue, prefix
from tests.browser.people import People, Person

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 640}
# What is cut: buttons and links whose words are wider than they are, and a page wider than its window.
CUT = """() => {
  const cut = [...document.querySelectorAll("button, .button, .knob, h1, h2, th, dt, dd")]
    .filter((node) => node.checkVisibility() && node.clientWidth && node.scrollWidth > node.clientWidth + 1)
    .filter((node) => getComputedStyle(node).textOverflow !== "ellipsis" && !node.closest(".hidden, svg, #turn"))
    .filter((node) => !["auto", "scroll"].includes(getComputedStyle(node).overflowX))
    .map((node) => node.textContent.trim().slice(0, 60));
  const page = document.documentElement;
  return page.scrollWidth > page.clientWidth ? [`the page: ${page.scrollWidth}`, ...cut] : cut;
}"""


def assert_whole(person: Person, language: str) -> None:
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    assert person.page.evaluate(CUT) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_on_a_phone(people: People, language: str) -> None:
    words = catalogue(language).gettext
    anna, bert = people.come(viewport=PHONE), people.come(viewport=PHONE)
    code = anna.open("three")
    bert.command(code, "join")
    home = prefix(language)
    for path in ("", "/help", "/fairness", "/leaders", "/day", "/account", "/api", f"/t/{code}"):
        anna.go(home + path if home + path else "/")
        assert_whole(anna, language)
        header = anna.page.locator(".site-header").bounding_box()
        assert header is not None
        assert header["height"] < 60, path  # One line, though a table waits and both ways in are there.
    expect(anna.button(words("Start"))).to_be_visible()
    anna.button(words("Start")).click()
    expect(anna.page.locator("#board button").first).to_be_visible()
    expect(anna.status).to_contain_text(re.compile(r"\d"))
    assert_whole(anna, language)
    anna.page.keyboard.press("Space")
    anna.command(code, "end")
    bert.command(code, "start")
    bert.command(code, "end")
    expect(anna.page.locator("#panel table")).to_be_visible()
    assert_whole(anna, language)
    name = f"Ada_{code}"
    anna.post("/api/signup", {"name": name, "password": "a long way round"})
    anna.go(home + "/day")
    today = anna.page.locator("main a[href*='/day/three/']").first.get_attribute("href")
    anna.expect_faults("404")
    for path in (
        f"/t/{code}/replay",
        f"/t/{code}/check",
        f"/d/{code}/1",
        f"/p/{name}",
        "/account",
        "/nowhere",
    ):
        anna.go(home + path)
        assert_whole(anna, language)
    assert today is not None
    anna.go(today)
    anna.button(words("Start")).click()
    expect(anna.page.locator("#board button").first).to_be_visible()
    assert_whole(anna, language)
    anna.button(words("End game")).click()
    anna.button(words("Yes, end it")).click()
    expect(anna.page.locator("#panel h2")).to_be_visible()
    assert_whole(anna, language)


def test_a_language_is_chosen_once_and_kept(people: People) -> None:
    anna = people.come()
    anna.go("/help")
    anna.page.get_by_role("button", name=re.compile("Language")).click()
    anna.page.get_by_role("link", name="Polski").click()
    anna.page.wait_for_url("**/pl/help")
    expect(anna.page.locator("html")).to_have_attribute("lang", "pl")
    anna.go("/")
    anna.page.wait_for_url("**/pl")
    anna.page.get_by_role("button", name="PL").click()
    anna.page.get_by_role("link", name="English").click()
    anna.go("/help")
    expect(anna.page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_a_browser_is_led_to_its_own_language(people: People, language: str) -> None:
    anna = people.come(locale=language)
    anna.go("/")
    anna.page.wait_for_url(f"**/{language}")
    expect(anna.page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_cards_are_called_by_the_names_that_players_use(people: People, language: str) -> None:
    """The live region and the buttons: no English word is left in them."""
    anna = people.come()
    code = anna.open("one")
    anna.command(code, "start")
    anna.go(f"{prefix(language)}/t/{code}")
    expect(anna.page.locator("#board button")).to_have_count(28)
    labels = anna.page.locator("#board button").evaluate_all("nodes => nodes.map((node) => node.ariaLabel)")
    text = " ".join([*labels, anna.status.inner_text()])
    assert not re.search(r"\b(of|covered by|Seven|King|Queen|hearts|spades|Round|Fits)\b", text)
