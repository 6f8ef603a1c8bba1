"""The exercises of the help: tiny positions, each with every position that can follow it.

So the page that shows them needs no rules: it goes from one step to the next. The rules know whole rounds only.
A lesson therefore begins late in a round, whose lower rows and most of whose fan are gone by legal moves.
"""

from dataclasses import dataclass
from functools import cache

from pyramids.rules import (
    BOARDS,
    DECK,
    FAN_SIZE,
    PYRAMID_SIZE,
    Action,
    Card,
    Deal,
    Refusal,
    Round,
    parse_move,
)
from pyramids.rules.round import move_text


@dataclass(frozen=True, slots=True)
class Lesson:
    """What lies on the table when a lesson begins, and when it is done."""

    name: str
    #: The rows that are left from the top of the board, as in a `deal` line; the last one is free.
    pyramid: str
    pile: str
    #: The cards that lie face down, the next one first.
    fan: str = ""
    board: str = "one"
    joker: bool = False
    #: The lesson is done when no more cards than these are left.
    left: int = 0
    #: Whether the cards that fit are marked from the beginning.
    hints: bool = False
    #: What another player made of the same cards.
    rival: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A position as the page shows it, and what each move leads to."""

    cards: tuple[str, ...]
    pile: str
    fan: int
    joker: bool
    #: Since the lesson began.
    points: int
    sequence: int
    #: For each open move the number of the step after it.
    open: dict[str, int]
    #: For each other card, and for + and *, the code of its refusal (rule 2.5).
    refused: dict[str, str]
    done: bool
    stuck: bool


@dataclass(frozen=True, slots=True)
class Exercise:
    """A lesson as it is sent: the shape of what is left of the board, and all steps, the first one first."""

    name: str
    board: str
    rows: tuple[int, ...]
    covers: tuple[tuple[int, ...], ...]
    hints: bool
    rival_points: int | None
    steps: tuple[Step, ...]


LESSONS = (
    Lesson("fits", "KS / 8C 2H / 8S 9D 4C", "7H", left=3, hints=True),
    Lesson("ace", "7D / 2C 9S / KD AH 5H", "QC", left=3, hints=True),
    Lesson("turn", "2D / TC 6H / 8H 9S JD", "3D", fan="5C TH TS", left=3),
    Lesson("joker", "AS / QD 3S / 7C KH AC", "6D", joker=True, left=3),
    Lesson("sequence", "TD / 9C 9H / 5H 7D 8S", "6C", fan="6S KH", left=3),
    Lesson("clear", "7D / 5C 6H", "4H"),
    Lesson("duel", "QC / JD 9H / TH 8D 9C", "9S", fan="TS", rival="8D 9C TH 9H + JD QC"),
    Lesson("peaks", "8H JS 3D / 6D 7C TD 9S 2C 4H", "5C", fan="5D", board="three", left=3, hints=True),
)


def position(lesson: Lesson) -> Round:
    """The round in which a lesson begins; a ValueError if its cards leave no stairs to come down by."""
    kept = _cards(lesson.pyramid.replace("/", ""))
    ahead = _cards(f"{lesson.pile} {lesson.fan}")
    first, *placed = _stairs([*kept, *ahead], 1 + PYRAMID_SIZE - len(kept))
    used = {*kept, *ahead, first, *placed}
    turned = [card for card in DECK if card not in used]
    deal = Deal(BOARDS[lesson.board], (*kept, *reversed(placed)), (first, *turned, *ahead))
    at = Round.start(deal)
    for card in placed:
        at = at.play(card)
    if not lesson.joker:
        at = at.play(Action.JOKER)
    for _ in range(FAN_SIZE - len(ahead)):
        at = at.play(Action.TURN)
    return at


@cache
def exercise(lesson: Lesson) -> Exercise:
    """A lesson with all its steps."""
    start = position(lesson)
    board = start.deal.board
    kept = start.held.bit_count()
    rows = len(lesson.pyramid.split("/"))
    return Exercise(
        lesson.name,
        lesson.board,
        board.rows[:rows],
        tuple(tuple(cover for cover in covers if cover < kept) for covers in board.covers[:kept]),
        lesson.hints,
        _points(start, lesson.rival) if lesson.rival else None,
        tuple(_steps(start, lesson.left)),
    )


def _steps(start: Round, left: int) -> list[Step]:
    """Every position that can follow, in the order in which a search finds it."""
    found = [start]
    number = {_key(start): 0}
    steps = []
    for at in found:
        following: dict[str, int] = {}
        done = at.held.bit_count() <= left
        for move in () if done else at.open_moves():
            after = at.play(move)
            if _key(after) not in number:
                number[_key(after)] = len(found)
                found.append(after)
            following[move_text(move)] = number[_key(after)]
        steps.append(_step(at, start, following, done))
    return steps


def _key(at: Round) -> tuple[object, ...]:
    """What two rounds of a lesson have in common when the page shows them alike."""
    return at.held, at.pile, at.turned, at.joker_used, at.sequence, at.score


def _step(at: Round, start: Round, following: dict[str, int], done: bool) -> Step:
    cards = at.texts[: start.held.bit_count()]
    moves = () if done else (*filter(None, cards), Action.TURN.text, Action.JOKER.text)
    return Step(
        cards,
        move_text(at.pile),
        at.fan_left,
        not at.joker_used,
        at.score - start.score,
        at.sequence,
        following,
        {move: _refusal(at, move) for move in moves if move not in following},
        done,
        at.stuck,
    )


def _refusal(at: Round, move: str) -> str:
    try:
        at.play(parse_move(move))
    except Refusal as refusal:
        return refusal.code
    raise ValueError(f"not refused: {move!r}")


def _points(at: Round, moves: str) -> int:
    before = at.score
    for move in moves.split():
        at = at.play(parse_move(move))
    return at.score - before


def _cards(texts: str) -> list[Card]:
    return [Card.parse(text) for text in texts.split()]


def _stairs(kept: list[Card], length: int) -> list[Card]:
    """So many cards, none of `kept`, each one rank above the one before."""
    of_rank = {
        rank: [card for card in DECK if card.rank == rank and card not in kept] for rank in range(1, 14)
    }
    for first in range(13):
        ranks = [(first + step) % 13 + 1 for step in range(length)]
        if all(ranks.count(rank) <= len(cards) for rank, cards in of_rank.items()):
            return [of_rank[rank].pop() for rank in ranks]
    raise ValueError(f"no stairs of {length} cards beside {kept!r}")
