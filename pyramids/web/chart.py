"""A rating over time as a drawing: where its lines, dots, levels and dates lie.

Across it counts in percent, so that it fits any width while words and dots keep their size; down it counts in pixels.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise

from babel.dates import format_skeleton
from jinja2 import Environment

from pyramids.duel.rating import Rating
from pyramids.duel.table import PlayerId
from pyramids.storage.careers import Point
from pyramids.web.dates import date_text, of_wall

HEIGHT = 220
REMEMBERED = 500
MARGIN = 3.0  # Percent at either side, so that no dot is cut.
LEVEL = 100  # Points of rating in one.
ROOM = 40  # Points of rating above the highest and below the lowest.
FEWEST_LEVELS = 3
MOST_DOTS = 30
MOST_PARTS = 100  # Of the line: from each the lowest and the highest point are kept.
MOST_TICKS = 4
DAYS, MONTHS = "days", "months"
STEPS = (
    *((DAYS, 1), (DAYS, 2), (DAYS, 7), (DAYS, 14)),
    *((MONTHS, 1), (MONTHS, 3), (MONTHS, 6), (MONTHS, 12), (MONTHS, 24), (MONTHS, 60), (MONTHS, 120)),
)
EDGE = 8.0  # A label nearer to an edge than these percent begins or ends there.


@dataclass(frozen=True, slots=True)
class Band:
    """The part of the drawing that belongs to a level."""

    level: int
    top: float
    height: float

    @property
    def middle(self) -> float:
        """Where its label stands."""
        return self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Dot:
    """A point that one can look at; `top` and `bottom` are where the rating may as well lie."""

    x: float
    y: float
    top: float
    bottom: float
    at_ms: int
    rating: int
    level: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A date under the drawing."""

    x: float
    label: str

    @property
    def anchor(self) -> str:
        """Which part of the label stands at its place."""
        return "start" if self.x < EDGE else "end" if self.x > 100 - EDGE else "middle"


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing 100 wide and `HEIGHT` high. `line` and `doubt` are lists of corners, as SVG has them."""

    levels: list[Band]
    line: str
    doubt: str
    dots: list[Dot]
    ticks: list[Tick]


def charts_of(environment: Environment, language: str) -> Callable[[PlayerId, str, Sequence[Point]], str]:
    """The function by which a template draws a player's ratings on a board as HTML.

    A drawing is remembered until the player has another point: it takes longer than the rest of its page.
    """
    known: OrderedDict[object, str] = OrderedDict()

    def drawn(player: PlayerId, board: str, points: Sequence[Point]) -> str:
        key = (player, board, len(points), points[-1])
        if key not in known:
            template = environment.get_template("fragments/chart.html")
            known[key] = template.render(chart=draw(points, language), height=HEIGHT, board=board)
            if len(known) > REMEMBERED:
                known.popitem(last=False)
        return known[key]

    return drawn


def draw(points: Sequence[Point], language: str) -> Chart:
    """The drawing of a rating, of one point at least, in their order."""
    low, high = _ratings_shown(points)
    first_ms, last_ms = points[0].over_wall_ms, points[-1].over_wall_ms

    def x(at_ms: float) -> float:
        if first_ms == last_ms:
            return 50.0
        return round(MARGIN + (100 - 2 * MARGIN) * (at_ms - first_ms) / (last_ms - first_ms), 2)

    def y(rating: float) -> float:
        return round(min(max(HEIGHT * (high - rating) / (high - low), 0.0), float(HEIGHT)), 1)

    dotted = _evenly(len(points), MOST_DOTS)
    on_line = [points[index] for index in sorted({*dotted, *_extremes(points)})]
    upper = [f"{x(point.over_wall_ms)},{y(point.rating + point.deviation)}" for point in on_line]
    lower = [f"{x(point.over_wall_ms)},{y(point.rating - point.deviation)}" for point in reversed(on_line)]
    return Chart(
        [Band(level, y(end), round(y(begin) - y(end), 1)) for level, begin, end in _levels(low, high)],
        " ".join(f"{x(point.over_wall_ms)},{y(point.rating)}" for point in on_line),
        " ".join((*upper, *lower)),
        [
            Dot(
                x(point.over_wall_ms),
                y(point.rating),
                y(point.rating + point.deviation),
                y(point.rating - point.deviation),
                point.over_wall_ms,
                round(point.rating),
                Rating(point.rating, point.deviation).level,
                Rating(point.rating, point.deviation).provisional,
            )
            for point in (points[index] for index in dotted)
        ],
        [Tick(x(at_ms), label) for at_ms, label in _ticks(first_ms, last_ms, language)],
    )


def _ratings_shown(points: Sequence[Point]) -> tuple[int, int]:
    """From where to where the drawing goes: whole levels, with all ratings and all of the last one's doubt."""
    last = points[-1]
    lowest = min(min(point.rating for point in points) - ROOM, last.rating - last.deviation)
    highest = max(max(point.rating for point in points) + ROOM, last.rating + last.deviation)
    low, high = int(lowest // LEVEL) * LEVEL, -int(-highest // LEVEL) * LEVEL
    while high - low < FEWEST_LEVELS * LEVEL:
        low, high = (low - LEVEL, high) if (high - low) % (2 * LEVEL) else (low, high + LEVEL)
    return low, high


def _levels(low: int, high: int) -> Iterator[tuple[int, int, int]]:
    """The levels from the lowest, each with the ratings at which it begins and ends here."""
    begin = low
    for rating in range(low, high, LEVEL):
        level = Rating(rating).level
        if rating + LEVEL == high or Rating(rating + LEVEL).level != level:
            yield level, begin, rating + LEVEL
            begin = rating + LEVEL


def _evenly(count: int, most: int) -> list[int]:
    """At most so many of the first `count` numbers, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return [round(number * (count - 1) / (most - 1)) for number in range(most)]


def _extremes(points: Sequence[Point]) -> Iterator[int]:
    """Which points a line needs so that it looks as if it had them all."""
    bounds = _evenly(len(points) + 1, MOST_PARTS + 1)
    for begin, end in pairwise(bounds):
        part = range(begin, end)
        yield min(part, key=lambda index: points[index].rating)
        yield max(part, key=lambda index: points[index].rating)


def _ticks(first_ms: int, last_ms: int, language: str) -> list[tuple[float, str]]:
    """Dates to write under the drawing, and where: as many as one can read."""
    first, last = of_wall(first_ms), of_wall(last_ms)
    if last - first < timedelta(days=2):
        ends = {first.date(): first_ms} | ({last.date(): last_ms} if last.date() != first.date() else {})
        return [(at_ms, date_text(at_ms, language)) for at_ms in ends.values()]
    for unit, step in STEPS:
        found = list(_days(first, last, unit, step))
        if len(found) <= MOST_TICKS:
            break
    return [
        (datetime.combine(day, time(), UTC).timestamp() * 1000, _label(day, unit, step, language))
        for day in found
    ]


def _days(first: datetime, last: datetime, unit: str, step: int) -> Iterator[date]:
    """The days between two moments at which a step begins: Mondays, first days of a month, of a year."""
    if unit == DAYS:
        begin = first.toordinal() + 1
        begin += (1 - begin) % step
        yield from map(date.fromordinal, range(begin, last.toordinal() + 1, step))
        return
    begin = 12 * first.year + first.month  # Counts months; January of a year is 12 times it.
    begin += -begin % step
    for month in range(begin, 12 * last.year + last.month, step):
        yield date(month // 12, month % 12 + 1, 1)


@lru_cache(8_192)
def _label(day: date, unit: str, step: int, language: str) -> str:
    skeleton = "MMMd" if unit == DAYS else "yMMM" if step < 12 else "y"
    return format_skeleton(skeleton, datetime.combine(day, time(), UTC), locale=language)
