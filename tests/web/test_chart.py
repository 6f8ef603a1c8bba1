"""The drawing of a rating: what it shows of few and of many points, and its dates."""

import re

from pyramids.storage.careers import Point
from pyramids.web.chart import HEIGHT, MOST_DOTS, MOST_PARTS, Chart, draw

DAY_MS = 24 * 60 * 60 * 1000
BEGIN_MS = 1_772_000_000_000  # 25 February 2026


def drawn(ratings: list[float], every_ms: float = DAY_MS, deviation: float = 80) -> Chart:
    points = [Point(int(BEGIN_MS + n * every_ms), rating, deviation) for n, rating in enumerate(ratings)]
    return draw(points, "en")


def corners(text: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+),([\d.]+)", text)]


def test_one_rating_lies_in_the_middle_with_all_of_its_doubt_and_its_date() -> None:
    chart = drawn([1550], deviation=290)
    [dot] = chart.dots
    assert (dot.x, dot.rating, dot.level, dot.provisional) == (50.0, 1550, 5, True)
    assert 0 <= dot.top < dot.y < dot.bottom <= HEIGHT
    assert [(tick.x, tick.label) for tick in chart.ticks] == [(50.0, "Feb 25, 2026")]


def test_a_higher_rating_lies_higher_and_a_later_one_further_right() -> None:
    first, second = drawn([1500, 1620]).dots
    assert first.x < second.x
    assert first.y > second.y


def test_levels_fill_the_drawing_from_the_lowest_to_the_highest_once_each() -> None:
    chart = drawn([950, 1500, 2250])
    assert [band.level for band in chart.levels] == list(range(1, 11))
    assert chart.levels[-1].top == 0
    assert abs(sum(band.height for band in chart.levels) - HEIGHT) < 1
    [highest] = (band for band in chart.levels if band.level == 10)
    assert highest.height > chart.levels[4].height  # It has no end.


def test_a_dot_lies_in_the_band_of_its_level() -> None:
    chart = drawn([1330, 1460, 1580, 1777])
    for dot in chart.dots:
        [band] = (band for band in chart.levels if band.level == dot.level)
        assert band.top <= dot.y <= band.top + band.height


def test_even_a_rating_that_never_changes_has_three_levels_around_it() -> None:
    chart = drawn([1550] * 5, deviation=1)
    assert [band.level for band in chart.levels] == [4, 5, 6]


def test_every_one_of_thirty_duels_has_a_dot() -> None:
    assert len(drawn([1500.0 + n for n in range(30)]).dots) == 30


def test_of_two_thousand_duels_few_have_dots_and_the_line_keeps_each_peak() -> None:
    ratings = [1500.0 + n % 7 for n in range(2_000)]
    ratings[777], ratings[1_234] = 1_900.0, 1_300.0
    chart = drawn(ratings)
    assert len(chart.dots) == MOST_DOTS
    line = corners(chart.line)
    assert len(line) <= 2 * MOST_PARTS + MOST_DOTS
    highest, lowest = min(y for _, y in line), max(y for _, y in line)
    everything = drawn([1_900.0, 1_300.0])
    assert (highest, lowest) == (everything.dots[0].y, everything.dots[1].y)
    assert [chart.dots[0].at_ms, chart.dots[-1].at_ms] == [BEGIN_MS, BEGIN_MS + 1_999 * DAY_MS]
    assert line == sorted(line, key=lambda corner: corner[0])


def test_the_doubt_lies_around_the_line_and_within_the_drawing() -> None:
    chart = drawn([1500, 1600, 1550], deviation=150)
    doubt = corners(chart.doubt)
    upper, lower = doubt[:3], doubt[:2:-1]
    for (_, above), (_, on), (_, below) in zip(upper, corners(chart.line), lower, strict=True):
        assert 0 <= above < on < below <= HEIGHT


def test_dates_are_as_coarse_as_the_time_is_long() -> None:
    labels = {
        days: [tick.label for tick in drawn([1500, 1510], days * DAY_MS).ticks]
        for days in (0.1, 1, 3, 20, 80, 300, 1_500, 6_000)
    }
    assert labels == {
        0.1: ["Feb 25, 2026"],
        1: ["Feb 25, 2026", "Feb 26, 2026"],
        3: ["Feb 26", "Feb 27", "Feb 28"],
        20: ["Mar 2", "Mar 9", "Mar 16"],
        80: ["Mar 2026", "Apr 2026", "May 2026"],
        300: ["Apr 2026", "Jul 2026", "Oct 2026"],
        1_500: ["2027", "2028", "2029", "2030"],
        6_000: ["2030", "2035", "2040"],
    }


def test_dates_are_written_as_the_language_does() -> None:
    chart = draw([Point(BEGIN_MS, 1500, 80), Point(BEGIN_MS + 80 * DAY_MS, 1500, 80)], "de")
    assert [tick.label for tick in chart.ticks] == ["März 2026", "Apr. 2026", "Mai 2026"]
