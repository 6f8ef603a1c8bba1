"""Players, tables, seats, the journal and the clock."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("since_wall_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("code", sa.String(8), nullable=False, unique=True),
        sa.Column("board", sa.String(16), nullable=False),
        sa.Column("minutes", sa.Integer, nullable=False),
        sa.Column("highest_level", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("opened_ms", sa.BigInteger, nullable=False),
        sa.Column("opened_wall_ms", sa.BigInteger, nullable=False),
        sa.Column("joinable", sa.Boolean, nullable=False),
        sa.Column("over_ms", sa.BigInteger),
        sa.Column("deadline_ms", sa.BigInteger),
    )
    op.create_index("tables_deadline", "tables", ["deadline_ms"])
    op.create_index("tables_joinable", "tables", ["joinable", "id"])
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("started_ms", sa.BigInteger),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("ended", sa.String(16)),
        sa.Column("score", sa.Integer),
        sa.Column("playing_ms", sa.BigInteger),
        sa.Column("moves", sa.Text),
        sa.Column("moves_at_ms", sa.Text),
        sa.Column("deadline_ms", sa.BigInteger),
        sa.Column("looked", sa.Boolean, nullable=False),
        sa.Column("again_table_id", sa.Integer, sa.ForeignKey("tables.id")),
        sa.UniqueConstraint("table_id", "place"),
        sqlite_autoincrement=True,
    )
    op.create_index("seats_deadline", "seats", ["deadline_ms"])
    op.create_index("seats_player", "seats", ["player_id", "id"])
    op.create_table(
        "moves",
        sa.Column("seat_id", sa.Integer, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("move", sa.String(2), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "clock",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("beat_wall_ms", sa.BigInteger, nullable=False),
        sa.Column("downtime_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for name in ("clock", "moves", "seats", "tables", "players"):
        op.drop_table(name)
