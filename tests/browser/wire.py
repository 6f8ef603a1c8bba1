"""A line between a browser and the server that a test may hold, cut and join again."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from typing import Any

PATIENCE_S = 10


class Wire:
    """Passes bytes on, from a port of its own; its two directions are held apart from each other."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._pipes: set[asyncio.Task[None]] = set()
        self._is_cut = False
        #: What came from the server since `listen`, piece by piece.
        self._heard: list[bytes] | None = None
        self._do(self._open)

    async def _open(self) -> None:
        # Set: bytes go through.
        self._asks = asyncio.Event()
        self._answers = asyncio.Event()
        self._asks.set()
        self._answers.set()
        self._listener = await asyncio.start_server(self._accept, "127.0.0.1", 0)

    @property
    def base(self) -> str:
        """Where the browser goes."""
        return f"http://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

    def hold_answers(self) -> None:
        """What the server sends waits from now on."""
        self._now(self._answers.clear)

    def hold_asks(self) -> None:
        """What the browser sends waits from now on."""
        self._now(self._asks.clear)

    def release(self) -> None:
        """Everything that waits goes on its way."""
        self._now(self._asks.set)
        self._now(self._answers.set)

    def listen(self) -> None:
        """Keep what comes from the server from now on."""
        self._heard = []

    @property
    def heard(self) -> bytes:
        """All that has come from the server since `listen`."""
        assert self._heard is not None
        return b"".join(self._heard)

    def cut(self) -> None:
        """Every connection breaks, with what waits in it, and none is made."""
        self._do(self._cut)

    def join(self) -> None:
        """New connections are made again, and nothing is held."""
        self._is_cut = False
        self.release()

    def close(self) -> None:
        """End the line."""
        self._do(self._close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()

    def _now(self, call: Callable[[], None]) -> None:
        async def once() -> None:
            call()

        self._do(once)

    def _do(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        asyncio.run_coroutine_threadsafe(work(), self._loop).result(PATIENCE_S)

    async def _close(self) -> None:
        self._listener.close()
        await self._cut()

    async def _cut(self) -> None:
        self._is_cut = True
        pipes = list(self._pipes)
        for pipe in pipes:
            pipe.cancel()
        await asyncio.gather(*pipes, return_exceptions=True)

    async def _accept(self, browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        if self._is_cut:
            to_browser.transport.abort()
            return
        pipe = asyncio.current_task()
        assert pipe is not None
        self._pipes.add(pipe)
        ends = [to_browser]
        try:
            server, to_server = await asyncio.open_connection("127.0.0.1", self._to)
            ends.append(to_server)
            # Either side's end ends both.
            await asyncio.wait(
                [
                    asyncio.ensure_future(_pump(browser, to_server, self._asks)),
                    asyncio.ensure_future(_pump(server, to_browser, self._answers, self._hear)),
                ],
                return_when=asyncio.FIRST_COMPLETED,
            )
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for end in ends:
                end.transport.abort()
            self._pipes.discard(pipe)

    def _hear(self, data: bytes) -> None:
        if self._heard is not None:
            self._heard.append(data)


async def _pump(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    passes: asyncio.Event,
    hear: Callable[[bytes], None] = lambda _data: None,
) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            await passes.wait()
            hear(data)
            writer.write(data)
            await writer.drain()
