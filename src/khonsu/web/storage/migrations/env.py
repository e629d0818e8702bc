"""Runs migrations on the connection that the server hands over."""

from alembic import context

from khonsu.web.storage.store import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
with context.begin_transaction():
    context.run_migrations()
