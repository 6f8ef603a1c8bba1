"""Rules 4 and 2.5 of a whole game."""

import pytest

from pyramids.rules import Action, Ended, Game, Refusal
from tests.rules.builders import (
    cleared,
    code_of,
    completed_game,
    dead_end,
    moves,
    play_all,
    staircase,
    stuck_game,
)


def test_a_game_starts_with_one_round_that_has_not_ended() -> None:
    game = Game.start(staircase())
    assert (len(game.rounds), game.ended, game.score, game.moves_made) == (1, None, 0, 0)
    assert game.board.name == "one"
    assert not game.awaits_deal


def test_clearing_ends_the_round_and_the_game_awaits_the_next_deal() -> None:
    # Rule 4.2
    game = cleared(staircase())
    assert game.awaits_deal
    assert game.ended is None
    assert game.open_moves() == ()


def test_the_next_round_has_a_new_deal_a_full_fan_a_new_joker_and_no_sequence() -> None:
    # Rule 4.1
    deal = staircase()
    game = play_all(Game.start(deal), moves("* + +")).play(Action.TURN)
    assert game.round.joker_used
    second = cleared(deal).next_round(staircase(seed=1))
    assert second.round.deal == staircase(seed=1)
    assert (second.round.fan_left, second.round.joker_used, second.round.sequence) == (23, False, 0)
    assert Action.JOKER in second.open_moves()


def test_the_first_card_of_the_next_round_scores_5() -> None:
    # Rule 4.1: a sequence does not go on.
    second = cleared(staircase()).next_round(staircase(seed=1))
    assert second.play(second.open_moves()[0]).round.score == 5


def test_after_the_fifth_cleared_round_the_game_is_completed() -> None:
    # Rules 4.1 and 4.2
    game = completed_game()
    assert (len(game.rounds), game.ended, game.awaits_deal) == (5, Ended.COMPLETED, False)
    assert game.score == 5 * 2_080
    with pytest.raises(ValueError, match="no round begins"):
        game.next_round(staircase(seed=9))


def test_a_round_that_cannot_be_completed_ends_the_game_at_once() -> None:
    # Rule 4.3
    before = play_all(Game.start(dead_end()), [Action.TURN] * 23 + moves("*"))
    assert before.ended is None
    assert before.play(*moves("2S")).ended is Ended.STUCK


def test_the_last_turn_may_be_what_ends_the_game() -> None:
    # Rule 4.3: no card of the lowest row fits on the last card of the fan.
    deal = dead_end()
    game = play_all(Game.start(deal), [*moves("* 2S"), *[Action.TURN] * 22])
    assert game.ended is None
    lowest = [card.rank for card in deal.pyramid[22:]]
    last = deal.fan[-1].rank
    fits = any((last - rank) % 13 in (1, 12) for rank in lowest)
    assert (game.play(Action.TURN).ended is Ended.STUCK) is not fits
    assert not fits


def test_a_player_may_stop_at_any_time_and_keeps_the_points() -> None:
    # Rule 4.4
    game = play_all(Game.start(dead_end()), moves("+ +"))
    assert game.end(Ended.STOPPED).ended is Ended.STOPPED
    assert game.end(Ended.STOPPED).score == -10
    assert Game.start(dead_end()).end(Ended.STOPPED).score == 0
    assert cleared(staircase()).end(Ended.STOPPED).score == 2_080


def test_a_game_that_ran_out_of_time_keeps_its_points() -> None:
    # Rule 4.5
    game = play_all(Game.start(dead_end()), moves("+ +")).end(Ended.TIMEOUT)
    assert (game.ended, game.score, game.awaits_deal) == (Ended.TIMEOUT, -10, False)


def test_the_score_of_a_game_is_the_sum_of_its_rounds() -> None:
    # Rule 4.6
    game = play_all(cleared(staircase()).next_round(dead_end()), moves("+ * +"))
    assert [played.score for played in game.rounds] == [2_080, -60]
    assert game.score == 2_020


@pytest.mark.parametrize(
    "game",
    [
        stuck_game(),
        completed_game(),
        Game.start(dead_end()).end(Ended.STOPPED),
        Game.start(dead_end()).end(Ended.TIMEOUT),
    ],
    ids=lambda game: str(game.ended),
)
def test_an_ended_game_refuses_every_move_and_every_end_with_game_over(game: Game) -> None:
    # Rule 2.5
    for move in ("+", "*", "2S", "KS", "4S"):
        assert code_of(game, move) == "game_over"
    assert game.open_moves() == ()
    for ended in (Ended.STOPPED, Ended.TIMEOUT):
        with pytest.raises(Refusal) as caught:
            game.end(ended)
        assert caught.value.code == "game_over"


def test_a_move_between_two_rounds_is_refused_with_game_over() -> None:
    game = cleared(staircase())
    assert code_of(game, "+") == "game_over"


@pytest.mark.parametrize("ended", [Ended.STUCK, Ended.COMPLETED])
def test_only_moves_make_a_game_stuck_or_completed(ended: Ended) -> None:
    with pytest.raises(ValueError, match="the moves decide"):
        Game.start(dead_end()).end(ended)


def test_only_a_cleared_round_is_followed_by_another() -> None:
    # Rule 4.2
    with pytest.raises(ValueError, match="no round begins"):
        Game.start(dead_end()).next_round(staircase())
    with pytest.raises(ValueError, match="no round begins"):
        cleared(staircase()).end(Ended.STOPPED).next_round(staircase(seed=1))


def test_all_rounds_are_on_one_board() -> None:
    with pytest.raises(ValueError, match="no round begins"):
        cleared(staircase()).next_round(staircase("three"))


def test_moves_are_counted_over_the_whole_game() -> None:
    game = cleared(staircase()).next_round(dead_end())
    assert game.moves_made == 28
    assert game.play(Action.TURN).moves_made == 29


def test_clearing_the_only_round_completes_a_game_of_one() -> None:
    game = play_all(Game.start(staircase(), most_rounds=1), cleared(staircase()).round.moves)
    assert (game.ended, game.awaits_deal, game.score) == (Ended.COMPLETED, False, 2_080)


def test_a_game_of_one_round_ends_as_any_other() -> None:
    game = play_all(Game.start(dead_end(), most_rounds=1), [Action.TURN] * 23 + moves("* 2S"))
    assert game.ended is Ended.STUCK
    assert Game.start(dead_end(), most_rounds=1).end(Ended.STOPPED).most_rounds == 1
