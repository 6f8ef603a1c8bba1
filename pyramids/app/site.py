"""The wiring: one `Site` is everything that runs, from the file on disk to the frames that go out."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import replace
from pathlib import Path

import structlog
from argon2 import PasswordHasher

from pyramids.app import frames
from pyramids.app.accounts import Accounts
from pyramids.app.blocks import Blocks
from pyramids.app.careers import Careers
from pyramids.app.clock import SiteClock
from pyramids.app.computer import Computer, Sleep
from pyramids.app.days import Days
from pyramids.app.dealing import Dealing
from pyramids.app.deals import Deals
from pyramids.app.invitations import Invitations
from pyramids.app.lists import Lists
from pyramids.app.lobby import Lobby
from pyramids.app.news import News
from pyramids.app.passwords import HASHER
from pyramids.app.people import People
from pyramids.app.play import Play
from pyramids.app.publish import Publish
from pyramids.app.rooms import Room, Rooms
from pyramids.app.sessions import Sessions
from pyramids.app.told import Told, told_of
from pyramids.app.tries import LiveTry, Tries
from pyramids.duel.table import PlayerId
from pyramids.live.hub import Connection, Hub
from pyramids.storage import tables
from pyramids.storage.store import Store
from pyramids.storage.tables import KeptTable

log = structlog.get_logger()

SETTLE_EVERY_S = 0.2
BEAT_EVERY_S = 1.0
DAYS_EVERY_S = 1.0
TAKE_UP_EVERY_S = 5.0
AGE_EVERY_S = 15.0  # Results of the last hour leave their list by time alone.
SWEEP_EVERY_S = 600.0
DUE_AT_ONCE = 200
DATABASE = "pyramids.sqlite3"


class Site:
    """One process of Pyramids. `open` it in the event loop that serves, and `close` it there."""

    def __init__(
        self,
        folder: Path,
        clock: SiteClock | None = None,
        sleep: Sleep = asyncio.sleep,
        hasher: PasswordHasher = HASHER,
    ) -> None:
        self.clock = clock or SiteClock()
        self.store = Store(folder / DATABASE)
        self.dealing = Dealing()
        self.hub = Hub(self._presence)
        self.publish = Publish(self.clock, self.hub)
        beat, journal = self.store.open()
        self.clock.resume(beat)
        self.rooms = Rooms(self.store, self.dealing, journal, lambda code: bool(self.hub.at(code)))
        self.play = Play(
            self.store, self.clock, self.rooms, self.dealing, self.publish.game, self._room_changed
        )
        self.days = Days(self.store, self.clock)
        self.tries = Tries(self.store, self.clock, self.dealing, journal, self._try_changed)
        self.deals = Deals(self.store, self.clock, self.days, self.tries, self.play, self.hub, self._spawn)
        self.computer = Computer(self.store, self.play, self.publish, sleep)
        self.people = People(self.store)
        self.careers = Careers(self.store, self.clock, self.people)
        self.lists = Lists(self.store, self.clock, self.people, self.hub)
        self.lobby = Lobby(self.store, self.clock, self.rooms, self.play, self._rows_changed)
        self.sessions = Sessions(self.store, self.clock)
        self.accounts = Accounts(
            self.store,
            self.clock,
            self.rooms,
            self.lobby,
            self.people,
            self.sessions,
            self.hub,
            self._rows_changed,
            hasher,
        )
        self.invitations = Invitations(
            self.store, self.clock, self.people, self.hub, self._tell_invited, self._tell_invitations
        )
        self.blocks = Blocks(self.store, self.clock, self.hub, self._blocked)
        self.news = News(
            self.hub,
            {"yours": self._yours_state, "invitations": self._invitations_state},
            self.lists.parts(),
        )
        self._jobs: list[asyncio.Task[None]] = []
        self._telling: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to write, to beat, and to settle what time ends."""
        self.store.start(self.clock.beat)
        for every_s, job in (
            (SETTLE_EVERY_S, self.settle_due),
            (SETTLE_EVERY_S, self.tries.settle_due),
            (DAYS_EVERY_S, self.days.ensure),
            (BEAT_EVERY_S, self._beat),
            (AGE_EVERY_S, self._age),
            (SWEEP_EVERY_S, self._sweep),
            (TAKE_UP_EVERY_S, self.computer.take_up),
        ):
            self._jobs.append(asyncio.create_task(_repeat(every_s, job)))
        self._jobs.append(self._spawn(self.careers.warm()))
        await self.days.ensure()
        await self.tries.take_up()
        await self.computer.take_up()

    async def close(self) -> None:
        """End the sockets, commit what waits, and close the file."""
        for job in self._jobs:
            job.cancel()
        self.hub.end_all()
        await self.computer.close()
        await asyncio.gather(*self._jobs, *self._telling, return_exceptions=True)
        await self.news.close()
        await self.store.close()
        self.dealing.close()

    async def settle_due(self) -> None:
        """End every game and table whose time has come, by the same door as a player's command."""
        now_ms = self.clock.now_ms()
        for code in await self.store.read(lambda connection: tables.due(connection, now_ms, DUE_AT_ONCE)):
            try:
                await self.play.settle(code)
            except Exception:
                log.exception("settle_failed", table=code)

    def _try_changed(self, live: LiveTry) -> None:
        self.deals.changed(live)

    def _room_changed(self, room: Room) -> None:
        """A commit changed more than a game's moves."""
        self._rows_changed([room.kept])

    def _rows_changed(self, changed: Iterable[KeptTable]) -> None:
        self.lists.changed()
        players: set[PlayerId] = set()
        for kept in changed:
            self._tell_ratings(kept)
            self.computer.notice(kept.code, kept.table)
            room = self.rooms.keep(kept)
            if room is not None:
                self.publish.room(room)
                self._note_lookers(room)
            elif self.hub.at(kept.code):
                self._spawn(self._publish_anew(kept.code))
            seated = [seat.player for seat in kept.table.seats if seat is not None]
            players.update(seated)
            if kept.table.over:
                self.careers.ended(kept.id, seated)
            for player, event, name in told_of(kept):
                self.news.tell(player, frames.told_frame(event, kept.code, name))
        self.news.ask()
        self.news.ask_own("yours", players)
        self._tell_invitations(self.invitations.take_shown(kept.code for kept in changed))

    def _tell_invited(self, player: PlayerId, kept: KeptTable) -> None:
        self._tell_invitations([player])
        self.news.tell(player, frames.told_frame(Told.INVITED, kept.code, kept.seats[0].name))

    def _tell_invitations(self, players: Iterable[PlayerId]) -> None:
        self.news.ask_own("invitations", players)

    def _blocked(self, player: PlayerId, other: PlayerId, blocked: bool) -> None:
        """A block has come or gone: it decides at once on every page that the two have open."""
        for one in (player, other):
            self.people.forget(one)

        def now(before: frozenset[PlayerId], one: PlayerId) -> frozenset[PlayerId]:
            return before | {one} if blocked else before - {one}

        for connection in self.hub.of(player):
            viewer = connection.viewer
            connection.viewer = replace(viewer, blocks=now(viewer.blocks, other))
        for connection in self.hub.of(other):
            viewer = connection.viewer
            connection.viewer = replace(viewer, blocked_by=now(viewer.blocked_by, player))
        self._catch_up(player)
        self._catch_up(other)
        self.news.ask()
        self._tell_invitations([player, other])

    def _tell_ratings(self, kept: KeptTable) -> None:
        """A table's result has changed ratings, which are shown and decide elsewhere too."""
        for seat, row in zip(kept.table.seats, kept.seats, strict=True):
            if seat is None or row is None or row.rated is None:
                continue
            self.people.forget(seat.player)
            board = kept.table.board
            for connection in self.hub.of(seat.player):
                viewer = connection.viewer
                connection.viewer = replace(viewer, ratings={**viewer.ratings, board: row.rating})
            for room in self.rooms.rate(seat.player, board, row.rating):
                self.publish.room(room)
            self._catch_up(seat.player)

    def _catch_up(self, player: PlayerId) -> None:
        """Something about a player has changed that decides what they are shown at tables."""
        for connection in self.hub.of(player):
            if connection.code is not None and (room := self.rooms.find(connection.code)) is not None:
                self.publish.catch_up(room, connection)

    def _note_lookers(self, room: Room) -> None:
        """Who has been shown a table's end as it happened has looked at it."""
        if room.table.over:
            for player in {connection.player for connection in self.hub.at(room.kept.code)}:
                if self.lobby.has_to_look(room, player):
                    self._spawn(self.lobby.looked(room, player))

    async def _publish_anew(self, code: str) -> None:
        """For a table that somebody shows although it is no longer in memory."""
        self.publish.room(await self.rooms.get(code))

    def _presence(self, player: PlayerId) -> None:
        for code in self.hub.watched_tables():
            room = self.rooms.find(code)
            if room is not None and room.table.place_of(player) is not None:
                self.publish.room(room)
        self.lists.presence_changed()
        self.news.ask("lobby", "online")

    async def _invitations_state(self, connection: Connection) -> bytes:
        return frames.encode(await self.invitations.of(connection.viewer))

    async def _yours_state(self, connection: Connection) -> bytes:
        player = connection.player
        return b"" if player is None else frames.encode(await self.lobby.my_tables(player))

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._telling.add(task)
        task.add_done_callback(self._told)
        return task

    def _told(self, task: asyncio.Task[None]) -> None:
        """Nobody waits for these tasks: a fault in one is logged here or nowhere."""
        self._telling.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("telling_failed", exc_info=fault)

    async def _beat(self) -> None:
        await self.store.write(lambda _connection, _journal: None, brief=True)

    async def _age(self) -> None:
        self.news.ask("results")

    async def _sweep(self) -> None:
        await self.store.write(lambda connection, journal: journal.sweep(connection))


async def _repeat(every_s: float, job: Callable[[], Awaitable[None]]) -> None:
    """Do a job again and again; a fault in it is logged, and the next time is not missed for it."""
    while True:
        await asyncio.sleep(every_s)
        try:
            await job()
        except Exception:
            log.exception("job_failed", job=job.__name__)
