"""Messages about the fields of a request, in the reader's language.

marshmallow and webargs give finished English sentences; those that our schemas can cause stand here
with places for their values. Another sentence stays as it is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from archive.web.language import _, marked

MESSAGES: Final = (
    marked("Field may not be null."),
    marked("Give the text or a game, not both."),
    marked("Invalid JSON body."),
    marked("Invalid input type."),
    marked("Length must be between %(min)s and %(max)s."),
    marked("Length must be %(equal)s."),
    marked("Longer than maximum length %(max)s."),
    marked("Missing data for required field."),
    marked("Must be equal to %(other)s."),
    marked("Must be greater than or equal to %(min)s and less than or equal to %(max)s."),
    marked("Must be greater than or equal to %(min)s."),
    marked("Must be one of: %(choices)s."),
    marked("Not a valid boolean."),
    marked("Not a valid datetime."),
    marked("Not a valid integer."),
    marked("Not a valid list."),
    marked("Not a valid mapping type."),
    marked("Not a valid number."),
    marked("Not a valid string."),
    marked("Number too large."),
    marked("Shorter than minimum length %(min)s."),
    marked("Special numeric values (nan or infinity) are not permitted."),
    marked("String does not match expected pattern."),
    marked("Unknown field."),
)


def field_message(english: str) -> str:
    """Return marshmallow's message about a field in the language of this answer."""
    for message, pattern in _patterns():
        if match := pattern.fullmatch(english):
            return _(message, **match.groupdict())
    return english


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Return the messages with the patterns that recognise them. The first that fits is meant: of
    two that begin alike the longer stands first."""
    place = re.compile(r"%\\\((\w+)\\\)s")  # as `re.escape` leaves it
    return [
        (one, re.compile(place.sub(r"(?P<\1>.*)", re.escape(one)), re.DOTALL)) for one in MESSAGES
    ]
