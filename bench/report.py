"""Measure, and write the figures into bench/results.md: `python -m bench.report [rules] [live] [pages]`."""

import json
import platform
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results.md")


def measured(module: str) -> Any:
    found = subprocess.run(
        [sys.executable, "-m", module, "--json"], check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(found.stdout.splitlines()[-1])


def rules_lines(figures: Any) -> list[str]:
    moves, deals = figures["moves"], figures["deals"]
    return [
        "| a move and the list of moves after it | µs | of python-chess |",
        "|---|---|---|",
        f"| `Game.play`, `open_moves` | {moves['game_us']:.2f} | {moves['game_to_chess']:.3f} |",
        f"| `Round.play`, `open_moves` | {moves['round_us']:.2f} | {moves['round_to_chess']:.3f} |",
        f"| python-chess | {moves['python_chess_us']:.2f} | 1 |",
        "",
        "| a deal on | mean ms | p99 ms | attempts |",
        "|---|---|---|---|",
        *(
            f"| `{board}` | {deal['mean_ms']:.1f} | {deal['p99_ms']:.1f} | {deal['mean_attempts']:.1f} |"
            for board, deal in deals.items()
        ),
    ]


def live_lines(figures: Any) -> list[str]:
    ratio, whole, run = figures["ratio"], figures["whole_games"], figures["run"]
    return [
        "| side | answers a second | p50 ms | p99 ms | server's share of a core | client's |",
        "|---|---|---|---|---|---|",
        *(
            f"| {name} | {side['per_second']:,.0f} | {side['p50_ms']:.1f} | {side['p99_ms']:.1f}"
            f" | {side['server']:.2f} | {side['client']:.2f} |"
            for name, side in (
                ("moves", figures["moves"]),
                ("echo", figures["echo"]),
                ("echo past ASGI", figures["direct_echo"]),
            )
        ),
        "",
        f"Ratio to the echo: {ratio['median']:.2f}"
        f" (from {ratio['least']:.2f} to {ratio['most']:.2f} in {run['rounds']} rounds of {run['starts']} starts;"
        f" {run['connections']} connections; an answer has {run['frame_bytes']:.0f} bytes on average).",
        f"Whole games: {whole['per_second']:,.0f} moves a second"
        f" at {whole['tables_per_second']:.0f} new tables a second.",
    ]


def pages_lines(figures: Any) -> list[str]:
    return [
        "| page | median ms | 95 % |",
        "|---|---|---|",
        *(f"| {name} | {page['median_ms']:.1f} | {page['p95_ms']:.1f} |" for name, page in figures.items()),
    ]


def write(name: str, lines: list[str]) -> None:
    begin, end = f"<!-- {name} begin -->", f"<!-- {name} end -->"
    machine = f"CPython {platform.python_version()} on {platform.system()}."
    section = "\n".join([begin, *lines, "", machine, end])
    text, found = re.subn(f"{begin}.*{end}", lambda _: section, RESULTS.read_text("utf-8"), flags=re.DOTALL)
    assert found == 1, f"{RESULTS.name} has no place for {name}"
    RESULTS.write_text(text, "utf-8")
    print("\n".join(lines))


def main() -> int:
    lines_of = {"rules": rules_lines, "live": live_lines, "pages": pages_lines}
    for name in sys.argv[1:] or lines_of:
        write(name, lines_of[name](measured(f"bench.{name}")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
