"""Pages for everybody: axe-core's rules, state told by more than colour, no motion where none is wanted."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.cards import clearing_line, round_of
from tests.browser.people import WINDOW, People, Person
from tests.browser.server import REPO, Server

pytestmark = pytest.mark.browser

AXE = REPO / "node_modules/axe-core/axe.min.js"
RUN_AXE = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const where = ({ target, failureSummary }) => `${target} ${failureSummary}`;
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(where).join(" | ")}`);
}"""
# axe cannot judge words on a gradient. So each gradient becomes the one of its colours that is hardest to read on.
FLAT = """() => {
  const flat = new CSSStyleSheet();
  flat.replaceSync(`
    *, *::before, *::after { background-image: none !important; }
    .table-page main { background-color: color-mix(in srgb, var(--felt) 86%, white) !important; }
    .hero { background-color: var(--felt) !important; }
    .new-game { background-color: var(--gold-button) !important; }
    .knob-main { background-color: #d9ad48 !important; }
    select { background-color: var(--ground) !important; }
  `);
  document.adoptedStyleSheets.push(flat);
}"""


@cache
def axe() -> str:
    assert AXE.exists(), "make types installs axe-core"
    return AXE.read_text("utf-8")


def assert_for_everybody(person: Person) -> None:
    """E16: nothing serious is found on this page as it is now."""
    person.page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    person.page.evaluate(FLAT)
    person.page.evaluate(axe())
    assert person.page.evaluate(RUN_AXE) == []


def lobby(anna: Person, bert: Person) -> None:
    anna.go("/")
    bert.open()
    bert.open(highest_level=3)
    expect(anna.page.locator(".open-table").first).to_be_visible()


def dialog(anna: Person, bert: Person) -> None:
    anna.go("/")
    anna.button("New Game").click()
    expect(anna.page.get_by_role("dialog")).to_be_visible()


def seated(anna: Person, bert: Person) -> str:
    code = anna.open()
    bert.command(code, "join")
    anna.go(f"/t/{code}")
    expect(anna.button("Start")).to_be_visible()
    return code


def in_play(anna: Person, bert: Person) -> str:
    code = seated(anna, bert)
    anna.button("Start").click()
    anna.wait_for_game()
    anna.button("Options").click()
    anna.button("Show cards that fit").click()
    anna.button("Close").click()
    anna.turn.click()
    anna.wait_for_moves(code, 1)
    return code


def asked_to_end(anna: Person, bert: Person) -> None:
    in_play(anna, bert)
    anna.button("End game").click()


def ended(anna: Person, bert: Person) -> str:
    code = in_play(anna, bert)
    anna.command(code, "end")
    expect(anna.button("Play again")).to_be_visible()
    return code


def over(anna: Person, bert: Person) -> str:
    code = ended(anna, bert)
    for command in ("start", "end"):
        bert.command(code, command)
    expect(anna.page.get_by_role("link", name="Check the deals")).to_be_visible()
    return code


def check(anna: Person, bert: Person) -> None:
    code = over(anna, bert)
    anna.go(f"/t/{code}/check")
    expect(anna.status).to_contain_text("All is right")
    anna.page.get_by_text("The cards", exact=True).first.click()


def api(anna: Person, bert: Person) -> None:
    anna.go("/api")


def error(anna: Person, bert: Person) -> None:
    anna.expect_faults("status of 404")
    anna.go("/t/NOSUCH")
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("There is no table with this address.")


STATES: list[Callable[[Person, Person], Any]] = [
    *(lobby, dialog, seated, in_play, asked_to_end, ended, over, check, api, error)
]


# E16
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_axe_finds_nothing_serious_in_light_and_dark(
    people: People, state: Callable[[Person, Person], Any]
) -> None:
    anna, bert = people.come(reduced_motion="reduce"), people.come()

    state(anna, bert)

    for scheme, width in (("light", WINDOW["width"]), ("dark", 360)):
        anna.page.set_viewport_size({"width": width, "height": 640})
        anna.page.emulate_media(color_scheme=scheme)
        assert_for_everybody(anna)


def colour_of(place: Locator) -> str:
    return str(place.evaluate("node => getComputedStyle(node).color"))


# E14
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_four_suits_have_four_colours_and_large_indices(people: People, scheme: str) -> None:
    anna = people.come(color_scheme=scheme, viewport={"width": 360, "height": 640})
    anna.sit_and_start("three")

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
