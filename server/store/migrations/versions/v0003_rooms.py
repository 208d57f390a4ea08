"""The rooms that are open, each with the journal of what happened in it: a restart brings them back."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nothing of it was kept before."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("checkpoint", sa.LargeBinary),
        sa.Column("checkpoint_sequence", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rooms")),
    )
    op.create_table(
        "room_journal",
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name=op.f("fk_room_journal_room"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", "sequence", name=op.f("pk_room_journal")),
    )
