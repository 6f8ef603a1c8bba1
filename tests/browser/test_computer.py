"""Playing against the computer: labelled everywhere, offered to whoever waits, and at its own pace. E33, E44"""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import People, Person

pytestmark = pytest.mark.browser

# As if the page's machine were half a minute ahead.
LATER = "const now = Date.now; Date.now = () => now() + 31_000;"


def seat_of_it(person: Person) -> Locator:
    return person.page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text="Computer")


def test_a_few_moves_against_the_computer(people: People) -> None:
    anna = people.come()
    code = anna.post("/api/tables", {"board": "one", "minutes": 3, "opponent": "computer"})["code"]
    anna.go(f"/t/{code}")
    expect(anna.page.get_by_role("heading", name="You play against the computer")).to_be_visible()
    expect(seat_of_it(anna).get_by_text("computer", exact=True)).to_be_visible()
    anna.button("Start").click()
    anna.wait_for_game()
    for n in range(1, 4):
        anna.turn.click()
        anna.wait_for_moves(code, n)
    # Rule 5.6: its seat says no more than that it is on line.
    expect(seat_of_it(anna)).to_have_text("Computer computeron line")
    expect(seat_of_it(anna).get_by_text("computer", exact=True)).to_be_visible()

    anna.button("End game").click()
    anna.button("Yes, end it").click()
    anna.button("Watch opponent").click()
    expect(anna.page.get_by_role("heading", name="You are watching Computer")).to_be_visible()
    expect(anna.status).to_contain_text(re.compile("Computer: .* (placed|turned|played)"))


def test_whoever_waits_for_long_is_offered_the_computer(people: People) -> None:
    anna = people.come()
    code = anna.open("three")
    offer = anna.button("Play against the computer")
    anna.go(f"/t/{code}")
    expect(anna.button("Invite")).to_be_visible()
    expect(offer).to_be_hidden()

    anna.page.add_init_script(LATER)
    anna.go(f"/t/{code}")
    offer.click()
    expect(seat_of_it(anna)).to_be_visible()
    expect(offer).to_be_hidden()
    expect(anna.button("Start")).to_be_visible()


def test_it_is_not_offered_during_play(people: People) -> None:
    anna = people.come()
    anna.page.add_init_script(LATER)
    anna.sit_and_start("three")
    expect(anna.button("Play against the computer")).to_be_hidden()
    anna.button("End game").click()
    anna.button("Yes, end it").click()
    expect(anna.button("Play against the computer")).to_be_visible()


def test_a_result_says_what_it_made_of_the_ratings(people: People) -> None:
    anna, bert, code = people.two_at_a_table()
    for player, moves in ((anna, ""), (bert, "+")):
        player.command(code, "start")
        player.play(code, *moves)
        player.command(code, "end")
    anna.go(f"/t/{code}")
    panel = anna.page.get_by_role("table", name="Points of both players")
    expect(panel.get_by_role("row").filter(has_text="Rating")).to_contain_text("1500 → 1662")
    expect(panel.get_by_role("row").filter(has_text="Rating")).to_contain_text("1500 → 1338")
    expect(anna.page.get_by_text("You rise from level 5 to level 6.")).to_be_visible()
    bert.go(f"/t/{code}")
    expect(bert.page.get_by_text("You fall from level 5 to level 3.")).to_be_visible()


def test_a_provisional_level_says_so(people: People) -> None:  # E51
    anna = people.come()
    anna.go(f"/t/{anna.open()}")
    expect(anna.page.get_by_text("level 5, provisional")).to_be_visible()
    phone = people.come(viewport={"width": 360, "height": 640})
    phone.go(f"/t/{phone.open()}")
    expect(phone.page.get_by_text("level 5?")).to_be_visible()
