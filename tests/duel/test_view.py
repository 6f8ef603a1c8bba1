"""What each viewer is shown (rules 5.2, 5.6, 5.7 and 6.1; docs/protocol.md)."""

from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramids.duel.table import DAY_MS, PlayerId, SeatState, Table, settle
from pyramids.duel.timing import PAUSE_MS, TimedGame
from pyramids.duel.view import (
    GameView,
    LastMove,
    SeatResultView,
    TableView,
    game_view,
    may_see_game,
    offers,
    table_view,
    visible_games,
)
from pyramids.duel.viewer import Viewer
from pyramids.rules import Action, Ended, parse_move
from tests.duel.tables import (
    ANNA,
    BERT,
    CARA,
    JOINED_MS,
    LEVEL,
    OPENED_MS,
    STARTED_MS,
    clear_round,
    finished,
    in_second_round,
    joined,
    left,
    open_texts,
    opened,
    started,
)
from tests.duel.walk import at_level, facts, games
from tests.rules.builders import staircase

EVERYBODY = (ANNA, BERT, CARA, None)
START_BY_MS = JOINED_MS + 3 * DAY_MS


def seen(table: Table, player: PlayerId | None, now_ms: int = STARTED_MS, level: int = LEVEL) -> TableView:
    return table_view(table, facts(table), games(table), at_level(player, level), now_ms)


def shown(table: Table, player: PlayerId | None) -> tuple[bool, bool]:
    """Which of both games somebody is shown."""
    first, second = visible_games(table, games(table), at_level(player, LEVEL), STARTED_MS)
    return first is not None, second is not None


def states(table: Table, player: PlayerId | None) -> list[SeatState | None]:
    return [None if seat is None else seat.state for seat in seen(table, player).seats]


def own_view(timed: TimedGame, now_ms: int = 0) -> GameView:
    return game_view(timed, own=True, now_ms=now_ms)


def begun() -> TimedGame:
    return TimedGame.start(staircase(), 3, 0)


# Rule 5.6: whose game is shown to whom.


def test_a_game_is_shown_to_its_own_player_alone_while_the_other_may_still_play() -> None:
    table = started(joined(), 0)
    assert [may_see_game(table, 0, Viewer(player)) for player in EVERYBODY] == [True, False, False, False]


def test_a_finished_game_is_not_shown_to_an_opponent_who_plays() -> None:
    assert shown(started(finished(joined(), 0), 1), BERT) == (False, True)


def test_an_opponents_running_game_is_shown_after_ones_own_end() -> None:
    assert shown(started(finished(joined(), 0), 1), ANNA) == (True, True)


def test_a_bystander_watches_the_one_who_still_plays() -> None:
    assert shown(started(finished(joined(), 0), 1), CARA) == (False, True)


def test_nobody_is_shown_a_running_game_while_both_play() -> None:
    assert shown(started(joined(), 0, 1), CARA) == (False, False)


def test_a_seat_that_nobody_has_taken_has_not_finished() -> None:
    assert shown(finished(opened(), 0), CARA) == (False, False)


def test_no_game_is_shown_before_its_start() -> None:
    assert [shown(joined(), player) for player in EVERYBODY] == [(False, False)] * 4


@pytest.mark.parametrize("player", EVERYBODY)
def test_all_games_are_shown_when_the_table_is_over(player: PlayerId | None) -> None:
    assert shown(finished(joined(), 0, 1), player) == (True, True)


def test_the_game_of_a_table_that_nobody_joined_is_shown_to_all_when_it_is_over() -> None:
    table = settle(finished(opened(), 0), OPENED_MS + 7 * DAY_MS)
    assert shown(table, CARA) == (True, False)


# Rule 5.6: whose state is told to whom.


@pytest.mark.parametrize("place", [0, 1])
def test_players_are_told_their_own_state(place: int) -> None:
    assert states(started(joined(), place), (ANNA, BERT)[place])[place] is SeatState.PLAYING


@pytest.mark.parametrize(
    "table",
    [joined(), started(joined(), 0), finished(joined(), 0), left(started(joined(), 1), 0)],
    ids=["seated", "playing", "finished", "left"],
)
def test_a_player_who_has_not_finished_is_not_told_the_opponents_state(table: Table) -> None:
    assert states(table, BERT)[0] is None


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (finished(joined(), 0), SeatState.SEATED),
        (started(finished(joined(), 0), 1), SeatState.PLAYING),
        (finished(joined(), 0, 1), SeatState.FINISHED),
    ],
)
def test_a_player_who_has_finished_is_told_the_opponents_state(table: Table, told: SeatState) -> None:
    assert states(table, ANNA)[1] is told


def test_an_open_table_tells_a_bystander_no_state() -> None:
    assert states(finished(opened(), 0), CARA) == [None, None]


def test_a_bystander_is_told_the_state_of_the_game_that_they_see() -> None:
    assert states(started(finished(joined(), 0), 1), CARA) == [None, SeatState.PLAYING]


def test_a_join_is_told_with_name_and_presence_at_once() -> None:
    seat = seen(started(joined(), 0), ANNA).seats[1]
    assert seat is not None
    assert (seat.name, seat.level, seat.online) == ("Bert", 5, False)


def test_each_seat_names_its_player_for_commands_about_them() -> None:
    assert [seat and seat.player for seat in seen(joined(), CARA).seats] == [ANNA, BERT]
    assert [seat and seat.player for seat in seen(opened(), CARA).seats] == [ANNA, None]


def test_a_seat_that_was_given_back_is_told() -> None:
    assert seen(left(started(joined(), 0), 1), ANNA).seats[1] is None


@pytest.mark.parametrize("player", EVERYBODY)
def test_every_state_is_told_when_the_table_is_over(player: PlayerId | None) -> None:
    assert states(left(finished(joined(), 1), 0), player) == [SeatState.LEFT, SeatState.FINISHED]


# The table's view.


@pytest.mark.parametrize(("player", "you"), [(ANNA, 0), (BERT, 1), (CARA, None), (None, None)])
def test_a_view_says_which_seat_is_the_viewers(player: PlayerId | None, you: int | None) -> None:
    assert seen(joined(), player).you == you


def test_the_settings_and_the_seal_are_shown_to_all() -> None:  # Rule 6.1
    view = seen(opened(highest_level=7), None)
    assert (view.board, view.minutes, view.highest_level, view.seal) == ("one", 3, 7, "ab" * 32)


def test_the_seed_is_shown_when_the_table_is_over_and_not_before() -> None:  # Rule 6.1
    tables = (opened(), finished(joined(), 0), finished(joined(), 0, 1))
    assert [seen(table, ANNA).seed for table in tables] == [None, None, "cd" * 32]


@pytest.mark.parametrize(
    ("table", "level", "code"),
    [
        (opened(), 5, None),
        (opened(highest_level=4), 5, "level_too_high"),
        (joined(), 5, "table_full"),
        (left(opened(), 0), 5, "table_closed"),
    ],
)
def test_somebody_without_a_seat_is_told_why_they_may_not_join(
    table: Table, level: int, code: str | None
) -> None:
    assert seen(table, CARA, level=level).join_refused == code


def test_a_player_at_the_table_is_told_no_reason_why_they_may_not_join() -> None:
    assert seen(joined(), ANNA).join_refused is None


@pytest.mark.parametrize("player", [ANNA, BERT])
def test_whoever_waits_with_the_start_is_told_how_long_they_may(player: PlayerId) -> None:  # Rule 5.7
    assert seen(joined(), player, START_BY_MS - 5).start_within_ms == 5


def test_an_opener_alone_may_wait_until_the_table_closes() -> None:
    assert seen(opened(), ANNA, OPENED_MS).start_within_ms == 7 * DAY_MS


@pytest.mark.parametrize("player", [BERT, CARA, None])
def test_whoever_does_not_wait_is_told_no_time(player: PlayerId | None) -> None:
    assert seen(started(joined(), 1), player).start_within_ms is None


@pytest.mark.parametrize(
    ("table", "player", "offered"),
    [
        (opened(), ANNA, ("start", "invite", "computer", "leave")),
        (opened(), CARA, ("join",)),
        (opened(), None, ()),
        (joined(), BERT, ("start", "leave")),
        (joined(), CARA, ()),
        (started(joined(), 0), ANNA, ("end", "leave")),
        (finished(joined(), 0), ANNA, ("again", "leave")),
        (finished(opened(), 0), ANNA, ("invite", "computer", "again", "leave")),
        (started(finished(joined(), 0), 1), ANNA, ("watch", "again", "leave")),
        (started(finished(joined(), 0), 1), CARA, ("watch",)),
        (finished(joined(), 0, 1), BERT, ("watch", "again", "leave")),
        (finished(joined(), 0, 1), None, ("watch",)),
    ],
)
def test_each_viewer_is_offered_what_they_may_do(
    table: Table, player: PlayerId | None, offered: tuple[str, ...]
) -> None:
    assert offers(table, at_level(player, LEVEL), STARTED_MS) == offered


def test_a_result_has_each_finished_game() -> None:
    result = seen(finished(joined(), 0, 1), None).result
    assert result is not None
    assert (result.winner, result.by) == (None, "draw")
    assert result.seats == (
        SeatResultView(100, (-10,), 60_000, "stopped", None, None),
        SeatResultView(100, (-15,), 60_000, "stopped", None, None),
    )


def test_a_walkovers_result_has_one_game() -> None:
    result = seen(left(finished(joined(), 1), 0), None).result
    assert result is not None
    assert (result.winner, result.by, result.seats[0]) == (1, "walkover", None)


# A game's view.


def test_a_game_shows_the_pyramid_the_pile_and_how_many_cards_are_face_down() -> None:
    deal = staircase()
    view = own_view(begun())
    assert view.cards == tuple(str(card) for card in deal.pyramid)
    assert (view.pile, view.fan, view.joker) == (str(deal.fan[0]), 23, True)


def test_a_placed_card_leaves_its_place_empty_and_lies_on_the_pile() -> None:
    card = staircase().pyramid[27]
    view = own_view(begun().play(card, 0))
    assert (view.cards[27], view.pile) == ("", str(card))


def test_a_joker_lies_on_the_pile() -> None:
    view = own_view(begun().play(Action.JOKER, 0))
    assert (view.pile, view.joker) == ("*", False)


def test_its_player_is_shown_the_open_moves() -> None:
    timed = begun()
    assert own_view(timed).open == open_texts(timed) != ()


def test_a_watcher_is_shown_the_same_but_for_the_open_moves() -> None:
    timed = begun()
    own, watched = (asdict(game_view(timed, own=own, now_ms=0)) for own in (True, False))
    assert watched == own | {"open": ()}


def test_no_move_is_open_in_a_game_that_has_ended() -> None:
    assert own_view(begun().end(Ended.STOPPED)).open == ()


@given(turns=st.integers(0, 23))
def test_no_face_down_card_is_in_a_view(turns: int) -> None:
    timed = begun()
    for _ in range(turns):
        timed = timed.play(Action.TURN, 0)
    face_down = {str(card) for card in timed.game.round.deal.fan[turns + 1 :]}
    view = own_view(timed)
    assert not face_down & {*view.cards, view.pile, *view.open, view.last and view.last.move}


@pytest.mark.parametrize(
    ("line", "last"),
    [
        ("", None),
        ("+", LastMove("+", -5, False)),
        ("*", LastMove("*", -50, False)),
        ("27", LastMove("27", 5, False)),
        ("27 26", LastMove("26", 10, False)),
        ("27 * 26", LastMove("26", 10, False)),
        ("27 26 +", LastMove("+", -5, False)),
    ],
)
def test_the_last_move_is_shown_with_its_points(line: str, last: LastMove | None) -> None:
    """Numbers stand for the cards of those places."""
    timed = begun()

    def text(token: str) -> str:
        return str(timed.game.round.deal.pyramid[int(token)]) if token.isdecimal() else token

    for token in line.split():
        timed = timed.play(parse_move(text(token)), 0)
    assert own_view(timed).last == (None if last is None else LastMove(text(last.move), last.points, False))


def test_the_clearing_move_is_the_last_one_until_the_next() -> None:
    timed = in_second_round()
    top = str(staircase().pyramid[0])
    assert own_view(timed).last == LastMove(top, 28 * 5 + 50, True)
    assert own_view(timed.play(Action.TURN, 3_000)).last == LastMove("+", -5, False)


def test_the_move_that_completes_a_game_is_shown_in_its_own_round() -> None:
    timed = begun()
    for number in range(1, 5):
        timed = clear_round(timed, timed.begins_ms).next_round(staircase(seed=number))
    view = own_view(clear_round(timed, timed.begins_ms))
    assert view.last == LastMove(str(staircase(seed=4).pyramid[0]), 190, False)
    assert (view.ended, view.round, view.cards) == ("completed", 5, ("",) * 28)


def test_rounds_are_shown_with_their_figures_and_the_score_is_their_sum() -> None:
    view = own_view(in_second_round().play(Action.TURN, 3_000))
    assert [(r.score, r.cleared, r.longest_sequence) for r in view.rounds] == [
        (2_080, True, 28),
        (-5, False, 0),
    ]
    assert (view.round, view.score, view.n) == (2, 2_075, 29)


def test_the_clock_is_shown_as_it_was_when_the_view_was_made() -> None:
    view = own_view(in_second_round(), now_ms=2_700 + 1_000)
    assert (view.left_ms, view.pause_ms) == (180_000, PAUSE_MS - 1_000)


def test_a_game_that_ended_in_the_pause_waits_for_nothing() -> None:
    view = own_view(in_second_round().end(Ended.STOPPED), now_ms=2_700)
    assert (view.pause_ms, view.ended) == (0, "stopped")
