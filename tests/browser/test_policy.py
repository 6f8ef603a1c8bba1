"""The Content-Security-Policy, and the watch that every test of this folder keeps on consoles."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import People

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "smuggled",
    [
        "Object.assign(document.createElement('script'), { textContent: 'window.smuggled = true' })",
        "Object.assign(document.createElement('style'), { textContent: 'body { opacity: 0 }' })",
    ],
    ids=["script", "style"],
)
def test_what_stands_inside_a_page_is_refused_and_noticed(people: People, smuggled: str) -> None:
    anna = people.come()
    anna.go("/")

    anna.page.evaluate(f"() => void document.head.append({smuggled})")

    assert anna.page.evaluate("window.smuggled") is None
    expect(anna.page.locator("body")).to_have_css("opacity", "1")
    assert any("Content Security Policy" in fault for fault in anna.unexpected())
    anna.expect_faults("Content Security Policy")


def test_an_error_in_a_script_is_noticed(people: People) -> None:
    anna = people.come()
    anna.go("/")

    with anna.page.expect_event("pageerror"):
        anna.page.evaluate("() => void setTimeout(() => { throw new Error('noticed') })")

    assert any("noticed" in fault for fault in anna.unexpected())
    anna.expect_faults("noticed")
