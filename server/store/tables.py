"""The tables, as SQLAlchemy Core describes them. Only types that SQLite and PostgreSQL both have.

A change here needs a migration in `migrations/versions`; a test compares the two.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    true,
)

# Every constraint has a name, so that a later migration can address it.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    Column("skeleton", Text, nullable=False, unique=True),
    Column("password_hash", Text, nullable=False),
    Column("rating", Double, nullable=False),
    Column("created", BigInteger, nullable=False),
    CheckConstraint("rating >= 1", name="rating_floor"),
    sqlite_autoincrement=True,  # an id is never given a second time
)

reset_codes = Table(
    "reset_codes",
    metadata,
    Column("account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("digest", LargeBinary, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

visits = Table(
    "visits",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
)

throttles = Table(
    "throttles",
    metadata,
    Column("rate", String(32), primary_key=True),
    Column("key", LargeBinary, primary_key=True),
    Column("left_over", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("kind", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("how", String(64), nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("moves", Boolean, nullable=False, server_default=true()),
)

game_seats = Table(
    "game_seats",
    metadata,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("account", Integer, ForeignKey("accounts.id", ondelete="SET NULL")),
    Column("name", Text, nullable=False),
    Column("bot", Boolean, nullable=False, server_default=false()),
    Column("points", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("rating_before", Double),
    Column("rating_after", Double),
    Column("info", LargeBinary),
)
Index(None, game_seats.c.account)

game_commands = Table(
    "game_commands",
    metadata,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("time", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("command", LargeBinary, nullable=False),
)

rooms = Table(
    "rooms",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("state", LargeBinary, nullable=False),
    Column("checkpoint", LargeBinary),
    Column("checkpoint_sequence", Integer, nullable=False, server_default="0"),
    Column("rest", LargeBinary),
    Column("wakes", BigInteger),
    Column("failed", BigInteger),
)
Index(None, rooms.c.wakes)

room_journal = Table(
    "room_journal",
    metadata,
    Column("room", String(16), ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
)

journal_news = Table(
    "journal_news",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("entries", LargeBinary, nullable=False),
)

book_balances = Table(
    "book_balances",
    metadata,
    Column("book", String(96), primary_key=True),
    Column("holder", String(96), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    Column("waited", Integer, nullable=False),
)

book_entries = Table(
    "book_entries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("book", String(96), nullable=False),
    Column("room", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("giver", String(96), nullable=False),
    Column("taker", String(96), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("why", String(64), nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    CheckConstraint("amount > 0", name="amount"),
)
Index(None, book_entries.c.book)

book_resets = Table(
    "book_resets",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("book", String(96), nullable=False),
    Column("room", String(16), nullable=False),
    Column("account", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
Index(None, book_resets.c.book)
