"""The rules once more, in the plainest words, to judge the fast ones by; only `Card` is shared."""

from dataclasses import dataclass, field

from pyramids.rules import Card

# Rule 1.4, written out by hand: what lies on each card.
COVERS = {
    "one": {
        0: (1, 2),
        1: (3, 4), 2: (4, 5),
        3: (6, 7), 4: (7, 8), 5: (8, 9),
        6: (10, 11), 7: (11, 12), 8: (12, 13), 9: (13, 14),
        10: (15, 16), 11: (16, 17), 12: (17, 18), 13: (18, 19), 14: (19, 20),
        15: (21, 22), 16: (22, 23), 17: (23, 24), 18: (24, 25), 19: (25, 26), 20: (26, 27),
        21: (), 22: (), 23: (), 24: (), 25: (), 26: (), 27: (),
    },
    "three": {
        0: (3, 4), 1: (5, 6), 2: (7, 8),
        3: (9, 10), 4: (10, 11), 5: (12, 13), 6: (13, 14), 7: (15, 16), 8: (16, 17),
        9: (18, 19), 10: (19, 20), 11: (20, 21), 12: (21, 22), 13: (22, 23), 14: (23, 24),
        15: (24, 25), 16: (25, 26), 17: (26, 27),
        18: (), 19: (), 20: (), 21: (), 22: (), 23: (), 24: (), 25: (), 26: (), 27: (),
    },
}  # fmt: skip

# Rule 2.1: each pair of neighbours, and the circle's joint.
NEIGHBOURS = {frozenset((rank, rank + 1)) for rank in range(1, 13)} | {frozenset((13, 1))}


@dataclass
class Referee:
    """One round, as two people at a kitchen table would keep it."""

    board: str
    pyramid: list[Card | None]
    face_down: list[Card]
    pile: list[Card | str]
    joker_in_hand: bool = True
    #: What each move was worth, and what it was.
    ledger: list[tuple[str, int]] = field(default_factory=list)

    @classmethod
    def of(cls, board: str, pyramid: tuple[Card, ...], fan: tuple[Card, ...]) -> "Referee":
        return cls(board, list(pyramid), list(fan[1:]), [fan[0]])

    def is_free(self, place: int) -> bool:
        return all(self.pyramid[above] is None for above in COVERS[self.board][place])

    def fits(self, card: Card) -> bool:
        top = self.pile[-1]
        return isinstance(top, str) or frozenset((top.rank, card.rank)) in NEIGHBOURS

    def why_not(self, move: str) -> str | None:
        """The code of rule 2.5, or None for a move that is allowed."""
        if not self.has_a_move():
            return "game_over"
        if move == "+":
            return None if self.face_down else "stock_empty"
        if move == "*":
            return None if self.joker_in_hand else "joker_used"
        place = next((place for place, card in enumerate(self.pyramid) if str(card) == move), None)
        if place is None:
            return "card_not_on_board"
        if not self.is_free(place):
            return "card_covered"
        card = self.pyramid[place]
        assert card is not None
        return None if self.fits(card) else "card_does_not_fit"

    def has_a_move(self) -> bool:
        if all(card is None for card in self.pyramid):
            return False
        return bool(self.face_down) or self.joker_in_hand or bool(self.fitting())

    def fitting(self) -> list[str]:
        return [
            str(card)
            for place, card in enumerate(self.pyramid)
            if card is not None and self.is_free(place) and self.fits(card)
        ]

    def open_moves(self) -> list[str]:
        if not self.has_a_move():
            return []
        return self.fitting() + ["+"] * bool(self.face_down) + ["*"] * self.joker_in_hand

    def play(self, move: str) -> None:
        assert self.why_not(move) is None
        if move == "+":
            self.pile.append(self.face_down.pop(0))
            self.ledger.append(("turn", -5))
        elif move == "*":
            self.joker_in_hand = False
            self.pile.append("Joker")
            self.ledger.append(("joker", -50))
        else:
            place = [str(card) for card in self.pyramid].index(move)
            card = self.pyramid[place]
            assert card is not None
            self.pyramid[place] = None
            self.pile.append(card)
            self.ledger.append(("card", 5 * self.sequence_with_one_more()))
            if all(other is None for other in self.pyramid):
                self.ledger.append(("clear", 50))

    def sequence_with_one_more(self) -> int:
        """How many cards have been placed since the last turn, and this one."""
        number = 1
        for what, _ in reversed(self.ledger):
            if what == "turn":
                break
            number += what == "card"
        return number

    @property
    def score(self) -> int:
        return sum(points for _, points in self.ledger)

    def longest_sequence(self) -> int:
        longest = current = 0
        for what, _ in self.ledger:
            current = 0 if what == "turn" else current + (what == "card")
            longest = max(longest, current)
        return longest
