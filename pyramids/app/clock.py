"""The site's one clock.

Site time is the wall clock less all downtime so far, in milliseconds. Every rule counts in it, so that downtime is in
no clock and no deadline by construction. A process takes the wall clock once, as it starts, and goes on by the
monotonic clock: a jump of the wall clock changes nothing. Wall time is for showing only.
"""

import time
from collections.abc import Callable

from pyramids.storage.store import Beat


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class SiteClock:
    """Site time and wall time; `resume` from the last beat before anything is asked."""

    def __init__(
        self, wall_ms: Callable[[], int] = _wall_ms, monotonic_ms: Callable[[], int] = _monotonic_ms
    ) -> None:
        self._monotonic_ms = monotonic_ms
        # What is added to the monotonic clock: every move asks for site time more than once.
        self._wall_from_ms = self._site_from_ms = wall_ms() - monotonic_ms()

    def resume(self, beat: Beat | None) -> None:
        """Go on where the last process stopped: what lies between is downtime."""
        if beat is None:
            return
        beat_from_ms = beat.wall_ms - self._monotonic_ms()
        # Never below the last beat, whatever the wall clock says now.
        self._wall_from_ms = max(self._wall_from_ms, beat_from_ms)
        self._site_from_ms = beat_from_ms - beat.downtime_ms

    def wall_ms(self) -> int:
        """Milliseconds since 1970, UTC, as this process counts them."""
        return self._monotonic_ms() + self._wall_from_ms

    def now_ms(self) -> int:
        """Site time."""
        return self._monotonic_ms() + self._site_from_ms

    def beat(self) -> Beat:
        """What a commit keeps of the clock."""
        return Beat(self.wall_ms(), self._wall_from_ms - self._site_from_ms)
