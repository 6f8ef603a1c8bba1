"""Nothing that a script writes into a page is a word that no catalogue has (E55): a duel in an invented language."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import People, Person
from tests.web.brackets import LANGUAGE, in_brackets, invented_language, plain_words
from tests.web.serving import serve

pytestmark = pytest.mark.browser

# All that a page says now: texts, and the attributes that are shown or read out.
SAID = """() => {
  const silent = "script, style, template, code, pre, kbd, [translate=no], .mono, [hreflang], svg[aria-hidden=true]";
  const said = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) said.push(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(silent)) return;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) said.push(node.getAttribute(name) ?? "");
    node.childNodes.forEach(walk);
  };
  walk(document.body);
  return [document.title, ...said];
}"""


@pytest.fixture
def people(chromium: Browser, tmp_path: Path) -> Iterator[People]:
    folders = tmp_path / "words", tmp_path / "data"
    for folder in folders:
        folder.mkdir()
    with invented_language(folders[0]), serve(folders[1]) as served:
        crowd = People(chromium, served.base)
        yield crowd
        crowd.go_home()


def path(text: str = "") -> str:
    return f"/{LANGUAGE}{text}"


def assert_no_plain_word(person: Person) -> None:
    said = person.page.evaluate(SAID)
    assert plain_words("\n".join(said)) == []


def press(person: Person, name: str) -> None:
    person.page.get_by_role("button", name=in_brackets(name), exact=True).click()


def test_a_duel_in_an_invented_language_has_no_plain_word(people: People) -> None:
    anna, bert = people.come(), people.come()
    anna.go(path())
    press(anna, "New Game")
    assert_no_plain_word(anna)
    code = anna.open("three")
    bert.go(path())
    expect(bert.page.locator(f"#table-{code}")).to_be_visible()
    assert_no_plain_word(bert)
    for person in (anna, bert):
        person.go(path(f"/t/{code}"))
    expect(anna.page.locator("#panel h2")).to_be_visible()
    assert_no_plain_word(anna)
    press(anna, "Invite")
    assert_no_plain_word(anna)
    anna.page.keyboard.press("Escape")
    press(bert, "Join this table")
    expect(anna.page.locator("#seats li")).to_have_count(2)
    for person in (anna, bert):
        press(person, "Start")
        expect(person.page.locator("#board button").first).to_be_visible()
        assert_no_plain_word(person)
    for move in ("+", "*"):
        bert.play(code, move)
        expect(bert.page.get_by_role("status")).to_contain_text(str(bert.game(code)["score"]))
        assert_no_plain_word(bert)
    card = next(move for move in bert.game(code)["open"] if move not in "+*")
    bert.play(code, card)
    bert.page.locator("#board button[aria-label*='covered']").first.click(force=True)
    bert.page.wait_for_timeout(300)
    assert_no_plain_word(bert)
    anna.command(code, "end")
    expect(anna.page.locator("#again")).to_be_visible()
    assert_no_plain_word(anna)
    press(anna, "Watch opponent")
    bert.play(code, "+")
    anna.page.wait_for_timeout(500)
    assert_no_plain_word(anna)
    bert.command(code, "end")
    expect(anna.page.locator("#panel table")).to_be_visible()
    for person in (anna, bert):
        assert_no_plain_word(person)
    for address in (
        f"/t/{code}/replay",
        f"/t/{code}/check",
        "/help",
        "/fairness",
        "/account",
        f"/d/{code}/1",
        "/day",
    ):
        anna.go(path(address))
        anna.page.wait_for_timeout(700)
        assert_no_plain_word(anna)


def test_a_duel_with_the_computer_has_no_plain_word(people: People) -> None:
    anna = people.come()
    settings = {"board": "three", "minutes": 3, "highest_level": 10, "opponent": "computer"}
    code = anna.post("/api/tables", settings)["code"]
    anna.go(path(f"/t/{code}"))
    expect(anna.page.locator("#seats li")).to_have_count(2)
    assert_no_plain_word(anna)
    anna.command(code, "start")
    anna.command(code, "end")
    expect(anna.page.locator("#again")).to_be_visible()
    assert_no_plain_word(anna)


def test_a_try_has_no_plain_word(people: People) -> None:
    anna = people.come()
    anna.go(path("/day"))
    assert_no_plain_word(anna)
    anna.page.locator("main a[href*='/day/one/']").first.click()
    press(anna, "Start")
    expect(anna.page.locator("#board button").first).to_be_visible()
    assert_no_plain_word(anna)
    press(anna, "End game")
    assert_no_plain_word(anna)
    press(anna, "Yes, end it")
    anna.page.wait_for_timeout(700)
    assert_no_plain_word(anna)


def test_what_is_wrong_is_said_without_a_plain_word(people: People) -> None:
    anna = people.come()
    anna.expect_faults("401|422|409")
    anna.go(path())
    for name, button in (("Log in", "Log in"), ("Sign up", "Sign up")):
        anna.page.get_by_role("button", name=in_brackets(name), exact=True).first.click()
        form = anna.page.get_by_role("dialog")
        form.get_by_label(in_brackets("Name"), exact=True).fill("Otto")
        form.get_by_label(in_brackets("Password"), exact=True).fill("short")
        form.get_by_role("button", name=in_brackets(button), exact=True).click()
        anna.page.wait_for_timeout(600)
        assert_no_plain_word(anna)
        anna.page.keyboard.press("Escape")
