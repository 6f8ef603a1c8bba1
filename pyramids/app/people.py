"""Who everybody is: what decides what somebody may see and join, remembered until it changes."""

from collections import OrderedDict
from collections.abc import Iterable

from sqlalchemy import Connection

from pyramids.app.codes import SiteCode
from pyramids.app.names import name_key
from pyramids.app.players import guest_name
from pyramids.duel.table import PlayerId, is_computer
from pyramids.duel.viewer import Viewer
from pyramids.rules.errors import Refusal
from pyramids.storage import people, players
from pyramids.storage.people import Person
from pyramids.storage.store import Store

REMEMBERED = 10_000


class People:
    """A cache of `Person`, never the truth: whoever decides in a transaction reads there."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[PlayerId, Person] = OrderedDict()
        self._changes = 0  # Counts `forget`: what was read before one may be old.

    async def get(self, player: PlayerId) -> Person:
        """A player as they are after everything that has been committed and told."""
        if (known := self._known.get(player)) is not None:
            self._known.move_to_end(player)
            return known
        while True:
            changes = self._changes
            found = await self._store.read(lambda connection: people.person(connection, player))
            if changes == self._changes:
                break
        self._known[player] = found
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return found

    async def viewer(self, player: PlayerId) -> Viewer:
        """A player as a viewer."""
        return (await self.get(player)).viewer

    async def name(self, player: PlayerId) -> str:
        """What a player is called."""
        return (await self.get(player)).name or guest_name(player)

    async def named(self, name: str, online: Iterable[PlayerId]) -> PlayerId:
        """The member of that name, or the one guest on line who is called so; raises `unknown_player`."""
        key = name_key(name)
        if member := await self._store.read(lambda connection: people.member_named(connection, key)):
            return member
        called = [player for player in online if name_key(await self.name(player)) == key]
        if len(called) != 1:
            raise Refusal(SiteCode.UNKNOWN_PLAYER)
        return called[0]

    def forget(self, player: PlayerId) -> None:
        """Something about a player has been changed on disk."""
        self._changes += 1
        self._known.pop(player, None)


def ensure_known(connection: Connection, player: PlayerId, wall_ms: int, *, online: bool) -> None:
    """Let a person have a row for others to refer to; raises `unknown_player`.

    A guest without a row is somebody only while on line; the computer is no person.
    """
    known = people.person(connection, player)
    if is_computer(player) or known.deleted or (known.name is None and not online):
        raise Refusal(SiteCode.UNKNOWN_PLAYER)
    players.ensure(connection, player, guest_name(player), wall_ms)
