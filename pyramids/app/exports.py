"""What one may take along: a table that is over, and everything about oneself."""

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import Connection

from pyramids.app import frames
from pyramids.app.days import day_text
from pyramids.app.rooms import Room
from pyramids.app.site import Site
from pyramids.deals import seal
from pyramids.duel.export import export
from pyramids.duel.table import PlayerId
from pyramids.rules import Game, move_text
from pyramids.rules.errors import Refusal
from pyramids.storage import accounts, people, tries

VERSION = 1


def export_of(room: Room) -> dict[str, Any]:
    """The export of a table that is over (docs/notation.md); a ValueError before that."""
    kept = room.kept
    return export(kept.table, kept.code, kept.seed, kept.opened_wall_ms, _names(room), room.timed)


async def everything_about(site: Site, player: PlayerId) -> AsyncIterator[bytes]:
    """All that the site keeps of a player, as one JSON object in parts: there may be many tables.

    No password, no token, and of a table that is not over nothing that its page would not show this player.
    """
    about, kept_tries, codes = await site.store.read(lambda connection: _about(connection, player))
    about["name"] = await site.people.name(player)
    yield frames.encode({"pyramids": VERSION, "player": player, **about})[:-1] + b',"tries":['
    separator = b""
    for kept in kept_tries:
        yield separator + frames.encode(await _try(site, player, kept))
        separator = b","
    yield b'],"tables":['
    separator = b""
    for code in codes:
        try:
            room = await site.play.settle(code)
        except Refusal:
            continue
        if room.table.place_of(player) is not None:
            yield separator + frames.encode(export_of(room) if room.table.over else _open(room, player))
            separator = b","
    yield b"]}"


def _about(
    connection: Connection, player: PlayerId
) -> tuple[dict[str, Any], list[dict[str, Any]], list[str]]:
    account = accounts.account(connection, player)
    viewer = people.viewer(connection, player)
    duels = accounts.rated_duels(connection, player)
    about = {
        "member_since": None if account is None else account.member_since_wall_ms,
        "ratings": {
            board: {
                "rating": rating.rating,
                "deviation": rating.deviation,
                "volatility": rating.volatility,
                "level": rating.level,
                "provisional": rating.provisional,
                "duels": duels.get(board, 0),
            }
            for board, rating in viewer.rating_by_board().items()
        },
        "sessions": [
            {
                "device": session.device,
                "since_ms": session.since_wall_ms,
                "seen_ms": session.seen_wall_ms,
            }
            for session in accounts.sessions_of(connection, player)
        ],
        "blocks": [name for _, name in people.blocked(connection, player)],
    }
    return about, tries.all_of(connection, player), accounts.table_codes(connection, player)


async def _try(site: Site, player: PlayerId, kept: dict[str, Any]) -> dict[str, Any]:
    """A try with its day as a date, and its record as soon as that may be shown."""
    day = kept.pop("day")
    try:
        record = await site.deals.record(player, kept.pop("id"))
    except Refusal:
        record = None
    return {
        "board": kept.pop("board"),
        "day": None if day is None else day_text(day),
        "table": kept.pop("code"),
        "round": kept.pop("round") or 1,
        "started": kept.pop("started_wall_ms"),
        **kept,
        "record": record,
    }


def _open(room: Room, player: PlayerId) -> dict[str, Any]:
    """A table that is not over, as its player may know it: their own moves, and no card that is still face-down."""
    kept, table = room.kept, room.table
    place = table.place_of(player)
    assert place is not None
    timed = room.timed[place]
    return {
        "pyramids": VERSION,
        "table": kept.code,
        "board": table.board,
        "minutes": table.minutes,
        "highest_level": table.highest_level,
        "seal": seal(kept.seed),
        "opened": kept.opened_wall_ms,
        "seat": place,
        "players": _names(room),
        "game": None if timed is None else _own_game(timed.game),
    }


def _own_game(game: Game) -> dict[str, Any]:
    """Each round's moves as in a `play` line of the notation."""
    return {
        "plays": [" ".join(map(move_text, played.moves)) for played in game.rounds],
        "score": game.score,
        "ended": game.ended,
    }


def _names(room: Room) -> tuple[str, str | None]:
    first, second = room.kept.seats
    return first.name, None if second is None else second.name
