"""A game: up to five rounds, and how it ended."""

import enum
from typing import NamedTuple

from pyramids.rules.boards import Board
from pyramids.rules.errors import Refusal, RefusalCode
from pyramids.rules.round import Deal, Move, Round

#: Rule 4.1
MOST_ROUNDS = 5


class Ended(enum.StrEnum):
    """How a game ended (rules 4.2 to 4.5)."""

    COMPLETED = "completed"
    STUCK = "stuck"
    STOPPED = "stopped"
    TIMEOUT = "timeout"

    def __repr__(self) -> str:
        return f"Ended.{self.name}"


class Game(NamedTuple):
    """One player's game after some moves; all rounds but the last are cleared."""

    rounds: tuple[Round, ...]
    ended: Ended | None
    most_rounds: int = MOST_ROUNDS

    @classmethod
    def start(cls, deal: Deal, most_rounds: int = MOST_ROUNDS) -> "Game":
        """Give the game before its first move; clearing `most_rounds` rounds completes it."""
        return cls((Round.start(deal),), None, most_rounds)

    @property
    def board(self) -> Board:
        """The board of all rounds."""
        return self.rounds[0].deal.board

    @property
    def round(self) -> Round:
        """The current round, or the last one."""
        return self.rounds[-1]

    @property
    def score(self) -> int:
        """The sum of the rounds' scores (rule 4.6)."""
        return sum([played.score for played in self.rounds])

    @property
    def moves_made(self) -> int:
        """How many moves have been made in all rounds: the number of the next one, from 0."""
        return sum([len(played.moves) for played in self.rounds])

    @property
    def awaits_deal(self) -> bool:
        """Whether the round is cleared and another one follows (rule 4.2)."""
        return self.ended is None and self.rounds[-1].cleared

    def open_moves(self) -> tuple[Move, ...]:
        """Give all moves that `play` accepts: cards in the order of their places, then + and *."""
        return self.rounds[-1].open_moves() if self.ended is None else ()

    def play(self, move: Move) -> "Game":
        """Give the game after the move, or raise a Refusal by rule 2.5."""
        if self.ended is not None:
            raise Refusal(RefusalCode.GAME_OVER, move=move, position=self)
        played = self.rounds[-1].play(move)
        ended = None
        if not played.held:
            if len(self.rounds) == self.most_rounds:
                ended = Ended.COMPLETED  # Rule 4.2
        elif not played.fitting and played.stuck:
            ended = Ended.STUCK  # Rule 4.3
        return Game((*self.rounds[:-1], played), ended, self.most_rounds)

    def next_round(self, deal: Deal) -> "Game":
        """Give the game with its next round begun; a ValueError unless it awaits a deal of its board."""
        if not self.awaits_deal or deal.board != self.board:
            raise ValueError(f"no round begins here with this deal: {self!r}, {deal!r}")
        return Game((*self.rounds, Round.start(deal)), None, self.most_rounds)

    def end(self, ended: Ended) -> "Game":
        """Give the game ended by its player or its clock; a Refusal when it has ended already."""
        if ended not in (Ended.STOPPED, Ended.TIMEOUT):
            raise ValueError(f"the moves decide this end: {ended!r}")
        if self.ended is not None:
            raise Refusal(RefusalCode.GAME_OVER, position=self)
        return Game(self.rounds, ended, self.most_rounds)
