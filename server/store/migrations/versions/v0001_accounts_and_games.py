"""Accounts, and finished games with their seats and commands."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("skeleton", sa.Text, nullable=False),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.CheckConstraint("rating >= 1", name=op.f("ck_accounts_rating_floor")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("name_key", name=op.f("uq_accounts_name_key")),
        sa.UniqueConstraint("skeleton", name=op.f("uq_accounts_skeleton")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("how", sa.String(64), nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    _tables_of_a_game()


def _tables_of_a_game() -> None:
    op.create_table(
        "game_seats",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("account", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("rating_before", sa.Double),
        sa.Column("rating_after", sa.Double),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_game_seats_game"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_game_seats_account"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_game_seats")),
    )
    op.create_index(op.f("ix_game_seats_account"), "game_seats", ["account"])
    op.create_table(
        "game_commands",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("command", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_game_commands_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "sequence", name=op.f("pk_game_commands")),
    )
