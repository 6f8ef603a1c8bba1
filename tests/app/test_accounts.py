"""Members: from guest to member, in and out, and away."""

import asyncio
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from pyramids.app.exports import everything_about
from pyramids.app.players import guest_name
from pyramids.app.sessions import SEEN_EVERY_MS, session_id
from pyramids.app.site import Site
from pyramids.duel.table import PlayerId
from pyramids.live.hub import LOGGED_OUT, Connection
from pyramids.rules import Action
from pyramids.storage import accounts
from pyramids.storage.accounts import MOST_SESSIONS
from tests.app.sites import (
    ANNA,
    BERT,
    CARA,
    Times,
    code_of,
    opened,
    over,
    play,
    room_of,
    started,
    table,
)

PASSWORD = "a long way round"
OTHER = "quite another way"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


async def sign_up(site: Site, player: PlayerId, name: str) -> str:
    """A member; gives the session's id."""
    return session_id(await site.accounts.sign_up(player, name, PASSWORD, FIREFOX))


async def log_in(site: Site, name: str, password: str = PASSWORD) -> str:
    """Another session; gives its id."""
    return session_id((await site.accounts.log_in(name, password, FIREFOX, None))[1])


async def page(site: Site, player: PlayerId, session: str | None = None) -> Connection:
    """A socket of somebody's."""
    connection = Connection(await site.people.viewer(player), session=session)
    site.hub.add(connection)
    return connection


async def downloaded(site: Site, player: PlayerId) -> tuple[str, Any]:
    """Everything about somebody, as it was sent and as it is read."""
    text = b"".join([part async for part in everything_about(site, player)]).decode()
    return text, json.loads(text)


# Signing up.


async def test_a_guest_who_signs_up_stays_the_same_player(site: Site) -> None:
    code = await over(site)
    rating = (await site.people.viewer(ANNA)).ratings
    await sign_up(site, ANNA, "Anna")
    person = await site.people.get(ANNA)
    assert (person.name, person.member) == ("Anna", True)
    assert person.viewer.ratings == rating != {}
    row = (await room_of(site, code)).kept.seats[0]
    assert (row.name, row.member) == ("Anna", True)


async def test_the_database_holds_neither_password_nor_token(site: Site) -> None:
    token = await site.accounts.sign_up(ANNA, "Anna", PASSWORD, FIREFOX)
    account = await site.store.read(lambda connection: accounts.account(connection, ANNA))
    [session] = await site.accounts.sessions_of(ANNA)
    assert account is not None
    assert account.password.startswith("$argon2id$")
    assert PASSWORD not in account.password
    assert session.id == hashlib.sha256(token.encode()).hexdigest()


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("An", PASSWORD, "bad_name"),
        ("Admin", PASSWORD, "name_reserved"),
        ("Anna", "too short", "password_short"),
        ("Anna", "password123", "password_common"),
        ("Anna", "a" * 201, "password_long"),
        ("BERT", PASSWORD, "name_taken"),
    ],
)
async def test_a_sign_up_that_is_refused_changes_nothing(
    site: Site, name: str, password: str, code: str
) -> None:
    await sign_up(site, BERT, "Bert")
    assert await code_of(site.accounts.sign_up(ANNA, name, password, FIREFOX)) == code
    person = await site.people.get(ANNA)
    assert (person.name, person.member) == (None, False)
    assert await site.accounts.sessions_of(ANNA) == []


async def test_of_two_who_sign_up_with_one_name_at_once_one_gets_it(site: Site) -> None:
    both = [
        site.accounts.sign_up(player, name, PASSWORD, FIREFOX)
        for player, name in ((ANNA, "Ada"), (BERT, "ADA"))
    ]
    found = await asyncio.gather(*both, return_exceptions=True)
    refused = [answer for answer in found if isinstance(answer, Exception)]
    assert [getattr(error, "code", error) for error in refused] == ["name_taken"]


async def test_a_member_signs_up_once(site: Site) -> None:
    await sign_up(site, ANNA, "Anna")
    assert await code_of(site.accounts.sign_up(ANNA, "Ada", PASSWORD, FIREFOX)) == "already_member"


# Names.


async def test_a_guest_may_not_take_a_name_that_looks_like_a_members(site: Site) -> None:
    await sign_up(site, ANNA, "Anna")
    assert await code_of(site.accounts.rename(BERT, "ANNA")) == "name_taken"
    assert await code_of(site.accounts.rename(BERT, "Аnnа")) == "bad_name"  # Cyrillic letters among others.


async def test_two_guests_may_have_one_name(site: Site) -> None:
    await site.accounts.rename(ANNA, "Ada")
    await site.accounts.rename(BERT, "Ada")
    assert [await site.people.name(player) for player in (ANNA, BERT)] == ["Ada", "Ada"]


@pytest.mark.parametrize("how", ["signs up", "renames"])
async def test_guests_give_up_a_name_that_a_member_takes(site: Site, how: str) -> None:
    code = await table(site)
    await site.accounts.rename(BERT, "ada")
    if how == "signs up":
        await sign_up(site, CARA, "Ada")
    else:
        await sign_up(site, CARA, "Cara")
        await site.accounts.rename(CARA, "Ada")
    assert await site.people.name(BERT) == guest_name(BERT)
    row = (await room_of(site, code)).kept.seats[1]
    assert row is not None
    assert row.name == guest_name(BERT)


async def test_a_member_may_write_their_own_name_otherwise(site: Site) -> None:
    await sign_up(site, ANNA, "Anna")
    await site.accounts.rename(ANNA, "ANNA")
    assert await site.people.name(ANNA) == "ANNA"


async def test_a_members_old_name_is_free(site: Site) -> None:
    await sign_up(site, ANNA, "Anna")
    await site.accounts.rename(ANNA, "Ada")
    await sign_up(site, BERT, "Anna")
    assert await site.people.name(BERT) == "Anna"


# Logging in and out.


async def test_a_member_logs_in_by_a_name_in_any_case(site: Site) -> None:
    await sign_up(site, ANNA, "Anna")
    player, token = await site.accounts.log_in("  aNNa ", PASSWORD, FIREFOX, None)
    assert player == ANNA
    assert await site.sessions.player_of(session_id(token)) == ANNA


@pytest.mark.parametrize("name", ["Anna", "Nobody_here", "", "<b>", "Bert"])
async def test_a_wrong_login_is_one_hash_and_one_code_whatever_is_wrong(
    site: Site, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    await sign_up(site, ANNA, "Anna")
    await site.accounts.rename(BERT, "Bert")
    work: list[str] = []
    for method in ("hash", "verify"):
        kept = getattr(PasswordHasher, method)

        def counted(*arguments: object, kept: object = kept, method: str = method) -> object:
            work.append(method)
            return kept(*arguments)  # type: ignore[operator]

        monkeypatch.setattr(PasswordHasher, method, counted)
    assert await code_of(site.accounts.log_in(name, OTHER, FIREFOX, None)) == "wrong_login"
    assert len(work) == 1


async def test_a_login_ends_the_session_that_the_browser_had(site: Site) -> None:
    before = await sign_up(site, ANNA, "Anna")
    await site.accounts.log_in("Anna", PASSWORD, FIREFOX, before)
    assert await site.sessions.player_of(before) is None


async def test_a_session_outlives_a_restart(tmp_path: Path, times: Times) -> None:
    async with opened(tmp_path, times) as site:
        session = await sign_up(site, ANNA, "Anna")
    async with opened(tmp_path, times) as site:
        assert await site.sessions.player_of(session) == ANNA


async def test_a_session_that_has_ended_is_nobodys_at_once(site: Site) -> None:
    session = await sign_up(site, ANNA, "Anna")
    assert await site.sessions.player_of(session) == ANNA
    await site.accounts.log_out(session)
    assert await site.sessions.player_of(session) is None


async def test_a_session_is_seen_to_the_hour(site: Site, times: Times) -> None:
    session = await sign_up(site, ANNA, "Anna")
    began = times.wall
    for wait_ms, seen_ms in ((SEEN_EVERY_MS - 1, began), (1, began + SEEN_EVERY_MS)):
        times.pass_(wait_ms)
        await site.sessions.player_of(session)
        assert [found.seen_wall_ms for found in await site.accounts.sessions_of(ANNA)] == [seen_ms]


# Sessions and sockets.


async def test_a_session_that_ends_closes_its_sockets_and_no_others(site: Site) -> None:
    here = await sign_up(site, ANNA, "Anna")
    there = await log_in(site, "Anna")
    mine, others = await page(site, ANNA, here), await page(site, ANNA, there)
    await site.accounts.end_session(ANNA, there)
    assert (mine.closed, others.closed, others.closed_with) == (False, True, LOGGED_OUT)


async def test_a_page_that_was_open_as_its_guest_signed_up_belongs_to_the_session(site: Site) -> None:
    connection = await page(site, ANNA)
    session = await sign_up(site, ANNA, "Anna")
    assert not connection.closed
    await site.accounts.log_out(session)
    assert connection.closed_with == LOGGED_OUT
    assert connection.closed


async def test_nobody_ends_the_session_of_somebody_else(site: Site) -> None:
    session = await sign_up(site, ANNA, "Anna")
    await sign_up(site, BERT, "Bert")
    await site.accounts.end_session(BERT, session)
    assert await site.sessions.player_of(session) == ANNA


async def test_a_new_password_ends_all_other_sessions(site: Site) -> None:
    here = await sign_up(site, ANNA, "Anna")
    there = await log_in(site, "Anna")
    await site.accounts.change_password(ANNA, here, PASSWORD, OTHER)
    assert [await site.sessions.player_of(session) for session in (here, there)] == [ANNA, None]
    assert await code_of(site.accounts.log_in("Anna", PASSWORD, FIREFOX, None)) == "wrong_login"
    await log_in(site, "Anna", OTHER)


@pytest.mark.parametrize(
    ("password", "new", "code"),
    [(OTHER, OTHER, "wrong_password"), (PASSWORD, "short", "password_short")],
)
async def test_a_password_that_is_not_changed_stays(site: Site, password: str, new: str, code: str) -> None:
    here = await sign_up(site, ANNA, "Anna")
    there = await log_in(site, "Anna")
    assert await code_of(site.accounts.change_password(ANNA, here, password, new)) == code
    assert await site.sessions.player_of(there) == ANNA
    await log_in(site, "Anna")


@pytest.mark.parametrize("what", ["password", "delete"])
async def test_a_guest_has_no_account_to_change(site: Site, what: str) -> None:
    work = (
        site.accounts.change_password(ANNA, None, PASSWORD, OTHER)
        if what == "password"
        else site.accounts.delete(ANNA, PASSWORD)
    )
    assert await code_of(work) == "not_member"


async def test_a_session_that_ends_for_a_newer_one_is_worth_nothing(site: Site, times: Times) -> None:
    first = await sign_up(site, ANNA, "Anna")
    assert await site.sessions.player_of(first) == ANNA
    connection = await page(site, ANNA, first)
    for _ in range(MOST_SESSIONS):
        times.pass_(1)
        await site.accounts.log_in("Anna", PASSWORD, FIREFOX, None)
    assert await site.sessions.player_of(first) is None
    assert connection.closed_with == LOGGED_OUT


# Everything about oneself.


async def test_everything_about_oneself_has_the_export_of_each_table_that_is_over(site: Site) -> None:
    code = await over(site)
    await sign_up(site, ANNA, "Anna")
    text, told = await downloaded(site, ANNA)
    [found] = told["tables"]
    assert found["table"] == code
    assert found["seats"][0]["record"].startswith("pyramids 1\n")
    assert told["name"] == "Anna"
    assert [session["device"] for session in told["sessions"]] == [FIREFOX]
    assert told["ratings"]["three"]["duels"] == 1
    for secret in (PASSWORD, "argon2", (await site.accounts.sessions_of(ANNA))[0].id):
        assert secret not in text


async def test_of_a_running_game_it_has_ones_own_moves_and_no_hidden_card(site: Site) -> None:  # E30
    code = await started(site, ANNA, BERT)
    await play(site, code, ANNA, Action.TURN, Action.JOKER)
    await play(site, code, BERT, Action.TURN)
    text, told = await downloaded(site, ANNA)
    [found] = told["tables"]
    assert found["game"] == {"plays": ["+ *"], "score": -55, "ended": None}
    room = await room_of(site, code)
    assert room.kept.seed.hex() not in text
    assert "deal" not in text


async def test_what_a_guest_has_not_done_is_not_there(site: Site) -> None:
    _, told = await downloaded(site, CARA)
    assert (told["name"], told["member_since"], told["tables"]) == (guest_name(CARA), None, [])
