"""Moves that are made where they are received: they come to the same, and whatever is not as usual is left alone."""

import asyncio
import random

import pytest

from pyramids.app.play import StaleError
from pyramids.app.rooms import Room
from pyramids.app.site import Site
from pyramids.duel.table import PlayerId
from pyramids.rules import Action, Card, Move, Refusal
from pyramids.storage.journal import JournalMove
from pyramids.storage.store import NotSavedError
from tests.app.sites import (
    ANNA,
    BERT,
    CARA,
    MINUTE_MS,
    Screen,
    Times,
    clear_round,
    clearing,
    deals_of,
    fetched,
    forget,
    play,
    room_of,
    started,
)

TURN, JOKER = Action.TURN, Action.JOKER


def at_once(site: Site, room: Room, move: Move, n: int, player: PlayerId | None = ANNA) -> bool:
    return site.play.move_at_once(room, player, move, n, lambda _saved: None)


async def saved(site: Site) -> None:
    """Until what was asked for before is on disk, and told."""
    await site.store.write(lambda _connection, _journal: None)


def moves_made(room: Room, place: int = 0) -> int:
    live = room.games[place]
    assert live is not None
    return live.moves_made


@pytest.mark.parametrize("seed", range(5))
async def test_a_game_at_once_is_the_game_that_a_page_and_a_restart_find(site: Site, seed: int) -> None:
    code, chance = await started(site, ANNA, BERT), random.Random(seed)
    room, screen = await room_of(site, code), await Screen(site, ANNA, code).open()
    left = 0
    while options := room.timed[0].game.open_moves():  # type: ignore[union-attr]
        move, n = chance.choice(options), moves_made(room)
        if at_once(site, room, move, n):
            assert moves_made(room) == n  # Nothing is true before it is on disk.
            await saved(site)
        else:
            left += 1
            await site.play.move_in(room, ANNA, move, n)
        assert moves_made(room) == n + 1
    assert left == 1  # The last move: nobody clears a round by chance.
    assert await screen.shows() == fetched(site, room, ANNA)
    games = room.games
    forget(site, code)
    assert (await room_of(site, code)).games == games


async def test_a_move_at_once_is_sent_to_whoever_may_see_it(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    await site.play.end(code, BERT)
    room = await room_of(site, code)
    watcher, own = await Screen(site, BERT, code).open(), await Screen(site, ANNA, code).open()
    assert at_once(site, room, TURN, 0)
    await saved(site)
    assert (await watcher.shows())["games"] == fetched(site, room, BERT)["games"]
    assert (await own.shows())["games"][0]["n"] == 1


async def test_both_games_of_a_table_move_at_once(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    room = await room_of(site, code)
    assert at_once(site, room, TURN, 0)
    assert at_once(site, room, JOKER, 0, BERT)
    await saved(site)
    assert (moves_made(room, 0), moves_made(room, 1)) == (1, 1)


# What is left to the ordinary way, and changes nothing.


async def test_a_move_before_the_last_one_is_on_disk_waits(site: Site) -> None:
    room = await room_of(site, await started(site, ANNA))
    assert at_once(site, room, TURN, 0)
    assert not at_once(site, room, TURN, 0)
    assert not at_once(site, room, TURN, 1)
    await site.play.move_in(room, ANNA, TURN, 1)  # It waits for the first.
    assert moves_made(room) == 2


async def test_a_seat_in_use_is_not_moved_at_once(site: Site) -> None:
    room = await room_of(site, await started(site, ANNA))
    async with room.locks[0]:
        assert not at_once(site, room, TURN, 0)
    assert at_once(site, room, TURN, 0)


async def test_whoever_waits_for_a_move_at_once_goes_on_after_it(site: Site) -> None:
    code = await started(site, ANNA)
    room = await room_of(site, code)
    assert at_once(site, room, TURN, 0)
    await asyncio.wait_for(site.play.end(code, ANNA), 5)
    assert moves_made(room) == 1


@pytest.mark.parametrize("n", [0, 2, 40])
async def test_a_stale_move_is_left(site: Site, n: int) -> None:
    code = await started(site, ANNA)
    await play(site, code, ANNA, TURN)
    room = await room_of(site, code)
    assert not at_once(site, room, TURN, n)
    with pytest.raises(StaleError):
        await site.play.move_in(room, ANNA, TURN, n)


async def test_a_move_that_the_rules_refuse_is_left(site: Site) -> None:  # Rule 2.5
    room = await room_of(site, await started(site, ANNA))
    covered = next(deals_of(room)).pyramid[0]
    assert not at_once(site, room, covered, 0)
    with pytest.raises(Refusal, match="card_covered"):
        await site.play.move_in(room, ANNA, covered, 0)


@pytest.mark.parametrize("player", [BERT, CARA, None])
async def test_whoever_plays_no_game_there_is_left(site: Site, player: PlayerId | None) -> None:
    room = await room_of(site, await started(site, ANNA))
    assert not at_once(site, room, TURN, 0, player)


async def test_a_move_after_the_end_is_left(site: Site) -> None:
    code = await started(site, ANNA)
    await site.play.end(code, ANNA)
    assert not at_once(site, await room_of(site, code), TURN, 0)


async def test_a_late_move_is_left(site: Site, times: Times) -> None:  # Rule 4.5
    room = await room_of(site, await started(site, ANNA))
    times.pass_(3 * MINUTE_MS)
    assert not at_once(site, room, TURN, 0)


async def test_a_move_that_clears_a_round_is_left(site: Site) -> None:  # Rule 4.2
    code = await started(site, ANNA)
    room = await room_of(site, code)
    *before, last = clearing(next(deals_of(room)))
    await play(site, code, ANNA, *before)
    assert isinstance(last, Card)
    assert not at_once(site, room, last, len(before))


async def test_an_early_first_move_of_a_round_is_left(site: Site, times: Times) -> None:  # Rule 4.5
    """It begins the round's clock, which the disk must know too."""
    code = await started(site, ANNA)
    room = await room_of(site, code)
    await clear_round(site, code, ANNA)
    n = moves_made(room)
    assert not at_once(site, room, TURN, n)
    times.pass_(3_000)
    assert at_once(site, room, TURN, n)


# What does not come to the disk.


async def test_a_move_that_meets_another_writers_is_not_made(site: Site) -> None:
    room = await room_of(site, await started(site, ANNA))
    await site.store.append(JournalMove(room.seat_row(0).id, 0, "+", site.clock.now_ms()))
    outcomes: list[bool] = []
    assert site.play.move_at_once(room, ANNA, TURN, 0, outcomes.append)
    await saved(site)
    assert (outcomes, moves_made(room)) == ([False], 0)
    with pytest.raises(StaleError):  # It reads what is true: the other's move has been made.
        await site.play.move_in(room, ANNA, TURN, 0)
    assert at_once(site, room, TURN, 1)


async def test_a_store_that_is_closed_takes_no_move_at_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await room_of(site, await started(site, ANNA))

    def closed(*_arguments: object) -> None:
        raise NotSavedError("the store is closed")

    with monkeypatch.context() as patch:
        patch.setattr(site.store, "submit", closed)
        assert not at_once(site, room, TURN, 0)
    assert at_once(site, room, TURN, 0)
