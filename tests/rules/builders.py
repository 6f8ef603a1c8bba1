"""Deals, rounds and games arranged for one clause each."""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pyramids.rules import BOARDS, DECK, Action, Card, Deal, Game, Move, Refusal, Round, parse_move

VECTORS = Path(__file__).parent.parent / "vectors"

#: On board `one`, the lowest row's places.
LOWEST_OF_ONE = range(21, 28)


def vectors(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text().splitlines()]


def arranged(board: str = "one", pyramid: dict[int, str] | None = None, fan: str = "") -> Deal:
    """A deal with some cards where the test wants them, and the rest of the deck in its order."""
    wanted = {place: Card.parse(text) for place, text in (pyramid or {}).items()}
    wanted |= {28 + number: Card.parse(text) for number, text in enumerate(fan.split())}
    rest = iter([card for card in DECK if card not in wanted.values()])
    cards = tuple(wanted[place] if place in wanted else next(rest) for place in range(52))
    return Deal(BOARDS[board], cards[:28], cards[28:])


def staircase(board: str = "one", seed: int = 0) -> Deal:
    """A deal on which places 27, 26, … 0 are one sequence: 2, 3, … K, A, 2, … on an ace."""
    chance = random.Random(seed)
    of_rank = {rank: [card for card in DECK if card.rank == rank] for rank in range(1, 14)}
    for cards in of_rank.values():
        chance.shuffle(cards)
    first = of_rank[1].pop()
    pyramid = tuple(of_rank[(1 + step) % 13 + 1].pop() for step in range(28))
    rest = [card for cards in of_rank.values() for card in cards]
    chance.shuffle(rest)
    return Deal(BOARDS[board], pyramid[::-1], (first, *rest))


def dead_end() -> Deal:
    """A deal on `one` whose lowest row has even ranks only, as has the last card of the fan: none fits."""
    lowest = dict(zip(LOWEST_OF_ONE, ["2S", "4S", "6S", "8S", "TS", "QS", "2H"], strict=True))
    fan = [str(card) for card in DECK if str(card) not in (*lowest.values(), "2C")]
    return arranged(pyramid=lowest, fan=" ".join([*fan[-23:], "2C"]))


def moves(text: str) -> list[Move]:
    return [parse_move(token) for token in text.split()]


def played(deal: Deal, text: str) -> Round:
    position = Round.start(deal)
    for move in moves(text):
        position = position.play(move)
    return position


def cleared(deal: Deal) -> Game:
    """The first round of a staircase, cleared in one sequence."""
    game = Game.start(deal)
    return play_all(game, reversed(deal.pyramid))


def play_all(game: Game, some_moves: Iterable[Move]) -> Game:
    for move in some_moves:
        game = game.play(move)
    return game


def stuck_game() -> Game:
    return play_all(Game.start(dead_end()), [Action.TURN] * 23 + moves("* 2S"))


def completed_game(board: str = "one") -> Game:
    game = cleared(staircase(board))
    for number in range(1, 5):
        deal = staircase(board, number)
        game = play_all(game.next_round(deal), reversed(deal.pyramid))
    return game


def code_of(position: Round | Game, move: str) -> str:
    """Why the move is refused."""
    try:
        position.play(parse_move(move))
    except Refusal as refusal:
        return refusal.code
    raise AssertionError(f"{move} was accepted")
