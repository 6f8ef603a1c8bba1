"""The names by which everybody who does not look, and every test from outside, finds the controls."""

import pytest
from playwright.sync_api import Locator, Page, expect

from pyramids.rules.round import Action
from tests.browser.cards import name_of, names_of_pyramid, round_of, within
from tests.browser.people import People, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser

LIVE = "[role=status], [role=alert], [role=log], output, [aria-live]:not([aria-live=off])"


def alone(places: Locator) -> None:
    expect(places).to_have_count(1)
    expect(places).to_be_visible()


def assert_one_live_region(page: Page) -> None:
    expect(page.locator(LIVE)).to_have_count(1)
    expect(page.get_by_role("status")).to_have_count(1)


def test_the_lobby_and_its_dialog_have_the_names_that_were_promised(people: People) -> None:
    anna, bert = people.come(), people.come()
    bert.open()
    anna.go("/")
    page = anna.page

    alone(anna.button("New Game"))
    alone(anna.button(f"Join {bert.name}"))
    assert_one_live_region(page)
    anna.button("New Game").click()
    for radio, checked in (
        ("One pyramid", True),
        ("Three peaks", False),
        ("3 minutes", True),
        ("10 minutes", False),
    ):
        control = page.get_by_role("radio", name=radio, exact=True)
        expect(control).to_have_count(1)
        expect(control).to_be_checked(checked=checked)
    select = page.get_by_role("combobox", name="Highest level of the opponent", exact=True)
    alone(select)
    expect(select.get_by_role("option")).to_have_text(["Any", *"987654321"])
    expect(select.get_by_role("option", name="Any")).to_have_js_property("selected", True)
    alone(anna.button("Open table"))
    anna.button("Cancel").click()
    page.get_by_role("button", name=f"{anna.name} (change it)").click()
    alone(page.get_by_role("textbox", name="Your name", exact=True))


def test_the_table_has_the_names_that_were_promised_before_in_and_after_play(people: People) -> None:
    anna, bert, code = people.two_at_a_table()
    third = people.come()
    other = third.open()
    third.go(f"/t/{other}")
    alone(third.button("Invite"))
    anna.go(f"/t/{code}")
    page = anna.page

    alone(anna.button("Start"))
    alone(anna.button("Leave table"))
    expect(anna.button("Invite")).to_be_hidden()
    assert_one_live_region(page)

    anna.button("Start").click()
    anna.wait_for_game()
    game = anna.game(code)
    assert_one_live_region(page)
    expect(anna.status).to_contain_text("Score 0")
    expect(anna.status).to_contain_text("Round 1 of 5")
    alone(page.get_by_label(f"Pile: {within(game['pile'])}", exact=True))
    alone(anna.button("Turn a card, 23 left"))
    alone(anna.button("Joker"))
    for gone in ("Start", "Watch opponent", "Play again", "Yes, end it", "Keep playing"):
        expect(anna.button(gone)).to_be_hidden()
    anna.button("End game").click()
    alone(anna.button("Keep playing"))
    anna.button("Yes, end it").click()

    bert.command(code, "start")
    alone(anna.button("Watch opponent"))
    alone(anna.button("Play again"))
    alone(anna.button("Leave table"))
    expect(anna.button("End game")).to_be_hidden()
    assert_one_live_region(page)


@pytest.mark.parametrize("board", ["one", "three"])
def test_each_card_is_named_with_those_that_lie_on_it(people: People, board: str) -> None:
    anna = people.come()
    code = anna.sit_and_start(board)
    game = anna.game(code)

    buttons = anna.page.get_by_role("group", name="Pyramid").get_by_role("button")
    names = names_of_pyramid(board, game["cards"])
    assert len(names) == 28
    assert anna.shown().cards == names
    for at, name in enumerate(names):
        expect(buttons.nth(at)).to_have_accessible_name(name)

    anna.play(code, "*", game["cards"][27])
    now = anna.wait_for_moves(code, 2)
    assert anna.shown().cards == names_of_pyramid(board, now["cards"])
    # A placed card's button goes.
    expect(anna.card(game["cards"][27])).to_have_count(0)
    expect(buttons).to_have_count(27)


def test_turn_and_joker_stay_when_they_are_used_up(people: People, server: Server) -> None:
    anna = people.come()
    # A card fits on the last one of the fan, so that the game goes on.
    code = next(code for code in iter(anna.open, "") if fits_on_the_last(server, code))
    anna.command(code, "start")
    anna.go(f"/t/{code}")
    anna.wait_for_game()

    anna.joker.click()
    anna.wait_for_moves(code, 1)
    expect(anna.page.get_by_label("Pile: Joker", exact=True)).to_be_visible()
    anna.play(code, *"+" * 22)
    anna.wait_for_moves(code, 23)
    anna.turn.click()
    assert anna.wait_for_moves(code, 24)["ended"] is None

    assert_used_up(anna)
    anna.command(code, "end")
    expect(anna.button("Play again")).to_be_visible()
    assert_used_up(anna)


def fits_on_the_last(server: Server, code: str) -> bool:
    at = round_of(server.seed(code), "one").play(Action.JOKER)
    for _ in range(23):
        at = at.play(Action.TURN)
    return not at.stuck


def assert_used_up(person: Person) -> None:
    alone(person.button("Turn a card, 0 left"))
    expect(person.turn).to_be_disabled()
    alone(person.joker)
    expect(person.joker).to_be_disabled()


def test_a_card_that_does_not_fit_stays_and_says_why(people: People) -> None:
    anna = people.come()
    code = anna.sit_and_start()
    game = anna.game(code)
    wrong = next(card for card in game["cards"][21:] if card not in game["open"])

    anna.card(wrong).click()

    why = f"{name_of(wrong)} does not fit on {within(game['pile'])}"
    expect(anna.status).to_contain_text(why)
    expect(anna.page.locator("#said")).to_contain_text(why)
    expect(anna.card(wrong)).to_be_visible()

    covered = game["cards"][20]
    box = anna.card(covered).bounding_box()
    assert box
    anna.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 4)
    on = f"{within(game['cards'][26])} and {within(game['cards'][27])}"
    expect(anna.status).to_contain_text(f"{name_of(covered)} is covered by {on}.")
    assert anna.game(code)["n"] == 0
