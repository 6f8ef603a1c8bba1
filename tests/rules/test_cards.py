import copy
import pickle

import pytest

from pyramids.rules import DECK, Card, Suit


def test_the_deck_has_52_cards_each_once_and_no_joker() -> None:
    # Rule 1.1
    assert len(DECK) == len(set(DECK)) == 52


def test_the_deck_begins_with_ace_to_king_of_spades_then_hearts_diamonds_and_clubs() -> None:
    # Rule 6.3
    ranks = "A23456789TJQK"
    assert [str(card) for card in DECK] == [rank + suit for suit in "SHDC" for rank in ranks]


def test_a_card_is_two_characters_rank_and_suit() -> None:
    card = Card.parse("TH")
    assert (card.rank, card.suit, str(card)) == (10, Suit.HEARTS, "TH")


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_reads_back_as_the_instance_of_the_deck(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) == card


@pytest.mark.parametrize(
    "text", ["", "T", "10H", "th", "Th", "1S", "HT", "TH ", " TH", "+", "*", "ＴH", "T♥"]
)
def test_a_text_that_is_no_card_is_an_error_that_carries_it(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a card") as caught:
        Card.parse(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("rank", [0, 14, -1])
def test_a_rank_is_1_to_13(rank: int) -> None:
    with pytest.raises(ValueError, match="not a rank"):
        Card(rank, Suit.CLUBS)


def test_equal_cards_are_equal_however_they_were_made() -> None:
    assert Card(12, Suit.DIAMONDS) == Card.parse("QD")
    assert len({Card(12, Suit.DIAMONDS), Card.parse("QD")}) == 1
    assert Card.parse("QD") != Card.parse("QC")


def test_the_repr_of_a_card_is_its_constructor_call() -> None:
    assert repr(Card.parse("AS")) == "Card(1, Suit.SPADES)"
    assert eval(repr(Card.parse("KD"))) == Card.parse("KD")


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        DECK[0].rank = 2  # type: ignore[misc]
