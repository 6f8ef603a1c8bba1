"""The export of docs/notation.md, and what `verify` finds in it."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramids.deals import seal
from pyramids.duel.export import MOST_BYTES, ExportError, export, verify
from pyramids.duel.table import PlayerId, open_table
from pyramids.rules import parse
from tests.duel.exports import (
    OPENED_WALL_MS,
    SEED,
    Change,
    Export,
    export_of,
    random_game,
    text,
    two_games,
)

WHOLE = two_games()


def game(seed: int, **settings_: Any) -> Any:
    return random_game(random.Random(seed), **settings_)


def wrong(told: Export) -> list[str]:
    """The words of all checks that fail."""
    return [check.words for check in verify(text(told)) if not check.right]


def changed(change: Change) -> Export:
    told = copy.deepcopy(WHOLE)
    change(told)
    return told


def test_an_export_has_the_members_of_the_notation() -> None:
    assert list(WHOLE) == [
        "pyramids",
        "table",
        "board",
        "minutes",
        "seal",
        "seed",
        "opened",
        "result",
        "seats",
    ]
    assert (WHOLE["pyramids"], WHOLE["table"], WHOLE["board"], WHOLE["minutes"]) == (1, "K7M2QX", "three", 3)
    assert (WHOLE["seal"], WHOLE["seed"], WHOLE["opened"]) == (seal(SEED), SEED.hex(), OPENED_WALL_MS)
    for seat in WHOLE["seats"]:
        assert list(seat) == ["player", "record", "times_ms", "score", "ended"]
    assert [seat["player"] for seat in WHOLE["seats"]] == ["Ada", "Żółw"]


def test_an_export_has_for_each_round_each_moves_time() -> None:
    for seat in WHOLE["seats"]:
        played = parse(seat["record"].encode())
        assert [len(times) for times in seat["times_ms"]] == [len(a_round.moves) for a_round in played.rounds]
        assert (seat["score"], seat["ended"]) == (played.score, played.ended)


def test_a_table_that_is_not_over_has_no_export() -> None:
    # Rule 5.7
    table = open_table(PlayerId("a"), "one", 3, 10, 0)
    with pytest.raises(ValueError, match="before it is over"):
        export(table, "K7M2QX", SEED, 0, ("Ada", None), (None, None))


def test_a_seat_that_never_started_has_null_for_its_game() -> None:
    told = export_of(game(1), None)
    assert told["seats"][1] == {
        "player": "Żółw",
        "record": None,
        "times_ms": None,
        "score": None,
        "ended": None,
    }
    assert told["result"] == {"winner": 0, "by": "walkover"}


def test_a_seat_nobody_took_is_null() -> None:
    told = export_of(game(1), None, joined=False)
    assert told["seats"][1] is None
    assert told["result"] == {"winner": None, "by": "none"}


EXPORTS = {
    "two games": WHOLE,
    "board one": export_of(game(1, board="one"), game(2, board="one")),
    "ten minutes": export_of(game(1, minutes=10), game(2, minutes=10)),
    "a game without moves": export_of(game(1, moves=0), game(2)),
    "a game that ran out": export_of(game(1, moves=30, end="timeout"), game(2)),
    "the same game": export_of(game(1), game(1)),
    "a walkover": export_of(game(1), None),
    "a walkover of the joiner": export_of(None, game(1)),
    "nobody started": export_of(None, None),
    "nobody joined": export_of(game(1), None, joined=False),
    "nobody came": export_of(None, None, joined=False),
}


@pytest.mark.parametrize("told", EXPORTS.values(), ids=EXPORTS)
def test_what_we_export_holds(told: Export) -> None:
    checks = verify(text(told))
    assert all(check.right for check in checks), [str(check) for check in checks]
    assert all(str(check).startswith("ok ") for check in checks)


def test_the_same_game_twice_is_a_draw() -> None:
    # Rule 5.2
    assert EXPORTS["the same game"]["result"] == {"winner": None, "by": "draw"}


def test_with_equal_points_less_time_wins() -> None:
    # Rule 5.2
    told = export_of(game(1, moves=1), game(1, moves=1, end="timeout"))
    assert told["result"] == {"winner": 0, "by": "time"}
    assert wrong(told) == []


def test_each_deal_of_each_record_is_checked() -> None:
    words = [check.words for check in verify(text(WHOLE))]
    for place, seat in enumerate(WHOLE["seats"]):
        for number in range(1, len(seat["times_ms"]) + 1):
            assert f"seat {place}: the deal of round {number} follows from the seed" in words


def other_first_deal(told: Export) -> None:
    """Swap the last two cards of the first fan, which nobody had to turn."""
    lines = told["seats"][0]["record"].split("\n")
    *before, one, other = lines[2].split(" ")
    lines[2] = " ".join([*before, other, one])
    told["seats"][0]["record"] = "\n".join(lines)


def without_last_round(told: Export) -> None:
    seat = told["seats"][0]
    lines = seat["record"].rstrip("\n").split("\n")
    while not lines.pop().startswith("deal"):
        pass
    seat["record"] = "\n".join(lines) + "\nend stopped\n"
    seat["times_ms"].pop()


def set_at(*path: Any) -> Change:
    """A change that puts its last argument at the place that the others name."""
    *way, name, value = path

    def change(told: Export) -> None:
        place: Any = told
        for step in way:
            place = place[step]
        place[name] = value

    return change


CHANGES: dict[str, tuple[Change, str]] = {
    "another seal": (set_at("seal", "0" * 64), "seal"),
    "a seal in capitals": (lambda told: set_at("seal", told["seal"].upper())(told), "seal"),
    "another seed": (set_at("seed", "00" * 32), "seal"),
    "minutes that no table has": (set_at("minutes", 5), "minutes"),
    "another board": (set_at("board", "one"), "seat 0: on board"),
    "another deal": (other_first_deal, "follows from the seed"),
    "a score": (set_at("seats", 1, "score", 7), "seat 1: score"),
    "an end": (set_at("seats", 1, "ended", "completed"), "seat 1: ended"),
    "an end of no kind": (set_at("seats", 1, "ended", "won"), "seat 1: ended"),
    "a record that breaks a rule": (
        lambda told: told["seats"][1].update(record=told["seats"][1]["record"] + "play *\n"),
        "seat 1: the record replays",
    ),
    "a record that is none": (set_at("seats", 0, "record", "\ud800"), "seat 0: the record replays"),
    "a missing round": (without_last_round, "a new round followed each clear"),
    "no times": (set_at("seats", 0, "times_ms", []), "seat 0: times for"),
    "a time too many": (lambda told: told["seats"][0]["times_ms"][0].append(9), "times of"),
    "a time too few": (lambda told: told["seats"][0]["times_ms"][0].pop(), "times of"),
    "times out of order": (lambda told: told["seats"][0]["times_ms"][0].reverse(), "in order"),
    "a time before the begin": (set_at("seats", 0, "times_ms", 0, 0, -1), "in order"),
    "a time at the limit": (set_at("seats", 0, "times_ms", 0, -1, 180_000), "within its limit"),
    "another winner": (
        lambda told: told["result"].update(winner=1 - told["result"]["winner"]),
        "result",
    ),
    "no winner": (set_at("result", "winner", None), "result"),
    "a winner who is no seat": (set_at("result", "winner", 2), "result"),
    "another reason": (set_at("result", "by", "time"), "result"),
    "a reason of no kind": (set_at("result", "by", "luck"), "result"),
    "a walkover that was played": (
        lambda told: told["seats"][1].update(record=None, times_ms=None, score=None, ended=None),
        "result",
    ),
}


@pytest.mark.parametrize(("change", "words"), CHANGES.values(), ids=CHANGES)
def test_what_was_changed_is_found(change: Change, words: str) -> None:
    found = wrong(changed(change))
    assert any(words in line for line in found), found


def test_what_the_file_says_wrongly_stands_beside_what_is_right() -> None:
    score, winner, by = WHOLE["seats"][0]["score"], WHOLE["result"]["winner"], WHOLE["result"]["by"]
    assert wrong(changed(set_at("seats", 0, "score", 9_999))) == [
        f"seat 0: score {score}, but the file says 9999"
    ]
    assert wrong(changed(set_at("result", "winner", 1 - winner))) == [
        f"result: seat {winner} by {by}, but the file says 'seat {1 - winner} by {by}'"
    ]
    (long,) = wrong(changed(set_at("seats", 0, "ended", "x" * 1_000)))
    assert len(long) < 100


def test_a_game_that_has_not_ended_is_wrong_at_a_table_that_is_over() -> None:
    def change(told: Export) -> None:
        seat = told["seats"][0]
        seat["record"] = "\n".join(seat["record"].split("\n")[:3]) + "\nplay\n"
        seat["times_ms"] = [[]]

    assert "seat 0: the game has ended, and a new round followed each clear" in wrong(changed(change))


def test_a_last_time_at_the_end_of_the_limit_is_in_time() -> None:
    # Rule 4.5: a move at the limit is late, one a millisecond before is not.
    found = wrong(changed(set_at("seats", 0, "times_ms", 0, -1, 179_999)))
    assert not any("seat 0" in line for line in found)


def without(*path: Any) -> Change:
    *way, name = path

    def change(told: Export) -> None:
        place: Any = told
        for step in way:
            place = place[step]
        del place[name]

    return change


NO_EXPORTS: dict[str, Change] = {
    **{f"without {name}": without(name) for name in WHOLE},
    **{f"a seat without {name}": without("seats", 0, name) for name in WHOLE["seats"][0]},
    "a result without a winner": without("result", "winner"),
    "a result without a reason": without("result", "by"),
    "another version": set_at("pyramids", 2),
    "a version that is true": set_at("pyramids", True),
    "an unknown board": set_at("board", "four"),
    "minutes as text": set_at("minutes", "3"),
    "a seed that is too short": set_at("seed", "00"),
    "a seed that is no hex": set_at("seed", "g" * 64),
    "a seed with spaces": set_at("seed", " 0" * 32),
    "three seats": lambda told: told["seats"].append(None),
    "no opener": set_at("seats", 0, None),
    "a seat that is a number": set_at("seats", 1, 5),
    "half a game": set_at("seats", 0, "record", None),
    "times that are no lists": set_at("seats", 0, "times_ms", [1, 2]),
    "a time that is true": set_at("seats", 0, "times_ms", 0, 0, True),
    "a time that is a fraction": set_at("seats", 0, "times_ms", 0, 0, 1.5),
    "a winner that is false": set_at("result", "winner", False),
    "a name that is a number": set_at("seats", 0, "player", 5),
}


@pytest.mark.parametrize("change", NO_EXPORTS.values(), ids=NO_EXPORTS)
def test_what_has_another_shape_is_no_export(change: Change) -> None:
    with pytest.raises(ExportError):
        verify(text(changed(change)))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"pyramids": 1}',
        b'{"pyramids": 1, "pyramids": 1}',
        b"\xff",
        b"NaN",
        b"[" * 100_000,
        b"1" * 5_000,
        b" " * (MOST_BYTES + 1),
    ],
)
def test_what_is_no_json_object_is_no_export(data: bytes) -> None:
    with pytest.raises(ExportError) as caught:
        verify(data)
    assert "\n" not in str(caught.value)


def test_a_byte_order_mark_and_unknown_members_do_no_harm() -> None:
    told = {**WHOLE, "later": [1, 2, 3]}
    assert all(check.right for check in verify(b"\xef\xbb\xbf" + text(told)))


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_any_bytes_are_checked_or_are_no_export(data: st.DataObject) -> None:
    some = bytearray(text(WHOLE))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(some)))
        some[place : place + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=3))
    try:
        checks = verify(bytes(some))
    except ExportError:
        checks = []
    assert all(str(check).isprintable() for check in checks)


def test_no_line_holds_what_a_stranger_wrote() -> None:
    told = json.loads(text(WHOLE))
    told["seats"][0]["player"] = "\x1b[2J"
    told["result"]["by"] = "\nok"
    told["seats"][1]["record"] = "\nok\n"
    assert all(str(check).isprintable() for check in verify(text(told)))
