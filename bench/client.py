"""A WebSocket client that does as little as it can, so that the server is what the live bench measures.

It plays: each `game` frame is answered with a random one of its open moves, at once. Frames of the server come
unbroken (RFC 6455 lets a server break them; ours does not). Ours are masked with zeros, which is a mask too.
"""

import asyncio
import base64
import os
import random
import struct
import time
from collections.abc import Callable
from typing import cast

import msgspec

_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_NO_MASK = bytes(4)


class Game(msgspec.Struct):
    """What the client needs of protocol.md's Game."""

    n: int
    open: list[str]
    ended: str | None


class Frame(msgspec.Struct):
    """What the client needs of a frame."""

    type: str
    game: Game | None = None
    code: str | None = None


_decode = msgspec.json.Decoder(Frame).decode


def move_frame(move: str, n: int) -> bytes:
    """A move as protocol.md sends it, as a masked WebSocket frame."""
    if move == "+":
        text = b'{"do":"turn","n":%d}' % n
    elif move == "*":
        text = b'{"do":"joker","n":%d}' % n
    else:
        text = b'{"do":"place","card":"%s","n":%d}' % (move.encode(), n)
    return _masked(_TEXT, text)


def _masked(opcode: int, payload: bytes) -> bytes:
    assert len(payload) < 126
    return bytes((0x80 | opcode, 0x80 | len(payload))) + _NO_MASK + payload


class Tally:
    """What one measured round collects, over all connections."""

    def __init__(self) -> None:
        self.answer_ns: list[int] = []
        self.refused: list[str] = []
        self.frames: list[bytes] | None = None  # Those that answered a move, if they are to be kept.


class PlayingSocket(asyncio.Protocol):
    """One connection. `ready` is done with the first view; `play` makes the first move, and each answer the next."""

    def __init__(self, path: str, host: str, cookie: str, chance: random.Random) -> None:
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.over = False
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n\r\n"
        ).encode()
        self._chance = chance
        self._buffer = b""
        self._shaken = False
        self._game: Game | None = None
        self._sent_ns = 0
        self._tally: Tally | None = None
        self._then: Callable[[], None] | None = None

    def play(self, tally: Tally, then: Callable[[], None]) -> None:
        """Play until the game has ended (then `then` is called) or `stop`."""
        self._tally, self._then = tally, then
        self._move()

    def stop(self) -> None:
        """Make no further move; an answer that is still on its way does not count."""
        self._tally = self._then = None

    async def close(self) -> None:
        """Ask the server to close, and wait until it has: it counts its open sockets."""
        self._transport.write(_masked(_CLOSE, struct.pack(">H", 1000)))
        await asyncio.wait_for(self._gone, 30)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by its class.
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.over = True
        self._gone.set_result(None)
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("closed before the first view"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._shaken:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(head.decode("latin-1").splitlines()[0]))
                self._transport.close()
                return
            self._shaken = True
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, begin = buffer[at + 1], at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, begin = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            assert length != 127, "no frame of ours is that long"
            if size - begin < length:
                break
            self._frame(buffer[at] & 0xF, buffer[begin : begin + length])
            at = begin + length
        self._buffer = buffer[at:]

    def _frame(self, opcode: int, payload: bytes) -> None:
        if opcode == _PING:
            self._transport.write(_masked(_PONG, payload))
            return
        if opcode != _TEXT:
            return
        frame = _decode(payload)
        if frame.game is not None:
            self._answer(frame.game, payload)
        elif frame.code is not None and self._tally is not None:
            self._tally.refused.append(frame.code)

    def _answer(self, game: Game, payload: bytes) -> None:
        self._game = game
        if not self.ready.done():
            self.ready.set_result(None)
        tally = self._tally
        if tally is None:
            return
        tally.answer_ns.append(time.perf_counter_ns() - self._sent_ns)
        if tally.frames is not None:
            tally.frames.append(payload)
        self._move()

    def _move(self) -> None:
        game = self._game
        assert game is not None
        if not game.open or game.ended is not None:
            self.over = True
            if self._then is not None:
                self._then()
            return
        self._sent_ns = time.perf_counter_ns()
        self._transport.write(move_frame(self._chance.choice(game.open), game.n))
