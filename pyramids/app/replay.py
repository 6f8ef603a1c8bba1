"""Looking back at a game: every view of it, and its ledger."""

from collections.abc import Iterator
from dataclasses import dataclass

from pyramids.app.rooms import LiveGame, Room
from pyramids.duel.codes import TableCode
from pyramids.duel.timing import TimedGame, after_each_move, before_first_move
from pyramids.duel.view import GameView, game_view, may_see_game
from pyramids.duel.viewer import Viewer
from pyramids.rules.errors import Refusal
from pyramids.rules.round import CARD_POINTS, CLEAR_POINTS, JOKER_COST, TURN_COST, Action, move_text


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """Points that a game's move `n` (from 1) brought or cost, and what for: `card`, `turn`, `joker` or `clear`. E5"""

    n: int
    round: int
    move: str
    why: str
    points: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A game move by move: `views` begins before the first move; `at_ms` counts from the start of the game."""

    seat: int
    views: tuple[GameView, ...]
    at_ms: tuple[int, ...]
    ledger: tuple[LedgerLine, ...]


def replay(room: Room, place: int, viewer: Viewer) -> Replay:
    """The game at a seat as a viewer may see it; of a running game what has been played. Rule 5.6

    Raises `Refusal` with `not_over` where they may not.
    """
    live = room.games[place]
    seat = room.table.seats[place]
    if live is None or seat is None or seat.started_ms is None or not may_see_game(room.table, place, viewer):
        raise Refusal(TableCode.NOT_OVER)
    return replay_of(live, place, seat.started_ms)


def replay_of(live: LiveGame, place: int, started_ms: int) -> Replay:
    """A game as its own player may see it."""
    games = [before_first_move(live.timed, live.at_ms), *after_each_move(live.timed, live.at_ms)]
    times_ms = [started_ms, *live.at_ms]
    games[-1] = live.timed  # With its end, which may be no move.
    views = tuple(
        game_view(timed, own=False, now_ms=now_ms) for timed, now_ms in zip(games, times_ms, strict=True)
    )
    since_start_ms = tuple(at_ms - started_ms for at_ms in times_ms)
    return Replay(place, views, since_start_ms, tuple(ledger(live.timed)))


def ledger(timed: TimedGame) -> Iterator[LedgerLine]:
    """Every entry of a game's points, in order; their sum is its score. Rules 3.1 to 3.4"""
    n = 0
    for number, played in enumerate(timed.game.rounds, 1):
        sequence = 0
        for move in played.moves:
            n += 1
            match move:
                case Action.TURN:
                    sequence = 0
                    yield LedgerLine(n, number, move_text(move), "turn", -TURN_COST)
                case Action.JOKER:
                    yield LedgerLine(n, number, move_text(move), "joker", -JOKER_COST)
                case _:
                    sequence += 1
                    yield LedgerLine(n, number, move_text(move), "card", CARD_POINTS * sequence)
        if played.cleared:
            yield LedgerLine(n, number, move_text(played.moves[-1]), "clear", CLEAR_POINTS)
