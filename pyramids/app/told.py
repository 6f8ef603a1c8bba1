"""What players are told wherever they look: who joined, who invites, that a duel is decided. Never more (rule 5.6).

A duel is decided when its table is over and everything about it is open. No start and no end of one game is told.
"""

from collections.abc import Iterator
from enum import StrEnum

from pyramids.duel.table import PlayerId, is_computer
from pyramids.storage.tables import KeptTable, News


class Told(StrEnum):
    """What a `told` frame says."""

    JOINED = "joined"
    INVITED = "invited"
    DECIDED = "decided"


def told_of(kept: KeptTable) -> Iterator[tuple[PlayerId, Told, str]]:
    """Whom a command's news concern, what they are told, and the name of the other player."""
    table, (opener, joiner) = kept.table, kept.seats
    if table.joiner is None or joiner is None:
        return
    # The computer comes only because the opener asked for it.
    if News.JOINED in kept.news and not is_computer(table.joiner.player):
        yield table.opener.player, Told.JOINED, joiner.name
    if News.DECIDED in kept.news:
        yield table.opener.player, Told.DECIDED, joiner.name
        yield table.joiner.player, Told.DECIDED, opener.name
