"""Alembic's entry: runs the migrations on the connection that the store already holds, inside its transaction."""

from alembic import context

from server.store.tables import metadata

# The store took the write lock with its own BEGIN; SQLite's schema changes are transactional under it.
context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
context.run_migrations()
