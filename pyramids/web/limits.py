"""How fast somebody may send: frames by socket, commands by player and by address. How many sockets, by both too.

Commands are counted by `limits`. A frame is counted by a number of its socket's own: nothing is looked up, locked or
left to expire for it.
"""

import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from pyramids.app.codes import SiteCode
from pyramids.rules.errors import Refusal

ADDRESS_FACTOR = 10  # Many players may share an address.
INVITATIONS_FACTOR = 3
NAME_FACTOR = 6  # From many addresses at once.
LOGINS_FACTOR = 3  # And a few may log in there within a minute, or a class sign up.
SIGN_UPS_FACTOR = 6
DOWNLOADS_PER_MINUTE = 6
MOST_SOCKETS = 20  # Of one player at once.
MOST_SOCKETS_OF_ADDRESS = 1_000


class TooFastError(Refusal):
    """A refusal that says what was too fast, by a key of `sentences.TOO_FAST`, and for how many seconds. E54"""

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__(SiteCode.TOO_FAST)
        self.what = what
        self.seconds = seconds


class TooManySocketsError(Exception):
    """A player or an address has as many sockets open as it may."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How much is allowed."""

    moves_per_second: int = 30
    commands_per_minute: int = 120
    logins_per_minute: int = 10
    invitations_per_minute: int = 20


class FrameLimit:
    """The frames of one socket in the second that runs."""

    def __init__(self, most_a_second: int) -> None:
        self._most = most_a_second
        self._second = 0
        self._frames = 0

    def has_room(self, now_s: float) -> bool:
        """Whether another frame may come now."""
        return int(now_s) != self._second or self._frames < self._most

    def count(self, now_s: float) -> None:
        """Count a frame; raises `TooFastError`."""
        if not self.has_room(now_s):
            raise TooFastError("moves", 1)
        self.add(now_s)

    def add(self, now_s: float) -> None:
        """Count a frame for which there is room."""
        second = int(now_s)
        if second != self._second:
            self._second, self._frames = second, 0
        self._frames += 1


class Limits:
    """The counters of this process."""

    def __init__(self, rates: Rates) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._sockets: Counter[str] = Counter()  # Open now, by player.
        self._sockets_of_address: Counter[str] = Counter()
        self._opened = RateLimitItemPerMinute(rates.commands_per_minute, namespace="socket")
        self._opened_of_address = RateLimitItemPerMinute(
            rates.commands_per_minute * ADDRESS_FACTOR, namespace="socket-address"
        )
        self._moves_per_second = rates.moves_per_second
        self._commands = RateLimitItemPerMinute(rates.commands_per_minute)
        self._invitations = RateLimitItemPerMinute(rates.invitations_per_minute, 1, "invitations")
        self._invitations_of_address = RateLimitItemPerMinute(
            rates.invitations_per_minute * INVITATIONS_FACTOR, 1, "invitations-address"
        )
        self._commands_of_address = RateLimitItemPerMinute(rates.commands_per_minute * ADDRESS_FACTOR)

        self._logins = RateLimitItemPerMinute(rates.logins_per_minute, namespace="login")
        self._logins_of_name = RateLimitItemPerMinute(
            rates.logins_per_minute * NAME_FACTOR, namespace="login-name"
        )
        self._logins_of_address = RateLimitItemPerMinute(
            rates.logins_per_minute * LOGINS_FACTOR, namespace="login-address"
        )
        self._sign_ups = RateLimitItemPerMinute(
            rates.logins_per_minute * SIGN_UPS_FACTOR, namespace="sign-up-address"
        )
        self._downloads = RateLimitItemPerMinute(DOWNLOADS_PER_MINUTE, namespace="download")

    def of_socket(self) -> FrameLimit:
        """The count of a new socket."""
        return FrameLimit(self._moves_per_second)

    def command(self, player: str, address: str) -> None:
        """Count a command; raises `TooFastError`."""
        self._hit("commands", self._commands, player)
        self._hit("commands", self._commands_of_address, address)

    def invitation(self, player: str, address: str) -> None:
        """Count an invitation; raises `TooFastError`."""
        self._hit("invitations", self._invitations_of_address, address)
        self._hit("invitations", self._invitations, player)

    def log_in(self, whose: str, address: str) -> None:
        """Count a password that is tried, right or wrong; raises `TooFastError`.

        `whose`: a name's key or a player. From one address a name is tried slowly; from all of them together it is
        too, but not so soon that a stranger elsewhere keeps its owner out.
        """
        self._hit("log_ins", self._logins_of_address, address)
        self._hit("log_ins", self._logins, f"{whose} {address}")
        self._hit("log_ins", self._logins_of_name, whose)

    def sign_up(self, address: str) -> None:
        """Count a sign-up; raises `TooFastError`."""
        self._hit("sign_ups", self._sign_ups, address)

    def download(self, player: str) -> None:
        """Count a download of everything about oneself, which may be long; raises `TooFastError`."""
        self._hit("downloads", self._downloads, player)

    @contextmanager
    def socket(self, player: str, address: str) -> Iterator[None]:
        """Count a socket for as long as it is open; raises `TooManySocketsError` or `TooFastError`.

        By address too: whoever sends no cookie is another player with each socket.
        """
        counts = (
            (self._sockets, player, MOST_SOCKETS),
            (self._sockets_of_address, address, MOST_SOCKETS_OF_ADDRESS),
        )
        if any(count[key] >= most for count, key, most in counts):
            raise TooManySocketsError
        self._hit("sockets", self._opened, player)
        self._hit("sockets", self._opened_of_address, address)
        for count, key, _ in counts:
            count[key] += 1
        try:
            yield
        finally:
            for count, key, _ in counts:
                count[key] -= 1
                if not count[key]:
                    del count[key]

    def _hit(self, what: str, limit: RateLimitItem, key: str) -> None:
        if not self._limiter.hit(limit, key):
            reset_s = self._limiter.get_window_stats(limit, key).reset_time - time.time()
            raise TooFastError(what, max(1, math.ceil(reset_s)))
