"""Blocks, as a program asks for them."""

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from pyramids.app.blocks import Blocked
from pyramids.duel.table import PlayerId
from pyramids.web.request import AnyRequest, player_of, site_of


class Whom(msgspec.Struct, forbid_unknown_fields=True):
    """A player by their id."""

    player: Annotated[str, msgspec.Meta(max_length=32)]


class BlockedPlayers(msgspec.Struct):
    """Whom one has blocked, by name."""

    blocks: list[Blocked]


@get("/blocks", summary="Whom one has blocked")
async def blocks(request: AnyRequest) -> BlockedPlayers:
    """Nobody else is ever shown it."""
    return await _answer(request)


@post("/blocks", status_code=200, summary="Block a player")
async def block(request: AnyRequest, data: JSONBody[Whom]) -> BlockedPlayers:
    """The two are kept apart from joining, inviting and watching; a table that they share stays as it is."""
    await site_of(request).blocks.block(player_of(request), PlayerId(data.player))
    return await _answer(request)


@post("/blocks/remove", status_code=200, summary="Take a block back")
async def unblock(request: AnyRequest, data: JSONBody[Whom]) -> BlockedPlayers:
    """Nothing changes for somebody who is not blocked."""
    await site_of(request).blocks.unblock(player_of(request), PlayerId(data.player))
    return await _answer(request)


async def blocks_of(request: AnyRequest) -> list[Blocked]:
    """Whom whoever asks has blocked."""
    return await site_of(request).blocks.of(player_of(request))


async def _answer(request: AnyRequest) -> BlockedPlayers:
    return BlockedPlayers(await blocks_of(request))


BLOCKS = [blocks, block, unblock]
