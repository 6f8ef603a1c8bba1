"""Dates as a language writes them. They are those of UTC: the server knows no visitor's time zone."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from babel.dates import format_date


def of_wall(wall_ms: int) -> datetime:
    """A wall time as a date."""
    return datetime.fromtimestamp(wall_ms / 1000, UTC)


def date_text(wall_ms: int, language: str) -> str:
    """The day of a wall time."""
    return format_date(of_wall(wall_ms), "medium", locale=language)


def machine_text(wall_ms: int) -> str:
    """A wall time for the `datetime` of a `time`."""
    return of_wall(wall_ms).isoformat(timespec="seconds")


def date_filters(language: str) -> dict[str, Callable[[int], str]]:
    """What templates write dates with."""
    return {"date": partial(date_text, language=language), "machine_date": machine_text}
