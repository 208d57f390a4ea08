"""Where the tests keep their data: in SQLite files, or in a PostgreSQL server that is only for tests.

The environment names that one in FIVEFOLD_POSTGRESQL, as the address of a database that exists. Each folder of a test
then has a database of its own there; nobody drops them.
"""

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace
from sqlalchemy import create_engine, make_url

from server.config import Config

SERVER: Final = os.environ.get("FIVEFOLD_POSTGRESQL", "")
FILE_ONLY: Final = pytest.mark.skipif(bool(SERVER), reason="It is about the SQLite file.")


def kept_here(config: Config) -> Config:
    """A configuration with the database of its folder, which is made if it is not there."""
    if not SERVER:
        return config
    name = _name(config.folder)
    if not _asked(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
        _asked(f"CREATE DATABASE {name}")
    address = make_url(SERVER).set(database=name).render_as_string(hide_password=False)
    return replace(config, data=replace(config.data, database=address))


def copied(old: Path, new: Path) -> None:
    """Make a folder, or the database in its place, a copy of another one, which nobody uses."""
    if SERVER:
        new.mkdir(parents=True, exist_ok=True)
        _asked(f"DROP DATABASE IF EXISTS {_name(new)} WITH (FORCE)")
        _asked(f"CREATE DATABASE {_name(new)} TEMPLATE {_name(old)}")
    else:
        shutil.copytree(old, new, dirs_exist_ok=True)


def _name(folder: Path | str) -> str:
    # With the process, since the folder of another run may have had the same name.
    return f"five_{hashlib.sha256(f'{os.getpid()} {folder}'.encode()).hexdigest()[:24]}"


def _asked(statement: str) -> list[object]:
    engine = create_engine(SERVER, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            found = connection.exec_driver_sql(statement)
            return list(found) if found.returns_rows else []
    finally:
        engine.dispose()
