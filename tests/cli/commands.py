"""The real command, in a process of its own."""

import subprocess
import sys
from pathlib import Path

from pyramids.rules import write
from tests.rules.builders import completed_game

ROOT = Path(__file__).parent.parent.parent

RECORD = write(completed_game()).encode()


def pyramids(arguments: list[str], data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "pyramids", *arguments],
        cwd=ROOT,
        input=data,
        capture_output=True,
        check=False,
        timeout=60,
    )
