"""Time alone ends games and tables, and open pages show it by themselves. Rules 4.5 and 5.7, E3, E26"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import NO_NET, People
from tests.browser.server import Server

pytestmark = pytest.mark.browser

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS


def go_on_later(server: Server, ms: int) -> None:
    server.kill()
    server.let_pass(ms)
    server.start()


def test_a_round_that_runs_out_ends_the_game_beside_the_board(
    people_at: Callable[[str], People], own_server: Server
) -> None:
    anna = people_at(own_server.base).come()
    code = anna.open(minutes=3)
    anna.command(code, "start")
    anna.go(f"/t/{code}")
    anna.wait_for_game()
    anna.expect_faults(NO_NET)
    anna.joker.click()
    anna.wait_for_moves(code, 1)

    go_on_later(own_server, 3 * MINUTE_MS - 6_000)
    expect(anna.status).to_contain_text(re.compile(r"\b[1-6] seconds? left\."))
    # Not by colour alone.
    mark = "node => getComputedStyle(node.querySelector('dd'), '::before').content"
    assert "!" in anna.page.locator(".figure-time").evaluate(mark)
    cards = anna.shown().cards

    heading = anna.page.get_by_role("heading", name="Time is up")
    expect(heading).to_be_visible()
    panel = anna.page.get_by_role("region", name="Time is up")
    expect(panel).to_contain_text("The time for this round has run out. You keep -50 points.")
    expect(anna.status).to_contain_text(
        "Time is up. The time for this round has run out. You keep -50 points."
    )
    assert (anna.game(code)["ended"], anna.shown().score) == ("timeout", -50)
    expect(anna.page.get_by_role("group", name="Pyramid").get_by_role("img")).to_have_count(len(cards))
    # The words lie beside the cards, not on them.
    said, board = heading.bounding_box(), anna.page.locator("#board").bounding_box()
    assert said
    assert board
    beside = said["x"] >= board["x"] + board["width"] or said["x"] + said["width"] <= board["x"]
    assert beside or said["y"] >= board["y"] + board["height"]


def test_who_misses_the_time_to_start_has_lost_and_both_are_told(
    people_at: Callable[[str], People], own_server: Server
) -> None:
    crowd = people_at(own_server.base)
    anna, bert, code = crowd.two_at_a_table()
    anna.command(code, "start")
    anna.command(code, "end")
    anna.go(f"/t/{code}")
    bert.go("/")
    for person in (anna, bert):
        person.expect_faults(NO_NET)

    go_on_later(own_server, 3 * DAY_MS)

    expect(anna.page.get_by_role("heading", name="You win!")).to_be_visible()
    reason = f"{bert.name} did not play in time, so {anna.name} wins."
    expect(anna.page.get_by_role("region", name="You win!")).to_contain_text(reason)
    result = bert.page.locator(f"#yours-{code}")
    expect(result).to_contain_text("Finished: you lost")
    result.get_by_role("link").click()
    expect(bert.page.get_by_role("region", name=f"{anna.name} wins")).to_contain_text(reason)


def test_a_table_that_nobody_joins_closes_and_says_so(
    people_at: Callable[[str], People], own_server: Server
) -> None:
    crowd = people_at(own_server.base)
    anna, carl = crowd.come(), crowd.come()
    code = anna.open()
    anna.go(f"/t/{code}")
    carl.go("/")
    for person in (anna, carl):
        person.expect_faults(NO_NET)
    expect(carl.button(f"Join {anna.name}")).to_be_visible()

    go_on_later(own_server, 7 * DAY_MS)

    expect(carl.button(f"Join {anna.name}")).to_be_hidden()
    expect(anna.page.get_by_role("heading", name="No result")).to_be_visible()
    # E41: an old link says what it was.
    carl.go(f"/t/{code}")
    expect(carl.page.get_by_text("This table closed without a duel.")).to_be_visible()
