"""Who one is: names, accounts and sessions, as a program asks for them."""

import hashlib
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.params import JSONBody
from litestar.response import Stream

from pyramids.app.codes import SiteCode
from pyramids.app.exports import everything_about
from pyramids.app.names import name_key
from pyramids.rules.errors import Refusal
from pyramids.storage.accounts import Session
from pyramids.web.devices import browser_and_system
from pyramids.web.limits import Limits
from pyramids.web.request import AnyRequest, player_of, site_of
from pyramids.web.visitor import Visitor, visitor_of

Name = Annotated[str, msgspec.Meta(max_length=200)]
Password = Annotated[str, msgspec.Meta(max_length=1000)]


class Me(msgspec.Struct):
    """Who one is: a name, and a level for each board, provisional until it is known well."""

    player: str
    name: str
    member: bool
    level: dict[str, int]
    provisional: dict[str, bool]


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """The name one wants: 3 to 20 characters."""

    name: Name


class NameAndPassword(msgspec.Struct, forbid_unknown_fields=True):
    """What a member is known by."""

    name: Name
    password: Password


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The present password, and the one that one wants."""

    password: Password
    new_password: Password


class OwnPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The present password once more."""

    password: Password


class EndedSession(msgspec.Struct, forbid_unknown_fields=True):
    """One session by its id, or all others than one's own."""

    id: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    others: bool = False


class SessionView(msgspec.Struct):
    """One log-in; `browser` and `system` are null where nobody knows them, `this` is the one that asks."""

    id: str
    browser: str | None
    system: str | None
    since_ms: int
    seen_ms: int
    this: bool


class MySessions(msgspec.Struct):
    """One's sessions, the last seen first; a guest has none."""

    sessions: list[SessionView]


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """A call that needs no more words."""


@get("/me", summary="Who one is")
async def me(request: AnyRequest) -> Me:
    """A guest's name stays with the cookie that the first answer set."""
    return await _me(request)


@post("/me", status_code=200, summary="Choose a name")
async def rename(request: AnyRequest, data: JSONBody[NewName]) -> Me:
    """3 to 20 letters of one script, digits, `_` and `-`; refused with `bad_name`, `name_reserved`, `name_taken`."""
    await site_of(request).accounts.rename(player_of(request), data.name)
    return await _me(request)


@post("/signup", summary="Become a member")
async def sign_up(request: AnyRequest, data: JSONBody[NameAndPassword]) -> Me:
    """The player stays the same, with all games and ratings; the answer brings another cookie."""
    visitor = visitor_of(request.scope)
    _limits(request).sign_up(visitor.address)
    token = await site_of(request).accounts.sign_up(
        visitor.player, data.name, data.password, _device(request)
    )
    visitor.become_member(visitor.player, token)
    return await _me(request)


@post("/login", status_code=200, summary="Log in")
async def log_in(request: AnyRequest, data: JSONBody[NameAndPassword]) -> Response[Me]:
    """A guest's own tables stay with that guest. `wrong_login` says not whether there is such a name."""
    visitor, accounts = visitor_of(request.scope), site_of(request).accounts
    _limits(request).log_in(name_key(data.name), visitor.address)
    before = visitor.player, visitor.session
    player, token = await accounts.log_in(data.name, data.password, _device(request), visitor.session)
    visitor.become_member(player, token)
    # This browser's other pages come back as the member, once it has the cookie.
    return Response(await _me(request), background=BackgroundTask(accounts.part_from, *before))


@post("/logout", status_code=200, summary="Log out")
async def log_out(request: AnyRequest, data: JSONBody[Nothing]) -> Me:  # noqa: ARG001 - an object, as everywhere.
    """Be a new guest. A guest stays who they are."""
    visitor = visitor_of(request.scope)
    if visitor.session is not None:
        await site_of(request).accounts.log_out(visitor.session)
        visitor.become_guest()
    return await _me(request)


@post("/me/password", status_code=200, summary="Change one's password")
async def change_password(request: AnyRequest, data: JSONBody[NewPassword]) -> MySessions:
    """Every other session ends."""
    visitor = visitor_of(request.scope)
    _limits(request).log_in(f"player {visitor.player}", visitor.address)
    await site_of(request).accounts.change_password(
        visitor.player, visitor.session, data.password, data.new_password
    )
    return await _sessions(request)


@get("/me/sessions", summary="One's sessions")
async def sessions(request: AnyRequest) -> MySessions:
    """Where one is logged in."""
    return await _sessions(request)


@post("/me/sessions/end", status_code=200, summary="End sessions")
async def end_sessions(request: AnyRequest, data: JSONBody[EndedSession]) -> MySessions:
    """One that has ended already changes nothing; to end the one that asks is to log out."""
    visitor, accounts = visitor_of(request.scope), site_of(request).accounts
    if (data.id is None) is not data.others:
        raise Refusal(SiteCode.BAD_REQUEST)
    if visitor.session is None:
        raise Refusal(SiteCode.NOT_MEMBER)
    if data.others:
        await accounts.end_other_sessions(visitor.player, visitor.session)
        return await _sessions(request)
    for session in await accounts.sessions_of(visitor.player):
        if _public_id(session.id) == data.id:
            await accounts.end_session(visitor.player, session.id)
            if session.id == visitor.session:
                visitor.become_guest()
    return await _sessions(request)


@post("/me/delete", status_code=200, summary="Delete one's account")
async def delete(request: AnyRequest, data: JSONBody[OwnPassword]) -> Me:
    """Leaves every table first. The name goes, the duels stay, and the visitor is a new guest."""
    visitor = visitor_of(request.scope)
    _limits(request).log_in(f"player {visitor.player}", visitor.address)
    await site_of(request).accounts.delete(visitor.player, data.password)
    visitor.become_guest()
    return await _me(request)


@get("/me/download", summary="Everything about oneself")
async def download(request: AnyRequest) -> Stream:
    """Profile, ratings, sessions, blocks and all own tables, as one JSON object."""
    player = player_of(request)
    _limits(request).download(player)
    return Stream(
        everything_about(site_of(request), player),
        media_type="application/json",
        headers={
            "content-disposition": 'attachment; filename="pyramids-me.json"',
            "cache-control": "no-store",
        },
    )


async def views_of_sessions(request: AnyRequest) -> list[SessionView]:
    """One's sessions, as they are shown."""
    visitor = visitor_of(request.scope)
    found = await site_of(request).accounts.sessions_of(visitor.player)
    return [_view(session, visitor) for session in found]


async def _me(request: AnyRequest) -> Me:
    people, player = site_of(request).people, player_of(request)
    person = await people.get(player)
    ratings = person.viewer.rating_by_board()
    return Me(
        player,
        await people.name(player),
        person.member,
        {board: rating.level for board, rating in ratings.items()},
        {board: rating.provisional for board, rating in ratings.items()},
    )


async def _sessions(request: AnyRequest) -> MySessions:
    return MySessions(await views_of_sessions(request))


def _view(session: Session, visitor: Visitor) -> SessionView:
    browser, system = browser_and_system(session.device)
    return SessionView(
        _public_id(session.id),
        browser,
        system,
        session.since_wall_ms,
        session.seen_wall_ms,
        session.id == visitor.session,
    )


def _public_id(session: str) -> str:
    """What a session is called in answers: nothing that a token could be checked against leaves the server."""
    return hashlib.sha256(session.encode()).hexdigest()[:16]


def _device(request: AnyRequest) -> str:
    return request.headers.get("user-agent", "")


def _limits(request: AnyRequest) -> Limits:
    limits = request.app.state.limits
    assert isinstance(limits, Limits)
    return limits


ACCOUNTS = [
    me,
    rename,
    sign_up,
    log_in,
    log_out,
    change_password,
    sessions,
    end_sessions,
    delete,
    download,
]
