"""Tries in play: starting, moving, ending, and what the clock ends.

A try in memory is a game folded from the journal, as at a table (`app.play`), and whoever changes it holds its lock
until the change is on disk. Running tries are always in memory; an ended one is read when it is asked for.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import structlog
from sqlalchemy import Connection

from pyramids.app.clock import SiteClock
from pyramids.app.codes import SiteCode
from pyramids.app.dealing import Dealing
from pyramids.app.play import DECISIONS, StaleError
from pyramids.app.players import ensure
from pyramids.app.rooms import LiveGame
from pyramids.duel.codes import TryCode
from pyramids.duel.table import DAY_MS, PlayerId
from pyramids.duel.timing import TimedGame
from pyramids.duel.tries import OwnTry, round_result, start_try
from pyramids.rules.errors import Refusal, RefusalCode
from pyramids.rules.game import Ended
from pyramids.rules.round import Move, move_text, parse_move
from pyramids.storage import tries
from pyramids.storage.journal import ConflictError, JournalMove, Played, SqliteJournal, try_key
from pyramids.storage.store import Store
from pyramids.storage.tries import KeptTry, Target

log = structlog.get_logger()

DUE_AT_ONCE = 200
LARGEST_ID = 2**53  # Above it a database knows no numbers, and a browser's are not exact.


@dataclass(slots=True, eq=False)
class LiveTry:
    """A try and its game. Whoever changes them holds the lock until the change is on disk."""

    kept: KeptTry
    game: LiveGame
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def own(self) -> OwnTry:
        """What its player is told of it."""
        return OwnTry(self.kept.id, round_result(self.game.timed, 1))


class Tries:
    """Every change of a try goes through here. After its commit it is told to `changed`."""

    def __init__(
        self,
        store: Store,
        clock: SiteClock,
        dealing: Dealing,
        journal: dict[int, Played],
        changed: Callable[[LiveTry], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._dealing = dealing
        self._journal = journal  # What the journal held as the process started.
        self._changed = changed
        self._running: dict[int, LiveTry] = {}

    async def take_up(self) -> None:
        """Go on with every try that runs, as the process starts."""
        for try_id in await self._store.read(tries.running):
            await self.get(try_id)

    async def get(self, try_id: int) -> LiveTry:
        """A try; raises `Refusal` with `unknown_deal`."""
        if live := self._running.get(try_id):
            return live
        if not 0 < try_id <= LARGEST_ID:
            raise Refusal(SiteCode.UNKNOWN_DEAL)
        kept = await self._store.read(lambda connection: tries.by_id(connection, try_id))
        if kept is None:
            raise Refusal(SiteCode.UNKNOWN_DEAL)
        live = LiveTry(kept, await self._fold(kept))
        return live if kept.ended is not None else self._running.setdefault(try_id, live)

    async def of_player(self, player: PlayerId, target: Target) -> LiveTry | None:
        """A player's try of a deal, ended first if its clock has run out."""
        kept = await self._store.read(lambda connection: tries.of_player(connection, player, target))
        return None if kept is None else await self.settle(kept.id)

    async def start(self, player: PlayerId, target: Target) -> LiveTry:
        """Begin a player's try, a day's on that day alone; the clock runs from here."""
        deal = await self._dealing.deal(target.seed, target.board, target.round)

        def command(connection: Connection, _journal: SqliteJournal) -> LiveTry:
            now_ms, wall_ms = self._clock.now_ms(), self._clock.wall_ms()
            if tries.of_player(connection, player, target) is not None:
                raise Refusal(TryCode.ALREADY_TRIED)
            if target.day is not None and target.day != wall_ms // DAY_MS:
                raise Refusal(TryCode.NOT_TODAY)
            ensure(connection, player, wall_ms)
            timed = start_try(deal, now_ms)
            try_id = tries.create(connection, player, target, now_ms, wall_ms, timed.deadline_ms)
            return LiveTry(KeptTry(try_id, player, target, now_ms, None, None), LiveGame(timed, []))

        def keep(live: LiveTry) -> None:
            self._running[live.kept.id] = live

        return await self._store.write(command, keep, brief=True)

    async def move(self, try_id: int, player: PlayerId | None, move: Move, n: int) -> LiveTry:
        """Play move `n` of one's own try; the same move with the same `n` is applied once.

        Raises `Refusal`, or `StaleError` when `n` is of another view.
        """
        return await self._change(try_id, player, lambda live: self._move(live, move, n))

    async def end(self, try_id: int, player: PlayerId) -> LiveTry:
        """End one's own try; the points stay."""
        return await self._change(try_id, player, self._stop)

    async def settle(self, try_id: int) -> LiveTry:
        """End a try whose clock has run out."""
        live = await self.get(try_id)
        if not live.game.timed.is_late(self._clock.now_ms()):
            return live
        return await self._change(try_id, live.kept.player, self._end_if_late)

    async def settle_due(self) -> None:
        """End every try whose clock has run out."""
        now_ms = self._clock.now_ms()
        for try_id in await self._store.read(lambda connection: tries.due(connection, now_ms, DUE_AT_ONCE)):
            try:
                await self.settle(try_id)
            except Exception:
                log.exception("settle_failed", try_id=try_id)

    async def _change(
        self, try_id: int, player: PlayerId | None, decide: Callable[[LiveTry], Awaitable[None]]
    ) -> LiveTry:
        """Change one's own try with its lock held; after a conflict decide again on what is on disk."""
        for _ in range(DECISIONS):
            live = await self.get(try_id)
            if live.kept.player != player:
                raise Refusal(SiteCode.UNKNOWN_DEAL)
            async with live.lock:
                try:
                    await decide(live)
                except ConflictError:
                    self._running.pop(try_id, None)
                else:
                    return live
        raise Refusal(SiteCode.NOT_SAVED)

    async def _end_if_late(self, live: LiveTry) -> None:
        if live.game.timed.is_late(self._clock.now_ms()):
            await self._finish(live, live.game.timed.end(Ended.TIMEOUT), live.game.at_ms)

    async def _stop(self, live: LiveTry) -> None:
        await self._end_if_late(live)
        if live.game.timed.game.ended is not None:
            raise Refusal(RefusalCode.GAME_OVER)
        await self._finish(live, live.game.timed.end(Ended.STOPPED), live.game.at_ms)

    async def _move(self, live: LiveTry, move: Move, n: int) -> None:
        await self._end_if_late(live)
        now_ms = self._clock.now_ms()
        if n != live.game.moves_made:
            raise StaleError
        timed, at_ms = live.game.timed.play(move, now_ms), [*live.game.at_ms, now_ms]
        if timed.game.ended is not None:
            await self._finish(live, timed, at_ms, unwritten=1)
            return
        row = JournalMove(try_key(live.kept.id), n, move_text(move), now_ms)
        await self._store.append(row, lambda _: self._keep(live, timed, at_ms))

    async def _finish(self, live: LiveTry, timed: TimedGame, at_ms: list[int], unwritten: int = 0) -> None:
        """One transaction: the last move, and the try's end with all its moves."""
        result = round_result(timed, 1)
        assert result is not None
        played = Played(tuple(map(move_text, timed.game.round.moves)), tuple(at_ms))

        def command(connection: Connection, journal: SqliteJournal) -> KeptTry:
            journal.pack(connection, try_key(live.kept.id), played, unwritten)
            tries.finish(connection, live.kept.id, result)
            return replace(live.kept, ended=result.ended, played=played)

        def keep(kept: KeptTry) -> None:
            self._running.pop(kept.id, None)
            live.kept = kept
            self._keep(live, timed, at_ms)

        await self._store.write(command, keep, brief=True)

    def _keep(self, live: LiveTry, timed: TimedGame, at_ms: list[int]) -> None:
        live.game = LiveGame(timed, at_ms)
        self._changed(live)

    async def _fold(self, kept: KeptTry) -> LiveGame:
        """A game is the fold of its moves over its deal."""
        key = try_key(kept.id)
        played = kept.played or self._journal.pop(key, None) or await self._store.running_game(key)
        target = kept.target
        timed = start_try(await self._dealing.deal(target.seed, target.board, target.round), kept.started_ms)
        for move, at_ms in zip(played.moves, played.at_ms, strict=True):
            timed = timed.play(parse_move(move), at_ms)
        if kept.ended in (Ended.STOPPED, Ended.TIMEOUT):
            timed = timed.end(kept.ended)
        return LiveGame(timed, list(played.at_ms))
