"""The deal of the day and finished deals in a browser: played, stood among the others, shared, checked. E14, E16"""

import re
import time

import pytest
from playwright.sync_api import expect

from pyramids.deals import seal
from tests.browser.people import People, Person
from tests.browser.server import Server
from tests.browser.test_axe import complaints, windows

pytestmark = pytest.mark.browser

DAY_S = 24 * 60 * 60


def today(person: Person) -> str:
    return str(person.get("/api/days")["today"])


def finish(person: Person, address: str, turns: int) -> None:
    """A whole try through the API, with -5 points for each turn."""
    own = person.post(f"/api/{address}/start")["deal"]["own"]
    for n in range(turns):
        person.post(f"/api/tries/{own['id']}/moves", {"do": "turn", "n": n})
    person.post(f"/api/tries/{own['id']}/end")


def figure(person: Person, name: str) -> str:
    """A line of the table that says where one stands."""
    return person.page.get_by_role("row", name=re.compile(f"^{name} ")).get_by_role("cell").inner_text()


def start(person: Person) -> None:
    with person.page.expect_websocket(lambda line: "/api/tries/" in line.url):
        person.button("Start").click()
    expect(person.status).to_contain_text("Pile: ")


def end(person: Person) -> None:
    person.button("End game").click()
    person.button("Yes, end it").click()
    expect(person.page.get_by_role("heading", name="You ended the game")).to_be_visible()


def test_a_try_of_the_day_is_played_to_its_end_and_shared_and_is_the_only_one(people: People) -> None:
    anna, bert = people.come(), people.come()
    address = f"days/three/{today(anna)}"
    finish(bert, address, 5)

    anna.go("/")
    anna.page.get_by_role("link", name=re.compile("^Three peaks Not played yet")).click()
    start(anna)
    anna.turn.click()
    expect(anna.status).to_contain_text("Score -5.")
    card = anna.shown().fitting
    if card:
        anna.button(card[0]).click()
        expect(anna.status).to_contain_text("Score 0.")
    end(anna)

    score = 0 if card else -5
    assert figure(anna, "Your points") == str(score)
    assert figure(anna, "Your place") == "1 of 2"
    assert figure(anna, "Median") == "-25"
    expect(anna.page.get_by_text("Ahead of 100 % of the others")).to_be_visible()
    line = anna.page.get_by_label("A line to share").input_value()
    assert line.endswith(f"/day/three/{today(anna)}")
    assert f" · {score} points · " in line
    assert "ahead of 100 %" in line
    assert not re.search(r"\b[A2-9TJQK][SHDC]\b|spades|hearts|diamonds|clubs", line)

    expect(anna.status).to_contain_text("You are number 1 of 2.")
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.button("Copy").click()
    expect(anna.status).to_contain_text("Copied. It tells no card.")
    assert anna.page.evaluate("navigator.clipboard.readText()") == line

    anna.page.reload()
    expect(anna.page.get_by_role("heading", name="You ended the game")).to_be_visible()
    assert figure(anna, "Your place") == "1 of 2"
    expect(anna.button("Start")).to_be_hidden()
    expect(anna.button("End game")).to_be_hidden()


def test_a_try_is_played_by_keyboard_alone_and_goes_on_after_a_reload(people: People) -> None:
    anna = people.come()
    anna.page.goto(f"{anna.base}/day/one/{today(anna)}")
    anna.button("Start").focus()
    anna.page.keyboard.press("Enter")
    expect(anna.status).to_contain_text("Pile: ")
    anna.page.keyboard.press("Space")
    expect(anna.status).to_contain_text("Score -5.")
    anna.page.keyboard.press("j")
    expect(anna.status).to_contain_text("Every free card fits.")
    expect(anna.status).not_to_contain_text("Round")

    anna.go(f"/day/one/{today(anna)}")
    expect(anna.status).to_contain_text("Score -55.")
    anna.page.keyboard.press("Space")
    expect(anna.status).to_contain_text("Score -60.")


def test_a_try_that_is_lost_or_won_by_its_moves_says_so(people: People) -> None:
    anna = people.come()
    address = f"days/one/{today(anna)}"
    made = anna.post(f"/api/{address}/start")
    game, address = made["game"], f"/api/tries/{made['deal']['own']['id']}/moves"
    anna.page.goto(f"{anna.base}/day/one/{today(anna)}")
    expect(anna.status).to_contain_text("Score 0.")
    while not game["ended"]:
        move = game["open"][0]
        body = (
            {"do": "turn"}
            if move == "+"
            else {"do": "joker"}
            if move == "*"
            else {"do": "place", "card": move}
        )
        game = anna.post(address, {**body, "n": game["n"]})["game"]
    title = {"stuck": "No more moves", "completed": "The pyramid is cleared!"}[game["ended"]]
    expect(anna.page.get_by_role("heading", name=title)).to_be_visible()
    assert figure(anna, "Your points") == str(game["score"])


def test_a_finished_deal_is_found_at_its_table_and_tried_by_who_has_not_played_it(people: People) -> None:
    anna, bert, code = people.two_at_a_table()
    for player in (anna, bert):
        player.command(code, "start")
        player.play(code, "+")
        player.command(code, "end")
    carl = people.come()
    carl.go(f"/t/{code}")
    carl.page.get_by_role("link", name="Play this deal: Round 1").click()
    start(carl)
    end(carl)
    assert figure(carl, "Your place") == "1 of 3"

    anna.go(f"/t/{code}")
    anna.page.get_by_role("link", name="Standing: Round 1").click()
    expect(anna.page.get_by_role("heading", name="You know these cards")).to_be_visible()
    assert figure(anna, "Your place").endswith(" of 3")
    expect(anna.button("Start")).to_be_hidden()


def test_the_seed_of_a_day_that_is_over_is_checked_in_the_browser(own_server: Server, people_at) -> None:
    day, seed = int(time.time()) // DAY_S - 1, bytes(range(32))
    own_server.kill()
    own_server.keep_day("one", day, seed)
    own_server.start()
    anna = people_at(own_server.base).come()
    date = time.strftime("%Y-%m-%d", time.gmtime(day * DAY_S))

    anna.page.goto(f"{anna.base}/day/one/{date}")
    expect(anna.page.get_by_role("heading", name="This day is over")).to_be_visible()
    expect(anna.button("Start")).to_be_hidden()
    anna.page.get_by_role("link", name="Check the deal").click()
    expect(anna.page.locator(".check-status")).to_contain_text("All is right")
    expect(anna.page.get_by_text(seal(seed))).to_be_visible()
    anna.page.goto(f"{anna.base}/day/one/{today(anna)}/check")
    expect(anna.page.locator(".check-status")).to_contain_text("The seed stays secret")


@windows
def test_axe_has_no_complaint_of_days_and_tries(people: People, window: dict[str, object]) -> None:
    anna, bert = people.come(reduced_motion="reduce", **window), people.come()
    address = f"one/{today(anna)}"
    finish(bert, f"days/{address}", 1)
    anna.go("/day")
    assert complaints(anna.page) == []
    anna.go(f"/day/{address}/check")
    assert complaints(anna.page) == []
    anna.go(f"/day/{address}")
    expect(anna.button("Start")).to_be_visible()
    assert complaints(anna.page) == []
    start(anna)
    assert complaints(anna.page) == []
    end(anna)
    expect(anna.page.get_by_label("A line to share")).to_be_visible()
    assert complaints(anna.page) == []
    anna.page.goto(f"{anna.base}/day")
    assert complaints(anna.page) == []
