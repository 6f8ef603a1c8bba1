"""The pages of members, and the leaderboards."""

from urllib.parse import quote

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from pyramids.app.careers import PastDuels
from pyramids.duel.table import PlayerId
from pyramids.rules.boards import BOARDS
from pyramids.rules.errors import Refusal
from pyramids.storage.careers import BoardCareer
from pyramids.web.languages import address, language_of
from pyramids.web.pages import Html, render
from pyramids.web.request import AnyRequest, player_of, site_of


@get("/p/{name:str}")
async def player(request: AnyRequest, name: FromPath[str], before: FromQuery[str] = "") -> Html | Redirect:
    """A member: levels over time, results, whom they have met most."""
    careers = site_of(request).careers
    found, written = await careers.member(name)
    if name != written:
        return Redirect(address(language_of(request), f"/p/{quote(written)}"))
    career = await careers.get(found)
    return await render(
        request,
        "player.html",
        profile=await careers.profile(found, player_of(request)),
        points={board: (career.boards.get(board) or BoardCareer()).points for board in BOARDS},
        past=await _duels(request, found, before),
        is_first=not before,
    )


async def _duels(request: AnyRequest, player: PlayerId, before: str) -> PastDuels:
    """A page of duels; whatever an address says wrongly is as if it said nothing."""
    careers = site_of(request).careers
    try:
        return await careers.duels(player, before or None)
    except Refusal:
        return await careers.duels(player)


@get("/leaders")
async def leaders(request: AnyRequest, board: FromQuery[str] = "", since: FromQuery[str] = "") -> Html:
    """The best members on a board, of this week or of ever."""
    shown, this_week = board if board in BOARDS else next(iter(BOARDS)), since == "week"
    found = await site_of(request).careers.leaders(shown, player_of(request), this_week=this_week)
    return await render(request, "leaders.html", board=shown, this_week=this_week, leaders=found)


PLAYER_PAGES = [player, leaders]
