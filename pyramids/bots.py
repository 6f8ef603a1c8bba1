"""The computer player: which move it makes, and how long it takes for it.

It decides by the view that a person in its seat is sent, and by nothing else: what it may not see it cannot use.
"""

from dataclasses import dataclass, field

from pyramids.duel.view import GameView
from pyramids.rules import Action, Board, Card, Move
from pyramids.rules.round import CARD_POINTS, JOKER_COST

BUDGET_NODES = 1_000
JOKER_GAIN = 400  # The points above its cost for which the Joker is not kept for need.

SLOWEST_MS = 2_500
QUICKEST_MS = 900
FIRST_LOOK_MS = 1_500  # Longer over a pyramid that is new.
HURRY_BELOW_MS = 20_000
HURRIED_MS = 400

_JOKER_RANK = 0


@dataclass(frozen=True, slots=True, order=True)
class Chain:
    """Where a chain of cards leads: how many are placed, and how many are free when it stops."""

    length: int
    free: int

    @property
    def points(self) -> int:
        """What it scores as a sequence of its own. Rule 3.1"""
        return CARD_POINTS * self.length * (self.length + 1) // 2


def choose(view: GameView, board: Board, budget_nodes: int = BUDGET_NODES) -> Move:
    """The move of a plain, decent player, one of `view.open`; a ValueError if none is open.

    The card that begins the longest chain; among such chains the one that leaves more cards free. Where
    nothing fits a card is turned. `budget_nodes` bounds how many positions one choice looks at.
    """
    if not view.open:
        raise ValueError(f"no move is open: {view!r}")
    pyramid = _Pyramid.of(view, board, budget_nodes)
    fitting = [Card.parse(text) for text in view.open if text not in (Action.TURN.text, Action.JOKER.text)]
    if fitting:
        return max(fitting, key=lambda card: pyramid.after(view.cards.index(card.text)))
    if Action.JOKER.text in view.open and (Action.TURN.text not in view.open or _joker_pays(view, pyramid)):
        return Action.JOKER
    return Action.TURN


def pause_ms(view: GameView, choice: Move, roll: float) -> int:
    """How long a person would take for the choice; `roll` is chance, from 0 to 1.

    It never uses up the round's clock: near its end the player hurries, and takes half of what is left at most.
    """
    if view.left_ms < HURRY_BELOW_MS:
        return min(HURRIED_MS, view.left_ms // 2)
    # Turning takes little thought.
    slowest_ms = SLOWEST_MS if isinstance(choice, Card) else (QUICKEST_MS + SLOWEST_MS) // 2
    first = view.last is None or view.last.cleared
    return QUICKEST_MS + round(roll * (slowest_ms - QUICKEST_MS)) + (FIRST_LOOK_MS if first else 0)


def _joker_pays(view: GameView, pyramid: "_Pyramid") -> bool:
    """Whether the chain that the Joker opens scores much more than it costs. Rule 3.3: the sequence goes on."""
    chain = pyramid.best(pyramid.held, pyramid.free, _JOKER_RANK)
    points = chain.points + CARD_POINTS * view.sequence * chain.length
    cleared = chain.length == pyramid.held.bit_count()
    return cleared or points >= JOKER_COST + JOKER_GAIN


@dataclass(slots=True)
class _Pyramid:
    """The cards that a view shows, as bit sets of places; `fits` by rank, the Joker's first."""

    board: Board
    ranks: tuple[int, ...]
    held: int
    free: int
    fits: tuple[int, ...]
    nodes: int
    known: dict[tuple[int, int], Chain] = field(default_factory=dict)

    @classmethod
    def of(cls, view: GameView, board: Board, budget_nodes: int) -> "_Pyramid":
        ranks = tuple(Card.parse(text).rank if text else 0 for text in view.cards)
        held = sum(1 << place for place, rank in enumerate(ranks) if rank)
        free = sum(
            1 << place
            for place, covers in enumerate(board.covers)
            if held >> place & 1 and not any(held >> cover & 1 for cover in covers)
        )
        of_rank = [sum(1 << place for place, at in enumerate(ranks) if at == rank) for rank in range(14)]
        fits = [held, *(of_rank[(rank - 2) % 13 + 1] | of_rank[rank % 13 + 1] for rank in range(1, 14))]
        return cls(board, ranks, held, free, tuple(fits), budget_nodes)

    def after(self, place: int) -> Chain:
        """The best chain that begins with the card at that place."""
        return self._placing(self.held, self.free, place)

    def best(self, held: int, free: int, rank: int) -> Chain:
        """The best chain from a position, as far as the budget goes."""
        # Which cards are free follows from which are held.
        if found := self.known.get((held, rank)):
            return found
        best = Chain(0, free.bit_count())
        fitting = free & self.fits[rank]
        while fitting and self.nodes > 0:
            self.nodes -= 1
            place = fitting.bit_length() - 1
            fitting ^= 1 << place
            best = max(best, self._placing(held, free, place))
        self.known[held, rank] = best
        return best

    def _placing(self, held: int, free: int, place: int) -> Chain:
        held ^= 1 << place
        free ^= 1 << place
        for lies_on_it, uncovered in self.board.uncovers[place]:
            if not held & lies_on_it:
                free |= uncovered & held
        rest = self.best(held, free, self.ranks[place])
        return Chain(rest.length + 1, rest.free)
