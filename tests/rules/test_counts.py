"""How many lines of play there are to each depth on one frozen deal: open moves, all of them and no other."""

import pytest

from pyramids.rules import Round, move_text
from tests.rules.builders import arranged, staircase
from tests.rules.referee import Referee

DEALS = {
    "one": arranged("one", fan="9S 4H 5D QC KS AH 8H 7C 3S 2D TD JH 6C"),
    "three": arranged("three", fan="9S 4H 5D QC KS AH 8H 7C 3S 2D TD JH 6C"),
}

# Frozen; the referee counts the first of them again in each run.
COUNTS = {
    "one": [3, 14, 42, 98, 226, 493, 1046, 2163],
    "three": [3, 18, 62, 184, 510, 1390, 3752, 9946],
}


def lines(position: Round, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(lines(position.play(move), depth - 1) for move in position.open_moves())


def referees_lines(board: str, moves: tuple[str, ...], depth: int) -> int:
    if depth == 0:
        return 1
    deal = DEALS[board]
    referee = Referee.of(board, deal.pyramid, deal.fan)
    for move in moves:
        referee.play(move)
    return sum(referees_lines(board, (*moves, move), depth - 1) for move in referee.open_moves())


@pytest.mark.parametrize("board", DEALS)
def test_the_number_of_lines_is_frozen(board: str) -> None:
    start = Round.start(DEALS[board])
    assert [lines(start, depth) for depth in range(1, 9)] == COUNTS[board]


@pytest.mark.parametrize("board", DEALS)
def test_the_referee_counts_the_same(board: str) -> None:
    assert [referees_lines(board, (), depth) for depth in range(1, 6)] == COUNTS[board][:5]


@pytest.mark.parametrize("board", DEALS)
def test_a_staircase_has_one_eager_line(board: str) -> None:
    # In the staircase's order the cards fit one after another, so the end of the line is the clear.
    position = Round.start(staircase(board))
    for card in reversed(staircase(board).pyramid):
        assert move_text(card) in map(move_text, position.open_moves())
        position = position.play(card)
    assert position.cleared
