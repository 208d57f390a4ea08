"""Accounts that are here in no room, by the digests of their tokens: they come back after a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Nobody was known before."""
    op.create_table(
        "visits",
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_visits_account"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_visits")),
    )
