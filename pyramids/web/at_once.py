"""A socket's moves, made where they are received: no task is woken for one that nothing stands in the way of."""

import asyncio
import time
from collections.abc import Callable

from pyramids.live.hub import Connection
from pyramids.rules.round import Move
from pyramids.web.limits import FrameLimit
from pyramids.web.moves import Ping, Show, decode

LARGEST_FRAME = 1_024  # Characters, or bytes of a binary one; ours have under 50.

# Makes a move at once, if that can be: then what is given is called with whether it was told.
MoveAtOnce = Callable[[Move, int, Callable[[bool], None]], bool]


class MovesAtOnce:
    """The moves of one socket, one at a time; what follows one on its socket waits for it (`settled`).

    A move that was not saved, or not told, is left to be treated as any other frame, and before what came after it:
    `wake` then wakes whoever asks `settled`.
    """

    def __init__(
        self, connection: Connection, limit: FrameLimit, move: MoveAtOnce, wake: Callable[[], None]
    ) -> None:
        self._connection = connection
        self._limit = limit
        self._move = move
        self._wake = wake
        self._text: bytes | None = None  # The move that is on its way to the disk.
        self._left: bytes | None = None
        self._waits: asyncio.Future[None] | None = None

    def take(self, text: bytes) -> bool:
        """Make the move of a frame. False, and nothing has happened, for whatever is not as usual."""
        if self._text is not None or self._left is not None or self._waits is not None:
            return False
        now_s = time.monotonic()
        if self._connection.closed or len(text) > LARGEST_FRAME or not self._limit.has_room(now_s):
            return False
        try:
            frame = decode(text)
            if isinstance(frame, Ping | Show) or not self._move(frame.move, frame.n, self._done):
                return False
        except Exception:
            return False  # A refusal, or a bug: the ordinary way meets it again, and tells or logs it.
        self._text = text
        self._limit.add(now_s)
        return True

    async def settled(self) -> bytes | None:
        """Wait for the last move; gives its text, which has been counted, if it is left."""
        if self._text is not None:
            self._waits = asyncio.get_running_loop().create_future()
            try:
                await self._waits
            finally:
                self._waits = None
        left, self._left = self._left, None
        return left

    def _done(self, told: bool) -> None:
        text, self._text = self._text, None
        if not told:
            self._left = text
        if self._waits is not None:
            if not self._waits.done():
                self._waits.set_result(None)
        elif not told:
            self._wake()
