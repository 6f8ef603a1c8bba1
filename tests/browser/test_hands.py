"""Quick, doubled and slow hands: E10, E11, E13, E15."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.cards import chain_of, name_of, round_of
from tests.browser.people import People, Person
from tests.browser.server import Server
from tests.browser.wire import Wire

pytestmark = pytest.mark.browser


def point_of(control: Locator) -> tuple[float, float]:
    """A point of a card that no other card covers: in the middle of its upper part."""
    box = control.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 4


def frames_sent(person: Person) -> list[str]:
    """The moves that the page sends, in a list that grows. To be called before the page is opened."""
    sent: list[str] = []

    def keep(frame: str | bytes) -> None:
        if isinstance(frame, str) and "ping" not in frame:
            sent.append(frame)

    person.page.on("websocket", lambda socket: socket.on("framesent", keep))
    return sent


# E10
@pytest.mark.parametrize("move", ["+", "*"])
def test_pressing_again_what_awaits_its_answer_is_one_move(people: People, wire: Wire, move: str) -> None:
    anna = people.come(wire.base)
    sent = frames_sent(anna)
    code = anna.sit_and_start()

    wire.hold_answers()
    anna.control(move).dblclick()
    anna.page.wait_for_timeout(300)
    anna.control(move).click()
    anna.page.keyboard.press("j" if move == "*" else "Space")
    wire.release()

    game = anna.wait_for_moves(code, 1)
    assert (game["fan"], game["joker"]) == ((22, True) if move == "+" else (23, False))
    # The next press is another move; no press of before comes after it.
    anna.turn.click()
    anna.wait_for_moves(code, 2)
    assert len(sent) == 2


# E10
def test_pressing_a_card_again_while_it_awaits_its_answer_is_one_move(
    people: People, wire: Wire, server: Server
) -> None:
    anna = people.come(wire.base)
    sent = frames_sent(anna)
    code = anna.sit_and_start()
    anna.play(code, "*")
    game = anna.wait_for_moves(code, 1)
    card = game["open"][0]

    wire.hold_answers()
    anna.card(card).dblclick()
    anna.page.wait_for_timeout(300)
    anna.card(card).click()
    wire.release()

    anna.wait_for_moves(code, 2)
    anna.turn.click()
    anna.wait_for_moves(code, 3)
    assert len(sent) == 2
    assert "is not on the board" not in (anna.status.text_content() or "")


# E10: answers that come between the two halves of a double click make no second move of it.
def test_a_double_click_turns_one_card(people: People) -> None:
    anna = people.come()
    code = anna.sit_and_start()

    anna.turn.dblclick()

    anna.wait_for_moves(code, 1)
    anna.joker.click()
    game = anna.wait_for_moves(code, 2)
    assert game["fan"] == 22


def test_each_tap_after_an_answer_turns_a_card(people: People) -> None:
    anna = people.come(has_touch=True)
    code = anna.sit_and_start()

    for n in range(1, 6):
        anna.turn.tap()
        anna.wait_for_moves(code, n)


# E10
def test_a_quick_double_tap_turns_one_card_while_the_answer_is_awaited(people: People, wire: Wire) -> None:
    anna = people.come(wire.base, has_touch=True)
    code = anna.sit_and_start()

    wire.hold_answers()
    anna.turn.tap()
    anna.turn.tap()
    wire.release()

    anna.wait_for_moves(code, 1)
    anna.joker.tap()
    assert anna.wait_for_moves(code, 2)["fan"] == 22


# E10
def test_ten_cards_clicked_in_a_second_are_ten_moves(people: People, wire: Wire, server: Server) -> None:
    anna = people.come(wire.base)
    code = anna.open("three")
    while not (found := chain_of(round_of(server.seed(code), "three"), 10)):
        anna.command(code, "leave")
        code = anna.open("three")
    before, chain = found
    anna.command(code, "start")
    anna.play(code, *before)
    anna.go(f"/t/{code}")
    anna.wait_for_game()
    points = [point_of(anna.card(card)) for card in chain]

    # However quick the hand, no answer has come before the last click.
    wire.hold_answers()
    for point in points:
        anna.page.mouse.click(*point)
    wire.release()

    game = anna.wait_for_moves(code, len(before) + 10)
    assert not set(chain) & set(game["cards"])
    assert game["last"]["move"] == chain[-1]


# E11
def test_a_flying_card_is_in_nobodys_way(people: People) -> None:
    anna = people.come()
    code = anna.sit_and_start()
    page = anna.page

    # Slowed down a hundred times, the card hangs over the board and the pile.
    page.evaluate("""() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, timing) {
        return animate.call(this, frames, { ...timing, duration: 100 * timing.duration });
      };
    }""")
    anna.joker.click()
    game = anna.wait_for_moves(code, 1)
    assert page.evaluate("document.getAnimations().length") > 0
    free = [card for card in game["cards"][21:] if card]
    anna.card(free[0]).click()
    game = anna.wait_for_moves(code, 2)
    anna.turn.click()
    game = anna.wait_for_moves(code, 3)
    # Every free card and the fan take a click where they lie, whatever flies above them.
    for name in [name_of(card) for card in game["cards"][21:] if card]:
        anna.button(name).click(trial=True)
    anna.turn.click(trial=True)


# E13
def test_the_table_stays_mirrored(people: People) -> None:
    anna = people.come()
    code = anna.sit_and_start()

    def left_of(control: Locator) -> float:
        box = control.bounding_box()
        assert box
        return box["x"]

    pile = anna.page.get_by_label("Pile: ")
    assert left_of(anna.turn) < left_of(pile) < left_of(anna.joker)
    anna.button("Options").click()
    anna.button("Mirror the table").click()
    expect(anna.button("Mirror the table")).to_have_attribute("aria-pressed", "true")
    anna.button("Close").click()
    assert left_of(anna.turn) > left_of(pile) > left_of(anna.joker)
    anna.page.reload()
    anna.wait_for_game()
    assert left_of(anna.turn) > left_of(pile) > left_of(anna.joker)
    anna.turn.click()
    anna.wait_for_moves(code, 1)


# E15
def test_the_arrows_lead_through_all_free_cards_and_the_help_says_so(people: People) -> None:
    anna = people.come()
    anna.sit_and_start()
    keyboard = anna.page.keyboard

    keyboard.press("ArrowLeft")
    assert anna.shown().focus in anna.shown().free
    for _ in range(7):
        keyboard.press("ArrowLeft")
    met = []
    for _ in range(7):
        met.append(anna.shown().focus)
        keyboard.press("ArrowRight")
    assert met == anna.shown().free
    keyboard.press("?")
    dialog = anna.page.get_by_role("dialog", name="Keys and rules")
    expect(dialog).to_be_visible()
    for words in (
        "Turn a card",
        "Play the Joker",
        "Go from one free card to another",
        "Play the card that is marked",
    ):
        expect(dialog.get_by_text(words, exact=True)).to_be_visible()
    # Keys are the dialog's while it is open.
    keyboard.press("j")
    keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert anna.shown().joker_open


# E15
def test_the_focus_is_never_lost_while_cards_go(people: People) -> None:
    anna = people.come()
    code = anna.sit_and_start()
    keyboard = anna.page.keyboard

    keyboard.press("j")
    anna.wait_for_moves(code, 1)
    keyboard.press("ArrowLeft")
    for n in (2, 3, 4):
        fitting = anna.shown().fitting
        keyboard.press("Enter" if anna.shown().focus in fitting else "Space")
        anna.wait_for_moves(code, n)
        assert anna.shown().focus in anna.shown().free
    # Escape takes back nothing: the dialog that asks gives the focus back to what had it.
    end = anna.button("End game")
    end.focus()
    keyboard.press("Enter")
    keyboard.press("Escape")
    expect(end).to_be_focused()
