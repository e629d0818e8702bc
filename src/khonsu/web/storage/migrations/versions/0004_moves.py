"""Codes with which people go on at another device."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Of a code only its digest is kept, for a few minutes."""
    op.create_table(
        "moves",
        sa.Column("person", sa.String(), primary_key=True),
        sa.Column("token", sa.String(), nullable=False, unique=True),
        sa.Column("until", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """People stay where they are."""
    op.drop_table("moves")
