"""Whoever looks at a table, and what decides there: who they are, how good, and who has blocked whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pyramids.duel import table as duel
from pyramids.duel.codes import TableCode
from pyramids.duel.rating import Rating
from pyramids.duel.table import PlayerId, Table
from pyramids.rules.boards import BOARDS

_NEWCOMER = Rating()


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks; `player` is None for a stranger without a name.

    `ratings` are by board, and a board without one is a newcomer's. `blocks`: whom this player has blocked.
    `blocked_by`: who has blocked this player.
    """

    player: PlayerId | None
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    blocks: frozenset[PlayerId] = frozenset()
    blocked_by: frozenset[PlayerId] = frozenset()

    def rating(self, board: str) -> Rating:
        """The rating on a board. Rule 7.1"""
        return self.ratings.get(board, _NEWCOMER)

    def rating_by_board(self) -> dict[str, Rating]:
        """The rating on every board."""
        return {board: self.rating(board) for board in BOARDS}

    def level(self, board: str) -> int:
        """The skill level on a board. Rule 7.1"""
        return self.rating(board).level

    def is_apart_from(self, other: PlayerId) -> bool:
        """Whether one of the two has blocked the other. Rule 5.4"""
        return other in self.blocks or other in self.blocked_by

    def why_not_join(self, table: Table, now_ms: int) -> TableCode | None:
        """The reason why this viewer may not join, or None; a stranger joins nothing."""
        if self.player is None:
            return TableCode.NOT_SEATED
        apart = self.is_apart_from(table.opener.player)
        return duel.why_not_join(table, self.player, self.level(table.board), now_ms, apart=apart)
