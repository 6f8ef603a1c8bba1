"""Members over HTTP, and the duels between them."""

import sqlite3

from pyramids.app.site import DATABASE
from tests.web.serving import Guest, Served
from tests.web.test_accounts import member

__all__ = ["duel", "known_well", "member"]


def duel(opener: Guest, joiner: Guest, board: str = "one", *, loser: Guest | None = None) -> str:
    """Both play and end; the loser turns cards, which costs points. Gives the table's code."""
    code = opener.open(board)
    joiner.post(f"/api/tables/{code}/join")
    for player in (opener, joiner):
        player.post(f"/api/tables/{code}/start")
        for move in "++" if player is loser else "+":
            player.play(code, move)
        player.post(f"/api/tables/{code}/end")
    return code


def known_well(served: Served) -> None:
    """Make every rating one that is not provisional."""
    connection = sqlite3.connect(served.folder / DATABASE)
    connection.execute("UPDATE ratings SET deviation = 80")
    connection.commit()
    connection.close()
