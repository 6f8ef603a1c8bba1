"""Accounts, sessions, ratings, blocks and invitations."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SEAT_COLUMNS = ("rating_before", "rating_after", "deviation_after", "volatility_after")


def upgrade() -> None:
    op.add_column("players", sa.Column("name_key", sa.String(80)))
    op.add_column("players", sa.Column("password", sa.String(200)))
    op.add_column("players", sa.Column("member_since_wall_ms", sa.BigInteger))
    op.add_column("players", sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("players_name_key", "players", ["name_key"])
    members = sa.text("member_since_wall_ms IS NOT NULL")
    op.create_index(
        "players_member_name_key",
        "players",
        ["name_key"],
        unique=True,
        sqlite_where=members,
        postgresql_where=members,
    )
    for name in SEAT_COLUMNS:
        op.add_column("seats", sa.Column(name, sa.Float))
    op.add_column("tables", sa.Column("rated_n", sa.Integer))
    op.create_index("tables_rated_n", "tables", ["rated_n"], unique=True)
    op.create_index("tables_over", "tables", ["over_ms"])
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("device", sa.String(200), nullable=False),
        sa.Column("since_wall_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_wall_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_player", "sessions", ["player_id"])
    op.create_table(
        "ratings",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("board", sa.String(16), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("duels", sa.Integer, nullable=False),
    )
    op.create_table(
        "blocks",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("blocked_id", sa.String(32), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("since_wall_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("blocks_blocked", "blocks", ["blocked_id"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("from_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("to_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False),
        sa.UniqueConstraint("table_id", "to_id"),
    )
    op.create_index("invitations_to", "invitations", ["to_id"])


def downgrade() -> None:
    for name in ("invitations", "blocks", "ratings", "sessions"):
        op.drop_table(name)
    op.drop_index("tables_over", "tables")
    op.drop_index("tables_rated_n", "tables")
    op.drop_column("tables", "rated_n")
    for name in SEAT_COLUMNS:
        op.drop_column("seats", name)
    op.drop_index("players_member_name_key", "players")
    op.drop_index("players_name_key", "players")
    for name in ("deleted", "member_since_wall_ms", "password", "name_key"):
        op.drop_column("players", name)
