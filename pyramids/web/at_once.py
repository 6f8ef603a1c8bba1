"""A socket's moves, made where they are received: no task is woken for one that nothing stands in the way of."""

import asyncio
import time
from collections.abc import Callable

import structlog

from pyramids.live.hub import Connection
from pyramids.rules.errors import Refusal
from pyramids.rules.round import Move
from pyramids.web.limits import FrameLimit
from pyramids.web.moves import Ping, Show, decode

log = structlog.get_logger()

LARGEST_FRAME = 1_024  # Characters, or bytes of a binary one; ours have under 50.

# Makes a move at once, if that can be: then what is given is called with whether it was saved and answered.
MoveAtOnce = Callable[[Move, int, Callable[[bool], None]], bool]


class AtOnce:
    """The moves of one socket, one at a time; what follows one on its socket waits for it (`settled`).

    `hand_on` takes the frame of a move that was not saved, to be treated as any other frame.
    """

    def __init__(
        self, connection: Connection, limit: FrameLimit, move: MoveAtOnce, hand_on: Callable[[bytes], None]
    ) -> None:
        self._connection = connection
        self._limit = limit
        self._move = move
        self._hand_on = hand_on
        self._text: bytes | None = None  # The move that is on its way to the disk.
        self._waits: asyncio.Future[None] | None = None

    def take(self, text: bytes) -> bool:
        """Make the move of a frame. False, and nothing has happened, for whatever is not as usual."""
        now_s = time.monotonic()
        if self._text is not None or self._connection.closed:
            return False
        if len(text) > LARGEST_FRAME or not self._limit.has_room(now_s):
            return False
        try:
            frame = decode(text)
            if isinstance(frame, Ping | Show) or not self._move(frame.move, frame.n, self._done):
                return False
        except Refusal:
            return False
        except Exception:
            log.exception("frame_failed", table=self._connection.code, frame=text)
            return False
        self._text = text
        self._limit.count(now_s)
        return True

    async def settled(self) -> None:
        """Wait until the last move has been answered, or handed on."""
        if self._text is not None:
            self._waits = asyncio.get_running_loop().create_future()
            await self._waits

    def _done(self, answered: bool) -> None:
        text, self._text = self._text, None
        if not answered and text is not None:
            self._hand_on(text)
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)
