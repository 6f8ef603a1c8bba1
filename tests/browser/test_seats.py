"""Inviting, leaving and watching: what one may do at a table beside playing. Rules 5.5 to 5.7"""

import pytest
from playwright.sync_api import expect

from tests.browser.people import People

pytestmark = pytest.mark.browser


def test_an_invitation_is_the_address_of_the_table(people: People) -> None:
    anna, bert = people.come(permissions=["clipboard-read", "clipboard-write"]), people.come()
    code = anna.open()
    anna.go(f"/t/{code}")

    anna.button("Invite").click()
    address = anna.page.get_by_role("textbox", name="Address of this table").input_value()
    anna.button("Copy").click()
    expect(anna.page.get_by_text("Copied. Send it to whom you like.")).to_be_visible()
    assert anna.page.evaluate("navigator.clipboard.readText()") == address == f"{anna.base}/t/{code}"
    anna.button("Close").click()

    bert.page.goto(address)
    bert.page.get_by_role("button", name="Join").click()
    expect(bert.button("Start")).to_be_visible()
    expect(anna.page.get_by_role("listitem").filter(has_text=bert.name)).to_be_visible()
    expect(anna.button("Invite")).to_be_hidden()


def test_who_leaves_before_the_start_frees_the_seat(people: People) -> None:
    anna, bert, code = people.two_at_a_table()
    anna.go(f"/t/{code}")
    bert.go(f"/t/{code}")

    bert.button("Leave table").click()

    bert.page.wait_for_url(bert.base + "/")
    expect(anna.status).to_contain_text(f"{bert.name} has given the seat back.")
    expect(anna.button("Invite")).to_be_visible()
    expect(bert.button(f"Join {anna.name}").first).to_be_visible()


def test_who_leaves_while_playing_is_asked_once_and_keeps_the_points(people: People) -> None:
    anna, _, code = people.two_at_a_table()
    anna.go(f"/t/{code}")
    anna.button("Start").click()
    anna.wait_for_game()
    anna.joker.click()
    anna.wait_for_moves(code, 1)

    anna.button("Leave table").click()
    anna.button("Keep playing").click()
    assert anna.game(code)["ended"] is None
    anna.button("Leave table").click()
    anna.button("Yes, end it").click()

    anna.page.wait_for_url(anna.base + "/")
    game = anna.game(code)
    assert (game["ended"], game["score"]) == ("stopped", -50)
    # After the end leaving only goes to the lobby.
    anna.go(f"/t/{code}")
    anna.button("Leave table").click()
    anna.page.wait_for_url(anna.base + "/")


def test_when_there_is_nobody_to_watch_yet_the_page_says_that_your_tables_will_tell(people: People) -> None:
    anna = people.come()
    code = anna.sit_and_start()

    anna.button("End game").click()
    anna.button("Yes, end it").click()

    expect(
        anna.page.get_by_text("Nobody has joined yet. Your tables will tell you the result")
    ).to_be_visible()
    bert = people.come()
    bert.command(code, "join")
    expect(
        anna.page.get_by_text(f"{bert.name} has not started yet. Your tables will tell you")
    ).to_be_visible()
    bert.command(code, "start")
    expect(anna.button("Watch opponent")).to_be_visible()


# Rule 5.6
def test_a_bystander_watches_the_one_whose_opponent_has_finished_and_both_in_the_end(people: People) -> None:
    anna, bert, code = people.two_at_a_table()
    carl = people.come()
    carl.go(f"/t/{code}")
    page = carl.page
    cards = page.get_by_role("group", name="Pyramid").get_by_role("img")

    anna.command(code, "start")
    anna.play(code, "*")
    bert.command(code, "start")
    bert.play(code, "+")
    expect(page.get_by_text("Both seats of this table are taken.")).to_be_visible()
    expect(cards).to_have_count(0)
    anna.command(code, "end")

    expect(page.get_by_role("heading", name=f"You are watching {bert.name}")).to_be_visible()
    expect(cards).to_have_count(28)
    bert.play(code, "+")
    carl.wait_to_show(bert.game(code))
    # The other game stays hidden from everybody while somebody plays the same cards.
    assert carl.get(f"/api/tables/{code}")["games"][0] is None
    expect(carl.turn).to_be_disabled()
    expect(page.locator("#board button")).to_have_count(0)

    bert.command(code, "end")
    expect(page.get_by_role("heading", name=f"{bert.name} wins")).to_be_visible()
    # The board that was watched stays, and the other can be chosen.
    carl.wait_to_show(bert.game(code))
    for player in (anna, bert):
        carl.button(player.name).click()
        carl.wait_to_show(player.game(code))
