"""Opening, joining, leaving and starting again; the open tables; everybody's own tables."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import structlog
from sqlalchemy import Connection

from pyramids.app.clock import SiteClock
from pyramids.app.codes import SiteCode
from pyramids.app.play import Play, kept_table, seated_place
from pyramids.app.players import ensure
from pyramids.app.rooms import Room, Rooms
from pyramids.duel import table as duel
from pyramids.duel.codes import TableCode
from pyramids.duel.result import result
from pyramids.duel.table import COMPUTER, PlayerId, SeatState, Table, is_computer
from pyramids.duel.view import offers
from pyramids.duel.viewer import Viewer
from pyramids.rules.errors import Refusal, RefusalCode
from pyramids.storage import invitations, people, players, tables
from pyramids.storage.journal import SqliteJournal
from pyramids.storage.store import NotSavedError, Store
from pyramids.storage.tables import KeptTable, News

log = structlog.get_logger()

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # None that is read as another.
CODE_LENGTH = 6
MOST_WAITING = 20  # Open tables of one player that nobody has joined.


@dataclass(frozen=True, slots=True)
class MyTable:
    """One of a player's own tables; `won` only when it is over."""

    code: str
    state: str
    opponent: str | None
    computer: bool
    board: str
    minutes: int
    won: bool | None


class Lobby:
    """Commands on tables as a whole. `changed` is called with the rows that each has written."""

    def __init__(
        self,
        store: Store,
        clock: SiteClock,
        rooms: Rooms,
        play: Play,
        changed: Callable[[Iterable[KeptTable]], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._rooms = rooms
        self._play = play
        self._changed = changed

    async def open(
        self, player: PlayerId, board: str, minutes: int, highest_level: int, *, computer: bool = False
    ) -> str:
        """Open a public table, with the computer as its joiner if that is wished; gives its code."""

        def command(connection: Connection, _journal: SqliteJournal) -> KeptTable:
            kept = self._open(connection, player, board, minutes, highest_level)
            return self._seat_computer(connection, kept) if computer else kept

        return (await self._store.write(command, self._written, brief=True)).code

    async def seat_computer(self, code: str, player: PlayerId) -> Room:
        """Let the computer take the free seat at a player's own table. E44"""

        def command(connection: Connection, _journal: SqliteJournal) -> KeptTable:
            kept = kept_table(connection, code)
            offered = offers(
                duel.settle(kept.table, self._clock.now_ms()), Viewer(player), self._clock.now_ms()
            )
            if "computer" not in offered:
                raise Refusal(TableCode.TABLE_FULL if kept.table.joiner else TableCode.NOT_OFFERED)
            return self._seat_computer(connection, kept)

        return await self._write(command)

    async def join(self, code: str, player: PlayerId) -> Room:
        """Take the free seat. Of two who join at once one gets `table_full`. Rule 5.4"""

        def command(connection: Connection, _journal: SqliteJournal) -> KeptTable:
            kept = kept_table(connection, code)
            self._ensure(connection, player)
            return self._join(connection, kept, people.viewer(connection, player))

        return await self._write(command)

    async def leave(self, code: str, player: PlayerId) -> Room:
        """Leave a table: ends a game in play (rule 4.4), gives back a seat before the start (rule 5.7)."""
        room = await self._rooms.get(code)
        place = seated_place(room.table, player)
        async with room.locks[place]:  # Behind a start that is on its way.
            if not _plays(room.table, place):

                def command(connection: Connection, _journal: SqliteJournal) -> KeptTable:
                    kept = kept_table(connection, code)
                    now_place = seated_place(kept.table, player)
                    return self._save(connection, kept, lambda table, now: duel.leave(table, now_place, now))

                return await self._write(command)
        try:
            return await self._play.end(code, player)
        except Refusal as refusal:
            if refusal.code != RefusalCode.GAME_OVER:
                raise
            return room  # The clock was faster: there is nothing left to end.

    async def again(self, code: str, player: PlayerId) -> str:
        """Start again with the same settings; gives the new table's code. Rule 5.5"""

        def command(connection: Connection, _journal: SqliteJournal) -> KeptTable:
            return self._again(connection, kept_table(connection, code), player)

        return (await self._store.write(command, self._written, brief=True)).code

    async def my_tables(self, player: PlayerId) -> list[MyTable]:
        """A player's tables that still want something of them, newest first."""
        found = await self._store.read(lambda connection: tables.unfinished_business(connection, player))
        return [self._my_table(kept, player) for kept in found]

    def has_to_look(self, room: Room, player: PlayerId | None) -> bool:
        """Whether a player has a seat at a table that is over and has not seen how it ended."""
        place = room.table.place_of(player)
        return place is not None and room.table.over and not room.seat_row(place).looked

    async def looked(self, room: Room, player: PlayerId | None) -> None:
        """A player has seen how a table ended. If that cannot be saved it stays in their list, which harms nobody."""
        place = room.table.place_of(player)
        if place is None or not self.has_to_look(room, player):
            return
        row = room.seat_row(place)

        def command(connection: Connection, _journal: SqliteJournal) -> KeptTable:
            tables.set_looked(connection, row.id)
            return kept_table(connection, room.kept.code)

        try:
            await self._write(command)
        except NotSavedError:
            log.warning("look_not_saved", table=room.kept.code, player=player)

    def _open(
        self, connection: Connection, player: PlayerId, board: str, minutes: int, highest_level: int
    ) -> KeptTable:
        self._ensure(connection, player)
        if tables.waiting_tables(connection, player) >= MOST_WAITING:
            raise Refusal(SiteCode.TOO_MANY_TABLES)
        table = duel.open_table(player, board, minutes, highest_level, self._clock.now_ms())
        table_id = tables.create(
            connection, _free_code(connection), secrets.token_bytes(32), table, self._clock.wall_ms()
        )
        kept = tables.by_id(connection, table_id)
        assert kept is not None
        return kept

    def _again(self, connection: Connection, kept: KeptTable, player: PlayerId) -> KeptTable:
        now_ms = self._clock.now_ms()
        table = duel.settle(kept.table, now_ms)
        place = seated_place(table, player)
        own, other = kept.seats[place], kept.seats[1 - place]
        assert own is not None
        if not duel.has_finished(table, place):
            raise Refusal(TableCode.NOT_FINISHED)
        if own.again_table_id is not None and (led_to := tables.by_id(connection, own.again_table_id)):
            return led_to
        if other is not None and other.again_table_id is not None:
            theirs = tables.by_id(connection, other.again_table_id)
            if theirs is not None and theirs.table.place_of(player) is not None:
                tables.set_again(connection, own.id, theirs.id)
                return theirs  # Joined already, from the lobby.
            viewer = people.viewer(connection, player)
            if theirs is not None and not viewer.why_not_join(theirs.table, now_ms):
                tables.set_again(connection, own.id, theirs.id)
                return self._join(connection, theirs, viewer)
        opened = self._open(connection, player, table.board, table.minutes, table.highest_level)
        if table.joiner is not None and is_computer(table.joiner.player):
            opened = self._seat_computer(connection, opened)
        tables.set_again(connection, own.id, opened.id)
        return opened

    def _join(self, connection: Connection, kept: KeptTable, viewer: Viewer) -> KeptTable:
        player = viewer.player
        assert player is not None
        level, apart = viewer.level(kept.table.board), viewer.is_apart_from(kept.table.opener.player)
        return self._save(
            connection, kept, lambda table, now: duel.join(table, player, level, now, apart=apart)
        )

    def _seat_computer(self, connection: Connection, kept: KeptTable) -> KeptTable:
        """The computer needs no level: it plays with everybody."""
        players.ensure(connection, COMPUTER, "Computer", self._clock.wall_ms())
        return self._save(connection, kept, lambda table, now: duel.join(table, COMPUTER, 1, now))

    def _save(
        self, connection: Connection, kept: KeptTable, decide: Callable[[Table, int], Table]
    ) -> KeptTable:
        now_ms = self._clock.now_ms()
        table = decide(duel.settle(kept.table, now_ms), now_ms)
        saved = tables.save(connection, kept, table, now_ms, self._clock.wall_ms())
        if News.JOINED in saved.news:
            invitations.end(connection, kept.id)
        return saved

    def _ensure(self, connection: Connection, player: PlayerId) -> None:
        ensure(connection, player, self._clock.wall_ms())

    async def _write(self, command: Callable[[Connection, SqliteJournal], KeptTable]) -> Room:
        """Change a table; gives its room."""
        return await self._rooms.get((await self._store.write(command, self._written, brief=True)).code)

    def _written(self, kept: KeptTable) -> None:
        self._changed([kept])

    def _my_table(self, kept: KeptTable, player: PlayerId) -> MyTable:
        table = kept.table
        place = seated_place(table, player)
        other = kept.seats[1 - place]
        won = None
        if table.over:
            state = "finished"
            winner = result(table).winner
            won = None if winner is None else winner == place
        else:
            seat = table.seats[place]
            assert seat is not None
            state = _MY_STATES[seat.state]
        opponent = table.seats[1 - place]
        return MyTable(
            kept.code,
            state,
            None if other is None else other.name,
            opponent is not None and is_computer(opponent.player),
            table.board,
            table.minutes,
            won,
        )


def _free_code(connection: Connection) -> str:
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if tables.by_code(connection, code) is None:
            return code


def _plays(table: Table, place: int) -> bool:
    seat = table.seats[place]
    return seat is not None and seat.state is SeatState.PLAYING


_MY_STATES = {
    SeatState.SEATED: "to_start",
    SeatState.PLAYING: "in_play",
    SeatState.FINISHED: "waiting",
    SeatState.LEFT: "waiting",
}
