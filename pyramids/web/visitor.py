"""Who is asking: a guest's or a member's signed cookie, and the headers and checks that every request passes.

A guest's cookie holds the player's id, a member's the token of a session.
`Door` stands before the whole application, so that no page, error or socket is without them.
"""

import contextlib
import secrets
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from pyramids.app import frames
from pyramids.app.codes import SiteCode
from pyramids.app.players import guest_name
from pyramids.app.sessions import session_id
from pyramids.app.site import Site
from pyramids.duel.table import PlayerId
from pyramids.web.sentences import sentence, status
from pyramids.web.words import LANGUAGE_COOKIE, wish

COOKIE = "pyramids"
COOKIE_AGE_S = 400 * 24 * 60 * 60  # The longest that browsers keep.
VISITOR = "pyramids.visitor"
GUEST, SESSION = "guest", "session"  # What a cookie may hold, each with a signature of its own.
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        b"font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


@dataclass(slots=True)
class Visitor:
    """Whoever sent a request, and the name they came with.

    `session`: the log-in that a member came with. `forged` if the cookie was not ours. `cookie`: what the answer
    gives them to come with from now on, None to leave them what they have.
    """

    player: PlayerId
    name: str
    language: str
    address: str
    session: str | None = None
    forged: bool = False
    cookie: tuple[str, str] | None = None

    def become_guest(self) -> None:
        """Be somebody new from this answer on."""
        self.player, self.session = PlayerId(secrets.token_hex(8)), None
        self.name = guest_name(self.player)
        self.cookie = (GUEST, self.player)

    def become_member(self, player: PlayerId, token: str) -> None:
        """Be a member from this answer on, by a session that has just begun."""
        self.player, self.session = player, session_id(token)
        self.cookie = (SESSION, token)


def visitor_of(scope: object) -> Visitor:
    """The visitor whom `Door` found for a request's or socket's scope."""
    assert isinstance(scope, dict)
    visitor = scope[VISITOR]
    assert isinstance(visitor, Visitor)
    return visitor


def secret_key(folder: Path) -> str:
    """The key that signs cookies, made once and kept beside the database for its owner alone."""
    path = folder / "secret.key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(32))
    return path.read_text()


class Door:
    """ASGI: know the visitor, refuse other sites' commands, and set the headers of every answer."""

    def __init__(self, app: ASGIApp, key: str, site: Site) -> None:
        self._app = app
        self._site = site
        self._signers = {salt: URLSafeSerializer(key, salt=salt) for salt in (GUEST, SESSION)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if str(scope["type"]) == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        visitor = await self._visitor(scope, headers)
        scope[VISITOR] = visitor  # type: ignore[literal-required]
        is_socket = scope["type"] == ScopeType.WEBSOCKET
        changes = is_socket or scope.get("method") not in ("GET", "HEAD", "OPTIONS")
        sender = send if is_socket else self._with_headers(send, scope, visitor)
        if not is_socket and not _is_address(headers.get(b"host", b"")):
            await _refuse(scope, sender, SiteCode.BAD_REQUEST, visitor)
        elif changes and not _is_own_origin(headers):
            await _refuse(scope, sender, SiteCode.WRONG_ORIGIN, visitor)
        elif changes and visitor.forged and not is_socket:
            await _refuse(scope, sender, SiteCode.BAD_SESSION, visitor)
        else:
            await self._app(scope, receive, sender)

    async def _visitor(self, scope: Scope, headers: dict[bytes, bytes]) -> Visitor:
        client = scope.get("client")
        cookies = _cookies(headers.get(b"cookie", b""))
        visitor = Visitor(
            PlayerId(""),
            "",
            wish(cookies.get(LANGUAGE_COOKIE), headers.get(b"accept-language", b"").decode("latin-1")),
            client[0] if client else "",
        )
        signed = None if _is_static(scope) else cookies.get(COOKIE)
        if signed is not None:
            kind, value = self._read(signed)
            visitor.forged = kind is None
            if player := await self._player(kind, value):
                visitor.player, visitor.name = player, await self._site.people.name(player)
                visitor.session = session_id(value) if kind == SESSION else None
                return visitor
        visitor.become_guest()
        return visitor

    def _read(self, signed: str) -> tuple[str | None, str]:
        """What a cookie holds: its kind, None if we have not signed it, and its value."""
        for kind, signer in self._signers.items():
            with contextlib.suppress(BadSignature):
                value = signer.loads(signed)
                return (kind, value) if isinstance(value, str) else (None, "")
        return None, ""

    async def _player(self, kind: str | None, value: str) -> PlayerId | None:
        """Who comes with that; None if it is worth nothing any more."""
        if kind == SESSION:
            player = await self._site.sessions.player_of(session_id(value))
            return player if player is not None and (await self._site.people.get(player)).member else None
        if kind == GUEST:
            person = await self._site.people.get(PlayerId(value))
            # An account is entered by its sessions alone.
            return None if person.member or person.deleted else PlayerId(value)
        return None

    def _with_headers(self, send: Send, scope: Scope, visitor: Visitor) -> Send:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
                if visitor.cookie is not None and not _is_static(scope):
                    message["headers"] = [*message["headers"], self._set_cookie(scope, *visitor.cookie)]
                    _never_store(message)
            await send(message)

        return send_with_headers

    def _set_cookie(self, scope: Scope, kind: str, value: str) -> tuple[bytes, bytes]:
        secure = "; Secure" if scope["scheme"] in ("https", "wss") else ""
        signed = self._signers[kind].dumps(value)
        cookie = f"{COOKIE}={signed!s}; Path=/; Max-Age={COOKIE_AGE_S}; HttpOnly; SameSite=Lax{secure}"
        return b"set-cookie", cookie.encode()


def _is_static(scope: Scope) -> bool:
    """Whether nobody is asked who they are: static files are everybody's."""
    return scope["type"] == ScopeType.HTTP and scope["path"].startswith("/static/")


def _never_store(message: Message) -> None:
    """An answer that carries somebody's cookie is nobody else's."""
    if message["type"] == "http.response.start" and not any(
        name == b"cache-control" for name, _ in message["headers"]
    ):
        message["headers"] = [*message["headers"], (b"cache-control", b"no-store")]


def _cookies(header: bytes) -> dict[str, str]:
    try:
        found = SimpleCookie(header.decode("latin-1"))
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in found.items()}


def _is_own_origin(headers: dict[bytes, bytes]) -> bool:
    """Whether a command comes from our own pages, or from a program, which sends neither header."""
    origin = headers.get(b"origin")
    if origin is None:
        return headers.get(b"sec-fetch-site", b"none") in (b"same-origin", b"none")
    try:
        netloc = urlsplit(origin.decode("latin-1")).netloc
    except ValueError:
        return False
    return netloc == headers.get(b"host", b"").decode("latin-1")


def _is_address(host: bytes) -> bool:
    """Whether addresses can be made of a `Host`, as every page makes some."""
    try:
        _ = urlsplit("//" + host.decode("latin-1")).port
    except ValueError:
        return False
    return True


async def _refuse(scope: Scope, send: Send, code: str, visitor: Visitor) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 4403, "reason": code})
        return
    body = frames.encode({"code": code, "message": sentence(code, visitor.language)})
    await send(
        {
            "type": "http.response.start",
            "status": status(code),
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})
