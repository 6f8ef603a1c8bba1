"""The cards' names as a person reads them, and lines of play that a test looks for ahead."""

import random
from collections.abc import Iterator

from pyramids import deals
from pyramids.rules import BOARDS
from pyramids.rules.round import Action, Round, move_text

RANKS = dict(
    zip(
        "A23456789TJQK",
        "ace two three four five six seven eight nine ten jack queen king".split(),
        strict=True,
    )
)
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def within(card: str) -> str:
    """`seven of hearts`"""
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def name_of(card: str) -> str:
    """`Seven of hearts`"""
    return within(card).capitalize()


def names_of_pyramid(board: str, cards: list[str]) -> list[str]:
    """What the buttons of a pyramid are called, place by place, where a card lies."""
    names = []
    for place, card in enumerate(cards):
        on = [within(cards[cover]) for cover in BOARDS[board].covers[place] if cards[cover]]
        if card:
            names.append(name_of(card) + (f", covered by {' and '.join(on)}" if on else ""))
    return names


def round_of(seed: bytes, board: str, number: int = 1) -> Round:
    """A round of a table before its first move."""
    return Round.start(deals.deal(seed, BOARDS[board], number))


def clearing_line(start: Round, tries: int = 20_000) -> list[str]:
    """The shortest of a few lines that clear a round; every deal has some (rule 6.5)."""
    chance = random.Random(1)
    found: list[list[str]] = []
    for _ in range(tries):
        at = start
        while not at.cleared and not at.stuck:
            cards = [move for move in at.open_moves() if not isinstance(move, Action)]
            fallback = Action.JOKER if at.fan_left == 0 else Action.TURN
            at = at.play(chance.choice(cards) if cards else fallback)
        if at.cleared:
            found.append([move_text(move) for move in at.moves])
        if len(found) == 5:
            break
    assert found, "no line was found that clears this deal"
    return min(found, key=len)


def chain_of(start: Round, length: int) -> tuple[list[str], list[str]] | None:
    """Moves, and then that many cards which can be placed one after the other; None where none was found."""
    chance = random.Random(2)
    for _ in range(400):
        at = start
        while not at.cleared and not at.stuck:
            cards = [move for move in at.open_moves() if not isinstance(move, Action)]
            fallback = Action.JOKER if at.fan_left == 0 else Action.TURN
            at = at.play(chance.choice(cards) if cards else fallback)
            if at.sequence >= length and not at.cleared and at.moves[-length:].count(Action.JOKER) == 0:
                moves = [move_text(move) for move in at.moves]
                return moves[:-length], moves[-length:]
    return None


def rounds_of(seed: bytes, board: str) -> Iterator[Round]:
    """All rounds of a table."""
    return (round_of(seed, board, number) for number in range(1, 6))
