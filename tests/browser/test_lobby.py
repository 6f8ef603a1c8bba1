"""The lobby, which changes by itself, and Your tables, which are on every page."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import People, Person
from tests.browser.wire import Wire

pytestmark = pytest.mark.browser

STATES = {
    "to start": "To be started by you",
    "in play": "In play",
    "waiting": "Waiting for the opponent",
    "finished": "Finished: you lost",
}


def row(page: Page, code: str) -> Locator:
    """An open table in the lobby."""
    return page.locator(f"#table-{code}")


def your_tables(page: Page) -> Locator:
    """The list of Your tables, opened where it hides behind its button."""
    button = page.get_by_role("button", name="Your tables")
    if button.count():
        button.click()
    return page.get_by_role("list").filter(has=page.locator("[id^=yours-]"))


def four_tables(anna: Person, bert: Person) -> dict[str, str]:
    """Anna's tables in each of the four states, by state."""
    codes = {}
    for state in STATES:
        codes[state] = bert.open()
        anna.command(codes[state], "join")
    for state in ("in play", "waiting", "finished"):
        anna.command(codes[state], "start")
    anna.play(codes["finished"], "*")
    for state in ("waiting", "finished"):
        anna.command(codes[state], "end")
    for command in ("start", "end"):
        bert.command(codes["finished"], command)
    return codes


def test_your_tables_are_on_every_page_in_their_four_states(people: People) -> None:
    anna, bert = people.come(), people.come()
    codes = four_tables(anna, bert)
    anna.expect_faults("status of 404")
    # Bert's view of a table is enough for a page of it; looking at her own would take it off the list.
    other = bert.open()

    for path in ("/", f"/t/{other}", f"/t/{other}/check", "/api", "/t/NOSUCH", "/nowhere"):
        anna.page.goto(anna.base + path)
        tables = your_tables(anna.page)
        expect(tables.get_by_role("link")).to_have_count(4)
        for state, words in STATES.items():
            link = tables.get_by_role("link").filter(has_text=words)
            expect(link).to_contain_text(f"with {bert.name}")
            expect(link).to_have_attribute("href", f"/t/{codes[state]}")
            expect(link).to_be_visible()
        expect(anna.page.locator("[data-yours-count]")).to_have_text("4")


def test_the_deals_of_a_table_that_is_not_over_cannot_be_checked_yet(people: People) -> None:
    anna = people.come()
    code = anna.open()

    anna.go(f"/t/{code}/check")

    expect(anna.status).to_contain_text("This table is not over yet.")
    expect(anna.page.get_by_text(anna.get(f"/api/tables/{code}")["table"]["seal"])).to_be_visible()
    expect(anna.page.get_by_role("link", name="The table's record")).to_be_hidden()


def test_a_result_that_was_looked_at_leaves_your_tables(people: People) -> None:
    anna, bert = people.come(), people.come()
    codes = four_tables(anna, bert)
    anna.go("/")

    your_tables(anna.page).get_by_role("link").filter(has_text=STATES["finished"]).click()
    expect(anna.page.get_by_role("heading", name=f"{bert.name} wins")).to_be_visible()

    expect(anna.page.locator("[data-yours-count]")).to_have_text("3")
    anna.go("/")
    expect(your_tables(anna.page).get_by_role("link")).to_have_count(3)
    expect(anna.page.locator(f"#yours-{codes['finished']}")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/api"])
def test_your_tables_change_by_themselves_in_an_open_page(people: People, path: str) -> None:
    anna, bert = people.come(), people.come()
    anna.go(path)
    badge = anna.page.locator("[data-yours-count]")
    expect(badge).to_be_hidden()

    code = anna.open()
    expect(badge).to_have_text("1")
    mine = your_tables(anna.page).get_by_role("link")
    expect(mine).to_contain_text("To be started by you")
    expect(mine).to_contain_text("nobody has joined yet")
    bert.command(code, "join")
    expect(mine).to_contain_text(f"with {bert.name}")
    anna.command(code, "start")
    expect(mine).to_contain_text("In play")
    anna.command(code, "end")
    expect(mine).to_contain_text("Waiting for the opponent")
    bert.command(code, "start")
    bert.play(code, "*")
    bert.command(code, "end")
    expect(mine).to_contain_text("Finished: you won")


def test_the_list_of_open_tables_changes_by_itself_in_an_open_page(people: People) -> None:
    anna, bert, carl = people.come(), people.come(), people.come()
    carl.go("/")

    code, other = anna.open(), anna.open("three", minutes=3)
    expect(row(carl.page, code)).to_contain_text(anna.name)
    expect(row(carl.page, code)).to_contain_text("10 minutes a round")
    expect(row(carl.page, other)).to_contain_text("Three peaks")
    # Newest first.
    expect(carl.page.locator("#open-tables li.open-table").nth(0)).to_have_attribute("id", f"table-{other}")
    expect(row(carl.page, code)).to_contain_text("Away")
    anna.go("/")
    expect(row(carl.page, code)).to_contain_text("On line")
    expect(row(anna.page, code).get_by_role("link", name="Go to it")).to_be_visible()

    bert.command(code, "join")
    expect(row(carl.page, code)).to_have_count(0)
    anna.command(other, "leave")
    expect(row(carl.page, other)).to_have_count(0)
    bert.command(code, "leave")
    # Rule 5.7: the seat is free again.
    expect(row(carl.page, code).get_by_role("button", name=f"Join {anna.name}")).to_be_visible()


# Rule 5.3
def test_where_one_may_not_join_the_reason_stands_instead_of_the_button(people: People) -> None:
    anna, bert = people.come(), people.come()
    bert.go("/")
    anna.go("/")

    anna.button("New Game").click()
    anna.page.get_by_role("combobox", name="Highest level of the opponent").select_option("3")
    anna.button("Open table").click()
    anna.page.wait_for_url("**/t/*")
    code = anna.page.url.rsplit("/", 1)[1]

    offer = row(bert.page, code)
    expect(offer).to_contain_text("Your level is higher than this table's opener asked for.")
    expect(offer).to_contain_text("for level 3 and below")
    expect(offer.get_by_role("button")).to_have_count(0)
    # The server's word, whatever a page shows.
    answer = bert.context.request.post(f"{bert.base}/api/tables/{code}/join", data={})
    assert (answer.status, answer.json()["code"]) == (403, "level_too_high")
    bert.go(f"/t/{code}")
    expect(bert.page.get_by_text("Your level is higher than this table's opener asked for.")).to_be_visible()
    expect(bert.button("Join this table")).to_be_hidden()


# Rule 5.4
def test_who_comes_second_is_told_that_both_seats_are_taken(people: People, wire: Wire) -> None:
    anna, bert, carl = people.come(), people.come(), people.come(wire.base)
    code = anna.open()
    carl.go("/")
    carl.expect_faults("status of 409")
    join = row(carl.page, code).get_by_role("button", name=f"Join {anna.name}")
    expect(join).to_be_visible()

    # The news that the seat is taken is on its way when the button is pressed.
    wire.hold_answers()
    bert.command(code, "join")
    join.click()
    wire.release()

    expect(carl.page.locator("#join-error")).to_have_text(
        f"With {anna.name} it did not work. Both seats of this table are taken."
    )
    expect(carl.page.locator("#join-error")).to_be_focused()
    expect(row(carl.page, code)).to_have_count(0)
    assert carl.page.url == wire.base + "/"


def test_the_last_choice_of_a_new_game_is_the_first_of_the_next(people: People) -> None:
    anna = people.come()
    anna.go("/")
    page = anna.page

    anna.button("New Game").click()
    page.get_by_role("radio", name="Three peaks").check()
    page.get_by_role("radio", name="10 minutes").check()
    page.get_by_label("Highest level of the opponent").select_option("7")
    anna.button("Open table").click()
    page.wait_for_url("**/t/*")
    anna.go("/")
    anna.button("New Game").click()

    expect(page.get_by_role("radio", name="Three peaks")).to_be_checked()
    expect(page.get_by_role("radio", name="10 minutes")).to_be_checked()
    expect(page.get_by_label("Highest level of the opponent")).to_have_value("7")


def test_a_changed_name_is_everywhere_at_once_and_a_bad_one_is_refused_in_words(people: People) -> None:
    anna, bert = people.come(), people.come()
    code = anna.open()
    bert.go("/")
    anna.go("/")
    anna.expect_faults("status of 422")
    field = anna.page.get_by_role("textbox", name="Your name")

    anna.page.get_by_role("button", name="(change it)").click()
    field.fill("<b>x</b>")
    anna.button("Save").click()
    expect(anna.page.locator("#name-error")).to_contain_text("A name has 3 to 20 letters")
    expect(field).to_be_focused()
    field.fill("Żółta_Gęś")
    field.press("Enter")

    expect(anna.page.get_by_role("button", name="Żółta_Gęś (change it)")).to_be_visible()
    expect(row(bert.page, code)).to_contain_text("Żółta_Gęś")
    expect(row(bert.page, code).get_by_role("button", name="Join Żółta_Gęś")).to_be_visible()
