"""What all commands share: one line on standard error and exit status 2, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyramids.cli.main import COMMANDS, main
from pyramids.cli.streams import one_line
from tests.cli.commands import RECORD, pyramids

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["nothing"],
        ["repl"],
        ["replay"],
        ["replay", "a", "b"],
        ["replay", "--jso", "-"],
        ["replay", "--nonsense", "-"],
        ["deal"],
        ["verify"],
        ["two\nlines"],
        ["replay", "x", "two\nlines"],
        ["\x1b[31m"],
    ],
)
def test_a_bad_command_line_is_one_line_and_status_2(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.rstrip("\n").isprintable()


@pytest.mark.parametrize("argv", [["-h"], *([name, "-h"] for name in COMMANDS)])
def test_help_names_the_command(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 0
    assert "usage: pyramids" in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    for name, summary in COMMANDS.items():
        assert name in out
        assert summary in out


def test_a_line_keeps_letters_and_escapes_what_would_break_it() -> None:
    assert one_line("żółw 亀 a b") == "żółw 亀 a b"
    assert one_line("a\nb\r\x1b\u2028\udcff") == "a\\nb\\r\\x1b\\u2028\\udcff"


def test_main_reads_the_arguments_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["pyramids", "replay", "/nonexistent"])
    assert main() == 2
    assert capsys.readouterr().err == "/nonexistent: No such file or directory\n"


def test_an_interrupted_command_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("pyramids.cli.replay.read_bytes", interrupted)
    assert main(["replay", "-"]) == 130


def shell(script: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHON": sys.executable}
    return subprocess.run(
        ["bash", "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("redirection", "words"),
    [(">/dev/full", "No space left"), (">&-", "standard output is closed"), ("| true", "Broken pipe")],
)
def test_a_standard_output_that_takes_nothing_is_one_line_and_status_2(
    redirection: str, words: str, tmp_path: Path
) -> None:
    # A record whose account is longer than any buffer, so that the pipe breaks surely.
    record = tmp_path / "record"
    record.write_bytes(RECORD)
    wait = "sleep 0.3; " if "|" in redirection else ""
    done = shell(f'({wait}exec "$PYTHON" -m pyramids replay {record}) {redirection}; exit ${{PIPESTATUS[0]}}')
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_closed_standard_error_changes_no_status() -> None:
    assert shell('"$PYTHON" -m pyramids replay /nonexistent 2>&-').returncode == 2
    assert shell('"$PYTHON" -m pyramids replay /nonexistent 2>/dev/full').returncode == 2


def test_a_closed_standard_input_is_one_line_and_status_2() -> None:
    done = shell('"$PYTHON" -m pyramids replay - <&-')
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("-: ")
    assert done.stderr.count("\n") == 1


def test_replay_loads_no_web_server() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, pyramids.cli as cli; cli.main(['replay', '/']); print(*sys.modules)",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    loaded = set(done.stdout.split())
    assert "pyramids.rules" in loaded
    assert loaded.isdisjoint({"litestar", "sqlalchemy", "asyncio", "msgspec", "pyramids.web", "pyramids.app"})


def test_the_module_is_the_command() -> None:
    assert pyramids(["replay", "--json", "-"], RECORD).returncode == 0
