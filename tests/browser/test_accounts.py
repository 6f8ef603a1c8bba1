"""Signing up, logging in and out, as a hand does it."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import People, Person

pytestmark = pytest.mark.browser

PASSWORD = "a long way round"
REFUSED = r"status of (401|422)"


def way_in(person: Person, way: str) -> Locator:
    """Open the dialog by its button in the header."""
    person.button(way).click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


def fill(person: Person, name: str, password: str = PASSWORD) -> None:
    person.page.get_by_label("Name", exact=True).fill(name)
    person.page.get_by_label("Password", exact=True).fill(password)


def come_in(person: Person, way: str, name: str, password: str = PASSWORD) -> None:
    """Sign up or log in where one is, and see that the page has it."""
    dialog = way_in(person, way)
    fill(person, name, password)
    with person.page.expect_websocket():
        dialog.get_by_role("button", name=way, exact=True).click()
        expect(person.button("Log out")).to_be_visible()
    expect(person.page.get_by_role("link", name=f"{name} (your account)")).to_be_visible()


def test_a_guest_signs_up_in_the_middle_of_a_game_and_plays_on(people: People) -> None:
    anna = people.come()
    code = anna.sit_and_start()
    anna.turn.click()
    anna.wait_for_moves(code, 1)
    come_in(anna, "Sign up", "Anna_plays")
    anna.wait_for_game()
    anna.turn.click()
    anna.wait_for_moves(code, 2)


def test_what_is_wrong_is_said_beside_its_field_and_by_keyboard(people: People) -> None:
    anna = people.come()
    anna.expect_faults(REFUSED)
    anna.go("/")
    way_in(anna, "Sign up")
    name, password = (anna.page.get_by_label(label, exact=True) for label in ("Name", "Password"))
    expect(name).to_be_focused()
    anna.page.keyboard.type("An")
    anna.page.keyboard.press("Tab")
    anna.page.keyboard.type(PASSWORD)
    anna.page.keyboard.press("Enter")
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_accessible_description(
        "3 to 20 letters of one alphabet, digits, _ and -. "
        "A name has 3 to 20 letters of one alphabet, digits, underscores and hyphens, and at least one letter."
    )
    fill(anna, "Anna_keys", "short")
    anna.page.keyboard.press("Enter")
    expect(password).to_be_focused()
    expect(password).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_attribute("aria-invalid", "false")


def test_a_password_can_be_looked_at(people: People) -> None:
    anna = people.come()
    anna.go("/")
    dialog = way_in(anna, "Log in")
    field = anna.page.get_by_label("Password", exact=True)
    for text, kind in (("Show", "text"), ("Hide", "password")):
        dialog.get_by_role("button", name=text, exact=True).click()
        expect(field).to_have_attribute("type", kind)


def test_a_member_logs_in_elsewhere_and_ends_it_from_here(people: People) -> None:
    anna, elsewhere = people.come(), people.come()
    elsewhere.expect_faults(REFUSED)
    anna.go("/")
    come_in(anna, "Sign up", "Anna_here")
    elsewhere.open()
    elsewhere.go("/")
    dialog = way_in(elsewhere, "Log in")
    expect(dialog).to_contain_text(f"Your table as {elsewhere.name} stays with that guest")
    fill(elsewhere, "Anna_here", "quite another way")
    elsewhere.page.keyboard.press("Enter")
    expect(dialog).to_contain_text("This name and this password do not belong together.")
    fill(elsewhere, "Anna_here")
    elsewhere.page.keyboard.press("Enter")
    expect(elsewhere.button("Log out")).to_be_visible()

    anna.go("/account")
    anna.button("Log out there").click()
    expect(anna.button("Log out there")).to_have_count(0)
    # The other page learns of it by itself.
    expect(elsewhere.button("Sign up")).to_be_visible()
    assert anna.name == "Anna_here"


def test_a_tab_follows_whoever_logs_out_in_another(people: People) -> None:
    anna = people.come()
    anna.go("/")
    come_in(anna, "Sign up", "Anna_tabs")
    other = anna.tab()
    with other.expect_websocket():
        other.goto(anna.page.url)
    anna.button("Log out").click()
    for page in (anna.page, other):
        expect(page.get_by_role("button", name="Log in", exact=True)).to_be_visible()


def test_an_account_is_deleted_with_its_password(people: People) -> None:
    anna = people.come()
    anna.go("/")
    come_in(anna, "Sign up", "Anna_goes")
    anna.go("/account")
    anna.button("Delete the account").click()
    anna.page.get_by_label("Password", exact=True).fill(PASSWORD)
    anna.button("Yes, delete it").click()
    expect(anna.button("Sign up")).to_be_visible()
    assert anna.name.startswith("Guest ")
