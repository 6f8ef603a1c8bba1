"""The cards' names as a person reads them, and lines of play that a test looks for ahead."""

import itertools
import random

from pyramids import deals
from pyramids.rules import BOARDS, Card
from pyramids.rules.round import Action, Round, move_text

RANKS = {
    **{"A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven"},
    **{"8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king"},
}
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


def random_round(start: Round, chance: random.Random) -> Round:
    """A round played to its end: a card whenever one fits, then a turned card, then the Joker."""
    at = start
    while not at.cleared and not at.stuck:
        cards = placeable(at)
        at = at.play(chance.choice(cards) if cards else Action.TURN if at.fan_left else Action.JOKER)
    return at


def clearing_line(start: Round, tries: int = 20_000) -> list[str]:
    """The shortest of some lines that clear a round; every deal has some (rule 6.5)."""
    chance = random.Random(1)
    played = (random_round(start, chance) for _ in range(tries))
    found = itertools.islice((at.moves for at in played if at.cleared), 500)
    return [move_text(move) for move in min(found, key=len)]


def chain_of(start: Round, length: int) -> tuple[list[str], list[str]] | None:
    """Turned cards, and then so many cards that can be placed one after the other; None where there are none."""
    at = start
    while at.fan_left:
        if chain := _chain(at, length):
            return ["+"] * len(at.moves), [str(card) for card in chain]
        at = at.play(Action.TURN)
    return None


def _chain(at: Round, length: int) -> list[Card] | None:
    if length == 0:
        return []
    for card in placeable(at):
        rest = _chain(at.play(card), length - 1)
        if rest is not None:
            return [card, *rest]
    return None


def placeable(at: Round) -> list[Card]:
    """The cards that fit now."""
    return [move for move in at.open_moves() if isinstance(move, Card)]
