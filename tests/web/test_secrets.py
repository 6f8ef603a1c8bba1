"""Rule 5.6, E30 and E31 in raw bytes.

Two runs of one story differ only in what a viewer may not see. Everything that this viewer is sent, every page,
answer, frame and its order, must be the same to the byte. The runs share the seed, the codes and the clock.
"""

import asyncio
import itertools
import re
import secrets
import shutil
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from pyramids import deals
from pyramids.rules.boards import BOARDS
from tests.web.members import duel, known_well, member
from tests.web.serving import Guest, Served, frames_until_pong, serve

SEED = bytes(range(32))
Story = Callable[[Served, Guest, Guest, str], None]


@pytest.fixture
def same_chance(monkeypatch):
    """Make every run draw the same seeds and codes."""

    drawn = secrets.token_bytes

    def again() -> None:
        letters = itertools.cycle("ABCDEFGHJKLMNPQRSTUVWXYZ")
        monkeypatch.setattr(secrets, "token_bytes", lambda n: SEED if n == len(SEED) else drawn(n))
        monkeypatch.setattr(secrets, "choice", lambda _letters: next(letters))

    return again


def nothing(served: Served, anna: Guest, bert: Guest, code: str) -> None:
    """The other does nothing."""


def starts(served: Served, anna: Guest, bert: Guest, code: str) -> None:
    anna.post(f"/api/tables/{code}/start")


def plays(served: Served, anna: Guest, bert: Guest, code: str) -> None:
    starts(served, anna, bert, code)
    for move in anna.game(code)["open"][:1]:
        anna.play(code, move)
    anna.play(code, "*")


def stops(served: Served, anna: Guest, bert: Guest, code: str) -> None:
    plays(served, anna, bert, code)
    anna.post(f"/api/tables/{code}/end")


def starts_again(served: Served, anna: Guest, bert: Guest, code: str) -> None:
    # The new table is public and nobody's secret, so both runs must have one: see `opens_elsewhere`.
    stops(served, anna, bert, code)
    anna.post(f"/api/tables/{code}/again")


def opens_elsewhere(served: Served, anna: Guest, bert: Guest, code: str) -> None:
    anna.open()


def is_left_by_its_opener(served: Served, anna: Guest, bert: Guest, code: str) -> None:
    anna.post(f"/api/tables/{code}/leave")


# Lists are told twice a second at most: what happened is told by then.
TOLD_AFTER_S = 1.0


def everything_sent(viewer: Guest, code: str, happening: Callable[[], None]) -> list[str]:
    """All that a viewer is sent while something happens, and all that they can ask for after it."""
    with ExitStack() as stack:
        lines = [
            stack.enter_context(viewer.socket(path))
            for path in (f"/api/tables/{code}/live", "/api/live", f"/api/tables/{code}/live?seen=0:0,1:0")
        ]
        lines[1].send('{"do":"show"}')
        sent = [frame for line in lines for frame in frames_until_pong(line)]
        happening()
        time.sleep(TOLD_AFTER_S)
        for line in lines:
            sent += frames_until_pong(line)
    for path in (
        "/",
        f"/t/{code}",
        f"/t/{code}/check",
        f"/t/{code}/replay",
        "/?joinable=true",
        "/fragments/lobby",
        "/fragments/watch",
        "/fragments/results",
        "/fragments/online",
        "/fragments/yours",
        "/fragments/invitations",
        "/fragments/blocks",
        "/account",
        f"/t/{code}/qr.svg",
        "/api/my/invitations",
        "/api/blocks",
        f"/api/tables/{code}/invitations",
        "/api/me",
        "/api/me/sessions",
        "/api/me/download",
        "/api/tables",
        "/api/tables?joinable=true",
        "/api/watch",
        "/api/results",
        "/api/players",
        "/api/players/joining?board=one",
        "/leaders",
        "/leaders?since=week",
        "/api/leaders",
        *(f"/p/{name}" for name in ("Anna", "Bert")),
        *(f"/api/players/{name}" for name in ("Anna", "Bert")),
        *(f"/api/players/{name}/duels" for name in ("Anna", "Bert")),
        "/api/my/tables",
        f"/api/tables/{code}",
        f"/api/tables/{code}/export",
        f"/api/tables/{code}/games/0",
        f"/api/tables/{code}/games/1",
        f"/api/tables/{code}/games/0/record",
        f"/api/tables/{code}/games/1/record",
    ):
        # Each run has a port of its own, which a QR code would show.
        answer = viewer.http.get(path, headers={"host": "pyramids"})
        headers = {name: value for name, value in answer.headers.items() if name != "date"}
        sent.append(f"{path} {answer.status_code} {headers} {answer.text}")
    for command in ("start", "again", "moves", "join"):
        if command != "start":
            answer = viewer.http.post(f"/api/tables/{code}/{command}", json={"do": "turn", "n": 0})
            sent.append(f"{command} {answer.status_code} {answer.text}")
    return [re.sub(r"http://127\.0\.0\.1:\d+", "BASE", text) for text in sent]


def run(folder: Path, story: Story, viewer: str, bert_starts: bool) -> list[str]:
    folder.mkdir()
    with serve(folder) as served:
        anna, bert = served.guest("anna"), served.guest("bert")
        code = anna.open()
        if viewer != "before the join":
            bert.post(f"/api/tables/{code}/join")
        if bert_starts:
            bert.post(f"/api/tables/{code}/start")
            bert.play(code, "+")
        who = bert if viewer == "opponent" else served.guest("carl")
        return everything_sent(who, code, lambda: story(served, anna, bert, code))


@pytest.mark.parametrize("bert_starts", [False, True], ids=["who waits", "who plays"])
@pytest.mark.parametrize("story", [starts, plays, stops])
def test_the_opponent_learns_nothing_before_their_own_end(tmp_path, same_chance, story, bert_starts):
    same_chance()
    quiet = run(tmp_path / "quiet", nothing, "opponent", bert_starts)
    same_chance()
    assert run(tmp_path / "busy", story, "opponent", bert_starts) == quiet


@pytest.mark.parametrize("viewer", ["bystander", "before the join"])
@pytest.mark.parametrize("story", [starts, plays, stops])
def test_nobody_else_learns_anything_while_somebody_may_still_play(tmp_path, same_chance, story, viewer):
    same_chance()
    quiet = run(tmp_path / "quiet", nothing, viewer, False)
    same_chance()
    assert run(tmp_path / "busy", story, viewer, False) == quiet


@pytest.mark.parametrize("viewer", ["opponent", "bystander"])
def test_starting_again_ties_no_table_to_another_for_those_who_still_play(
    tmp_path, same_chance, viewer
):  # Rule 5.5
    same_chance()
    elsewhere = run(tmp_path / "quiet", opens_elsewhere, viewer, False)
    same_chance()
    assert run(tmp_path / "busy", starts_again, viewer, False) == elsewhere


def test_a_player_who_plays_is_not_told_that_the_opener_left(tmp_path, same_chance):  # Rule 5.6
    same_chance()
    quiet = run(tmp_path / "quiet", nothing, "opponent", True)
    same_chance()
    assert run(tmp_path / "busy", is_left_by_its_opener, "opponent", True) == quiet


def test_the_story_is_told_to_its_own_player(tmp_path, same_chance):
    """So that the comparisons above compare something: the one who plays is sent their cards and points."""
    same_chance()
    with serve(tmp_path) as served:
        anna, bert = served.guest("anna"), served.guest("bert")
        code = anna.open()
        bert.post(f"/api/tables/{code}/join")
        sent = "".join(everything_sent(anna, code, lambda: stops(served, anna, bert, code)))
    deal = deals.deal(SEED, BOARDS["one"], 1)
    assert all(f'"{card}"' in sent for card in deal.pyramid)
    assert '"ended":"stopped"' in sent


@pytest.mark.parametrize("last", ["anna", "bert"])
def test_no_face_down_card_and_no_seed_is_ever_sent_before_the_end(tmp_path, same_chance, last):  # E30
    same_chance()
    with serve(tmp_path) as served:
        anna, bert = served.guest("anna"), served.guest("bert")
        code = anna.open()
        bert.post(f"/api/tables/{code}/join")
        player, other = (anna, bert) if last == "anna" else (bert, anna)

        def story() -> None:
            other.post(f"/api/tables/{code}/start")
            other.post(f"/api/tables/{code}/end")
            player.post(f"/api/tables/{code}/start")
            player.play(code, "+")

        sent = "".join(everything_sent(player, code, story))
    deal = deals.deal(SEED, BOARDS["one"], 1)
    assert f'"{deal.fan[1]}"' in sent
    assert not [card for card in deal.fan[2:] if f'"{card}"' in sent]
    assert SEED.hex() not in sent


def members(folder: Path, signed_up: Path, cookies: list[str], story: Story, viewer: str) -> list[str]:
    """What a viewer is sent of two members who have met before, while a story goes on at their second table."""
    shutil.copytree(signed_up, folder)
    with serve(folder) as served:
        anna, bert = (served.with_cookie(cookie) for cookie in cookies)
        duel(anna, bert, loser=bert)
        known_well(served)
        code = anna.open()
        bert.post(f"/api/tables/{code}/join")
        who = bert if viewer == "opponent" else served.guest("carl")
        sent = everything_sent(who, code, lambda: story(served, anna, bert, code))
        # So that the comparison compares something.
        assert any(text.startswith("/p/Anna 200") and "<dt>Won</dt><dd>1</dd>" in text for text in sent)
        assert any(text.startswith("/api/leaders 200") and '"name":"Anna"' in text for text in sent)
        return sent


@pytest.mark.parametrize("viewer", ["opponent", "bystander"])
@pytest.mark.parametrize("story", [starts, stops])
def test_no_profile_and_no_leaderboard_tells_of_a_table_where_somebody_may_still_play(
    tmp_path, same_chance, story, viewer
):  # E31
    signed_up = tmp_path / "signed_up"
    signed_up.mkdir()
    with serve(signed_up) as served:
        cookies = [member(served, name, name.title()).cookie for name in ("anna", "bert")]
    same_chance()
    quiet = members(tmp_path / "quiet", signed_up, cookies, nothing, viewer)
    same_chance()
    assert members(tmp_path / "busy", signed_up, cookies, story, viewer) == quiet


def computer_at(served: Served, code: str) -> tuple[int, bool]:
    """How many moves the computer has made, and whether its game has ended."""
    room = served.site.rooms.find(code)
    game = None if room is None else room.games[1]
    return (0, False) if game is None else game.version


def against_the_computer(folder: Path, viewer: str, moves: int) -> list[str]:
    """What a viewer is sent while the computer makes so many moves, or ends its game with fewer."""
    pauses = itertools.count()

    async def sleep(_seconds: float) -> None:
        if next(pauses) >= moves:
            await asyncio.Event().wait()

    folder.mkdir()
    with serve(folder, sleep=sleep) as served:
        anna = served.guest("anna")
        code = anna.post("/api/tables", {"board": "one", "minutes": 3, "opponent": "computer"})["code"]

        def happening() -> None:
            anna.post(f"/api/tables/{code}/start")
            while computer_at(served, code) < (moves, False) and not computer_at(served, code)[1]:
                time.sleep(0.01)

        return everything_sent(anna if viewer == "opponent" else served.guest("carl"), code, happening)


# A bystander may see the opponent's game, and so learn of the computer's end, from that end on. Rule 5.6
@pytest.mark.parametrize(("viewer", "moves"), [("opponent", 1_000), ("bystander", 20)])
def test_nobody_learns_too_early_what_the_computer_does(tmp_path, same_chance, viewer, moves):
    same_chance()
    quiet = against_the_computer(tmp_path / "quiet", viewer, 0)
    same_chance()
    assert against_the_computer(tmp_path / "busy", viewer, moves) == quiet
