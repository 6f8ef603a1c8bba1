"""The pages of deals that one tries alone: the deal of the day, its calendar, and a table's finished deals."""

from litestar import get
from litestar.params import FromPath, FromQuery

from pyramids.app.deals import ShownDeal
from pyramids.web.pages import Html, render
from pyramids.web.request import AnyRequest, player_of, site_of


@get("/day")
async def days(request: AnyRequest, month: FromQuery[str | None] = None) -> Html:
    """Today's deals, and a calendar to look back."""
    days, player = site_of(request).days, player_of(request)
    return await render(
        request,
        "days.html",
        today=await days.card(player),
        month=await days.month(player, month),
        seals=await days.tomorrows_seals(),
    )


@get("/day/{board:str}/{day:str}")
async def day(request: AnyRequest, board: FromPath[str], day: FromPath[str]) -> Html:
    """A day's deal: its cards come through the try's socket."""
    shown = await site_of(request).deals.of_day(player_of(request), board, day)
    return await _deal_page(request, shown, f"/api/days/{board}/{day}", "/day", f"/day/{board}/{day}/check")


@get("/day/{board:str}/{day:str}/check")
async def check(request: AnyRequest, board: FromPath[str], day: FromPath[str]) -> Html:
    """The page that checks a day's deal in the browser."""
    deal = (await site_of(request).deals.of_day(player_of(request), board, day)).deal
    return await render(request, "check_day.html", board=board, day=deal.day)


@get("/d/{code:str}/{number:int}")
async def deal(request: AnyRequest, code: FromPath[str], number: FromPath[int]) -> Html:
    """A round's deal of a table that is over."""
    shown = await site_of(request).deals.of_table(player_of(request), code, number)
    table = shown.deal.table
    return await _deal_page(
        request, shown, f"/api/deals/{table}/{number}", f"/t/{table}", f"/t/{table}/check"
    )


async def _deal_page(request: AnyRequest, shown: ShownDeal, api: str, back: str, check: str) -> Html:
    """The page of a try; `back` and `check` are addresses without a language."""
    return await render(
        request,
        "deal.html",
        deal=shown.deal,
        code=shown.deal.table,
        board=shown.deal.board,
        api=api,
        back=back,
        check=check,
    )


DEAL_PAGES = [days, day, check, deal]
