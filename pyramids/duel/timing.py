"""A game against its clock (rule 4.5).

All times are site time in milliseconds: a line of time that stands still while the server is down.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pyramids.rules.errors import Refusal, RefusalCode
from pyramids.rules.game import MOST_ROUNDS, Ended, Game
from pyramids.rules.round import Deal, Move

PAUSE_MS = 3_000  # Rule 4.5: from the clearing move until the next round's clock begins by itself.
MINUTE_MS = 60_000


class TimedGame(NamedTuple):
    """A game, the clock of its current round, and each move's time on its round's clock."""

    game: Game
    limit_ms: int
    begins_ms: int
    times_ms: tuple[tuple[int, ...], ...]

    @classmethod
    def start(cls, deal: Deal, minutes: int, now_ms: int, most_rounds: int = MOST_ROUNDS) -> "TimedGame":
        """Begin the first round: its clock begins with the player's own start."""
        return cls(Game.start(deal, most_rounds), minutes * MINUTE_MS, now_ms, ((),))

    @property
    def deadline_ms(self) -> int:
        """The first moment that is too late for a move in the current round."""
        return self.begins_ms + self.limit_ms

    def play(self, move: Move, now_ms: int) -> "TimedGame":
        """The game after a move decided at `now_ms`; raises `Refusal` and changes nothing if it is not allowed."""
        if now_ms >= self.deadline_ms:
            raise Refusal(RefusalCode.GAME_OVER)
        game = self.game.play(move)
        *before, current = self.times_ms
        # An early first move begins the clock of a later round. Rule 4.5
        begins_ms = self.begins_ms if current else min(self.begins_ms, now_ms)
        times_ms = (*before, (*current, now_ms - begins_ms))
        return TimedGame(game, self.limit_ms, begins_ms, times_ms)

    def next_round(self, deal: Deal) -> "TimedGame":
        """Deal the round after a cleared one; its clock begins 3 s after the clearing move."""
        cleared_ms = self.begins_ms + self.times_ms[-1][-1]
        return TimedGame(
            self.game.next_round(deal), self.limit_ms, cleared_ms + PAUSE_MS, (*self.times_ms, ())
        )

    def end(self, ended: Ended) -> "TimedGame":
        """The game ended by its player (`stopped`) or its clock (`timeout`)."""
        return self._replace(game=self.game.end(ended))

    def is_late(self, now_ms: int) -> bool:
        """Whether the clock has run out on a game that has not ended."""
        return self.game.ended is None and now_ms >= self.deadline_ms

    def left_ms(self, now_ms: int) -> int:
        """What is left on the round's clock: all while it has not begun, after the end what the last move left."""
        if self.game.ended is Ended.TIMEOUT:
            return 0
        if self.game.ended is not None:
            return self.limit_ms - (self.times_ms[-1][-1] if self.times_ms[-1] else 0)
        return min(self.limit_ms, max(0, self.deadline_ms - now_ms))

    def pause_ms(self, now_ms: int) -> int:
        """How long until the round's clock begins by itself."""
        return max(0, self.begins_ms - now_ms)

    @property
    def playing_ms(self) -> int:
        """The time that decides between equal points (rule 5.2)."""
        return playing_ms(self.times_ms, self.game.ended, self.limit_ms)


def before_first_move(timed: TimedGame, at_ms: Sequence[int]) -> TimedGame:
    """The game as it was before all of its moves; `at_ms` are their times."""
    begun_ms = at_ms[0] - timed.times_ms[0][0] if at_ms else timed.begins_ms
    game = Game.start(timed.game.rounds[0].deal, timed.game.most_rounds)
    return TimedGame(game, timed.limit_ms, begun_ms, ((),))


def after_each_move(timed: TimedGame, at_ms: Sequence[int]) -> Iterator[TimedGame]:
    """The game as it was after each of its moves; `at_ms` are their times. An end without a move is left out."""
    rounds = timed.game.rounds
    was = before_first_move(timed, at_ms)
    times_ms = iter(at_ms)
    for number, played in enumerate(rounds, 1):
        for move in played.moves:
            was = was.play(move, next(times_ms))
            if was.game.awaits_deal:
                was = was.next_round(rounds[number].deal)
            yield was


def playing_ms(times_ms: tuple[tuple[int, ...], ...], ended: Ended | None, limit_ms: int) -> int:
    """The sum of the rounds' times, each up to its last move; a round that ran out counts whole. Rule 5.2"""
    rounds = [times[-1] if times else 0 for times in times_ms]
    if ended is Ended.TIMEOUT:
        rounds[-1] = limit_ms
    return sum(rounds)
