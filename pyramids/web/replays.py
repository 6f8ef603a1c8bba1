"""Looking back, in the JSON API."""

from typing import Annotated

from litestar import get
from litestar.params import FromPath, Parameter

from pyramids.app.replay import Replay, replay
from pyramids.web.request import AnyRequest, site_of, viewer_of


@get("/tables/{code:str}/games/{seat:int}", summary="A game move by move")
async def game_replay(
    request: AnyRequest, code: FromPath[str], seat: Annotated[int, Parameter(ge=0, le=1)]
) -> Replay:
    """Of a running game what has been played; refused with `not_over` where this visitor may not see it."""
    room = await site_of(request).play.settle(code)
    return replay(room, seat, await viewer_of(request))


REPLAYS = [game_replay]
