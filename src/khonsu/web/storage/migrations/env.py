"""Runs migrations on the connection that the server hands over."""

from alembic import context

from khonsu.web.storage.rows import mapping

context.configure(connection=context.config.attributes["connection"], target_metadata=mapping.metadata)
with context.begin_transaction():
    context.run_migrations()
