"""E12: in every window the table is whole, and what one presses is large enough."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import People, Person

pytestmark = pytest.mark.browser

WINDOWS = [(360, 640), (640, 360), (1440, 900), (768, 1024)]

MEASURE = """() => {
  const box = (node) => {
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const shown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const name = (node) => node.getAttribute("aria-label") ?? node.textContent.trim();
  const isAt = (node, x, y) => document.elementFromPoint(x, y)?.closest("button, a") === node;
  const target = (node) => {
    const place = box(node);
    const { left, right, top, bottom, height } = place;
    const card = node.matches("#board button");
    // A card is pressed in the middle of its upper part, whatever lies on it; anything else in its middle.
    const y = card ? top + height / 4 : (top + bottom) / 2;
    return { name: name(node), ...place, card, hit: isAt(node, (left + right) / 2, y) };
  };
  const scrolls = (node) => {
    const root = node === document.scrollingElement;
    if (!root && !/auto|scroll/.test(getComputedStyle(node).overflow)) return false;
    return node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
  };
  const label = (node) => node.id || node.className || node.tagName;
  return {
    window: { width: innerWidth, height: innerHeight },
    targets: all("button, a[href]").filter((node) => !node.matches(".skip-link")).map(target),
    parts: all(".figure, .seat, #pile, #said").map((node) => ({ name: label(node), ...box(node) })),
    scrolling: [document.scrollingElement, ...all("main, main *")].filter(scrolls).map(label),
  };
}"""


def faults_of(measured: Any) -> list[str]:
    """What is outside the window, too small, or covered."""
    width, height = measured["window"]["width"], measured["window"]["height"]
    faults = [f"{name} scrolls" for name in measured["scrolling"]]
    for part in [*measured["targets"], *measured["parts"]]:
        inside = (
            part["left"] >= -0.5
            and part["top"] >= -0.5
            and part["right"] <= width + 0.5
            and part["bottom"] <= height + 0.5
        )
        if not inside:
            faults.append(f"{part['name']} is outside: {part}")
    for target in measured["targets"]:
        covered = ", covered by " in target["name"]
        if not target["hit"]:
            faults.append(f"{target['name']} is covered: {target}")
        if not covered and min(target["width"], target["height"]) < 24:
            faults.append(f"{target['name']} is small: {target}")
        if target["card"] and not covered and target["height"] < 40:
            faults.append(f"{target['name']} is low: {target}")
    return faults


def resize(person: Person, window: tuple[int, int]) -> None:
    person.page.set_viewport_size({"width": window[0], "height": window[1]})
    # Two frames: the page measures its cards, and draws them.
    person.page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


@pytest.mark.parametrize("board", ["one", "three"])
def test_the_table_in_play_is_whole_in_every_window(people: People, board: str) -> None:
    anna = people.come()
    anna.sit_and_start(board)
    faults = {}

    for mirrored in (False, True):
        for window in WINDOWS:
            resize(anna, window)
            # Alone at a table there are most controls; a refusal is the longest thing that is said.
            for control in ("Invite", "End game", "Leave table", "Options", "Keys and rules"):
                expect(anna.button(control)).to_be_visible()
            shown = anna.shown()
            anna.button(next(name for name in shown.free if name not in shown.fitting)).click()
            expect(anna.status).to_contain_text("does not fit")
            measured = anna.page.evaluate(MEASURE)
            assert sum(target["card"] for target in measured["targets"]) == 28
            if found := faults_of(measured):
                faults[(*window, mirrored)] = found
        if not mirrored:
            anna.button("Options").click()
            anna.button("Mirror the table").click()
            anna.button("Close").click()

    assert faults == {}


@pytest.mark.parametrize("window", WINDOWS)
def test_the_controls_of_a_result_are_in_sight_in_every_window(
    people: People, window: tuple[int, int]
) -> None:
    anna, bert, code = people.two_at_a_table()
    for person in (anna, bert):
        person.command(code, "start")
    resize(anna, window)
    anna.go(f"/t/{code}")
    for person in (anna, bert):
        person.command(code, "end")
    for control in ("Watch opponent", "Play again", "Leave table", "Options", "Keys and rules"):
        expect(anna.button(control)).to_be_in_viewport(ratio=1)
