"""The web application: assembled from lists, with one door before it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import structlog
from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Response
from litestar.types import ASGIApp

from pyramids.app.codes import SiteCode
from pyramids.app.site import Site
from pyramids.rules.errors import Refusal
from pyramids.storage.store import NotSavedError
from pyramids.web.account_pages import ACCOUNT_PAGES
from pyramids.web.api import API
from pyramids.web.assets import static_file
from pyramids.web.deal_pages import DEAL_PAGES
from pyramids.web.languages import choose_language, in_languages
from pyramids.web.limits import Limits, Rates, TooFastError
from pyramids.web.pages import failure_page, pages
from pyramids.web.player_pages import PLAYER_PAGES
from pyramids.web.request import AnyRequest
from pyramids.web.sentences import sentence, status
from pyramids.web.sockets import site_socket, table_socket, try_socket
from pyramids.web.visitor import Door, secret_key, visitor_of

log = structlog.get_logger()

LARGEST_BODY = 16 * 1024

_CODE_OF_STATUS = {
    404: SiteCode.UNKNOWN_PAGE,
    413: SiteCode.TOO_LARGE,
}


def _refused(request: AnyRequest, refusal: Refusal) -> Response[Any]:
    return _answer(request, refusal.code, status(refusal.code))


def _too_fast(request: AnyRequest, error: TooFastError) -> Response[Any]:
    answer = _answer(request, error.code, status(error.code), what=error.what, seconds=error.seconds)
    answer.headers["retry-after"] = str(error.seconds)
    return answer


def _http(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """What the framework refuses: an unknown address, a body that is no JSON, a method that is not there."""
    if error.status_code >= 500:
        return _bug(request, error)
    code = _CODE_OF_STATUS.get(error.status_code, SiteCode.BAD_REQUEST)
    return _answer(request, code, error.status_code)


def _too_deep(request: AnyRequest, _error: RecursionError) -> Response[Any]:
    """A body that is nested so deeply that reading it gives up: nothing else here is recursive."""
    return _answer(request, SiteCode.BAD_REQUEST, status(SiteCode.BAD_REQUEST))


def _not_saved(request: AnyRequest, _error: NotSavedError) -> Response[Any]:
    return _answer(request, SiteCode.NOT_SAVED, status(SiteCode.NOT_SAVED))


def _bug(request: AnyRequest, error: Exception) -> Response[Any]:
    log.error("request_failed", path=request.url.path, method=request.method, exc_info=error)
    return _answer(request, SiteCode.BUG, 500)


def _answer(request: AnyRequest, code: str, status_code: int, **params: int | str) -> Response[Any]:
    """A code and a sentence: JSON for the API, a page for people."""
    if not request.url.path.startswith("/api/"):
        return failure_page(request, code, status_code, **params)
    words = sentence(code, visitor_of(request.scope).language, **params)
    return Response({"code": code, "message": words, **params}, status_code=status_code)


def application(folder: Path, rates: Rates, site: Site | None = None) -> ASGIApp:
    """Everything behind one ASGI callable; the site opens and closes with it."""
    served = site or Site(folder)

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await served.open()
        try:
            yield
        finally:
            await served.close()

    app = Litestar(
        [
            pages([*DEAL_PAGES, *ACCOUNT_PAGES, *PLAYER_PAGES]),
            choose_language,
            API,
            static_file,
            table_socket,
            try_socket,
            site_socket,
        ],
        lifespan=[lifespan],
        exception_handlers={
            TooFastError: _too_fast,
            Refusal: _refused,
            NotSavedError: _not_saved,
            RecursionError: _too_deep,
            HTTPException: _http,
            Exception: _bug,
        },
        openapi_config=OpenAPIConfig(
            title="Pyramids",
            version="1",
            description="The card duel for two. Rules, notation and frames: docs/ in the repository.",
            path="/api/openapi.json",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin(path="/")],
        ),
        request_max_body_size=LARGEST_BODY,
        state=State({"site": served, "limits": Limits(rates)}),
        logging_config=None,
    )
    return Door(in_languages(app), secret_key(folder), served)
