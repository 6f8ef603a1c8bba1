from pathlib import Path

import pytest

from pyramids.rules import BOARDS, Action, Ended, parse
from tests.rules.playthrough import games, playthrough, record_of


@pytest.mark.parametrize("path", games(), ids=lambda path: path.stem)
def test_a_golden_game_is_played_as_it_is_written(path: Path) -> None:
    golden = path.read_text()
    assert playthrough(record_of(golden)) == golden


@pytest.mark.parametrize("board", BOARDS)
def test_each_board_has_a_golden_game(board: str) -> None:
    played = [parse(record_of(path.read_text()).encode()).board.name for path in games()]
    assert board in played


def test_the_golden_games_show_each_end_a_clear_and_a_joker() -> None:
    played = [parse(record_of(path.read_text()).encode()) for path in games()]
    assert {game.ended for game in played} == {None, *Ended}
    assert any(game.rounds[0].cleared and not game.round.cleared for game in played)
    assert any(Action.JOKER in game.round.moves for game in played)
