"""The one error of a move that the rules do not allow."""

import enum


class RefusalCode(enum.StrEnum):
    """Why a move is refused, in the order in which the reasons are looked for (rule 2.5)."""

    GAME_OVER = "game_over"
    STOCK_EMPTY = "stock_empty"
    JOKER_USED = "joker_used"
    CARD_NOT_ON_BOARD = "card_not_on_board"
    CARD_COVERED = "card_covered"
    CARD_DOES_NOT_FIT = "card_does_not_fit"
    BAD_NOTATION = "bad_notation"


#: What a person who reads a log or a terminal is told; pages have their own words for the codes.
WORDS: dict[str, str] = {
    RefusalCode.GAME_OVER: "the game is over",
    RefusalCode.STOCK_EMPTY: "no card is left to turn",
    RefusalCode.JOKER_USED: "the Joker of this round has been played",
    RefusalCode.CARD_NOT_ON_BOARD: "the card is not in the pyramid",
    RefusalCode.CARD_COVERED: "other cards lie on the card",
    RefusalCode.CARD_DOES_NOT_FIT: "the card fits on the pile neither above nor below",
    RefusalCode.BAD_NOTATION: "this is not the notation",
}


class Refusal(Exception):  # noqa: N818 - the rules call it a refusal, and it is no fault of ours
    """Something that somebody may not do now, with a code; nothing has changed.

    The code is a `RefusalCode`, or a member of an upper floor's own enum of codes.
    `move` and `position` say what was tried and where, for whoever looks for a fault.
    """

    def __init__(self, code: str, words: str = "", *, move: object = None, position: object = None) -> None:
        super().__init__(code, words)
        self.code = code
        self.words = words or WORDS.get(code, "")
        self.move = move
        self.position = position

    def __str__(self) -> str:
        return f"{self.code}: {self.words}" if self.words else str(self.code)
