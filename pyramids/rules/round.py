"""One round: a deal, and the moves made on it so far.

A position is one immutable value. Sets of places are bit sets in ints: `held` has the places whose card is
still there, `free` those that nothing lies on, `fitting` those of the free ones whose card fits on the pile.
All of them are carried from move to move, so that a move costs the same anywhere in a round.
"""

import enum
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from pyramids.rules.boards import FAN_SIZE, PYRAMID_SIZE, Board
from pyramids.rules.cards import DECK, Card
from pyramids.rules.errors import Refusal, RefusalCode

#: Rule 1.2: the cards that lie face down when a round begins.
FACE_DOWN = FAN_SIZE - 1

CARD_POINTS = 5  # Rule 3.1
TURN_COST = 5  # Rule 3.2
JOKER_COST = 50  # Rule 3.3
CLEAR_POINTS = 50  # Rule 3.4

_ALL_PLACES = (1 << PYRAMID_SIZE) - 1


class Action(enum.Enum):
    """A move that names no card."""

    TURN = "+"
    JOKER = "*"

    def __init__(self, text: str) -> None:
        self.text = text  # As a card has it; `value` is the same, and slow.

    def __repr__(self) -> str:
        return f"Action.{self.name}"


Move: TypeAlias = Card | Action

_MOVE_OF_TEXT: dict[str, Move] = {str(card): card for card in DECK} | {
    action.value: action for action in Action
}


def parse_move(token: str) -> Move:
    """Give the move of one token such as `7H`, `+` or `*`; anything else is a ValueError."""
    try:
        return _MOVE_OF_TEXT[token]
    except KeyError:
        raise ValueError(f"not a move: {token!r}") from None


def move_text(move: Move) -> str:
    """Give the token of a move."""
    return move.text


@dataclass(frozen=True, slots=True)
class Deal:
    """The 52 cards of a round: 28 of the pyramid by place, 24 of the fan, the first one face up."""

    board: Board
    pyramid: tuple[Card, ...]
    fan: tuple[Card, ...]
    #: Bit sets of the places whose cards fit on a rank; entry 0 is the Joker's.
    fits: tuple[int, ...] = field(init=False, repr=False, compare=False)
    #: By the card's number in the deck: 0 to 27 in the pyramid, 28 to 51 in the fan.
    place_of: tuple[int, ...] = field(init=False, repr=False, compare=False)
    #: The cards of the pyramid as text, by place.
    texts: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cards = self.pyramid + self.fan
        if len(self.pyramid) != PYRAMID_SIZE or len(self.fan) != FAN_SIZE or len(set(cards)) != len(DECK):
            raise ValueError(f"a deal has {PYRAMID_SIZE} and {FAN_SIZE} cards, each once: {self!r}")
        places_of_rank = [0] * 14
        for place, card in enumerate(self.pyramid):
            places_of_rank[card.rank] |= 1 << place
        # Rule 2.1: ranks run in a circle. Rule 2.3: any card fits on the Joker.
        fits = [_ALL_PLACES]
        fits += [places_of_rank[(rank - 2) % 13 + 1] | places_of_rank[rank % 13 + 1] for rank in range(1, 14)]
        place_of = [0] * len(DECK)
        for place, card in enumerate(cards):
            place_of[card.index] = place
        object.__setattr__(self, "fits", tuple(fits))
        object.__setattr__(self, "place_of", tuple(place_of))
        object.__setattr__(self, "texts", tuple(card.text for card in self.pyramid))


class Round(NamedTuple):
    """A round after some moves, made by `start` and `play`: all fields follow from the first two.

    A tuple is made in a quarter of the time of a frozen dataclass, and each move makes one.
    """

    deal: Deal
    moves: tuple[Move, ...]
    score: int
    #: Cards in the current sequence, and in the longest one.
    sequence: int
    longest_sequence: int
    turned: int
    joker_used: bool
    #: What lies on top of the pile: a card, or Action.JOKER.
    pile: Move
    held: int
    free: int
    fitting: int
    #: The cards at the 28 places as text, empty where the card is gone: every view writes them.
    texts: tuple[str, ...]

    @classmethod
    def start(cls, deal: Deal) -> "Round":
        """Give the position before the first move."""
        top = deal.fan[0]
        free = deal.board.free_at_start
        return cls(
            deal, (), 0, 0, 0, 0, False, top, _ALL_PLACES, free, free & deal.fits[top.rank], deal.texts
        )

    @property
    def placed(self) -> int:
        """How many cards have gone from the pyramid onto the pile."""
        return PYRAMID_SIZE - self.held.bit_count()

    @property
    def cleared(self) -> bool:
        """Whether no card of the pyramid is left."""
        return not self.held

    @property
    def stuck(self) -> bool:
        """Whether no move is left although cards are (rule 4.3)."""
        return not self.fitting and self.joker_used and self.turned == FACE_DOWN and self.held != 0

    @property
    def fan_left(self) -> int:
        """How many cards lie face down."""
        return FACE_DOWN - self.turned

    def cards(self) -> tuple[Card | None, ...]:
        """Give what lies at the 28 places, None where the card is gone."""
        held = self.held
        return tuple(card if held >> place & 1 else None for place, card in enumerate(self.deal.pyramid))

    def open_moves(self) -> tuple[Move, ...]:
        """Give all moves that `play` accepts: cards in the order of their places, then + and *."""
        if not self.held:
            return ()
        moves: list[Move] = []
        pyramid = self.deal.pyramid
        fitting = self.fitting
        while fitting:
            lowest = fitting & -fitting
            moves.append(pyramid[lowest.bit_length() - 1])
            fitting ^= lowest
        if self.turned < FACE_DOWN:
            moves.append(Action.TURN)
        if not self.joker_used:
            moves.append(Action.JOKER)
        return tuple(moves)

    def play(self, move: Move) -> "Round":
        """Give the position after the move, or raise a Refusal by rule 2.5."""
        if move is Action.TURN:
            return self._turn()
        if move is Action.JOKER:
            return self._play_joker()
        return self._place(move)

    def _place(self, card: Card) -> "Round":
        deal = self.deal
        place = deal.place_of[card.index]
        bit = 1 << place
        # A card that fits is free, in the pyramid, and proof that the round goes on.
        if not self.fitting & bit:
            raise self._refusal(card)
        held = self.held ^ bit
        free = self.free ^ bit
        for lies_on_it, uncovered in deal.board.uncovers[place]:
            if not held & lies_on_it:
                free |= uncovered
        sequence = self.sequence + 1
        score = self.score + CARD_POINTS * sequence  # Rule 3.1
        if not held:
            score += CLEAR_POINTS  # Rule 3.4
        return Round(
            deal,
            (*self.moves, card),
            score,
            sequence,
            sequence if sequence > self.longest_sequence else self.longest_sequence,
            self.turned,
            self.joker_used,
            card,
            held,
            free,
            free & deal.fits[card.rank],
            (*self.texts[:place], "", *self.texts[place + 1 :]),
        )

    def _turn(self) -> "Round":
        turned = self.turned + 1
        if turned > FACE_DOWN or not self.held:
            raise self._refusal(Action.TURN)
        deal = self.deal
        top = deal.fan[turned]
        return Round(
            deal,
            (*self.moves, Action.TURN),
            self.score - TURN_COST,  # Rule 3.2
            0,
            self.longest_sequence,
            turned,
            self.joker_used,
            top,
            self.held,
            self.free,
            self.free & deal.fits[top.rank],
            self.texts,
        )

    def _play_joker(self) -> "Round":
        if self.joker_used or not self.held:
            raise self._refusal(Action.JOKER)
        return Round(
            self.deal,
            (*self.moves, Action.JOKER),
            self.score - JOKER_COST,  # Rule 3.3
            self.sequence,
            self.longest_sequence,
            self.turned,
            True,
            Action.JOKER,
            self.held,
            self.free,
            self.free,
            self.texts,
        )

    def _refusal(self, move: Move) -> Refusal:
        """Say why a move that is not open is not, in the order of rule 2.5."""
        if self.cleared or self.stuck:
            code = RefusalCode.GAME_OVER
        elif move is Action.TURN:
            code = RefusalCode.STOCK_EMPTY
        elif move is Action.JOKER:
            code = RefusalCode.JOKER_USED
        else:
            bit = 1 << self.deal.place_of[move.index]
            if not self.held & bit:
                code = RefusalCode.CARD_NOT_ON_BOARD
            elif not self.free & bit:
                code = RefusalCode.CARD_COVERED
            else:
                code = RefusalCode.CARD_DOES_NOT_FIT
        return Refusal(code, move=move, position=self)
