"""Dates as a language writes them. They are those of UTC: the server knows no visitor's time zone."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import lru_cache, partial

from babel.dates import format_date


def of_wall(wall_ms: int) -> datetime:
    """A wall time as a date."""
    return datetime.fromtimestamp(wall_ms / 1000, UTC)


def date_text(wall_ms: int, language: str) -> str:
    """The day of a wall time."""
    return _text(of_wall(wall_ms).date(), "medium", language)


def date_words(day: str, form: str, *, language: str) -> str:
    """A day such as 2026-11-30, in a form of CLDR's such as `long`."""
    return _text(date.fromisoformat(day), form, language)


@lru_cache(8_192)
def _text(day: date, form: str, language: str) -> str:
    """Remembered: Babel takes longer for one than a page has time for a hundred."""
    return format_date(day, form, locale=language)


def machine_text(wall_ms: int) -> str:
    """A wall time for the `datetime` of a `time`."""
    return of_wall(wall_ms).isoformat(timespec="seconds")


def date_filters(language: str) -> dict[str, Callable[[int], str]]:
    """What templates write dates with."""
    return {"date": partial(date_text, language=language), "machine_date": machine_text}
