"""The codes with which a table refuses a command."""

from enum import StrEnum


class TableCode(StrEnum):
    """Why a table refuses. The codes of moves are `rules.errors.RefusalCode`."""

    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    TABLE_FULL = "table_full"
    TABLE_CLOSED = "table_closed"
    LEVEL_TOO_HIGH = "level_too_high"
    BLOCKED = "blocked"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    NOT_FINISHED = "not_finished"
    NOT_OVER = "not_over"
    NOT_OFFERED = "not_offered"


class TryCode(StrEnum):
    """Why a deal cannot be tried."""

    ALREADY_TRIED = "already_tried"
    NOT_TODAY = "not_today"
