"""The lobby's lists at the browsers: filter, pages, what changes by itself, and the count in New Game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import People
from tests.browser.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def people(own_server: Server, people_at: Callable[[str], People]) -> People:
    """Everybody in a lobby of their own: these tests count what is in it."""
    return people_at(own_server.base)


def tables(page: Page) -> Locator:
    return page.locator("#open-tables li.open-table")


def in_section(page: Page, title: str) -> Locator:
    return page.get_by_role("region", name=title)


def test_the_filter_is_in_the_address_and_goes_back_forward_and_through_a_reload(people: People) -> None:
    anna, bert = people.come(), people.come()
    one, three, low = anna.open("one"), anna.open("three"), anna.open("one", highest_level=4)
    bert.go("/")
    page = bert.page
    expect(tables(page)).to_have_count(3)

    page.get_by_role("search").get_by_label("Board").select_option("one")
    expect(tables(page)).to_have_count(2)
    page.get_by_role("checkbox", name="Tables I can join").check()
    expect(tables(page)).to_have_count(1)
    expect(page.locator(f"#table-{one}")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?board=one&joinable=true$"))

    page.reload()
    expect(tables(page)).to_have_count(1)
    expect(page.get_by_role("checkbox", name="Tables I can join")).to_be_checked()
    page.go_back()
    expect(page.get_by_role("checkbox", name="Tables I can join")).not_to_be_checked()
    expect(page.locator(f"#table-{low}")).to_be_visible()
    page.go_back()
    expect(page.locator(f"#table-{three}")).to_be_visible()
    page.go_forward()
    expect(page.locator(f"#table-{three}")).to_have_count(0)


def test_a_filtered_list_changes_by_itself_and_stays_filtered(people: People) -> None:
    anna, bert = people.come(), people.come()
    bert.go("/?board=three")
    expect(bert.page.get_by_text("No table with this board is open at the moment.")).to_be_visible()
    anna.open("one")
    three = anna.open("three")
    expect(bert.page.locator(f"#table-{three}")).to_be_visible()
    expect(tables(bert.page)).to_have_count(1)


def test_older_tables_are_on_the_next_page(people: People) -> None:
    anna, bert, carl = people.come(), people.come(), people.come()
    oldest = anna.open()
    for person in (anna, bert):
        for _ in range(15):
            person.open()
    carl.go("/")
    page = carl.page
    expect(tables(page)).to_have_count(30)
    expect(page.locator(".open-count")).to_have_text("31 tables")

    page.get_by_role("link", name="Older").click()
    expect(tables(page)).to_have_count(1)
    expect(page.locator(f"#table-{oldest}")).to_be_visible()
    expect(page.get_by_role("heading", name="Open tables")).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?page=2$"))
    # The page that is there no more gives way to the one before it, without a reload.
    anna.command(oldest, "leave")
    expect(tables(page)).to_have_count(30)


def test_games_results_and_who_is_on_line_change_by_themselves(people: People) -> None:
    anna, bert, code = people.two_at_a_table()
    carl = people.come()
    carl.go("/")
    page = carl.page
    expect(in_section(page, "Who is on line").get_by_role("listitem")).to_have_count(1)
    anna.go("/")
    expect(in_section(page, "Who is on line")).to_contain_text(anna.name)
    for person in (anna, bert):
        person.command(code, "start")
    anna.command(code, "end")
    watch = in_section(page, "Games to watch").get_by_role("link", name=f"Watch {bert.name}")
    expect(watch).to_have_attribute("href", f"/t/{code}")
    expect(in_section(page, "Results of the last hour")).to_contain_text("No duel has ended")

    bert.play(code, "*")
    bert.command(code, "end")
    expect(watch).to_have_count(0)
    result = in_section(page, "Results of the last hour")
    expect(result.get_by_role("link", name=f"{anna.name} beat {bert.name}")).to_be_visible()
    expect(result).to_contain_text("0 to -50 points")


def test_new_game_says_how_many_players_on_line_may_join(people: People) -> None:
    anna, bert, carl = people.come(), people.come(), people.come()
    for person in (anna, bert, carl):
        person.go("/")
    expect(in_section(anna.page, "Who is on line").get_by_role("listitem").first).to_be_visible()
    expect(anna.page.locator(".online-count")).to_have_text("3 players")

    anna.button("New Game").click()
    words = anna.page.locator("#may-join")
    expect(words).to_have_text("2 players on line may join")
    level = anna.page.get_by_role("combobox", name="Highest level of the opponent")
    level.select_option("4")
    expect(words).to_contain_text("Nobody else on line may join now.")
    level.select_option("5")
    anna.page.get_by_role("radio", name="Three peaks").check()
    expect(words).to_have_text("2 players on line may join")
    expect(level).to_have_accessible_description("2 players on line may join")


def test_the_computer_is_chosen_in_new_game(people: People) -> None:  # E44
    anna = people.come()
    anna.go("/")
    anna.button("New Game").click()
    anna.page.get_by_role("radio", name="Computer").check()
    level = anna.page.get_by_role("combobox", name="Highest level of the opponent")
    expect(level).to_be_disabled()
    expect(anna.page.locator("#may-join")).to_contain_text("The computer plays with everybody")
    anna.button("Open table").click()
    anna.page.wait_for_url("**/t/*")
    code = anna.page.url.rsplit("/", 1)[1]
    assert anna.get(f"/api/tables/{code}")["table"]["seats"][1]["computer"]
