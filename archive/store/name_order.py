"""Names in the order in which people look for them: marks on letters and capitals do not count.

Both databases fold alike and compare what they have folded by code points, so that a list begins
and goes on in the same order wherever it is kept.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from typing import Any, Final

from sqlalchemy import String
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction

NAME: Final = "folded"
MARKS: Final = ("\u0300", "\u036f")
"""The first and the last of the marks that stand behind the letters they are on."""
STROKED: Final = "ħłøđŧı"
PLAIN: Final = "hlodti"
"""Letters with a stroke are letters of their own to Unicode; people look for Ħamrun at H."""


class Folded(GenericFunction[str]):
    """A text as it counts in the order of names, worked out by the database."""

    type = String()
    name = NAME
    inherit_cache = True


@compiles(Folded, "postgresql")
def _on_postgresql(element: Any, compiler: Any, **more: Any) -> str:
    text = compiler.process(element.clauses, **more)
    marks = "[{}-{}]".format(*MARKS)
    folded = f"normalize(lower(normalize({text}, NFKD)), NFKD)"
    unmarked = f"regexp_replace({folded}, '{marks}', '', 'g')"
    return f"(translate({unmarked}, '{STROKED}', '{PLAIN}') COLLATE \"C\")"


def fold(text: str | None) -> str:
    """Return a text as it counts in the order of names."""
    lower = unicodedata.normalize("NFKD", text or "").lower()
    low, high = MARKS
    unmarked = (one for one in unicodedata.normalize("NFKD", lower) if not low <= one <= high)
    return "".join(unmarked).translate(str.maketrans(STROKED, PLAIN))


def teach(connection: sqlite3.Connection) -> None:
    """Have a connection to SQLite know how to fold."""
    connection.create_function(NAME, 1, fold, deterministic=True)
