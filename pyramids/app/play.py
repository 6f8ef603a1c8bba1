"""Games in play: starting, moving, ending, and what the clock ends.

One seat, one thing at a time: whoever changes a game holds the seat's lock until the change is on disk. The two seats
of a table never wait for each other. What is on disk is kept in memory and told as the store calls back, so that it
happens even if the one who asked has gone.
"""

from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy import Connection

from pyramids.app.clock import SiteClock
from pyramids.app.codes import SiteCode
from pyramids.app.dealing import Dealing
from pyramids.app.rooms import LiveGame, Room, Rooms
from pyramids.duel.codes import TableCode
from pyramids.duel.table import Outcome, PlayerId, Table, finish, settle, start, why_not_play, why_not_start
from pyramids.duel.timing import TimedGame
from pyramids.rules.errors import Refusal, RefusalCode
from pyramids.rules.game import Ended
from pyramids.rules.round import Move, move_text
from pyramids.storage import tables
from pyramids.storage.journal import ConflictError, JournalMove, Played, SqliteJournal
from pyramids.storage.store import NotSavedError, Store
from pyramids.storage.tables import KeptTable

DECISIONS = 3  # How often to decide at most, after a conflict with another writer.


class StaleError(Exception):
    """A move for a view that is not the current one, maybe sent twice: the answer is the current view."""


class Play:
    """Every change of a game goes through here.

    After its commit it is told: a move to `game_changed`, whatever changes the table too to `room_changed`.
    """

    def __init__(
        self,
        store: Store,
        clock: SiteClock,
        rooms: Rooms,
        dealing: Dealing,
        game_changed: Callable[[Room, int], None],
        room_changed: Callable[[Room], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._rooms = rooms
        self._dealing = dealing
        self._game_changed = game_changed
        self._room_changed = room_changed

    async def start(self, code: str, player: PlayerId) -> Room:
        """Begin a player's own game; the clock runs from here."""
        room = await self._rooms.get(code)
        place = seated_place(room.table, player)
        async with room.locks[place]:
            # Refused before any work, and decided again in the transaction.
            if refused := why_not_start(room.table, place, self._clock.now_ms()):
                raise Refusal(refused)
            deal = await self._dealing.deal(room.kept.seed, room.table.board, 1)

            def command(connection: Connection, _journal: SqliteJournal) -> tuple[KeptTable, TimedGame]:
                kept = kept_table(connection, code)
                seated_place(kept.table, player)
                now_ms = self._clock.now_ms()
                table = start(settle(kept.table, now_ms), place, now_ms)
                timed = TimedGame.start(deal, table.minutes, now_ms)
                saved = tables.save(connection, kept, table, now_ms, self._clock.wall_ms())
                tables.set_game_deadline(connection, _row_id(saved, place), timed.deadline_ms)
                return saved, timed

            def keep(saved: tuple[KeptTable, TimedGame]) -> None:
                kept, timed = saved
                self._rooms.keep(kept)
                room.games[place] = LiveGame(timed, [])
                self._dealing.prepare(kept.seed, kept.table.board, 2)
                self._room_changed(room)

            await self._store.write(command, keep, brief=True)
        return room

    async def move(self, code: str, player: PlayerId | None, move: Move, n: int) -> Room:
        """Play move `n` of a player's own game; the same move with the same `n` is applied once.

        Raises `Refusal`, or `StaleError` when `n` is of another view.
        """
        room = await self._rooms.get(code)
        await self.move_in(room, player, move, n)
        return room

    async def move_in(self, room: Room, player: PlayerId | None, move: Move, n: int) -> None:
        """The same for whoever has the room at hand."""
        place = _playing_place(room.table, player)
        await self._change(room, place, lambda: self._move(room, place, move, n))

    def move_at_once(
        self, room: Room, player: PlayerId | None, move: Move, n: int, done: Callable[[bool], None]
    ) -> bool:
        """Play a move that nothing stands in the way of, without a task that waits for the disk.

        False if nothing has happened, which is for `move_in` then: what is refused or stale, what ends a round or a
        game, what comes before the last move is on disk. Else `done` is called with whether it was saved and told.
        """
        place = room.table.place_of(player)
        if place is None:
            return False
        live, lock = room.games[place], room.locks[place]
        if live is None or n != live.moves_made or not lock.value:
            return False
        now_ms = self._clock.now_ms()
        try:
            timed = live.timed.play(move, now_ms)
        except Refusal:
            return False
        if timed.game.ended is not None or timed.game.awaits_deal or timed.begins_ms != live.timed.begins_ms:
            return False

        def written(error: BaseException | None) -> None:
            told = False
            try:
                if error is None:
                    self._keep(room, place, live, timed, now_ms)
                    told = True
            finally:
                lock.release()
                done(told)

        lock.acquire_nowait()
        try:
            self._store.submit(JournalMove(room.seat_row(place).id, n, move.text, now_ms), written)
        except NotSavedError:
            lock.release()
            return False
        return True

    async def end(self, code: str, player: PlayerId) -> Room:
        """End a player's own game; the points stay. Rule 4.4"""
        room = await self._rooms.get(code)
        place = _playing_place(room.table, player)
        await self._change(room, place, lambda: self._stop(room, place))
        return room

    async def settle(self, code: str) -> Room:
        """Record whatever time has ended at a table. Rules 4.5 and 5.7"""
        room = await self._rooms.get(code)
        for place in (0, 1):
            live = room.games[place]
            if live is None or not live.timed.is_late(self._clock.now_ms()):
                continue  # Without its lock: nobody's answer may wait for another's move. Rule 5.6
            await self._change(room, place, partial(self._settle_game, room, place))
        if settle(room.table, self._clock.now_ms()) == room.table:
            return room

        def command(connection: Connection, _journal: SqliteJournal) -> KeptTable:
            kept = kept_table(connection, code)
            now_ms = self._clock.now_ms()
            return tables.save(connection, kept, settle(kept.table, now_ms), now_ms, self._clock.wall_ms())

        def keep(kept: KeptTable) -> None:
            self._rooms.keep(kept)
            self._room_changed(room)

        await self._store.write(command, keep, brief=True)
        return room

    async def _change(self, room: Room, place: int, decide: Callable[[], Awaitable[None]]) -> None:
        """Change a game with its seat's lock held; after a conflict decide again on what is true."""
        async with room.locks[place]:
            for _ in range(DECISIONS):
                try:
                    return await decide()
                except ConflictError:
                    await self._rooms.reread(room, place)
        raise Refusal(SiteCode.NOT_SAVED)

    async def _current(self, room: Room, place: int, now_ms: int) -> LiveGame:
        """The game at a seat, ended first if its clock has run out. The caller holds the lock."""
        live = room.games[place]
        if live is None:
            raise Refusal(SiteCode.BAD_REQUEST)
        if live.timed.is_late(now_ms):
            await self._finish(room, place, live.timed.end(Ended.TIMEOUT), live.at_ms)
            live = room.games[place]
            assert live is not None
        return live

    async def _settle_game(self, room: Room, place: int) -> None:
        await self._current(room, place, self._clock.now_ms())

    async def _stop(self, room: Room, place: int) -> None:
        live = await self._current(room, place, self._clock.now_ms())
        if live.timed.game.ended is not None:
            raise Refusal(RefusalCode.GAME_OVER)
        await self._finish(room, place, live.timed.end(Ended.STOPPED), live.at_ms)

    async def _move(self, room: Room, place: int, move: Move, n: int) -> None:
        now_ms = self._clock.now_ms()
        live = room.games[place]
        if live is None or live.timed.is_late(now_ms):
            live = await self._current(room, place, now_ms)
        if n != live.moves_made:
            raise StaleError
        played = live.timed.play(move, now_ms)
        if played.game.ended is not None:
            await self._finish(room, place, played, [*live.at_ms, now_ms], unwritten=1)
            return
        row = JournalMove(room.seat_row(place).id, n, move.text, now_ms)
        timed = await self._rooms.advance(room.kept, played) if played.game.awaits_deal else played

        def keep(_: None) -> None:
            self._keep(room, place, live, timed, now_ms)

        if timed.begins_ms == live.timed.begins_ms:
            await self._store.append(row, keep)
        else:
            await self._store.write(_append_and_set_deadline(row, timed.deadline_ms), keep, brief=True)

    def _keep(self, room: Room, place: int, live: LiveGame, timed: TimedGame, now_ms: int) -> None:
        live.at_ms.append(now_ms)
        live.timed = timed
        self._game_changed(room, place)

    async def _finish(
        self, room: Room, place: int, timed: TimedGame, at_ms: list[int], unwritten: int = 0
    ) -> None:
        """One transaction: the last move, the game's end, and the table's if it was the last."""
        game = timed.game
        assert game.ended is not None
        outcome = Outcome(
            game.ended,
            game.score,
            timed.playing_ms,
            sum(played.cleared for played in game.rounds),
            max(played.longest_sequence for played in game.rounds),
        )
        played = Played(tuple(move_text(move) for r in game.rounds for move in r.moves), tuple(at_ms))
        code = room.kept.code

        def command(connection: Connection, journal: SqliteJournal) -> KeptTable:
            kept = kept_table(connection, code)
            now_ms = self._clock.now_ms()
            journal.pack(connection, _row_id(kept, place), played, unwritten)
            table = finish(kept.table, place, outcome, now_ms)
            saved = tables.save(connection, kept, table, now_ms, self._clock.wall_ms())
            return tables.with_played(saved, place, played)

        def keep(kept: KeptTable) -> None:
            self._rooms.keep(kept)
            room.games[place] = LiveGame(timed, at_ms)
            self._room_changed(room)

        await self._store.write(command, keep, brief=True)


def _append_and_set_deadline(
    row: JournalMove, deadline_ms: int
) -> Callable[[Connection, SqliteJournal], None]:
    """A move with which the clock of another round begins."""

    def command(connection: Connection, journal: SqliteJournal) -> None:
        if journal.append(connection, [row]):
            raise ConflictError
        tables.set_game_deadline(connection, row.seat_id, deadline_ms)

    return command


def seated_place(table: Table, player: PlayerId) -> int:
    """A player's seat at a table; raises `Refusal` with `not_seated`."""
    place = table.place_of(player)
    if place is None:
        raise Refusal(TableCode.NOT_SEATED)
    return place


def _playing_place(table: Table, player: PlayerId | None) -> int:
    """The seat at which a player has started; raises `Refusal`."""
    place = table.place_of(player)
    if refused := why_not_play(table, place):
        raise Refusal(refused)
    assert place is not None
    return place


def kept_table(connection: Connection, code: str) -> KeptTable:
    """A table's rows inside a transaction; raises `Refusal` with `unknown_table`."""
    kept = tables.by_code(connection, code)
    if kept is None:
        raise Refusal(SiteCode.UNKNOWN_TABLE)
    return kept


def _row_id(kept: KeptTable, place: int) -> int:
    row = kept.seats[place]
    assert row is not None
    return row.id
