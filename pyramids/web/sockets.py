"""The two sockets: a table's, which carries moves and views, and the site's, which tells that a list has changed."""

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable
from functools import partial

import structlog
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.types import WebSocketSendEvent

from pyramids.app import frames
from pyramids.app.codes import SiteCode
from pyramids.app.deals import key_of
from pyramids.app.play import StaleError
from pyramids.app.site import Site
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import LOGGED_OUT, Connection, LobbyPage
from pyramids.rules.errors import Refusal
from pyramids.rules.round import Move
from pyramids.storage.store import NotSavedError
from pyramids.web.at_once import LARGEST_FRAME, MoveAtOnce, MovesAtOnce
from pyramids.web.limits import FrameLimit, TooFastError, TooManySocketsError
from pyramids.web.moves import Ping, Show, decode
from pyramids.web.server import direct_of
from pyramids.web.visitor import visitor_of

log = structlog.get_logger()

UNKNOWN_TABLE = 4404
TOO_MANY = 4429
TOO_MANY_WATCHERS = 4430
MOST_TOO_FAST = 500  # Frames refused for their speed after which a sender is sent away.

_SEEN = re.compile(r"[01]:\d{1,4}(,[01]:\d{1,4})?", re.ASCII)

AnySocket = WebSocket[object, object, State]
Receive = Callable[..., Awaitable[bool]]
PlayMove = Callable[[Move, int], Awaitable[None]]


@websocket("/api/tables/{code:str}/live")
async def table_socket(socket: AnySocket, code: FromPath[str]) -> None:
    """A table, live."""
    await _open(socket, lambda: _table(socket, code))


@websocket("/api/tries/{try_id:int}/live")
async def try_socket(socket: AnySocket, try_id: FromPath[int]) -> None:
    """One's own try of a deal, live."""
    await _open(socket, lambda: _try(socket, try_id))


@websocket("/api/live")
async def site_socket(socket: AnySocket) -> None:
    """What changes on every page: the open tables, and one's own."""
    await _open(socket, lambda: _site(socket))


async def _open(socket: AnySocket, serve: Callable[[], Awaitable[None]]) -> None:
    """Serve a socket if its sender may have another; nothing is looked up before that."""
    await socket.accept()
    visitor = visitor_of(socket.scope)
    try:
        with socket.app.state.limits.socket(visitor.player, visitor.address):
            await serve()
    except TooManySocketsError:
        await socket.close(TOO_MANY)
    except TooFastError as error:
        await socket.send(_message(_too_fast_frame(error, None)))
        await socket.close(TOO_MANY)


async def _table(socket: AnySocket, code: str) -> None:
    site: Site = socket.app.state.site
    try:
        room = await site.play.settle(code)
    except Refusal:
        await socket.close(UNKNOWN_TABLE)
        return
    connection = Connection(await viewer_of(socket), room.kept.code, visitor_of(socket.scope).session)
    connection.seen = seen_in(socket.query_params.get("seen", ""))
    if not site.publish.has_room_for(room, connection.viewer):
        await socket.close(TOO_MANY_WATCHERS)
        return

    async def greet() -> None:
        site.publish.catch_up(room, connection)
        await site.lobby.looked(room, connection.player)

    async def play(move: Move, n: int) -> None:
        try:
            await site.play.move_in(room, connection.player, move, n)
        except StaleError:
            site.publish.catch_up(room, connection, again=True)

    await _serve(socket, connection, greet, play, partial(site.play.move_at_once, room, connection.player))


async def _try(socket: AnySocket, try_id: int) -> None:
    site: Site = socket.app.state.site
    viewer = await viewer_of(socket)
    try:
        await site.deals.of_try(viewer.player, try_id)
    except Refusal:
        await socket.close(UNKNOWN_TABLE)
        return
    connection = Connection(viewer, key_of(try_id), visitor_of(socket.scope).session)

    async def play(move: Move, n: int) -> None:
        try:
            await site.tries.move(try_id, connection.player, move, n)
        except StaleError:
            await site.deals.greet(connection, try_id)

    await _serve(socket, connection, lambda: site.deals.greet(connection, try_id), play)


async def _site(socket: AnySocket) -> None:
    site: Site = socket.app.state.site
    connection = Connection(await viewer_of(socket), session=visitor_of(socket.scope).session)
    await _serve(socket, connection, lambda: site.news.show(connection, None), None)


def seen_in(text: str) -> dict[int, int]:
    """By seat, which views a page that comes back still has; none if the text does not say it."""
    if not _SEEN.fullmatch(text):
        return {}
    pairs = (pair.split(":") for pair in text.split(","))
    return {int(seat): int(n) for seat, n in pairs}


async def viewer_of(socket: AnySocket) -> Viewer:
    """Whoever has opened a socket."""
    site: Site = socket.app.state.site
    return await site.people.viewer(visitor_of(socket.scope).player)


async def _serve(
    socket: AnySocket,
    connection: Connection,
    greet: Callable[[], Awaitable[None]],
    play: PlayMove | None,
    move_at_once: MoveAtOnce | None = None,
) -> None:
    """Receive and send until either side ends it; `play` makes a move where one can be made.

    `move_at_once` makes one where it is received, if the server software lets us and nothing stands in its way.
    """
    site: Site = socket.app.state.site
    site.hub.add(connection)
    if connection.session is not None and await site.sessions.player_of(connection.session) is None:
        connection.end(LOGGED_OUT)  # It ended while this socket opened.
    limit: FrameLimit = socket.app.state.limits.of_socket()
    direct, moves = direct_of(socket.scope), None
    if direct is not None:
        connection.send_at_once = direct.send_at_once
    sender = asyncio.create_task(_send(socket, connection))
    receive = partial(_receive, site, connection, limit, play)
    try:
        await greet()
        if direct is not None and move_at_once is not None:
            moves = MovesAtOnce(connection, limit, move_at_once, direct.wake)
            direct.take = moves.take
        await _receive_all(socket, connection, receive, moves)
    finally:
        if direct is not None:
            direct.take = None
        site.hub.remove(connection)
        connection.end()
        with contextlib.suppress(Exception):  # The other side has gone.
            await sender


async def _receive_all(
    socket: AnySocket, connection: Connection, receive: Receive, moves: MovesAtOnce | None
) -> None:
    while (message := await socket.receive())["type"] == "websocket.receive":
        if moves is not None and (left := await moves.settled()) is not None:
            await receive(left.decode(), None, counted=True)
        text, data = message.get("text"), message.get("bytes")
        if text is None and data is None:
            continue  # It was woken for the move that was left.
        if connection.closed or not await receive(text, data):
            break
        if connection.send_at_once is None:
            # The sender's turn: of many frames in a packet none waits for another.
            await asyncio.sleep(0)


async def _send(socket: AnySocket, connection: Connection) -> None:
    while (frame := await connection.next_frame()) is not None:
        await socket.send(_message(frame))
    await socket.close(connection.closed_with)


def _message(frame: bytes) -> WebSocketSendEvent:
    return {"type": "websocket.send", "bytes": None, "text": frame.decode()}


async def _receive(
    site: Site,
    connection: Connection,
    limit: FrameLimit,
    play: PlayMove | None,
    text: str | None,
    data: bytes | None,
    *,
    counted: bool = False,
) -> bool:
    """Handle one frame; every fault is an answer. Gives whether the socket stays open."""
    frame, n = None, None
    try:
        if not counted:
            limit.count(time.monotonic())
        if len(text or data or "") > LARGEST_FRAME:
            raise Refusal(SiteCode.TOO_LARGE)
        frame = decode(text or "")
        if isinstance(frame, Ping):
            connection.send(frames.PONG)
            return True
        if isinstance(frame, Show):
            await _show(site, connection, frame)
            return True
        n = frame.n
        if play is None:
            raise Refusal(SiteCode.BAD_FRAME)
        await play(frame.move, n)
    except TooFastError as error:
        connection.too_fast += 1
        connection.send(_too_fast_frame(error, _n(text)))
        return connection.too_fast < MOST_TOO_FAST
    except Refusal as refusal:
        connection.send(frames.refused_frame(refusal.code, n))
    except NotSavedError:
        connection.send(frames.refused_frame(SiteCode.NOT_SAVED, n))
    except Exception:
        log.exception("frame_failed", table=connection.code, player=connection.player, frame=text)
        connection.send(frames.refused_frame(SiteCode.BUG, n))
    return True


async def _show(site: Site, connection: Connection, frame: Show) -> None:
    if connection.code is not None:
        raise Refusal(SiteCode.BAD_FRAME)
    await site.news.show(connection, LobbyPage(frame.board, frame.joinable, frame.page))


def _too_fast_frame(error: TooFastError, n: int | None) -> bytes:
    return frames.refused_frame(error.code, n, what=error.what, seconds=error.seconds)


def _n(text: str | None) -> int | None:
    """The number of a move that was too fast, so that its sender knows which."""
    try:
        frame = decode(text or "")
    except Refusal:
        return None
    return None if isinstance(frame, Ping | Show) else frame.n
