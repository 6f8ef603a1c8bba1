"""The connections of a process: who is at which table, who is on line, and who does not keep up."""

import asyncio

import pytest

from pyramids.duel.table import PlayerId
from pyramids.duel.viewer import Viewer
from pyramids.live import hub as hub_module
from pyramids.live.hub import QUEUE, Connection, Hub

ANNA, BERT = PlayerId("anna"), PlayerId("bert")
AT_ONCE_S = 0.01


class Presence(list[PlayerId]):
    """Who came on line or went, in order; `changed` is set by each."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()

    def note(self, player: PlayerId) -> None:
        self.append(player)
        self.changed.set()


@pytest.fixture
def presence() -> Presence:
    return Presence()


@pytest.fixture
async def hub(presence: Presence, monkeypatch: pytest.MonkeyPatch):
    """A hub that takes somebody for absent almost at once."""
    monkeypatch.setattr(hub_module, "ABSENT_AFTER_S", AT_ONCE_S)
    made = Hub(presence.note)
    yield made
    made.end_all()


def at_table(hub: Hub, player: PlayerId | None = ANNA, code: str | None = "AAAAAA") -> Connection:
    connection = Connection(Viewer(player), code)
    hub.add(connection)
    return connection


def gone(hub: Hub, player: PlayerId = ANNA) -> None:
    hub.remove(at_table(hub, player))


async def absence(presence: Presence) -> None:
    presence.changed.clear()
    await asyncio.wait_for(presence.changed.wait(), 5)


async def received(connection: Connection) -> list[bytes]:
    """Everything that waits, up to the end of the connection."""
    frames = []
    while (frame := await asyncio.wait_for(connection.next_frame(), 5)) is not None:
        frames.append(frame)
    return frames


# Where a frame goes.


async def test_a_connection_is_found_at_its_table_alone(hub: Hub) -> None:
    connection = at_table(hub)
    assert (list(hub.at("AAAAAA")), list(hub.at("BBBBBB"))) == ([connection], [])


async def test_everybody_at_a_table_is_found(hub: Hub) -> None:
    there = {at_table(hub), at_table(hub, BERT), at_table(hub, None)}
    assert set(hub.at("AAAAAA")) == there


async def test_a_connection_that_closed_is_found_no_more(hub: Hub) -> None:
    gone(hub)
    assert (list(hub.at("AAAAAA")), list(hub.watched_tables())) == ([], [])


async def test_the_tables_that_are_shown_are_known(hub: Hub) -> None:
    at_table(hub, code="AAAAAA")
    at_table(hub, code="BBBBBB")
    at_table(hub, code=None)
    assert set(hub.watched_tables()) == {"AAAAAA", "BBBBBB"}


async def test_the_sites_sockets_are_found_apart_from_the_tables(hub: Hub) -> None:
    at_table(hub)
    site, stranger = at_table(hub, code=None), at_table(hub, None, None)
    assert set(hub.site()) == {site, stranger}
    assert list(hub.site(ANNA)) == [site]


async def test_a_closing_is_harmless_twice(hub: Hub) -> None:
    connection = at_table(hub)
    at_table(hub)
    hub.remove(connection)
    hub.remove(connection)
    assert (len(tuple(hub.of(ANNA))), hub.online(ANNA)) == (1, True)


async def test_a_connection_that_never_opened_may_close(hub: Hub) -> None:
    hub.remove(Connection(Viewer(ANNA), "AAAAAA"))
    assert not hub.online(ANNA)


async def test_a_players_sockets_are_counted_wherever_they_are(hub: Hub) -> None:
    at_table(hub, code="AAAAAA")
    at_table(hub, code="BBBBBB")
    at_table(hub, code=None)
    assert (len(tuple(hub.of(ANNA))), len(tuple(hub.of(BERT)))) == (3, 0)


# Who is on line.


async def test_a_player_with_a_page_open_is_on_line(hub: Hub) -> None:
    at_table(hub)
    assert (hub.online(ANNA), hub.online(BERT)) == (True, False)


async def test_coming_on_line_is_told_once(hub: Hub, presence: Presence) -> None:
    at_table(hub)
    at_table(hub)
    assert presence == [ANNA]


async def test_a_page_that_is_changed_for_another_is_no_absence(hub: Hub, presence: Presence) -> None:
    gone(hub)
    assert hub.online(ANNA)
    at_table(hub)
    await asyncio.sleep(3 * AT_ONCE_S)
    assert (hub.online(ANNA), presence) == (True, [ANNA])


async def test_going_is_told_when_the_last_page_has_been_closed_for_a_while(
    hub: Hub, presence: Presence
) -> None:
    gone(hub)
    await absence(presence)
    assert (hub.online(ANNA), presence) == (False, [ANNA, ANNA])


async def test_coming_back_after_an_absence_is_told(hub: Hub, presence: Presence) -> None:
    gone(hub)
    await absence(presence)
    at_table(hub)
    assert presence == [ANNA, ANNA, ANNA]


async def test_closing_one_of_two_pages_is_no_absence(hub: Hub, presence: Presence) -> None:
    at_table(hub)
    gone(hub)
    await asyncio.sleep(3 * AT_ONCE_S)
    assert (hub.online(ANNA), presence) == (True, [ANNA])


async def test_a_stranger_is_nobodys_presence(hub: Hub, presence: Presence) -> None:
    at_table(hub, None)
    assert presence == []


# The frames that wait.


async def test_frames_wait_in_their_order() -> None:
    connection = Connection(Viewer(ANNA))
    for number in range(QUEUE):
        connection.send(b"%d" % number)
    assert [await connection.next_frame() for _ in range(QUEUE)] == [b"%d" % n for n in range(QUEUE)]


async def test_a_sender_that_waits_is_woken_by_a_frame() -> None:
    connection = Connection(Viewer(ANNA))
    waiting = asyncio.ensure_future(connection.next_frame())
    await asyncio.sleep(0)
    connection.send(b"frame")
    assert await asyncio.wait_for(waiting, 5) == b"frame"


async def test_a_sender_that_waits_is_woken_by_the_end() -> None:
    connection = Connection(Viewer(ANNA))
    waiting = asyncio.ensure_future(connection.next_frame())
    await asyncio.sleep(0)
    connection.end()
    assert await asyncio.wait_for(waiting, 5) is None


async def test_a_frame_may_come_before_anybody_waits_and_another_after() -> None:
    connection = Connection(Viewer(ANNA))
    connection.send(b"first")
    first = await connection.next_frame()
    waiting = asyncio.ensure_future(connection.next_frame())
    await asyncio.sleep(0)
    connection.send(b"second")
    connection.send(b"third")
    assert [first, await waiting, await connection.next_frame()] == [b"first", b"second", b"third"]


class Wire(list[bytes]):
    """What went at once; nothing does while it is `full`."""

    full = False

    def take(self, frame: bytes) -> bool:
        if not self.full:
            self.append(frame)
        return not self.full


def on_wire() -> tuple[Connection, Wire]:
    connection, wire = Connection(Viewer(ANNA)), Wire()
    connection.send_at_once = wire.take
    return connection, wire


async def test_a_frame_goes_at_once_while_the_sender_has_nothing_to_do() -> None:
    connection, wire = on_wire()
    waiting = asyncio.ensure_future(connection.next_frame())
    await asyncio.sleep(0)
    for _ in range(3 * QUEUE):
        connection.send(b"frame")
    await asyncio.sleep(0)
    assert (len(wire), waiting.done(), connection.closed) == (3 * QUEUE, False, False)
    waiting.cancel()


async def test_no_frame_goes_before_one_that_the_sender_still_has() -> None:
    connection, wire = on_wire()
    connection.send(b"first")  # Before a sender waits.
    assert await connection.next_frame() == b"first"
    connection.send(b"second")  # While it is sending.
    assert (wire, await connection.next_frame()) == ([], b"second")


async def test_frames_that_do_not_go_at_once_wait_for_the_sender_in_their_order() -> None:
    connection, wire = on_wire()
    waiting = asyncio.ensure_future(connection.next_frame())
    await asyncio.sleep(0)
    wire.full = True
    connection.send(b"first")
    wire.full = False
    connection.send(b"second")
    assert [await waiting, await connection.next_frame(), *wire] == [b"first", b"second"]


async def test_who_does_not_keep_up_is_ended_though_frames_may_go_at_once() -> None:
    connection, wire = on_wire()
    wire.full = True
    for _ in range(QUEUE + 1):
        connection.send(b"frame")
    assert connection.closed


async def test_a_full_queue_is_no_end_yet() -> None:
    connection = Connection(Viewer(ANNA))
    for _ in range(QUEUE):
        connection.send(b"frame")
    assert not connection.closed


async def test_one_frame_more_than_the_queue_holds_ends_the_connection() -> None:
    connection = Connection(Viewer(ANNA))
    for _ in range(QUEUE + 1):
        connection.send(b"frame")
    assert connection.closed
    assert await received(connection) == []


async def test_a_connection_that_keeps_up_is_never_ended() -> None:
    connection = Connection(Viewer(ANNA))
    for _ in range(3 * QUEUE):
        connection.send(b"frame")
        await connection.next_frame()
    assert not connection.closed


async def test_a_connection_that_has_ended_is_sent_nothing() -> None:
    connection = Connection(Viewer(ANNA))
    connection.end()
    connection.send(b"late")
    assert await received(connection) == []


async def test_a_connection_may_end_twice() -> None:
    connection = Connection(Viewer(ANNA))
    connection.end()
    connection.end()
    assert await received(connection) == []


async def test_one_connection_that_does_not_keep_up_disturbs_no_other(hub: Hub) -> None:
    slow, quick = at_table(hub), at_table(hub, BERT)
    for _ in range(QUEUE + 1):
        for connection in hub.at("AAAAAA"):
            connection.send(b"frame")
        await quick.next_frame()
    assert (slow.closed, quick.closed) == (True, False)


async def test_every_socket_is_closed_as_the_server_stops(hub: Hub) -> None:
    connections = [at_table(hub), at_table(hub, BERT), at_table(hub, code=None), at_table(hub, None)]
    hub.end_all()
    assert [connection.closed for connection in connections] == [True] * 4
