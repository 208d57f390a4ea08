"""What a game was told of each seat at its start: without it a game cannot be played again exactly."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Older games have nothing there; what is known of their seats otherwise has to do."""
    op.add_column("game_seats", sa.Column("info", sa.LargeBinary))
