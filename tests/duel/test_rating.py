"""Glicko-2 and levels (rule 7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramids.duel.rating import NEW_DEVIATION, Rating, after_duel, update

RATINGS = st.builds(Rating, st.floats(500, 2500), st.floats(30, 350), st.floats(0.03, 0.1))
SCORES = st.sampled_from([0.0, 0.5, 1.0])


def test_the_worked_example_of_the_paper() -> None:
    opponents = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    updated = update(Rating(1500, 200), opponents)
    assert updated.rating == pytest.approx(1464.06, abs=0.01)
    assert updated.deviation == pytest.approx(151.52, abs=0.01)
    assert updated.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_duels_makes_a_rating_less_certain() -> None:
    idle = update(Rating(1500, 200), [])
    assert idle.rating == 1500
    assert idle.volatility == 0.06
    assert idle.deviation == pytest.approx(200.27, abs=0.01)


@pytest.mark.parametrize(
    ("rating", "level"),
    [
        (-500, 1),
        (1100, 1),
        (1199.9, 1),
        (1200, 2),
        (1500, 5),
        (1599.9, 5),
        (1999.9, 9),
        (2000, 10),
        (9000, 10),
    ],
)
def test_a_level_is_a_hundred_points(rating: float, level: int) -> None:
    assert Rating(rating).level == level


def test_a_newcomer_has_level_five_and_it_is_provisional() -> None:
    assert (Rating().level, Rating().provisional) == (5, True)
    assert not Rating(deviation=110).provisional


def test_a_win_over_an_equal_is_worth_what_the_other_loses() -> None:
    first, second = after_duel(Rating(), Rating(), 1)
    assert first.rating - 1500 == pytest.approx(1500 - second.rating)
    assert first.rating == pytest.approx(1662.31, abs=0.01)


def test_a_level_stops_being_provisional_after_some_duels() -> None:
    rating = Rating()
    duels = 0
    while rating.provisional:
        rating = update(rating, [(Rating(deviation=60), float(duels % 2))])
        duels += 1
    assert 5 < duels < 25


@given(winner=RATINGS, loser=RATINGS)
def test_a_winner_never_loses_rating_and_a_loser_never_wins_any(winner: Rating, loser: Rating) -> None:
    won, lost = after_duel(winner, loser, 1)
    assert won.rating >= winner.rating
    assert lost.rating <= loser.rating


@given(first=RATINGS, second=RATINGS, score=SCORES)
def test_both_seats_are_equal_before_the_rating(first: Rating, second: Rating, score: float) -> None:
    assert after_duel(first, second, score) == after_duel(second, first, 1 - score)[::-1]


@given(opponent=st.builds(Rating, st.floats(600, 2400), st.floats(30, 350)), score=SCORES)
def test_a_newcomer_is_known_better_after_each_duel(opponent: Rating, score: float) -> None:
    assert update(Rating(), [(opponent, score)]).deviation < NEW_DEVIATION


@given(
    first=st.builds(Rating, st.floats(-5_000, 10_000), st.floats(1, 350), st.floats(0.001, 0.5)),
    second=st.builds(Rating, st.floats(-5_000, 10_000), st.floats(1, 350)),
    score=SCORES,
)
def test_no_result_however_unlikely_leaves_the_bounds(first: Rating, second: Rating, score: float) -> None:
    updated, _ = after_duel(first, second, score)
    assert 0 < updated.deviation <= NEW_DEVIATION
    assert 0 < updated.volatility < 2
    assert 1 <= updated.level <= 10
