"""`pyramids replay`, on all vectors and on what is no record."""

import io
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyramids.cli.main import main
from pyramids.rules import RefusalCode
from tests.cli.commands import RECORD, pyramids
from tests.rules.builders import vectors

GAMES = vectors("games.jsonl")
REFUSED = vectors("refused.jsonl")

#: Starting a process takes a while: each command runs in one for a share of the vectors only.
SHARE = 8


class BytesAsStandardInput(io.TextIOWrapper):
    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))


def replay(data: bytes, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.stdin", BytesAsStandardInput(data))
    return main(["replay", "--json", "-"])


@pytest.mark.parametrize("vector", GAMES)
def test_a_record_prints_the_referees_object(
    vector: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record"
    record.write_bytes(vector["record"].encode())
    assert main(["replay", "--json", str(record)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == vector["expect"]
    assert err == ""
    assert out.count("\n") == 1


@pytest.mark.parametrize("vector", REFUSED)
def test_a_refused_record_prints_one_line_with_the_referees_code(
    vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(vector["record"].encode(), monkeypatch) == 2
    out, err = capsys.readouterr()
    file, line, code, words = err.split(":", 3)
    assert (out, file, code) == ("", "-", f" {vector['code']}")
    assert int(line) >= 1
    assert words.strip()
    assert err.count("\n") == 1


@pytest.mark.parametrize("vector", GAMES[::SHARE])
def test_the_real_command_prints_the_referees_object(vector: dict[str, Any]) -> None:
    done = pyramids(["replay", "--json", "-"], vector["record"].encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == vector["expect"]


@pytest.mark.parametrize("vector", REFUSED[::SHARE])
def test_the_real_command_refuses_with_the_referees_code(vector: dict[str, Any], tmp_path: Path) -> None:
    record = tmp_path / "record"
    record.write_bytes(vector["record"].encode())
    done = pyramids(["replay", "--json", str(record)])
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(f"{record}:".encode())
    assert done.stderr.split(b": ")[1] == vector["code"].encode()


def test_without_json_a_person_reads_the_course_of_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record"
    record.write_bytes(RECORD)
    assert main(["replay", str(record)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "Board one" in out
    assert out.count("cleared") == 5
    assert "Score 10400, completed" in out
    assert out.isascii()


def test_the_account_tells_turns_and_the_joker(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    head = b"\n".join(RECORD.splitlines()[:3])
    monkeypatch.setattr("sys.stdin", BytesAsStandardInput(head + b"\nplay + *\n"))
    assert main(["replay", "-"]) == 0
    out = capsys.readouterr().out
    assert "turns " in out
    assert "plays the Joker" in out
    assert "28 cards left" in out
    assert "Score -55, not over" in out


@pytest.mark.parametrize("vector", GAMES)
def test_each_game_has_an_account(
    vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", BytesAsStandardInput(vector["record"].encode()))
    assert main(["replay", "-"]) == 0
    assert f"Score {vector['expect']['score']}, " in capsys.readouterr().out


def test_a_missing_file_is_one_line_and_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", str(tmp_path / "nothing")]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{tmp_path / 'nothing'}: No such file or directory\n")


def test_a_folder_is_one_line_and_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path}: Is a directory\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record"
    record.write_bytes(RECORD)
    record.chmod(stat.S_IWUSR)
    assert main(["replay", str(record)]) == 2
    assert capsys.readouterr().err == f"{record}: Permission denied\n"


@pytest.mark.parametrize("name", ["two\nlines", "esc\x1b[31m", "caf\udce9", "亀", "-x y", "a" * 300, "nul\0"])
def test_odd_file_names_stay_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if "\0" not in name and len(name) < 256:
        Path(name).write_bytes(b"rubbish")
    assert main(["replay", "--", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.rstrip("\n").isprintable()


def test_a_file_that_never_ends_is_read_no_further_than_a_record_may_be(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["replay", "--json", "/dev/zero"]) == 2
    assert capsys.readouterr().err.startswith("/dev/zero:1: bad_notation: ")


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=300) | st.binary(max_size=30).map(lambda some: RECORD[:700] + some))
def test_any_bytes_end_in_a_game_or_in_status_2_with_one_line(
    data: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    status = replay(data, monkeypatch)
    out, err = capsys.readouterr()
    if status == 0:
        assert json.loads(out)["board"] in ("one", "three")
        assert err == ""
    else:
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
        assert err.split(": ")[1] in {*RefusalCode}
