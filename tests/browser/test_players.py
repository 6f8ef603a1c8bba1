"""Members' pages at the browser: the chart by keyboard, results page by page, and the leaderboards."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import People, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def people(own_server: Server, people_at: Callable[[str], People]) -> People:
    """Everybody on a site of their own: these tests count what is on it."""
    return people_at(own_server.base)


def duel(opener: Person, joiner: Person) -> str:
    """A duel that the joiner loses; gives the table's code."""
    code = opener.open()
    joiner.command(code, "join")
    for person in (opener, joiner):
        person.command(code, "start")
    joiner.play(code, "+")
    for person in (opener, joiner):
        person.command(code, "end")
    return code


def member(people: People, name: str) -> Person:
    person = people.come()
    person.post("/api/signup", {"name": name, "password": "a long way round"})
    return person


def focused(page: Page) -> str:
    label: str = page.evaluate("document.activeElement.getAttribute('aria-label')")
    return label


def test_the_points_of_a_chart_are_gone_through_by_keyboard_and_said(people: People) -> None:
    anna, bert = member(people, "Anna"), people.come()
    for _ in range(3):
        duel(anna, bert)
    bert.go("/p/Anna")
    page = bert.page
    dots = page.get_by_role("img", name=re.compile(r"rating \d+, level \d+, provisional$"))
    expect(dots).to_have_count(3)
    last = dots.last
    last.focus()
    page.keyboard.press("ArrowLeft")
    before = focused(page)
    page.keyboard.press("Home")
    first = focused(page)
    page.keyboard.press("ArrowLeft")
    assert focused(page) == first != before
    page.keyboard.press("End")
    assert focused(page) == last.get_attribute("aria-label")
    # What it says is shown, and nothing else; the chart is left with one key.
    expect(page.locator(".dot-words").filter(visible=True)).to_have_text([focused(page)])
    page.keyboard.press("Tab")
    expect(page.get_by_text("As a table")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("row")).to_have_count(4)


def test_a_point_says_what_it_is_under_the_pointer(people: People) -> None:
    anna, bert = member(people, "Anna"), people.come()
    duel(anna, bert)
    bert.go("/p/Anna")
    shown = bert.page.locator(".dot-words").filter(visible=True)
    expect(shown).to_have_count(0)
    bert.page.locator(".dot-mark").hover(force=True)
    expect(shown).to_have_text([re.compile(r": rating \d+, level \d+, provisional$")])


@pytest.mark.parametrize("width", [360, 1440])
def test_a_page_fits_its_window(people: People, width: int) -> None:
    anna, bert = member(people, "A" * 20), people.come(viewport={"width": width, "height": 640})
    for _ in range(2):
        duel(anna, bert)
    for path in (f"/p/{'A' * 20}", "/leaders"):
        bert.go(path)
        assert bert.page.evaluate("document.documentElement.scrollWidth") == width


def test_from_a_result_one_comes_to_its_replay_and_to_the_opponent(people: People) -> None:
    anna, bert = member(people, "Anna"), member(people, "Bert")
    code = duel(anna, bert)
    anna.go("/")
    anna.page.get_by_role("link", name="Bert", exact=True).first.click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Bert")
    expect(anna.page.get_by_text("You against Bert: 1 duel, 1 won, 0 lost")).to_be_visible()
    anna.page.get_by_role("link", name=f"Replay {code}").click()
    expect(anna.page).to_have_url(re.compile(f"/t/{code}/replay"))


def test_a_name_at_a_table_leads_to_its_page_once_nobody_plays_there(people: People) -> None:
    anna, bert = member(people, "Anna"), people.come()
    code = anna.open()
    bert.command(code, "join")
    bert.go(f"/t/{code}")
    seat = bert.page.locator("#seats").get_by_role("link", name="Anna")
    expect(bert.page.locator("#seats")).to_contain_text("Anna")
    expect(seat).to_have_count(0)
    for person in (anna, bert):
        person.command(code, "start")
        person.command(code, "end")
    seat.click()
    expect(bert.page).to_have_url(re.compile(r"/p/Anna$"))


def test_leaderboards_are_chosen_by_links_and_say_what_they_take(people: People) -> None:
    anna = people.come()
    anna.go("/")
    anna.page.get_by_role("link", name="Leaderboards: who plays best").click()
    expect(anna.page.get_by_role("heading", name="Nobody leads here yet")).to_be_visible()
    anna.page.get_by_role("link", name="Three peaks").click()
    anna.page.get_by_role("link", name="This week").click()
    expect(anna.page).to_have_url(re.compile(r"/leaders\?board=three&since=week$"))
    expect(anna.page.get_by_role("heading", name="Nobody leads here this week")).to_be_visible()
    expect(anna.page.locator("main [aria-current]")).to_have_text(["Three peaks", "This week"])
