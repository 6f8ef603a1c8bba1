"""A page of the site in a test's own loop: what its socket is told."""

import json
from typing import Any

from pyramids.app.site import Site
from pyramids.duel.table import PlayerId
from pyramids.live.hub import Connection


class SitePage:
    """A page that listens to the site's socket, as the browser's does."""

    def __init__(self, site: Site, connection: Connection) -> None:
        self._site = site
        self._connection = connection

    @classmethod
    async def of(cls, site: Site, player: PlayerId) -> "SitePage":
        """Somebody's page, on line, that has been shown what there is."""
        connection = Connection(await site.people.viewer(player))
        site.hub.add(connection)
        await site.news.show(connection, None)
        page = cls(site, connection)
        await page.frames()
        return page

    async def frames(self) -> list[Any]:
        """What has been sent since this was last asked."""
        await self._site.news.settled()
        found = []
        while self._connection._waiting:
            frame = await self._connection.next_frame()
            assert frame is not None
            found.append(json.loads(frame))
        return found

    async def told(self) -> list[tuple[str, str, str]]:
        """The event, the code and the name of each new `told` frame; others are dropped."""
        return [
            (frame["event"], frame["code"], frame["name"])
            for frame in await self.frames()
            if frame["type"] == "told"
        ]

    async def changed(self) -> set[str]:
        """The parts that would be drawn anew."""
        return {part for frame in await self.frames() if frame["type"] == "changed" for part in frame["what"]}
