"""What a game brought beside its points, when tables ended, and names that outlast their accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

COLUMNS = ("rounds_cleared", "longest_sequence")


def upgrade() -> None:
    for name in COLUMNS:
        op.add_column("seats", sa.Column(name, sa.Integer))
    op.add_column("seats", sa.Column("name_until_over", sa.String(20)))
    op.add_column("tables", sa.Column("over_wall_ms", sa.BigInteger))
    # As near as is known: downtime while the table ran is missing.
    op.execute(
        "UPDATE tables SET over_wall_ms = opened_wall_ms + over_ms - opened_ms WHERE over_ms IS NOT NULL"
    )
    op.create_index("ratings_board", "ratings", ["board", "rating"])


def downgrade() -> None:
    op.drop_index("ratings_board", "ratings")
    op.drop_column("tables", "over_wall_ms")
    for name in ("name_until_over", *COLUMNS):
        op.drop_column("seats", name)
