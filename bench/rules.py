"""What a move and a deal cost: `python -m bench.rules [--json] [--repetitions N]`.

A move is one accepted `Game.play` and the `open_moves` after it, in random legal games; beside it
python-chess's `push` and `list(legal_moves)`, in random legal games too. python-chess is GPL, so it runs in a
process of its own; the two take turns, so that whatever else the machine does falls on both, and medians are
compared.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import time

from pyramids.deals import accepted
from pyramids.rules import BOARDS, Deal, Game, Round

MOVES = 20_000
DEALS = 300

CHESS = """
import json, random, sys, time
import chess

def moves_per_run(moves, seed):
    chance, made, spent = random.Random(seed), 0, 0
    while made < moves:
        board = chess.Board()
        legal = list(board.legal_moves)
        while legal and made < moves and board.ply() < 120:
            move = chance.choice(legal)
            begin = time.perf_counter_ns()
            board.push(move)
            legal = list(board.legal_moves)
            spent += time.perf_counter_ns() - begin
            made += 1
    return spent / made

for line in sys.stdin:
    moves, seed = json.loads(line)
    print(moves_per_run(moves, seed), flush=True)
"""


def some_deals(board: str, number: int) -> list[Deal]:
    return [accepted(index.to_bytes(32, "big"), BOARDS[board], 1)[0] for index in range(number)]


def game_ns(deals: dict[str, list[Deal]], moves: int, seed: int) -> float:
    """Mean nanoseconds of `Game.play` and `open_moves`, in whole games on both boards."""
    chance, made, spent = random.Random(seed), 0, 0
    while made < moves:
        source = deals[chance.choice(("one", "three"))]
        game = Game.start(chance.choice(source))
        open_moves = game.open_moves()
        while game.ended is None and made < moves:
            if not open_moves:
                game = game.next_round(chance.choice(source))
                open_moves = game.open_moves()
            move = chance.choice(open_moves)
            begin = time.perf_counter_ns()
            game = game.play(move)
            open_moves = game.open_moves()
            spent += time.perf_counter_ns() - begin
            made += 1
    return spent / made


def round_ns(deals: dict[str, list[Deal]], moves: int, seed: int) -> float:
    """Mean nanoseconds of `Round.play` and `open_moves`."""
    chance, made, spent = random.Random(seed), 0, 0
    while made < moves:
        played = Round.start(chance.choice(deals[chance.choice(("one", "three"))]))
        open_moves = played.open_moves()
        while open_moves and made < moves:
            move = chance.choice(open_moves)
            begin = time.perf_counter_ns()
            played = played.play(move)
            open_moves = played.open_moves()
            spent += time.perf_counter_ns() - begin
            made += 1
    return spent / made


def measure_moves(repetitions: int) -> dict[str, float]:
    deals = {board: some_deals(board, 20) for board in BOARDS}
    game, a_round, chess = [], [], []
    with subprocess.Popen(
        [sys.executable, "-c", CHESS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for seed in range(repetitions):
            game.append(game_ns(deals, MOVES, seed))
            a_round.append(round_ns(deals, MOVES, seed))
            process.stdin.write(json.dumps([MOVES // 4, seed]) + "\n")
            process.stdin.flush()
            chess.append(float(process.stdout.readline()))
        process.stdin.close()
    figures = {
        "game_us": statistics.median(game) / 1000,
        "round_us": statistics.median(a_round) / 1000,
        "python_chess_us": statistics.median(chess) / 1000,
    }
    figures["game_to_chess"] = figures["game_us"] / figures["python_chess_us"]
    figures["round_to_chess"] = figures["round_us"] / figures["python_chess_us"]
    return figures


def measure_deals(board: str) -> dict[str, float]:
    """Milliseconds of deals by rule 6.5, from seeds that are always the same."""
    spent, attempts = [], []
    for index in range(DEALS):
        seed = (index + 1_000_000).to_bytes(32, "big")
        begin = time.perf_counter_ns()
        attempts.append(accepted(seed, BOARDS[board], 1)[1] + 1)
        spent.append((time.perf_counter_ns() - begin) / 1e6)
    return {
        "mean_ms": statistics.fmean(spent),
        "p99_ms": statistics.quantiles(spent, n=100)[98],
        "mean_attempts": statistics.fmean(attempts),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--repetitions", type=int, default=15)
    arguments = parser.parse_args()
    moves = measure_moves(arguments.repetitions)
    deals = {board: measure_deals(board) for board in BOARDS}
    if arguments.json:
        print(json.dumps({"moves": moves, "deals": deals}))
        return 0
    print(f"Game.play + open_moves       {moves['game_us']:7.2f} us")
    print(f"Round.play + open_moves      {moves['round_us']:7.2f} us")
    print(f"python-chess push + legal    {moves['python_chess_us']:7.2f} us")
    print(f"ratio of a game's move       {moves['game_to_chess']:7.3f}    (goal: at most 0.2)")
    print(f"ratio of a round's move      {moves['round_to_chess']:7.3f}")
    for board, figures in deals.items():
        print(
            f"deal on {board:6}  mean {figures['mean_ms']:6.2f} ms  p99 {figures['p99_ms']:6.2f} ms"
            f"  attempts {figures['mean_attempts']:5.1f}"
            + ("    (goal: mean at most 40 ms)" if board == "one" else "")
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
