"""Guests: who they are without an account. A visitor costs nothing lasting: the row comes with the first act."""

import hashlib

from sqlalchemy import Connection

from pyramids.app.codes import SiteCode
from pyramids.duel.table import PlayerId
from pyramids.rules.errors import Refusal
from pyramids.storage import players


def guest_name(player: PlayerId) -> str:
    """What a guest is called until they choose a name; always the same for the same guest.

    It has a space, so nobody can choose one.
    """
    digest = hashlib.sha256(player.encode()).digest()
    return f"Guest {int.from_bytes(digest[:4], 'big') % 90_000 + 10_000}"


def ensure(connection: Connection, player: PlayerId, wall_ms: int) -> None:
    """Write the row of a player who now does something that lasts; `bad_session` for one whose account is deleted."""
    if players.is_deleted(connection, player):
        raise Refusal(SiteCode.BAD_SESSION)
    players.ensure(connection, player, guest_name(player), wall_ms)
