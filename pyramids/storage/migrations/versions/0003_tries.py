"""Deals of the day, and tries of single deals."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "days",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.UniqueConstraint("board", "day"),
    )
    op.create_table(
        "tries",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("day_id", sa.Integer, sa.ForeignKey("days.id")),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id")),
        sa.Column("round", sa.Integer),
        sa.Column("started_ms", sa.BigInteger, nullable=False),
        sa.Column("started_wall_ms", sa.BigInteger, nullable=False),
        sa.Column("deadline_ms", sa.BigInteger),
        sa.Column("ended", sa.String(16)),
        sa.Column("score", sa.Integer),
        sa.Column("playing_ms", sa.BigInteger),
        sa.Column("longest_sequence", sa.Integer),
        sa.Column("cleared", sa.Boolean),
        sa.Column("moves", sa.Text),
        sa.Column("moves_at_ms", sa.Text),
        sa.UniqueConstraint("player_id", "day_id"),
        sa.UniqueConstraint("player_id", "table_id", "round"),
        sqlite_autoincrement=True,
    )
    op.create_index("tries_deadline", "tries", ["deadline_ms"])
    op.create_index("tries_day", "tries", ["day_id", "score", "playing_ms"])
    op.create_index("tries_table", "tries", ["table_id", "round", "score", "playing_ms"])


def downgrade() -> None:
    op.drop_table("tries")
    op.drop_table("days")
