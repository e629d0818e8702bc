"""Times in which the house was closed; invitations that have been used are forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Clocks stop while the house is closed, and a link seats one person once."""
    op.create_table(
        "pauses",
        sa.Column("closed_at", sa.Double(), primary_key=True),
        sa.Column("opened_at", sa.Double(), nullable=False),
    )
    op.execute("update seats set token = null where kind <> 'program' and person is not null")


def downgrade() -> None:
    """Used invitations cannot be had back."""
    op.drop_table("pauses")
