"""Members: a name and a password that make a guest somebody again on another device, and the way out.

A guest who signs up stays the same player. Passwords are hashed before a transaction and compared again in it.
"""

import contextlib
from collections.abc import Callable, Iterable
from functools import partial

from argon2 import PasswordHasher
from sqlalchemy import Connection

from pyramids.app import passwords
from pyramids.app.clock import SiteClock
from pyramids.app.codes import SiteCode
from pyramids.app.lobby import Lobby
from pyramids.app.names import clean_name, name_key
from pyramids.app.people import People
from pyramids.app.play import kept_table
from pyramids.app.players import ensure, guest_name
from pyramids.app.rooms import Rooms
from pyramids.app.sessions import Sessions, new_token, session_id
from pyramids.duel.table import PlayerId, SeatState
from pyramids.live.hub import LOGGED_OUT, Hub
from pyramids.rules.errors import Refusal
from pyramids.storage import accounts, players, tables
from pyramids.storage.accounts import Account, Session
from pyramids.storage.journal import SqliteJournal
from pyramids.storage.store import NotSavedError, Store
from pyramids.storage.tables import KeptTable

LEAVINGS = 3  # Times that somebody who goes may have sat down elsewhere meanwhile.


class Accounts:
    """Commands on accounts. `changed` is called with the rows of the tables that show another name now."""

    def __init__(
        self,
        store: Store,
        clock: SiteClock,
        rooms: Rooms,
        lobby: Lobby,
        people: People,
        sessions: Sessions,
        hub: Hub,
        changed: Callable[[Iterable[KeptTable]], None],
        hasher: PasswordHasher,
    ) -> None:
        self._hasher = hasher
        self._store = store
        self._clock = clock
        self._rooms = rooms
        self._lobby = lobby
        self._people = people
        self._sessions = sessions
        self._hub = hub
        self._changed = changed

    async def rename(self, player: PlayerId, text: str) -> None:
        """Call a player by another name, everywhere; raises `Refusal` if it is none or a member's."""
        name = clean_name(text)
        shown = self._rooms.codes_of(player)
        guests: list[PlayerId] = []

        def command(connection: Connection, _journal: SqliteJournal) -> list[KeptTable]:
            self._call(connection, player, name)
            if accounts.account(connection, player) is not None:
                guests.extend(_let_go(connection, name))
            return _tables_of(connection, player, shown)

        await self._store.write(command, partial(self._tell, player))
        await self._tell_guests(guests)

    async def sign_up(self, player: PlayerId, text: str, password: str, device: str) -> str:
        """Make a member of a guest, who stays the same player; gives the token of their first session."""
        name = clean_name(text)
        passwords.check_new(password, name)
        # Refused before any work, and decided again in the transaction.
        await self._store.read(lambda connection: _check_free(connection, player, name))
        hashed = await passwords.hashed(password, self._hasher)
        token, shown = new_token(), self._rooms.codes_of(player)
        guests: list[PlayerId] = []

        def command(connection: Connection, _journal: SqliteJournal) -> list[KeptTable]:
            if accounts.account(connection, player) is not None:
                raise Refusal(SiteCode.ALREADY_MEMBER)
            self._call(connection, player, name)
            accounts.become_member(connection, player, hashed, self._clock.wall_ms())
            guests.extend(_let_go(connection, name))
            self._sessions.begin(connection, token, player, device)
            return _tables_of(connection, player, shown)

        def tell(found: list[KeptTable]) -> None:
            for connection in self._hub.of(player):
                connection.session = session_id(token)  # The pages that this browser has open.
            self._tell(player, found)

        await self._store.write(command, tell)
        await self._tell_guests(guests)
        return token

    async def log_in(self, name: str, password: str, device: str, before: str | None) -> tuple[PlayerId, str]:
        """Begin a session, and end the one that this browser had `before`; gives the player and the new token.

        Raises `wrong_login`, with an unknown name as with a wrong password, and after the same work.
        """
        key = name_key(name)
        account = await self._store.read(lambda connection: accounts.account_called(connection, key))
        if not await passwords.verified(
            None if account is None else account.password, password, self._hasher
        ):
            raise Refusal(SiteCode.WRONG_LOGIN)
        assert account is not None
        stale = passwords.needs_rehash(account.password, self._hasher)
        hashed = await passwords.hashed(password, self._hasher) if stale else account.password
        token = new_token()

        def command(connection: Connection, _journal: SqliteJournal) -> list[str]:
            if accounts.account(connection, account.player) != account:
                raise Refusal(SiteCode.WRONG_LOGIN)
            if stale:
                accounts.set_password(connection, account.player, hashed)
            evicted = self._sessions.begin(connection, token, account.player, device)
            return evicted if before is None else [*evicted, *_end_one(connection, before)]

        await self._store.write(command, self._end)
        return account.player, token

    async def log_out(self, session: str) -> None:
        """End the session that somebody asks from."""
        await self._store.write(lambda connection, _journal: _end_one(connection, session), self._end)

    async def change_password(
        self, player: PlayerId, session: str | None, password: str, new_password: str
    ) -> None:
        """Keep another password, and end every other session."""
        account = await self._verified(player, password)
        passwords.check_new(new_password, account.name)
        hashed = await passwords.hashed(new_password, self._hasher)

        def command(connection: Connection, _journal: SqliteJournal) -> list[str]:
            _check_same(connection, account)
            accounts.set_password(connection, player, hashed)
            return accounts.end_sessions(connection, player, but=session)

        await self._store.write(command, self._end)

    async def member_since(self, player: PlayerId) -> int | None:
        """The wall time at which a player signed up; None for a guest."""
        account = await self._store.read(lambda connection: accounts.account(connection, player))
        return None if account is None else account.member_since_wall_ms

    async def sessions_of(self, player: PlayerId) -> list[Session]:
        """A player's sessions, the last seen first."""
        return await self._store.read(lambda connection: accounts.sessions_of(connection, player))

    async def end_session(self, player: PlayerId, session: str) -> None:
        """End one of a player's own sessions."""

        def command(connection: Connection, _journal: SqliteJournal) -> list[str]:
            return accounts.end_sessions(connection, player, only=session)

        await self._store.write(command, self._end)

    async def end_other_sessions(self, player: PlayerId, session: str | None) -> None:
        """End all of a player's sessions but the one that they ask from."""

        def command(connection: Connection, _journal: SqliteJournal) -> list[str]:
            return accounts.end_sessions(connection, player, but=session)

        await self._store.write(command, self._end)

    async def delete(self, player: PlayerId, password: str) -> None:
        """Leave every table (rules 4.4 and 5.7), then take the name away; the duels stay. E52"""
        account = await self._verified(player, password)
        near = await self._people.viewer(player)

        def tell(gone: tuple[list[str], list[KeptTable]] | None) -> None:
            if gone is not None:
                self._end(gone[0])
                self.part_from(player)
                self._hub.part(player)
                for other in near.blocks | near.blocked_by:
                    self._people.forget(other)
                self._tell(player, gone[1])

        for _ in range(LEAVINGS):
            await self._leave_all(player)
            command = partial(self._delete, account, self._rooms.codes_of(player))
            if await self._store.write(command, tell) is not None:
                return
        raise Refusal(SiteCode.NOT_SAVED)

    def part_from(self, player: PlayerId, session: str | None = None) -> None:
        """Close the sockets that a browser had as somebody whom it is no more."""
        for connection in self._hub.of(player):
            if session is None or connection.session == session:
                connection.end(LOGGED_OUT)

    def _end(self, ended: list[str]) -> None:
        self._sessions.forget(ended)
        for session in ended:
            for connection in self._hub.of_session(session):
                connection.end(LOGGED_OUT)

    async def _verified(self, player: PlayerId, password: str) -> Account:
        account = await self._store.read(lambda connection: accounts.account(connection, player))
        if account is None:
            raise Refusal(SiteCode.NOT_MEMBER)
        if not await passwords.verified(account.password, password, self._hasher):
            raise Refusal(SiteCode.WRONG_PASSWORD)
        return account

    async def _leave_all(self, player: PlayerId) -> None:
        for code in await self._store.read(lambda connection: _tables_to_leave(connection, player)):
            with contextlib.suppress(
                Refusal
            ):  # Time or the player was faster: there is nothing left to leave.
                await self._lobby.leave(code, player)

    def _delete(
        self, account: Account, shown: list[str], connection: Connection, _journal: SqliteJournal
    ) -> tuple[list[str], list[KeptTable]] | None:
        """Gives the sessions that ended and the tables to show anew; None if there is a table to leave first."""
        _check_same(connection, account)
        if _tables_to_leave(connection, account.player):
            return None
        ended = accounts.end_sessions(connection, account.player)
        accounts.delete_account(connection, account.player, guest_name(account.player))
        return ended, _tables_of(connection, account.player, shown)

    def _call(self, connection: Connection, player: PlayerId, name: str) -> None:
        _check_free(connection, player, name)
        ensure(connection, player, self._clock.wall_ms())
        players.rename(connection, player, name, name_key(name))

    def _tell(self, player: PlayerId, found: list[KeptTable]) -> None:
        self._people.forget(player)
        self._changed(found)

    async def _tell_guests(self, guests: list[PlayerId]) -> None:
        """Show the names of guests who had to give theirs up to a member."""
        for guest in guests:
            self._people.forget(guest)
            command = partial(_read_tables_of, guest, self._rooms.codes_of(guest))
            with contextlib.suppress(NotSavedError):  # Their names are kept; a later look shows them.
                await self._store.write(command, self._changed)


def _check_free(connection: Connection, player: PlayerId, name: str) -> None:
    """Raises `name_taken` for a name that looks like another member's."""
    holder = accounts.account_called(connection, name_key(name))
    if holder is not None and holder.player != player:
        raise Refusal(SiteCode.NAME_TAKEN)


def _check_same(connection: Connection, account: Account) -> None:
    """Raises `wrong_password` if the account has another one since it was verified."""
    now = accounts.account(connection, account.player)
    if now is None or now.password != account.password:
        raise Refusal(SiteCode.WRONG_PASSWORD)


def _let_go(connection: Connection, name: str) -> list[PlayerId]:
    """Give those guests their first name back who are called as a member is now."""
    guests = accounts.guests_called(connection, name_key(name))
    for guest in guests:
        players.rename(connection, guest, guest_name(guest))
    return guests


def _end_one(connection: Connection, session: str) -> list[str]:
    found = accounts.session(connection, session)
    return [] if found is None else accounts.end_sessions(connection, found.player, only=session)


def _tables_of(connection: Connection, player: PlayerId, shown: list[str]) -> list[KeptTable]:
    """The rows of the tables where a player's name may be seen now."""
    found = tables.unfinished_business(connection, player)
    others = set(shown) - {kept.code for kept in found}
    return [*found, *(kept_table(connection, code) for code in others)]


def _read_tables_of(
    player: PlayerId, shown: list[str], connection: Connection, _journal: SqliteJournal
) -> list[KeptTable]:
    """In the writer's turn: what is told next is never older."""
    return _tables_of(connection, player, shown)


def _tables_to_leave(connection: Connection, player: PlayerId) -> list[str]:
    """The codes of the tables at which a player may still play or plays."""
    to_leave = []
    for kept in tables.unfinished_business(connection, player):
        place = kept.table.place_of(player)
        seat = None if place is None else kept.table.seats[place]
        if seat is not None and not kept.table.over and seat.state in (SeatState.SEATED, SeatState.PLAYING):
            to_leave.append(kept.code)
    return to_leave
