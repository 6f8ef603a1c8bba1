"""Tell whoever looks: after each commit, every connection is sent what has changed for it and nothing else.

"Changed for it" is decided by comparing what its viewer may see now with what it was sent. So that an event which
a viewer may not know of sends that viewer not a byte (rule 5.6).
"""

from dataclasses import replace
from itertools import islice

from pyramids import deals
from pyramids.app import frames
from pyramids.app.clock import SiteClock
from pyramids.app.rooms import LiveGame, Room
from pyramids.duel.rating import Rating
from pyramids.duel.timing import after_each_move
from pyramids.duel.view import (
    GameView,
    SeatFacts,
    TableFacts,
    TableView,
    game_view,
    may_see_game,
    table_view,
    visible_games,
)
from pyramids.duel.viewer import Viewer
from pyramids.live.hub import Connection, Hub

MOST_WATCHERS = 200  # Of one game.
MOST_MISSED = 100  # Views of a game that whoever comes back is sent: more than a mailbox that was full.


class Publish:
    """Views for viewers, and the frames that carry them."""

    def __init__(self, clock: SiteClock, hub: Hub) -> None:
        self._clock = clock
        self._hub = hub

    def table_view(self, room: Room, viewer: Viewer) -> TableView:
        """The table as a viewer may see it now."""
        facts = [self._seat_facts(room, place) for place in (0, 1)]
        assert facts[0] is not None
        kept = room.kept
        return table_view(
            kept.table,
            TableFacts(
                kept.code, kept.opened_wall_ms, deals.seal(kept.seed), kept.seed.hex(), (facts[0], facts[1])
            ),
            room.timed,
            viewer,
            self._clock.now_ms(),
        )

    def games_view(self, room: Room, viewer: Viewer) -> tuple[GameView | None, GameView | None]:
        """Both games as a viewer may see them now."""
        return visible_games(room.table, room.timed, viewer, self._clock.now_ms())

    def game(self, room: Room, place: int) -> None:
        """A game has changed, and nothing else at its table."""
        live = room.games[place]
        assert live is not None
        table = room.table
        owner = table.seats[place]
        own = watched = None
        for connection in self._hub.at(room.kept.code):
            if connection.shown_table is None:
                continue  # It has only come: its first views are of everything, in their order.
            if owner is not None and connection.player == owner.player:
                own = own or self._game_frame(live, place, own=True)
                self._send_game(connection, place, live, own)
            elif may_see_game(table, place, connection.viewer):
                watched = watched or self._game_frame(live, place, own=False)
                self._send_game(connection, place, live, watched)

    def room(self, room: Room) -> None:
        """Anything at a table may have changed: send each connection what is new to it."""
        for connection in self._hub.at(room.kept.code):
            self.catch_up(room, connection)

    def catch_up(self, room: Room, connection: Connection, *, again: bool = False) -> None:
        """Send one connection what it lacks; `again` sends the games whether it lacks them or not."""
        view = self.table_view(room, connection.viewer)
        if not _same(view, connection.shown_table):
            connection.shown_table = view
            connection.send(frames.table_frame(view))
        for place, live in enumerate(room.games):
            seen = connection.seen.pop(place, None)
            if live is None or not may_see_game(room.table, place, connection.viewer):
                connection.shown_games.pop(place, None)
            elif again or connection.shown_games.get(place) != live.version:
                own = room.table.place_of(connection.player) == place
                if seen is not None:
                    connection.send_missed(self._missed(live, place, seen, own=own))
                self._send_game(connection, place, live, self._game_frame(live, place, own=own))

    def has_room_for(self, room: Room, viewer: Viewer) -> bool:
        """Whether a viewer may come to look: a game has `MOST_WATCHERS` at most, and its players are none of them."""
        table = room.table
        watches = any(may_see_game(table, place, viewer) for place in (0, 1))
        if not watches or table.place_of(viewer.player) is not None:
            return True
        watchers = [
            connection
            for connection in self._hub.at(room.kept.code)
            if connection.shown_games and not connection.closed and table.place_of(connection.player) is None
        ]
        return len(watchers) < MOST_WATCHERS

    def _missed(self, live: LiveGame, place: int, seen: int, *, own: bool) -> list[bytes]:
        """The views between the one that a client still has and the current one, each as it was then.

        None where they are too many: the client goes on with the current one.
        """
        last = live.moves_made - 1
        if not last - MOST_MISSED <= seen < last:
            return []
        views = enumerate(after_each_move(live.timed, live.at_ms))
        return [
            frames.game_frame(place, game_view(timed, own=own, now_ms=live.at_ms[at]))
            for at, timed in islice(views, seen, last)
        ]

    def _send_game(self, connection: Connection, place: int, live: LiveGame, frame: bytes) -> None:
        connection.shown_games[place] = live.version
        connection.send(frame)

    def _game_frame(self, live: LiveGame, place: int, *, own: bool) -> bytes:
        return frames.game_frame(place, game_view(live.timed, own=own, now_ms=self._clock.now_ms()))

    def _seat_facts(self, room: Room, place: int) -> SeatFacts | None:
        seat, row = room.table.seats[place], room.kept.seats[place]
        if seat is None or row is None:
            return None
        rating, rated = row.rating, row.rated
        facts = SeatFacts(
            row.name, rating.level, rating.provisional, row.member, self._hub.online(seat.player)
        )
        if rated is None:
            return facts
        before, after = Rating(rated.before), rated.after
        return replace(
            facts, rated=(round(before.rating), round(after.rating)), levels=(before.level, after.level)
        )


def _same(view: TableView, shown: TableView | None) -> bool:
    """Whether a viewer would see no difference; the time that runs by itself is none."""
    return shown is not None and replace(view, start_within_ms=None) == replace(shown, start_within_ms=None)
