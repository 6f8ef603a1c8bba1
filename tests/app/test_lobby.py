"""Opening, joining, leaving and starting again; the open tables; everybody's own tables (rules 5.3 to 5.7)."""

import asyncio
import itertools

import pytest

from pyramids.app import lobby
from pyramids.app.lists import OpenTable
from pyramids.app.lobby import MOST_WAITING, MyTable
from pyramids.app.players import guest_name
from pyramids.app.site import Site
from pyramids.duel.table import DAY_MS, PlayerId, SeatState
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import Connection, LobbyPage
from pyramids.rules import Action, Refusal
from tests.app.sites import (
    ANNA,
    BERT,
    BOARD,
    CARA,
    MINUTE_MS,
    Times,
    code_of,
    over,
    players_at,
    room_of,
    started,
    table,
)

LIMIT_MS = 3 * MINUTE_MS


async def open_to(site: Site, player: PlayerId) -> list[OpenTable]:
    return (await site.lists.open_tables(Viewer(player), LobbyPage())).tables


async def mine(site: Site, player: PlayerId) -> MyTable | None:
    """A player's own newest table that wants something of them."""
    found = await site.lobby.my_tables(player)
    return found[0] if found else None


async def state(site: Site, player: PlayerId) -> str | None:
    found = await mine(site, player)
    return None if found is None else found.state


# Opening.


async def test_a_table_has_the_settings_it_was_opened_with(site: Site) -> None:
    code = await site.lobby.open(ANNA, "one", 10, 7)
    opened = (await room_of(site, code)).table
    assert (opened.board, opened.minutes, opened.highest_level, opened.opener.player) == ("one", 10, 7, ANNA)


async def test_every_table_has_a_seed_of_its_own(site: Site) -> None:  # Rule 6.1
    seeds = [(await room_of(site, await table(site))).kept.seed for _ in range(2)]
    assert {len(seed) for seed in seeds} == {32}
    assert seeds[0] != seeds[1]


async def test_a_code_that_is_taken_is_not_given_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = itertools.chain("AAAAAA", "AAAAAA", itertools.repeat("B"))
    monkeypatch.setattr(lobby.secrets, "choice", lambda _letters: next(letters))
    assert [await site.lobby.open(ANNA, BOARD, 3, 10) for _ in range(2)] == ["AAAAAA", "BBBBBB"]


async def test_an_opener_has_only_so_many_tables_that_wait(site: Site) -> None:
    for _ in range(MOST_WAITING):
        await table(site, joined=False)
    assert await code_of(table(site, joined=False)) == "too_many_tables"


async def test_a_joined_table_waits_no_more(site: Site) -> None:
    for _ in range(MOST_WAITING):
        await table(site)
    await table(site)


# Joining.


async def test_of_two_who_join_at_once_one_finds_the_table_full(site: Site) -> None:  # Rule 5.4
    code = await table(site, joined=False)
    results = await asyncio.gather(
        *(site.lobby.join(code, player) for player in (BERT, CARA)), return_exceptions=True
    )
    assert [str(result.code) for result in results if isinstance(result, Refusal)] == ["table_full"]
    assert await players_at(site, code) == [ANNA, BERT]


async def test_of_many_who_join_at_once_one_gets_the_seat(site: Site) -> None:
    code = await table(site, joined=False)
    crowd = [PlayerId(f"p{number}") for number in range(20)]
    results = await asyncio.gather(
        *(site.lobby.join(code, player) for player in crowd), return_exceptions=True
    )
    assert sum(not isinstance(result, Refusal) for result in results) == 1


async def test_nobody_joins_their_own_table(site: Site) -> None:  # Rule 5.1
    assert await code_of(site.lobby.join(await table(site, joined=False), ANNA)) == "already_seated"


async def test_nobody_joins_beyond_the_highest_level(site: Site) -> None:  # Rule 5.3, E40
    code = await table(site, joined=False, highest_level=4)
    assert await code_of(site.lobby.join(code, BERT)) == "level_too_high"


async def test_a_refused_join_writes_no_row_for_its_player(site: Site) -> None:
    await code_of(site.lobby.join(await table(site), CARA))
    found = await site.store.read(
        lambda connection: connection.exec_driver_sql("SELECT id FROM players ORDER BY id").all()
    )
    assert [row.id for row in found] == [ANNA, BERT]


async def test_nobody_joins_after_seven_days(site: Site, times: Times) -> None:  # Rule 5.7
    code = await table(site, joined=False)
    times.pass_(7 * DAY_MS)
    assert await code_of(site.lobby.join(code, BERT)) == "table_closed"


@pytest.mark.parametrize("command", ["join", "leave", "again"])
async def test_a_table_that_does_not_exist_is_unknown(site: Site, command: str) -> None:
    assert await code_of(getattr(site.lobby, command)("ZZZZZZ", ANNA)) == "unknown_table"


# Leaving.


async def test_a_joiner_who_leaves_before_starting_frees_the_seat(site: Site) -> None:  # Rule 5.7
    code = await table(site)
    await site.lobby.leave(code, BERT)
    await site.lobby.join(code, CARA)
    assert await players_at(site, code) == [ANNA, CARA]


async def test_a_new_joiner_starts_a_game_of_their_own(site: Site) -> None:
    code = await table(site)
    await site.lobby.leave(code, BERT)
    await site.lobby.join(code, CARA)
    await site.play.start(code, CARA)
    await site.play.move(code, CARA, Action.TURN, 0)
    assert (await room_of(site, code)).table.joiner.state is SeatState.PLAYING  # type: ignore[union-attr]


async def test_leaving_a_running_game_ends_it(site: Site) -> None:  # Rule 4.4
    code = await started(site, ANNA)
    await site.lobby.leave(code, ANNA)
    outcome = (await room_of(site, code)).table.opener.outcome
    assert outcome is not None
    assert outcome.ended == "stopped"


async def test_leaving_a_game_that_has_just_run_out_is_no_error(site: Site, times: Times) -> None:
    """Leaving is offered always (rule 5.5); the clock was faster, and that is all."""
    code = await started(site, ANNA)
    times.pass_(LIMIT_MS)
    await site.lobby.leave(code, ANNA)
    outcome = (await room_of(site, code)).table.opener.outcome
    assert outcome is not None
    assert outcome.ended == "timeout"


async def test_leaving_while_ones_start_is_on_its_way_ends_that_game(site: Site) -> None:  # Rule 4.4
    code = await table(site)
    await asyncio.gather(site.play.start(code, ANNA), site.lobby.leave(code, ANNA))
    assert (await room_of(site, code)).table.opener.state is not SeatState.PLAYING


async def test_leaving_after_the_end_changes_nothing(site: Site) -> None:  # Rule 5.5
    code = await over(site)
    before = (await room_of(site, code)).kept
    await site.lobby.leave(code, ANNA)
    assert (await room_of(site, code)).kept == before


async def test_leaving_without_a_seat_is_refused(site: Site) -> None:
    assert await code_of(site.lobby.leave(await table(site), CARA)) == "not_seated"


async def test_leaving_twice_at_once_is_leaving_once(site: Site) -> None:
    code = await table(site)
    results = await asyncio.gather(*(site.lobby.leave(code, BERT) for _ in range(2)), return_exceptions=True)
    assert [str(result.code) for result in results if isinstance(result, Refusal)] == ["not_seated"]


async def test_an_opener_who_leaves_before_either_started_closes_the_table(site: Site) -> None:  # Rule 5.7
    code = await table(site)
    await site.lobby.leave(code, ANNA)
    assert await code_of(site.play.start(code, BERT)) == "table_closed"


# The open tables.


async def test_open_tables_are_listed_newest_first(site: Site) -> None:
    codes = [await table(site, joined=False) for _ in range(3)]
    assert [found.code for found in await open_to(site, BERT)] == codes[::-1]


async def test_an_open_table_is_described(site: Site, times: Times) -> None:
    code = await site.lobby.open(ANNA, "one", 10, 7)
    [found] = await open_to(site, BERT)
    assert (found.code, found.name, found.level) == (code, guest_name(ANNA), 5)
    assert (found.board, found.minutes, found.highest_level) == ("one", 10, 7)
    assert (found.opened_ms, found.yours, found.refused, found.online) == (times.wall, False, None, False)


@pytest.mark.parametrize(
    ("player", "yours", "refused"),
    [(ANNA, True, None), (BERT, False, "level_too_high"), (None, False, None)],
)
async def test_each_viewer_is_told_what_an_open_table_is_to_them(
    site: Site, player: PlayerId | None, yours: bool, refused: str | None
) -> None:
    await table(site, joined=False, highest_level=4)
    [found] = await open_to(site, player)
    assert (found.yours, found.refused) == (yours, refused)


async def test_an_open_table_says_whether_its_opener_is_on_line(site: Site) -> None:  # E41
    await table(site, joined=False)
    site.hub.add(Connection(Viewer(ANNA)))
    assert [found.online for found in await open_to(site, BERT)] == [True]


async def test_a_table_leaves_the_list_with_the_join_and_comes_back_with_the_leaving(site: Site) -> None:
    code = await table(site)
    assert await open_to(site, CARA) == []
    await site.lobby.leave(code, BERT)
    assert [found.code for found in await open_to(site, CARA)] == [code]


async def test_a_table_leaves_the_list_after_seven_days(site: Site, times: Times) -> None:  # E41
    await table(site, joined=False)
    times.pass_(7 * DAY_MS)
    assert await open_to(site, BERT) == []


@pytest.mark.parametrize("steps", range(4))
async def test_an_open_table_looks_the_same_whatever_its_opener_has_done(site: Site, steps: int) -> None:
    code = await table(site, joined=False)
    before = await open_to(site, BERT)
    doings = (
        lambda: site.play.start(code, ANNA),
        lambda: site.play.move(code, ANNA, Action.TURN, 0),
        lambda: site.play.end(code, ANNA),
    )
    for doing in doings[:steps]:
        await doing()
    assert await open_to(site, BERT) == before  # Rule 5.6


# One's own tables.


async def test_ones_own_table_goes_through_its_states(site: Site) -> None:
    code = await table(site)
    seen = [await state(site, ANNA)]
    await site.play.start(code, ANNA)
    seen.append(await state(site, ANNA))
    await site.play.end(code, ANNA)
    seen.append(await state(site, ANNA))
    await site.play.start(code, BERT)
    await site.play.end(code, BERT)
    seen.append(await state(site, ANNA))
    assert seen == ["to_start", "in_play", "waiting", "finished"]


async def test_ones_own_table_tells_nothing_of_the_opponents_game(site: Site) -> None:  # Rule 5.6
    code = await table(site)
    before = await mine(site, BERT)
    await site.play.start(code, ANNA)
    await site.play.end(code, ANNA)
    assert await mine(site, BERT) == before


async def test_a_finished_table_says_who_won(site: Site) -> None:
    await over(site)
    assert [(await mine(site, player)).won for player in (ANNA, BERT)] == [False, True]  # type: ignore[union-attr]


async def test_a_draw_is_nobodys(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    await site.play.end(code, ANNA)
    await site.play.end(code, BERT)
    assert [(await mine(site, player)).won for player in (ANNA, BERT)] == [None, None]  # type: ignore[union-attr]


async def test_a_finished_table_goes_when_its_player_has_looked(site: Site) -> None:
    code = await over(site)
    await site.lobby.looked(await room_of(site, code), ANNA)
    assert [await state(site, player) for player in (ANNA, BERT)] == [None, "finished"]


async def test_looking_at_a_table_that_is_not_over_takes_it_from_no_list(site: Site) -> None:
    code = await started(site, ANNA)
    await site.play.end(code, ANNA)
    await site.lobby.looked(await room_of(site, code), ANNA)
    assert await state(site, ANNA) == "waiting"


@pytest.mark.parametrize("player", [CARA, None])
async def test_a_bystander_who_looks_takes_nothing_from_a_list(site: Site, player: PlayerId | None) -> None:
    code = await over(site)
    await site.lobby.looked(await room_of(site, code), player)
    assert [await state(site, seated) for seated in (ANNA, BERT)] == ["finished", "finished"]


async def test_a_table_that_one_left_before_starting_is_ones_own_no_more(site: Site) -> None:
    code = await table(site)
    await site.lobby.leave(code, BERT)
    assert await state(site, BERT) is None


async def test_an_opponent_is_called_by_their_name(site: Site) -> None:
    await table(site)
    await site.accounts.rename(BERT, "Bert_the_First")
    assert (await mine(site, ANNA)).opponent == "Bert_the_First"  # type: ignore[union-attr]


async def test_a_result_days_later_finds_its_player(site: Site, times: Times) -> None:  # E26
    code = await started(site, ANNA)
    await site.play.end(code, ANNA)
    times.pass_(3 * DAY_MS)
    await site.settle_due()
    assert [(await mine(site, player)).won for player in (ANNA, BERT)] == [True, False]  # type: ignore[union-attr]


# Names.


async def test_a_new_name_is_shown_in_the_lobby(site: Site) -> None:
    await table(site, joined=False)
    await site.accounts.rename(ANNA, "Ada")
    assert [found.name for found in await open_to(site, BERT)] == ["Ada"]


async def test_a_guest_without_a_row_has_a_name(site: Site) -> None:
    assert await site.people.name(CARA) == guest_name(CARA)


async def test_a_guest_who_renames_keeps_the_name(site: Site) -> None:
    await site.accounts.rename(CARA, "Cara")
    assert await site.people.name(CARA) == "Cara"
