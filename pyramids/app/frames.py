"""The frames of docs/protocol.md, encoded: built once for all who see the same."""

from typing import Any

import msgspec

from pyramids.duel.tries import DealView
from pyramids.duel.view import GameView, TableView

_encoder = msgspec.json.Encoder()


def table_frame(view: TableView) -> bytes:
    """What a table's socket is sent when the table has changed for its viewer."""
    return _encoder.encode({"type": "table", "table": view})


def game_frame(place: int, view: GameView) -> bytes:
    """What a table's socket is sent when a game has changed that its viewer may see."""
    return _encoder.encode({"type": "game", "seat": place, "game": view})


def deal_frame(view: DealView) -> bytes:
    """What a try's socket is sent when it has ended, and first of all."""
    return _encoder.encode({"type": "deal", "deal": view})


def refused_frame(code: str, n: int | None, **details: int | str) -> bytes:
    """The answer to a frame that is refused."""
    return _encoder.encode({"type": "refused", "n": n, "code": code, **details})


def changed_frame(*what: str) -> bytes:
    """What the site's socket is sent when parts of the page would be drawn anew."""
    return _encoder.encode({"type": "changed", "what": what})


def told_frame(event: str, code: str, name: str) -> bytes:
    """What a player's pages are sent to tell of something at a table, with the name of the other player."""
    return _encoder.encode({"type": "told", "event": event, "code": code, "name": name})


def encode(value: Any) -> bytes:
    """Any of our values as JSON."""
    return _encoder.encode(value)


PONG = _encoder.encode({"type": "pong"})
