"""Rule 6.5: the plain player."""

from collections.abc import Iterator

import pytest

from pyramids.deals import plain_player_clears, shuffled, words
from pyramids.deals.words import draw
from pyramids.rules import BOARDS, DECK, Action, Board, Card, Deal, Round
from tests.rules.builders import dead_end, staircase


def numbers(deal: Deal) -> list[int]:
    return [card.index for card in deal.pyramid + deal.fan]


def plain_round(deal: Deal, source: Iterator[int]) -> Round:
    """The plain player in the words of rule 6.5, on the rules' own rounds."""
    position = Round.start(deal)
    while not (position.cleared or position.stuck):
        fitting = [move for move in position.open_moves() if isinstance(move, Card)]
        if fitting:
            position = position.play(fitting[draw(source, len(fitting))])
        elif position.fan_left:
            position = position.play(Action.TURN)
        else:
            position = position.play(Action.JOKER)
    return position


@pytest.mark.parametrize("board", BOARDS.values(), ids=lambda board: board.name)
def test_the_fast_player_plays_as_the_rules_do_and_leaves_the_same_words(board: Board) -> None:
    cleared = 0
    for attempt in range(400):
        fast, plain = (words(bytes(32), board.name, 1, attempt) for _ in range(2))
        order = shuffled(fast)
        assert shuffled(plain) == order
        clears = plain_player_clears(board, order, fast)
        cards = tuple(DECK[number] for number in order)
        assert clears is plain_round(Deal(board, cards[:28], cards[28:]), plain).cleared
        assert next(fast) == next(plain)
        cleared += clears
    assert 0 < cleared < 400


@pytest.mark.parametrize("deal", [staircase(), staircase("three"), dead_end()])
def test_each_placed_card_takes_one_word_also_when_only_one_fits(deal: Deal) -> None:
    # Words as small as these are never passed over.
    source = iter(range(1_000))
    plain_player_clears(deal.board, numbers(deal), source)
    end = plain_round(deal, iter(range(1_000)))
    assert next(source) == end.placed > 0


def test_a_plain_player_stops_when_stuck() -> None:
    deal = dead_end()
    assert not plain_player_clears(deal.board, numbers(deal), iter([0] * 200))
