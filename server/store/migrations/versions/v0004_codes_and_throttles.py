"""Codes that reset a password, and how often somebody has tried one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nothing of it was kept before."""
    op.create_table(
        "reset_codes",
        sa.Column("account", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_reset_codes_account"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_reset_codes")),
    )
    op.create_table(
        "throttles",
        sa.Column("rate", sa.String(32), nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("left_over", sa.Double, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("rate", "key", name=op.f("pk_throttles")),
    )
