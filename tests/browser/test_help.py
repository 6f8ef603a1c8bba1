"""E4, E15, E16: the help can be played by keyboard and by touch, and the page about fair cards makes a deal."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pyramids import deals
from pyramids.rules import BOARDS
from tests.browser.cards import name_of
from tests.browser.people import People

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
VECTORS = Path(__file__).parents[1] / "vectors/deals.jsonl"
SMALLEST_TARGET_PX = 24
LOWEST_FREE_CARD_PX = 40


def lesson(page: Page, name: str) -> Locator:
    return page.locator(f"#{name} [data-exercise]")


def card(at: Locator, text: str) -> Locator:
    return at.get_by_role("button", name=name_of(text), exact=True)


def focused(page: Page) -> str:
    """The name of what has the focus."""
    name: str = page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()")
    return name


def height(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["height"]


def test_a_lesson_is_done_by_keyboard_alone(people: People) -> None:
    anna = people.come()
    anna.go("/help")
    page, joker = anna.page, lesson(anna.page, "joker")

    card(joker, "7C").focus()
    page.keyboard.press("Enter")
    expect(anna.status).to_have_text("Seven of clubs placed, +5. Score 5. No card fits.")
    page.keyboard.press("j")
    expect(anna.status).to_have_text("Joker played, -50. Score -45. Every free card fits.")
    while focused(page) != name_of("KH"):
        before = focused(page)
        page.keyboard.press("ArrowLeft" if before == name_of("AC") else "ArrowRight")
        assert focused(page) != before
    page.keyboard.press("Enter")
    expect(anna.status).to_contain_text("King of hearts placed, +10. Score -35.")
    while focused(page) != name_of("QD"):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")

    expect(anna.status).to_contain_text("Queen of diamonds placed, +15. Done!")
    assert focused(page) == "Go on"
    page.keyboard.press("Enter")
    expect(page.locator("#sequence")).to_be_focused()


def test_a_lesson_is_done_by_touch_on_a_small_phone(people: People) -> None:
    anna = people.come(**PHONE)
    anna.go("/help")
    turn = lesson(anna.page, "turn")

    for left in (3, 2):
        turn.get_by_role("button", name=f"Turn a card, {left} left").tap()
    expect(anna.status).to_have_text(
        "Ten of hearts turned, -5. Score -10. Fits: nine of spades, jack of diamonds."
    )
    for text in ("9S", "8H"):
        card(turn, text).tap()
    turn.get_by_role("button", name="Turn a card, 1 left").tap()
    card(turn, "JD").tap()

    expect(anna.status).to_contain_text("Jack of diamonds placed, +5. Done!")
    expect(turn.get_by_role("link", name="Go on")).to_be_visible()


def test_the_help_has_no_sideways_scroll_and_no_small_target_on_a_phone(people: People) -> None:
    anna = people.come(**PHONE)

    for path in ("/help", "/fairness"):
        anna.go(path)
        assert anna.page.evaluate("document.documentElement.scrollWidth") == 360, path
        small = anna.page.evaluate(
            """(least) => [...document.querySelectorAll("main button, main .contents a, main label")]
              .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < least)
              .map((one) => one.outerHTML)""",
            SMALLEST_TARGET_PX,
        )
        assert [one for one in small if "field-label" not in one] == [], path


def test_each_lesson_is_whole_in_a_phones_window_upright_and_on_its_side(people: People) -> None:
    """E12."""
    anna = people.come(**PHONE)
    anna.go("/help")

    for width, most in ((360, 640), (640, 360)):
        anna.page.set_viewport_size({"width": width, "height": most})
        for name in ("fits", "ace", "turn", "joker", "sequence", "clear", "duel", "peaks"):
            found = anna.page.locator(f"[data-exercise]:has(#{name}-task)")
            assert height(found) <= most, (name, most)
            lowest = min(height(free) for free in found.locator("button.card:not(.covered)").all())
            assert lowest >= LOWEST_FREE_CARD_PX, (name, most)
        assert anna.page.evaluate("document.documentElement.scrollWidth") == width


def test_a_card_that_stays_says_why_and_shows_what_fits(people: People) -> None:
    anna = people.come()
    anna.go("/help")
    sequence = lesson(anna.page, "sequence")
    expect(sequence.locator(".fits")).to_have_count(0)

    card(sequence, "8S").click()

    expect(anna.status).to_contain_text("Eight of spades does not fit on six of clubs")
    expect(sequence.locator(".fits")).to_have_count(2)
    sequence.get_by_role("button", name="covered by five of hearts").click()
    expect(anna.status).to_contain_text("is covered by five of hearts and seven of diamonds.")
    card(sequence, "7D").click()
    expect(sequence.locator(".fits")).to_have_count(0)


def test_a_lesson_that_is_stuck_says_so_and_begins_again(people: People) -> None:
    anna = people.come()
    anna.go("/help")
    joker = lesson(anna.page, "joker")

    joker.get_by_role("button", name="Joker").click()
    card(joker, "7C").click()
    expect(anna.status).to_contain_text("No free card fits, and nothing is left to turn. Try again.")
    expect(joker.get_by_role("button", name="Try again")).to_be_focused()
    anna.page.keyboard.press("Enter")

    expect(anna.status).to_have_text("From the beginning. Score 0. Fits: seven of clubs.")
    expect(card(joker, "7C")).to_be_visible()
    expect(joker.get_by_role("button", name="Joker")).to_be_enabled()


def test_the_double_click_of_a_mouse_turns_one_card(people: People) -> None:
    """E10."""
    anna = people.come()
    anna.go("/help")
    turn = lesson(anna.page, "turn")

    turn.get_by_role("button", name="Turn a card").dblclick()

    expect(turn.get_by_role("button", name="Turn a card, 2 left")).to_be_visible()


def test_the_duel_of_the_help_shows_the_others_points_at_its_end_and_not_before(people: People) -> None:
    """Rule 5.6."""
    anna = people.come()
    anna.go("/help")
    duel = lesson(anna.page, "duel")

    duel.get_by_role("button", name="Turn a card").click()
    for text in ("9C", "8D", "9H", "TH", "JD"):
        card(duel, text).click()
        expect(duel).not_to_contain_text("110")
    card(duel, "QC").click()

    expect(anna.status).to_contain_text("You have 150 points, the other player 110.")


def test_the_keys_of_the_help_are_found_by_their_own_key(people: People) -> None:
    anna = people.come()
    anna.go("/help")

    anna.page.keyboard.press("?")

    expect(anna.page.locator("#keys")).to_be_focused()
    expect(anna.page.get_by_role("heading", name="Keys", exact=True)).to_be_in_viewport()


def test_space_scrolls_the_help_while_no_lesson_has_the_focus(people: People) -> None:
    anna = people.come()
    anna.go("/help")

    anna.page.keyboard.press(" ")

    anna.page.wait_for_function("scrollY > 0")
    expect(anna.page.locator("#turn").get_by_role("button", name="Turn a card, 3 left")).to_be_attached()


def test_the_page_about_fair_cards_makes_the_seal_and_the_deal_of_a_seed(people: People) -> None:
    anna = people.come()
    vector = next(
        found
        for found in map(json.loads, VECTORS.read_text("utf-8").splitlines())
        if found["board"] == "three" and found["round"] == 1
    )
    anna.go("/fairness")
    page = anna.page
    expect(page.locator("#example-result")).to_be_visible()

    page.get_by_label("Seed", exact=True).fill(vector["seed"].upper())
    page.get_by_label("Three peaks").check()

    expect(page.locator("#example-seal")).to_have_text(vector["seal"])
    expect(page.locator("#example-line")).to_have_text(vector["deal"])
    expect(anna.status).to_contain_text(f"Shuffle number {vector['attempt'] + 1} ")
    made = deals.deal(bytes.fromhex(vector["seed"]), BOARDS["three"], 1)
    for free in made.pyramid[18:]:
        expect(page.get_by_role("img", name=name_of(str(free)), exact=True)).to_be_visible()


def test_what_is_no_seed_is_refused_with_a_reason_at_the_field(people: People) -> None:
    anna = people.come()
    anna.go("/fairness")
    page = anna.page
    expect(page.locator("#example-result")).to_be_visible()

    page.get_by_label("Seed", exact=True).fill("abc")
    anna.button("Make the deal").click()

    expect(page.locator("#example-error")).to_contain_text("64 digits")
    expect(page.get_by_label("Seed", exact=True)).to_be_focused()
    expect(page.locator("#example-result")).to_be_hidden()
    anna.button("Draw a seed").click()
    expect(page.locator("#example-error")).to_be_hidden()
    expect(page.locator("#example-result")).to_be_visible()


def test_the_invitation_to_the_first_lesson_leads_there_and_stays_away_once_sent_away(people: People) -> None:
    anna = people.come()
    anna.go("/")
    anna.page.get_by_role("link", name="Show me how").click()
    expect(card(lesson(anna.page, "fits"), "8S")).to_be_in_viewport()

    anna.go("/")
    anna.button("Not now").click()
    expect(anna.button("Not now")).to_be_hidden()
    expect(anna.button("New Game")).to_be_focused()
    anna.go("/")
    expect(anna.button("New Game")).to_be_visible()
    expect(anna.button("Not now")).to_be_hidden()


# A phone upright and on its side: all of the first lesson is in view, and once it is done nobody is invited to it.
@pytest.mark.parametrize("viewport", [{"width": 360, "height": 640}, {"width": 640, "height": 360}])
def test_a_beginner_is_led_to_the_first_lesson_as_a_whole_and_only_until_it_is_done(
    people: People, viewport: dict[str, int]
) -> None:
    anna = people.come(viewport=viewport)
    anna.go()
    anna.page.get_by_role("link", name="Show me how").click()
    fits = lesson(anna.page, "fits")
    expect(fits.locator(".pile [data-suit]")).to_be_visible()
    box = fits.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= viewport["height"]

    for _ in range(3):
        fits.locator(".fits").click()
    expect(anna.status).to_contain_text("Well done!")
    anna.go()
    expect(anna.button("New Game")).to_be_visible()
    expect(anna.page.get_by_role("link", name="Show me how")).to_be_hidden()


def test_whoever_has_played_is_invited_to_no_lesson(people: People) -> None:
    anna = people.come()
    anna.go("/day")
    anna.page.get_by_role("link", name="One pyramid").first.click()
    anna.button("Start").click()
    expect(anna.status).to_contain_text("The clock is running.")
    anna.go()
    expect(anna.page.get_by_text("You sit at no table now.").last).to_be_visible()
    expect(anna.page.get_by_role("link", name="Show me how")).to_be_hidden()
