"""The lists of the lobby, as a program asks for them."""

from typing import Annotated, Literal

import msgspec
from litestar import get
from litestar.params import FromQuery, QueryParameter

from pyramids.app.lists import OnlinePlayers, OpenTables, TableResult, WatchedTable
from pyramids.live.hub import LobbyPage
from pyramids.web.request import AnyRequest, site_of, viewer_of

Board = Literal["one", "three"]
PageNumber = Annotated[int, QueryParameter(ge=1, le=10_000)]


class WatchedTables(msgspec.Struct):
    """The games that one may watch, the newest first."""

    tables: list[WatchedTable]


class TableResults(msgspec.Struct):
    """The results of the last hour, the newest first."""

    tables: list[TableResult]


class MayJoin(msgspec.Struct):
    """How many others on line may join, by the highest level that one's table would have, from 1 to 10."""

    counts: list[int]


@get("/tables", summary="The open tables")
async def open_tables(
    request: AnyRequest,
    board: FromQuery[Board | None] = None,
    joinable: FromQuery[bool] = False,
    page: PageNumber = 1,
) -> OpenTables:
    """`refused` has the reason where this visitor may not join; `joinable` leaves those out, and one's own."""
    return await site_of(request).lists.open_tables(
        await viewer_of(request), LobbyPage(board, joinable, page)
    )


@get("/watch", summary="The games to watch")
async def watch(request: AnyRequest) -> WatchedTables:
    """Where one has finished and the other plays; never to somebody who plays there."""
    return WatchedTables(await site_of(request).lists.watched(await viewer_of(request)))


@get("/results", summary="The results of the last hour")
async def results(request: AnyRequest) -> TableResults:
    """Of tables that are over and have a result."""
    return TableResults(await site_of(request).lists.results())


@get("/players", summary="Who is on line")
async def players(request: AnyRequest) -> OnlinePlayers:
    """Whatever they do; the computer is not among them."""
    return await site_of(request).lists.players(await viewer_of(request))


@get("/players/joining", summary="How many players on line may join")
async def joining(request: AnyRequest, board: FromQuery[Board] = "one") -> MayJoin:
    """Others whose level is not above the highest, on that board, and whom no block keeps apart from this visitor."""
    return MayJoin(await site_of(request).lists.may_join(await viewer_of(request), board))


LISTS = [open_tables, watch, results, players, joining]
