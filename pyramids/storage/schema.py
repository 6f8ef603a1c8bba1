"""The tables of the database, the same on every engine. Times in `_ms` are site time unless named `wall`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(20), nullable=False),
    Column("since_wall_ms", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("board", String(16), nullable=False),
    Column("minutes", Integer, nullable=False),
    Column("highest_level", Integer, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
    Column("opened_wall_ms", BigInteger, nullable=False),
    Column("joinable", Boolean, nullable=False),
    Column("over_ms", BigInteger),
    # When time alone may next end the table; null once it is over.
    Column("deadline_ms", BigInteger),
    Index("tables_deadline", "deadline_ms"),
    Index("tables_joinable", "joinable", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", Integer, ForeignKey("tables.id"), nullable=False),
    Column("place", Integer, nullable=False),
    Column("player_id", String(32), ForeignKey("players.id"), nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("started_ms", BigInteger),
    Column("left", Boolean, nullable=False),
    Column("ended", String(16)),
    Column("score", Integer),
    Column("playing_ms", BigInteger),
    # An ended game's moves, a space between them, and their site times as JSON; null while it runs.
    Column("moves", Text),
    Column("moves_at_ms", Text),
    # When the running round's clock runs out; null while there is none.
    Column("deadline_ms", BigInteger),
    # Whether the player has looked at the table since it was over.
    Column("looked", Boolean, nullable=False),
    Column("again_table_id", Integer, ForeignKey("tables.id")),
    UniqueConstraint("table_id", "place"),
    Index("seats_deadline", "deadline_ms"),
    Index("seats_player", "player_id", "id"),
    sqlite_autoincrement=True,  # An id is never given again, so nothing can meet another seat's memory.
)

# The journal of running games, only ever appended (docs/architecture.md, "The truth is the journal").
# On SQLite it has neither key nor index: its one writer keeps `n` unique, and a keyed batch would dirty a page
# for every live game.
moves = Table(
    "moves",
    metadata,
    Column("seat_id", Integer, nullable=False),
    Column("n", Integer, nullable=False),
    Column("move", String(2), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

clock = Table(
    "clock",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("beat_wall_ms", BigInteger, nullable=False),
    Column("downtime_ms", BigInteger, nullable=False),
)
