"""Invitations, as a program asks for them."""

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from pyramids.app.codes import SiteCode
from pyramids.app.invitations import Candidate, Invitation
from pyramids.duel.table import PlayerId
from pyramids.rules.errors import Refusal
from pyramids.web.request import AnyRequest, player_of, site_of, viewer_of
from pyramids.web.visitor import visitor_of


class Invited(msgspec.Struct, forbid_unknown_fields=True):
    """Whom to invite: by their id, or by the name of a member or of a guest on line."""

    player: Annotated[str, msgspec.Meta(max_length=32)] | None = None
    name: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class Candidates(msgspec.Struct):
    """Who is on line and can be invited."""

    players: list[Candidate]


class MyInvitations(msgspec.Struct):
    """What one is invited to, the newest first."""

    invitations: list[Invitation]


@get("/my/invitations", summary="The tables that one is invited to")
async def my_invitations(request: AnyRequest) -> MyInvitations:
    """`refused` has the reason where this visitor may not join all the same."""
    return MyInvitations(await invitations_of(request))


@get("/tables/{code:str}/invitations", summary="Whom one may invite to one's table")
async def candidates(request: AnyRequest, code: FromPath[str], name: FromQuery[str] = "") -> Candidates:
    """The players on line with that text in their names; `refused` says why somebody could not join."""
    return Candidates(await site_of(request).invitations.candidates(code, player_of(request), name[:200]))


@post("/tables/{code:str}/invitations", status_code=200, summary="Invite a player to one's table")
async def invite(request: AnyRequest, code: FromPath[str], data: JSONBody[Invited]) -> Candidate:
    """While the table has a free seat. It reserves nothing, and widens or narrows nobody's right to join."""
    if (data.player is None) == (data.name is None):
        raise Refusal(SiteCode.BAD_REQUEST)
    invitations = site_of(request).invitations
    to = PlayerId(data.player or "") if data.name is None else await invitations.named(data.name)
    request.app.state.limits.invitation(player_of(request), visitor_of(request.scope).address)
    return await invitations.invite(code, player_of(request), to)


@post("/tables/{code:str}/invitations/decline", status_code=200, summary="Say Not now to an invitation")
async def decline(request: AnyRequest, code: FromPath[str]) -> MyInvitations:
    """It is not shown again, and whoever invited learns nothing of it."""
    await site_of(request).invitations.decline(code, player_of(request))
    return MyInvitations(await invitations_of(request))


async def invitations_of(request: AnyRequest) -> list[Invitation]:
    """What whoever asks is invited to."""
    return await site_of(request).invitations.of(await viewer_of(request))


INVITATIONS = [my_invitations, candidates, invite, decline]
