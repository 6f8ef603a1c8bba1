import pytest

from pyramids.rules import BOARDS, FAN_SIZE, PYRAMID_SIZE, Board
from tests.rules.referee import COVERS


def test_there_are_two_boards() -> None:
    # Rule 1.4
    assert list(BOARDS) == ["one", "three"]


def test_pyramid_and_fan_are_28_and_24_cards() -> None:
    # Rule 1.2
    assert (PYRAMID_SIZE, FAN_SIZE) == (28, 24)


def test_the_rows_are_those_of_the_rules() -> None:
    # Rule 1.4
    assert BOARDS["one"].rows == (1, 2, 3, 4, 5, 6, 7)
    assert BOARDS["three"].rows == (3, 6, 9, 10)


@pytest.mark.parametrize(("name", "place"), [(name, place) for name in COVERS for place in range(28)])
def test_each_place_is_covered_as_the_table_by_hand_says(name: str, place: int) -> None:
    # Rule 1.4
    board = BOARDS[name]
    assert len(board.covers) == 28
    assert board.covers[place] == COVERS[name][place]


@pytest.mark.parametrize("name", COVERS)
def test_the_lowest_row_is_free_from_the_start_and_no_other_card(name: str) -> None:
    # Rule 1.3
    lowest = range(28 - BOARDS[name].rows[-1], 28)
    assert [place for place in range(28) if BOARDS[name].free_at_start >> place & 1] == list(lowest)


def test_a_third_board_is_one_value() -> None:
    covers = tuple((place + 1,) for place in range(27))
    tower = Board("tower", (1,) * 28, (*covers, ()))
    assert tower.free_at_start == 1 << 27
    assert tower.uncovers[27] == ((1 << 27, 1 << 26),)


def test_a_board_of_another_size_is_an_error() -> None:
    with pytest.raises(ValueError, match="28 places"):
        Board("small", (1, 2), ((1, 2), (), ()))


def test_the_repr_of_a_board_is_where_it_is_found() -> None:
    assert eval(repr(BOARDS["three"])) is BOARDS["three"]
