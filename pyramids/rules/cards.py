"""Cards: 52 small values, each with one text form."""

import enum
from dataclasses import dataclass, field
from typing import Self

RANKS = "A23456789TJQK"


class Suit(enum.Enum):
    """A suit; its value is the letter of the notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


# Rule 6.3: the deck begins with all spades, then hearts, diamonds and clubs.
_DECK_SUITS = {suit: number for number, suit in enumerate(Suit)}


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One card; the rank is 1 (ace) to 13 (king)."""

    rank: int
    suit: Suit
    #: The card's number in `DECK`, so that tables by card are plain tuples.
    index: int = field(init=False, compare=False)
    #: The notation's two characters; every view writes up to 28 of them.
    text: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.rank <= 13:
            raise ValueError(f"not a rank from 1 to 13: {self.rank!r}")
        object.__setattr__(self, "index", 13 * _DECK_SUITS[self.suit] + self.rank - 1)
        object.__setattr__(self, "text", RANKS[self.rank - 1] + self.suit.value)

    def __hash__(self) -> int:
        return self.index

    def __repr__(self) -> str:
        return f"Card({self.rank}, {self.suit!r})"

    def __str__(self) -> str:
        return self.text

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Give the card of two characters such as `TH`, always the instance in `DECK`.

        Anything else is a ValueError that carries the text.
        """
        try:
            return _CARD_OF_TEXT[text]
        except KeyError:
            raise ValueError(f"not a card: {text!r}") from None

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


#: All cards in the order of rule 6.3.
DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in range(1, 14))

_CARD_OF_TEXT = {str(card): card for card in DECK}
