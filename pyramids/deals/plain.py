"""The plain player, who shows that a deal can be cleared without knowing the fan (rule 6.5).

One deal needs some dozens of attempts, and each a game or two: hence numbers and bit sets here instead of
rounds. A test plays the same games through the rules.
"""

from collections.abc import Iterator, Sequence

from pyramids.deals.words import draw
from pyramids.rules import FACE_DOWN, PYRAMID_SIZE, Board

_ALL_PLACES = (1 << PYRAMID_SIZE) - 1


def fits_by_rank(order: Sequence[int]) -> list[int]:
    """Give for each rank, from 0 for the ace, the bit set of the places whose cards fit on it.

    `order` has the numbers in the deck of the cards by place.
    """
    places_of_rank = [0] * 13
    for place in range(PYRAMID_SIZE):
        places_of_rank[order[place] % 13] |= 1 << place
    # Rule 2.1: ranks run in a circle.
    return [places_of_rank[rank - 1] | places_of_rank[(rank + 1) % 13] for rank in range(13)]


def plain_player_clears(board: Board, order: Sequence[int], source: Iterator[int]) -> bool:
    """Play a plain player's round on the deck's cards in this order; tell whether it clears the pyramid."""
    fits = fits_by_rank(order)
    uncovers = board.uncovers
    held = _ALL_PLACES
    free = board.free_at_start
    turned = 0
    joker_used = False
    fitting = free & fits[order[PYRAMID_SIZE] % 13]
    while True:
        if fitting:
            for _ in range(draw(source, fitting.bit_count())):
                fitting &= fitting - 1
            bit = fitting & -fitting
            held ^= bit
            if not held:
                return True
            free ^= bit
            place = bit.bit_length() - 1
            for lies_on_it, uncovered in uncovers[place]:
                if not held & lies_on_it:
                    free |= uncovered
            fitting = free & fits[order[place] % 13]
        elif turned < FACE_DOWN:
            turned += 1
            fitting = free & fits[order[PYRAMID_SIZE + turned] % 13]
        elif not joker_used:
            joker_used = True
            fitting = free
        else:
            return False
