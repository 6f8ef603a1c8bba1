"""A whole duel of two real browsers, from the lobby to the result and the next table."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import People, Person
from tests.browser.server import REPO

pytestmark = pytest.mark.browser

MOST_MOVES = 9
FOCUSED = "node => node === document.activeElement"
FOCUS = "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()"


def code_of(person: Person) -> str:
    person.page.wait_for_url("**/t/*")
    return person.page.url.rsplit("/", 1)[1]


def tab_to(person: Person, control: Locator) -> None:
    """Press Tab until the control has the focus."""
    expect(control).to_be_visible()
    for _ in range(60):
        if control.evaluate(FOCUSED):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {control}")


def arrow_to(person: Person, name: str) -> None:
    """Press arrow keys until the card has the focus: to the left end of the free cards, and then through them."""
    keyboard = person.page.keyboard
    free = person.shown().free
    for key in ["ArrowLeft"] * len(free) + ["ArrowRight"] * len(free):
        if person.page.evaluate(FOCUS) == name:
            return
        keyboard.press(key)
    assert person.page.evaluate(FOCUS) == name


def by_keyboard(person: Person, move: str) -> None:
    if move == "*":
        person.page.keyboard.press("j")
    elif move == "+":
        person.page.keyboard.press("Space")
    else:
        arrow_to(person, move)
        person.page.keyboard.press("Enter")


def by_mouse(person: Person, move: str) -> None:
    control = {"*": person.joker, "+": person.turn}.get(move) or person.button(move)
    control.click()


def by_touch(person: Person, move: str) -> None:
    control = {"*": person.joker, "+": person.turn}.get(move) or person.button(move)
    control.tap()


def wished(person: Person, at: int) -> str:
    """A move, from what the page shows: a card that fits, now and then the Joker, else a turned card."""
    shown = person.shown()
    if shown.fitting:
        return shown.fitting[at % len(shown.fitting)]
    if shown.joker_open and (at > 4 or not shown.turn_open):
        return "*"
    assert shown.turn_open, "no move is left, and the game goes on"
    return "+"


def play_on(person: Person, code: str, make: Any, moves: int = MOST_MOVES) -> None:
    """Play so many moves, or to the end of the game."""
    for at in range(moves):
        game = person.game(code)
        if game["ended"]:
            return
        make(person, wished(person, at))
        person.wait_for_moves(code, game["n"] + 1)
        shown, now = person.shown(), person.game(code)
        assert (shown.score, shown.round, shown.left) == (now["score"], now["round"], now["fan"])
        assert len(shown.cards) == sum(1 for card in now["cards"] if card) or now["ended"]


def end_by_mouse(person: Person) -> None:
    person.button("End game").click()
    person.button("Keep playing").click()
    expect(person.button("Yes, end it")).to_be_hidden()
    person.button("End game").click()
    person.button("Yes, end it").click()
    expect(person.button("Play again")).to_be_visible()


def end_by_touch(person: Person) -> None:
    person.button("End game").tap()
    person.button("Yes, end it").tap()
    expect(person.button("Play again")).to_be_visible()


def end_by_keyboard(person: Person) -> None:
    for answer in ("Keep playing", "Yes, end it"):
        tab_to(person, person.button("End game"))
        person.page.keyboard.press("Enter")
        tab_to(person, person.button(answer))
        person.page.keyboard.press("Enter")
        expect(person.button(answer)).to_be_hidden()
    expect(person.button("Play again")).to_be_visible()


def open_by_keyboard(person: Person) -> str:
    person.go("/")
    tab_to(person, person.button("New Game"))
    person.page.keyboard.press("Enter")
    tab_to(person, person.button("Open table"))
    person.page.keyboard.press("Enter")
    return code_of(person)


def check_result(person: Person, code: str) -> None:
    """The page shows totals, rounds, winner and seed as the API has them."""
    table = person.get(f"/api/tables/{code}")["table"]
    page, result = person.page, table["result"]
    names = [seat["name"] for seat in table["seats"]]
    heading = "You win!" if result["winner"] == table["you"] else f"{names[result['winner']]} wins"
    expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    points = page.get_by_role("table", name="Points of both players")
    totals = points.get_by_role("row", name=re.compile("^Total"))
    expect(totals.get_by_role("cell")).to_have_text([str(seat["score"]) for seat in result["seats"]])
    rounds = points.get_by_role("row", name=re.compile(r"^Round 1"))
    expect(rounds.get_by_role("cell")).to_have_text([str(seat["rounds"][0]) for seat in result["seats"]])
    expect(points.get_by_role("columnheader").nth(result["winner"])).to_contain_text("winner")
    page.get_by_text(f"Seal {table['seal'][:8]}…").click()
    expect(page.get_by_text(table["seed"], exact=True)).to_be_visible()


def check_deals(person: Person) -> None:
    """The page that checks the deals says that all hold."""
    person.page.get_by_role("link", name="Check the deals").click()
    expect(person.status).to_have_text("All is right: these are the cards that the seal promised.")
    expect(person.page.get_by_text("The seed fits the seal.")).to_be_visible()
    expect(person.page.get_by_text(re.compile("played just these cards"))).to_have_count(2)
    expect(person.page.get_by_text(re.compile("played other cards"))).to_have_count(0)


def check_export(person: Person, code: str, folder: Path) -> None:
    """The export is downloaded, and the command accepts it."""
    with person.page.expect_download() as downloading:
        person.page.get_by_role("link", name="Download the table").click()
    assert downloading.value.suggested_filename == f"pyramids-{code}.json"
    path = folder / "export.json"
    downloading.value.save_as(path)
    assert json.loads(path.read_text("utf-8"))["seed"]
    command = [sys.executable, "-m", "pyramids", "verify", str(path)]
    done = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_one_plays_a_duel_by_keyboard_alone_and_the_other_by_mouse(people: People, tmp_path: Path) -> None:
    anna, bert = people.come(), people.come()
    bert.go("/")
    code = open_by_keyboard(anna)
    anna_name, bert_name = anna.name, bert.name

    bert.button(f"Join {anna_name}").click()
    assert code_of(bert) == code
    expect(anna.status).to_contain_text(f"{bert_name} has joined.")
    tab_to(anna, anna.button("Start"))
    anna.page.keyboard.press("Enter")
    anna.wait_for_game()
    play_on(anna, code, by_keyboard)
    # Rule 5.6: he who has not started sees nothing of it.
    expect(bert.page.locator("#board button")).to_have_count(0)
    if not anna.game(code)["ended"]:
        end_by_keyboard(anna)
    expect(anna.page.get_by_text(f"{bert_name} has not started yet.")).to_be_visible()

    bert.button("Start").click()
    bert.wait_for_game()
    expect(anna.page.get_by_text(f"{bert_name} is still playing.")).to_be_visible()
    tab_to(anna, anna.button("Watch opponent"))
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("heading", name=f"You are watching {bert_name}")).to_be_visible()
    for _ in range(3):
        play_on(bert, code, by_mouse, 1)
        game = bert.game(code)
        anna.wait_to_show(game)
        expect(anna.status).to_contain_text(f"{bert_name}: ")
        expect(anna.page.locator("#board button")).to_have_count(0)
    play_on(bert, code, by_mouse)
    if not bert.game(code)["ended"]:
        end_by_mouse(bert)

    check_result(bert, code)
    tab_to(anna, anna.button("Back to my cards"))
    anna.page.keyboard.press("Enter")
    check_result(anna, code)
    check_export(bert, code, tmp_path)
    check_deals(bert)

    # Rule 5.5: both are seated at one and the same new table.
    tab_to(anna, anna.button("Play again"))
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_url(lambda url: "/t/" in url and code not in url)
    bert.page.go_back()
    bert.button("Play again").click()
    bert.page.wait_for_url(anna.page.url)
    expect(anna.page.get_by_role("heading", name=f"You play against {bert_name}")).to_be_visible()
    expect(bert.page.get_by_role("heading", name=f"You play against {anna_name}")).to_be_visible()


def test_a_duel_on_three_peaks_is_played_by_touch_on_a_phone(people: People) -> None:
    phone = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    anna, bert = people.come(**phone), people.come(**phone)
    bert.go("/")
    anna.go("/")

    anna.button("New Game").tap()
    anna.page.get_by_role("radio", name="Three peaks").tap()
    anna.page.get_by_role("radio", name="10 minutes").tap()
    anna.button("Open table").tap()
    code = code_of(anna)
    table = anna.get(f"/api/tables/{code}")["table"]
    assert (table["board"], table["minutes"], table["highest_level"]) == ("three", 10, 10)
    bert.button(f"Join {anna.name}").tap()
    for person in (anna, bert):
        person.button("Start").tap()
        person.wait_for_game()
    play_on(anna, code, by_touch)
    play_on(bert, code, by_touch)
    for person in (anna, bert):
        if not person.game(code)["ended"]:
            end_by_touch(person)

    for person in (anna, bert):
        table = person.get(f"/api/tables/{code}")["table"]
        expect(person.page.get_by_role("row", name=re.compile("^Total")).get_by_role("cell")).to_have_text(
            [str(seat["score"]) for seat in table["result"]["seats"]]
        )
        expect(person.button("Play again")).to_be_visible()
