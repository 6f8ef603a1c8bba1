"""Members and their sessions as rows."""

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from pyramids.duel.table import PlayerId
from pyramids.storage import accounts, people
from pyramids.storage.accounts import MOST_SESSIONS, Session
from pyramids.storage.players import ensure, names, rename
from pyramids.storage.store import Store

ANNA, BERT, CARA = PlayerId("anna"), PlayerId("bert"), PlayerId("cara")


def sign_up(connection: Connection, player: PlayerId, name: str, key: str) -> None:
    ensure(connection, player, "Guest 1", 5)
    rename(connection, player, name, key)
    accounts.become_member(connection, player, f"hash of {player}", 7)


def begin(connection: Connection, session_id: str, player: PlayerId, seen_wall_ms: int = 10) -> None:
    accounts.begin_session(connection, Session(session_id, player, "A browser", 10, seen_wall_ms))


async def test_a_member_is_found_by_id_and_by_what_the_name_looks_like(store: Store) -> None:
    await store.write(lambda connection, _journal: sign_up(connection, ANNA, "Anna", "anna"))
    account = await store.read(lambda connection: accounts.account_called(connection, "anna"))
    assert account == await store.read(lambda connection: accounts.account(connection, ANNA))
    assert account == accounts.Account(ANNA, "Anna", "hash of anna", 7)


async def test_a_guest_has_no_account_and_may_be_called_as_others_are(store: Store) -> None:
    def command(connection: Connection, _journal: object) -> None:
        for player in (BERT, CARA):
            ensure(connection, player, "Guest 1", 5)
            rename(connection, player, "Anna", "anna")
        sign_up(connection, ANNA, "Anna", "anna")

    await store.write(command)
    assert await store.read(lambda connection: accounts.account(connection, BERT)) is None
    assert await store.read(lambda connection: accounts.guests_called(connection, "anna")) == [BERT, CARA]


async def test_names_say_who_is_a_member(store: Store) -> None:
    def command(connection: Connection, _journal: object) -> None:
        sign_up(connection, ANNA, "Anna", "anna")
        ensure(connection, CARA, "Cara", 5)

    await store.write(command)
    found = await store.read(lambda connection: names(connection, [ANNA, BERT, CARA]))
    assert found == {ANNA: ("Anna", True), CARA: ("Cara", False)}


async def test_two_members_never_have_names_that_look_alike(store: Store) -> None:
    await store.write(lambda connection, _journal: sign_up(connection, ANNA, "Anna", "anna"))
    with pytest.raises(IntegrityError):
        await store.write(lambda connection, _journal: sign_up(connection, BERT, "ANNA", "anna"))


async def test_a_deleted_account_leaves_an_id_that_duels_can_name(store: Store) -> None:  # E52
    def command(connection: Connection, _journal: object) -> None:
        sign_up(connection, ANNA, "Anna", "anna")
        sign_up(connection, BERT, "Bert", "bert")
        begin(connection, "a", ANNA)
        people.block(connection, ANNA, BERT, 1)
        people.block(connection, BERT, ANNA, 1)
        accounts.delete_account(connection, ANNA, "Guest 1")

    await store.write(command)
    person = await store.read(lambda connection: people.person(connection, ANNA))
    assert (person.name, person.member, person.deleted) == ("Guest 1", False, True)
    assert (person.viewer.blocks, person.viewer.blocked_by) == (frozenset(), frozenset())
    assert await store.read(lambda connection: accounts.account_called(connection, "anna")) is None
    assert await store.read(lambda connection: accounts.session(connection, "a")) is None
    assert await store.read(lambda connection: names(connection, [ANNA])) == {ANNA: ("Guest 1", False)}


async def test_the_name_of_somebody_who_has_gone_is_free(store: Store) -> None:
    def command(connection: Connection, _journal: object) -> None:
        sign_up(connection, ANNA, "Anna", "anna")
        accounts.delete_account(connection, ANNA, "Guest 1")
        sign_up(connection, BERT, "Anna", "anna")

    await store.write(command)
    account = await store.read(lambda connection: accounts.account_called(connection, "anna"))
    assert account is not None
    assert account.player == BERT


async def test_sessions_are_listed_with_the_last_seen_first(store: Store) -> None:
    def command(connection: Connection, _journal: object) -> None:
        sign_up(connection, ANNA, "Anna", "anna")
        begin(connection, "a", ANNA)
        begin(connection, "b", ANNA, 11)
        accounts.set_seen(connection, "a", 12)

    await store.write(command)
    found = await store.read(lambda connection: accounts.sessions_of(connection, ANNA))
    assert [(session.id, session.seen_wall_ms) for session in found] == [("a", 12), ("b", 11)]


@pytest.mark.parametrize(
    ("which", "ended"), [({"only": "a"}, ["a"]), ({"but": "a"}, ["b"]), ({}, ["a", "b"]), ({"only": "c"}, [])]
)
async def test_a_player_ends_own_sessions_alone(
    store: Store, which: dict[str, str], ended: list[str]
) -> None:
    def command(connection: Connection, _journal: object) -> list[str]:
        sign_up(connection, ANNA, "Anna", "anna")
        sign_up(connection, BERT, "Bert", "bert")
        begin(connection, "a", ANNA)
        begin(connection, "b", ANNA)
        begin(connection, "c", BERT)
        return accounts.end_sessions(connection, ANNA, **which)

    assert await store.write(command) == ended
    assert await store.read(lambda connection: accounts.session(connection, "c")) is not None


async def test_a_players_sessions_do_not_grow_without_end(store: Store) -> None:
    def command(connection: Connection, _journal: object) -> None:
        sign_up(connection, ANNA, "Anna", "anna")
        for at in range(MOST_SESSIONS + 1):
            begin(connection, f"session {at}", ANNA, at)

    await store.write(command)
    found = await store.read(lambda connection: accounts.sessions_of(connection, ANNA))
    assert len(found) == MOST_SESSIONS
    assert "session 0" not in {session.id for session in found}
