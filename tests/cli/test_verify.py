"""`pyramids verify`, on exports that hold, that lie, and that are none."""

from pathlib import Path

import pytest

from pyramids.cli.main import main
from tests.cli.commands import pyramids
from tests.duel.exports import text, two_games

WHOLE = two_games()


def test_an_export_that_holds_is_ok_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "export.json"
    file.write_bytes(text(WHOLE))
    assert main(["verify", str(file)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert len(out.splitlines()) > 10
    assert all(line.startswith("ok ") for line in out.splitlines())


def test_one_wrong_line_is_exit_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "export.json"
    file.write_bytes(text({**WHOLE, "seal": "0" * 64}))
    assert main(["verify", str(file)]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert [line for line in out.splitlines() if not line.startswith("ok ")] == [
        "WRONG seal: the SHA-256 of the seed"
    ]


@pytest.mark.parametrize("data", [b"", b"{}", b"[", b"\xff", b"pyramids 1\nboard one\n"])
def test_what_is_no_export_is_one_line_and_status_2(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.json"
    file.write_bytes(data)
    assert main(["verify", str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"{file}: ")


def test_a_missing_export_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "/nonexistent"]) == 2
    assert capsys.readouterr().err == "/nonexistent: No such file or directory\n"


def test_the_real_command_reads_standard_input() -> None:
    done = pyramids(["verify", "-"], text(WHOLE))
    assert (done.returncode, done.stderr) == (0, b"")
    done = pyramids(["verify", "-"], text({**WHOLE, "seed": "00" * 32}))
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"WRONG" in done.stdout
    assert pyramids(["verify", "-"], b"nothing").returncode == 2
