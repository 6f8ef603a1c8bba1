"""Who is asking: a guest's signed cookie, and the headers and checks that every request passes.

`Door` stands before the whole application, so that no page, error or socket is without them.
"""

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
from pyramids.duel.table import PlayerId
from pyramids.web.sentences import sentence, status
from pyramids.web.words import preferred

COOKIE = "pyramids"
COOKIE_AGE_S = 400 * 24 * 60 * 60  # The longest that browsers keep.
VISITOR = "pyramids.visitor"
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


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever sent a request. `is_new` until the cookie has come back; `forged` if it was not ours."""

    player: PlayerId
    language: str
    address: str
    is_new: bool
    forged: bool


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

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app = app
        self._signer = URLSafeSerializer(key, salt="guest")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if str(scope["type"]) == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        visitor = self._visitor(scope, headers)
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

    def _visitor(self, scope: Scope, headers: dict[bytes, bytes]) -> Visitor:
        signed = _cookie(headers.get(b"cookie", b""))
        player, forged = None, False
        if signed is not None:
            try:
                player = self._signer.loads(signed)
            except BadSignature:
                forged = True
        client = scope.get("client")
        return Visitor(
            PlayerId(player if isinstance(player, str) else secrets.token_hex(8)),
            preferred(headers.get(b"accept-language", b"").decode("latin-1")),
            client[0] if client else "",
            not isinstance(player, str),
            forged,
        )

    def _with_headers(self, send: Send, scope: Scope, visitor: Visitor) -> Send:
        extra = list(HEADERS)
        if visitor.is_new and not scope["path"].startswith("/static/"):
            secure = "; Secure" if scope["scheme"] in ("https", "wss") else ""
            signed = self._signer.dumps(visitor.player)
            cookie = f"{COOKIE}={signed!s}; Path=/; Max-Age={COOKIE_AGE_S}; HttpOnly; SameSite=Lax{secure}"
            extra.append((b"set-cookie", cookie.encode()))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *extra]
                if visitor.is_new:
                    _never_store(message)
            await send(message)

        return send_with_headers


def _never_store(message: Message) -> None:
    """An answer that carries somebody's cookie is nobody else's."""
    if message["type"] == "http.response.start" and not any(
        name == b"cache-control" for name, _ in message["headers"]
    ):
        message["headers"] = [*message["headers"], (b"cache-control", b"no-store")]


def _cookie(header: bytes) -> str | None:
    try:
        morsel = SimpleCookie(header.decode("latin-1")).get(COOKIE)
    except CookieError:
        return None
    return None if morsel is None else morsel.value


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
