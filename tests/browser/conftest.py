"""What the tests in a browser share: Chromium, a server, people, and a watch on what goes wrong in their pages.

All of it lasts for this folder alone: Playwright's synchronous calls keep an event loop in the thread of the tests,
beside which the asynchronous tests of other folders could not run.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.people import People
from tests.browser.server import Server
from tests.browser.wire import Wire

# The first has no windows, whose parts are pages of their own: the tests take half the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run"),
]
PATIENCE_MS = 15_000

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "these tests need Chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that most tests share; each has its own people and tables there."""
    running = Server(tmp_path_factory.mktemp("served") / "data")
    yield running
    assert running.stop() == ""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test that ends it."""
    running = Server(tmp_path / "data")
    yield running
    running.stop()


@pytest.fixture
def new_wire(server: Server) -> Iterator[Callable[[], Wire]]:
    """Makes lines to the server."""
    lines: list[Wire] = []

    def make() -> Wire:
        lines.append(Wire(server.port))
        return lines[-1]

    yield make
    for line in lines:
        line.close()


@pytest.fixture
def wire(new_wire: Callable[[], Wire]) -> Wire:
    return new_wire()


@pytest.fixture
def people(chromium: Browser, server: Server, new_wire: object) -> Iterator[People]:
    """Makes people, each with a browser's context of their own; none of their pages may report an error.

    They go home before the lines end, at which their pages would report one.
    """
    crowd = People(chromium, server.base)
    yield crowd
    crowd.go_home()


@pytest.fixture
def people_at(chromium: Browser) -> Iterator[Callable[[str], People]]:
    """People at another address."""
    crowds: list[People] = []

    def at(base: str) -> People:
        crowds.append(People(chromium, base))
        return crowds[-1]

    yield at
    for crowd in crowds:
        crowd.go_home()
