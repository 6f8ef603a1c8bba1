"""The server software: uvicorn, with a direct way past ASGI for frames that need not wait for anything.

Through ASGI each message passes a queue and wakes a task, and each answer wakes another: more than all that a move is.
"""

from collections.abc import Callable
from typing import Any

import uvicorn
from litestar.types import ASGIApp, Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

LARGEST_MESSAGE = 64 * 1024  # Beyond this the socket closes; up to it a frame is refused in words.

_DIRECT = "pyramids.direct"


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which the application finds in its socket's scope.

    `take` is offered each text that nothing waits before, where it is received; a text that it declines, and whatever
    comes before there is a `take`, goes the way of all messages.

    It stands on insides of uvicorn 0.54: the two methods that it overrides, `queue`, `frames`, `curr_msg_data_type`,
    `conn` (through which all that is written goes, in its order), `writable`, `disconnected`, `close_sent`, `response`.
    """

    take: Callable[[bytes], bool] | None = None
    _flushes = False

    def handle_connect(self, event: Request) -> None:
        """Begin to serve a socket, unless its handshake is refused."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][_DIRECT] = {"protocol": self}

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        take = self.take if self.curr_msg_data_type == "text" and len(self.frames) == 1 else None
        if take is None or self.close_sent or not self.queue.empty() or not take(self.frames[0]):
            super().send_receive_event_to_app()

    def wake(self) -> None:
        """Wake the application though no message has come: it finds an empty one."""
        nothing: Any = {"type": "websocket.receive"}
        self.queue.put_nowait(nothing)

    def send_at_once(self, text: bytes) -> bool:
        """Send a text unless the other side has gone or does not keep up; gives whether it is sent.

        It is written behind everything else that this turn of the loop wakes: all answers of a commit in a row, those
        to one socket together. Written one by one each would wake its reader, and cost as much as all that a move is.
        """
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        if not self._flushes:
            self._flushes = True
            self.loop.call_soon(self._flush)
        return True

    def _flush(self) -> None:
        self._flushes = False
        output = self.conn.data_to_send()
        if output and not self.transport.is_closing():
            self.transport.write(b"".join(output))


def direct_of(scope: Scope) -> DirectProtocol | None:
    """The direct way to a socket; None on other server software."""
    found: dict[object, object] = (scope.get("extensions") or {}).get(_DIRECT, {})
    protocol = found.get("protocol")
    return protocol if isinstance(protocol, DirectProtocol) else None


def server_config(app: ASGIApp, log_level: str) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws=DirectProtocol,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        log_level=log_level,
    )
