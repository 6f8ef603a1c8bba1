"""The rules of the game: cards, boards, a round, a game and their notation. Pure."""

from pyramids.rules.boards import BOARDS, FAN_SIZE, PYRAMID_SIZE, Board
from pyramids.rules.cards import DECK, Card, Suit
from pyramids.rules.errors import Refusal, RefusalCode
from pyramids.rules.game import MOST_ROUNDS, Ended, Game
from pyramids.rules.notation import NotationError, parse, summary, write, write_deal
from pyramids.rules.round import FACE_DOWN, Action, Deal, Move, Round, move_text, parse_move

__all__ = [
    "BOARDS",
    "DECK",
    "FACE_DOWN",
    "FAN_SIZE",
    "MOST_ROUNDS",
    "PYRAMID_SIZE",
    "Action",
    "Board",
    "Card",
    "Deal",
    "Ended",
    "Game",
    "Move",
    "NotationError",
    "Refusal",
    "RefusalCode",
    "Round",
    "Suit",
    "move_text",
    "parse",
    "parse_move",
    "summary",
    "write",
    "write_deal",
]
