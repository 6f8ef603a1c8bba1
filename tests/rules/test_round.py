"""Rules 1 to 3, and what rule 2.5 refuses."""

import pickle

import pytest

from pyramids.rules import (
    BOARDS,
    DECK,
    Action,
    Card,
    Deal,
    Ended,  # noqa: F401 - for eval
    Game,
    Refusal,
    Round,
    Suit,
    move_text,
    parse_move,
)
from tests.rules.builders import arranged, cleared, code_of, dead_end, moves, played, staircase, stuck_game


def test_a_deal_has_28_cards_in_the_pyramid_and_24_in_the_fan() -> None:
    # Rule 1.2
    with pytest.raises(ValueError, match="28 and 24"):
        Deal(BOARDS["one"], DECK[:27], DECK[27:])


def test_a_deal_has_each_card_once() -> None:
    with pytest.raises(ValueError, match="each once"):
        Deal(BOARDS["one"], (DECK[1], *DECK[1:28]), DECK[28:])


def test_the_first_card_of_the_fan_starts_the_pile_and_23_are_face_down() -> None:
    # Rule 1.2
    start = Round.start(arranged(fan="9S KH"))
    assert (start.pile, start.fan_left, start.turned) == (Card.parse("9S"), 23, 0)


def test_a_round_starts_with_all_cards_and_no_points() -> None:
    deal = arranged()
    start = Round.start(deal)
    assert start.cards() == deal.pyramid
    assert (start.score, start.sequence, start.longest_sequence, start.placed) == (0, 0, 0, 0)
    assert (start.joker_used, start.cleared, start.stuck) == (False, False, False)


def test_a_card_is_free_when_no_card_lies_on_it() -> None:
    # Rule 1.3: place 15 lies under 21 and 22.
    deal = arranged(pyramid={21: "7S", 22: "8S", 15: "9S", 20: "9H"}, fan="6S")
    assert code_of(played(deal, "7S"), "9S") == "card_covered"
    after = played(deal, "7S 8S")
    assert Card.parse("9S") in after.open_moves()
    assert code_of(after, "9H") == "card_covered"


@pytest.mark.parametrize("card", ["7S", "9D"])
def test_a_free_card_one_below_or_above_the_pile_may_be_placed(card: str) -> None:
    # Rule 2.1
    deal = arranged(pyramid={21: "7S", 22: "9D"}, fan="8H")
    after = played(deal, card)
    assert after.pile == Card.parse(card)
    assert after.cards().count(None) == after.placed == 1


@pytest.mark.parametrize(
    ("card", "pile"), [("AS", "KH"), ("AS", "2H"), ("KS", "AH"), ("2S", "AH"), ("AS", "KS"), ("2S", "AS")]
)
def test_ranks_run_in_a_circle_and_suits_do_not_matter(card: str, pile: str) -> None:
    # Rule 2.1
    assert played(arranged(pyramid={24: card}, fan=pile), card).placed == 1


@pytest.mark.parametrize(
    ("card", "pile"), [("7S", "7H"), ("7S", "9S"), ("KS", "2S"), ("QS", "AS"), ("3S", "AS"), ("AS", "QH")]
)
def test_a_card_that_is_not_a_neighbour_does_not_fit(card: str, pile: str) -> None:
    # Rule 2.1
    assert code_of(Round.start(arranged(pyramid={24: card}, fan=pile)), card) == "card_does_not_fit"


def test_each_rank_fits_on_its_two_neighbours_and_no_other() -> None:
    # Rule 2.1
    for pile in range(1, 14):
        fitting = []
        for rank in range(1, 14):
            card = Card(rank, Suit.SPADES)
            deal = arranged(pyramid={27: str(card)}, fan=str(Card(pile, Suit.CLUBS)))
            if card in Round.start(deal).open_moves():
                fitting.append(rank)
        assert fitting == sorted([(pile - 2) % 13 + 1, pile % 13 + 1])


def test_a_turn_puts_the_next_card_of_the_fan_onto_the_pile_in_order() -> None:
    # Rule 2.2
    deal = arranged(fan="9S KH 2C")
    assert [played(deal, "+").pile, played(deal, "+ +").pile] == [Card.parse("KH"), Card.parse("2C")]
    assert played(deal, "+ +").fan_left == 21


def test_a_card_may_be_turned_although_one_could_be_placed() -> None:
    # Rule 2.2
    deal = arranged(pyramid={27: "8S"}, fan="9S KH")
    assert Round.start(deal).open_moves()[0] == Card.parse("8S")
    assert played(deal, "+").pile == Card.parse("KH")


def test_23_cards_can_be_turned() -> None:
    # Rule 2.2
    last = played(dead_end(), "+ " * 23)
    assert (last.fan_left, last.turned, last.pile) == (0, 23, dead_end().fan[-1])
    assert code_of(last, "+") == "stock_empty"
    assert Action.TURN not in last.open_moves()


def test_any_free_card_fits_on_the_joker() -> None:
    # Rule 2.3
    deal = arranged(fan="9S")
    start = played(deal, "*")
    assert start.pile is Action.JOKER
    assert start.open_moves() == (*deal.pyramid[21:], Action.TURN)


def test_a_covered_card_does_not_fit_on_the_joker() -> None:
    # Rule 2.3
    deal = arranged()
    assert code_of(played(deal, "*"), str(deal.pyramid[20])) == "card_covered"


def test_the_joker_is_played_once_in_a_round() -> None:
    # Rule 2.3
    position = played(arranged(), "*")
    assert position.joker_used
    assert code_of(position, "*") == "joker_used"
    assert Action.JOKER not in position.open_moves()


def test_the_joker_may_be_played_at_any_time() -> None:
    # Rule 2.3
    deal = arranged(pyramid={27: "8S", 26: "3C"}, fan="9S KH")
    for before in ("", "8S", "+", "8S +", "+ " * 23):
        assert Action.JOKER in played(deal, before).open_moves()
    assert played(deal, "8S * 3C").pile == Card.parse("3C")


def test_a_card_turned_onto_the_joker_covers_it() -> None:
    # Rule 2.3
    deal = arranged(pyramid={27: "8S", 26: "3C"}, fan="9S KH")
    position = played(deal, "* +")
    assert position.pile == Card.parse("KH")
    assert code_of(position, "3C") == "card_does_not_fit"
    assert code_of(position, "*") == "joker_used"


def test_nothing_is_taken_back_a_position_stays_as_it_was() -> None:
    # Rule 2.4
    start = Round.start(staircase())
    again = Round.start(staircase())
    start.play(start.open_moves()[0])
    assert start == again
    with pytest.raises(AttributeError):
        start.score = 5  # type: ignore[misc]


def test_an_ended_round_refuses_with_game_over_before_any_other_reason() -> None:
    # Rule 2.5
    position = stuck_game().round
    for move in ("+", "*", "2S", "KS", "4S", str(position.deal.fan[3]), str(position.deal.pyramid[0])):
        assert code_of(position, move) == "game_over"
    assert code_of(cleared(staircase()).round, "+") == "game_over"
    assert code_of(cleared(staircase()).round, "*") == "game_over"


def test_a_card_of_the_fan_is_not_on_the_board() -> None:
    # Rule 2.5
    deal = arranged(fan="9S TS 8S")
    for card in ("9S", "TS", "8S"):
        assert code_of(Round.start(deal), card) == "card_not_on_board"


def test_a_card_that_has_been_placed_is_not_on_the_board() -> None:
    # Rule 2.5
    deal = arranged(pyramid={27: "8S"}, fan="9S")
    assert code_of(played(deal, "8S"), "8S") == "card_not_on_board"


def test_a_covered_card_is_refused_as_covered_whether_it_fits_or_not() -> None:
    # Rule 2.5
    deal = arranged(pyramid={0: "8S", 1: "KS"}, fan="9S")
    assert code_of(Round.start(deal), "8S") == "card_covered"
    assert code_of(Round.start(deal), "KS") == "card_covered"


def test_a_refusal_carries_the_move_and_the_position() -> None:
    start = Round.start(arranged())
    with pytest.raises(Refusal) as caught:
        start.play(start.deal.pyramid[0])
    assert caught.value.move == start.deal.pyramid[0]
    assert caught.value.position == start
    assert str(caught.value) == "card_covered: other cards lie on the card"


def test_cards_of_a_sequence_score_5_10_15() -> None:
    # Rule 3.1
    deal = staircase()
    scores = [played(deal, " ".join(map(str, deal.pyramid[: -1 - n : -1]))).score for n in range(1, 5)]
    assert scores == [5, 15, 30, 50]


def test_turning_a_card_costs_5_and_ends_the_sequence() -> None:
    # Rule 3.2
    deal = arranged(pyramid={27: "8S", 26: "7S", 25: "3S"}, fan="9S 2S")
    assert played(deal, "8S 7S").sequence == 2
    assert (played(deal, "8S 7S +").score, played(deal, "8S 7S +").sequence) == (10, 0)
    assert played(deal, "8S 7S + 3S").score == 15
    assert played(deal, "8S 7S + 3S").longest_sequence == 2


def test_the_joker_costs_50_and_does_not_end_the_sequence_and_is_no_card_of_it() -> None:
    # Rule 3.3
    deal = arranged(pyramid={27: "8S", 26: "2S"}, fan="9S")
    assert (played(deal, "8S *").score, played(deal, "8S *").sequence) == (-45, 1)
    assert played(deal, "8S * 2S").score == -35
    assert played(deal, "8S * 2S").longest_sequence == 2


def test_clearing_scores_50_and_28_cards_in_one_sequence_make_2080() -> None:
    # Rules 3.4 and 3.5
    for board in BOARDS:
        deal = staircase(board)
        *before, last = deal.pyramid[::-1]
        almost = played(deal, " ".join(map(str, before)))
        assert almost.score == 5 * 27 * 28 // 2
        assert almost.play(last).score == 2_080
        assert almost.play(last).cleared


def test_the_score_may_be_negative() -> None:
    # Rule 3.5
    assert played(arranged(), "* + +").score == -60


def test_a_cleared_round_has_no_open_moves_and_is_not_stuck() -> None:
    # Rule 4.2
    position = cleared(staircase()).round
    assert position.fan_left == 23
    assert position.open_moves() == ()
    assert not position.stuck


def test_a_round_is_stuck_when_nothing_is_left_to_turn_the_joker_is_used_and_no_free_card_fits() -> None:
    # Rule 4.3
    deal = dead_end()
    assert not played(deal, "+ " * 23).stuck
    assert not played(deal, "* 2S" + " +" * 22).stuck
    assert not played(deal, "+ " * 23 + "*").stuck
    assert played(deal, "+ " * 23 + "* 2S").stuck


def test_open_moves_are_cards_in_the_order_of_their_places_then_turn_and_joker() -> None:
    deal = arranged(pyramid={27: "8S", 21: "TS", 24: "8H"}, fan="9S")
    assert list(Round.start(deal).open_moves()) == moves("TS 8H 8S + *")


@pytest.mark.parametrize("text", ["+", "*", "7H"])
def test_a_move_reads_back_from_its_text(text: str) -> None:
    assert move_text(parse_move(text)) == text


@pytest.mark.parametrize("text", ["", "-", "++", "10H", "JOKER", "7h", "+ "])
def test_a_text_that_is_no_move_is_an_error_that_carries_it(text: str) -> None:
    with pytest.raises(ValueError, match="not a move") as caught:
        parse_move(text)
    assert repr(text) in str(caught.value)


def test_the_repr_of_a_position_is_its_constructor_call() -> None:
    position = played(staircase(), "* +")
    assert eval(repr(position)) == position
    assert eval(repr(stuck_game())) == stuck_game()


def test_positions_are_values_that_can_be_compared_hashed_and_stored() -> None:
    one, other = played(staircase(), "+ *"), played(staircase(), "+ *")
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != played(staircase(), "* +")
    assert Game.start(staircase()) != Game.start(staircase(seed=5))
