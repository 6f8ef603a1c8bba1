"""A watcher's page: no move is missed, also after a lost connection, and it says when no more may watch."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import NO_NET, People

pytestmark = pytest.mark.browser

# Keeps every sentence that the page says near the board.
LISTEN = """() => {
  const line = document.querySelector("#said");
  window.heard = [];
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(() => window.heard.push(line.textContent)).observe(line, all);
}"""


def test_whoever_comes_back_sees_each_move_that_was_made_meanwhile(people: People) -> None:
    anna, bert, code = people.two_at_a_table()
    anna.command(code, "start")
    anna.command(code, "end")
    bert.command(code, "start")
    carl = people.come()
    carl.go(f"/t/{code}")
    carl.wait_to_show(bert.game(code))
    carl.page.evaluate(LISTEN)

    carl.expect_faults(NO_NET)
    carl.context.set_offline(True)
    expect(carl.status).to_contain_text("Off line")
    bert.play(code, "+", "+", "*", "+")
    carl.context.set_offline(False)

    carl.wait_to_show(bert.game(code))
    moves = [text for text in carl.page.evaluate("window.heard") if text.startswith(f"{bert.name}: ")]
    assert ["Joker" in text for text in moves] == [False, False, True, False]


def test_a_game_with_all_its_watchers_says_so(people: People) -> None:
    carl = people.come()
    code = carl.open()
    carl.page.route_web_socket(re.compile(r"/live"), lambda socket: socket.close(code=4430))
    carl.page.goto(f"{carl.base}/t/{code}")
    expect(carl.status).to_contain_text("This game has as many watchers as it can have.")
