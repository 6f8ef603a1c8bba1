"""State is told by more than colour, and nothing moves where no motion is wanted."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.cards import clearing_line, round_of
from tests.browser.people import People
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def colour_of(place: Locator) -> str:
    return str(place.evaluate("node => getComputedStyle(node).color"))


# E14
@pytest.mark.parametrize(("scheme", "forced"), [("light", "none"), ("dark", "none"), ("dark", "active")])
def test_four_suits_have_four_colours_and_large_indices(people: People, scheme: str, forced: str) -> None:
    anna = people.come(color_scheme=scheme, forced_colors=forced, viewport={"width": 360, "height": 640})
    anna.sit_and_start("three")
    # A card has its edge, also where the browser takes shadows away from all else.
    edge = anna.page.locator("#board .face").first.evaluate("node => getComputedStyle(node).boxShadow")
    assert edge != "none"

    colours = {colour_of(anna.page.locator(f"#board .face[data-suit={suit}]").first) for suit in "SHDC"}
    assert len(colours) == 4
    heights = anna.page.locator("#board .face svg").first.evaluate(
        "node => [...node.querySelectorAll('*')].map((part) => part.getBoundingClientRect().height)"
    )
    # On the smallest phone the index of a card is still as high as a line of text.
    assert max(height for height in heights if height < 50) >= 12


# E14
def test_what_fits_and_what_was_refused_has_a_shape_and_words(people: People) -> None:
    anna = people.come()
    code = anna.sit_and_start()
    anna.button("Options").click()
    anna.button("Show cards that fit").click()
    anna.button("Close").click()
    anna.joker.click()
    anna.wait_for_moves(code, 1)

    free = anna.button(anna.shown().free[0])
    mark = "(node, part) => { const { content, clipPath } = getComputedStyle(node, part); return [content, clipPath]; }"
    content, shape = free.evaluate(mark, "::after")
    assert content != "none"
    assert shape.startswith("polygon")
    covered = next(name for name in anna.shown().cards if ", covered by " in name)
    assert anna.button(covered).evaluate(mark, "::after")[0] == "none"
    expect(anna.status).to_contain_text("Every free card fits.")

    anna.turn.click()
    anna.wait_for_moves(code, 2)
    shown = anna.shown()
    anna.button(next(name for name in shown.free if name not in shown.fitting)).click()
    said = anna.page.locator("#said")
    expect(said).to_contain_text("does not fit")
    assert "✕" in said.evaluate(mark, "::before")[0]


KEEP_MOTION = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const looks = frames.map((frame) => JSON.stringify({ ...frame, offset: undefined }));
    if (new Set(looks).size > 1) window.moved.push(`${this.className}: ${looks}`);
    return animate.call(this, frames, timing);
  };
  for (const kind of ["transitionrun", "animationstart"]) {
    addEventListener(kind, (event) => window.moved.push(`${kind}: ${event.target.className}`), true);
  }
}"""


# E14
def test_nothing_moves_for_who_asked_for_less_motion(people: People, server: Server) -> None:
    anna = people.come(reduced_motion="reduce")
    anna.context.add_init_script(f"({KEEP_MOTION})()")
    code = anna.open()
    line = clearing_line(round_of(server.seed(code), "one"))
    anna.command(code, "start")
    anna.play(code, *line[:-1])
    anna.go(f"/t/{code}")
    anna.wait_for_game()

    anna.control(line[-1]).hover()
    anna.control(line[-1]).click()
    anna.wait_for_moves(code, len(line))
    expect(anna.page.get_by_text("Round 1 cleared!")).to_be_visible()
    anna.turn.hover()
    anna.turn.click()
    anna.wait_for_moves(code, len(line) + 1)
    shown = anna.shown()
    anna.button(next(name for name in shown.free if name not in shown.fitting)).click()
    expect(anna.status).to_contain_text("does not fit")
    anna.joker.click()
    anna.wait_for_moves(code, len(line) + 2)
    anna.button("End game").click()
    anna.button("Yes, end it").click()
    expect(anna.button("Play again")).to_be_visible()

    assert anna.page.evaluate("window.moved") == []


def test_something_moves_for_everybody_else(people: People) -> None:
    anna = people.come()
    anna.context.add_init_script(f"({KEEP_MOTION})()")
    code = anna.sit_and_start()

    anna.turn.click()
    anna.wait_for_moves(code, 1)

    assert anna.page.evaluate("window.moved") != []
