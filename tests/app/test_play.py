"""Games in play: starting, moving, ending, and what the clock ends (rules 2.5, 4.2 to 4.5, 5.7)."""

import asyncio

import pytest

from pyramids.app.play import StaleError
from pyramids.app.site import Site
from pyramids.duel.table import DAY_MS
from pyramids.rules import Action, Card, Refusal
from pyramids.storage import tables
from tests.app.sites import (
    ANNA,
    BERT,
    CARA,
    MINUTE_MS,
    Screen,
    Times,
    clear_round,
    code_of,
    get_stuck,
    n_of,
    play,
    room_of,
    started,
    table,
    view,
)

TURN, JOKER = Action.TURN, Action.JOKER
LIMIT_MS = 3 * MINUTE_MS


async def ended(site: Site, code: str, player=ANNA) -> str | None:
    """How a player's game ended, as the page would show it, without asking the clock."""
    return (await view(site, code, player))["ended"]


# Start.


async def test_a_start_gives_the_first_round(site: Site) -> None:
    code = await started(site, ANNA)
    seen = await view(site, code, ANNA)
    assert (seen["n"], seen["round"], seen["fan"], seen["left_ms"]) == (0, 1, 23, LIMIT_MS)


async def test_both_players_get_the_same_cards(site: Site) -> None:  # Rule 5.1
    code = await started(site, ANNA, BERT)
    assert await view(site, code, ANNA) == await view(site, code, BERT)


async def test_each_players_own_start_begins_their_clock(site: Site, times: Times) -> None:  # E25
    code = await started(site, ANNA)
    times.pass_(MINUTE_MS)
    await site.play.start(code, BERT)
    assert [(await view(site, code, player))["left_ms"] for player in (ANNA, BERT)] == [
        2 * MINUTE_MS,
        3 * MINUTE_MS,
    ]


async def test_two_starts_at_once_are_one(site: Site) -> None:
    code = await table(site)
    results = await asyncio.gather(*(site.play.start(code, ANNA) for _ in range(3)), return_exceptions=True)
    assert [str(result.code) for result in results if isinstance(result, Refusal)] == ["already_started"] * 2


async def test_a_start_without_a_seat_is_refused(site: Site) -> None:
    assert await code_of(site.play.start(await table(site), CARA)) == "not_seated"


async def test_a_start_after_the_time_is_refused(site: Site, times: Times) -> None:  # Rule 5.7
    code = await table(site)
    times.pass_(3 * DAY_MS)
    assert await code_of(site.play.start(code, ANNA)) == "table_closed"


@pytest.mark.parametrize("command", ["start", "end", "settle"])
async def test_a_table_that_does_not_exist_is_unknown(site: Site, command: str) -> None:
    who = () if command == "settle" else (ANNA,)
    assert await code_of(getattr(site.play, command)("ZZZZZZ", *who)) == "unknown_table"


# Moves.


async def test_a_move_changes_the_game(site: Site) -> None:
    code = await started(site, ANNA)
    await site.play.move(code, ANNA, TURN, 0)
    seen = await view(site, code, ANNA)
    assert (seen["n"], seen["fan"], seen["score"]) == (1, 22, -5)


async def test_the_same_move_sent_again_counts_once(site: Site) -> None:
    code = await started(site, ANNA)
    await site.play.move(code, ANNA, TURN, 0)
    with pytest.raises(StaleError):
        await site.play.move(code, ANNA, TURN, 0)
    assert await n_of(site, code, ANNA) == 1


async def test_the_same_move_sent_three_times_at_once_counts_once(site: Site) -> None:  # E10
    code = await started(site, ANNA)
    results = await asyncio.gather(
        *(site.play.move(code, ANNA, TURN, 0) for _ in range(3)), return_exceptions=True
    )
    assert [isinstance(result, StaleError) for result in results] == [False, True, True]
    assert await n_of(site, code, ANNA) == 1


async def test_ten_moves_sent_at_once_with_their_own_numbers_are_ten(site: Site) -> None:  # E10
    code = await started(site, ANNA)
    await asyncio.gather(*(site.play.move(code, ANNA, TURN, n) for n in range(10)))
    assert await n_of(site, code, ANNA) == 10


@pytest.mark.parametrize("n", [0, 1, 3, 1_000, -1])
async def test_a_move_for_another_view_is_stale_and_changes_nothing(site: Site, n: int) -> None:
    code = await started(site, ANNA)
    await play(site, code, ANNA, TURN, TURN)
    with pytest.raises(StaleError):
        await site.play.move(code, ANNA, JOKER, n)
    assert await n_of(site, code, ANNA) == 2


async def test_a_stale_move_after_the_end_is_still_stale(site: Site) -> None:
    code = await started(site, ANNA)
    await play(site, code, ANNA, TURN)
    await site.play.end(code, ANNA)
    with pytest.raises(StaleError):
        await site.play.move(code, ANNA, TURN, 0)


async def test_a_refused_move_changes_nothing(site: Site) -> None:  # Rule 2.5
    code = await started(site, ANNA)
    top = Card.parse((await view(site, code, ANNA))["cards"][0])
    before = await view(site, code, ANNA)
    assert await code_of(site.play.move(code, ANNA, top, 0)) == "card_covered"
    assert await view(site, code, ANNA) == before


@pytest.mark.parametrize(
    ("player", "code"), [(BERT, "not_started"), (CARA, "not_seated"), (None, "not_seated")]
)
async def test_whoever_plays_no_game_there_moves_nothing(site: Site, player, code: str) -> None:
    table_code = await started(site, ANNA)
    assert await code_of(site.play.move(table_code, player, TURN, 0)) == code


async def test_both_games_of_a_table_go_on_at_once(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    await asyncio.gather(
        *(site.play.move(code, player, TURN, n) for n in range(8) for player in (ANNA, BERT))
    )
    assert [await n_of(site, code, player) for player in (ANNA, BERT)] == [8, 8]


async def test_many_tables_go_on_at_once(site: Site) -> None:
    codes = [await started(site, ANNA, joined=False) for _ in range(5)]
    await asyncio.gather(*(site.play.move(code, ANNA, TURN, n) for n in range(12) for code in codes))
    assert [await n_of(site, code, ANNA) for code in codes] == [12] * 5


# Rounds.


async def test_a_cleared_round_is_followed_by_the_next(site: Site) -> None:  # Rule 4.2
    code = await started(site, ANNA)
    await clear_round(site, code, ANNA)
    seen = await view(site, code, ANNA)
    assert (seen["round"], seen["fan"], seen["joker"], seen["rounds"][0]["cleared"]) == (2, 23, True, True)


async def test_the_next_rounds_clock_waits_three_seconds(site: Site, times: Times) -> None:  # Rule 4.5
    code = await started(site, ANNA)
    times.pass_(MINUTE_MS)
    await clear_round(site, code, ANNA)
    seen = await view(site, code, ANNA)
    assert (seen["left_ms"], seen["pause_ms"]) == (LIMIT_MS, 3_000)


async def test_the_next_round_begins_by_itself(site: Site, times: Times) -> None:  # Rule 4.5
    code = await started(site, ANNA)
    await clear_round(site, code, ANNA)
    times.pass_(3_000 + LIMIT_MS - 1)
    await site.settle_due()
    assert await ended(site, code) is None
    times.pass_(1)
    await site.settle_due()
    assert await ended(site, code) == "timeout"


async def test_an_early_first_move_brings_the_next_rounds_end_forward(site: Site, times: Times) -> None:
    code = await started(site, ANNA)
    await clear_round(site, code, ANNA)
    await play(site, code, ANNA, TURN)
    times.pass_(LIMIT_MS)
    await site.settle_due()
    assert await ended(site, code) == "timeout"


async def test_five_cleared_rounds_complete_the_game(site: Site) -> None:
    code = await started(site, ANNA)
    for _ in range(5):
        await clear_round(site, code, ANNA)
    assert await ended(site, code) == "completed"


# Ends.


async def test_a_stopped_game_keeps_its_points_and_takes_no_move(site: Site) -> None:  # Rule 4.4
    code = await started(site, ANNA)
    await play(site, code, ANNA, TURN)
    await site.play.end(code, ANNA)
    assert (await ended(site, code), (await view(site, code, ANNA))["score"]) == ("stopped", -5)
    assert await code_of(site.play.move(code, ANNA, TURN, 1)) == "game_over"


@pytest.mark.parametrize(("player", "code"), [(BERT, "not_started"), (CARA, "not_seated")])
async def test_whoever_plays_no_game_there_ends_none(site: Site, player, code: str) -> None:
    table_code = await started(site, ANNA)
    assert await code_of(site.play.end(table_code, player)) == code


async def test_a_game_ends_once(site: Site) -> None:
    code = await started(site, ANNA)
    results = await asyncio.gather(*(site.play.end(code, ANNA) for _ in range(3)), return_exceptions=True)
    assert [str(result.code) for result in results if isinstance(result, Refusal)] == ["game_over"] * 2


async def test_a_game_that_can_not_go_on_ends_at_once(site: Site) -> None:  # Rule 4.3
    code = await started(site, ANNA)
    await get_stuck(site, code, ANNA)
    assert await ended(site, code) == "stuck"
    assert (await room_of(site, code)).table.opener.outcome is not None


async def test_a_move_in_the_last_millisecond_counts(site: Site, times: Times) -> None:  # Rule 4.5
    code = await started(site, ANNA)
    times.pass_(LIMIT_MS - 1)
    await site.play.move(code, ANNA, TURN, 0)
    assert await n_of(site, code, ANNA) == 1


@pytest.mark.parametrize("late_ms", [0, 1, DAY_MS])
async def test_a_move_at_the_limit_or_after_it_is_late(site: Site, times: Times, late_ms: int) -> None:
    code = await started(site, ANNA)
    times.pass_(LIMIT_MS + late_ms)
    assert await code_of(site.play.move(code, ANNA, TURN, 0)) == "game_over"
    assert (await ended(site, code), await n_of(site, code, ANNA)) == ("timeout", 0)


async def test_a_game_that_ran_out_cannot_be_stopped(site: Site, times: Times) -> None:
    code = await started(site, ANNA)
    times.pass_(LIMIT_MS)
    assert await code_of(site.play.end(code, ANNA)) == "game_over"
    assert await ended(site, code) == "timeout"


async def test_a_game_that_nobody_touches_is_ended_by_the_job(site: Site, times: Times) -> None:  # E26
    code = await started(site, ANNA)
    times.pass_(LIMIT_MS)
    await site.settle_due()
    assert await ended(site, code) == "timeout"


async def test_the_job_ends_nothing_before_its_time(site: Site, times: Times) -> None:
    code = await started(site, ANNA)
    times.pass_(LIMIT_MS - 1)
    await site.settle_due()
    assert await ended(site, code) is None


async def test_a_game_that_ran_out_counts_its_last_round_whole(site: Site, times: Times) -> None:  # Rule 5.2
    code = await started(site, ANNA)
    times.pass_(2_000)
    await play(site, code, ANNA, TURN)
    times.pass_(10 * DAY_MS)
    await site.settle_due()
    outcome = (await room_of(site, code)).table.opener.outcome
    assert outcome is not None
    assert outcome.playing_ms == LIMIT_MS


async def test_both_games_that_run_out_together_make_the_table_over(site: Site, times: Times) -> None:
    code = await started(site, ANNA, BERT)
    times.pass_(LIMIT_MS)
    await site.settle_due()
    assert (await room_of(site, code)).table.over


async def test_two_last_ends_at_once_make_the_table_over(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    await asyncio.gather(site.play.end(code, ANNA), site.play.end(code, BERT))
    assert (await room_of(site, code)).table.over


async def test_a_table_whose_time_is_over_is_ended_by_the_job(site: Site, times: Times) -> None:  # Rule 5.7
    code = await started(site, BERT)
    await site.play.end(code, BERT)
    times.pass_(3 * DAY_MS)
    await site.settle_due()
    assert (await room_of(site, code)).table.over


async def test_settling_what_is_settled_changes_nothing(site: Site, times: Times) -> None:
    code = await started(site, ANNA, BERT)
    times.pass_(LIMIT_MS)
    await site.settle_due()
    before = (await room_of(site, code)).kept
    times.pass_(DAY_MS)
    await site.settle_due()
    assert (await room_of(site, code)).kept == before


async def test_whoever_looks_waits_for_nobodys_move(site: Site) -> None:  # Rule 5.6
    """Else the time of an answer would tell that somebody plays."""
    code = await started(site, ANNA, BERT)
    room = await room_of(site, code)
    async with room.locks[0]:  # Anna's move is on its way to the disk.
        looking = asyncio.ensure_future(site.play.settle(code))
        await asyncio.sleep(0)
        assert looking.done()


# Somebody who asks and goes away before the answer.


@pytest.mark.parametrize("command", ["start", "move", "end", "settle", "join", "leave", "rename"])
async def test_what_was_committed_is_kept_and_told_though_its_sender_has_gone(
    site: Site, times: Times, command: str
) -> None:
    code = await (
        table(site) if command in ("start", "leave") else started(site, ANNA, joined=command != "join")
    )
    watcher = await Screen(site, ANNA, code).open()
    await watcher.receive()
    if command == "settle":
        times.pass_(LIMIT_MS)
    asked = asyncio.ensure_future(
        {
            "start": lambda: site.play.start(code, ANNA),
            "move": lambda: site.play.move(code, ANNA, TURN, 0),
            "end": lambda: site.play.end(code, ANNA),
            "settle": lambda: site.play.settle(code),
            "join": lambda: site.lobby.join(code, BERT),
            "leave": lambda: site.lobby.leave(code, BERT),
            "rename": lambda: site.accounts.rename(ANNA, "Ada"),
        }[command]()
    )
    while not site.store._asked:
        await asyncio.sleep(0)
    asked.cancel()
    await site.store.write(lambda _connection, _journal: None)  # It has been committed before this.
    assert asked.cancelled()
    kept = await site.store.read(lambda connection: tables.by_code(connection, code))
    room = await room_of(site, code)
    assert (room.kept, await n_of(site, code, ANNA) if room.games[0] else 0) == (kept, int(command == "move"))
    assert await watcher.receive() != []


async def test_many_late_games_are_all_ended(site: Site, times: Times) -> None:
    codes = [await started(site, ANNA, joined=False) for _ in range(12)]
    times.pass_(LIMIT_MS)
    await site.settle_due()
    assert [await ended(site, code) for code in codes] == ["timeout"] * 12
