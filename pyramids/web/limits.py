"""How fast somebody may send: frames by socket, commands by player and by address.

Commands are counted by `limits`. A frame is counted by a number of its socket's own: nothing is looked up, locked or
left to expire for it.
"""

import math
import time
from dataclasses import dataclass

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from pyramids.app.codes import SiteCode
from pyramids.rules.errors import Refusal

ADDRESS_FACTOR = 10  # Many players may share an address.


class TooFastError(Refusal):
    """A refusal that says for how long. E54"""

    def __init__(self, seconds: int) -> None:
        super().__init__(SiteCode.TOO_FAST)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Rates:
    """How much is allowed."""

    moves_per_second: int = 30
    commands_per_minute: int = 120
    invitations_per_minute: int = 20


class FrameLimit:
    """The frames of one socket in the second that runs."""

    def __init__(self, most_a_second: int) -> None:
        self._most = most_a_second
        self._second = 0
        self._frames = 0

    def count(self, now_s: float) -> None:
        """Count a frame; raises `TooFastError`."""
        second = int(now_s)
        if second != self._second:
            self._second, self._frames = second, 0
        self._frames += 1
        if self._frames > self._most:
            raise TooFastError(1)


class Limits:
    """The counters of this process."""

    def __init__(self, rates: Rates) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._moves_per_second = rates.moves_per_second
        self._commands = RateLimitItemPerMinute(rates.commands_per_minute)
        self._invitations = RateLimitItemPerMinute(rates.invitations_per_minute, 1, "invitations")
        self._commands_of_address = RateLimitItemPerMinute(rates.commands_per_minute * ADDRESS_FACTOR)

    def of_socket(self) -> FrameLimit:
        """The count of a new socket."""
        return FrameLimit(self._moves_per_second)

    def command(self, player: str, address: str) -> None:
        """Count a command; raises `TooFastError`."""
        self._hit(self._commands, player)
        self._hit(self._commands_of_address, address)

    def invitation(self, player: str) -> None:
        """Count an invitation; raises `TooFastError`."""
        self._hit(self._invitations, player)

    def _hit(self, limit: RateLimitItem, key: str) -> None:
        if not self._limiter.hit(limit, key):
            reset_s = self._limiter.get_window_stats(limit, key).reset_time - time.time()
            raise TooFastError(max(1, math.ceil(reset_s)))
