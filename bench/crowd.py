"""A database as it is after 10,000 duels: members whose results, levels and games can be looked at.

A few deals are really played, and each duel has two of those games: replays of all of them work.
"""

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert

from pyramids import deals
from pyramids.app.names import name_key
from pyramids.app.site import DATABASE
from pyramids.rules import BOARDS, MOST_ROUNDS, Action, Ended, Game, move_text
from pyramids.storage import ratings
from pyramids.storage.schema import players, seats, tables
from pyramids.storage.store import Store

DUELS = 10_000
OF_STAR = 2_000
STAR = "star"  # Whoever plays in every fifth duel.
MEMBERS = 400
SEEDS = 6
GAMES_OF_A_SEED = 6
DAY_MS = 24 * 60 * 60 * 1000
DAYS = 400
MOVE_MS = 1_700


@dataclass(frozen=True, slots=True)
class Sample:
    """A played game, as its seat's row has it."""

    seed: bytes
    skill: float
    columns: dict[str, Any]


def fill(folder: Path, now_ms: int, duels: int = DUELS, of_star: int = OF_STAR) -> None:
    """Write a new database whose last duel ended just before `now_ms`, site and wall time alike."""
    chance = random.Random(1)
    store = Store(folder / DATABASE)
    store.open()
    store.maintain(lambda connection: _write(connection, chance, now_ms, duels, of_star))
    store._engine.dispose()
    assert store._claim is not None
    store._claim.close()


def code_of(n: int) -> str:
    """The code of the n-th table, from 1."""
    return f"{n:06}".translate(str.maketrans("0123456789", "ABCDEFGHJK"))


def _write(connection: Connection, chance: random.Random, now_ms: int, duels: int, of_star: int) -> None:
    begin_ms = now_ms - DAYS * DAY_MS
    people = [STAR, *(f"Member-{number}" for number in range(1, MEMBERS))]
    connection.execute(insert(players), [_player(name, begin_ms) for name in people])
    skill = {name: chance.random() for name in people} | {STAR: 0.9}
    samples = {board: _samples(board, chance) for board in BOARDS}
    table_rows, seat_rows = [], []
    for n in range(1, duels + 1):
        board = "three" if chance.random() < 0.4 else "one"
        both = chance.sample(people[1:], 2)
        if n * of_star // duels > (n - 1) * of_star // duels:
            both[chance.randrange(2)] = STAR
        opened_ms = begin_ms + n * (DAYS * DAY_MS) // (duels + 1)
        over_ms = opened_ms + 400_000
        first, second = _two(samples[board], skill[both[0]], skill[both[1]], chance)
        table_rows.append(_table(n, board, first.seed, opened_ms, over_ms))
        for place, (name, sample) in enumerate(zip(both, (first, second), strict=True)):
            seat_rows.append(_seat(n, place, name.lower(), sample, opened_ms))
    connection.execute(insert(tables), table_rows)
    connection.execute(insert(seats), seat_rows)
    ratings.rebuild(connection)


def _player(name: str, since_ms: int) -> dict[str, Any]:
    return {
        "id": name.lower(),
        "name": name,
        "name_key": name_key(name),
        "since_wall_ms": since_ms,
        "member_since_wall_ms": since_ms,
    }


def _table(n: int, board: str, seed: bytes, opened_ms: int, over_ms: int) -> dict[str, Any]:
    return {
        "id": n,
        "code": code_of(n),
        "board": board,
        "minutes": 3,
        "highest_level": 10,
        "seed": seed,
        "opened_ms": opened_ms,
        "opened_wall_ms": opened_ms,
        "joinable": False,
        "over_ms": over_ms,
        "over_wall_ms": over_ms,
    }


def _seat(n: int, place: int, player: str, sample: Sample, opened_ms: int) -> dict[str, Any]:
    at_ms = [opened_ms + 10_000 + number * MOVE_MS for number in range(len(sample.columns["moves"].split()))]
    return {
        **sample.columns,
        "table_id": n,
        "place": place,
        "player_id": player,
        "since_ms": opened_ms,
        "started_ms": opened_ms + 9_000,
        "left": False,
        "looked": True,
        "moves_at_ms": json.dumps(at_ms, separators=(",", ":")),
    }


def _two(samples: list[list[Sample]], first: float, second: float, chance: random.Random) -> list[Sample]:
    """Two games of one seed; who is better plays the better one more often."""
    games = chance.choice(samples)
    return [
        min(chance.sample(games, 3), key=lambda sample: abs(sample.skill - skill))
        for skill in (first, second)
    ]


def _samples(board: str, chance: random.Random) -> list[list[Sample]]:
    seeds = [chance.randbytes(32) for _ in range(SEEDS)]
    skills = [number / (GAMES_OF_A_SEED - 1) for number in range(GAMES_OF_A_SEED)]
    return [[_played(seed, board, skill, chance) for skill in skills] for seed in seeds]


def _played(seed: bytes, board: str, skill: float, chance: random.Random) -> Sample:
    """A game by somebody who sees a card that fits the more often, the more skill they have."""
    game = Game.start(deals.deal(seed, BOARDS[board], 1))
    while game.ended is None:
        if game.awaits_deal:
            game = game.next_round(deals.deal(seed, BOARDS[board], len(game.rounds) + 1))
            continue
        fitting = [move for move in game.open_moves() if not isinstance(move, Action)]
        if fitting and chance.random() < 0.7 + 0.3 * skill:
            game = game.play(chance.choice(fitting))
        else:
            game = game.play(
                next(move for move in reversed(game.open_moves()) if move is not Action.JOKER)
                if Action.TURN in game.open_moves()
                else game.open_moves()[-1]
            )
        if game.moves_made > 40 * MOST_ROUNDS:
            game = game.end(Ended.STOPPED)
    moves = [move_text(move) for played in game.rounds for move in played.moves]
    return Sample(
        seed,
        skill,
        {
            "ended": game.ended,
            "score": game.score,
            "playing_ms": len(moves) * MOVE_MS,
            "moves": " ".join(moves),
            "rounds_cleared": sum(played.cleared for played in game.rounds),
            "longest_sequence": max(played.longest_sequence for played in game.rounds),
        },
    )
