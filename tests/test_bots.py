"""The computer player plays decently, by what it may see, and at a person's pace."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramids.bots import BUDGET_NODES, choose, pause_ms
from pyramids.deals import deal
from pyramids.duel.timing import TimedGame
from pyramids.duel.view import GameView, LastMove, game_view
from pyramids.rules import BOARDS, PYRAMID_SIZE, Action, Board, Card, Deal, Ended, Move, move_text
from tests.rules.builders import staircase

DEALS = 100
LIMIT_MS = 180_000


def frozen_deals(board: Board) -> Iterator[Deal]:
    for number in range(DEALS):
        yield deal(hashlib.sha256(f"computer/{number}".encode()).digest(), board, 1)


def seen(timed: TimedGame, now_ms: int = 0) -> GameView:
    return game_view(timed, own=True, now_ms=now_ms)


def played(dealt: Deal, roll: float = 0.5, budget_nodes: int = BUDGET_NODES) -> tuple[TimedGame, list[Move]]:
    """A round played to its end at the computer player's own pace, and its choices."""
    timed, now_ms, choices = TimedGame.start(dealt, 3, 0), 0, []
    while timed.game.ended is None and not timed.game.awaits_deal:
        view = seen(timed, now_ms)
        choice = choose(view, dealt.board, budget_nodes)
        assert move_text(choice) in view.open
        now_ms += pause_ms(view, choice, roll)
        timed = timed.play(choice, now_ms)
        choices.append(choice)
    return timed, choices


def view_of(cards: dict[int, str], pile: str, *opened: str, sequence: int = 0) -> GameView:
    """A view of a pyramid with these cards at their places, and these moves open."""
    start = seen(TimedGame.start(staircase(), 3, 0))
    placed = tuple(cards.get(place, "") for place in range(PYRAMID_SIZE))
    return replace(start, cards=placed, pile=pile, open=opened, sequence=sequence)


ONE = BOARDS["one"]

# Measured on these deals: 76 on `one`, 85 on `three`; on ten times as many 765 and 895.


@pytest.mark.parametrize(("name", "least"), [("one", 70), ("three", 80)])
def test_it_clears_most_deals_and_every_choice_is_open(name: str, least: int) -> None:
    cleared = sum(played(dealt)[0].game.round.cleared for dealt in frozen_deals(BOARDS[name]))
    assert cleared >= least


@pytest.mark.parametrize("roll", [0.0, 1.0])
def test_it_has_time_enough_for_a_round(roll: float) -> None:
    for dealt in frozen_deals(ONE):
        timed, _ = played(dealt, roll)
        assert timed.playing_ms < LIMIT_MS - 20_000


def test_it_never_ends_a_round_while_a_move_is_open() -> None:
    for dealt in frozen_deals(ONE):
        timed, _ = played(dealt)
        assert timed.game.round.cleared or timed.game.ended is Ended.STUCK


def test_it_plays_on_with_no_budget_at_all() -> None:
    timed, choices = played(next(frozen_deals(ONE)), budget_nodes=0)
    assert timed.game.round.cleared or timed.game.ended is Ended.STUCK
    assert choices


@given(random=st.randoms(use_true_random=False))
def test_what_lies_face_down_changes_no_choice_before_it_is_turned(random: Random) -> None:
    dealt = next(frozen_deals(ONE))
    hidden = list(dealt.fan[1:])
    random.shuffle(hidden)
    other = replace(dealt, fan=(dealt.fan[0], *hidden))
    first, second = played(dealt)[1], played(other)[1]
    until = first.index(Action.TURN)
    assert first[: until + 1] == second[: until + 1]


def test_it_begins_the_longest_chain() -> None:
    # 8C ends at once; 6H leads on to 5S and 4D.
    cards = {21: "8C", 23: "6H", 25: "5S", 27: "4D"}
    assert choose(view_of(cards, "7S", "8C", "6H", "+", "*"), ONE) == Card.parse("6H")


def test_it_looks_at_what_a_card_uncovers() -> None:
    # The 6 lies alone on a 5 of the row above; the 8 on nothing.
    cards = {15: "5S", 21: "6H", 27: "8C"}
    assert choose(view_of(cards, "7S", "8C", "6H", "+", "*"), ONE) == Card.parse("6H")


def test_of_equal_chains_it_takes_the_one_that_leaves_more_cards_free() -> None:
    cards = {15: "QS", 21: "6H", 27: "8C"}
    assert choose(view_of(cards, "7S", "8C", "6H", "+", "*"), ONE) == Card.parse("6H")


def test_it_turns_when_nothing_fits_and_keeps_the_joker_for_need() -> None:
    cards = {21: "QC", 24: "6H"}
    assert choose(view_of(cards, "TS", "+", "*"), ONE) is Action.TURN
    assert choose(view_of(cards, "TS", "*"), ONE) is Action.JOKER


def test_it_plays_the_joker_to_clear_the_pyramid() -> None:
    cards = {21: "QC", 24: "KH"}
    assert choose(view_of(cards, "TS", "+", "*"), ONE) is Action.JOKER


def test_it_plays_the_joker_for_a_sequence_that_is_worth_much_more() -> None:
    cards = {21: "QC", 22: "KC", 23: "AC", 24: "2C", 25: "3C", 27: "8H"}
    assert choose(view_of(cards, "TS", "+", "*", sequence=3), ONE) is Action.TURN
    assert choose(view_of(cards, "TS", "+", "*", sequence=20), ONE) is Action.JOKER


def test_a_view_without_moves_has_no_choice() -> None:
    with pytest.raises(ValueError, match="no move is open"):
        choose(view_of({}, "TS"), ONE)


# How long it takes.

BEGUN = LastMove("+", -5, cleared=False)


@given(roll=st.floats(0, 1), choice=st.sampled_from([Action.TURN, Action.JOKER, Card.parse("7H")]))
def test_it_takes_a_person_s_time(roll: float, choice: Move) -> None:
    view = replace(view_of({}, "TS"), last=BEGUN, left_ms=LIMIT_MS)
    assert 900 <= pause_ms(view, choice, roll) <= 2_500


@pytest.mark.parametrize("last", [None, LastMove("7H", 190, cleared=True)])
def test_it_takes_longer_over_a_new_pyramid(last: LastMove | None) -> None:
    view = replace(view_of({}, "TS"), last=BEGUN, left_ms=LIMIT_MS)
    assert pause_ms(replace(view, last=last), Action.TURN, 0.5) > pause_ms(view, Action.TURN, 0.5)


@pytest.mark.parametrize(("left_ms", "taken_ms"), [(19_999, 400), (800, 400), (100, 50), (1, 0)])
def test_it_hurries_at_the_end_of_the_clock(left_ms: int, taken_ms: int) -> None:
    assert pause_ms(replace(view_of({}, "TS"), left_ms=left_ms), Card.parse("7H"), 1.0) == taken_ms
