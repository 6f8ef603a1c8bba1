"""Rule 6: deals, and the vectors that an independent referee has checked."""

from typing import Any

import pytest

from pyramids.deals import accepted, deal, plain_player_clears, seal, shuffled, words
from pyramids.rules import BOARDS, DECK, Board, write_deal
from tests.rules.builders import vectors

SEED = bytes(range(32))
boards = pytest.mark.parametrize("board", BOARDS.values(), ids=lambda board: board.name)


@pytest.mark.parametrize("vector", vectors("deals.jsonl"))
def test_a_seed_gives_the_referees_deal(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    dealt, attempt = accepted(seed, BOARDS[vector["board"]], vector["round"])
    assert (write_deal(dealt), attempt, seal(seed)) == (vector["deal"], vector["attempt"], vector["seal"])


def test_the_deck_is_shuffled_from_its_end() -> None:
    # Rule 6.3: j = i leaves each card; j = 0 always sends the first card to the end.
    assert shuffled(iter(range(51, 0, -1))) == list(range(52))
    assert shuffled(iter([0] * 51)) == [*range(1, 52), 0]


def test_a_word_that_would_favour_a_card_is_passed_over() -> None:
    # Rule 6.3
    limit = 2**32 - 2**32 % 52
    assert shuffled(iter([limit, 2**32 - 1, *[0] * 51])) == [*range(1, 52), 0]


@boards
def test_places_0_to_27_are_the_pyramid_and_28_to_51_the_fan(board: Board) -> None:
    # Rule 6.4
    dealt, attempt = accepted(SEED, board, 2)
    order = shuffled(words(SEED, board.name, 2, attempt))
    assert [DECK.index(card) for card in dealt.pyramid + dealt.fan] == order


@boards
def test_the_deal_is_the_first_attempt_that_two_plain_players_clear_in_the_same_words(board: Board) -> None:
    # Rule 6.5
    _, accepted_attempt = accepted(SEED, board, 3)
    for attempt in range(accepted_attempt + 1):
        source = words(SEED, board.name, 3, attempt)
        order = shuffled(source)
        both = plain_player_clears(board, order, source) and plain_player_clears(board, order, source)
        assert both is (attempt == accepted_attempt)


def test_the_rounds_and_boards_of_a_seed_have_their_own_deals() -> None:
    dealt = {write_deal(deal(SEED, board, number)) for board in BOARDS.values() for number in range(1, 6)}
    assert len(dealt) == 10


def test_the_same_seed_gives_the_same_deal() -> None:
    assert deal(SEED, BOARDS["one"], 1) == deal(SEED, BOARDS["one"], 1)


@pytest.mark.parametrize(("board", "one_in"), [("one", 34), ("three", 2)])
def test_the_share_of_random_deals_that_pass_is_as_measured(board: str, one_in: float) -> None:
    # Rule 6.5. Fixed seeds, so this never fails by chance.
    seeds = 150
    attempts = sum(accepted(bytes([number]) * 32, BOARDS[board], 1)[1] + 1 for number in range(seeds))
    assert one_in * 0.8 < attempts / seeds < one_in * 1.25


@pytest.mark.parametrize("number", [0, 6, -1])
def test_a_round_is_1_to_5(number: int) -> None:
    with pytest.raises(ValueError, match="rounds count from 1"):
        accepted(SEED, BOARDS["one"], number)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    # Rule 6.1
    with pytest.raises(ValueError, match="32 bytes"):
        accepted(bytes(size), BOARDS["one"], 1)
