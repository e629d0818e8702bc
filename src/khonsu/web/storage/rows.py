"""How a database keeps tables, seats and journals.

The domain's classes have columns of the same names, and stay plain: every attribute of a class that SQLAlchemy maps
takes several times as long to read, and a step reads a hundred of them. What only the store reads is mapped.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import JSON, Boolean, Column, Double, ForeignKey, Integer, String, Table
from sqlalchemy.orm import registry


@dataclass(eq=False)
class House:
    """What the server must remember about itself: the key of its cookies, when it was last open."""

    name: str
    value: str


@dataclass(eq=False)
class Pause:
    """A time in which the house was closed; clocks do not run in it."""

    closed_at: float
    opened_at: float


@dataclass(eq=False)
class Learnt:
    """A lesson that a person has finished."""

    person: str
    game: str
    lesson: str
    at: float


@dataclass(eq=False)
class Move:
    """A person may go on at another device: whoever shows the secret of this digest in time gets their seats."""

    person: str
    token: str
    until: float


mapping = registry()

house = Table(
    "house",
    mapping.metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
tables = Table(
    "tables",
    mapping.metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", String, nullable=False),
    Column("salt", String, nullable=False),
    Column("owner", String),
    Column("listed", Boolean, nullable=False),
    Column("hints", String),
    Column("clock", JSON),
    Column("made_at", Double, nullable=False),
    Column("begun_at", Double),
    Column("over_at", Double, index=True),
    Column("result", JSON),
    Column("again", String),
    Column("uploaded", Boolean, nullable=False),
)
seats = Table(
    "seats",
    mapping.metadata,
    Column("table", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("name", String, nullable=False),
    Column("bot", String),
    Column("person", String, index=True),
    Column("token", String),
    Column("confirm", Boolean, nullable=False),
    Column("stand_in", String),
    Column("flagged", Boolean, nullable=False),
)
journal = Table(
    "journal",
    mapping.metadata,
    Column("table", String, ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("text", String, nullable=False),
    Column("at", Double, nullable=False),
)
pauses = Table(
    "pauses",
    mapping.metadata,
    Column("closed_at", Double, primary_key=True),
    Column("opened_at", Double, nullable=False),
)
learnt = Table(
    "learnt",
    mapping.metadata,
    Column("person", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("lesson", String, primary_key=True),
    Column("at", Double, nullable=False),
)

moves = Table(
    "moves",
    mapping.metadata,
    Column("person", String, primary_key=True),
    Column("token", String, nullable=False, unique=True),
    Column("until", Double, nullable=False),
)

for kind, rows in ((House, house), (Pause, pauses), (Learnt, learnt), (Move, moves)):
    mapping.map_imperatively(kind, rows)
