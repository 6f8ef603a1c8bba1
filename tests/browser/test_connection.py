"""Reloads, lost connections, a server that is killed, and several tabs: E20 to E24."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import NO_NET, People, Person
from tests.browser.server import Server
from tests.browser.wire import Wire

pytestmark = pytest.mark.browser


def assert_lost(person: Person) -> None:
    expect(person.page.get_by_text("Off line. Trying to come back…").first).to_be_visible()
    expect(person.status).to_contain_text("Off line")


def assert_back(person: Person) -> None:
    expect(person.page.get_by_text("Off line. Trying to come back…").first).to_be_hidden()
    expect(person.status).not_to_contain_text("Off line")


def look_at(person: Person, tab: Page) -> None:
    person.page = tab
    tab.bring_to_front()


def first_that_fits(person: Person, code: str) -> str:
    """A card that fits now; cards are turned until there is one."""
    while (move := person.game(code)["open"][0]) in "+*":
        person.play(code, move)
    return str(move)


# E20
def test_a_reload_shows_the_same_game(people: People) -> None:
    anna = people.come()
    code = anna.sit_and_start()
    anna.turn.click()
    anna.wait_for_moves(code, 1)
    anna.joker.click()
    anna.wait_for_moves(code, 2)
    before = anna.shown()

    anna.page.reload()

    game = anna.wait_for_moves(code, 2)
    after = anna.shown()
    assert (after.cards, after.pile, after.turn) == (before.cards, before.pile, before.turn)
    assert (after.score, after.round, after.joker_open) == (game["score"], game["round"], False)
    anna.turn.click()
    anna.wait_for_moves(code, 3)


# E21, E22
def test_what_is_pressed_off_line_is_shown_and_arrives_once(people: People) -> None:
    anna = people.come()
    code = anna.sit_and_start()
    anna.expect_faults(NO_NET)
    card = first_that_fits(anna, code)
    before = anna.game(code)["n"]
    anna.wait_for_moves(code, before)

    anna.context.set_offline(True)
    assert_lost(anna)
    anna.card(card).click()
    anna.card(card).click()
    anna.joker.click()
    expect(anna.status).to_contain_text("What you pressed goes out when the connection is back.")
    # The table is as the server last said, until it says more.
    expect(anna.card(card)).to_be_visible()
    anna.context.set_offline(False)

    game = anna.wait_for_moves(code, before + 2)
    assert game["last"]["move"] == "*"
    expect(anna.card(card)).to_have_count(0)
    assert_back(anna)


# E21: a connection may die without a word. Within five seconds it is known.
def test_a_silent_line_is_shown_as_lost_and_comes_back_by_itself(people: People, wire: Wire) -> None:
    anna = people.come(wire.base)
    code = anna.sit_and_start()
    anna.expect_faults(NO_NET)

    wire.hold_asks()
    wire.hold_answers()
    anna.page.get_by_text("Off line. Trying to come back…").first.wait_for(timeout=6_500)
    wire.release()

    assert_back(anna)
    expect(anna.status).to_contain_text("Back on line.")
    anna.turn.click()
    anna.wait_for_moves(code, 1)


# E22: the move had been made when its answer was lost, or had never arrived. Either way it is made once.
@pytest.mark.parametrize("hold", [Wire.hold_answers, Wire.hold_asks], ids=["answer lost", "move lost"])
def test_a_move_under_way_when_the_line_breaks_is_made_once(
    people: People, wire: Wire, hold: Callable[[Wire], None]
) -> None:
    anna = people.come(wire.base)
    code = anna.sit_and_start()
    anna.expect_faults(NO_NET)

    hold(wire)
    anna.turn.click()
    anna.joker.click()
    anna.page.wait_for_timeout(200)
    wire.cut()
    assert_lost(anna)
    wire.join()

    game = anna.wait_for_moves(code, 2)
    assert (game["fan"], game["joker"]) == (22, False)
    anna.turn.click()
    anna.wait_for_moves(code, 3)
    assert_back(anna)


# E22: what was pressed for a table that has changed meanwhile is dropped; the server's view stands.
def test_a_press_that_no_longer_fits_is_dropped(people: People, wire: Wire) -> None:
    anna = people.come(wire.base)
    code = anna.sit_and_start()
    anna.expect_faults(NO_NET)

    wire.cut()
    assert_lost(anna)
    anna.turn.click()
    away = people.come()
    away.context.add_cookies(anna.context.cookies())
    away.play(code, "+", "*", "+")
    wire.join()

    game = anna.wait_for_moves(code, 4)
    assert game["fan"] == 20


# E23
def test_a_killed_server_loses_no_move_and_the_page_comes_back_by_itself(
    people_at: Callable[[str], People], own_server: Server
) -> None:
    anna = people_at(own_server.base).come()
    anna.go("/")
    lobby = anna.page
    anna.page = anna.tab()
    code = anna.sit_and_start()
    anna.expect_faults(NO_NET)
    for n in (1, 2):
        anna.turn.click()
        game = anna.wait_for_moves(code, n)
    before = anna.shown()

    own_server.kill()
    assert_lost(anna)
    expect(lobby.get_by_role("status")).to_contain_text("No connection.")
    anna.joker.click()
    assert anna.shown().score == before.score
    own_server.start()

    now = anna.wait_for_moves(code, 3)
    assert (now["fan"], now["joker"]) == (game["fan"], False)
    assert anna.shown().cards == before.cards
    assert_back(anna)
    expect(lobby.get_by_role("status")).to_have_text("")
    anna.turn.click()
    anna.wait_for_moves(code, 4)


# E24
def test_two_tabs_show_the_same_and_a_move_in_either_works(people: People) -> None:
    anna = people.come()
    code = anna.sit_and_start()
    first, second = anna.page, anna.tab()
    second.goto(first.url)
    look_at(anna, second)
    anna.wait_for_game()

    for n, (makes, sees) in enumerate([(first, second), (second, first), (first, second)], 1):
        look_at(anna, makes)
        (anna.joker if n == 2 else anna.turn).click()
        anna.wait_for_moves(code, n)
        there = anna.shown()
        look_at(anna, sees)
        anna.wait_for_moves(code, n)
        here = anna.shown()
        assert (here.cards, here.pile, here.turn, here.score) == (
            there.cards,
            there.pile,
            there.turn,
            there.score,
        )
    anna.button("End game").click()
    anna.button("Yes, end it").click()
    for page in (first, second):
        expect(page.get_by_role("heading", name="You ended the game")).to_be_visible()


# E10, E24: the same move of both tabs is one move.
def test_the_same_press_in_two_tabs_is_one_move(people: People, wire: Wire) -> None:
    anna = people.come(wire.base)
    code = anna.sit_and_start()
    first, second = anna.page, anna.tab()
    second.goto(first.url)
    look_at(anna, second)
    anna.wait_for_game()

    wire.hold_answers()
    anna.turn.click()
    look_at(anna, first)
    anna.turn.click()
    wire.release()

    for page in (first, second):
        look_at(anna, page)
        anna.wait_for_moves(code, 1)
    anna.joker.click()
    assert anna.wait_for_moves(code, 2)["fan"] == 22


# E21: what is lost changes nothing by itself, and the other is told that somebody is off line, not that they left.
def test_the_other_sees_that_somebody_is_off_line_and_back(people: People, wire: Wire) -> None:
    anna, bert = people.come(), people.come(wire.base)
    code = anna.open()
    bert.command(code, "join")
    anna.go(f"/t/{code}")
    bert.go(f"/t/{code}")
    seat = anna.page.get_by_role("listitem").filter(has_text=bert.name)
    expect(seat).to_contain_text("on line")
    bert.expect_faults(NO_NET)

    wire.cut()
    expect(seat).to_contain_text("off line")
    wire.join()

    expect(seat).to_contain_text("on line")
    expect(bert.button("Start")).to_be_visible()
    assert re.search(r"off line|left", anna.status.text_content() or "") is None
