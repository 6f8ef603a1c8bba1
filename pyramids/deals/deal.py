"""The deal of a round: the first attempt that two plain players clear."""

from collections.abc import Iterator

from pyramids.deals.plain import plain_player_clears
from pyramids.deals.words import SEED_BYTES, WORD_LIMITS, words
from pyramids.rules import DECK, MOST_ROUNDS, PYRAMID_SIZE, Board, Deal

_PLAIN_PLAYERS = 2


def shuffled(source: Iterator[int]) -> list[int]:
    """Give the deck's numbers in the order that the words make of them (rule 6.3)."""
    order = list(range(len(DECK)))
    # `draw` written out: these 51 draws are half of what an attempt costs.
    for last in range(len(DECK) - 1, 0, -1):
        limit = WORD_LIMITS[last + 1]
        word = next(source)
        while word >= limit:
            word = next(source)
        chosen = word % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def accepted(seed: bytes, board: Board, round_number: int) -> tuple[Deal, int]:
    """Give the deal of a round from 1 to 5, and the number of the attempt that made it (rules 6.2 to 6.5)."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    if not 1 <= round_number <= MOST_ROUNDS:
        raise ValueError(f"rounds count from 1 to {MOST_ROUNDS}: {round_number!r}")
    attempt = 0
    while True:
        source = words(seed, board.name, round_number, attempt)
        order = shuffled(source)
        # Rule 6.5: the second player goes on in the words where the first one stopped.
        if all(plain_player_clears(board, order, source) for _ in range(_PLAIN_PLAYERS)):
            cards = tuple(DECK[number] for number in order)
            return Deal(board, cards[:PYRAMID_SIZE], cards[PYRAMID_SIZE:]), attempt
        attempt += 1


def deal(seed: bytes, board: Board, round_number: int) -> Deal:
    """Give the deal of a round from 1 to 5 on the board."""
    return accepted(seed, board, round_number)[0]
