"""The export of a table that is over, and what anybody can check of one (docs/notation.md).

`verify` trusts nothing in an export: seal and deals follow from the seed, scores and ends from the records,
the result from both games. Only the players' names and the moves' times within their limits are taken as told.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn, TypeVar

from pyramids.deals import SEED_BYTES, deal, seal
from pyramids.duel.result import decide, result
from pyramids.duel.table import Outcome, Table
from pyramids.duel.timing import MINUTE_MS, TimedGame, playing_ms
from pyramids.rules import BOARDS, Board, Deal, Ended, Game, NotationError, parse, write

VERSION = 1
#: Rule 4.5: how long a round may take.
MINUTES = (3, 10)
#: Far more than two whole games take.
MOST_BYTES = 1 << 20

DealOfRound = Callable[[int], Deal]
Kind = TypeVar("Kind")


class ExportError(ValueError):
    """What makes some bytes no export at all, so that there is nothing to check."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at, and whether it is as the export says."""

    right: bool
    words: str

    def __str__(self) -> str:
        return f"{'ok   ' if self.right else 'WRONG'} {self.words}"


def export(
    table: Table,
    code: str,
    seed: bytes,
    opened_wall_ms: int,
    names: tuple[str, str | None],
    games: tuple[TimedGame | None, TimedGame | None],
) -> dict[str, Any]:
    """Give the export of a table that is over, to be written as JSON; a ValueError before that."""
    decided = result(table)
    seats = zip(table.seats, names, games, strict=True)
    return {
        "pyramids": VERSION,
        "table": code,
        "board": table.board,
        "minutes": table.minutes,
        "seal": seal(seed),
        "seed": seed.hex(),
        "opened": opened_wall_ms,
        "result": {"winner": decided.winner, "by": str(decided.by)},
        "seats": [None if seat is None else _seat(name, timed) for seat, name, timed in seats],
    }


def _seat(name: str | None, timed: TimedGame | None) -> dict[str, Any]:
    if timed is None:
        return {"player": name, "record": None, "times_ms": None, "score": None, "ended": None}
    game = timed.game
    return {
        "player": name,
        "record": write(game),
        "times_ms": [list(times) for times in timed.times_ms],
        "score": game.score,
        "ended": None if game.ended is None else str(game.ended),
    }


@dataclass(frozen=True, slots=True)
class _SeatClaim:
    """What an export says of a seat whose player has started."""

    record: str
    times_ms: tuple[tuple[int, ...], ...]
    score: int
    ended: str


@dataclass(frozen=True, slots=True)
class _Claims:
    """What an export says. A seat is None if nobody took it or nobody started there."""

    board: Board
    minutes: int
    seal: str
    seed: bytes
    winner: int | None
    by: str
    joined: bool
    seats: tuple[_SeatClaim | None, ...]


def verify(data: bytes) -> list[Check]:
    """Check an export in all that it says; an ExportError if the bytes are none."""
    claims = _read(data)

    @cache
    def deal_of_round(number: int) -> Deal:
        return deal(claims.seed, claims.board, number)

    checks = [
        Check(claims.seal == seal(claims.seed), "seal: the SHA-256 of the seed"),
        Check(claims.minutes in MINUTES, f"minutes: {' or '.join(map(str, MINUTES))}"),
    ]
    outcomes: list[Outcome | None] = []
    whole = True
    for place, claim in enumerate(claims.seats):
        if claim is None:
            outcomes.append(None)
            continue
        of_seat, outcome = _check_seat(f"seat {place}", claim, claims, deal_of_round)
        checks += of_seat
        outcomes.append(outcome)
        whole = whole and outcome is not None
    checks.append(_check_result(claims, outcomes, whole))
    return checks


def _check_seat(
    seat: str, claim: _SeatClaim, claims: _Claims, deal_of_round: DealOfRound
) -> tuple[list[Check], Outcome | None]:
    """Check one player's game; the outcome is None where the record tells of none."""
    try:
        # A lone surrogate, which JSON can spell, is no word of a record.
        game = parse(claim.record.encode("utf-8", "surrogatepass"))
    except NotationError as error:
        return [Check(False, f"{seat}: the record replays ({error})")], None
    checks = [
        Check(True, f"{seat}: the record replays"),
        _check_told(f"{seat}: on board", game.board.name, claims.board.name),
        *(
            Check(game.board == claims.board and played.deal == deal_of_round(number), words)
            for number, played in enumerate(game.rounds, 1)
            for words in [f"{seat}: the deal of round {number} follows from the seed"]
        ),
        Check(_is_whole(game), f"{seat}: the game has ended, and a new round followed each clear"),
        _check_told(f"{seat}: score", game.score, claim.score),
        _check_told(f"{seat}: ended", game.ended, claim.ended),
        *_check_times(seat, game, claim.times_ms, claims.minutes * MINUTE_MS),
    ]
    if game.ended is None:
        return checks, None
    # Where the times are not those of this game, only points can decide.
    fits = len(claim.times_ms) == len(game.rounds)
    spent_ms = playing_ms(claim.times_ms, game.ended, claims.minutes * MINUTE_MS) if fits else 0
    return checks, Outcome(game.ended, game.score, spent_ms)


def _check_told(words: str, found: object, told: object) -> Check:
    """Check what the export tells of something that follows from the rest."""
    known = f"{words} {'not at all' if found is None else found}"
    return Check(True, known) if found == told else Check(False, f"{known}, but the file says {told!r:.40}")


def _is_whole(game: Game) -> bool:
    # Rule 4.2: the next round begins by itself, so no game at a table ends between two.
    return game.ended is not None and (game.ended is Ended.COMPLETED or not game.round.cleared)


def _check_times(
    seat: str, game: Game, times_ms: tuple[tuple[int, ...], ...], limit_ms: int
) -> Iterator[Check]:
    """Rule 4.5: each move has its time on its round's clock, in order, and none is late."""
    yield Check(len(times_ms) == len(game.rounds), f"{seat}: times for {len(game.rounds)} rounds")
    for number, (played, times) in enumerate(zip(game.rounds, times_ms, strict=False), 1):
        moves = len(played.moves)
        yield Check(len(times) == moves, f"{seat}: times of {moves} moves in round {number}")
        in_order = list(times) == sorted(times) and all(0 <= time < limit_ms for time in times)
        yield Check(in_order, f"{seat}: the times of round {number} are in order and within its limit")


def _check_result(claims: _Claims, outcomes: list[Outcome | None], whole: bool) -> Check:
    """Rules 5.2 and 5.7."""
    if not whole:
        return Check(False, "result: no game of a table that is over is unfinished")
    decided = decide(outcomes[0], outcomes[1], joined=claims.joined)
    found, told = (
        f"{'nobody' if winner is None else f'seat {winner}'} by {by}"
        for winner, by in ((decided.winner, decided.by.value), (claims.winner, claims.by))
    )
    return _check_told("result:", found, told)


def _read(data: bytes) -> _Claims:
    """Give what an export says; whatever has another shape is none."""
    if len(data) > MOST_BYTES:
        raise ExportError(f"an export has at most {MOST_BYTES} bytes")
    try:
        # A member that stands twice is read differently by different readers.
        whole = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_each_once, parse_constant=_no_number)
    except RecursionError:
        raise ExportError("not an export: it is nested too deeply") from None
    except ExportError:
        raise
    except ValueError as error:
        raise ExportError(f"not JSON: {error}") from None
    if not isinstance(whole, dict) or type(whole.get("pyramids")) is not int or whole["pyramids"] != VERSION:
        raise ExportError(f'not an export: "pyramids" is not {VERSION}')
    for name, kind in (("table", str), ("opened", int)):
        _member(whole, name, kind)
    board = _member(whole, "board", str)
    if board not in BOARDS:
        raise ExportError(f'not an export: "board" is not {" or ".join(BOARDS)}')
    told: dict[str, Any] = _member(whole, "result", dict)
    seats: list[Any] = _member(whole, "seats", list)
    if len(seats) != 2 or seats[0] is None:
        raise ExportError('not an export: "seats" are the opener\'s and another')
    return _Claims(
        BOARDS[board],
        _member(whole, "minutes", int),
        _member(whole, "seal", str),
        _seed(_member(whole, "seed", str)),
        None if told.get("winner", 0) is None else _member(told, "winner", int),
        _member(told, "by", str),
        seats[1] is not None,
        tuple(None if seat is None else _read_seat(seat) for seat in seats),
    )


def _read_seat(seat: Any) -> _SeatClaim | None:
    if not isinstance(seat, dict):
        raise ExportError('not an export: one of "seats" is no object')
    _member(seat, "player", str)
    told = ("record", "times_ms", "score", "ended")
    if all(name in seat and seat[name] is None for name in told):
        return None
    times_ms: list[Any] = _member(seat, "times_ms", list)
    if not all(isinstance(times, list) and all(type(time) is int for time in times) for times in times_ms):
        raise ExportError('not an export: "times_ms" are not lists of whole numbers')
    return _SeatClaim(
        _member(seat, "record", str),
        tuple(tuple(times) for times in times_ms),
        _member(seat, "score", int),
        _member(seat, "ended", str),
    )


def _member(whole: dict[str, Any], name: str, kind: type[Kind]) -> Kind:
    # `bool` is an `int` to `isinstance`, and no number here.
    if type(whole.get(name)) is not kind:
        raise ExportError(f'not an export: "{name}" is missing or of another kind')
    value: Kind = whole[name]
    return value


def _seed(text: str) -> bytes:
    # `bytes.fromhex` alone would skip white space, which a seed does not have.
    if len(text) != 2 * SEED_BYTES or not set(text) <= set("0123456789abcdef"):
        raise ExportError(f'not an export: "seed" is not {2 * SEED_BYTES} hex digits')
    return bytes.fromhex(text)


def _each_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(members)
    if len(whole) != len(members):
        raise ExportError("not an export: a member stands twice")
    return whole


def _no_number(text: str) -> NoReturn:
    raise ExportError(f"not an export: {text} is no number")
