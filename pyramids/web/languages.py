"""Which language a page comes in: its address says so; who comes without one is led to the language that they read."""

from collections.abc import Sequence

from litestar import Response, get
from litestar.enums import ScopeType
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from litestar.types import ASGIApp, Receive, Scope, Send

from pyramids.web.request import AnyRequest
from pyramids.web.visitor import COOKIE_AGE_S, visitor_of
from pyramids.web.words import LANGUAGE_COOKIE, LANGUAGES, SOURCE_LANGUAGE, prefix

FRAGMENTS = "/fragments/"
# Pages are there in each language, and nothing else is.
NO_PAGES = ("api", "static", "language")
LANGUAGE = "pyramids.language"


def in_languages(app: ASGIApp) -> ASGIApp:
    """Serve the pages below `/pl` and the like too: the language goes from the path to where `language_of` finds it."""

    async def led(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            first, *rest = [part for part in scope["path"].split("/") if part] or [""]
            if first in LANGUAGES and first != SOURCE_LANGUAGE and not _is_no_page(rest):
                scope[LANGUAGE] = first  # type: ignore[literal-required]
                scope["path"] = "/" + "/".join(rest)
        await app(scope, receive, send)

    return led


def _is_no_page(parts: Sequence[str]) -> bool:
    return len(parts) > 1 and parts[0] in NO_PAGES


def language_of(request: AnyRequest) -> str:
    """The language that a page's address names."""
    language = request.scope.get(LANGUAGE, SOURCE_LANGUAGE)
    assert isinstance(language, str)
    return language


async def lead_to_wish(request: AnyRequest) -> Redirect | None:
    """From an address without a language to the one that its visitor reads; parts of pages stay as they are."""
    language = visitor_of(request.scope).language
    path = request.url.path
    if language == SOURCE_LANGUAGE or LANGUAGE in request.scope or path.startswith(FRAGMENTS):
        return None
    query = f"?{request.url.query}" if request.url.query else ""
    headers = {"cache-control": "no-store", "vary": "accept-language, cookie"}
    return Redirect(address(language, path) + query, status_code=302, headers=headers)


def address(language: str, path: str) -> str:
    """A page's address in a language."""
    return prefix(language) + path if path != "/" else prefix(language) or "/"


@get("/language/{language:str}", include_in_schema=False)
async def choose_language(
    request: AnyRequest, language: FromPath[str], to: FromQuery[str] = "/"
) -> Response[None]:
    """Keep a language, and go on to the page `to` in it."""
    chosen = language if language in LANGUAGES else SOURCE_LANGUAGE
    # An address of ours alone: `//other.site` and `/\\other.site` lead away.
    path = to if to.startswith("/") and not to.startswith(("//", "/\\")) else "/"
    answer = Redirect(address(chosen, path), status_code=303, headers={"cache-control": "no-store"})
    answer.set_cookie(
        LANGUAGE_COOKIE,
        chosen,
        max_age=COOKIE_AGE_S,
        samesite="lax",
        secure=request.url.scheme == "https",
        httponly=True,
    )
    return answer
