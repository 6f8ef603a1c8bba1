"""Alembic's way in: it is handed an open connection and runs the versions on it."""

from alembic import context

from pyramids.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
