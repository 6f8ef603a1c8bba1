"""The server software: uvicorn, with a line past ASGI for frames that need not wait for anything.

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

_LINE = "pyramids.line"


class LineProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket; its socket's scope has the line.

    `take` is offered each text that nothing waits before, where it is received; a text that it declines, and whatever
    comes before there is a `take`, goes the way of all messages.
    """

    take: Callable[[bytes], bool] | None = None
    _flushes = False

    def handle_connect(self, event: Request) -> None:
        """Begin to serve a socket, unless its handshake is refused."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][_LINE] = {"protocol": self}

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        take = self.take if self.curr_msg_data_type == "text" and len(self.frames) == 1 else None
        if take is None or self.close_sent or not self.queue.empty() or not take(self.frames[0]):
            super().send_receive_event_to_app()

    def hand_on(self, text: bytes) -> None:
        """Let a text that was taken go the way of all messages after all."""
        self.queue.put_nowait({"type": "websocket.receive", "text": text.decode()})

    def send_at_once(self, text: bytes) -> bool:
        """Send a text unless the other side has gone or does not keep up; gives whether it is sent.

        It is written at the end of this turn of the loop: all answers of a commit in a row, and those to one socket
        together. Written one by one, each would wake its reader, which costs as much as all that a move is.
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


def line_of(scope: Scope) -> LineProtocol | None:
    """The line of a socket; None on other server software."""
    line: dict[object, object] = (scope.get("extensions") or {}).get(_LINE, {})
    protocol = line.get("protocol")
    return protocol if isinstance(protocol, LineProtocol) else None


def configured(app: ASGIApp, **more: Any) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws=LineProtocol,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        **more,
    )
