"""Looking back, in the JSON API."""

from typing import Annotated

from litestar import get
from litestar.params import FromPath, Parameter
from litestar.response import Response

from pyramids.app.replay import Replay, replay
from pyramids.duel.codes import TableCode
from pyramids.rules import notation
from pyramids.rules.errors import Refusal
from pyramids.web.request import AnyRequest, site_of, viewer_of


@get("/tables/{code:str}/games/{seat:int}", summary="A game move by move")
async def game_replay(
    request: AnyRequest, code: FromPath[str], seat: Annotated[int, Parameter(ge=0, le=1)]
) -> Replay:
    """Of a running game what has been played; refused with `not_over` where this visitor may not see it."""
    room = await site_of(request).play.settle(code)
    return replay(room, seat, await viewer_of(request))


@get("/tables/{code:str}/games/{seat:int}/record", summary="The record of a game")
async def game_record(
    request: AnyRequest, code: FromPath[str], seat: Annotated[int, Parameter(ge=0, le=1)]
) -> Response[str]:
    """The text of docs/notation.md, with the face-down cards: refused with `not_over` before the table is over."""
    room = await site_of(request).play.settle(code)
    live = room.games[seat]
    if live is None or not room.table.over:
        raise Refusal(TableCode.NOT_OVER)
    return Response(
        notation.write(live.timed.game),
        media_type="text/plain",
        headers={"content-disposition": f'attachment; filename="pyramids-{room.kept.code}-{seat + 1}.txt"'},
    )


REPLAYS = [game_replay, game_record]
