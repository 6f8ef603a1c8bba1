"""What every handler asks of its request: the site that is served, and who asks."""

from litestar import Request
from litestar.datastructures import State

from pyramids.app.site import Site
from pyramids.duel.table import PlayerId
from pyramids.duel.viewer import Viewer
from pyramids.web.visitor import visitor_of

AnyRequest = Request[object, object, State]


def site_of(request: AnyRequest) -> Site:
    """The site that the application serves."""
    site = request.app.state.site
    assert isinstance(site, Site)
    return site


def player_of(request: AnyRequest) -> PlayerId:
    """Whoever asks, by their cookie."""
    return visitor_of(request.scope).player


async def viewer_of(request: AnyRequest) -> Viewer:
    """Whoever asks, with ratings and blocks."""
    return await site_of(request).people.viewer(player_of(request))
