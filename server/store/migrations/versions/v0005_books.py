"""Books: what the players of a host's rooms have, every entry that led to it, and who has reset it when."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nothing of it was kept before."""
    op.create_table(
        "book_balances",
        sa.Column("book", sa.String(96), nullable=False),
        sa.Column("holder", sa.String(96), nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.Column("waited", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("book", "holder", name=op.f("pk_book_balances")),
    )
    op.create_table(
        "book_entries",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("book", sa.String(96), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("giver", sa.String(96), nullable=False),
        sa.Column("taker", sa.String(96), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("why", sa.String(64), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.CheckConstraint("amount > 0", name=op.f("ck_book_entries_amount")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_book_entries")),
    )
    op.create_index(op.f("ix_book_entries_book"), "book_entries", ["book"])
    op.create_table(
        "book_resets",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("book", sa.String(96), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_book_resets")),
    )
    op.create_index(op.f("ix_book_resets_book"), "book_resets", ["book"])
