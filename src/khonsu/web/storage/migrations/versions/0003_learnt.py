"""Lessons that people have finished."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """A course shows what is done."""
    op.create_table(
        "learnt",
        sa.Column("person", sa.String(), primary_key=True),
        sa.Column("game", sa.String(), primary_key=True),
        sa.Column("lesson", sa.String(), primary_key=True),
        sa.Column("at", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """Everybody begins anew."""
    op.drop_table("learnt")
