"""Blocks: two players who are kept apart from joining, inviting and watching each other. Rule 5.4, E43"""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from pyramids.app.clock import SiteClock
from pyramids.app.codes import SiteCode
from pyramids.app.people import ensure_known
from pyramids.app.players import ensure
from pyramids.duel.table import PlayerId
from pyramids.live.hub import Hub
from pyramids.rules.errors import Refusal
from pyramids.storage import people
from pyramids.storage.journal import SqliteJournal
from pyramids.storage.store import Store


@dataclass(frozen=True, slots=True)
class Blocked:
    """Somebody whom a player has blocked."""

    player: PlayerId
    name: str


class Blocks:
    """`changed` is called with a player, another, and whether the first has blocked the other or taken it back."""

    def __init__(
        self,
        store: Store,
        clock: SiteClock,
        hub: Hub,
        changed: Callable[[PlayerId, PlayerId, bool], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._hub = hub
        self._changed = changed

    async def block(self, player: PlayerId, other: PlayerId) -> None:
        """Keep apart from somebody; a table that both sit at stays as it is."""
        if player == other:
            raise Refusal(SiteCode.UNKNOWN_PLAYER)
        wall_ms = self._clock.wall_ms()

        def command(connection: Connection, _journal: SqliteJournal) -> None:
            ensure_known(connection, other, wall_ms, online=self._hub.online(other))
            ensure(connection, player, wall_ms)
            people.block(connection, player, other, wall_ms)

        await self._store.write(command, lambda _: self._changed(player, other, True))

    async def unblock(self, player: PlayerId, other: PlayerId) -> None:
        """Take a block back; nothing for somebody who was not blocked."""
        await self._store.write(
            lambda connection, _journal: people.unblock(connection, player, other),
            lambda _: self._changed(player, other, False),
        )

    async def of(self, player: PlayerId) -> list[Blocked]:
        """Whom a player has blocked, by name."""
        found = await self._store.read(lambda connection: people.blocked(connection, player))
        return [Blocked(other, name) for other, name in found]
