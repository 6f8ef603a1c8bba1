"""Deals that one tries alone: of a day, and of the rounds of a table that is over. What each viewer may see of them.

Nobody who may still try a deal, or whose try runs, is told its cards, any score, who has finished or how many (E31).
"""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection as Database

from pyramids import deals
from pyramids.app import frames
from pyramids.app.clock import SiteClock
from pyramids.app.codes import SiteCode
from pyramids.app.days import Days, day_of, day_text
from pyramids.app.play import Play
from pyramids.app.replay import Replay, replay_of
from pyramids.app.rooms import Room
from pyramids.app.tries import LiveTry, Tries
from pyramids.duel.codes import TableCode, TryCode
from pyramids.duel.table import PlayerId
from pyramids.duel.tries import (
    MINUTES,
    DealView,
    OwnTry,
    RoundResult,
    Standing,
    may_see_standing,
    offers,
    round_result,
    streak,
    why_not_try,
)
from pyramids.duel.view import GameView, game_view
from pyramids.live.hub import Connection, Hub
from pyramids.rules import notation
from pyramids.rules.errors import Refusal
from pyramids.storage.store import Store
from pyramids.storage.tries import Target, days_played, is_in_play, standing_at


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """A deal and the game of the viewer's own try."""

    deal: DealView
    game: GameView | None


class Deals:
    """Finds deals, lets players try them, and tells a try's pages what has become of it."""

    def __init__(
        self,
        store: Store,
        clock: SiteClock,
        days: Days,
        tries: Tries,
        play: Play,
        hub: Hub,
        spawn: Callable[[Coroutine[None, None, None]], object],
    ) -> None:
        self._store = store
        self._clock = clock
        self._days = days
        self._tries = tries
        self._play = play
        self._hub = hub
        self._spawn = spawn

    async def of_day(self, player: PlayerId, board: str, date: str) -> ShownDeal:
        """The deal of a day, today at the latest, as a viewer may see it; raises `Refusal` with `unknown_deal`."""
        target = await self._day(board, date)
        return await self._shown(player, target, await self._tries.of_player(player, target))

    async def start_day(self, player: PlayerId, board: str, date: str) -> ShownDeal:
        """Begin one's try of today's deal."""
        target = await self._day(board, date)
        return await self._shown(player, target, await self._tries.start(player, target))

    async def of_table(self, player: PlayerId, code: str, number: int) -> ShownDeal:
        """A round's deal of a table that is over; raises `Refusal` with `unknown_table`, `not_over`, `unknown_deal`."""
        room, target = await self._round(code, number)
        return await self._shown(player, target, await self._tries.of_player(player, target), room)

    async def start_table(self, player: PlayerId, code: str, number: int) -> ShownDeal:
        """Begin one's try of such a deal: not where one has met it at the table."""
        room, target = await self._round(code, number)
        if _own_round(room, player, number) is not None:
            raise Refusal(TryCode.ALREADY_TRIED)
        return await self._shown(player, target, await self._tries.start(player, target), room)

    async def of_try(self, player: PlayerId | None, try_id: int) -> ShownDeal:
        """The deal of one's own try; anybody else's is unknown."""
        live = await self._own(player, try_id)
        code = live.kept.target.code
        room = None if code is None else await self._play.settle(code)
        return await self._shown(live.kept.player, live.kept.target, live, room)

    async def replay(self, player: PlayerId, try_id: int) -> Replay:
        """One's own try move by move; of a running one what has been played. Raises `Refusal` with `unknown_deal`."""
        live = await self._own(player, try_id)
        return replay_of(live.game, 0, live.kept.started_ms)

    async def record(self, player: PlayerId, try_id: int) -> str:
        """The record of one's own try (docs/notation.md). It holds every card of the fan: rule 5.6.

        Raises `Refusal` with `not_over` before the try's end, and of a day's deal before its seed may be shown.
        """
        live = await self._own(player, try_id)
        target = live.kept.target
        if live.own.result is None or not (target.day is None or await self._is_closed(target)):
            raise Refusal(TableCode.NOT_OVER)
        return notation.write(live.game.timed.game)

    async def greet(self, connection: Connection, try_id: int) -> None:
        """Send a try's page, new or come back, everything it shows."""
        live = await self._tries.settle(try_id)
        while True:
            version = live.game.version
            shown = await self.of_try(connection.player, try_id)
            if version == live.game.version:  # Else what was read is older than what the page has been told.
                break
        connection.send(frames.deal_frame(shown.deal))
        connection.send(self._game_frame(live))

    def changed(self, live: LiveTry) -> None:
        """A commit has changed a try: tell its player's pages."""
        frame = self._game_frame(live)
        for connection in self._hub.at(key_of(live.kept.id)):
            connection.send(frame)
        if live.own.result is not None:
            self._spawn(self._tell_end(live))

    async def _tell_end(self, live: LiveTry) -> None:
        if connections := self._hub.at(key_of(live.kept.id)):
            shown = await self.of_try(live.kept.player, live.kept.id)
            for connection in connections:
                connection.send(frames.deal_frame(shown.deal))

    def _game_frame(self, live: LiveTry) -> bytes:
        return frames.game_frame(0, self._game(live))

    def _game(self, live: LiveTry) -> GameView:
        return game_view(live.game.timed, own=True, now_ms=self._clock.now_ms())

    async def _own(self, player: PlayerId | None, try_id: int) -> LiveTry:
        live = await self._tries.settle(try_id)
        if live.kept.player != player:
            raise Refusal(SiteCode.UNKNOWN_DEAL)
        return live

    async def _is_closed(self, target: Target) -> bool:
        """Whether nobody plays a day's deal any more, nor may; a table's is never closed."""
        today = self._days.today()
        if target.day is None or target.day >= today:
            return False
        # Starts are written one after another: once something of today is on disk, so is every try of an earlier day.
        await self._days.ensure()
        return not await self._store.read(lambda database: is_in_play(database, target))

    async def _day(self, board: str, date: str) -> Target:
        number = day_of(date)
        if number > self._days.today():
            raise Refusal(SiteCode.UNKNOWN_DEAL)
        return await self._days.deal_of(board, number)

    async def _round(self, code: str, number: int) -> tuple[Room, Target]:
        room = await self._play.settle(code.upper())
        if not room.table.over:
            raise Refusal(TableCode.NOT_OVER)
        if number < 1 or not _results(room, number):
            raise Refusal(SiteCode.UNKNOWN_DEAL)
        kept = room.kept
        return room, Target(kept.table.board, kept.seed, number, table_id=kept.id, code=kept.code)

    async def _shown(
        self, player: PlayerId, target: Target, live: LiveTry | None, room: Room | None = None
    ) -> ShownDeal:
        own = live.own if live else None if room is None else _own_round(room, player, target.round)
        today = self._days.today()
        closed = await self._is_closed(target)
        is_its_day = target.day is None or target.day == today
        others = () if room is None else _results(room, target.round)

        def query(database: Database) -> tuple[Standing | None, int | None]:
            days = streak(days_played(database, player), today) if target.day == today else None
            if not may_see_standing(own, closed=closed):
                return None, days
            return standing_at(database, target, own.result if own else None, others), days

        standing, days_on_end = await self._store.read(query)
        refused = why_not_try(own, is_its_day=is_its_day)
        tomorrow = await self._days.deal_of(target.board, today + 1) if target.day == today else None
        view = DealView(
            board=target.board,
            minutes=MINUTES,
            day=None if target.day is None else day_text(target.day),
            table=target.code,
            round=target.round,
            seal=deals.seal(target.seed),
            seed=target.seed.hex() if closed else None,
            next_seal=None if tomorrow is None else deals.seal(tomorrow.seed),
            offers=offers(own, refused),
            refused=refused,
            own=own,
            standing=standing,
            streak=days_on_end,
        )
        return ShownDeal(view, None if live is None else self._game(live))


def key_of(try_id: int) -> str:
    """What stands in the hub for the page of a try; no table has such a code."""
    return f"try/{try_id}"


def _results(room: Room, number: int) -> Sequence[RoundResult]:
    """How a round went for those who reached it at a table that is over."""
    found = [round_result(timed, number) for timed in room.timed if timed is not None]
    return [result for result in found if result is not None]


def _own_round(room: Room, player: PlayerId, number: int) -> OwnTry | None:
    """What a player did in a round at a table that is over."""
    place = room.table.place_of(player)
    timed = None if place is None else room.timed[place]
    result = None if timed is None else round_result(timed, number)
    return None if result is None else OwnTry(None, result)
