"""What we write: records, deals and summaries (docs/notation.md)."""

import pytest

from pyramids.rules import Action, Ended, Game, parse, summary, write, write_deal
from tests.rules.builders import cleared, completed_game, dead_end, moves, play_all, staircase, stuck_game


@pytest.mark.parametrize(
    "game",
    [
        Game.start(dead_end()),
        stuck_game(),
        completed_game(),
        completed_game("three"),
        cleared(staircase()),
        cleared(staircase()).end(Ended.STOPPED),
        cleared(staircase()).next_round(dead_end()),
        cleared(staircase()).next_round(dead_end()).end(Ended.TIMEOUT),
        play_all(Game.start(dead_end()), moves("+ *")).end(Ended.STOPPED),
    ],
)
def test_what_is_written_reads_back_as_an_equal_game(game: Game) -> None:
    again = parse(write(game).encode())
    assert again == game
    assert again.ended is game.ended
    assert write(again) == write(game)


def test_a_written_record_holds_the_next_deal_and_an_empty_play_after_a_clear() -> None:
    record = write(cleared(staircase()).next_round(dead_end()))
    assert record.endswith(write_deal(dead_end()) + "\nplay\n")


def test_a_written_record_has_no_end_where_the_moves_tell_it() -> None:
    assert "end" not in write(stuck_game())
    assert "end" not in write(completed_game())
    assert write(Game.start(dead_end()).end(Ended.TIMEOUT)).endswith("play\nend timeout\n")


def test_the_summary_is_the_object_of_the_notation() -> None:
    assert summary(stuck_game()) == {
        "board": "one",
        "score": -160,
        "over": True,
        "ended": "stuck",
        "rounds": [
            {
                "score": -160,
                "cleared": False,
                "placed": 1,
                "turned": 23,
                "joker_used": True,
                "longest_sequence": 1,
            }
        ],
    }


def test_the_summary_of_a_running_game_has_no_end() -> None:
    game = cleared(staircase()).next_round(staircase(seed=1)).play(Action.TURN)
    assert summary(game)["ended"] is None
    assert summary(game)["over"] is False
    assert [a_round["cleared"] for a_round in summary(game)["rounds"]] == [True, False]
    assert summary(game)["score"] == 2_075
