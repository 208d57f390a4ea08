"""The newest entries of all rooms' journals one behind the other, before each is put into its place."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """All entries so far are in their places."""
    op.create_table(
        "journal_news",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("entries", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal_news")),
    )
