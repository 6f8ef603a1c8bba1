"""Dates as a language writes them. They are those of UTC: the server knows no visitor's time zone."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache, partial

from babel.dates import format_date

DAY_MS = 24 * 60 * 60 * 1000


def of_wall(wall_ms: int) -> datetime:
    """A wall time as a date."""
    return datetime.fromtimestamp(wall_ms / 1000, UTC)


def date_text(wall_ms: int, language: str) -> str:
    """The day of a wall time."""
    return _day_text(wall_ms // DAY_MS, language)


@lru_cache(8_192)
def _day_text(day: int, language: str) -> str:
    """The text of a day, counted from 1970: Babel takes longer for one than a page has time for a hundred."""
    return format_date(of_wall(day * DAY_MS), "medium", locale=language)


def machine_text(wall_ms: int) -> str:
    """A wall time for the `datetime` of a `time`."""
    return of_wall(wall_ms).isoformat(timespec="seconds")


def date_filters(language: str) -> dict[str, Callable[[int], str]]:
    """What templates write dates with."""
    return {"date": partial(date_text, language=language), "machine_date": machine_text}
