"""Alembic's entry point: runs the migrations on the connection given by `bot.store.migrate`."""

from alembic import context

from bot.store.tables.columns import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
