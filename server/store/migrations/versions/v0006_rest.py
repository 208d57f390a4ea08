"""Rooms that sleep on disk, rooms that failed and when, and games whose moves are not kept any more."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """No room sleeps yet. When a room failed is not known: it is kept as if that were now, by the next start."""
    op.add_column("rooms", sa.Column("rest", sa.LargeBinary))
    op.add_column("rooms", sa.Column("wakes", sa.BigInteger))
    op.add_column("rooms", sa.Column("failed", sa.BigInteger))
    op.create_index(op.f("ix_rooms_wakes"), "rooms", ["wakes"])
    op.add_column("games", sa.Column("moves", sa.Boolean, nullable=False, server_default=sa.true()))
