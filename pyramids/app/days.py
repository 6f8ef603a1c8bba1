"""The deal of the day: which day it is, each day's seed, and a player's calendar.

Days are those of UTC by the site's wall clock, counted from 1970. A day's seed is made and sealed the day before, so
that tomorrow's seal can be shown today; at the very first start, and after a longer downtime, today's is made at once.
"""

import secrets
from calendar import Calendar
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import Connection

from pyramids.app.clock import SiteClock
from pyramids.app.codes import SiteCode
from pyramids.deals import SEED_BYTES, seal
from pyramids.duel.table import DAY_MS, PlayerId
from pyramids.duel.tries import streak
from pyramids.rules.boards import BOARDS
from pyramids.rules.errors import Refusal
from pyramids.storage import tries
from pyramids.storage.journal import SqliteJournal
from pyramids.storage.store import Store
from pyramids.storage.tries import DayResult, Target

_EPOCH = date(1970, 1, 1)
_LAST_MONTH = date(9999, 12, 1)  # No date comes after it, so that it has no next month and no whole weeks.


@dataclass(frozen=True, slots=True)
class Today:
    """Today's deals with a player's results, and how many days on end they have played."""

    day: str
    results: tuple[DayResult, ...]
    streak: int


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day of a month's weeks, with what a player did on each board that has a deal; `open` is today alone."""

    day: str
    number: int
    in_month: bool
    open: bool
    results: tuple[DayResult, ...]


@dataclass(frozen=True, slots=True)
class Month:
    """A player's month: weeks from Monday on. `before` and `after` are months that have deals, or None."""

    month: str
    weeks: tuple[tuple[CalendarDay, ...], ...]
    before: str | None
    after: str | None


class Days:
    """The days' deals. `ensure` them before anybody asks, and again and again."""

    def __init__(self, store: Store, clock: SiteClock) -> None:
        self._store = store
        self._clock = clock
        self._ensured = -1  # The day of which, and of the one after it, the deals are known.
        self._known: dict[tuple[str, int], Target] = {}

    def today(self) -> int:
        """The day that it is."""
        return self._clock.wall_ms() // DAY_MS

    async def ensure(self) -> None:
        """Make today's and tomorrow's seeds where they are missing."""
        today = self.today()
        if today == self._ensured:
            return

        def command(connection: Connection, _journal: SqliteJournal) -> list[Target]:
            return [
                tries.ensure_day(connection, board, day, secrets.token_bytes(SEED_BYTES))
                for day in (today, today + 1)
                for board in BOARDS
            ]

        def keep(found: list[Target]) -> None:
            self._known = {(target.board, target.day or 0): target for target in found}
            self._ensured = today

        await self._store.write(command, keep)

    async def deal_of(self, board: str, day: int) -> Target:
        """The deal of a day up to tomorrow; raises `Refusal` with `unknown_deal`."""
        await self.ensure()
        if (known := self._known.get((board, day))) is not None:
            return known
        found = await self._store.read(lambda connection: tries.day(connection, board, day))
        if found is None:
            raise Refusal(SiteCode.UNKNOWN_DEAL)
        return found

    async def card(self, player: PlayerId) -> Today:
        """What a player did today."""
        today = self.today()
        await self.ensure()

        def query(connection: Connection) -> Today:
            results = tuple(tries.results(connection, player, today, today))
            return Today(day_text(today), results, streak(tries.days_played(connection, player), today))

        return await self._store.read(query)

    async def tomorrows_seals(self) -> dict[str, str]:
        """The seal of tomorrow's deal on each board."""
        return {board: seal((await self.deal_of(board, self.today() + 1)).seed) for board in BOARDS}

    async def streak(self, player: PlayerId) -> int:
        """How many days on end a player has finished a deal of the day, on any board."""
        today = self.today()
        return await self._store.read(lambda connection: streak(tries.days_played(connection, player), today))

    async def results(self, player: PlayerId, month: str) -> list[DayResult]:
        """A player's results in a month, up to today; raises `Refusal` with `unknown_deal`."""
        first = _first_of(month)
        last = min(day_number(_next_month(first)) - 1, self.today())
        return await self._store.read(
            lambda connection: tries.results(connection, player, day_number(first), last)
        )

    async def month(self, player: PlayerId, month: str | None) -> Month:
        """A player's month, or the one that it is; raises `Refusal` with `unknown_deal`."""
        today = self.today()
        first = _first_of(month or day_text(today)[:7])
        found = await self.results(player, f"{first:%Y-%m}")
        oldest = await self._store.read(tries.first_day)
        weeks = tuple(
            tuple(_calendar_day(day, first, today, found) for day in week)
            for week in Calendar().monthdatescalendar(first.year, first.month)
        )
        has_before = oldest is not None and oldest < day_number(first)
        after = _next_month(first)
        return Month(
            f"{first:%Y-%m}",
            weeks,
            f"{first - timedelta(1):%Y-%m}" if has_before else None,
            f"{after:%Y-%m}" if day_number(after) <= today else None,
        )


def day_text(day: int) -> str:
    """A day as `2026-11-30`."""
    return (_EPOCH + timedelta(day)).isoformat()


def day_of(text: str) -> int:
    """The day of a text that `day_text` writes; raises `Refusal` with `unknown_deal`."""
    try:
        day = day_number(date.fromisoformat(text))
    except ValueError:
        raise Refusal(SiteCode.UNKNOWN_DEAL) from None
    if day_text(day) != text:
        raise Refusal(SiteCode.UNKNOWN_DEAL)
    return day


def day_number(day: date) -> int:
    """The days from 1970 to a date."""
    return (day - _EPOCH).days


def _first_of(month: str) -> date:
    first = _EPOCH + timedelta(day_of(f"{month}-01"))
    if not _EPOCH <= first < _LAST_MONTH:
        raise Refusal(SiteCode.UNKNOWN_DEAL)
    return first


def _next_month(first: date) -> date:
    return (first + timedelta(31)).replace(day=1)


def _calendar_day(day: date, first: date, today: int, found: list[DayResult]) -> CalendarDay:
    number = day_number(day)
    in_month = day.month == first.month
    results = tuple(result for result in found if result.day == number)
    return CalendarDay(day.isoformat(), day.day, in_month, number == today, results)
