"""Inviting: telling somebody of a table with a free seat. It reserves nothing and changes nobody's right to join.

Rule 5.4, E42.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from pyramids.app.clock import SiteClock
from pyramids.app.codes import SiteCode
from pyramids.app.people import People, ensure_known
from pyramids.app.play import kept_table, seated_place
from pyramids.duel import table as duel
from pyramids.duel.codes import TableCode
from pyramids.duel.table import PlayerId, Table
from pyramids.duel.view import offers
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import Hub
from pyramids.rules.errors import Refusal
from pyramids.storage import invitations, people
from pyramids.storage.journal import SqliteJournal
from pyramids.storage.store import Store
from pyramids.storage.tables import KeptTable

MOST_INVITED = 20  # To one table.
MOST_OPEN = 20  # To one player at a time, from everybody.
MOST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody whom the opener of a table may invite; `refused` is why they could not join now, or None."""

    player: PlayerId
    name: str
    level: int
    provisional: bool
    member: bool
    online: bool
    invited: bool
    refused: str | None


@dataclass(frozen=True, slots=True)
class Invitation:
    """An open table that somebody is invited to by its opener, as they see it; `refused` is why they may not join."""

    code: str
    player: PlayerId
    name: str
    level: int
    provisional: bool
    member: bool
    board: str
    minutes: int
    highest_level: int
    refused: str | None


class Invitations:
    """`told` is called with whoever has just been invited and the table, `changed` with those who are shown less."""

    def __init__(
        self,
        store: Store,
        clock: SiteClock,
        people: People,
        hub: Hub,
        told: Callable[[PlayerId, KeptTable], None],
        changed: Callable[[Iterable[PlayerId]], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._people = people
        self._hub = hub
        self._told = told
        self._changed = changed
        # By code, who has been shown an invitation to that table: they are told when it has changed.
        self._shown: defaultdict[str, set[PlayerId]] = defaultdict(set)

    async def invite(self, code: str, player: PlayerId, to: PlayerId) -> Candidate:
        """Tell somebody of one's table; whoever has been told before is not told again, and that is no secret kept."""

        def command(connection: Connection, _journal: SqliteJournal) -> tuple[KeptTable, bool]:
            kept = kept_table(connection, code)
            self._ensure_offered(kept.table, player)
            if to == player:
                raise Refusal(TableCode.ALREADY_SEATED)
            ensure_known(connection, to, self._clock.wall_ms(), online=self._hub.online(to))
            if people.viewer(connection, to).is_apart_from(player):
                raise Refusal(TableCode.BLOCKED)
            before = invitations.invited(connection, [kept.id])
            if to not in before and len(before) >= MOST_INVITED:
                raise Refusal(SiteCode.TOO_MANY_INVITATIONS)
            if (
                to not in before
                and invitations.open_to(connection, to, self._clock.now_ms())[MOST_OPEN - 1 :]
            ):
                raise Refusal(SiteCode.TOO_MANY_INVITATIONS)
            return kept, invitations.add(connection, kept, to, self._clock.now_ms())

        def then(written: tuple[KeptTable, bool]) -> None:
            if written[1]:
                self._told(to, written[0])

        kept, _ = await self._store.write(command, then)
        return await self._candidate(to, kept.table, {to})

    async def named(self, name: str) -> PlayerId:
        """The member of that name, or the one guest on line who is called so; raises `unknown_player`."""
        return await self._people.named(name, self._hub.players())

    async def decline(self, code: str, player: PlayerId) -> None:
        """Say "Not now": the invitation is not shown again, and whoever invited learns nothing of it."""

        def command(connection: Connection, _journal: SqliteJournal) -> None:
            invitations.decline(connection, kept_table(connection, code).id, player)

        await self._store.write(command, lambda _: self._changed([player]))

    async def of(self, viewer: Viewer) -> list[Invitation]:
        """What somebody is invited to, the newest first; nothing of those whom they are kept apart from."""
        player = viewer.player
        if player is None:
            return []
        now_ms = self._clock.now_ms()
        found = await self._store.read(lambda connection: invitations.open_to(connection, player, now_ms))
        shown = [kept for kept in found if not viewer.is_apart_from(kept.table.opener.player)]
        for kept in shown:
            self._shown[kept.code].add(player)
        return [_invitation(kept, viewer, now_ms) for kept in shown]

    def take_shown(self, codes: Iterable[str]) -> set[PlayerId]:
        """Who has been shown an invitation to these tables since this was last asked of them."""
        return {player for code in codes for player in self._shown.pop(code, ())}

    async def candidates(self, code: str, player: PlayerId, part: str = "") -> list[Candidate]:
        """Who is on line and can be invited to one's table, those first who could join; `part`: of their names."""

        def query(connection: Connection) -> tuple[Table, set[PlayerId]]:
            kept = kept_table(connection, code)
            return kept.table, set(invitations.invited(connection, [kept.id]))

        table, invited = await self._store.read(query)
        self._ensure_offered(table, player)
        me, wanted = await self._people.viewer(player), part.casefold()
        found = []
        for other in self._hub.players():
            if other == player or me.is_apart_from(other):
                continue
            if wanted in (await self._people.name(other)).casefold():
                found.append(await self._candidate(other, table, invited))
        return sorted(found, key=lambda one: (one.refused is not None, one.name.casefold()))[:MOST_SHOWN]

    def _ensure_offered(self, table: Table, player: PlayerId) -> None:
        now_ms = self._clock.now_ms()
        seated_place(table, player)
        if "invite" not in offers(duel.settle(table, now_ms), Viewer(player), now_ms):
            raise Refusal(TableCode.NOT_OFFERED)

    async def _candidate(self, player: PlayerId, table: Table, invited: set[PlayerId]) -> Candidate:
        person = await self._people.get(player)
        rating = person.viewer.rating(table.board)
        return Candidate(
            player,
            await self._people.name(player),
            rating.level,
            rating.provisional,
            person.member,
            self._hub.online(player),
            player in invited,
            person.viewer.why_not_join(table, self._clock.now_ms()),
        )


def _invitation(kept: KeptTable, viewer: Viewer, now_ms: int) -> Invitation:
    table, row = kept.table, kept.seats[0]
    return Invitation(
        kept.code,
        table.opener.player,
        row.name,
        row.rating.level,
        row.rating.provisional,
        row.member,
        table.board,
        table.minutes,
        table.highest_level,
        viewer.why_not_join(table, now_ms),
    )
