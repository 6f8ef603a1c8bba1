"""Tables that are over, and their exports."""

import json
import random
from collections.abc import Callable
from typing import Any

from pyramids.deals import deal
from pyramids.duel.export import export
from pyramids.duel.table import (
    START_WITHIN_MS,
    Outcome,
    PlayerId,
    Table,
    finish,
    join,
    open_table,
    settle,
    start,
)
from pyramids.duel.timing import TimedGame
from pyramids.rules import BOARDS, Card, Ended

SEED = bytes(range(32))
OPENED_WALL_MS = 1_760_000_000_000

Export = dict[str, Any]


def random_game(
    chance: random.Random, *, board: str = "three", minutes: int = 3, moves: int = 400, end: str = "stopped"
) -> TimedGame:
    """A game on the seed's deals by an eager player with quick hands, ended after so many moves at the latest."""
    now_ms = 1_000
    timed = TimedGame.start(deal(SEED, BOARDS[board], 1), minutes, now_ms)
    for _ in range(moves):
        if timed.game.awaits_deal:
            timed = timed.next_round(deal(SEED, BOARDS[board], len(timed.game.rounds) + 1))
        open_moves = timed.game.open_moves()
        if not open_moves:
            break
        cards = [move for move in open_moves if isinstance(move, Card)]
        now_ms += chance.randrange(0, 3_000)
        timed = timed.play(chance.choice(cards or open_moves), now_ms)
    if timed.game.awaits_deal:
        timed = timed.next_round(deal(SEED, BOARDS[board], len(timed.game.rounds) + 1))
    return timed if timed.game.ended else timed.end(Ended(end))


def table_over(first: TimedGame | None, second: TimedGame | None, *, joined: bool = True) -> Table:
    """The table at which these games were played, long after."""
    some = first or second
    board = "three" if some is None else some.game.board.name
    minutes = 3 if some is None else some.limit_ms // 60_000
    table = open_table(PlayerId("a"), board, minutes, 10, 0)
    if joined:
        table = join(table, PlayerId("b"), 1, 100)
    for place, timed in enumerate((first, second)):
        if timed is not None:
            table = start(table, place, 1_000)
    for place, timed in enumerate((first, second)):
        if timed is not None:
            ended = timed.game.ended
            assert ended is not None
            table = finish(table, place, Outcome(ended, timed.game.score, timed.playing_ms), 9_000_000)
    return settle(table, 10 * START_WITHIN_MS)


def export_of(first: TimedGame | None, second: TimedGame | None, *, joined: bool = True) -> Export:
    table = table_over(first, second, joined=joined)
    names = ("Ada", "Żółw" if joined else None)
    return export(table, "K7M2QX", SEED, OPENED_WALL_MS, names, (first, second))


def two_games() -> Export:
    """An export with several rounds at each seat."""
    games = [random_game(random.Random(seed), moves=150) for seed in range(40)]
    first, second, *_ = [timed for timed in games if len(timed.game.rounds) > 1]
    return export_of(first, second)


def text(told: Export) -> bytes:
    return json.dumps(told).encode()


Change = Callable[[Export], object]
