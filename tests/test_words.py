"""The file that translators work from holds every word of the pages."""

import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).parents[1]


def test_the_catalogue_holds_what_make_words_finds_now(tmp_path: Path) -> None:
    found = tmp_path / "pyramids.pot"
    # -o: what is installed here already is good enough.
    subprocess.run(
        ["make", "--silent", "-o", ".venv/.dev", "words", f"PY={sys.executable}", f"POT={found}", "PO="],
        cwd=REPO,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    kept = REPO / "pyramids/locales/pyramids.pot"
    assert kept.read_text("utf-8") == found.read_text("utf-8"), "words have changed: run `make words`"
