"""Members, their duels and the leaderboards in the JSON API."""

from typing import Literal

import msgspec
from litestar import get
from litestar.params import FromPath, FromQuery

from pyramids.app.careers import Leading, PastDuels, Profile
from pyramids.web.request import AnyRequest, player_of, site_of


class Leaders(msgspec.Struct):
    """A leaderboard, the best first."""

    leaders: list[Leading]


@get("/players/{name:str}", summary="A member")
async def member(request: AnyRequest, name: FromPath[str]) -> Profile:
    """Levels, what their duels come to, whom they have met most; by a name that looks like theirs too."""
    careers = site_of(request).careers
    player, _ = await careers.member(name)
    return await careers.profile(player, player_of(request))


@get("/players/{name:str}/duels", summary="A member's duels")
async def duels(request: AnyRequest, name: FromPath[str], before: FromQuery[str | None] = None) -> PastDuels:
    """Twenty that are over, the last to end first; `before` is the table of the last one that one has."""
    careers = site_of(request).careers
    player, _ = await careers.member(name)
    return await careers.duels(player, before)


@get("/leaders", summary="A leaderboard")
async def leaders(
    request: AnyRequest,
    board: FromQuery[Literal["one", "three"]] = "one",
    since: FromQuery[Literal["week", "ever"]] = "ever",
) -> Leaders:
    """Members whose level is not provisional, at most 100; `week`: with a rated duel in the last 7 days."""
    found = await site_of(request).careers.leaders(board, player_of(request), this_week=since == "week")
    return Leaders(found)


CAREERS = [member, duels, leaders]
