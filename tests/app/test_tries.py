"""Tries in play: once, alone, on the server's clock, and on disk before they are answered."""

import asyncio

import pytest

from pyramids.app.play import StaleError
from pyramids.app.site import Site
from pyramids.app.tries import LiveTry
from pyramids.duel.tries import RoundResult
from pyramids.rules import Action, Card, Ended
from pyramids.storage.tries import Target
from tests.app.sites import ANNA, BERT, BOARD, Times, clearing, code_of, opened

LIMIT_MS = 180_000


async def today(site: Site, board: str = BOARD) -> Target:
    return await site.days.deal_of(board, site.days.today())


async def begun(site: Site) -> LiveTry:
    """Anna's try of today's deal."""
    return await site.tries.start(ANNA, await today(site))


async def play(site: Site, live: LiveTry, *moves: Action | Card) -> None:
    for move in moves:
        await site.tries.move(live.kept.id, ANNA, move, live.game.moves_made)


def result(live: LiveTry) -> RoundResult:
    found = live.own.result
    assert found is not None
    return found


async def test_a_try_is_cleared_in_one_round(site: Site) -> None:
    live = await begun(site)
    await play(site, live, *clearing(live.game.timed.game.round.deal))
    assert (result(live).ended, result(live).cleared, result(live).cards_left) == (Ended.COMPLETED, True, 0)


async def test_a_try_that_its_player_ends_keeps_its_points(site: Site) -> None:
    live = await begun(site)
    await play(site, live, Action.TURN)
    await site.tries.end(live.kept.id, ANNA)
    assert (result(live).ended, result(live).score) == (Ended.STOPPED, -5)


async def test_an_ended_try_refuses_everything(site: Site) -> None:
    live = await begun(site)
    await site.tries.end(live.kept.id, ANNA)
    assert await code_of(site.tries.end(live.kept.id, ANNA)) == "game_over"
    assert await code_of(site.tries.move(live.kept.id, ANNA, Action.TURN, 0)) == "game_over"


async def test_a_deal_is_tried_once(site: Site) -> None:
    live = await begun(site)
    assert await code_of(begun(site)) == "already_tried"
    await site.tries.end(live.kept.id, ANNA)
    assert await code_of(begun(site)) == "already_tried"


async def test_of_two_starts_at_once_one_is_refused(site: Site) -> None:
    found = await asyncio.gather(begun(site), begun(site), return_exceptions=True)
    assert sorted(type(one).__name__ for one in found) == ["LiveTry", "Refusal"]


async def test_everybody_and_each_board_has_a_try_of_its_own(site: Site) -> None:
    first = await begun(site)
    others = [
        await site.tries.start(BERT, await today(site)),
        await site.tries.start(ANNA, await today(site, "one")),
    ]
    assert len({first.kept.id, *(live.kept.id for live in others)}) == 3


async def test_a_try_is_nobody_elses(site: Site) -> None:
    live = await begun(site)
    assert await code_of(site.tries.move(live.kept.id, BERT, Action.TURN, 0)) == "unknown_deal"
    assert await code_of(site.tries.end(live.kept.id, BERT)) == "unknown_deal"
    assert await code_of(site.tries.end(live.kept.id + 1, ANNA)) == "unknown_deal"


async def test_a_move_that_is_sent_twice_is_made_once(site: Site) -> None:
    live = await begun(site)
    await site.tries.move(live.kept.id, ANNA, Action.TURN, 0)
    with pytest.raises(StaleError):
        await site.tries.move(live.kept.id, ANNA, Action.TURN, 0)
    assert live.game.moves_made == 1


async def test_moves_at_once_are_made_one_after_the_other(site: Site) -> None:
    live = await begun(site)
    sent = [site.tries.move(live.kept.id, ANNA, Action.TURN, n) for n in range(5)]
    await asyncio.gather(*sent)
    assert live.game.moves_made == 5


async def test_a_refused_move_changes_nothing(site: Site) -> None:
    live = await begun(site)
    covered = live.game.timed.game.round.deal.pyramid[0]
    assert await code_of(site.tries.move(live.kept.id, ANNA, covered, 0)) == "card_covered"
    assert live.game.moves_made == 0


# The clock


async def test_a_try_ends_when_its_three_minutes_are_over(site: Site, times: Times) -> None:
    live = await begun(site)
    times.pass_(LIMIT_MS - 1)
    await site.tries.settle_due()
    assert live.own.result is None
    times.pass_(1)
    await site.tries.settle_due()
    assert (result(live).ended, result(live).playing_ms) == (Ended.TIMEOUT, LIMIT_MS)


async def test_a_late_move_ends_the_try_before_any_job_does(site: Site, times: Times) -> None:
    live = await begun(site)
    times.pass_(LIMIT_MS)
    assert await code_of(site.tries.move(live.kept.id, ANNA, Action.TURN, 0)) == "game_over"
    assert result(live).ended is Ended.TIMEOUT


async def test_who_looks_at_a_late_try_finds_it_ended(site: Site, times: Times) -> None:
    live = await begun(site)
    times.pass_(LIMIT_MS)
    assert await code_of(site.tries.end(live.kept.id, ANNA)) == "game_over"
    found = await site.tries.of_player(ANNA, await today(site))
    assert found is not None
    assert result(found).ended is Ended.TIMEOUT


# Restarts


async def test_a_running_try_goes_on_after_a_restart_and_downtime_counts_in_no_clock(tmp_path, times) -> None:
    async with opened(tmp_path, times) as site:
        live = await begun(site)
        times.pass_(60_000)
        await play(site, live, Action.TURN, Action.JOKER)
    times.pass_(3_600_000)
    async with opened(tmp_path, times) as site:
        again = await site.tries.get(live.kept.id)
        assert again.game == live.game
        assert again.game.timed.left_ms(site.clock.now_ms()) == LIMIT_MS - 60_000
        await play(site, again, Action.TURN)
        times.pass_(LIMIT_MS - 60_000)
        await site.tries.settle_due()
        assert result(again).ended is Ended.TIMEOUT
    async with opened(tmp_path, times) as site:
        assert (await site.tries.get(live.kept.id)).game == again.game


@pytest.mark.parametrize("how", ["cleared", "stopped"])
async def test_an_ended_try_is_the_same_after_a_restart(tmp_path, times, how) -> None:
    async with opened(tmp_path, times) as site:
        live = await begun(site)
        if how == "cleared":
            await play(site, live, *clearing(live.game.timed.game.round.deal))
        else:
            await site.tries.end(live.kept.id, ANNA)
    async with opened(tmp_path, times) as site:
        again = await site.tries.get(live.kept.id)
        assert (again.game, again.own) == (live.game, live.own)


async def test_a_try_beside_a_table_with_the_same_number_keeps_its_own_moves(tmp_path, times) -> None:
    async with opened(tmp_path, times) as site:
        live = await begun(site)
        code = await site.lobby.open(ANNA, BOARD, 3, 10)
        room = await site.play.start(code, ANNA)
        assert room.seat_row(0).id == live.kept.id
        await site.play.move(code, ANNA, Action.JOKER, 0)
        await play(site, live, Action.TURN, Action.TURN)
    async with opened(tmp_path, times) as site:
        game = (await site.play.settle(code)).games[0]
        assert game is not None
        assert [game.moves_made, (await site.tries.get(live.kept.id)).game.moves_made] == [1, 2]


async def test_a_try_whose_memory_is_not_the_truth_is_read_anew(site: Site) -> None:
    live = await begun(site)
    await play(site, live, Action.TURN)
    live.game.at_ms.clear()  # As if the first move had never been heard of.
    with pytest.raises(StaleError):
        await site.tries.move(live.kept.id, ANNA, Action.TURN, 0)
    assert (await site.tries.get(live.kept.id)).game.moves_made == 1
