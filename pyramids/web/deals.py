"""The deal of the day, finished deals and one's tries of them, in the JSON API."""

from contextlib import suppress

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Response

from pyramids.app.days import day_text
from pyramids.app.deals import ShownDeal
from pyramids.app.play import StaleError
from pyramids.app.replay import Replay
from pyramids.web.moves import MoveFrame
from pyramids.web.request import AnyRequest, player_of, site_of


class DayEntry(msgspec.Struct):
    """A day's deal in a month; the result is one's own, and null where one has none."""

    board: str
    day: str
    tried: bool
    score: int | None
    cleared: bool | None


class DaysAnswer(msgspec.Struct):
    """A month's deals up to today, and how many days on end this visitor has played."""

    today: str
    streak: int
    days: list[DayEntry]


@get("/days", summary="The deals of a month")
async def month(
    request: AnyRequest, board: FromQuery[str | None] = None, month: FromQuery[str | None] = None
) -> DaysAnswer:
    """With one's own points. `month` is as 2026-11 and the present one if it is missing, `board` both if missing."""
    days, player = site_of(request).days, player_of(request)
    today = day_text(days.today())
    found = await days.results(player, month or today[:7])
    entries = [
        DayEntry(one.board, day_text(one.day), one.tried, one.score, one.cleared)
        for one in found
        if board is None or one.board == board
    ]
    return DaysAnswer(today, await days.streak(player), entries)


@get("/days/{board:str}/{day:str}", summary="The deal of a day")
async def day(request: AnyRequest, board: FromPath[str], day: FromPath[str]) -> ShownDeal:
    """Others' results come after one's own end, the seed when the day is over and nobody plays it any more."""
    return await site_of(request).deals.of_day(player_of(request), board, day)


@post("/days/{board:str}/{day:str}/start", status_code=200, summary="Start one's try of today's deal")
async def start_day(request: AnyRequest, board: FromPath[str], day: FromPath[str]) -> ShownDeal:
    """Once, and on its day alone; the clock runs from here."""
    return await site_of(request).deals.start_day(player_of(request), board, day)


@get("/deals/{code:str}/{number:int}", summary="A round's deal of a table that is over")
async def deal(request: AnyRequest, code: FromPath[str], number: FromPath[int]) -> ShownDeal:
    """Others' results come after one's own end; refused with `not_over` before the table is."""
    return await site_of(request).deals.of_table(player_of(request), code, number)


@post("/deals/{code:str}/{number:int}/start", status_code=200, summary="Start one's try of such a deal")
async def start_deal(request: AnyRequest, code: FromPath[str], number: FromPath[int]) -> ShownDeal:
    """Once, and not for who has met its cards at the table; the clock runs from here."""
    return await site_of(request).deals.start_table(player_of(request), code, number)


@post("/tries/{try_id:int}/moves", status_code=200, summary="Play a move of one's try")
async def play_move(request: AnyRequest, try_id: FromPath[int], data: JSONBody[MoveFrame]) -> ShownDeal:
    """As on the try's socket; a stale `n` changes nothing and is answered with the current view."""
    site, player = site_of(request), player_of(request)
    with suppress(StaleError):
        await site.tries.move(try_id, player, data.move, data.n)
    return await site.deals.of_try(player, try_id)


@post("/tries/{try_id:int}/end", status_code=200, summary="End one's try")
async def end(request: AnyRequest, try_id: FromPath[int]) -> ShownDeal:
    """The points stay."""
    site, player = site_of(request), player_of(request)
    await site.tries.end(try_id, player)
    return await site.deals.of_try(player, try_id)


@get("/tries/{try_id:int}/replay", summary="One's try move by move")
async def try_replay(request: AnyRequest, try_id: FromPath[int]) -> Replay:
    """As of a game at a table; of a running try what has been played."""
    return await site_of(request).deals.replay(player_of(request), try_id)


@get("/tries/{try_id:int}/record", summary="The record of one's try")
async def try_record(request: AnyRequest, try_id: FromPath[int]) -> Response[str]:
    """The text of docs/notation.md. It holds every card: refused with `not_over` while others may play them."""
    return Response(
        await site_of(request).deals.record(player_of(request), try_id),
        media_type="text/plain",
        headers={"content-disposition": f'attachment; filename="pyramids-try-{try_id}.txt"'},
    )


DEALS = [month, day, start_day, deal, start_deal, play_move, end, try_replay, try_record]
