"""Who may see what of a table (rule 5.6): everything that leaves the server about a game is built here.

A view is built from what its viewer may see, never by taking away from what there is. The values are
what docs/protocol.md sends, so that a frame, an API answer and a page cannot differ.

What a game's view is made of is not frozen: one is built at every move, and freezing costs half of that.
"""

from dataclasses import dataclass

from pyramids.duel.result import result
from pyramids.duel.table import (
    PlayerId,
    Seat,
    SeatState,
    Table,
    can_be_joined,
    has_finished,
    is_computer,
    start_by_ms,
    why_not_start,
)
from pyramids.duel.timing import TimedGame
from pyramids.duel.viewer import Viewer
from pyramids.rules.round import (
    CARD_POINTS,
    CLEAR_POINTS,
    JOKER_COST,
    TURN_COST,
    Action,
    Move,
    Round,
)

Games = tuple[TimedGame | None, TimedGame | None]


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What is told of a player beside the table itself.

    `rated`: the ratings before and after the table's result, `levels` the levels; None if it changed none.
    """

    name: str
    level: int
    provisional: bool
    member: bool
    online: bool
    rated: tuple[int, int] | None = None
    levels: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What is told of a table beside its rules. `opened_ms` is wall time, for showing."""

    code: str
    opened_ms: int
    seal: str
    seed: str
    seats: tuple[SeatFacts, SeatFacts | None]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as one viewer may see it."""

    player: PlayerId
    name: str
    level: int
    provisional: bool
    member: bool
    computer: bool
    online: bool
    state: SeatState | None


@dataclass(frozen=True, slots=True)
class SeatResultView:
    """A finished game in the result."""

    score: int
    rounds: tuple[int, ...]
    playing_ms: int
    ended: str
    rated: tuple[int, int] | None
    levels: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class ResultView:
    """The result of a table that is over."""

    winner: int | None
    by: str
    seats: tuple[SeatResultView | None, SeatResultView | None]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer may see it."""

    code: str
    board: str
    minutes: int
    highest_level: int
    seal: str
    opened_ms: int
    you: int | None
    seats: tuple[SeatView, SeatView | None]
    offers: tuple[str, ...]
    join_refused: str | None
    start_within_ms: int | None
    over: bool
    result: ResultView | None
    seed: str | None


@dataclass(slots=True)
class RoundView:
    """One round's figures."""

    score: int
    cleared: bool
    longest_sequence: int


@dataclass(slots=True)
class LastMove:
    """The move that led to a view; `cleared` if it cleared the round before the one shown."""

    move: str
    points: int
    cleared: bool


@dataclass(slots=True)
class GameView:
    """A game as shown; `open` is empty for a watcher."""

    n: int
    round: int
    cards: tuple[str, ...]
    pile: str
    fan: int
    joker: bool
    open: tuple[str, ...]
    score: int
    sequence: int
    rounds: tuple[RoundView, ...]
    last: LastMove | None
    left_ms: int
    pause_ms: int
    ended: str | None


def may_see_game(table: Table, place: int, viewer: Viewer) -> bool:
    """Whether a game is shown to somebody. Rule 5.6"""
    seat, other = table.seats[place], table.seats[1 - place]
    if seat is None or seat.started_ms is None:
        return False
    if table.over or seat.player == viewer.player:
        return True
    if other is None or other.state is not SeatState.FINISHED:
        return False
    # A block leaves a shared table as it is. Rule 5.4
    return other.player == viewer.player or not viewer.blocked_by & {seat.player, other.player}


def may_see_state(table: Table, place: int, viewer: Viewer) -> bool:
    """Whether somebody may know if the player at that seat waits, plays or has finished. Rule 5.6"""
    own = table.place_of(viewer.player)
    if table.over or own == place or may_see_game(table, place, viewer):
        return True
    return own == 1 - place and has_finished(table, own)


def offers(table: Table, viewer: Viewer, now_ms: int) -> tuple[str, ...]:
    """What a viewer may do now, by the rules that accept it."""
    place = table.place_of(viewer.player)
    watchable = any(may_see_game(table, at, viewer) for at in (0, 1) if at != place)
    if place is None:
        joinable = viewer.why_not_join(table, now_ms) is None
        return (*(["join"] if joinable else []), *(["watch"] if watchable else []))
    seat = table.seats[place]
    state = None if seat is None else seat.state
    finished = has_finished(table, place)
    return tuple(
        offer
        for offer, holds in (
            ("start", why_not_start(table, place, now_ms) is None),
            ("end", state is SeatState.PLAYING),
            ("invite", can_be_joined(table, now_ms)),
            ("computer", place == 0 and state is not SeatState.PLAYING and can_be_joined(table, now_ms)),
            ("watch", finished and watchable),
            ("again", finished),
            ("leave", True),
        )
        if holds
    )


def table_view(table: Table, facts: TableFacts, games: Games, viewer: Viewer, now_ms: int) -> TableView:
    """The table as this viewer may see it."""
    place = table.place_of(viewer.player)
    refused = None
    if place is None and viewer.player is not None:
        refused = viewer.why_not_join(table, now_ms)
    waits = place is not None and why_not_start(table, place, now_ms) is None
    return TableView(
        code=facts.code,
        board=table.board,
        minutes=table.minutes,
        highest_level=table.highest_level,
        seal=facts.seal,
        opened_ms=facts.opened_ms,
        you=place,
        seats=(
            _seat_view(table.opener, 0, table, facts.seats[0], viewer),
            _joiner_view(table, facts.seats[1], viewer),
        ),
        offers=offers(table, viewer, now_ms),
        join_refused=refused,
        start_within_ms=start_by_ms(table) - now_ms if waits else None,
        over=table.over,
        result=_result_view(table, facts, games) if table.over else None,
        seed=facts.seed if table.over else None,
    )


def game_view(timed: TimedGame, *, own: bool, now_ms: int) -> GameView:
    """A game as its player (`own`) or a watcher sees it; ask `may_see_game` first."""
    game = timed.game
    rounds = game.rounds
    current = rounds[-1]
    return GameView(
        n=game.moves_made,
        round=len(rounds),
        cards=current.texts,
        pile=current.pile.text,
        fan=current.fan_left,
        joker=not current.joker_used,
        open=tuple([move.text for move in game.open_moves()]) if own else (),
        score=game.score,
        sequence=current.sequence,
        rounds=tuple([RoundView(r.score, r.cleared, r.longest_sequence) for r in rounds]),
        last=_last_move(rounds),
        left_ms=timed.left_ms(now_ms),
        pause_ms=timed.pause_ms(now_ms) if game.ended is None else 0,
        ended=game.ended,
    )


def visible_games(
    table: Table, games: Games, viewer: Viewer, now_ms: int
) -> tuple[GameView | None, GameView | None]:
    """Both games as this viewer may see them."""
    first, second = (
        game_view(timed, own=table.place_of(viewer.player) == place, now_ms=now_ms)
        if timed is not None and may_see_game(table, place, viewer)
        else None
        for place, timed in enumerate(games)
    )
    return first, second


def _last_move(rounds: tuple[Round, ...]) -> LastMove | None:
    played = rounds[-1]
    # A round without moves shows what led to it.
    cleared = not played.moves and len(rounds) > 1
    if cleared:
        played = rounds[-2]
    if not played.moves:
        return None
    move = played.moves[-1]
    return LastMove(move.text, _points_of_last(move, played), cleared)


def _points_of_last(move: Move, played: Round) -> int:
    """What the last move of a round added to its score. Rules 3.1 to 3.4"""
    if move is Action.TURN:
        return -TURN_COST
    if move is Action.JOKER:
        return -JOKER_COST
    return CARD_POINTS * played.sequence + (CLEAR_POINTS if played.cleared else 0)


def _seat_view(seat: Seat, place: int, table: Table, facts: SeatFacts, viewer: Viewer) -> SeatView:
    computer = is_computer(seat.player)
    return SeatView(
        seat.player,
        facts.name,
        facts.level,
        facts.provisional,
        facts.member,
        computer,
        facts.online or computer,
        seat.state if may_see_state(table, place, viewer) else None,
    )


def _joiner_view(table: Table, facts: SeatFacts | None, viewer: Viewer) -> SeatView | None:
    if table.joiner is None or facts is None:
        return None
    return _seat_view(table.joiner, 1, table, facts, viewer)


def _result_view(table: Table, facts: TableFacts, games: Games) -> ResultView:
    decided = result(table)
    first, second = (
        None
        if game is None or seat is None or seat.outcome is None
        else SeatResultView(
            seat.outcome.score,
            tuple(r.score for r in game.game.rounds),
            seat.outcome.playing_ms,
            seat.outcome.ended,
            None if known is None else known.rated,
            None if known is None else known.levels,
        )
        for seat, game, known in zip(table.seats, games, facts.seats, strict=True)
    )
    return ResultView(decided.winner, decided.by, (first, second))
