"""What players have done, as everybody may see it: profiles, lists of duels, and leaderboards.

Nothing of a table that is not over is in them (E31): storage/careers.py reads no other.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import Connection

from pyramids.app.clock import SiteClock
from pyramids.app.codes import SiteCode
from pyramids.app.names import name_key
from pyramids.app.people import People
from pyramids.duel.rating import Rating
from pyramids.duel.result import ResultBy
from pyramids.duel.table import PlayerId, is_computer
from pyramids.rules.errors import Refusal
from pyramids.storage import accounts, careers, people, players
from pyramids.storage.careers import BoardCareer, Career, Duel, Score
from pyramids.storage.store import Store

REMEMBERED = 500
MANY = 200  # Tables of a player, from which on reading what their duels come to takes longer than drawing the page.
LONGEST_NAME = 80
DUELS_ON_A_PAGE = 20
MOST_RIVALS = 10
MOST_LEADERS = 100
WEEK_MS = 7 * 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class BestGame:
    """The game with the most points."""

    code: str
    seat: int
    score: int


@dataclass(frozen=True, slots=True)
class BoardProfile:
    """How good a member is on a board, and what their duels there come to; `rated`: how many changed the rating."""

    level: int
    provisional: bool
    rating: int
    deviation: int
    rated: int
    duels: int
    won: int
    lost: int
    drawn: int
    rounds_cleared: int
    longest_sequence: int
    best: BestGame | None


@dataclass(frozen=True, slots=True)
class Rival:
    """How a player has done against one other, who has that name."""

    player: PlayerId
    name: str
    member: bool
    computer: bool
    duels: int
    won: int
    lost: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A member. `against`: whom they have met most; `you`: how the viewer has done against them, None before a duel."""

    player: PlayerId
    name: str
    since_ms: int
    boards: dict[str, BoardProfile]
    against: list[Rival]
    you: Rival | None


@dataclass(frozen=True, slots=True)
class PastDuel:
    """A duel that is over, as one player's list has it; `won` is None for a draw, ratings where none changed."""

    code: str
    board: str
    minutes: int
    over_ms: int
    seat: int
    opponent: str
    opponent_member: bool
    opponent_computer: bool
    score: int | None
    opponent_score: int | None
    won: bool | None
    by: ResultBy
    rating_before: int | None
    rating_after: int | None


@dataclass(frozen=True, slots=True)
class PastDuels:
    """One page of a player's duels, the last to end first; older ones come `before` the table of that code."""

    duels: list[PastDuel]
    before: str | None


@dataclass(frozen=True, slots=True)
class Leading:
    """A place in a leaderboard."""

    rank: int
    player: PlayerId
    name: str
    level: int
    rating: int
    rated: int
    you: bool


class Careers:
    """Remembers what players' duels come to; tell it by `ended` of each table that is over."""

    def __init__(self, store: Store, clock: SiteClock, people: People) -> None:
        self._store = store
        self._clock = clock
        self._people = people
        self._known: OrderedDict[PlayerId, Career] = OrderedDict()
        self._ended: dict[PlayerId, set[int]] = {}  # Tables that what is remembered may lack.

    async def member(self, name: str) -> tuple[PlayerId, str]:
        """The member of a name, or of one that looks like it, and how they write it; raises `unknown_member`."""
        key = name_key(name[:LONGEST_NAME])
        player = await self._store.read(lambda connection: people.member_named(connection, key))
        if player is None:
            raise Refusal(SiteCode.UNKNOWN_MEMBER)
        return player, await self._people.name(player)

    async def warm(self) -> None:
        """Read what takes long to read before anybody asks for it."""
        found = await self._store.read(lambda connection: careers.busiest(connection, MANY, REMEMBERED))
        for player in reversed(found):  # Who was read first is forgotten first.
            await self.get(player)

    async def get(self, player: PlayerId) -> Career:
        """What a player's duels come to, after everything that has been committed and told."""
        if player not in self._known:
            self._ended.setdefault(player, set())  # What ends while it is read is noted.
            found = await self._store.read(lambda connection: careers.career(connection, player))
            self._known.setdefault(player, found)
            if len(self._known) > REMEMBERED:
                self._ended.pop(self._known.popitem(last=False)[0], None)
        known = self._known[player]
        self._known.move_to_end(player)
        await self._catch_up(player, known)
        return known

    async def _catch_up(self, player: PlayerId, known: Career) -> None:
        """Count what has ended since: a few duels, where all that somebody ever played take longer than a page."""
        while ended := frozenset(self._ended.get(player, ())):
            found = await self._store.read(lambda connection: careers.played_at(connection, player, ended))
            for played in found:
                known.add(played)
            if player in self._ended:
                self._ended[player] -= ended

    def ended(self, table_id: int, seated: Iterable[PlayerId]) -> None:
        """A table of these players is over."""
        for player in seated:
            if player in self._ended:
                self._ended[player].add(table_id)

    async def profile(self, player: PlayerId, viewer: PlayerId) -> Profile:
        """A member as somebody sees them; raises `unknown_member`."""
        career, found = await self.get(player), (await self._people.get(player)).viewer
        most = sorted(career.against, key=lambda other: -career.against[other].duels)[:MOST_RIVALS]

        def read(connection: Connection) -> tuple[accounts.Account | None, dict[PlayerId, tuple[str, bool]]]:
            return accounts.account(connection, player), players.names(connection, most)

        account, names = await self._store.read(read)
        if account is None:
            raise Refusal(SiteCode.UNKNOWN_MEMBER)
        yours = career.against.get(viewer)
        return Profile(
            player,
            account.name,
            account.member_since_wall_ms,
            {
                board: _board(rating, career.boards.get(board) or BoardCareer())
                for board, rating in found.rating_by_board().items()
            },
            [_rival(other, *names[other], career.against[other]) for other in most],
            None if yours is None else _rival(player, account.name, True, _turned(yours)),
        )

    async def duels(self, player: PlayerId, before: str | None = None) -> PastDuels:
        """A page of a player's duels; raises `unknown_table` unless one of them is at the table `before`."""
        codes = dict(reversed((await self.get(player)).codes.items()))
        if before is not None and before not in codes:
            raise Refusal(SiteCode.UNKNOWN_TABLE)
        first = 0 if before is None else list(codes).index(before) + 1
        shown = dict(islice(codes.items(), first, first + DUELS_ON_A_PAGE))
        found = await self._store.read(lambda connection: careers.duels(connection, player, shown.values()))
        more = first + DUELS_ON_A_PAGE < len(codes)
        return PastDuels([_past(duel) for duel in found], list(shown)[-1] if more else None)

    async def leaders(self, board: str, viewer: PlayerId, *, this_week: bool) -> list[Leading]:
        """The best members on a board whose level is known well; of those with a rated duel in the last 7 days."""
        since_ms = self._clock.now_ms() - WEEK_MS if this_week else None
        found = await self._store.read(
            lambda connection: careers.leaders(connection, board, MOST_LEADERS, since_ms)
        )
        return [
            Leading(
                rank,
                leader.player,
                leader.name,
                leader.rating.level,
                round(leader.rating.rating),
                leader.duels,
                leader.player == viewer,
            )
            for rank, leader in enumerate(found, 1)
        ]


def _board(rating: Rating, career: BoardCareer) -> BoardProfile:
    score, best = career.score, career.best
    return BoardProfile(
        rating.level,
        rating.provisional,
        round(rating.rating),
        round(rating.deviation),
        len(career.points),
        score.duels,
        score.won,
        score.lost,
        score.duels - score.won - score.lost,
        career.rounds_cleared,
        career.longest_sequence,
        None if best is None else BestGame(best.code, best.place, best.score),
    )


def _rival(player: PlayerId, name: str, member: bool, score: Score) -> Rival:
    drawn = score.duels - score.won - score.lost
    return Rival(player, name, member, is_computer(player), score.duels, score.won, score.lost, drawn)


def _turned(score: Score) -> Score:
    """The same from the other side."""
    return Score(score.duels, score.lost, score.won)


def _past(duel: Duel) -> PastDuel:
    return PastDuel(
        duel.code,
        duel.board,
        duel.minutes,
        duel.over_wall_ms,
        duel.place,
        duel.opponent_name,
        duel.opponent_is_member,
        is_computer(duel.opponent),
        duel.score,
        duel.opponent_score,
        duel.won,
        duel.by,
        None if duel.rating_before is None else round(duel.rating_before),
        None if duel.rating_after is None else round(duel.rating_after),
    )
