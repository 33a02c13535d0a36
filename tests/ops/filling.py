"""Rows for every table there is, of whatever can stand in a column; nobody has to name a table."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlmodel import AutoString, SQLModel

import archive.store.models  # noqa: F401 - fills the metadata
from archive.store.column_types import Moment
from archive.store.database import Database

ROWS = 6
LETTERS = "aZ09 'ˮ\"\\,;\n\r\t\u2028\u202eßſ漢🂡{}[]"


def fill(database: Database, seed: int) -> None:
    """Put rows into every table, parents first. The database should be empty."""
    chance = random.Random(seed)
    made: dict[str, list[dict[str, Any]]] = {}
    with database.writing() as session:
        for table in SQLModel.metadata.sorted_tables:
            made[table.name] = [_row(table, made, at, chance) for at in range(ROWS)]
            for row in made[table.name]:
                session.execute(sa.insert(table).values(row))


def _row(
    table: sa.Table, made: dict[str, list[dict[str, Any]]], at: int, chance: random.Random
) -> dict[str, Any]:
    row = {column.name: _value(column, at, chance) for column in table.columns}
    for key in sorted(table.foreign_key_constraints, key=lambda key: len(key.elements)):
        for element in key.elements:
            row[element.parent.name] = made[element.column.table.name][at][element.column.name]
    return row


def _value(column: sa.Column[Any], at: int, chance: random.Random) -> Any:
    kind = column.type
    if column.nullable and not column.primary_key and chance.random() < 0.3:
        return None
    if isinstance(kind, sa.Enum):
        return chance.choice(list(kind.enum_class or kind.enums))
    if isinstance(kind, Moment):
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(microseconds=chance.randrange(10**14))
    if isinstance(kind, sa.JSON):
        return {_text(chance, 9): [chance.random(), 1e300, 2**63, None, True, _text(chance, 20)]}
    if isinstance(kind, sa.LargeBinary):
        return chance.randbytes(chance.choice((0, 1, 70_000)))
    if isinstance(kind, sa.Boolean):
        return chance.random() < 0.5
    if isinstance(kind, sa.BigInteger):
        return at + chance.randrange(2**60)
    if isinstance(kind, sa.Integer):
        return at + 1 if column.primary_key else chance.randrange(-(2**31), 2**31)
    assert isinstance(kind, sa.String | AutoString), f"what may stand in {column}?"
    most = getattr(kind, "length", None) or 200
    unique = f"{at}{chance.randrange(16**6):x}"
    return (unique + _text(chance, most))[:most]


def _text(chance: random.Random, most: int) -> str:
    return "".join(chance.choices(LETTERS, k=chance.randrange(most)))
