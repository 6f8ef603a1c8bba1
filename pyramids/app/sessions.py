"""Sessions: which member a browser's token stands for, remembered until it ends.

The token is the browser's alone. The site keeps its SHA-256, so that nobody who reads the database can be anybody.
"""

import contextlib
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterable

from sqlalchemy import Connection

from pyramids.app.clock import SiteClock
from pyramids.duel.table import PlayerId
from pyramids.storage import accounts
from pyramids.storage.accounts import Session
from pyramids.storage.store import NotSavedError, Store

REMEMBERED = 10_000
SEEN_EVERY_MS = 60 * 60 * 1000  # How exactly a session's last use is kept.
LONGEST_DEVICE = 200


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def session_id(token: str) -> str:
    """What the site keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Sessions:
    """A cache of sessions: a request's token costs no look into the database."""

    def __init__(self, store: Store, clock: SiteClock) -> None:
        self._store = store
        self._clock = clock
        self._known: OrderedDict[str, tuple[PlayerId, int]] = OrderedDict()
        self._ended = 0  # Counts `forget`: what was read before one may have ended.

    async def player_of(self, session: str) -> PlayerId | None:
        """The member whose session this is; None when it has ended. Notes now and then that it was seen."""
        known = self._known.get(session) or await self._read(session)
        if known is None:
            return None
        player, seen_ms = known
        now_ms = self._clock.wall_ms()
        if now_ms - seen_ms >= SEEN_EVERY_MS:
            self._keep(session, player, now_ms)
            with contextlib.suppress(NotSavedError):  # Nobody is kept out by a full disk.
                await self._store.write(
                    lambda connection, _journal: accounts.set_seen(connection, session, now_ms)
                )
        else:
            self._known.move_to_end(session)
        return player

    def begin(self, connection: Connection, token: str, player: PlayerId, device: str) -> list[str]:
        """Begin a session in the caller's transaction; gives those that ended for it, which the caller forgets."""
        now_ms = self._clock.wall_ms()
        session = Session(session_id(token), player, device[:LONGEST_DEVICE], now_ms, now_ms)
        return accounts.begin_session(connection, session)

    def forget(self, ended: Iterable[str]) -> None:
        """These sessions have ended on disk."""
        self._ended += 1
        for session in ended:
            self._known.pop(session, None)

    async def _read(self, session: str) -> tuple[PlayerId, int] | None:
        while True:
            ended = self._ended
            found = await self._store.read(lambda connection: accounts.session(connection, session))
            if ended == self._ended:
                break
        if found is None:
            return None
        self._keep(session, found.player, found.seen_wall_ms)
        return found.player, found.seen_wall_ms

    def _keep(self, session: str, player: PlayerId, seen_ms: int) -> None:
        self._known[session] = (player, seen_ms)
        self._known.move_to_end(session)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
