"""Who everybody is: what decides what somebody may see and join, remembered until it changes."""

from collections import OrderedDict

from pyramids.app.players import guest_name
from pyramids.duel.table import PlayerId
from pyramids.duel.viewer import Viewer
from pyramids.storage import people
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

    def forget(self, player: PlayerId) -> None:
        """Something about a player has been changed on disk."""
        self._changes += 1
        self._known.pop(player, None)
