"""How long the server takes for a page: `python -m bench.pages [--json] [--times N]`.

The database has 10,000 duels that are over (bench/crowd.py). The application runs in this process and is called as the
server calls it, so that neither a net nor a client is in the figures. The pages take turns.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, cast

from litestar.types import ASGIApp, HTTPScope, Message

from bench.crowd import DUELS, OF_STAR, STAR, code_of, fill
from pyramids.app.careers import Careers
from pyramids.app.site import Site
from pyramids.duel.table import PlayerId
from pyramids.web.application import application
from pyramids.web.limits import Rates

MANY = 10**9
CODE = code_of(DUELS)
PAGES = {
    "lobby": "/",
    "a table that is over": f"/t/{CODE}",
    "its replay": f"/t/{CODE}/replay",
    "the replay's data": f"/api/tables/{CODE}/games/0",
    "a member": "/p/Member-7",
    f"a member with {OF_STAR:,} duels": f"/p/{STAR}",
    "the same, just after one of their duels": f"/p/{STAR}#",
    "the same, when nothing of theirs is remembered": f"/p/{STAR}##",
    f"their {OF_STAR - 20:,}th duel and on": f"/p/{STAR}?before={{oldest}}",
    "leaderboard": "/leaders",
    "leaderboard of the week": "/leaders?board=three&since=week",
    "deal of the day": "/day",
    "a finished deal": f"/d/{CODE}/1",
    "help": "/help",
    "fair cards": "/fairness",
}


async def get(app: ASGIApp, address: str) -> int:
    """Ask for a page as the server does; gives its status."""
    path, _, query = address.partition("?")
    status = 0

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", b"pyramids.test"), (b"accept", b"text/html")],
        "client": ("127.0.0.1", 1),
        "server": ("pyramids.test", 80),
        "extensions": {},
    }
    await app(cast(HTTPScope, scope), receive, send)
    return status


async def measure(folder: Path, times: int) -> dict[str, dict[str, float]]:
    fill(folder, int(time.time() * 1000) - 1_000)
    site = Site(folder)
    app = application(folder, Rates(MANY, MANY), site)
    await site.open()
    star = PlayerId(STAR)
    oldest = list((await site.careers.get(star)).codes)[19]
    took: dict[str, list[float]] = {name: [] for name in PAGES}
    for turn in range(times + 3):
        for name, address in PAGES.items():
            if address.endswith("#"):
                site.careers.ended(DUELS, [star])
            if address.endswith("##"):
                site.careers = Careers(site.store, site.clock, site.people)
            begin = time.perf_counter()
            status = await get(app, address.rstrip("#").format(oldest=oldest))
            ms = (time.perf_counter() - begin) * 1000
            assert status == 200, (address, status)
            if turn >= 3:  # The first ones compile templates.
                took[name].append(ms)
    await site.close()
    return {
        name: {"median_ms": statistics.median(found), "p95_ms": statistics.quantiles(found, n=20)[-1]}
        for name, found in took.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--times", type=int, default=100)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder), arguments.times))
    if arguments.json:
        print(json.dumps(figures))
        return
    for name, found in figures.items():
        print(f"{name:42} {found['median_ms']:6.1f} ms  (95 %: {found['p95_ms']:.1f})")


if __name__ == "__main__":
    main()
