"""The pages. A page is rendered on the server; what changes on it by itself is a fragment or the table's own script."""

import io
import json
import re
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Router, get
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Response

from pyramids.app.codes import SiteCode
from pyramids.app.lessons import LESSONS, exercise
from pyramids.app.players import guest_name
from pyramids.app.rooms import Room
from pyramids.app.site import Site
from pyramids.live.hub import LobbyPage
from pyramids.rules.boards import BOARDS
from pyramids.rules.round import CARD_POINTS
from pyramids.web.assets import static
from pyramids.web.blocks import blocks_of
from pyramids.web.chart import charts_of
from pyramids.web.dates import date_filters, date_words
from pyramids.web.invitations import invitations_of
from pyramids.web.languages import address, language_of, lead_to_wish
from pyramids.web.operations import operations
from pyramids.web.request import AnyRequest, player_of, site_of, viewer_of
from pyramids.web.rows import rows_of
from pyramids.web.sentences import SENTENCES, codes_json, sentence, status
from pyramids.web.visitor import Visitor, visitor_of
from pyramids.web.words import (
    LANGUAGES,
    called,
    catalogue,
    with_guests,
    words_json,
)

Html = Response[str]

#: Of each board: its rows and what covers each place, for the pages' scripts.
_GEOMETRY = {name: {"rows": board.rows, "covers": board.covers} for name, board in BOARDS.items()}
_EXERCISES = {lesson.name: msgspec.json.encode(exercise(lesson)).decode() for lesson in LESSONS}
#: Some lengths of a sequence, and the points of all its cards. Rule 3.1
_SEQUENCES = [(length, CARD_POINTS * length * (length + 1) // 2) for length in (1, 2, 3, 5, 10, 28)]


@cache
def _environment(language: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_translations(catalogue(language), newstyle=True)  # type: ignore[attr-defined]
    environment.filters |= date_filters(language) | {"called": partial(called, language=language)}
    environment.globals |= {
        "static": static,
        "lang": language,
        "languages": LANGUAGES,
        "url": partial(address, language),
        "words_json": words_json(language),
        "codes_json": codes_json(language),
        "date_words": partial(date_words, language=language),
        "geometry": {name: json.dumps(geometry) for name, geometry in _GEOMETRY.items()},
        "geometries": json.dumps(_GEOMETRY),
        "query_of": _query_of,
        "row": rows_of(environment),
        "rating_chart": charts_of(environment, language),
        "why": partial(sentence, language=language),
    }
    return environment


async def render(request: AnyRequest, template: str, status_code: int = 200, **context: Any) -> Html:
    """A page for its visitor, in the language of its address."""
    site: Site = request.app.state.site
    player = visitor_of(request.scope).player
    context |= {"yours": await site.lobby.my_tables(player), "invitations": await invitations_of(request)}
    return _page(request, template, status_code, context)


def _page(request: AnyRequest, template: str, status_code: int, context: dict[str, Any]) -> Html:
    visitor = visitor_of(request.scope)
    language = language_of(request)
    path = request.url.path
    html = (
        _environment(language)
        .get_template(template)
        .render(
            me=_me(visitor),
            path=f"{path}?{request.url.query}" if request.url.query else path,
            canonical=_base(request) + address(language, path),
            alternates=_alternates(_base(request), path),
            notice=_notice(visitor, language),
            **context,
        )
    )
    headers = {"cache-control": "no-store", "content-language": language}
    html = with_guests(html, language)
    return Response(html, media_type="text/html", status_code=status_code, headers=headers)


def _me(visitor: Visitor) -> dict[str, object]:
    """Who the page is for; `is_new` until they have chosen a name."""
    return {
        "name": visitor.name,
        "is_new": visitor.name == guest_name(visitor.player),
        "member": visitor.session is not None,
    }


def _base(request: AnyRequest) -> str:
    """The address of the site itself."""
    return f"{request.url.scheme}://{request.url.netloc}"


def _alternates(base: str, path: str) -> list[dict[str, str]]:
    found = [{"lang": language, "href": base + address(language, path)} for language in LANGUAGES]
    return [*found, {"lang": "x-default", "href": base + path}]


def _notice(visitor: Visitor, language: str) -> str | None:
    return sentence("bad_session", language) if visitor.forged else None


def failure_page(request: AnyRequest, code: str, status_code: int, **params: int | str) -> Html:
    """The page of a fault: it asks neither the database nor anything else that may be at fault."""
    words = sentence(code, language_of(request), **params)
    context = {"yours": [], "invitations": [], "status": status_code, "code": code, "sentence": words}
    return _page(request, "error.html", status_code, context)


@get("/{path:path}")
async def unknown(request: AnyRequest, path: FromPath[str]) -> Html:  # noqa: ARG001 - the router fills it in
    """Any other address."""
    code = SiteCode.UNKNOWN_PAGE
    words = sentence(code, language_of(request))
    return await render(request, "error.html", status(code), status=status(code), code=code, sentence=words)


@get("/")
async def lobby(
    request: AnyRequest,
    board: FromQuery[str] = "",
    joinable: FromQuery[str] = "",
    page: FromQuery[str] = "",
) -> Html:
    """The open tables and what else goes on, and the button that opens another."""
    lists, viewer, shown = site_of(request).lists, await viewer_of(request), _shown(board, joinable, page)
    return await render(
        request,
        "lobby.html",
        today=await site_of(request).days.card(player_of(request)),
        shown=shown,
        query=_query_of(shown),
        open=await lists.open_tables(viewer, shown),
        watched=await lists.watched(viewer),
        results=await lists.results(),
        online=await lists.players(viewer),
    )


@get("/fragments/lobby")
async def lobby_fragment(
    request: AnyRequest,
    board: FromQuery[str] = "",
    joinable: FromQuery[str] = "",
    page: FromQuery[str] = "",
) -> Html:
    """The open tables alone."""
    shown = _shown(board, joinable, page)
    found = await site_of(request).lists.open_tables(await viewer_of(request), shown)
    return _page(request, "fragments/lobby.html", 200, {"open": found, "shown": shown})


@get("/fragments/watch")
async def watch_fragment(request: AnyRequest) -> Html:
    """The games to watch alone."""
    watched = await site_of(request).lists.watched(await viewer_of(request))
    return _page(request, "fragments/watch.html", 200, {"watched": watched})


@get("/fragments/results")
async def results_fragment(request: AnyRequest) -> Html:
    """The results of the last hour alone."""
    return _page(request, "fragments/results.html", 200, {"results": await site_of(request).lists.results()})


@get("/fragments/online")
async def online_fragment(request: AnyRequest) -> Html:
    """Who is on line, alone."""
    online = await site_of(request).lists.players(await viewer_of(request))
    return _page(request, "fragments/online.html", 200, {"online": online})


def _shown(board: str, joinable: str, page: str) -> LobbyPage:
    """Which open tables an address names; whatever it says wrongly is as if it said nothing."""
    number = int(page) if re.fullmatch("[1-9][0-9]{0,3}", page) else 1
    return LobbyPage(board if board in BOARDS else None, joinable == "true", number)


def _query_of(shown: LobbyPage, page: int | None = None) -> str:
    """What an address says of the open tables that it shows: nothing for all of them."""
    said = {
        "board": shown.board,
        "joinable": "true" if shown.joinable else None,
        "page": page or shown.page if (page or shown.page) > 1 else None,
    }
    query = urlencode({name: value for name, value in said.items() if value is not None})
    return f"?{query}" if query else ""


@get("/fragments/yours")
async def yours_fragment(request: AnyRequest) -> Html:
    """One's own tables alone."""
    return await render(request, "fragments/yours.html")


@get("/fragments/invitations")
async def invitations_fragment(request: AnyRequest) -> Html:
    """The invitations to this visitor alone."""
    return await render(request, "fragments/invitations.html")


@get("/fragments/blocks")
async def blocks_fragment(request: AnyRequest) -> Html:
    """Whom this visitor has blocked, alone."""
    return await render(request, "fragments/blocks.html", blocks=await blocks_of(request))


@get("/t/{code:str}/qr.svg")
async def table_qr(request: AnyRequest, code: FromPath[str]) -> Response[bytes]:
    """The address of a table's page as a QR code, black on white in light and dark alike."""
    room = await _room(request, code)
    path = address(language_of(request), f"/t/{room.kept.code}")
    drawn = io.BytesIO()
    segno.make_qr(_base(request) + path).save(drawn, kind="svg", scale=4, light="white")
    headers = {"cache-control": "private, max-age=86400"}
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers=headers)


@get("/t/{code:str}")
async def table(request: AnyRequest, code: FromPath[str]) -> Html:
    """A table; everything on it comes through its socket."""
    return await _of_table(request, "table.html", code)


@get("/t/{code:str}/check")
async def check(request: AnyRequest, code: FromPath[str]) -> Html:
    """The page that checks a table's deals in the browser."""
    room = await _room(request, code)
    return await render(request, "check.html", code=room.kept.code)


@get("/t/{code:str}/replay")
async def looking_back(request: AnyRequest, code: FromPath[str]) -> Html:
    """The games of a table move by move; the script fetches those that its visitor may see."""
    return await _of_table(request, "replay.html", code)


@get("/help")
async def how_to_play(request: AnyRequest) -> Html:
    """The rules, with small boards to try them on."""
    return await render(request, "help.html", exercises=_EXERCISES, sequences=_SEQUENCES)


@get("/fairness")
async def fairness(request: AnyRequest) -> Html:
    """How the cards are fixed before anybody plays, and how to check it."""
    return await render(request, "fairness.html")


@get("/api")
async def api(request: AnyRequest) -> Html:
    """The JSON API, for people."""
    language = language_of(request)
    codes = [(code, status(code), catalogue(language).gettext(text)) for code, text in SENTENCES.items()]
    schema = request.app.openapi_schema.to_schema()
    return await render(request, "api.html", operations=operations(schema), codes=codes)


async def _of_table(request: AnyRequest, template: str, code: str) -> Html:
    """A page about a table, whose script asks for everything else."""
    room = await _room(request, code)
    return await render(request, template, code=room.kept.code, board=room.table.board)


async def _room(request: AnyRequest, code: str) -> Room:
    return await site_of(request).play.settle(code.upper())


PAGES = [
    lobby,
    lobby_fragment,
    watch_fragment,
    results_fragment,
    online_fragment,
    yours_fragment,
    invitations_fragment,
    blocks_fragment,
    table,
    table_qr,
    check,
    looking_back,
    how_to_play,
    fairness,
    api,
    unknown,
]


def pages(more: Sequence[BaseRouteHandler]) -> Router:
    """These pages and more, as `in_languages` finds them."""
    return Router("/", route_handlers=[*more, *PAGES], before_request=lead_to_wish, include_in_schema=False)
