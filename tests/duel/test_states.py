"""Every state of a table with every command: what holds in all of them."""

from collections import defaultdict
from collections.abc import Callable, Iterator

import pytest

from pyramids.duel.codes import TableCode
from pyramids.duel.result import ResultBy, result
from pyramids.duel.table import (
    PlayerId,
    SeatState,
    Table,
    deadline_ms,
    join,
    settle,
    why_not_play,
)
from pyramids.duel.view import may_see_game, offers, table_view, visible_games
from pyramids.duel.viewer import Viewer
from pyramids.rules import Refusal
from tests.duel.tables import ANNA, BERT, CARA, LEVEL
from tests.duel.walk import COMMANDS, MOMENTS_MS, State, at_level, facts, games, reachable, runs, tried

VIEWERS = (ANNA, BERT, CARA, None)
Key = tuple[object, ...]


def accepted(state: State, command: Callable[[Table, int], Table]) -> bool:
    return tried(state, command) is not None


def answer(state: State, command: Callable[[Table, int], Table]) -> object:
    try:
        return command(state.table, state.now_ms)
    except Refusal as refusal:
        return refusal.code


def offered(state: State, player: PlayerId | None) -> set[str]:
    return set(offers(state.table, at_level(player, LEVEL), state.now_ms))


def seated() -> Iterator[tuple[State, PlayerId, int]]:
    """Each state with each player at it."""
    for state in reachable():
        for player in (ANNA, BERT, CARA):
            place = state.table.place_of(player)
            if place is not None:
                yield state, player, place


def test_the_walk_meets_every_pair_of_seats() -> None:
    pairs = {
        (table.opener.state, table.joiner and table.joiner.state, table.over)
        for table in (state.table for state in reachable())
    }
    s, p, f, left = SeatState.SEATED, SeatState.PLAYING, SeatState.FINISHED, SeatState.LEFT
    open_pairs = {(a, b, False) for a in (s, p, f) for b in (None, s, p, f)} - {(f, f, False)}
    over_pairs = {(f, f), (f, s), (s, f), (s, s), (s, None), (f, None), (left, None), (left, s), (left, f)}
    assert pairs == open_pairs | {(left, p, False)} | {(*pair, True) for pair in over_pairs}


def test_the_walk_meets_every_result_and_both_walkovers() -> None:
    results = {result(state.table) for state in reachable() if state.table.over}
    assert {told.by for told in results} == set(ResultBy) - {ResultBy.TIME}
    assert {told.winner for told in results if told.by is ResultBy.WALKOVER} == {0, 1}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_accepted_or_refused_with_a_code(name: str) -> None:
    for state in reachable():
        assert isinstance(answer(state, COMMANDS[name]), Table | TableCode), state


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_changes_a_table_that_is_over(name: str) -> None:
    for state in reachable():
        if state.table.over:
            assert tried(state, COMMANDS[name]) in (None, state.table), state


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_gives_is_settled(name: str) -> None:
    for state in reachable():
        table = tried(state, COMMANDS[name])
        assert table is None or settle(table, state.now_ms) == table, state


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_undoes_an_end_or_a_start(name: str) -> None:
    for state in reachable():
        after = tried(state, COMMANDS[name])
        for before, seat in zip(state.table.seats, after.seats if after else (), strict=False):
            if before is None or before.started_ms is None:
                continue
            assert seat is not None, state
            assert (seat.player, seat.started_ms) == (before.player, before.started_ms), state
            assert before.outcome in (None, seat.outcome), state


def test_to_settle_twice_is_to_settle_once() -> None:
    for state in reachable():
        assert settle(state.table, state.now_ms) == state.table


def test_a_table_that_is_over_stays_as_it_is() -> None:
    for state in reachable():
        if state.table.over:
            assert settle(state.table, MOMENTS_MS[-1] * 2) == state.table


def test_a_table_is_over_exactly_when_no_game_runs_and_nobody_can_join_or_start() -> None:  # Rule 5.7
    for state in reachable():
        can_go_on = runs(state.table) or any(
            accepted(state, COMMANDS[name]) for name in ("bert joins", "cara joins", "0 starts", "1 starts")
        )
        assert state.table.over is not can_go_on, state


def test_a_result_exists_exactly_when_the_table_is_over() -> None:  # Rule 5.7
    for state in reachable():
        if state.table.over:
            result(state.table)
        else:
            with pytest.raises(ValueError):
                result(state.table)


def test_a_result_has_a_winner_exactly_when_something_decided() -> None:
    for state in reachable():
        if state.table.over:
            told = result(state.table)
            assert (told.winner is None) is (told.by in (ResultBy.DRAW, ResultBy.NONE)), state


def test_a_table_has_a_deadline_exactly_while_it_is_not_over_and_nobody_plays() -> None:
    for state in reachable():
        assert (deadline_ms(state.table) is None) is (state.table.over or runs(state.table)), state


def test_no_settled_table_is_past_its_deadline() -> None:
    for state in reachable():
        at_ms = deadline_ms(state.table)
        assert at_ms is None or at_ms > state.now_ms, state


def test_time_alone_ends_a_table_at_its_deadline_and_not_a_moment_before() -> None:
    for state in reachable():
        at_ms = deadline_ms(state.table)
        if at_ms is not None:
            assert settle(state.table, at_ms - 1) == state.table, state
            assert settle(state.table, at_ms).over, state


# An offer is made exactly when it is accepted.


def test_a_start_is_offered_exactly_when_it_is_accepted() -> None:
    for state, player, place in seated():
        assert ("start" in offered(state, player)) is accepted(state, COMMANDS[f"{place} starts"]), state


def test_an_end_is_offered_exactly_when_it_is_accepted() -> None:
    for state, player, place in seated():
        ends = COMMANDS["0 ends" if place == 0 else "1 ends with less"]
        assert ("end" in offered(state, player)) is accepted(state, ends), state


def test_a_seat_is_offered_exactly_to_those_who_may_take_it() -> None:
    for state in reachable():
        for player in (ANNA, BERT, CARA):
            may = accepted(state, lambda table, now_ms, who=player: join(table, who, LEVEL, now_ms))
            assert ("join" in offered(state, player)) is may, state


def test_inviting_is_offered_to_players_exactly_while_somebody_may_join() -> None:  # Rule 5.4
    for state, player, _place in seated():
        free = any(accepted(state, COMMANDS[name]) for name in ("bert joins", "cara joins"))
        assert ("invite" in offered(state, player)) is free, state


def test_leaving_is_offered_to_players_and_always_accepted() -> None:
    for state, player, place in seated():
        assert "leave" in offered(state, player), state
        assert accepted(state, COMMANDS[f"{place} leaves"]), state


def test_a_stranger_without_a_name_is_offered_nothing_but_to_watch() -> None:
    for state in reachable():
        assert offered(state, None) <= {"watch"}, state


def test_starting_again_is_offered_exactly_after_ones_own_end() -> None:  # Rule 5.5
    for state, player, place in seated():
        seat = state.table.seats[place]
        ended = state.table.over or (seat is not None and seat.outcome is not None)
        assert ("again" in offered(state, player)) is ended, state


def test_watching_is_offered_exactly_when_another_game_is_shown() -> None:
    for state in reachable():
        for player in VIEWERS:
            own = state.table.place_of(player)
            shown = visible_games(state.table, games(state.table), at_level(player, LEVEL), state.now_ms)
            others = any(view is not None for place, view in enumerate(shown) if place != own)
            assert ("watch" in offered(state, player)) is others, state


# Rule 5.6: who may see a game.


def test_nobody_who_sees_anothers_game_may_still_play_that_deal() -> None:
    for state in reachable():
        for player in VIEWERS:
            own = state.table.place_of(player)
            if any(may_see_game(state.table, place, Viewer(player)) for place in (0, 1) if place != own):
                may = offered(state, player)
                assert not may & {"join", "start", "end"}, state


def test_a_game_that_was_shown_stays_shown() -> None:
    for state in reachable():
        for command in COMMANDS.values():
            after = tried(state, command)
            for player in VIEWERS if after else ():
                for place in (0, 1):
                    if may_see_game(state.table, place, Viewer(player)):
                        assert after is not None
                        assert may_see_game(after, place, Viewer(player)), state


def test_a_started_game_is_always_shown_to_its_own_player() -> None:
    for state, player, place in seated():
        started = why_not_play(state.table, place) is None
        assert may_see_game(state.table, place, Viewer(player)) is started, state


def test_everything_is_open_when_the_table_is_over() -> None:
    for state in reachable():
        if state.table.over:
            for place, seat in enumerate(state.table.seats):
                started = seat is not None and seat.started_ms is not None
                for player in VIEWERS:
                    assert may_see_game(state.table, place, Viewer(player)) is started, state


def test_seed_and_result_are_shown_exactly_when_the_table_is_over() -> None:  # Rules 5.7 and 6.1
    for state in reachable():
        for player in VIEWERS:
            view = whole_view(state, player)[0]
            assert (view.seed is not None, view.result is not None) == (view.over, view.over), state
            assert view.over is state.table.over, state


# Rule 5.6: two tables that differ in nothing but what somebody may not see are the same to them.


def whole_view(state: State, player: PlayerId | None):
    viewer, played = at_level(player, LEVEL), games(state.table)
    view = table_view(state.table, facts(state.table), played, viewer, state.now_ms)
    return view, visible_games(state.table, played, viewer, state.now_ms)


def joined_when(table: Table) -> Key:
    """What everybody may know of the second seat."""
    return (None,) if table.joiner is None else (table.joiner.player, table.joiner.since_ms)


def one_view_for_each(keys: Callable[[State], tuple[PlayerId | None, Key] | None]) -> int:
    """States with the same key must look the same; gives how many were compared with another."""
    views: dict[Key, list[object]] = defaultdict(list)
    for state in reachable():
        told = keys(state)
        if told is not None and not state.table.over:
            player, key = told
            views[player, state.now_ms, *key].append(whole_view(state, player))
    for alike in views.values():
        assert all(view == alike[0] for view in alike)
    return sum(len(alike) for alike in views.values() if len(alike) > 1)


def test_an_opener_who_has_not_finished_is_told_nothing_of_the_joiner_but_the_join() -> None:
    def key(state: State) -> tuple[PlayerId | None, Key] | None:
        opener = state.table.opener
        return None if opener.outcome else (ANNA, (opener, *joined_when(state.table)))

    assert one_view_for_each(key) > 100


def test_a_joiner_who_has_not_finished_is_told_nothing_of_the_opener() -> None:
    def key(state: State) -> tuple[PlayerId | None, Key] | None:
        joiner = state.table.joiner
        return None if joiner is None or joiner.outcome else (joiner.player, (joiner,))

    assert one_view_for_each(key) > 100


@pytest.mark.parametrize("viewer", [CARA, None])
def test_an_open_table_shows_a_bystander_nothing_of_its_openers_game(viewer: PlayerId | None) -> None:
    def key(state: State) -> tuple[PlayerId | None, Key] | None:
        return None if state.table.joiner else (viewer, ())

    assert one_view_for_each(key) > 10


@pytest.mark.parametrize("viewer", [CARA, None])
def test_a_bystander_is_told_nothing_while_neither_has_finished(viewer: PlayerId | None) -> None:
    def key(state: State) -> tuple[PlayerId | None, Key] | None:
        table = state.table
        if table.place_of(viewer) is not None or any(seat and seat.outcome for seat in table.seats):
            return None
        return viewer, joined_when(table)

    assert one_view_for_each(key) > 100


@pytest.mark.parametrize("viewer", [CARA, None])
def test_a_bystander_is_told_nothing_while_one_has_finished_and_the_other_has_not_started(
    viewer: PlayerId | None,
) -> None:
    def key(state: State) -> tuple[PlayerId | None, Key] | None:
        table = state.table
        if table.place_of(viewer) is not None or table.joiner is None:
            return None
        playing = [seat for seat in (table.opener, table.joiner) if seat.started_ms is not None]
        waiting = [seat for seat in (table.opener, table.joiner) if seat.started_ms is None]
        return (viewer, joined_when(table)) if waiting and len(playing) <= 1 else None

    assert one_view_for_each(key) > 100
