"""Looking back at a game (rule 5.6, E5): the same views as were sent, and a ledger that sums to the score."""

import pytest

from pyramids.app.replay import Replay, replay
from pyramids.app.site import Site
from pyramids.duel.table import PlayerId
from pyramids.duel.viewer import Viewer
from pyramids.rules import Action, Refusal
from tests.app.sites import ANNA, BERT, CARA, Screen, clear_round, get_stuck, over, play, room_of, started


async def seen(site: Site, code: str, player: PlayerId | None, place: int = 0) -> Replay:
    return replay(await room_of(site, code), place, Viewer(player))


async def test_a_replay_is_what_a_watcher_was_sent(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    await site.play.end(code, BERT)
    screen = await Screen(site, CARA, code).open()
    watched = [(await screen.shows())["games"][0]]
    for move in (Action.TURN, Action.JOKER, Action.TURN):
        await play(site, code, ANNA, move)
        watched.append((await screen.shows())["games"][0])
    views = (await seen(site, code, CARA)).views
    assert [(view.n, view.pile, view.score) for view in views] == [
        (view["n"], view["pile"], view["score"]) for view in watched
    ]
    assert all(view.open == () for view in views)


@pytest.mark.parametrize("play_out", [clear_round, get_stuck])
async def test_the_ledger_of_every_game_sums_to_its_score(site: Site, play_out) -> None:
    code = await started(site, ANNA)
    await play_out(site, code, ANNA)
    found = await seen(site, code, ANNA)
    assert sum(line.points for line in found.ledger) == found.views[-1].score
    for line in found.ledger:
        before, after = found.views[line.n - 1], found.views[line.n]
        of_move = [other.points for other in found.ledger if other.n == line.n]
        assert after.score - before.score == sum(of_move)


async def test_the_last_view_has_the_games_end(site: Site) -> None:
    found = await seen(site, await over(site), None)
    assert [view.ended for view in found.views] == [None, "stopped"]
    assert len(found.at_ms) == len(found.views)
    assert found.at_ms[0] == 0


async def test_a_game_that_ended_before_its_first_move_has_one_view(site: Site) -> None:
    found = await seen(site, await over(site), None, 1)
    assert ([view.ended for view in found.views], found.ledger) == (["stopped"], ())


@pytest.mark.parametrize("player", [BERT, CARA, None])
async def test_nobody_looks_back_at_a_game_that_they_may_not_see(site: Site, player: PlayerId | None) -> None:
    code = await started(site, ANNA, BERT)
    await site.play.end(code, ANNA)
    with pytest.raises(Refusal, match="not_over"):
        await seen(site, code, player)


async def test_a_player_looks_back_at_their_own_running_game(site: Site) -> None:
    code = await started(site, ANNA, BERT)
    await play(site, code, ANNA, Action.TURN)
    assert [view.n for view in (await seen(site, code, ANNA)).views] == [0, 1]


async def test_there_is_nothing_to_look_back_at_where_nobody_has_played(site: Site) -> None:
    code = await started(site)
    with pytest.raises(Refusal, match="not_over"):
        await seen(site, code, ANNA)
