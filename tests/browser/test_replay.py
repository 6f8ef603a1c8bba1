"""Looking back: every move by keyboard, slider, ledger and address; both games by one clock. E2, E5, E15, E16"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from pyramids.rules import notation
from tests.browser.cards import clearing_line, name_of, round_of, within
from tests.browser.people import People, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser

SOME = ["+", "+", "*", "+", "+", "+", "+", "+"]
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def played(people: People, moves: list[str] = SOME, **options: object) -> tuple[Person, Person, str]:
    """A table that is over: Anna has made these moves, and Bert three."""
    anna, bert, code = people.two_at_a_table(**options)
    play_out(anna, code, moves)
    play_out(bert, code, ["+", "*", "+"])
    return anna, bert, code


def cleared(people: People, server: Server) -> tuple[Person, str]:
    """A table that is over: Anna has cleared a round and turned a card of the next; Bert has made no move."""
    anna, bert, code = people.two_at_a_table()
    play_out(anna, code, [*clearing_line(round_of(server.seed(code), "one")), "+"])
    play_out(bert, code, [])
    return anna, code


def play_out(person: Person, code: str, moves: list[str]) -> None:
    person.command(code, "start")
    for move in moves:
        person.play(code, move)
    person.command(code, "end")


def look_back(person: Person, code: str, query: str = "") -> Page:
    person.go(f"/t/{code}/replay{query}")
    expect(person.page.get_by_role("slider", name="Move")).to_be_visible()
    return person.page


def at(page: Page, n: int) -> None:
    """Wait until the page stands at a move, also in its address."""
    expect(page.get_by_role("slider", name="Move")).to_have_value(str(n))
    page.wait_for_url(re.compile(rf"[?&]n={n}$"))


def game(page: Page, name: str) -> Locator:
    """The part of the page that shows somebody's game."""
    return page.get_by_role("region", name=name, exact=True)


def whose(page: Page, person: Person) -> Locator:
    """The button that has a player's moves stepped through, with the points so far."""
    return page.get_by_role("group", name="Whose moves").get_by_role("button").filter(has_text=person.name)


def shows(page: Page, person: Person, view: dict[str, object]) -> None:
    """Wait until a player's game is shown as this view has it."""
    pile = str(view["pile"])
    part = game(page, person.name)
    expect(part.get_by_role("img", name=f"Pile: {'Joker' if pile == '*' else within(pile)}")).to_be_visible()
    expect(part.get_by_role("button", name=f"Turn a card, {view['fan']} left")).to_be_visible()
    expect(whose(page, person)).to_contain_text(f"{view['score']} point")


def test_a_game_is_looked_back_at_by_keyboard_alone(people: People) -> None:
    anna, _, code = played(people)
    views = anna.get(f"/api/tables/{code}/games/0")["views"]
    last = len(views) - 1
    page = look_back(anna, code)
    expect(whose(page, anna)).to_have_attribute("aria-pressed", "true")

    for n in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        shows(page, anna, views[n])
        expect(anna.status).to_contain_text(f"Move {n}. ")
        expect(anna.status).to_contain_text(f"Score {views[n]['score']}.")
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    shows(page, anna, views[2])
    page.keyboard.press("End")
    at(page, last)
    shows(page, anna, views[-1])
    expect(anna.status).to_contain_text("End of the game: ended by the player.")
    page.keyboard.press("ArrowRight")
    at(page, last)
    page.keyboard.press("Home")
    at(page, 0)
    shows(page, anna, views[0])
    expect(anna.status).to_contain_text("Before the first move.")


def test_space_plays_both_games_to_their_end_by_one_clock_and_pauses(people: People) -> None:
    anna, bert, code = played(people)
    last = len(anna.get(f"/api/tables/{code}/games/0")["views"]) - 1
    page = look_back(anna, code)

    page.keyboard.press(" ")
    expect(anna.button("Pause")).to_be_visible()
    anna.button("Pause").click()
    expect(anna.button("Play")).to_be_visible()
    page.get_by_role("combobox", name="Speed").select_option("8×")
    anna.button("Play").click()

    at(page, last)
    expect(anna.button("Play")).to_be_visible()
    for person in (anna, bert):
        expect(game(page, person.name).get_by_text("ended by the player")).to_be_visible()
    # Bert's last card is that of the end, though his game was the shorter one.
    shows(page, bert, anna.get(f"/api/tables/{code}/games/1")["views"][-1])
    # Only steps are said: at this speed nobody could listen.
    expect(anna.status).to_have_text("")


def test_the_other_game_is_shown_as_it_was_at_the_same_time(people: People) -> None:
    anna, bert, code = played(people)
    mine, other = (anna.get(f"/api/tables/{code}/games/{seat}") for seat in (0, 1))
    page = look_back(anna, code)
    n = 4

    for _ in range(n):
        page.keyboard.press("ArrowRight")

    at(page, n)
    then = sum(at_ms <= mine["at_ms"][n] for at_ms in other["at_ms"]) - 1
    shows(page, anna, mine["views"][n])
    shows(page, bert, other["views"][then])


def test_the_slider_and_the_rounds_lead_to_any_move(people: People, server: Server) -> None:
    anna, code = cleared(people, server)
    views = anna.get(f"/api/tables/{code}/games/0")["views"]
    second = next(view["n"] for view in views if view["round"] == 2)
    page = look_back(anna, code)
    slider = page.get_by_role("slider", name="Move")

    slider.fill("5")
    at(page, 5)
    shows(page, anna, views[5])
    expect(slider).to_have_attribute("aria-valuetext", f"Move 5 of {len(views) - 1}")
    slider.press("ArrowRight")
    at(page, 6)
    anna.button("Round 2").click()
    at(page, second)
    shows(page, anna, views[second])
    expect(anna.button("Round 2")).to_have_attribute("aria-current", "true")
    anna.button("Round 1").click()
    at(page, 0)


def test_the_ledger_sums_to_the_score_and_a_line_of_it_shows_its_position(
    people: People, server: Server
) -> None:  # E2, E5
    anna, code = cleared(people, server)
    replay = anna.get(f"/api/tables/{code}/games/0")
    page = look_back(anna, code)
    ledger = page.get_by_role("region", name=f"Points of {anna.name}")
    lines = ledger.get_by_role("listitem")

    shown = [int(text) for text in ledger.locator("li b").all_text_contents()]
    assert shown == [line["points"] for line in replay["ledger"]]
    assert sum(shown) == replay["views"][-1]["score"]
    expect(ledger.get_by_text(f"Total {sum(shown)}")).to_be_visible()
    expect(ledger.get_by_role("heading", level=3)).to_have_text(
        [f"Round {n} {view['score']}" for n, view in enumerate(replay["views"][-1]["rounds"], 1)]
    )

    clearing = next(at for at, line in enumerate(replay["ledger"]) if line["why"] == "clear")
    lines.nth(clearing).get_by_role("button", name="Pyramid cleared +50").click()
    at(page, replay["ledger"][clearing]["n"])
    shows(page, anna, replay["views"][replay["ledger"][clearing]["n"]])
    # The clearing card and the clearing are one move.
    expect(ledger.locator("[aria-current=true]")).to_have_count(2)
    page.keyboard.press("ArrowUp")
    at(page, replay["ledger"][clearing]["n"] - 1)
    expect(ledger.locator("[aria-current=true]")).to_be_focused()
    expect(ledger.locator("[aria-current=true]")).to_be_in_viewport()


def test_the_current_line_of_the_ledger_is_kept_in_view(people: People, server: Server) -> None:
    anna, code = cleared(people, server)
    page = look_back(anna, code)
    current = page.locator("#ledger [aria-current=true]")

    page.keyboard.press("End")
    expect(current.last).to_be_in_viewport()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(current).to_be_in_viewport()


def test_an_address_leads_to_its_move_also_after_reloading_and_going_back(people: People) -> None:
    anna, bert, code = played(people)
    views = anna.get(f"/api/tables/{code}/games/1")["views"]
    page = look_back(anna, code, "?seat=1&n=1")
    shows(page, bert, views[1])

    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.reload()
    at(page, 2)
    shows(page, bert, views[2])
    page.get_by_role("link", name="To the table").click()
    page.wait_for_url(re.compile(rf"/t/{code}$"))
    page.go_back()
    at(page, 2)
    shows(page, bert, views[2])


@pytest.mark.parametrize("query", ["?seat=7&n=3", "?n=x", "?seat=0&n=-1", "?seat=&n="])
def test_an_address_that_names_no_move_leads_to_the_beginning(people: People, query: str) -> None:
    anna, _, code = played(people)
    at(look_back(anna, code, query), 0)


def test_the_address_of_a_move_is_copied(people: People) -> None:
    anna, _, code = played(people, permissions=["clipboard-read", "clipboard-write"])
    page = look_back(anna, code, "?seat=0&n=3")

    anna.button("Copy the address of this move").click()

    expect(anna.status).to_have_text("The address of this move is copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"/t/{code}/replay?seat=0&n=3")


def test_a_phone_shows_one_game_and_switches_to_the_other_at_the_same_time(people: People) -> None:
    anna, bert, code = played(people, **PHONE)
    page = look_back(anna, code)
    page.get_by_role("slider", name="Move").fill("1")
    expect(game(page, anna.name)).to_be_visible()
    expect(game(page, bert.name)).to_be_hidden()

    whose(page, bert).tap()
    expect(game(page, bert.name)).to_be_visible()
    expect(game(page, anna.name)).to_be_hidden()
    expect(page.get_by_role("region", name=f"Points of {bert.name}")).to_be_visible()
    page.get_by_role("button", name="Joker -50").tap()
    page.wait_for_url(re.compile(r"\?seat=1&n=2$"))
    shows(page, bert, anna.get(f"/api/tables/{code}/games/1")["views"][2])
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_records_and_the_table_are_downloaded_when_it_is_over(people: People) -> None:
    anna, bert, code = played(people)
    page = look_back(anna, code)

    with page.expect_download() as download:
        page.get_by_role("link", name=f"Download the record of {bert.name}").click()
    record = download.value.path().read_bytes()
    assert notation.parse(record).moves_made == 3
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the table").click()
    assert download.value.suggested_filename == f"pyramids-{code}.json"


def test_of_a_running_table_only_what_one_may_see_is_shown(people: People) -> None:  # Rule 5.6
    anna, bert, code = people.two_at_a_table()
    for person in (anna, bert):
        person.command(code, "start")
        person.play(code, "+")
    page = look_back(anna, code, "?seat=1&n=1")

    at(page, 0)
    expect(game(page, anna.name)).to_be_visible()
    expect(page.get_by_role("main").get_by_text(bert.name)).to_have_count(0)
    expect(page.get_by_role("link", name="Download")).to_have_count(0)
    carla = people.come()
    carla.go(f"/t/{code}/replay")
    expect(carla.page.get_by_role("heading", name="Nothing to look back at yet")).to_be_visible()
    expect(carla.page.get_by_role("slider")).to_have_count(0)


def test_the_table_leads_to_its_replay_while_watching_and_from_its_result(people: People) -> None:
    anna, bert, code = people.two_at_a_table()
    for person in (anna, bert):
        person.command(code, "start")
    card = next(free for free in reversed(anna.game(code)["cards"]))
    anna.command(code, "end")
    anna.go(f"/t/{code}")
    anna.button("Watch opponent").click()
    expect(anna.page.get_by_role("link", name="Look back")).to_be_visible()
    bert.command(code, "end")

    expect(anna.page.get_by_role("link", name="Check the deals")).to_be_visible()
    anna.page.get_by_role("link", name="Look back").click()
    expect(game(anna.page, bert.name).get_by_role("img", name=name_of(card), exact=True)).to_be_visible()
    expect(anna.page.get_by_text("No move was made.")).to_be_visible()


def test_nothing_flies_in_a_replay_where_nothing_shall_move(people: People) -> None:  # E14
    anna, _, code = played(people, reduced_motion="reduce")
    views = anna.get(f"/api/tables/{code}/games/0")["views"]
    page = look_back(anna, code)
    page.evaluate(
        """() => {
          window.flown = 0;
          new MutationObserver((changes) => {
            for (const { addedNodes } of changes)
              for (const node of addedNodes) if (node.classList.contains("flyer")) window.flown += 1;
          }).observe(document.querySelector("#flights"), { childList: true });
        }"""
    )

    for n in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        shows(page, anna, views[n])

    assert page.evaluate("window.flown") == 0
