"""The echoes that the live bench measures against: `python -m bench.echo PORT FRAMES [--direct]`.

The same server software as the product's, and nothing of the product: each frame that comes is answered with the next
of the frames in the file FRAMES, one a line, which a game run recorded. So both sides of the bench carry frames of the
same sizes. With `--direct` frames go past ASGI and the framework, as a move that is made at once does.
"""

import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from pyramids.web.server import DirectProtocol, direct_of


def echo_app(frames: list[str]) -> Litestar:
    @websocket("/echo")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        answers = cycle(frames)
        await socket.send_data(next(answers))
        if direct := direct_of(socket.scope):
            answer = direct.send_at_once
            direct.take = lambda _: answer(next(answers).encode())
        try:
            while True:
                await socket.receive_data(mode="text")
                await socket.send_data(next(answers))
        except WebSocketDisconnect:
            pass

    return Litestar([echo], openapi_config=None)


def main() -> None:
    port, frames = int(sys.argv[1]), Path(sys.argv[2]).read_text("utf-8").splitlines()
    uvicorn.run(
        echo_app(frames),
        host="127.0.0.1",
        port=port,
        loop="uvloop",
        http="httptools",
        ws=DirectProtocol if "--direct" in sys.argv else "websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
    )


if __name__ == "__main__":
    main()
