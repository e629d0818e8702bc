"""Tables, seats, journal."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "house",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("value", sa.String(), nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("salt", sa.String(), nullable=False),
        sa.Column("owner", sa.String()),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("hints", sa.String()),
        sa.Column("clock", sa.JSON()),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("begun_at", sa.Double()),
        sa.Column("over_at", sa.Double(), index=True),
        sa.Column("result", sa.JSON()),
        sa.Column("again", sa.String()),
        sa.Column("uploaded", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("table", sa.String(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("bot", sa.String()),
        sa.Column("person", sa.String(), index=True),
        sa.Column("token", sa.String()),
        sa.Column("confirm", sa.Boolean(), nullable=False),
        sa.Column("stand_in", sa.String()),
        sa.Column("flagged", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "journal",
        sa.Column("table", sa.String(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """Forget everything."""
    for name in ("journal", "seats", "tables", "house"):
        op.drop_table(name)
