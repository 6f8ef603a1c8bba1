"""The static files, read once: their address carries a hash of them all, so that browsers may keep them for ever."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from litestar import Request, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Response

FOLDER = Path(__file__).parent / "static"
WORTH_COMPRESSING = 1_000


@dataclass(frozen=True, slots=True)
class Asset:
    """One file; `zipped` if that is smaller."""

    content: bytes
    zipped: bytes | None
    media_type: str


def _asset(path: Path) -> Asset:
    content = path.read_bytes()
    zipped = gzip.compress(content, mtime=0) if len(content) > WORTH_COMPRESSING else None
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".js":
        media_type = "text/javascript"
    return Asset(content, zipped, media_type)


ASSETS = {
    path.relative_to(FOLDER).as_posix(): _asset(path) for path in sorted(FOLDER.rglob("*")) if path.is_file()
}
VERSION = hashlib.sha256(
    b"".join(name.encode() + b"\0" + asset.content for name, asset in ASSETS.items())
).hexdigest()[:12]


def static(name: str) -> str:
    """The address of a static file; a KeyError if there is none."""
    if name not in ASSETS:
        raise KeyError(name)
    return f"/static/{VERSION}/{name}"


@get("/static/{version:str}/{name:path}", include_in_schema=False)
async def static_file(
    request: Request[object, object, State], version: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    """One static file. An older version's address gives the file as it is now, and is not kept."""
    asset = ASSETS.get(name.lstrip("/"))
    if asset is None:
        raise NotFoundException
    keep = "public, max-age=31536000, immutable" if version == VERSION else "no-cache"
    headers = {"cache-control": keep, "vary": "accept-encoding"}
    if asset.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            asset.zipped, media_type=asset.media_type, headers={**headers, "content-encoding": "gzip"}
        )
    return Response(asset.content, media_type=asset.media_type, headers=headers)
