"""Members who delete their account: they leave their tables, their name goes, and the duels stay (E52)."""

from pyramids.app.players import guest_name
from pyramids.app.site import Site
from pyramids.live.hub import LOGGED_OUT
from pyramids.rules import Action
from pyramids.storage import people
from tests.app.sites import (
    ANNA,
    BERT,
    Screen,
    code_of,
    fetched,
    over,
    play,
    players_at,
    room_of,
    started,
    table,
)
from tests.app.test_accounts import FIREFOX, OTHER, PASSWORD, page, sign_up


async def test_whoever_goes_leaves_every_table_first(site: Site) -> None:  # Rules 4.4, 5.7
    alone = await table(site, joined=False)
    joined = await site.lobby.open(BERT, "three", 3, 10)
    await site.lobby.join(joined, ANNA)
    playing = await started(site, ANNA)
    await play(site, playing, ANNA, Action.TURN)
    await sign_up(site, ANNA, "Anna")
    await site.accounts.delete(ANNA, PASSWORD)
    assert (await room_of(site, alone)).table.over
    assert await players_at(site, joined) == [BERT, None]
    seat = (await room_of(site, playing)).table.seats[0]
    assert seat is not None
    assert seat.outcome is not None
    assert (seat.outcome.ended, seat.outcome.score) == ("stopped", -5)


async def test_the_name_of_whoever_goes_is_gone_and_the_duel_stays(site: Site) -> None:  # E52
    code = await over(site)
    session = await sign_up(site, ANNA, "Anna")
    connection = await page(site, ANNA, session)
    await site.accounts.delete(ANNA, PASSWORD)
    room = await room_of(site, code)
    assert (room.kept.seats[0].name, room.kept.seats[0].member) == (guest_name(ANNA), False)
    assert room.table.over
    person = await site.people.get(ANNA)
    assert (person.deleted, person.member) == (True, False)
    assert await site.sessions.player_of(session) is None
    assert connection.closed_with == LOGGED_OUT
    assert connection.closed
    await sign_up(site, BERT, "Anna")


async def test_an_opponent_who_may_still_play_sees_the_name_of_whoever_goes_until_the_end(site: Site) -> None:
    """Rule 5.6: it would tell that their game has ended."""
    code = await started(site, ANNA, BERT)
    await sign_up(site, ANNA, "Anna")
    screen = await Screen(site, BERT, code).open()
    before = (await screen.shows())["table"]["seats"]
    await site.accounts.delete(ANNA, PASSWORD)
    assert (await screen.shows())["table"]["seats"] == before
    assert fetched(site, await room_of(site, code), BERT)["table"]["seats"] == before
    assert before[0]["name"] == "Anna"
    [mine] = await site.lobby.my_tables(BERT)
    assert mine.opponent == "Anna"
    await site.play.end(code, BERT)
    for seats in ((await screen.shows())["table"]["seats"], (await room_of(site, code)).kept.seats):
        name = seats[0]["name"] if isinstance(seats, list) else seats[0].name
        assert name == guest_name(ANNA)


async def test_nobody_acts_as_a_player_who_is_deleted(site: Site) -> None:
    await sign_up(site, ANNA, "Anna")
    await site.accounts.delete(ANNA, PASSWORD)
    for work in (
        site.lobby.open(ANNA, "one", 3, 10),
        site.accounts.sign_up(ANNA, "Again", PASSWORD, FIREFOX),
        site.accounts.rename(ANNA, "Again"),
    ):
        assert await code_of(work) == "bad_session"


async def test_whoever_goes_is_off_line_at_once(site: Site) -> None:
    """Rule 5.6: nobody is shown the same player as a guest for a moment."""
    session = await sign_up(site, ANNA, "Anna")
    await page(site, ANNA, session)
    assert site.hub.online(ANNA)
    await site.accounts.delete(ANNA, PASSWORD)
    assert not site.hub.online(ANNA)


async def test_blocks_of_whoever_goes_are_gone(site: Site) -> None:
    await sign_up(site, ANNA, "Anna")
    await site.accounts.rename(BERT, "Bert")
    await site.store.write(lambda connection, _journal: people.block(connection, ANNA, BERT, 1))
    site.people.forget(ANNA)
    assert (await site.people.viewer(BERT)).blocked_by == {ANNA}
    await site.accounts.delete(ANNA, PASSWORD)
    assert (await site.people.viewer(BERT)).blocked_by == frozenset()


async def test_a_wrong_password_deletes_nothing(site: Site) -> None:
    code = await table(site, joined=False)
    await sign_up(site, ANNA, "Anna")
    assert await code_of(site.accounts.delete(ANNA, OTHER)) == "wrong_password"
    assert not (await room_of(site, code)).table.over
    assert await site.people.name(ANNA) == "Anna"
