"""`pyramids deal`, on all vectors and on what is no seed."""

from typing import Any

import pytest

from pyramids.cli.main import main
from tests.cli.commands import pyramids
from tests.rules.builders import vectors

DEALS = vectors("deals.jsonl")
SEED = "00" * 32


def arguments(seed: str, board: str = "one", number: object = 1) -> list[str]:
    return ["deal", "--seed", seed, "--board", board, "--round", str(number)]


@pytest.mark.parametrize("vector", DEALS)
def test_a_seed_prints_the_referees_deal(vector: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(vector["seed"], vector["board"], vector["round"])) == 0
    assert capsys.readouterr() == (vector["deal"] + "\n", "")


@pytest.mark.parametrize("vector", DEALS[::8])
def test_the_real_command_prints_the_referees_deal(vector: dict[str, Any]) -> None:
    done = pyramids(arguments(vector["seed"], vector["board"], vector["round"]))
    assert (done.returncode, done.stdout, done.stderr) == (0, vector["deal"].encode() + b"\n", b"")


def test_hex_digits_may_be_capitals(capsys: pytest.CaptureFixture[str]) -> None:
    vector = DEALS[0]
    assert main(arguments(vector["seed"].upper(), vector["board"], vector["round"])) == 0
    assert capsys.readouterr().out == vector["deal"] + "\n"


BAD_SEEDS = [
    *("", "00", SEED[:-1], SEED + "0", SEED + "00", "g" * 64, " " * 64, SEED[:-2] + " 0", "0x" + SEED[2:]),
    *("٠" * 64, SEED[:-1] + "\n", "-" + SEED[1:], SEED[:-1] + "\udcff"),
]


@pytest.mark.parametrize("seed", BAD_SEEDS)
def test_a_bad_seed_is_one_line_and_status_2(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(seed)) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


@pytest.mark.parametrize("number", [0, 6, -1, "x", "", "1.0", "01", "１", " 1", 10**30])
def test_a_round_that_is_not_1_to_5_is_one_line_and_status_2(
    number: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments(SEED, number=number)) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


@pytest.mark.parametrize("board", ["", "four", "One", "tw\no"])
def test_an_unknown_board_is_one_line_and_status_2(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(SEED, board)) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
