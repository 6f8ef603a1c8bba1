"""The tables of the database, the same on every engine. Times in `_ms` are site time unless named `wall`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(20), nullable=False),
    Column("since_wall_ms", BigInteger, nullable=False),
    # Of a chosen name: what names that look alike share. Members have theirs alone.
    Column("name_key", String(80)),
    # Of members: the argon2id hash.
    Column("password", String(200)),
    Column("member_since_wall_ms", BigInteger),
    Column("deleted", Boolean, nullable=False, server_default=false()),
    Index("players_name_key", "name_key"),
    Index(
        "players_member_name_key",
        "name_key",
        unique=True,
        sqlite_where=text("member_since_wall_ms IS NOT NULL"),
        postgresql_where=text("member_since_wall_ms IS NOT NULL"),
    ),
)

sessions = Table(
    "sessions",
    metadata,
    # The SHA-256 of the token that only the browser has.
    Column("id", String(64), primary_key=True),
    Column("player_id", String(32), ForeignKey("players.id"), nullable=False),
    # What the browser called itself at log-in.
    Column("device", String(200), nullable=False),
    Column("since_wall_ms", BigInteger, nullable=False),
    Column("seen_wall_ms", BigInteger, nullable=False),
    Index("sessions_player", "player_id"),
)

# What a player's rated duels have made of the rating that everybody begins with (rule 7.1).
ratings = Table(
    "ratings",
    metadata,
    Column("player_id", String(32), ForeignKey("players.id"), primary_key=True),
    Column("board", String(16), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("duels", Integer, nullable=False),
    Index("ratings_board", "board", "rating"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("player_id", String(32), ForeignKey("players.id"), primary_key=True),
    Column("blocked_id", String(32), ForeignKey("players.id"), primary_key=True),
    Column("since_wall_ms", BigInteger, nullable=False),
    Index("blocks_blocked", "blocked_id"),
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
    # Counts the rated results in the order in which they were written; null for any other.
    Column("rated_n", Integer),
    # When it was over, as wall time.
    Column("over_wall_ms", BigInteger),
    Index("tables_deadline", "deadline_ms"),
    Index("tables_joinable", "joinable", "id"),
    Index("tables_over", "over_ms"),
    Index("tables_rated_n", "rated_n", unique=True),
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
    # What the table's result made of the player's rating; null if it changed none.
    Column("rating_before", Float),
    Column("rating_after", Float),
    Column("deviation_after", Float),
    Column("volatility_after", Float),
    # What an ended game brought beside its points.
    Column("rounds_cleared", Integer),
    Column("longest_sequence", Integer),
    # Of a member who has gone while the opponent may still play: the name that is shown until the table is over.
    Column("name_until_over", String(20)),
    UniqueConstraint("table_id", "place"),
    Index("seats_deadline", "deadline_ms"),
    Index("seats_player", "player_id", "id"),
    sqlite_autoincrement=True,  # An id is never given again, so nothing can meet another seat's memory.
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", Integer, ForeignKey("tables.id"), nullable=False),
    Column("from_id", String(32), ForeignKey("players.id"), nullable=False),
    Column("to_id", String(32), ForeignKey("players.id"), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    # Whether the invited said "Not now".
    Column("declined", Boolean, nullable=False),
    UniqueConstraint("table_id", "to_id"),
    Index("invitations_to", "to_id"),
)

# Deals of the day: a seed for each board and day, the days counted from 1970 in UTC.
days = Table(
    "days",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("board", String(16), nullable=False),
    Column("day", Integer, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    UniqueConstraint("board", "day"),
)

# A try is of a day's deal, or of one round of a table that is over: the other columns are null.
tries = Table(
    "tries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player_id", String(32), ForeignKey("players.id"), nullable=False),
    Column("day_id", Integer, ForeignKey("days.id")),
    Column("table_id", Integer, ForeignKey("tables.id")),
    Column("round", Integer),
    Column("started_ms", BigInteger, nullable=False),
    Column("started_wall_ms", BigInteger, nullable=False),
    # When the clock runs out; null once it has ended.
    Column("deadline_ms", BigInteger),
    Column("ended", String(16)),
    Column("score", Integer),
    Column("playing_ms", BigInteger),
    Column("longest_sequence", Integer),
    Column("cleared", Boolean),
    # As a seat's.
    Column("moves", Text),
    Column("moves_at_ms", Text),
    UniqueConstraint("player_id", "day_id"),
    UniqueConstraint("player_id", "table_id", "round"),
    Index("tries_deadline", "deadline_ms"),
    # A standing is read from these alone.
    Index("tries_day", "day_id", "score", "playing_ms"),
    Index("tries_table", "table_id", "round", "score", "playing_ms"),
    sqlite_autoincrement=True,
)

# The journal of running games, only ever appended (docs/architecture.md, "The truth is the journal").
# On SQLite it has neither key nor index: its one writer keeps `n` unique, and a keyed batch would dirty a page
# for every live game.
moves = Table(
    "moves",
    metadata,
    # A seat's id, or minus that of a try.
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
