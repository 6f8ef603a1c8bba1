"""Records of games as text: docs/notation.md is the law here.

A record is read word by word, so that the fault that is reported is the first one that a reader meets.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from pyramids.rules.boards import BOARDS, PYRAMID_SIZE, Board
from pyramids.rules.cards import DECK, Card
from pyramids.rules.errors import Refusal, RefusalCode
from pyramids.rules.game import MOST_ROUNDS, Ended, Game
from pyramids.rules.round import Deal, Round, move_text, parse_move

VERSION = "1"
MOST_BYTES = 65_536

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MOST_SHOWN = 24


class NotationError(Refusal):
    """A record's first fault: its line from 1, a code of rule 2.5 or `bad_notation`, and words."""

    def __init__(
        self, line: int, code: str, words: str, *, move: object = None, position: object = None
    ) -> None:
        super().__init__(code, words, move=move, position=position)
        self.line = line

    def __str__(self) -> str:
        return f"{self.line}: {self.code}: {self.words}"


def parse(data: bytes) -> Game:
    """Give the game of a record; a NotationError tells its first fault in reading order."""
    if len(data) > MOST_BYTES:
        raise NotationError(1, RefusalCode.BAD_NOTATION, f"a record has at most {MOST_BYTES} bytes")
    reader = _Reader()
    for number, words in _lines(data):
        reader.line = number
        reader.read(words)
    return reader.finish()


def write(game: Game) -> str:
    """Give the record of a game, which `parse` reads back as an equal one."""
    lines = [f"pyramids {VERSION}", f"board {game.board.name}"]
    for played in game.rounds:
        lines.append(write_deal(played.deal))
        lines.append(" ".join(["play", *map(move_text, played.moves)]))
    if game.ended in (Ended.STOPPED, Ended.TIMEOUT):
        lines.append(f"end {game.ended}")
    return "\n".join(lines) + "\n"


def write_deal(deal: Deal) -> str:
    """Give the `deal` line, without its line feed."""
    cards = iter(deal.pyramid)
    rows = [" ".join(str(next(cards)) for _ in range(row)) for row in deal.board.rows]
    return f"deal {' / '.join(rows)} : {' '.join(map(str, deal.fan))}"


def summary(game: Game) -> dict[str, Any]:
    """Give what `pyramids replay --json` prints."""
    return {
        "board": game.board.name,
        "score": game.score,
        "over": game.ended is not None,
        "ended": None if game.ended is None else str(game.ended),
        "rounds": [_round_summary(played) for played in game.rounds],
    }


def _round_summary(played: Round) -> dict[str, int | bool]:
    return {
        "score": played.score,
        "cleared": played.cleared,
        "placed": played.placed,
        "turned": played.turned,
        "joker_used": played.joker_used,
        "longest_sequence": played.longest_sequence,
    }


def _lines(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Give the number and the words of each line that is not empty.

    Bytes that are not UTF-8 come through as lone surrogates, which no word of ours has: so they are met in
    their turn, like any unknown word. In a comment, where no word is looked at, they make one of their own.
    """
    lines = data.removeprefix(_BYTE_ORDER_MARK).split(b"\n")
    last = len(lines)
    for number, line in enumerate(lines, 1):
        # Only CR LF ends a line: a CR at the very end, which no LF follows, is part of a word.
        ended = line.removesuffix(b"\r") if number < last else line
        text, _, comment = ended.decode("utf-8", "surrogateescape").partition("#")
        words = [word for word in text.split(" ") if word]
        if not comment.isascii() and any("\udc80" <= character <= "\udcff" for character in comment):
            words.append("#" + comment)
        if words:
            yield number, words


def _shown(word: str) -> str:
    """Give a word of somebody's record as it may stand in one line of any terminal."""
    return ascii(word if len(word) <= _MOST_SHOWN else word[:_MOST_SHOWN] + "...")


@dataclass(slots=True)
class _Reader:
    """What has been read so far. `line` is the one being read, or the last one that was not empty."""

    line: int = 1
    begun: bool = False
    board: Board | None = None
    game: Game | None = None
    awaits_play: bool = False
    closed: bool = False

    def read(self, words: list[str]) -> None:
        """Read one line."""
        match words[0]:
            case "pyramids" if not self.begun:
                self._single(words, (VERSION,), "the version of the notation")
                self.begun = True
            case "board" if self.begun and self.board is None:
                self.board = BOARDS[self._single(words, tuple(BOARDS), "a board")]
            case "deal" if self.board is not None and not self.awaits_play and not self.closed:
                self._deal(self.board, words[1:])
            case "play" if self.awaits_play:
                self._play(words[1:])
            case "end" if self.game is not None and not self.awaits_play and not self.closed:
                self._end(self.game, words)
            case "pyramids" | "board" | "deal" | "play" | "end":
                self._fail(f"{words[0]!r} does not belong here: {self._expected()}")
            case _:
                self._fail(f"unknown word {_shown(words[0])}: {self._expected()}")

    def finish(self) -> Game:
        """Give the game when all lines have been read."""
        if self.game is None or self.awaits_play:
            self._fail(f"the record ends too early: {self._expected()}")
        return self.game

    def _expected(self) -> str:
        if not self.begun:
            return f"'pyramids {VERSION}' comes first"
        if self.board is None:
            return "'board' comes next"
        if self.awaits_play:
            return "'play' comes next"
        if self.game is None:
            return "'deal' comes next"
        return "nothing comes after 'end'" if self.closed else "'deal' or 'end' may come next"

    def _fail(self, words: str) -> NoReturn:
        raise NotationError(self.line, RefusalCode.BAD_NOTATION, words)

    def _single(self, words: list[str], known: tuple[str, ...], what: str) -> str:
        """Give the one word that follows the line's first."""
        if len(words) < 2:
            self._fail(f"{words[0]!r} names {what}: {' or '.join(known)}")
        if words[1] not in known:
            self._fail(f"{_shown(words[1])} is not {what}: {' or '.join(known)}")
        if len(words) > 2:
            self._fail(f"{_shown(words[2])} follows a line that is complete")
        return words[1]

    def _deal(self, board: Board, words: list[str]) -> None:
        game = self.game
        if game is not None and not game.round.cleared:
            self._fail("a deal follows only a cleared round")
        if game is not None and len(game.rounds) == MOST_ROUNDS:
            self._fail(f"a game has at most {MOST_ROUNDS} deals")
        deal = self._read_deal(board, words)
        self.game = Game.start(deal) if game is None else game.next_round(deal)
        self.awaits_play = True

    def _read_deal(self, board: Board, words: list[str]) -> Deal:
        cards: list[Card] = []
        marks = _marks(board)
        rest = iter(words)
        while len(cards) < len(DECK):
            word = next(rest, "")
            if (mark := marks.get(len(cards))) is not None:
                if word != mark:
                    self._fail(f"{mark!r} is missing after {cards[-1]} in the deal")
                word = next(rest, "")
            if not word:
                self._fail(f"the deal ends after {len(cards)} of {len(DECK)} cards")
            try:
                card = Card.parse(word)
            except ValueError:
                self._fail(f"{_shown(word)} is not a card")
            if card in cards:
                self._fail(f"{card} is dealt twice")
            cards.append(card)
        if word := next(rest, ""):
            self._fail(f"{_shown(word)} follows a deal that is complete")
        return Deal(board, tuple(cards[:PYRAMID_SIZE]), tuple(cards[PYRAMID_SIZE:]))

    def _play(self, words: list[str]) -> None:
        self.awaits_play = False
        for number, word in enumerate(words, 1):
            self._move(number, word)

    def _move(self, number: int, word: str) -> None:
        game = self.game
        assert game is not None
        try:
            move = parse_move(word)
        except ValueError:
            self._fail(f"move {number} of the round, {_shown(word)}, is not a move")
        if game.round.cleared:
            self._fail(f"move {number} of the round, {word}, comes after the round is cleared")
        try:
            self.game = game.play(move)
        except Refusal as refusal:
            words = f"move {number} of the round, {word}: {_reason(refusal)}"
            raise NotationError(self.line, refusal.code, words, move=move, position=game) from refusal

    def _end(self, game: Game, words: list[str]) -> None:
        if game.ended is not None:
            self._fail(f"the game has ended by its moves: {game.ended}")
        self.game = game.end(Ended(self._single(words, (Ended.STOPPED, Ended.TIMEOUT), "such an end")))
        self.closed = True


def _marks(board: Board) -> dict[int, str]:
    """Give the signs that stand between the cards of a deal, by how many cards come before."""
    marks: dict[int, str] = {}
    before = 0
    for row in board.rows:
        before += row
        marks[before] = "/"
    marks[PYRAMID_SIZE] = ":"
    return marks


def _reason(refusal: Refusal) -> str:
    """Give the refusal's words, with what lies on the pile where that is the reason."""
    position = refusal.position
    if refusal.code == RefusalCode.CARD_DOES_NOT_FIT and isinstance(position, Round):
        return f"{refusal.words} ({move_text(position.pile)})"
    return refusal.words
