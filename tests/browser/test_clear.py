"""A cleared round: the celebration, and the next round, which begins by itself."""

import pytest
from playwright.sync_api import expect

from tests.browser.cards import clearing_line, name_of, names_of_pyramid, round_of
from tests.browser.people import People
from tests.browser.server import Server

pytestmark = pytest.mark.browser


# Rules 4.1 and 4.2, E11
def test_a_round_cleared_by_clicks_is_celebrated_and_the_next_is_playable_at_once(
    people: People, server: Server
) -> None:
    anna = people.come()
    code = anna.sit_and_start()
    line = clearing_line(round_of(server.seed(code), "one"))

    for n, move in enumerate(line, 1):
        anna.control(move).click()
        if n < len(line):
            anna.wait_for_moves(code, n)

    expect(anna.page.get_by_text("Round 1 cleared!")).to_be_visible()
    game = anna.wait_for_moves(code, len(line))
    assert game["round"] == 2
    assert game["rounds"][0]["cleared"]
    assert anna.shown().cards == names_of_pyramid("one", game["cards"])
    assert (anna.shown().left, anna.shown().joker_open) == (23, True)
    expect(anna.status).to_contain_text("The pyramid is cleared!")

    # The celebration still covers the board, and is in nobody's way.
    expect(anna.page.get_by_text("Round 1 cleared!")).to_be_visible()
    anna.joker.click()
    free = next(card for card in reversed(game["cards"]) if card)
    anna.button(name_of(free)).click()
    after = anna.wait_for_moves(code, len(line) + 2)
    assert after["round"] == 2
    expect(anna.button(name_of(free))).to_have_count(0)
