"""Bringing a database to the schema that this version of the server knows."""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect, text

from server.store import backup
from server.store.errors import NeedsAdmin, NewerSchema
from server.store.tables import metadata
from server.store.writer import transact

MIGRATIONS: Final = Path(__file__).with_name("migrations")
HEAD: Final = "0008"
"""The newest migration. Known here too, so that an ordinary start need not load Alembic."""


def bring_up(engine: Engine, place: str, file: Path | None, migrations: Path = MIGRATIONS, head: str = HEAD) -> None:
    """Run the migrations that the database lacks, all of them or none, after a backup of an existing SQLite file.

    Args:
        engine: The database.
        place: Its name in messages.
        file: The SQLite file, None for another database.
        migrations: The folder of the migrations.
        head: The newest of them.

    Raises:
        NewerSchema: A newer version of the server made this database.
        StoreError: The database cannot be used, or belongs to something else.
    """

    def upgrade(connection: Connection) -> None:
        # Looked up again under the write lock: another server may have done it meanwhile.
        before = version(connection, place)
        if before != head:
            _upgrade(connection, before, place, file, migrations)

    if transact(engine, place, "read", lambda connection: version(connection, place)) != head:
        transact(engine, place, "write", upgrade)


def version(connection: Connection, place: str) -> str | None:
    """The migration that the database stands at, None for an empty database.

    Raises:
        NeedsAdmin: There are tables of the same names that no migration of ours has made.
    """
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" not in tables:
        if tables & set(metadata.tables):
            raise NeedsAdmin(f"The database {place} holds the tables of another program.")
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: Connection, before: str | None, place: str, file: Path | None, migrations: Path) -> None:
    from alembic import command
    from alembic.config import Config as AlembicConfig
    from alembic.script import ScriptDirectory

    config = AlembicConfig()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if before is not None and before not in known:
        raise NewerSchema(
            f"The database {place} was made by a newer fivefold: its schema is {before}, and this version knows up to"
            f" {max(known)}. Start that version or a newer one, or choose another data folder."
        )
    if file is not None and before is not None:
        backup.keep(file, f"before-migration-from-{before}")
    command.upgrade(config, "head")
