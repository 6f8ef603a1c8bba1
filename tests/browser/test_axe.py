"""E14, E16: axe-core finds nothing to complain of in any page, dark or light, on a phone or a desktop."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import People, Person
from tests.browser.server import REPO

pytestmark = pytest.mark.browser

AXE = REPO / "node_modules/axe-core/axe.min.js"
# Points that rise for a second have an outline, which axe takes for their colour; the status says them too.
RUN = """async () => {
  const { violations } = await axe.run({ exclude: ["#flights"] }, { resultTypes: ["violations"] });
  const where = ({ target, failureSummary }) => `${target} ${failureSummary}`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(where).join(" | ")}`);
}"""
# axe cannot judge words on a gradient. So each gradient becomes the one of its colours that is hardest to read on.
FLATTEN = """() => {
  if (document.adoptedStyleSheets.length) return;
  const flat = new CSSStyleSheet();
  flat.replaceSync(`
    *, *::before, *::after { background-image: none !important; }
    .table-page main { background-color: color-mix(in srgb, var(--felt) 86%, white) !important; }
    .hero, .lesson, .example-felt { background-color: var(--felt) !important; }
    .new-game { background-color: var(--gold-button) !important; }
    .knob-main { background-color: #d9ad48 !important; }
    select:not(.knob) { background-color: var(--ground) !important; }
  `);
  document.adoptedStyleSheets.push(flat);
}"""

windows = pytest.mark.parametrize(
    "window",
    [
        {"viewport": {"width": 360, "height": 640}, "color_scheme": "dark"},
        {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
    ],
    ids=["phone, dark", "desktop, light"],
)


def complaints(page: Page) -> list[str]:
    """What axe-core says of the page as it is now: its rule and the elements, one line each."""
    page.evaluate(FLATTEN)
    # A script that the page loads would be against its Content-Security-Policy; an evaluated one is not.
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(f"{AXE.read_text('utf-8')};0")
    found: list[str] = page.evaluate(RUN)
    return found


def open_dialog(person: Person, button: str) -> None:
    person.button(button).click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


@windows
def test_axe_has_no_complaint_of_the_pages_around_a_table(people: People, window: dict[str, object]) -> None:
    anna, bert = people.come(reduced_motion="reduce", **window), people.come()
    bert.open("three")
    bert.open(highest_level=3)
    own = anna.open()

    anna.expect_faults("status of 404")
    for path in (f"/t/{own}/check", "/api", "/nowhere", "/t/NOSUCH", "/"):
        anna.go(path)
        assert complaints(anna.page) == [], path
    open_dialog(anna, "New Game")
    assert complaints(anna.page) == []
    anna.button("Cancel").click()
    open_dialog(anna, f"{anna.name} (change it)")
    assert complaints(anna.page) == []


@windows
def test_axe_has_no_complaint_of_an_account_and_the_way_in(people: People, window: dict[str, object]) -> None:
    anna = people.come(reduced_motion="reduce", **window)
    anna.expect_faults("status of 422")
    page = anna.page
    anna.go("/account")
    assert complaints(page) == []
    open_dialog(anna, "Log in")
    assert complaints(page) == []
    anna.button("I have no account yet").click()
    page.get_by_label("Name", exact=True).fill(f"Anna_{window['color_scheme']}_axe")
    page.get_by_label("Password", exact=True).fill("short")
    page.keyboard.press("Enter")
    expect(page.locator("#account-password-error")).to_be_visible()
    assert complaints(page) == []
    page.get_by_label("Password", exact=True).fill("a long way round")
    page.keyboard.press("Enter")
    expect(anna.button("Log out")).to_be_visible()
    assert complaints(page) == []
    open_dialog(anna, "Delete the account")
    assert complaints(page) == []


@windows
def test_axe_has_no_complaint_of_a_members_page_and_of_the_leaderboards(
    people: People, window: dict[str, object]
) -> None:
    anna, bert = people.come(), people.come(reduced_motion="reduce", **window)
    name = f"Anna_{window['color_scheme']}_{anna.name[-5:]}"
    anna.post("/api/signup", {"name": name, "password": "a long way round"})
    bert.expect_faults("status of 404")
    for path in (f"/p/{name}", "/p/Nobody", "/leaders"):
        bert.go(path)
        assert complaints(bert.page) == [], path
    for loser in (anna, bert):
        code = anna.open()
        bert.command(code, "join")
        for person in (anna, bert):
            person.command(code, "start")
        loser.play(code, "+")
        for person in (anna, bert):
            person.command(code, "end")
    bert.go(f"/p/{name}")
    bert.page.get_by_text("As a table").first.click()
    bert.page.locator(".dot").last.focus()
    assert complaints(bert.page) == []


@windows
def test_axe_has_no_complaint_of_the_help_and_of_fair_cards(
    people: People, window: dict[str, object]
) -> None:
    anna = people.come(reduced_motion="reduce", **window)
    page = anna.page
    anna.go("/help")
    page.locator("#fits").get_by_role("button", name="Eight of spades", exact=True).click()
    page.locator("#turn").get_by_role("button", name="Nine of spades", exact=True).click()
    for card in ("Five of clubs", "Six of hearts", "Seven of diamonds"):
        page.locator("#clear").get_by_role("button", name=card, exact=True).click()
    assert complaints(page) == []

    anna.go("/fairness")
    expect(page.locator("#example-result")).to_be_visible()
    assert complaints(page) == []
    page.get_by_label("Seed", exact=True).fill("no seed")
    anna.button("Make the deal").click()
    expect(page.locator("#example-error")).to_be_visible()
    assert complaints(page) == []


@windows
def test_axe_has_no_complaint_of_a_table_from_its_opening_to_its_result(
    people: People, window: dict[str, object]
) -> None:
    anna, bert, code = people.two_at_a_table(reduced_motion="reduce", **window)
    page = anna.page
    anna.go(f"/t/{code}")
    expect(anna.button("Start")).to_be_visible()
    assert complaints(page) == []

    anna.button("Start").click()
    anna.wait_for_game()
    open_dialog(anna, "Options")
    assert complaints(page) == []
    anna.button("Show cards that fit").click()
    anna.button("Close").click()
    anna.joker.click()
    anna.wait_for_moves(code, 1)
    assert complaints(page) == []
    open_dialog(anna, "Keys and rules")
    assert complaints(page) == []
    anna.button("Close").click()

    open_dialog(anna, "End game")
    assert complaints(page) == []
    anna.button("Yes, end it").click()
    expect(anna.button("Play again")).to_be_visible()
    assert complaints(page) == []

    bert.command(code, "start")
    anna.button("Watch opponent").click()
    expect(page.get_by_role("heading", name=f"You are watching {bert.name}")).to_be_visible()
    assert complaints(page) == []
    bert.command(code, "end")
    expect(page.get_by_role("link", name="Check the deals")).to_be_visible()
    assert complaints(page) == []

    anna.go(f"/t/{code}/replay?seat=0&n=1")
    expect(page.get_by_role("button", name="Joker -50")).to_have_attribute("aria-current", "true")
    assert complaints(page) == []

    anna.go(f"/t/{code}/check")
    expect(anna.status).to_contain_text("All is right")
    page.get_by_text("The cards", exact=True).first.click()
    assert complaints(page) == []
