"""Dates as each language writes them."""

import pytest

from pyramids.web.dates import date_text, machine_text

AT_MS = 1_772_064_000_000


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Feb 26, 2026"), ("pl", "26 lut 2026"), ("nl", "26 feb 2026"), ("de", "26.02.2026")],
)
def test_a_day_is_written_as_its_language_does(language: str, text: str) -> None:
    assert date_text(AT_MS, language) == text


def test_programs_read_the_time_too() -> None:
    assert machine_text(AT_MS) == "2026-02-26T00:00:00+00:00"
