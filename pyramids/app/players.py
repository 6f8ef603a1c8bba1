"""Guests: who they are without an account. A visitor costs nothing lasting: the row comes with the first act."""

import hashlib

from pyramids.duel.table import PlayerId


def guest_name(player: PlayerId) -> str:
    """What a guest is called until they choose a name; always the same for the same guest.

    It has a space, so nobody can choose one.
    """
    digest = hashlib.sha256(player.encode()).digest()
    return f"Guest {int.from_bytes(digest[:4], 'big') % 90_000 + 10_000}"
