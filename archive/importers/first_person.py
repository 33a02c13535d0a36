"""The player who writes the sheet: `I`, `me`, `I’m`, `ich` and `mir` are one and the same."""

from __future__ import annotations

import re
from typing import Final

_FORMS: Final = {
    "Me": ("me", "i", "myself", *(f"i{sign}{end}" for sign in "'’" for end in ("m", "ve", "d"))),
    "Ich": ("ich", "mich", "mir"),
}
"""What writers call themselves, by the name that a record has for them."""
_NAMES: Final = {form: name for name, forms in _FORMS.items() for form in forms}
ALL: Final = frozenset(_NAMES)
"""All of these words, in small letters."""
PATTERN: Final = "|".join(sorted(map(re.escape, ALL), key=len, reverse=True))
"""Any of these words, for a pattern that takes capitals for small letters."""


def is_first_person(name: str) -> bool:
    """Return whether a name is what writers call themselves."""
    return name.casefold() in ALL


def called(name: str) -> str:
    """Return a player's name as a record has it: one for all the words of the first person."""
    return _NAMES.get(name.casefold(), name)
