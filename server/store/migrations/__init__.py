"""The steps from each schema to the next; Alembic runs them when the server starts."""
