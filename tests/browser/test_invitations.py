"""Inviting, blocking, and being told while one looks elsewhere (E42, E43)."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import People, Person

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 640}

# A page that a test can let be out of sight, and that counts what would sound and notify.
WATCHED = """
window.out = { hidden: false, sounds: 0, asked: 0, notified: [] };
Object.defineProperty(document, "hidden", { get: () => window.out.hidden });
window.show = (shown) => {
  window.out.hidden = !shown;
  document.dispatchEvent(new Event("visibilitychange"));
};
const Audio = window.AudioContext;
window.AudioContext = class extends Audio { constructor() { super(); window.out.sounds += 1; } };
window.Notification = class {
  constructor(_title, { body }) { window.out.notified.push(body); }
  static permission = "default";
  static async requestPermission() { window.out.asked += 1; return (Notification.permission = "granted"); }
};
"""


def watched(people: People) -> Person:
    """Somebody in the lobby, at a page that a test can let be out of sight."""
    person = people.come()
    person.page.add_init_script(WATCHED)
    person.go()
    return person


def invitations(person: Person) -> Locator:
    return person.page.get_by_role("listitem").filter(has_text="invites you to a game")


def invite(anna: Person, code: str, bert: Person) -> None:
    """Invite somebody who is on line, through the API."""
    anna.post(f"/api/tables/{code}/invitations", {"name": bert.name})


def block(person: Person, name: str) -> None:
    """Press the button and say yes."""
    person.button(f"Block {name}").click()
    expect(person.page.get_by_role("heading", name=f"Block {name}?")).to_be_visible()
    person.button("Yes, block").click()
    expect(person.page.get_by_role("heading", name=f"Block {name}?")).to_be_hidden()


def test_somebody_on_line_is_invited_from_the_list_and_joins(people: People) -> None:
    anna, bert = people.come(), people.come()
    code = anna.open("three", highest_level=6)
    bert.go("/api")
    anna.go(f"/t/{code}")

    anna.button("Invite").click()
    anna.page.get_by_label("Player", exact=True).fill(bert.name)
    expect(anna.page.locator(".candidate")).to_have_count(1)
    anna.button(f"Invite {bert.name}").click()
    expect(anna.button(f"Invited {bert.name}")).to_be_focused()
    expect(anna.page.locator("#invite-said")).to_have_text(f"{bert.name} is invited.")

    invitation = invitations(bert)
    expect(invitation).to_contain_text(f"{anna.name} invites you to a game")
    expect(invitation).to_contain_text("level 5, Three peaks, 10 minutes a round, for level 6 and below")
    bert.button(f"Join {anna.name}").click()
    expect(bert.page).to_have_url(f"{bert.base}/t/{code}")
    expect(bert.page.get_by_role("heading", name=f"You play against {anna.name}")).to_be_visible()
    expect(bert.page.get_by_role("button", name="Invitations")).to_have_count(0)


def test_whoever_could_not_join_is_listed_with_the_reason(people: People) -> None:
    anna, bert = people.come(), people.come()
    code = anna.open(highest_level=4)
    bert.go()
    anna.go(f"/t/{code}")
    anna.button("Invite").click()
    anna.page.get_by_label("Player", exact=True).fill(bert.name)
    expect(anna.page.locator(".candidate").filter(has_text=bert.name)).to_contain_text(
        "Their level is too high for this table."
    )
    anna.button(f"Invite {bert.name}").click()
    expect(invitations(bert)).to_contain_text("Your level is higher than this table's opener asked for.")
    expect(bert.button(f"Join {anna.name}")).to_have_count(0)


def test_a_name_that_nobody_has_is_refused_in_words(people: People) -> None:
    anna = people.come()
    anna.expect_faults("status of 404")
    anna.go(f"/t/{anna.open()}")
    anna.button("Invite").click()
    anna.page.get_by_label("Player", exact=True).fill("Nobody")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_text("There is no such player, or they are not on line.")).to_be_visible()
    expect(anna.page.get_by_label("Player", exact=True)).to_be_focused()
    anna.page.get_by_label("Player", exact=True).fill("")
    expect(anna.page.get_by_label("Player", exact=True)).to_have_attribute("aria-invalid", "false")
    expect(anna.page.get_by_text("There is no such player, or they are not on line.")).to_be_hidden()


def test_the_dialog_has_the_address_as_a_qr_code(people: People) -> None:
    anna = people.come()
    anna.go(f"/t/{anna.open()}")
    anna.button("Invite").click()
    picture = anna.page.get_by_role("img", name="QR code of this table’s address")
    expect(picture).to_be_visible()
    anna.page.wait_for_function("() => document.querySelector('.qr').naturalWidth > 50")


def test_not_now_takes_the_invitation_away_for_good(people: People) -> None:
    anna, bert = people.come(), people.come()
    code = anna.open()
    bert.go()
    invite(anna, code, bert)
    bert.button(f"Not now to {anna.name}").click()
    expect(invitations(bert)).to_have_count(0)
    invite(anna, code, bert)
    bert.go("/api")
    expect(invitations(bert)).to_have_count(0)


def test_an_invitation_goes_from_an_open_page_when_somebody_takes_the_seat(people: People) -> None:
    anna, bert, cara = people.come(), people.come(), people.come()
    code = anna.open()
    bert.go()
    invite(anna, code, bert)
    expect(invitations(bert)).to_have_count(1)
    cara.command(code, "join")
    expect(invitations(bert)).to_have_count(0)


def test_an_invitation_covers_no_card_and_takes_no_focus_while_one_plays(people: People) -> None:
    anna, bert = people.come(), people.come(viewport=PHONE)
    bert.sit_and_start()
    bert.turn.focus()
    before = [card.bounding_box() for card in bert.page.locator("#board .card:not(.probe)").all()]
    invite(anna, anna.open(), bert)

    opens = bert.button("Invitations 1")
    expect(opens).to_be_visible()
    expect(bert.turn).to_be_focused()
    expect(bert.status).to_contain_text(f"{anna.name} invites you to a game.")
    assert [card.bounding_box() for card in bert.page.locator("#board .card:not(.probe)").all()] == before
    expect(invitations(bert)).to_be_hidden()
    opens.click()
    expect(bert.button(f"Join {anna.name}")).to_be_visible()


def test_whoever_invites_is_blocked_from_the_invitation_and_unblocked(people: People) -> None:
    anna, bert = people.come(), people.come()
    code = anna.open()
    bert.go()
    invite(anna, code, bert)
    block(bert, anna.name)

    expect(invitations(bert)).to_have_count(0)
    expect(bert.page.locator(f"#table-{code}")).to_contain_text("do not play with each other")
    anna.go(f"/t/{code}")
    anna.button("Invite").click()
    expect(anna.page.locator(".candidate").filter(has_text=bert.name)).to_have_count(0)

    bert.page.get_by_role("link", name="Blocked players").click()
    bert.button(f"Unblock {anna.name}").click()
    expect(bert.page.get_by_text("You have blocked nobody.")).to_be_visible()
    invite(anna, code, bert)
    bert.go()
    bert.button(f"Join {anna.name}").first.click()
    expect(bert.page).to_have_url(f"{bert.base}/t/{code}")


def test_an_opponent_is_blocked_at_the_table_which_stays_as_it_is(people: People) -> None:
    anna, bert, code = people.two_at_a_table()
    anna.go(f"/t/{code}")
    expect(anna.page.get_by_text("You can start within 3 days.")).to_be_visible()
    block(anna, bert.name)
    expect(anna.page.locator("#facts")).to_contain_text(f"{bert.name}: Blocked")
    expect(anna.status).to_contain_text(f"{bert.name}: Blocked")
    anna.page.reload()
    anna.button(f"Unblock {bert.name}").press("Enter")
    expect(anna.button(f"Block {bert.name}")).to_be_focused()
    anna.button("Start").click()
    anna.wait_for_game()
    bert.command(code, "start")


def test_a_watched_game_goes_from_the_page_when_its_player_blocks_the_watcher(people: People) -> None:
    anna, bert, code = people.two_at_a_table()
    cara = people.come()
    anna.command(code, "start")
    anna.command(code, "end")
    bert.command(code, "start")
    cara.go(f"/t/{code}")
    expect(cara.page.get_by_role("heading", name=f"You are watching {bert.name}")).to_be_visible()
    bert.go(f"/t/{code}")

    opener = bert.get(f"/api/tables/{cara.open()}")["table"]["seats"][0]
    bert.post("/api/blocks", {"player": opener["player"]})
    expect(cara.page.get_by_role("heading", name=f"You are watching {bert.name}")).to_have_count(0)
    expect(cara.page.get_by_role("button", name="of ")).to_have_count(0)
    bert.play(code, "+")
    expect(cara.page.get_by_text("Both seats of this table are taken.")).to_be_visible()


def test_a_page_out_of_sight_says_in_its_title_what_has_come_until_it_is_looked_at(people: People) -> None:
    anna, bert = watched(people), people.come()
    title = anna.page.title()
    code = anna.open()
    anna.page.evaluate("show(false)")
    bert.command(code, "join")
    expect(anna.page).to_have_title(f"(1) {title}")
    expect(anna.status).to_contain_text(f"{bert.name} has joined your table.")
    for player in (anna, bert):
        player.command(code, "start")
        player.command(code, "end")
    expect(anna.page).to_have_title(f"(2) {title}")
    anna.page.evaluate("show(true)")
    expect(anna.page).to_have_title(title)


def test_a_sound_is_made_until_it_is_turned_off_on_every_page(people: People) -> None:
    anna, bert = watched(people), people.come()
    # Nothing sounds in a page that nobody has touched.
    bert.command(anna.open(), "join")
    expect(anna.status).not_to_be_empty()
    assert anna.page.evaluate("out.sounds") == 0

    anna.page.get_by_role("heading", level=1).click()
    bert.command(anna.open(), "join")
    anna.page.wait_for_function("() => out.sounds === 1")

    anna.button("Sound").click()
    expect(anna.button("Sound")).to_have_attribute("aria-pressed", "false")
    cara = people.come()
    cara.command(anna.open(), "join")
    expect(anna.status).to_contain_text(f"{cara.name} has joined your table.")
    anna.go("/api")
    expect(anna.button("Sound")).to_have_attribute("aria-pressed", "false")
    anna.go(f"/t/{anna.open()}")
    anna.button("Options").click()
    expect(anna.button("Sound")).to_have_attribute("aria-pressed", "false")


def test_the_browser_notifies_only_whoever_has_asked_for_it_and_looks_elsewhere(people: People) -> None:
    anna, bert = watched(people), people.come()
    assert anna.page.evaluate("out.asked") == 0
    anna.button("Tell me also outside this page").click()
    expect(anna.button("Tell me also outside this page")).to_have_attribute("aria-pressed", "true")
    assert anna.page.evaluate("out.asked") == 1
    anna.page.evaluate("show(false)")
    bert.command(anna.open(), "join")
    anna.page.wait_for_function("() => out.notified.length === 1")
    assert anna.page.evaluate("out.notified") == [f"{bert.name} has joined your table."]
