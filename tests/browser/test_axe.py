"""axe-core finds nothing to complain of in any page, dark or light, on a phone or a desktop."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import People

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
RUN = "axe.run(document, { resultTypes: ['violations'] })"

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
    # A script that the page loads would be against its Content-Security-Policy; an evaluated one is not.
    page.evaluate(f"{AXE.read_text('utf-8')};0")
    found = page.evaluate(RUN)["violations"]
    return [f"{fault['id']}: {[node['target'] for node in fault['nodes']]}" for fault in found]


# E14, E16
@windows
def test_axe_has_no_complaint_of_the_pages_around_a_table(people: People, window: dict[str, object]) -> None:
    anna, ben = people.come(**window), people.come(**window)
    ben.open("three")
    for path in ("/", "/check", "/api"):
        anna.go(path)
        assert complaints(anna.page) == [], path
    anna.expect_faults("404")
    anna.page.goto(anna.base + "/nothing")
    assert complaints(anna.page) == []
    anna.go("/")
    anna.button("New Game").click()
    expect(anna.button("Open table")).to_be_visible()
    assert complaints(anna.page) == []


# E14, E16
@windows
def test_axe_has_no_complaint_of_a_table_from_its_opening_to_its_result(
    people: People, window: dict[str, object]
) -> None:
    anna, ben, code = people.two_at_a_table(**window)
    anna.go(f"/t/{code}")
    expect(anna.button("Start")).to_be_visible()
    assert complaints(anna.page) == []
    anna.button("Start").click()
    anna.wait_for_game()
    assert complaints(anna.page) == []
    anna.button("End game").click()
    expect(anna.button("Yes, end it")).to_be_visible()
    assert complaints(anna.page) == []
    anna.button("Yes, end it").click()
    expect(anna.button("Play again")).to_be_visible()
    assert complaints(anna.page) == []
    ben.command(code, "start")
    ben.command(code, "end")
    expect(anna.page.get_by_text("Draw").or_(anna.page.get_by_text("won")).first).to_be_visible()
    assert complaints(anna.page) == []
