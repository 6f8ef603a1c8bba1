"""What each connection is sent: the fold of it is what a fetch would give, and it is nothing else (rule 5.6)."""

import json
import random
from typing import Any

import pytest

from pyramids.app import rooms
from pyramids.app.site import Site
from pyramids.duel.table import DAY_MS, PlayerId
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import QUEUE, Connection
from pyramids.rules import Action, Card, Refusal
from tests.app.sites import (
    ANNA,
    BERT,
    CARA,
    Screen,
    Times,
    act_out,
    clear_round,
    fetched,
    forget,
    over,
    play,
    room_of,
    started,
    table,
    view,
)

EVERYBODY = (ANNA, BERT, CARA, None)
LIMIT_MS = 180_000


async def screens(site: Site, code: str, *players: PlayerId | None) -> list[Screen]:
    return [await Screen(site, player, code).open() for player in players or EVERYBODY]


def timeless(told: Any) -> Any:
    """Without the time that runs by itself, which the page counts down."""
    without = ("left_ms", "pause_ms", "start_within_ms")
    running = [game for game in told["games"] if game and not game["ended"]]
    parts = [{name: value for name, value in part.items() if name not in without} for part in running]
    return (
        told["table"] | {"start_within_ms": None},
        parts,
        [game for game in told["games"] if game and game["ended"]],
    )


async def differences(site: Site, code: str, *opened: Screen) -> list[object]:
    """Who sees anything else than what they would be given now."""
    room = await room_of(site, code)
    return [
        (screen.connection.player, shown, given)
        for screen in opened
        if (shown := timeless(await screen.shows()))
        != (given := timeless(fetched(site, room, screen.connection.player)))
    ]


async def sent(screen: Screen) -> list[str]:
    """The types of the frames that are new."""
    return [json.loads(frame)["type"] for frame in await screen.receive()]


# The first frames.


async def test_a_socket_begins_with_the_table(site: Site) -> None:
    [screen] = await screens(site, await table(site), CARA)
    assert await sent(screen) == ["table"]


async def test_a_player_is_sent_their_running_game_at_once(site: Site) -> None:  # E20
    [screen] = await screens(site, await started(site, ANNA), ANNA)
    assert await sent(screen) == ["table", "game"]


@pytest.mark.parametrize("players", [(), (ANNA,), (ANNA, BERT)])
async def test_the_first_frames_are_what_a_fetch_gives(site: Site, players: tuple[PlayerId, ...]) -> None:
    code = await started(site, *players)
    assert await differences(site, code, *await screens(site, code)) == []


async def test_nobody_is_sent_the_same_twice(site: Site) -> None:
    code = await started(site, ANNA)
    [screen] = await screens(site, code, ANNA)
    await screen.receive()
    site.publish.room(await room_of(site, code))
    assert await sent(screen) == []


async def test_a_stale_player_is_sent_the_game_again(site: Site) -> None:
    code = await started(site, ANNA)
    [screen] = await screens(site, code, ANNA)
    await screen.receive()
    site.publish.catch_up(await room_of(site, code), screen.connection, again=True)
    assert await sent(screen) == ["game"]


# Changes.


async def test_a_move_is_sent_to_every_page_of_its_player(site: Site) -> None:  # E24
    code = await started(site, ANNA)
    both = await screens(site, code, ANNA, ANNA)
    for screen in both:
        await screen.receive()
    await play(site, code, ANNA, Action.TURN)
    assert [await sent(screen) for screen in both] == [["game"], ["game"]]


async def test_a_whole_duel_is_shown_to_everybody_as_a_fetch_would_give_it(site: Site, times: Times) -> None:
    code = await table(site, joined=False)
    opened = await screens(site, code)

    async def check() -> None:
        assert await differences(site, code, *opened) == []

    await check()
    await site.lobby.join(code, BERT)
    await check()
    await site.play.start(code, ANNA)
    await check()
    await clear_round(site, code, ANNA)
    await check()
    await play(site, code, ANNA, Action.TURN)
    await check()
    await site.play.end(code, ANNA)
    await check()
    await site.play.start(code, BERT)
    await check()
    await play(site, code, BERT, Action.TURN, Action.JOKER)
    await check()
    times.pass_(LIMIT_MS)
    await site.settle_due()
    await check()


async def random_step(site: Site, code: str, times: Times, chance: random.Random) -> None:
    """Something that somebody may do, or that time does; a refusal is no matter."""
    player = chance.choice((ANNA, BERT, CARA))
    step = chance.choice(
        ["move"] * 8 + ["join", "start", "start", "end", "leave", "rename", "time", "settle"]
    )
    try:
        match step:
            case "move":
                seen = await view(site, code, player)
                text = chance.choice(seen["open"]) if seen and seen["open"] else "+"
                move = Action(text) if text in "+*" else Card.parse(text)
                await site.play.move(code, player, move, seen["n"] if seen else 0)
            case "join":
                await site.lobby.join(code, player)
            case "start":
                await site.play.start(code, player)
            case "end" if chance.random() < 0.3:
                await site.play.end(code, player)
            case "leave" if chance.random() < 0.3:
                await site.lobby.leave(code, player)
            case "rename":
                await site.accounts.rename(player, f"Name_{chance.randrange(100)}")
            case "time" if chance.random() < 0.3:
                times.pass_(chance.choice([1, LIMIT_MS, DAY_MS]))
                await site.settle_due()
            case "settle":
                await site.play.settle(code)
    except (Refusal, AssertionError):
        return


@pytest.mark.parametrize("seed", range(12))
async def test_the_fold_of_all_frames_is_what_a_fetch_gives(site: Site, times: Times, seed: int) -> None:
    chance = random.Random(seed)
    code = await table(site, joined=False)
    opened = await screens(site, code)
    for _ in range(60):
        await random_step(site, code, times, chance)
        for screen in opened:
            await screen.receive()
    await site.play.settle(code)
    assert await differences(site, code, *opened) == []


async def test_a_view_has_the_time_that_is_left_when_it_is_sent(site: Site, times: Times) -> None:
    code = await started(site, ANNA)
    times.pass_(1_000)
    [screen] = await screens(site, code, ANNA)
    assert (await screen.shows())["games"][0]["left_ms"] == LIMIT_MS - 1_000


async def test_a_page_that_opens_in_the_middle_is_shown_the_same(site: Site) -> None:
    code = await started(site, ANNA)
    [early] = await screens(site, code, ANNA)
    await play(site, code, ANNA, Action.TURN, Action.TURN)
    [late] = await screens(site, code, ANNA)
    assert await early.shows() == await late.shows()


async def test_a_freed_seat_and_its_next_taker_are_shown(site: Site) -> None:
    code = await table(site)
    opened = await screens(site, code)
    await site.lobby.leave(code, BERT)
    assert await differences(site, code, *opened) == []
    await site.lobby.join(code, CARA)
    assert await differences(site, code, *opened) == []


async def test_somebody_who_comes_on_line_is_shown_to_all_at_the_table(site: Site) -> None:
    code = await table(site)
    [screen] = await screens(site, code, CARA)
    await screen.receive()
    site.hub.add(Connection(Viewer(BERT)))
    assert (await screen.shows())["table"]["seats"][1]["online"] is True


async def test_somebody_who_comes_on_line_is_shown_however_many_tables_there_are(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "REMEMBERED", 1)
    code = await table(site)
    [screen] = await screens(site, code, CARA)
    await screen.receive()
    for number in range(3):
        await site.rooms.get(await site.lobby.open(PlayerId(f"p{number}"), "three", 3, 10))
    site.hub.add(Connection(Viewer(BERT)))
    assert (await screen.shows())["table"]["seats"][1]["online"] is True


async def test_a_name_is_changed_at_every_table_that_is_shown(site: Site) -> None:
    code = await over(site)
    opened = await screens(site, code)
    for player in (ANNA, BERT):
        await site.lobby.looked(await room_of(site, code), player)
    await site.accounts.rename(ANNA, "Ada")
    assert await differences(site, code, *opened) == []
    assert (await opened[2].shows())["table"]["seats"][0]["name"] == "Ada"


async def test_a_table_that_was_forgotten_is_shown_as_it_changes(site: Site) -> None:
    code = await table(site, joined=False)
    opened = await screens(site, code)
    forget(site, code)
    await site.lobby.join(code, BERT)
    forget(site, code)
    await site.play.start(code, BERT)
    assert await differences(site, code, *opened) == []


# Rule 5.6: not a byte.


async def no_byte(site: Site, code: str, *watchers: Screen) -> bool:
    return [await screen.receive() for screen in watchers] == [[] for _ in watchers]


@pytest.mark.parametrize("first", [(), (BERT,)], ids=["who waits", "who plays"])
async def test_an_opponent_who_has_not_finished_is_sent_not_one_byte(
    site: Site, first: tuple[PlayerId, ...]
) -> None:
    code = await started(site, *first)
    watchers = await screens(site, code, BERT, CARA, None)
    await no_byte(site, code, *watchers)
    await act_out(site, code, ANNA)
    assert await no_byte(site, code, watchers[0])


async def test_nobody_is_sent_a_byte_of_a_game_whose_opponent_has_not_started(site: Site) -> None:
    code = await table(site)
    watchers = await screens(site, code, BERT, CARA, None)
    await no_byte(site, code, *watchers)
    await act_out(site, code, ANNA)
    assert await no_byte(site, code, *watchers)


async def test_nobody_is_sent_a_byte_of_the_openers_game_at_an_open_table(site: Site) -> None:
    code = await table(site, joined=False)
    watchers = await screens(site, code, BERT, None)
    await no_byte(site, code, *watchers)
    await act_out(site, code, ANNA)
    assert await no_byte(site, code, *watchers)


async def test_a_joiner_who_plays_is_sent_no_byte_when_the_opener_leaves(site: Site) -> None:
    code = await started(site, BERT)
    watchers = await screens(site, code, BERT, CARA)
    await no_byte(site, code, *watchers)
    await site.lobby.leave(code, ANNA)
    assert await no_byte(site, code, *watchers)


async def test_whoever_still_plays_is_sent_no_byte_when_the_other_starts_again(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    await site.play.end(code, ANNA)
    watchers = await screens(site, code, BERT)
    await no_byte(site, code, *watchers)
    await site.lobby.again(code, ANNA)
    assert await no_byte(site, code, *watchers)


async def test_a_bystander_is_sent_the_game_when_the_other_has_finished(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    [watcher] = await screens(site, code, CARA)
    await watcher.receive()
    await site.play.end(code, ANNA)
    assert await sent(watcher) == ["table", "game"]


async def test_a_watcher_who_joins_late_is_sent_no_byte_by_another_watcher(site: Site) -> None:
    code = await started(site, BERT)
    watchers = await screens(site, code, BERT)
    await no_byte(site, code, *watchers)
    await screens(site, code, CARA, None)
    assert await no_byte(site, code, *watchers)


# A connection that does not keep up.


async def test_a_connection_that_takes_nothing_in_is_closed(site: Site) -> None:
    code = await started(site, ANNA)
    [slow, quick] = await screens(site, code, ANNA, ANNA)
    for n in range(QUEUE + 1):
        site.publish.catch_up(await room_of(site, code), slow.connection, again=True)
        await quick.receive()
        assert n < QUEUE or slow.connection.closed
    assert not quick.connection.closed


async def test_whoever_comes_back_is_sent_everything_anew(site: Site) -> None:
    code = await started(site, ANNA)
    [slow] = await screens(site, code, ANNA)
    slow.connection.end()
    site.hub.remove(slow.connection)
    await play(site, code, ANNA, Action.TURN)
    again = await Screen(site, ANNA, code).open()
    assert await differences(site, code, again) == []
