"""What a viewer's own level and blocks decide (rules 5.3, 5.4 and 5.6)."""

import pytest

from pyramids.duel.codes import TableCode
from pyramids.duel.rating import Rating
from pyramids.duel.table import ANY_LEVEL, PlayerId, Table, open_table
from pyramids.duel.view import may_see_game, may_see_state
from pyramids.duel.viewer import Viewer
from tests.duel.tables import ANNA, BERT, CARA, OPENED_MS, STARTED_MS, finished, joined, opened, started

WATCHED = started(finished(joined(), 0), 1)  # Anna has finished, Bert plays.


def apart(player: PlayerId, other: PlayerId) -> tuple[Viewer, Viewer]:
    """A player who has blocked another, and one who was blocked by that other."""
    return Viewer(player, blocks=frozenset({other})), Viewer(player, blocked_by=frozenset({other}))


def for_level(highest_level: int) -> Table:
    return open_table(ANNA, "one", 3, highest_level, OPENED_MS)


def test_a_newcomer_has_level_5_on_every_board() -> None:
    assert [Viewer(ANNA).level(board) for board in ("one", "three")] == [5, 5]
    assert Viewer(ANNA, {"three": Rating(1_900)}).rating_by_board() == {
        "one": Rating(),
        "three": Rating(1_900),
    }


def test_the_level_that_counts_is_that_of_the_tables_board() -> None:
    viewer = Viewer(BERT, {"three": Rating(1_900)})
    assert viewer.why_not_join(for_level(5), STARTED_MS) is None
    on_three = open_table(ANNA, "three", 3, 8, OPENED_MS)
    assert viewer.why_not_join(on_three, STARTED_MS) == TableCode.LEVEL_TOO_HIGH


@pytest.mark.parametrize(("rating", "refused"), [(1_699.9, None), (1_700, TableCode.LEVEL_TOO_HIGH)])
def test_nobody_joins_whose_level_is_above_the_highest(rating: float, refused: TableCode | None) -> None:
    assert Viewer(BERT, {"one": Rating(rating)}).why_not_join(for_level(6), STARTED_MS) == refused


@pytest.mark.parametrize("viewer", apart(BERT, ANNA))
def test_nobody_joins_where_one_of_the_two_has_blocked_the_other(viewer: Viewer) -> None:
    assert viewer.why_not_join(for_level(ANY_LEVEL), STARTED_MS) == TableCode.BLOCKED


def test_a_block_of_somebody_else_keeps_nobody_from_joining() -> None:
    assert [viewer.why_not_join(opened(), STARTED_MS) for viewer in apart(BERT, CARA)] == [None, None]


def test_a_stranger_joins_nothing() -> None:
    assert Viewer(None).why_not_join(opened(), STARTED_MS) == TableCode.NOT_SEATED


@pytest.mark.parametrize("other", [ANNA, BERT])
def test_whom_one_of_the_two_has_blocked_watches_neither(other: PlayerId) -> None:
    blocked = Viewer(CARA, blocked_by=frozenset({other}))
    assert not may_see_game(WATCHED, 1, blocked)
    assert not may_see_state(WATCHED, 1, blocked)


def test_who_has_blocked_a_player_may_watch_them() -> None:  # Rule 5.6: whom neither has blocked.
    assert may_see_game(WATCHED, 1, Viewer(CARA, blocks=frozenset({ANNA, BERT})))


@pytest.mark.parametrize("viewer", apart(ANNA, BERT))
def test_a_block_leaves_a_shared_table_as_it_is(viewer: Viewer) -> None:
    assert may_see_game(WATCHED, 1, viewer)
    assert may_see_game(WATCHED, 0, viewer)


def test_everything_is_open_when_a_table_is_over_to_the_blocked_too() -> None:
    over = finished(joined(), 0, 1)
    assert may_see_game(over, 0, Viewer(CARA, blocked_by=frozenset({ANNA})))
