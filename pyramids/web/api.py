"""The JSON API of docs/protocol.md. The pages use it too: there is one door."""

from typing import Annotated, Literal

import msgspec
from litestar import Router, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody
from litestar.response import Response

from pyramids.app import frames
from pyramids.app.codes import SiteCode
from pyramids.app.exports import export_of
from pyramids.app.lobby import MyTable
from pyramids.app.play import StaleError
from pyramids.app.rooms import Room
from pyramids.duel.codes import TableCode
from pyramids.duel.table import ANY_LEVEL
from pyramids.duel.view import GameView, TableView
from pyramids.rules.errors import Refusal
from pyramids.web.accounts import ACCOUNTS
from pyramids.web.blocks import BLOCKS
from pyramids.web.careers import CAREERS
from pyramids.web.deals import DEALS
from pyramids.web.invitations import INVITATIONS
from pyramids.web.lists import LISTS
from pyramids.web.moves import MoveFrame
from pyramids.web.replays import REPLAYS
from pyramids.web.request import AnyRequest, player_of, site_of, viewer_of
from pyramids.web.visitor import visitor_of


class NewTable(msgspec.Struct):
    """The settings of a table; 10 is any level. `ensure_public` refuses any other member."""

    board: Literal["one", "three"]
    minutes: Literal[3, 10]
    highest_level: Annotated[int, msgspec.Meta(ge=1, le=ANY_LEVEL)] = ANY_LEVEL
    opponent: Literal["anybody", "computer"] = "anybody"


PRIVATE = frozenset(
    (
        "private",
        "password",
        "invite_only",
        "invited",
        "reserved",
        "reserved_for",
        "hidden",
        "unlisted",
        "player",
    )
)


def ensure_public(body: dict[str, object]) -> None:
    """Refuse a table that is not for everybody, with a code of its own, and whatever else there is no setting for."""
    unknown = body.keys() - set(NewTable.__struct_fields__)
    if unknown & PRIVATE:
        raise Refusal(SiteCode.NO_PRIVATE_TABLES)
    if unknown:
        raise Refusal(SiteCode.BAD_REQUEST)


class MyTables(msgspec.Struct):
    """One's tables that are not over, or over and not yet looked at, newest first."""

    tables: list[MyTable]


class TableCodeAnswer(msgspec.Struct):
    """The code of a table, as in its address `/t/CODE`."""

    code: str


class TableAnswer(msgspec.Struct):
    """A table and its games, as this visitor may see them."""

    table: TableView
    games: tuple[GameView | None, GameView | None]


async def slow_down(
    connection: ASGIConnection[object, object, object, State], _handler: BaseRouteHandler
) -> None:
    """Count commands; raises `TooFastError`. A guard: it runs before the body is read."""
    if connection.scope.get("method") == "POST":
        visitor = visitor_of(connection.scope)
        connection.app.state.limits.command(visitor.player, visitor.address)


@post("/tables", summary="Open a table")
async def open_table(request: AnyRequest, data: JSONBody[NewTable]) -> TableCodeAnswer:
    """Every table is public: a wish for a private one is refused with `no_private_tables`."""
    ensure_public(await request.json())
    player = player_of(request)
    code = await site_of(request).lobby.open(
        player, data.board, data.minutes, data.highest_level, computer=data.opponent == "computer"
    )
    return TableCodeAnswer(code)


@get("/my/tables", summary="One's own tables")
async def my_tables(request: AnyRequest) -> MyTables:
    """To be started, in play, waiting for the opponent, or finished and not yet looked at."""
    return MyTables(await site_of(request).lobby.my_tables(player_of(request)))


@get("/tables/{code:str}", summary="A table and its games")
async def table(request: AnyRequest, code: FromPath[str]) -> TableAnswer:
    """Games are null where this visitor may not see them."""
    site = site_of(request)
    room = await site.play.settle(code)
    await site.lobby.looked(room, player_of(request))
    return await _answer(request, room)


@post("/tables/{code:str}/join", status_code=200, summary="Take the free seat")
async def join(request: AnyRequest, code: FromPath[str]) -> TableAnswer:
    """Of two who join at once one is refused with `table_full`."""
    return await _answer(request, await site_of(request).lobby.join(code, player_of(request)))


@post("/tables/{code:str}/start", status_code=200, summary="Start one's own game")
async def start(request: AnyRequest, code: FromPath[str]) -> TableAnswer:
    """The clock runs from here, and the first card is sent now and not before."""
    return await _answer(request, await site_of(request).play.start(code, player_of(request)))


@post("/tables/{code:str}/end", status_code=200, summary="End one's own game")
async def end(request: AnyRequest, code: FromPath[str]) -> TableAnswer:
    """The points stay."""
    return await _answer(request, await site_of(request).play.end(code, player_of(request)))


@post("/tables/{code:str}/leave", status_code=200, summary="Leave a table")
async def leave(request: AnyRequest, code: FromPath[str]) -> TableAnswer:
    """Before one's start it gives the seat back, in play it ends the game, afterwards it changes nothing."""
    return await _answer(request, await site_of(request).lobby.leave(code, player_of(request)))


@post("/tables/{code:str}/again", status_code=200, summary="Start again with the same settings")
async def again(request: AnyRequest, code: FromPath[str]) -> TableCodeAnswer:
    """After one's own end. Repeating it leads to the same table."""
    return TableCodeAnswer(await site_of(request).lobby.again(code, player_of(request)))


@post("/tables/{code:str}/computer", status_code=200, summary="Play against the computer")
async def seat_computer(request: AnyRequest, code: FromPath[str]) -> TableAnswer:
    """It takes the free seat at one's own table, whatever the highest level; never while one plays."""
    site = site_of(request)
    return await _answer(request, await site.lobby.seat_computer(code, player_of(request)))


@post("/tables/{code:str}/moves", status_code=200, summary="Play a move")
async def play_move(request: AnyRequest, code: FromPath[str], data: JSONBody[MoveFrame]) -> TableAnswer:
    """As on the table's socket; a stale `n` changes nothing and is answered with the current view."""
    site = site_of(request)
    try:
        room = await site.play.move(code, player_of(request), data.move, data.n)
    except StaleError:
        room = await site.rooms.get(code)
    return await _answer(request, room)


@get("/tables/{code:str}/export", summary="The export of a table that is over")
async def table_export(request: AnyRequest, code: FromPath[str]) -> Response[bytes]:
    """The JSON object of docs/notation.md; refused with `not_over` before."""
    room = await site_of(request).play.settle(code)
    if not room.table.over:
        raise Refusal(TableCode.NOT_OVER)
    return Response(
        frames.encode(export_of(room)),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="pyramids-{room.kept.code}.json"'},
    )


async def _answer(request: AnyRequest, room: Room) -> TableAnswer:
    publish, viewer = site_of(request).publish, await viewer_of(request)
    return TableAnswer(publish.table_view(room, viewer), publish.games_view(room, viewer))


API = Router(
    "/api",
    route_handlers=[
        *ACCOUNTS,
        *LISTS,
        *CAREERS,
        open_table,
        my_tables,
        table,
        join,
        start,
        end,
        leave,
        again,
        seat_computer,
        play_move,
        table_export,
        *REPLAYS,
        *DEALS,
        *INVITATIONS,
        *BLOCKS,
    ],
    guards=[slow_down],
)
