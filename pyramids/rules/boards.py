"""Boards as data: rows, and what lies on what. A new board is one more entry of `BOARDS`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

#: Rule 1.2: cards of the pyramid, and of the fan under it.
PYRAMID_SIZE = 28
FAN_SIZE = 24


@dataclass(frozen=True, slots=True)
class Board:
    """The shape of a pyramid. Places count row by row from the top, left to right (rule 6.4)."""

    name: str
    rows: tuple[int, ...]
    #: covers[p] are the places of the cards that lie on the card of place p.
    covers: tuple[tuple[int, ...], ...] = field(repr=False)
    #: Bit set of the places that are free from the start.
    free_at_start: int = field(init=False, repr=False, compare=False)
    #: uncovers[p]: for each place under p, the bit set of all that lies on it, and its own bit.
    uncovers: tuple[tuple[tuple[int, int], ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not sum(self.rows) == len(self.covers) == PYRAMID_SIZE:
            raise ValueError(f"a board has {PYRAMID_SIZE} places: {self.name!r}")
        lies_on = [sum(1 << cover for cover in covers) for covers in self.covers]
        # Rule 1.3
        free = sum(1 << place for place, covers in enumerate(self.covers) if not covers)
        uncovers = tuple(
            tuple(
                (lies_on[under], 1 << under) for under in range(PYRAMID_SIZE) if lies_on[under] >> place & 1
            )
            for place in range(PYRAMID_SIZE)
        )
        object.__setattr__(self, "free_at_start", free)
        object.__setattr__(self, "uncovers", uncovers)

    def __repr__(self) -> str:
        return f"BOARDS[{self.name!r}]"

    def __hash__(self) -> int:
        return hash(self.name)


def _board_of_pairs(name: str, rows: tuple[int, ...], *left_covers: tuple[int, ...]) -> Board:
    """Give a board on which two neighbours of the next row lie on every card.

    `left_covers` has, for each row but the last, the left one's number in its row for each card.
    """
    covers: list[tuple[int, ...]] = []
    below = 0
    for row, lefts in zip(rows, left_covers, strict=False):
        below += row
        covers += [(below + left, below + left + 1) for left in lefts]
    covers += [()] * rows[-1]
    return Board(name, rows, tuple(covers))


# Rule 1.4
BOARDS: Mapping[str, Board] = MappingProxyType(
    {
        board.name: board
        for board in (
            _board_of_pairs(
                "one",
                (1, 2, 3, 4, 5, 6, 7),
                (0,),
                (0, 1),
                (0, 1, 2),
                (0, 1, 2, 3),
                (0, 1, 2, 3, 4),
                (0, 1, 2, 3, 4, 5),
            ),
            _board_of_pairs(
                "three",
                (3, 6, 9, 10),
                (0, 2, 4),
                (0, 1, 3, 4, 6, 7),
                (0, 1, 2, 3, 4, 5, 6, 7, 8),
            ),
        )
    }
)
