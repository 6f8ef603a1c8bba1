"""The page of one's own account, which a guest may look at too."""

from litestar import get

from pyramids.web.accounts import views_of_sessions
from pyramids.web.blocks import blocks_of
from pyramids.web.pages import Html, render
from pyramids.web.request import AnyRequest, player_of, site_of, viewer_of


@get("/account")
async def account(request: AnyRequest) -> Html:
    """Who one is: levels, password, sessions, and the way out."""
    viewer = await viewer_of(request)
    return await render(
        request,
        "account.html",
        levels=[
            {"board": board, "level": rating.level, "provisional": rating.provisional}
            for board, rating in viewer.rating_by_board().items()
        ],
        sessions=await views_of_sessions(request),
        blocks=await blocks_of(request),
        member_since=await site_of(request).accounts.member_since(player_of(request)),
    )


ACCOUNT_PAGES = [account]
