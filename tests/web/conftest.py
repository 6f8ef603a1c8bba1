"""What the tests of the web share."""

from collections.abc import Iterator

import pytest

from tests.web.serving import Served, serve


@pytest.fixture
def served(tmp_path) -> Iterator[Served]:
    with serve(tmp_path) as running:
        yield running
