"""Tries: one player alone at one deal, once; and where they stand among all who met the same cards.

A try is a game of one round. It is of a day's deal or of a round of a table that is over, and rates nobody.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pyramids.duel.codes import TryCode
from pyramids.duel.timing import TimedGame, playing_ms
from pyramids.rules.game import Ended
from pyramids.rules.round import Deal

MINUTES = 3


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How one round of somebody's went."""

    ended: Ended
    score: int
    playing_ms: int
    longest_sequence: int
    cleared: bool
    cards_left: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands among all `players` who have finished a deal, themselves included.

    `place` counts from 1, and `ahead_of` is the percentage of the others who did worse; both None for a bystander,
    `ahead_of` also without others. `median` is the lower one of two, so that somebody has it.
    """

    players: int
    place: int | None
    ahead_of: int | None
    best: int
    median: int


@dataclass(frozen=True, slots=True)
class OwnTry:
    """A viewer's own try: only its `id` while it runs. Without an id it was a round at the deal's table."""

    id: int | None
    result: RoundResult | None


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal as one viewer may see it; its cards are in the game of their own try alone.

    `day` is a date and `table` a code, and one of them is None. `refused` says why `start` is not offered.
    `next_seal` belongs to the day after; `streak` counts the days on end, and only today's deal has them.
    """

    board: str
    minutes: int
    day: str | None
    table: str | None
    round: int
    seal: str
    seed: str | None
    next_seal: str | None
    offers: tuple[str, ...]
    refused: TryCode | None
    own: OwnTry | None
    standing: Standing | None
    streak: int | None


def start_try(deal: Deal, now_ms: int) -> TimedGame:
    """Begin a try: its clock begins with the player's own start."""
    return TimedGame.start(deal, MINUTES, now_ms, most_rounds=1)


def round_result(timed: TimedGame, number: int) -> RoundResult | None:
    """How a round went, from 1; None if the game did not reach it or is still in it."""
    game = timed.game
    if number > len(game.rounds):
        return None
    played = game.rounds[number - 1]
    ended = game.ended if number == len(game.rounds) else Ended.COMPLETED
    if ended is None:
        return None
    time_ms = playing_ms((timed.times_ms[number - 1],), ended, timed.limit_ms)
    left = played.held.bit_count()
    return RoundResult(ended, played.score, time_ms, played.longest_sequence, played.cleared, left)


def why_not_try(own: OwnTry | None, *, is_its_day: bool) -> TryCode | None:
    """The reason why somebody may not begin a try, or None; a table's deals have no day of their own."""
    if own is not None:
        return TryCode.ALREADY_TRIED
    return None if is_its_day else TryCode.NOT_TODAY


def may_see_standing(own: OwnTry | None, *, closed: bool) -> bool:
    """Whether somebody may know how others did: after their own end, or when nobody plays the deal any more. E31"""
    return closed if own is None else own.result is not None


def offers(own: OwnTry | None, refused: TryCode | None) -> tuple[str, ...]:
    """What somebody may do about a deal now."""
    if refused is None:
        return ("start",)
    return ("end",) if own is not None and own.result is None else ()


def standing(players: int, better: int, worse: int, best: int, median: int, *, own: bool) -> Standing:
    """The standing of somebody with so many above and below them, or of a bystander."""
    others = players - 1
    ahead_of = 100 * worse // others if own and others else None
    return Standing(players, better + 1 if own else None, ahead_of, best, median)


def streak(days: Iterable[int], today: int) -> int:
    """How many days on end were played up to today, or to yesterday while today may be; `days` newest first."""
    count, expected = 0, None
    for day in days:
        if expected is None and day in (today, today - 1):
            expected = day
        if day != expected:
            break
        count, expected = count + 1, day - 1
    return count
