"""What all rows share: lengths, and names for the constraints."""

from sqlmodel import JSON, SQLModel

# Constraints have names, or SQLite's migrations could not find them again.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

ID_LENGTH = 10
HASH_LENGTH = 64

NAME_LENGTH = 200
"""Longest file name or tag value kept in a column; the bytes hold the rest."""

OBJECT = JSON(none_as_null=True)
"""A JSON object, or no value at all; never JSON's null."""
